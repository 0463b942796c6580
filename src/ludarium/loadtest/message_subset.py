"""The fields of the server's messages that virtual clients use. All others are skipped."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct


class ServerMessage(Struct):
    """Any message of the server."""

    type: str
    id: str = ""
    room: str = ""
    number: int = 0
    at: float = 0.0
    by: str = ""
    cause: str = ""
    fact: Raw = Raw()
    view: GameView | None = None
    events: list[ServerMessage] = []
    ply: int = 0
    seat: int = 0
    choices: Raw = Raw()
    played: list[PlayedMove] = []
    member: str = ""
    code: str = ""


class GameView(Struct):
    """The game after an event."""

    to_move: int | None


class PlayedMove(Struct, frozen=True):
    """A move in the snapshot of a room."""

    seat: int
    notation: str


class RoomEvent(Struct):
    """An event of a room: the fields that change its moves or need an answer."""

    type: str
    seat: int = 0
    ply: int = 0
    notation: str = ""
    kind: str = ""


class LegalMove(Struct):
    """A legal move, sent back unchanged."""

    move: Raw


message_decoder = msgspec.json.Decoder(ServerMessage)
event_decoder = msgspec.json.Decoder(RoomEvent)
legal_moves_decoder = msgspec.json.Decoder(list[LegalMove])
encode_json = msgspec.json.Encoder().encode
