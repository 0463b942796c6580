"""The legal moves of a position as a list, for code outside the search."""

from __future__ import annotations

from array import array

from ludarium.core.position import Position, new_move_stack

MAX_LEGAL_MOVES = 4096  # more than any position has
_free_stacks: list[array[int]] = []  # a thread takes one out while it uses it, so none waits


def legal_moves(position: Position) -> list[int]:
    """The legal moves in the order of the rules.

    This module is not compiled, so that an exception of an interpreted game reaches the caller.
    """
    out = _free_stacks.pop() if _free_stacks else new_move_stack(MAX_LEGAL_MOVES)
    found = out[: position.generate(out, 0)].tolist()
    _free_stacks.append(out)
    return found


def has_legal_move(position: Position) -> bool:
    """Whether the seat to move has a legal move."""
    out = _free_stacks.pop() if _free_stacks else new_move_stack(MAX_LEGAL_MOVES)
    count = position.generate(out, 0)
    _free_stacks.append(out)
    return count > 0
