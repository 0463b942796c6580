"""Time controls: what a move or a game may take, written as text, and the clocks that follow it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ludarium.agents.contender import Allowance
from ludarium.core.errors import InvalidOption

NONE = "none"
LARGEST = 1_000_000.0  # seconds, and that is eleven days
MOST_NODES = 1_000_000_000  # compiled counters hold it
# How players of our own divide their time.
SHARE = 30  # of what is left on a clock, one for each move
CAUTION = 0.85  # of what a move may take, for a search looks at its clock now and then only
LAG = 0.01
LEAST = 0.002
FORM = "Write move=1.0, move=1,bank=10, clock=60+0.6, nodes=20000 or none; nodes may be added."


class TimeControl(NamedTuple):
    """Seconds for each move, or a clock for the game; and nodes for each move. None: no limit."""

    move: float | None = None
    bank: float = 0.0  # what a game's moves may take together beyond `move`
    clock: float | None = None
    increment: float = 0.0  # what a move adds to the clock
    nodes: int | None = None

    def __str__(self) -> str:
        """The shortest text that is read as the same time control."""
        parts = []
        if self.move is not None:
            parts.append(f"move={_short(self.move)}")
        if self.bank:
            parts.append(f"bank={_short(self.bank)}")
        if self.clock is not None:
            added = f"+{_short(self.increment)}" if self.increment else ""
            parts.append(f"clock={_short(self.clock)}{added}")
        if self.nodes is not None:
            parts.append(f"nodes={self.nodes}")
        return ",".join(parts) or NONE

    @property
    def timed(self) -> bool:
        """Whether time is limited at all."""
        return self.move is not None or self.clock is not None


def read(written: str) -> TimeControl:
    """The time control that a text names, or InvalidOption with what it should look like."""
    if written == NONE:
        return TimeControl()
    parts = [part.partition("=") for part in written.split(",")]
    given = {name: value for name, _, value in parts}
    if len(given) < len(parts) or not set(given) <= {"move", "bank", "clock", "nodes"}:
        raise _refused()
    # A clock is a bank already.
    if ("move" in given and "clock" in given) or ("bank" in given and "move" not in given):
        raise _refused()
    clock, plus, increment = given.get("clock", "").partition("+")
    return TimeControl(
        move=_seconds(given["move"]) if "move" in given else None,
        bank=_seconds(given["bank"]) if "bank" in given else 0.0,
        clock=_seconds(clock) if "clock" in given else None,
        increment=_seconds(increment) if plus else 0.0,
        nodes=_nodes(given["nodes"]) if "nodes" in given else None,
    )


class Clocks:
    """The clocks of one game: what each seat has left, a pure function of what it spent."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        first = control.bank if control.move is not None else control.clock
        self.left = [math.inf if first is None else first] * seats

    def allowance(self, seat: int) -> Allowance:
        """What the seat's next move may spend."""
        control = self.control
        seconds = self.left[seat] + (control.move or 0.0) if control.timed else None
        return Allowance(seconds, control.nodes, self._told(seconds))

    def spend(self, seat: int, seconds: float) -> float:
        """Count a move's time and give what is left, below zero for a seat that is out of time.

        Without any limit that is infinite, and of a time for each move it is the bank.
        """
        control = self.control
        left = self.left[seat]
        if control.move is not None:
            # What was allowed is never too much, however the difference is rounded.
            enough = seconds <= left + control.move
            left -= max(seconds - control.move, 0.0)
            left = max(left, 0.0) if enough else left
        elif control.clock is not None:
            left -= seconds
            left += control.increment if left >= 0 else 0.0
        self.left[seat] = left
        return left

    def _told(self, seconds: float | None) -> dict[str, Any]:
        """The clock as agents are told, in milliseconds that are whole and never too many."""
        control = self.control
        clock: dict[str, Any] = {"limit_ms": None if seconds is None else _ms(seconds)}
        if control.move is not None:
            clock["move_ms"] = _ms(control.move)
        if control.bank or control.clock is not None:
            clock["left_ms"] = [_ms(left) for left in self.left]
        if control.clock is not None:
            clock["increment_ms"] = _ms(control.increment)
        if control.nodes is not None:
            clock["nodes"] = control.nodes
        return clock


def budget(allowance: Allowance) -> float:
    """What a thrifty player takes for its next move, in seconds; 0 if time is not limited.

    A bank is left for bad luck, and of a clock a share is taken that it can go on with.
    """
    if allowance.seconds is None:
        return 0.0
    clock = allowance.clock
    seconds = clock.get("move_ms", 0) / 1000 or allowance.seconds
    if "increment_ms" in clock:
        seconds = allowance.seconds / SHARE + clock["increment_ms"] / 1000
    return max(min(seconds, allowance.seconds) * CAUTION - LAG, LEAST)


def _ms(seconds: float) -> int:
    # Rounded first, for 0.29 seconds are 290 ms though 0.29 * 1000 is a little less.
    return max(math.floor(round(seconds * 1000, 3)), 0)


def _short(seconds: float) -> str:
    return repr(seconds).removesuffix(".0")


def _seconds(written: str) -> float:
    try:
        seconds = float(written)
    except ValueError:
        raise _refused() from None
    if not 0 < seconds <= LARGEST:
        raise _refused()
    return seconds


def _nodes(written: str) -> int:
    if not (written.isascii() and written.isdigit() and 0 < int(written[:12]) <= MOST_NODES):
        raise _refused()
    return int(written)


def _refused() -> InvalidOption:
    return InvalidOption("wrong_time_control", f"That is no time control. {FORM}")
