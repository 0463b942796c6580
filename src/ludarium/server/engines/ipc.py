"""Messages between the server and an engine process, one JSON document per line."""

from __future__ import annotations

import msgspec

from ludarium.server.protocol.effects import Think


class SearchRequest(msgspec.Struct, tag=True):
    """A search with a time limit in seconds."""

    number: int
    think: Think
    seconds: float


class StopRequest(msgspec.Struct, tag=True):
    """Ends a search: its reply is wanted at once, or not at all."""

    number: int


class SearchReply(msgspec.Struct):
    """The moves of the rest of the turn, or an error; for a hint its line and its odds."""

    number: int
    moves: list[int] = []
    seconds: float = 0.0
    chance: float = 0.5
    error: str = ""
