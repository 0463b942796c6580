"""The wire: every message between client and server, and how it is read and written."""

from __future__ import annotations

import msgspec

from ludarium.server.protocol.client_messages import (
    Abort,
    Answer,
    Asked,
    Claim,
    Create,
    Enter,
    Exit,
    Follow,
    Hint,
    InRoom,
    Leave,
    Offer,
    Ping,
    Play,
    Post,
    Rename,
    Resign,
    Say,
    Share,
    Sit,
    Undo,
    Unfollow,
)
from ludarium.server.protocol.effects import (
    Cancel,
    Envelope,
    Member,
    Named,
    Result,
    Think,
    To,
)
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.server_messages import (
    Busy,
    Choice,
    Clocks,
    Dismissed,
    Done,
    Entry,
    Happened,
    Hinted,
    Line,
    LobbyChange,
    Notice,
    NoticeChange,
    Person,
    Played,
    Pong,
    PresenceChange,
    Refusal,
    Snapshot,
    Standing,
    Tail,
    Told,
    Turn,
    View,
    Watching,
    Welcome,
)

__all__ = [
    "Abort",
    "Answer",
    "Asked",
    "Busy",
    "Cancel",
    "Choice",
    "Claim",
    "ClientMessage",
    "Clocks",
    "Create",
    "Dismissed",
    "Done",
    "Enter",
    "Entry",
    "Envelope",
    "Exit",
    "Follow",
    "Happened",
    "Hint",
    "Hinted",
    "InRoom",
    "Leave",
    "Line",
    "LobbyChange",
    "Member",
    "Named",
    "Notice",
    "NoticeChange",
    "Offer",
    "Person",
    "Ping",
    "Play",
    "Played",
    "Pong",
    "Post",
    "PresenceChange",
    "Refusal",
    "Rename",
    "Resign",
    "Result",
    "RoomMessage",
    "Say",
    "ServerMessage",
    "Share",
    "Sit",
    "Snapshot",
    "Standing",
    "Tail",
    "Think",
    "To",
    "Told",
    "Turn",
    "Undo",
    "Unfollow",
    "View",
    "Watching",
    "Welcome",
    "decoder",
    "encoder",
    "happened",
    "read",
    "stored",
]

RoomMessage = (
    Enter
    | Exit
    | Sit
    | Leave
    | Play
    | Hint
    | Undo
    | Resign
    | Abort
    | Offer
    | Answer
    | Claim
    | Share
    | Say
)
ClientMessage = RoomMessage | Create | Follow | Unfollow | Post | Rename | Ping
ServerMessage = (
    Happened
    | Turn
    | Snapshot
    | Tail
    | Watching
    | Done
    | Refusal
    | Hinted
    | Dismissed
    | LobbyChange
    | PresenceChange
    | NoticeChange
    | Welcome
    | Pong
    | Busy
)

decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
encoder = msgspec.json.Encoder()


def read(frame: bytes | str) -> ClientMessage:
    """The message of a frame; Refused if it is none, however it is wrong."""
    try:
        return decoder.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        # What exactly is wrong would tell of the insides, and of the words of others in a log.
        raise Refused("not_a_message", "That is no message of the protocol.") from None


def stored(event: Happened) -> bytes:
    """What is stored of an event: everything but the view, which follows from the rest."""
    return encoder.encode(msgspec.structs.replace(event, view=None))


happened = msgspec.json.Decoder(Happened)
