"""The contract of rules: a small mutable position, played forward by packed integer moves."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

from ludarium.core.constants import DRAW, HORIZON, ONGOING, UNDO_DEPTH

# Every move of every ply of the deepest line that a search looks at.
MOVE_STACK = 1 << 17
MoveStack = MutableSequence[int]

__all__ = [
    "DRAW",
    "HORIZON",
    "MOVE_STACK",
    "ONGOING",
    "UNDO_DEPTH",
    "MoveStack",
    "Position",
    "move_stack",
]


def move_stack(size: int = MOVE_STACK) -> MoveStack:
    """A flat stack of packed moves, shared by all plies of a search."""
    return array("I", bytes(4 * size))


class Position:
    """The state of one game in play; each game subclasses it in its `rules` module."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.to_move = 0
        self.verdict = ONGOING  # or DRAW, or the winning seat
        self.reason = 0  # counts from 1 in the game's `reasons`

    # A game writes these.

    def generate(self, out: MoveStack, at: int) -> int:
        """Write the legal moves to `out[at:end]`, in the order of the rules, and return `end`.

        What it leaves beyond `end` means nothing, so `out` has room for more than all moves.
        """
        raise NotImplementedError

    def play(self, move: int) -> None:
        """Play one of the legal moves; trusts its caller."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take back the last move played on this object; the verdict is ONGOING again."""
        raise NotImplementedError

    def key(self) -> int:
        """64 bits that are equal for equal futures and differ for different ones."""
        raise NotImplementedError

    def copy(self) -> Position:
        """An equal position of its own, which cannot undo what was played before."""
        raise NotImplementedError

    # A game overrides this if a seat without a legal move does not simply lose.

    def no_moves_verdict(self) -> None:
        """Set the verdict for a seat without a legal move: the next seat wins, by reason 1."""
        self.verdict = (self.to_move + 1) % self.seats  # rule G5
        self.reason = 1
