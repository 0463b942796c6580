"""What a room waits for: the answer to a turn, and a hint."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.server.protocol.events import Holder


class DueTurn(NamedTuple):
    """The turn that an answer is wanted for."""

    game: int
    ply: int
    seat: int
    holder: Holder


class PendingTurn:
    """Remembers what was asked, so that each turn is requested once."""

    def __init__(self) -> None:
        self.request: int | None = None  # the number of the request to a bot
        self.asked: DueTurn | None = None
        self.announced_start = 0  # the last game whose start programs were told of
        self.announced_end = 0  # and the last one whose end they were told of


class WantedHint(NamedTuple):
    """A hint that a member waits for, and the position that it is about."""

    request: int
    member: str
    id: str
    game: int
    moves: tuple[int, ...]


class PendingHint:
    """At most one hint at a time in a room."""

    def __init__(self) -> None:
        self.wanted: WantedHint | None = None
        self._count = 0

    def next_request(self) -> int:
        """The number of a new request; below zero, because those of bots are above."""
        self._count -= 1
        return self._count
