"""Correction history: how wrong static evaluations were after each move."""

from __future__ import annotations

from array import array

import cython

if not cython.compiled:
    from ludarium.core.constants import DECIDED_SCORE
    from ludarium.search.bounds import (
        CORRECTION_ERROR_LIMIT,
        CORRECTION_MAX,
        CORRECTION_POINTS,
        CORRECTION_SIZE,
    )


@cython.final
@cython.cclass
class CorrectionHistory:
    """Counters of the errors of static evaluations, by the mixed bits of the last move."""

    def __init__(self) -> None:
        self.counters = array("h", bytes(2 * CORRECTION_SIZE))

    def clear(self) -> None:
        """Forget all errors."""
        for i in range(CORRECTION_SIZE):
            self.counters[i] = 0

    def read_points(self, mixed: int) -> int:
        """The points to add to a static evaluation."""
        counter = self.counters[mixed & (CORRECTION_SIZE - 1)]
        # C and Python divide negative numbers differently.
        return (
            counter * CORRECTION_POINTS // CORRECTION_MAX
            if counter > 0
            else -(-counter * CORRECTION_POINTS // CORRECTION_MAX)
        )

    def learn_value(
        self, mixed: int, static: int, value: int, alpha: int, beta: int, depth: int
    ) -> None:
        """Move a counter towards the error of a static evaluation that a search has found.

        A decided value says nothing about points, and a bound nothing on its other side.
        """
        if value > DECIDED_SCORE or value < -DECIDED_SCORE:
            return
        if beta <= value <= static or static <= value <= alpha:
            return
        at = mixed & (CORRECTION_SIZE - 1)
        change = max(-CORRECTION_ERROR_LIMIT, min((value - static) * depth, CORRECTION_ERROR_LIMIT))
        decay = self.counters[at] * abs(change)
        self.counters[at] += change - (
            decay // CORRECTION_MAX if decay > 0 else -(-decay // CORRECTION_MAX)
        )
