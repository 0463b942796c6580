"""Forge: lines and ways over the board, on bit masks of the 36 cells."""

from __future__ import annotations

import cython

from ludarium.games.forge.board import (
    ALL_CELLS,
    CELLS,
    NOT_FIRST_COLUMN,
    NOT_LAST_COLUMN,
    straight_lines,
)

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.core.constants import NO_MOVE
    from ludarium.games.forge.board import LINE_CELLS, SEAT_TOKENS, SIZE, TARGET_SHIFT

# For every cell the ten others of its row and its column, and the cells up to each of them.
LINE_ENDS = [[end for end, _ in straight_lines(cell)] for cell in range(CELLS)]
LINES = [[cells for _, cells in straight_lines(cell)] for cell in range(CELLS)]


def spread_cells(cells: int) -> int:
    """The cells and their neighbours. The result has bits beyond the board: mask it."""
    return (
        cells
        | cells << SIZE
        | cells >> SIZE
        | (cells & NOT_LAST_COLUMN) << 1
        | (cells & NOT_FIRST_COLUMN) >> 1
    )


@cython.final
@cython.cclass
class Tracks:
    """Finds drags and ways by flood fills."""

    def __init__(self, reach: int, straight: bool) -> None:
        self.reach = reach
        self.straight = straight
        self.trail = [0] * 37

    def cells_in_one_drag(self, cells: int, free: int) -> int:
        """The cells, free or not, that one drag over free cells joins to one of these.

        A drag can be made in both directions. So these are the targets of the tokens on the cells,
        and the places of tokens that can be dragged to the cells.
        """
        met = 0
        if self.straight:
            up = down = left = right = cells
            for _ in range(min(self.reach, SIZE - 1)):
                up = up >> SIZE
                down = down << SIZE & ALL_CELLS
                left = (left & NOT_FIRST_COLUMN) >> 1
                right = (right & NOT_LAST_COLUMN) << 1
                met |= up | down | left | right
                up &= free
                down &= free
                left &= free
                right &= free
            return met
        for _ in range(self.reach):
            up = spread_cells(cells) & ALL_CELLS
            if up & ~met == 0:
                break
            met |= up
            cells |= up & free
        return met

    def drag_in_slot(self, tokens: int, free: int, slot: int) -> int:
        """The packed straight drag of a token to one of the ten cells in line, or NO_MOVE."""
        for number in range(SEAT_TOKENS - 1):  # without a branch
            tokens &= tokens - (number < slot // LINE_CELLS)
        source = lowest_bit(tokens)
        line = LINES[source][slot % LINE_CELLS]
        if line & ~free or count_bits(line) > self.reach:
            return NO_MOVE
        return source | LINE_ENDS[source][slot % LINE_CELLS] << TARGET_SHIFT

    def cutting_cells(self, tokens: int, forges: int, walkable: int) -> int:
        """The cells between that every way from the tokens to the forges crosses."""
        found = 0
        suspects = self.shortest_way(tokens, forges, walkable) & ~(tokens | forges)
        while suspects:
            cell = suspects & -suspects
            detour = self.shortest_way(tokens, forges, walkable & ~cell)
            if detour:
                suspects &= detour  # a cell on only one of two ways cuts nothing off
            else:
                found |= cell
                suspects ^= cell
        return found

    def shortest_way(self, tokens: int, forges: int, walkable: int) -> int:
        """The cells of a shortest way from a token to a forge, 0 if there is none."""
        seen = forges
        length = 0
        while seen & tokens == 0:
            self.trail[length] = seen
            wider = spread_cells(seen) & walkable
            if wider == seen:
                return 0
            seen = wider
            length += 1
        cell = seen & tokens
        cell &= -cell
        found = cell
        while length:
            length -= 1
            cell = spread_cells(cell) & self.trail[length]
            cell &= -cell
            found |= cell
        return found
