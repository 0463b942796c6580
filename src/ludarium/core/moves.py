"""The legal moves of a position as a list, for callers in no hurry."""

from __future__ import annotations

from ludarium.core.position import Position, move_stack

MOST_MOVES = 4096  # more than any position has


def legal(position: Position) -> list[int]:
    """The legal moves in the order of the rules.

    Not compiled, so that an error in a game that is not compiled reaches the caller.
    """
    out = move_stack(MOST_MOVES)
    return list(out[: position.generate(out, 0)])
