"""Where the nests stand at the start: drawn from the seed, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.bits import MASK_64, mix_bits
from ludarium.games.pyramids.board import CELLS, CENTRE, COLOURS, COPIES, SIZE

NO_NEST = -1
GAMMA = 0x9E3779B97F4A7C15  # the step of the splitmix64 generator


def draw(seed: int) -> list[int]:
    """The colour of each cell's nest; no two that share a side are alike (rule P1)."""
    colours = [NO_NEST] * CELLS
    filled = _fill(colours, 0, [COPIES] * len(COLOURS), _chances(seed))
    assert filled, "some arrangement always exists, and the search is complete"
    return colours


def has_equal_neighbours(colours: list[int]) -> bool:
    """Whether two cells that share a side have nests of one colour."""
    return any(colours[cell] in _before(colours, cell) for cell in range(CELLS) if cell != CENTRE)


def _fill(colours: list[int], cell: int, left: list[int], chances: Iterator[int]) -> bool:
    """Fill the board from this cell on; a dead end takes the last choice back."""
    if cell == CENTRE:
        return _fill(colours, cell + 1, left, chances)
    if cell == CELLS:
        return True
    for colour in _order(left, _before(colours, cell), chances):
        colours[cell] = colour
        left[colour] -= 1
        if _fill(colours, cell + 1, left, chances):
            return True
        left[colour] += 1
    colours[cell] = NO_NEST
    return False


def _before(colours: list[int], cell: int) -> set[int]:
    """The colours above and to the left of a cell."""
    above = {colours[cell - SIZE]} if cell >= SIZE else set()
    return above | ({colours[cell - 1]} if cell % SIZE else set())


def _order(left: list[int], barred: set[int], chances: Iterator[int]) -> Iterator[int]:
    """The colours that fit, in a drawn order: likelier the more nests of it are left."""
    weights = [0 if colour in barred else count for colour, count in enumerate(left)]
    while total := sum(weights):
        pick = next(chances) % total
        colour = 0
        while pick >= weights[colour]:
            pick -= weights[colour]
            colour += 1
        weights[colour] = 0
        yield colour


def _chances(seed: int) -> Iterator[int]:
    """An endless stream of 64-bit numbers; every bit of a seed of any length counts."""
    state = mix_bits(seed) if seed >= 0 else mix_bits(~seed) ^ MASK_64
    rest = abs(seed) >> 64
    while rest:
        state = mix_bits(state + GAMMA ^ rest & MASK_64)
        rest >>= 64
    while True:
        state += GAMMA
        yield mix_bits(state)
