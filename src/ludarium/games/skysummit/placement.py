"""Skysummit: the opening book covers the placements, up to symmetry of the square."""

from __future__ import annotations

from ludarium.games.skysummit.board import CELLS, NO_CELL, symmetric_cells
from ludarium.games.skysummit.rules import SkysummitPosition

# In shorter games the altitude at the limit decides, and other placements are good.
MIN_BOOK_TURNS = 50
SYMMETRIES = 8
WORKER_BITS = 5
# The image of each cell under each symmetry; unplaced workers stay NO_CELL.
CELL_IMAGES = [
    [symmetric_cells(cell)[way] if cell < CELLS else NO_CELL for cell in range(NO_CELL + 1)]
    for way in range(SYMMETRIES)
]


def in_book(position: SkysummitPosition) -> bool:
    """Whether workers are still to be placed, in a game long enough for the book."""
    return position.ply < 2 and position.turn_limit >= MIN_BOOK_TURNS


def canonical_key(position: SkysummitPosition) -> int:
    """The smallest number that the workers' cells give under the eight symmetries.

    Nothing is built before the placements end, so the workers are the whole position.
    """
    a, b, c, d = position.where
    return min(
        _pack_pair(image[a], image[b]) << 2 * WORKER_BITS | _pack_pair(image[c], image[d])
        for image in CELL_IMAGES
    )


def _pack_pair(cell: int, other: int) -> int:
    """Pack the two workers of a seat in any order into one number."""
    return min(cell, other) << WORKER_BITS | max(cell, other)
