"""The rules contract: a small mutable position, played by packed integer moves."""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence

import cython

from ludarium.core.constants import DRAW, ONGOING, UNDO_DEPTH

if not cython.compiled:
    from ludarium.core.bits import SPLITMIX_STEP, mix_bits
    from ludarium.core.constants import NO_MOVE, SLOT_DRAWS

# Entries of the move stack: the moves of all plies of the deepest line of a search.
MOVE_STACK_SIZE = 1 << 17
MoveStack = MutableSequence[int]

__all__ = [
    "DRAW",
    "MOVE_STACK_SIZE",
    "ONGOING",
    "UNDO_DEPTH",
    "MoveStack",
    "Position",
    "new_move_stack",
]


def new_move_stack(size: int = MOVE_STACK_SIZE) -> array[int]:
    """A new flat stack of packed moves; all plies of a search share one."""
    return array("I", bytes(4 * size))


class Position:
    """One game in play; a game subclasses it in its `rules` module."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.to_move = 0
        self.verdict = ONGOING  # or DRAW, or the winning seat
        self.reason = 0  # counts from 1 in the game's `reasons`

    # A game writes these.

    def generate(self, out: MoveStack, at: int) -> int:
        """Write the legal moves to `out[at:end]`, in the order of the rules, and return `end`.

        Entries beyond `end` have no meaning; `out` has room for more than all moves.
        """
        raise NotImplementedError

    def play(self, move: int) -> None:
        """Play a legal move; the caller is trusted."""
        raise NotImplementedError

    def undo(self) -> None:
        """Undo the last move played on this object; the verdict is ONGOING again."""
        raise NotImplementedError

    def key(self) -> int:
        """A 64-bit key: equal futures have equal keys, different futures different ones."""
        raise NotImplementedError

    def copy(self) -> Position:
        """An independent equal position; it cannot undo earlier moves."""
        raise NotImplementedError

    # A game overrides this if a seat without a legal move does not simply lose.

    def no_moves_verdict(self) -> None:
        """Set the verdict for a seat without a legal move: the next seat wins, by reason 1."""
        self.verdict = (self.to_move + 1) % self.seats  # rule G5
        self.reason = 1

    # A compiled game overrides this if the root of a search has other moves than the rest.

    def become_root(self) -> None:
        """Become the root of the next search. Self-play calls it after every move that it plays."""

    # A compiled game may override these, to draw a move faster than by a list of all.

    def count_slots(self) -> int:
        """The number of slots from which a random move is drawn; 0 to draw it from the list."""
        return 0

    def move_in_slot(self, slot: int) -> int:
        """The legal move in a slot, or NO_MOVE.

        Each legal move is in exactly one slot, or all slots are empty. So a slot drawn again and
        again until it holds a move draws every move with the same chance.
        """
        return NO_MOVE

    def draw_move(self, scratch: MoveStack, drawn: int) -> int:
        """The legal move that 64 random bits draw, each with the same chance, or NO_MOVE.

        It is drawn from the slots, or without slots from the list of `generate`. Every override
        draws the same move as this one. It may overwrite `scratch`.
        """
        slots = self.count_slots()
        if slots == 0:
            return self.draw_listed_move(scratch, drawn)
        bits = drawn
        for _ in range(SLOT_DRAWS):
            move = self.move_in_slot((bits >> 32) * slots >> 32)
            if move != NO_MOVE:
                return move
            drawn += SPLITMIX_STEP
            bits = mix_bits(drawn)
        return self.draw_listed_move(scratch, bits)

    def draw_listed_move(self, scratch: MoveStack, drawn: int) -> int:
        """The legal move that 64 random bits draw from the list of `generate`, or NO_MOVE."""
        count = self.generate(scratch, 0)
        return scratch[(drawn >> 32) * count >> 32] if count else NO_MOVE
