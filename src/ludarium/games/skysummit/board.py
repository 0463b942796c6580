"""Skysummit: the board, the numbers of the rules and the bit layout of packed moves."""
# not compiled

from __future__ import annotations

SIZE = 5
CELLS = 25
ALL_CELLS = (1 << CELLS) - 1
SUMMIT = 3
DOME = 4
NO_CELL = 31  # the cell of an unplaced worker, and the build of a winning step

# A packed move: source 5 bits, target 5, build 5, worker 2 (seat 0's, then seat 1's), and a bit
# for a placement, whose two cells stand as source and target.
TARGET_SHIFT = 5
BUILD_SHIFT = 10
WORKER_SHIFT = 15
PLACE_FLAG = 1 << 17
CELL_MASK = 31

# The slots of a random move: each pair of cells; or worker, step and build in eight directions.
PLACE_SLOTS = CELLS * CELLS
STEP_SLOTS = 2 * 8 * 8

# Ways to end, in the order of Skysummit.reasons.
NO_LEGAL_MOVES = 1
REACH_LEVEL3 = 2
TURN_LIMIT_ALTITUDE = 3
TURN_LIMIT_PEAK = 4
TURN_LIMIT_DRAW = 5


def move_source(move: int) -> int:
    """The cell a worker leaves, or the first cell of a placement."""
    return move & CELL_MASK


def move_target(move: int) -> int:
    """The cell a worker enters, or the second cell of a placement."""
    return move >> TARGET_SHIFT & CELL_MASK


def move_build(move: int) -> int:
    """The cell built on, NO_CELL for a winning step."""
    return move >> BUILD_SHIFT & CELL_MASK


def move_worker(move: int) -> int:
    """Which of the seat's two workers moves."""
    return move >> WORKER_SHIFT & 1


def neighbour_mask(cell: int) -> int:
    """The neighbours of a cell, as a bit mask."""
    row, col = divmod(cell, SIZE)
    return sum(
        1 << (SIZE * r + c)
        for r in range(max(row - 1, 0), min(row + 2, SIZE))
        for c in range(max(col - 1, 0), min(col + 2, SIZE))
        if (r, c) != (row, col)
    )


def near_cells(cell: int) -> list[int]:
    """The cells in the eight directions, NO_CELL beyond the edge."""
    row, col = divmod(cell, SIZE)
    around = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [
        SIZE * r + c if 0 <= r < SIZE and 0 <= c < SIZE else NO_CELL
        for r, c in around
        if (r, c) != (row, col)
    ]


def symmetric_cells(cell: int) -> list[int]:
    """The images of a cell under the eight symmetries of the square, the identity first."""
    row, col = divmod(cell, SIZE)
    up, left = SIZE - 1 - row, SIZE - 1 - col
    upright = [(row, col), (row, left), (up, col), (up, left)]
    return [SIZE * r + c for r, c in [*upright, *((c, r) for r, c in upright)]]
