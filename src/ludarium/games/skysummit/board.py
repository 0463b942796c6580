"""Skysummit's board, the numbers of its rules and the layout of its packed moves."""
# not compiled

from __future__ import annotations

SIZE = 5
CELLS = 25
FULL = (1 << CELLS) - 1
SUMMIT = 3
DOME = 4
NOWHERE = 31  # a worker not placed yet, or the build of a winning step

# A packed move: source 5 bits, target 5, build 5, worker 2 (seat 0's, then seat 1's), and a bit
# for a placement, whose two cells stand as source and target.
TARGET = 5
BUILD = 10
WORKER = 15
PLACE = 1 << 17
CELL = 31

# Ways to end, in the order of Skysummit.reasons.
NO_LEGAL_MOVES = 1
REACH_LEVEL3 = 2
TURN_LIMIT_ALTITUDE = 3
TURN_LIMIT_PEAK = 4
TURN_LIMIT_DRAW = 5


def source(move: int) -> int:
    """The cell a worker leaves, or the first cell of a placement."""
    return move & CELL


def target(move: int) -> int:
    """The cell a worker enters, or the second cell of a placement."""
    return move >> TARGET & CELL


def build(move: int) -> int:
    """The cell built on, NOWHERE for a winning step."""
    return move >> BUILD & CELL


def worker(move: int) -> int:
    """Which of the seat's two workers moves."""
    return move >> WORKER & 1


def neighbours(cell: int) -> int:
    """The cells around a cell, as a bit mask."""
    row, col = divmod(cell, SIZE)
    return sum(
        1 << (SIZE * r + c)
        for r in range(max(row - 1, 0), min(row + 2, SIZE))
        for c in range(max(col - 1, 0), min(col + 2, SIZE))
        if (r, c) != (row, col)
    )


def images(cell: int) -> list[int]:
    """Where a cell comes to lie under the square's eight symmetries: as it is, then mirrored."""
    row, col = divmod(cell, SIZE)
    up, left = SIZE - 1 - row, SIZE - 1 - col
    upright = [(row, col), (row, left), (up, col), (up, left)]
    return [SIZE * r + c for r, c in [*upright, *((c, r) for r, c in upright)]]
