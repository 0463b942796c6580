"""The legal moves of a position as a list, for callers in no hurry."""

from __future__ import annotations

from ludarium.core.position import MoveStack, Position, move_stack

MOST_MOVES = 4096  # more than any position has
_spare: list[MoveStack] = []  # taken out while in use, so that threads need not wait


def legal(position: Position) -> list[int]:
    """The legal moves in the order of the rules.

    Not compiled, so that an error in a game that is not compiled reaches the caller.
    """
    out = _spare.pop() if _spare else move_stack(MOST_MOVES)
    found = list(out[: position.generate(out, 0)])
    _spare.append(out)
    return found


def movable(position: Position) -> bool:
    """Whether there is a legal move."""
    out = _spare.pop() if _spare else move_stack(MOST_MOVES)
    count = position.generate(out, 0)
    _spare.append(out)
    return count > 0
