"""Reconnect backlog: after a restart, moves wait until reconnecting clients are admitted."""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

from ludarium.server.protocol.codec import ClientMessage, Play
from ludarium.server.runtime.connection import Connection

RECONNECT_WINDOW_S = 10.0  # after a start, in which a move may have to wait
RECONNECT_QUIET_S = 0.2  # without a reconnect: then the clients that were on their way are back
MAX_HELD_S = 8.0  # the longest that a move waits, however many clients reconnect


class HeldMessage(NamedTuple):
    """A queued message, and since when it waits."""

    since: float
    connection: Connection
    message: ClientMessage


class ReconnectBacklog:
    """Queues moves while clients reconnect, and with them later messages of the same tab."""

    def __init__(self, now: float, rooms: bool) -> None:
        self.until = now + RECONNECT_WINDOW_S if rooms else now
        self.last = now
        self.waiting: deque[HeldMessage] = deque()
        self._behind: Counter[str] = Counter()  # messages of each tab that wait

    def note_reconnect(self, now: float) -> None:
        """A client has reconnected."""
        self.last = now

    def hold_message(self, connection: Connection, message: ClientMessage, now: float) -> bool:
        """Queue a message that has to wait; False if it can be handled now."""
        tab = connection.member.tab
        if not self._behind[tab] and not (isinstance(message, Play) and self._is_reconnecting(now)):
            del self._behind[tab]
            return False
        self.waiting.append(HeldMessage(now, connection, message))
        self._behind[tab] += 1
        return True

    def next_ready(self, now: float) -> HeldMessage | None:
        """The first message that need not wait any more, None if there is none yet."""
        if not self.waiting:
            return None
        if self._is_reconnecting(now) and now - self.waiting[0].since < MAX_HELD_S:
            return None
        held = self.waiting.popleft()
        tab = held.connection.member.tab
        self._behind[tab] -= 1
        if not self._behind[tab]:
            del self._behind[tab]
        return held

    def _is_reconnecting(self, now: float) -> bool:
        return now < self.until and now - self.last < RECONNECT_QUIET_S
