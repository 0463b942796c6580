"""Pyramids: the nests at the start, drawn from the seed and equal on every machine."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.bits import MASK_64, SPLITMIX_STEP, mix_bits
from ludarium.games.pyramids.board import CELLS, CENTRE_CELL, COLOUR_LETTERS, COPIES, SIZE

NO_NEST = -1


def draw_nests(seed: int) -> list[int]:
    """The colour of each cell's nest; nests that share a side differ (rule P1)."""
    colours = [NO_NEST] * CELLS
    filled = _fill_board(colours, 0, [COPIES] * len(COLOUR_LETTERS), _random_numbers(seed))
    assert filled, "some arrangement always exists, and the search is complete"
    return colours


def has_equal_neighbours(colours: list[int]) -> bool:
    """Whether two cells that share a side have nests of one colour."""
    return any(
        colours[cell] in _adjacent_colours(colours, cell)
        for cell in range(CELLS)
        if cell != CENTRE_CELL
    )


def _fill_board(colours: list[int], cell: int, left: list[int], chances: Iterator[int]) -> bool:
    """Fill the board from this cell on, with backtracking."""
    if cell == CENTRE_CELL:
        return _fill_board(colours, cell + 1, left, chances)
    if cell == CELLS:
        return True
    for colour in _draw_colours(left, _adjacent_colours(colours, cell), chances):
        colours[cell] = colour
        left[colour] -= 1
        if _fill_board(colours, cell + 1, left, chances):
            return True
        left[colour] += 1
    colours[cell] = NO_NEST
    return False


def _adjacent_colours(colours: list[int], cell: int) -> set[int]:
    """The colours above and to the left of a cell."""
    above = {colours[cell - SIZE]} if cell >= SIZE else set()
    return above | ({colours[cell - 1]} if cell % SIZE else set())


def _draw_colours(left: list[int], barred: set[int], chances: Iterator[int]) -> Iterator[int]:
    """The colours that fit, in random order weighted by the nests left."""
    weights = [0 if colour in barred else count for colour, count in enumerate(left)]
    while total := sum(weights):
        pick = next(chances) % total
        colour = 0
        while pick >= weights[colour]:
            pick -= weights[colour]
            colour += 1
        weights[colour] = 0
        yield colour


def _random_numbers(seed: int) -> Iterator[int]:
    """An endless stream of 64-bit random numbers; every bit of the seed counts."""
    state = mix_bits(seed) if seed >= 0 else mix_bits(~seed) ^ MASK_64
    rest = abs(seed) >> 64
    while rest:
        state = mix_bits(state + SPLITMIX_STEP ^ rest & MASK_64)
        rest >>= 64
    while True:
        state += SPLITMIX_STEP
        yield mix_bits(state)
