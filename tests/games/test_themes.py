"""The dark colours of the games: pieces differ from cells and from each other."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from ludarium import games
from ludarium.core.registry import find_game
from ludarium.core.theme import Palette

ON_CELL = 0.15  # distances in OKLab, where black to white is 1
BETWEEN_SEATS = 0.12
M1 = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
M2 = (
    (0.2104542553, 0.793617785, -0.0040720468),
    (1.9779984951, -2.428592205, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.808675766),
)


def oklab(colour: str) -> tuple[float, ...]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    cones = [sum(a * b for a, b in zip(row, linear, strict=True)) ** (1 / 3) for row in M1]
    return tuple(sum(a * b for a, b in zip(row, cones, strict=True)) for row in M2)


def distance(one: str, other: str) -> float:
    return math.dist(oklab(one), oklab(other))


def dark_palettes() -> list[tuple[str, Palette]]:
    found = []
    for name in games():
        theme = find_game(name).theme
        if theme is None or theme.dark is None or not theme.dark.cell_a:
            continue  # the client's own colours, which its tests measure
        if seats := theme.dark.seats or theme.seats:
            dark = Palette(seats=seats, cell_a=theme.dark.cell_a, cell_b=theme.dark.cell_b)
            found.append((name, dark))
    return found


@pytest.mark.parametrize(
    ("name", "palette"), dark_palettes(), ids=[name for name, _ in dark_palettes()]
)
def test_pieces_are_told_apart_from_cells_and_from_each_other(name: str, palette: Palette) -> None:
    for seat in palette.seats:
        assert min(distance(seat, cell) for cell in (palette.cell_a, palette.cell_b)) > ON_CELL
    for one, other in combinations(palette.seats, 2):
        assert distance(one, other) > BETWEEN_SEATS
