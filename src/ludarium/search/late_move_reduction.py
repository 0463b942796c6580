"""Late-move reductions: quiet moves that come late in the order are searched less deep."""

from __future__ import annotations

import math
from array import array

import cython

from ludarium.core.evaluator import Evaluator

REDUCED_DEPTHS = 64  # deeper nodes and later moves are reduced as much as the last ones here


def reduction_table() -> list[int]:
    """The reduction of the n-th move at each depth, in hundredths of a ply."""
    logs = [0.0, *(math.log(i) for i in range(1, REDUCED_DEPTHS))]
    return [int(40 + 44 * at_depth * of_move) for at_depth in logs for of_move in logs]


@cython.final
@cython.cclass
class LateMoveReduction:
    """The reductions of one search, scaled by the game's evaluator."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.table = array("i", reduction_table())

    def count_plies(self, depth: int, move_count: int, pv: bool, improving: bool, rank: int) -> int:
        """The plies by which a late quiet move is reduced."""
        last = REDUCED_DEPTHS - 1
        hundredths = self.table[REDUCED_DEPTHS * min(depth, last) + min(move_count, last)]
        if not pv:
            hundredths += 60
        if not improving:
            hundredths += self.evaluator.worse_move_reduction
        points = self.evaluator.history_reduction
        hundredths -= max(-100, min(rank // points if rank > 0 else -(-rank // points), 100))
        plies = max(hundredths, 0) * self.evaluator.reduction_percent // 10_000
        return min(plies, depth - 2)
