"""Skysummit's opening: the placements, which are alike if the square's symmetries join them."""

from __future__ import annotations

from ludarium.games.skysummit.board import CELLS, NOWHERE, images
from ludarium.games.skysummit.rules import SkysummitPosition

# With fewer turns the altitude at the limit decides, and other placements are good.
LEAST_TURNS = 50
WAYS = 8
WORKER_BITS = 5
# Way by way where each cell goes; workers that are not placed stay where they are.
GONE = [
    [images(cell)[way] if cell < CELLS else NOWHERE for cell in range(NOWHERE + 1)]
    for way in range(WAYS)
]


def placing(position: SkysummitPosition) -> bool:
    """Whether workers are yet to be placed, in a game that is long enough."""
    return position.ply < 2 and position.turn_limit >= LEAST_TURNS


def canonical_key(position: SkysummitPosition) -> int:
    """The least number that the workers' cells make in any of the eight ways to look at them.

    Nothing is built before the placements are over, so the workers are all there is.
    """
    a, b, c, d = position.where
    return min(
        _pair(gone[a], gone[b]) << 2 * WORKER_BITS | _pair(gone[c], gone[d]) for gone in GONE
    )


def _pair(cell: int, other: int) -> int:
    """Two workers of a seat, whichever is which."""
    return min(cell, other) << WORKER_BITS | max(cell, other)
