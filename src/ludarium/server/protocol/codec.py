"""Codec: encodes and decodes every message between client and server."""

from __future__ import annotations

import msgspec

from ludarium.core.errors import LudariumError
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
    Restart,
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
    ClockTimes,
    Dismissed,
    Done,
    Entry,
    Happened,
    Hinted,
    Line,
    LobbyChange,
    MoveChoice,
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
    View,
    Watching,
    Welcome,
    YourTurn,
)

__all__ = [
    "Abort",
    "Answer",
    "Asked",
    "Busy",
    "Cancel",
    "Claim",
    "ClientMessage",
    "ClockTimes",
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
    "MoveChoice",
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
    "Restart",
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
    "Undo",
    "Unfollow",
    "View",
    "Watching",
    "Welcome",
    "YourTurn",
    "decode_message",
    "encode_event",
    "encoder",
    "event_decoder",
    "message_decoder",
    "refusal_of",
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
    | Restart
    | Answer
    | Claim
    | Share
    | Say
)
ClientMessage = RoomMessage | Create | Follow | Unfollow | Post | Rename | Ping
ServerMessage = (
    Happened
    | YourTurn
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

message_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
encoder = msgspec.json.Encoder()


def decode_message(frame: bytes | str) -> ClientMessage:
    """Decode a message; Refused if it is malformed in any way."""
    try:
        return message_decoder.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        # The exact error would reveal internals, and could put texts of users into a log.
        raise Refused("not_a_message", "That is no message of the protocol.") from None


def refusal_of(error: LudariumError, message_id: str = "", room: str = "") -> Refusal:
    """The message that refuses a request, with the code and the sentence of an error."""
    return Refusal(message_id, error.code, error.message, getattr(error, "rule", ""), room)


def encode_event(event: Happened) -> bytes:
    """An event as it is stored: without the view, which follows from the rest."""
    return encoder.encode(msgspec.structs.replace(event, view=None))


event_decoder = msgspec.json.Decoder(Happened)
