"""Time controls: limits for a move or a game, written as text, and the clocks of one game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from ludarium.agents.contender import Allowance
from ludarium.core.errors import InvalidOption

NO_TIME_CONTROL = "none"
MAX_TIME_S = 1_000_000.0  # eleven days
MAX_MOVE_NODES = 1_000_000_000  # fits into compiled counters
# How built-in players divide their time.
MOVES_PER_CLOCK = 30  # a move spends this fraction of the time left on a clock
BUDGET_SHARE = 0.85  # of the limit of a move: a search reads its clock only now and then
REPLY_LAG_S = 0.01  # kept back for the way of the reply
MIN_BUDGET_S = 0.002
TIME_CONTROL_FORM = (
    "Write move=1.0, move=1,bank=10, clock=60+0.6, nodes=20000 or none; nodes may be added."
)


class TimeControl(NamedTuple):
    """Seconds for each move or a clock for the game, and nodes for each move. None: no limit."""

    move: float | None = None
    bank: float = 0.0  # seconds that all moves of a game together may take beyond `move`
    clock: float | None = None
    increment: float = 0.0  # seconds that a move adds to the clock
    nodes: int | None = None

    def __str__(self) -> str:
        """The shortest text of the same time control."""
        parts = []
        if self.move is not None:
            parts.append(f"move={_shortest_text(self.move)}")
        if self.bank:
            parts.append(f"bank={_shortest_text(self.bank)}")
        if self.clock is not None:
            added = f"+{_shortest_text(self.increment)}" if self.increment else ""
            parts.append(f"clock={_shortest_text(self.clock)}{added}")
        if self.nodes is not None:
            parts.append(f"nodes={self.nodes}")
        return ",".join(parts) or NO_TIME_CONTROL

    @property
    def timed(self) -> bool:
        """Whether there is a limit of time."""
        return self.move is not None or self.clock is not None


def read_time_control(written: str) -> TimeControl:
    """Parse a time control. Raises InvalidOption, which names the accepted form."""
    if written == NO_TIME_CONTROL:
        return TimeControl()
    parts = [part.partition("=") for part in written.split(",")]
    given = {name: value for name, _, value in parts}
    if len(given) < len(parts) or not set(given) <= {"move", "bank", "clock", "nodes"}:
        raise _wrong_time_control()
    # A clock and a bank exclude each other: a clock is a bank already.
    if ("move" in given and "clock" in given) or ("bank" in given and "move" not in given):
        raise _wrong_time_control()
    clock, plus, increment = given.get("clock", "").partition("+")
    return TimeControl(
        move=_read_seconds(given["move"]) if "move" in given else None,
        bank=_read_seconds(given["bank"]) if "bank" in given else 0.0,
        clock=_read_seconds(clock) if "clock" in given else None,
        increment=_read_seconds(increment) if plus else 0.0,
        nodes=_read_nodes(given["nodes"]) if "nodes" in given else None,
    )


class GameClocks:
    """The time left to each seat of one game, a pure function of the time spent."""

    def __init__(
        self, control: TimeControl, seats: int, others: Mapping[int, TimeControl] | None = None
    ) -> None:
        """`others` are the time controls of seats that differ."""
        self.controls = [(others or {}).get(seat, control) for seat in range(seats)]
        self.left_s = [_first_time_s(control) for control in self.controls]

    def allowance(self, seat: int) -> Allowance:
        """The limits of the seat's next move."""
        control = self.controls[seat]
        seconds = self.left_s[seat] + (control.move or 0.0) if control.timed else None
        return Allowance(seconds, control.nodes, self._clock_message(control, seconds))

    def spend_time(self, seat: int, seconds: float) -> float:
        """Subtract the time of a move and return the rest, negative for a seat out of time.

        The rest is infinite without a limit, and the bank where each move has its own time.
        """
        control = self.controls[seat]
        left = self.left_s[seat]
        if control.move is not None:
            # A move within its allowance is never late, however the difference is rounded.
            enough = seconds <= left + control.move
            left -= max(seconds - control.move, 0.0)
            left = max(left, 0.0) if enough else left
        elif control.clock is not None:
            left -= seconds
            left += control.increment if left >= 0 else 0.0
        self.left_s[seat] = left
        return left

    def _clock_message(self, control: TimeControl, seconds: float | None) -> dict[str, Any]:
        """The clock of a `turn` message, in whole milliseconds, rounded down."""
        clock: dict[str, Any] = {"limit_ms": None if seconds is None else _whole_ms(seconds)}
        if control.move is not None:
            clock["move_ms"] = _whole_ms(control.move)
        if control.bank or control.clock is not None:
            clock["left_ms"] = [
                None if math.isinf(left) else _whole_ms(left) for left in self.left_s
            ]
        if control.clock is not None:
            clock["increment_ms"] = _whole_ms(control.increment)
        if control.nodes is not None:
            clock["nodes"] = control.nodes
        return clock


def move_budget_s(allowance: Allowance) -> float:
    """The time that a built-in player spends on its next move; 0 without a limit of time.

    A bank is kept in reserve. Of a clock a move spends a fixed fraction.
    """
    if allowance.seconds is None:
        return 0.0
    clock = allowance.clock
    seconds = clock.get("move_ms", 0) / 1000 or allowance.seconds
    if "increment_ms" in clock:
        seconds = allowance.seconds / MOVES_PER_CLOCK + clock["increment_ms"] / 1000
    return max(min(seconds, allowance.seconds) * BUDGET_SHARE - REPLY_LAG_S, MIN_BUDGET_S)


def _first_time_s(control: TimeControl) -> float:
    first = control.bank if control.move is not None else control.clock
    return math.inf if first is None else first


def _whole_ms(seconds: float) -> int:
    # Rounded before the floor: 0.29 s are 290 ms, though 0.29 * 1000 is a little less.
    return max(math.floor(round(seconds * 1000, 3)), 0)


def _shortest_text(seconds: float) -> str:
    return repr(seconds).removesuffix(".0")


def _read_seconds(written: str) -> float:
    try:
        seconds = float(written)
    except ValueError:
        raise _wrong_time_control() from None
    if not 0 < seconds <= MAX_TIME_S:
        raise _wrong_time_control()
    return seconds


def _read_nodes(written: str) -> int:
    if not (written.isascii() and written.isdigit() and 0 < int(written[:12]) <= MAX_MOVE_NODES):
        raise _wrong_time_control()
    return int(written)


def _wrong_time_control() -> InvalidOption:
    return InvalidOption("wrong_time_control", f"That is no time control. {TIME_CONTROL_FORM}")
