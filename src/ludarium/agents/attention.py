"""Attention: how likely a person is to notice a move, by its distance, urgency and direction.

Weak levels err by it. They overlook moves, and answers to their own moves, that are far away, quiet
or diagonal, and seldom one in plain sight. The terms come from click paths and scenes alone, so
they hold for every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.core.scene import parse_spot

Place = tuple[str, int, int]  # grid, row, column

# The exponents of a move in plain sight, and what is added for one that is hard to see.
PLAIN_WEIGHT = 0.15
FAR_WEIGHT = 0.4
QUIET_WEIGHT = 0.35
DIAGONAL_WEIGHT = 0.2
NEAR_CELLS = 2  # so many cells from the focus a move is as near as it can be
FAR_CELLS = 5  # from here on it is as far as it can be
PLACE_CACHE_SIZE = 1 << 15  # pairs of cells: those of a board of 180 cells


def notice_chance(attention: float, weight: float) -> float:
    """The chance that a move of this weight is noticed; `attention` 1 notices all, 0 none."""
    return float(attention**weight)


def move_weight(path: Sequence[str], focus: Sequence[Place], quiet: bool) -> float:
    """How hard a move is to notice: its step is long or diagonal, its end far from the focus."""
    cells = path_places(path)
    steps = list(pairwise(cells))
    far = max((_farness(cell_distance(*step), 1) for step in steps), default=0.0)
    if cells and focus:
        near = min(cell_distance(cells[-1], place) for place in focus)
        far = max(far, _farness(near, NEAR_CELLS))
    diagonal = any(_is_diagonal(*step) for step in steps)
    return PLAIN_WEIGHT + FAR_WEIGHT * far + QUIET_WEIGHT * quiet + DIAGONAL_WEIGHT * diagonal


@lru_cache(PLACE_CACHE_SIZE)
def cell_distance(one: Place, other: Place) -> int:
    """The steps of a king between two cells; another grid is far away."""
    if one[0] != other[0]:
        return FAR_CELLS
    return max(abs(one[1] - other[1]), abs(one[2] - other[2]))


def opposing_places(game: AnyGame, position: Position, seat: int) -> list[Place]:
    """The cells of all tokens that belong to other seats."""
    tokens = game.scene(position).tokens
    spots = (parse_spot(token.at) for token in tokens if token.seat not in (None, seat))
    return [spot for spot in spots if spot is not None]


def path_places(path: Sequence[str]) -> list[Place]:
    """The cells of a click path."""
    return [cell for cell in map(_find_place, path) if cell is not None]


@lru_cache(PLACE_CACHE_SIZE)
def _find_place(spot: str) -> Place | None:
    return parse_spot(spot)


def _farness(cells: int, near: int) -> float:
    """From 0 for a distance that is near to 1 for one that is far."""
    return min(max(cells - near, 0) / (FAR_CELLS - near), 1.0)


def _is_diagonal(one: Place, other: Place) -> bool:
    return one[0] == other[0] and one[1] != other[1] and one[2] != other[2]
