"""Orders: what the server says to an engine, and what comes back, as lines of JSON."""

from __future__ import annotations

import msgspec

from ludarium.server.protocol.effects import Think


class SearchRequest(msgspec.Struct, tag=True):
    """Think about this, for so long at most."""

    number: int
    think: Think
    seconds: float


class StopRequest(msgspec.Struct, tag=True):
    """The answer to an order is wanted at once, or not at all."""

    number: int


class SearchReply(msgspec.Struct):
    """The moves of the rest of the turn, or what went wrong; of a hint the line and its odds."""

    number: int
    moves: list[int] = []
    seconds: float = 0.0
    chance: float = 0.5
    error: str = ""
