"""Perft: counts the positions at a depth by playing and undoing every move."""

from __future__ import annotations

from ludarium.core.position import MoveStack, Position, new_move_stack


def perft(position: Position, depth: int) -> int:
    """Count the positions `depth` plies below; a finished game has none."""
    return _count_positions(position, depth, new_move_stack(), 0)


def _count_positions(position: Position, depth: int, out: MoveStack, at: int) -> int:
    if depth == 0:
        return 1
    end = position.generate(out, at)
    total = 0
    for i in range(at, end):
        position.play(out[i])
        if depth == 1:
            total += 1
        else:
            total += _count_positions(position, depth - 1, out, end)
        position.undo()
    return total
