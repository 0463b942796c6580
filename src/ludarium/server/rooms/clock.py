"""The clock of a game: the time that each seat has left; the caller passes the time in."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.server.protocol.codec import ClockTimes
from ludarium.server.protocol.room_setup import ClockRule


class Clock:
    """Runs for one seat at a time, from `since` on; a turn of several steps is one turn.

    It starts with the first move of the game: that move costs no time and earns none. A takeback
    of it does not stop the clock.
    """

    def __init__(self, rule: ClockRule, seats: int) -> None:
        self.rule = rule
        self.left = [rule.seconds] * seats if rule.kind != "none" else []
        self.seat: int | None = None  # whose turn it is
        self.since = 0.0
        self.started = False  # by the first move
        self.stopped = False

    def begin(self, seat: int, now: float) -> None:
        """A turn of the seat begins."""
        self.seat = seat
        self.since = now
        if self.rule.kind == "move":
            self.left = [self.rule.seconds] * len(self.left)

    def end(self, left: Sequence[float] = ()) -> None:
        """The game is over; `left` is what was left then."""
        self.seat = None
        self.since = 0.0  # of no seat: a replay of the moves gives the same clock
        self.left = list(left) or self.left

    def elapsed(self, now: float) -> float:
        """What has passed since the turn's beginning or its last step."""
        return max(now - self.since, 0.0) if self.started and not self.stopped else 0.0

    def after(self, now: float, over: bool, took: float | None = None) -> tuple[float, ...]:
        """What each seat has left if a move is played now; `over` if it ends the seat's turn.

        `took` is counted in place of the time that passed: a bot's wait for a processor is not
        its fault.
        """
        if not self.left or self.seat is None or not self.started:
            return tuple(self.left)
        spent = self.elapsed(now) if took is None else took
        own = max(self.left[self.seat] - spent, 0.0)
        if over and self.rule.kind == "fischer":
            own += self.rule.extra
        elif over and self.rule.kind == "bronstein":
            own += min(spent, self.rule.extra)
        return tuple(
            round(own, 3) if seat == self.seat else left for seat, left in enumerate(self.left)
        )

    def set(self, left: Sequence[float], seat: int, now: float) -> None:
        """Go on after a move: the same seat's turn, or the next one's."""
        if not self.left:
            return
        before = self.seat
        self.left = list(left)
        self.since = now
        self.started = True
        if seat != before:
            self.begin(seat, now)

    def deadline(self) -> float | None:
        """When the seat whose turn it is runs out of time, None if it does not."""
        if not self.left or self.seat is None or self.stopped or not self.started:
            return None
        return self.since + self.left[self.seat]

    def stop(self) -> None:
        """Stop the time, as from the last move on: the server was down."""
        self.stopped = True
        self.since = 0.0  # until it is resumed

    def resume(self, now: float) -> None:
        """Time runs again."""
        self.since = now
        self.stopped = False

    def clock_times(self, now: float) -> ClockTimes | None:
        """The times for clients."""
        if not self.left:
            return None
        running = self.seat if self.started and not self.stopped else None
        return ClockTimes(self.after(now, over=False), running, now)
