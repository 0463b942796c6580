"""Arrivals: after a restart, those who come back go before those who play on already."""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

from ludarium.server.protocol.codec import ClientMessage, Play
from ludarium.server.transport.connection import Connection

GATHERING = 10.0  # seconds after the start in which a move may have to wait
QUIET = 0.2  # seconds without an arrival: then everybody who was on the way is here
LONGEST = 8.0  # seconds that a move waits, however many come


class Held(NamedTuple):
    """A message that waits, and since when."""

    since: float
    connection: Connection
    message: ClientMessage


class Arrivals:
    """Holds moves back while others arrive, and with them what the same tab says after."""

    def __init__(self, now: float, rooms: bool) -> None:
        self.until = now + GATHERING if rooms else now
        self.last = now
        self.waiting: deque[Held] = deque()
        self._behind: Counter[str] = Counter()  # messages of each tab that wait

    def note(self, now: float) -> None:
        """Somebody has arrived."""
        self.last = now

    def holds(self, connection: Connection, message: ClientMessage, now: float) -> bool:
        """Whether a message has to wait; then it is kept."""
        tab = connection.member.tab
        if not self._behind[tab] and not (isinstance(message, Play) and self._busy(now)):
            del self._behind[tab]
            return False
        self.waiting.append(Held(now, connection, message))
        self._behind[tab] += 1
        return True

    def next(self, now: float) -> Held | None:
        """The first that need not wait any more, None if there is none yet."""
        if not self.waiting:
            return None
        if self._busy(now) and now - self.waiting[0].since < LONGEST:
            return None
        held = self.waiting.popleft()
        tab = held.connection.member.tab
        self._behind[tab] -= 1
        if not self._behind[tab]:
            del self._behind[tab]
        return held

    def _busy(self, now: float) -> bool:
        return now < self.until and now - self.last < QUIET
