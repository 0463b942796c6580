"""What guests read of the server's messages; the rest of each is skipped."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct


class Told(Struct):
    """Any message of the server, as far as a guest cares."""

    type: str
    id: str = ""
    room: str = ""
    number: int = 0
    at: float = 0.0
    by: str = ""
    cause: str = ""
    fact: Raw = Raw()
    view: View | None = None
    events: list[Told] = []
    ply: int = 0
    seat: int = 0
    choices: Raw = Raw()
    played: list[Move] = []
    member: str = ""
    code: str = ""


class View(Struct):
    """The game as it is after an event."""

    to_move: int | None


class Move(Struct, frozen=True):
    """A move as the whole of a room tells it."""

    seat: int
    notation: str


class Fact(Struct):
    """What happened, as far as it decides which moves stand and what is to be done."""

    type: str
    seat: int = 0
    ply: int = 0
    notation: str = ""
    kind: str = ""


class Choice(Struct):
    """A legal move, to be sent back as it came."""

    move: Raw


told = msgspec.json.Decoder(Told)
fact = msgspec.json.Decoder(Fact)
choices = msgspec.json.Decoder(list[Choice])
encode = msgspec.json.Encoder().encode
