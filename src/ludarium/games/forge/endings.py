"""Forge without embers as one class of endings: all positions by number."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from pathlib import Path

import cython

from ludarium.core.endings import EndingCatalogue, EndingClass
from ludarium.core.errors import InvalidOption
from ludarium.core.options import Value
from ludarium.core.position import Position
from ludarium.games.forge.rules import ForgePosition

if not cython.compiled:
    from ludarium.core.bits import count_bits, lowest_bit
    from ludarium.games.forge.board import CELLS, SIZE

TRIOS = 7140  # ways to put three tokens on 36 cells
CELL_BIT = [1 << cell for cell in range(CELLS)]
NO_EMBERS = "no-embers"


@cython.final
@cython.cclass
class ForgeEnding(EndingClass):
    """Three tokens a side, straight drags of any length, seen by the side to move.

    The half-turn of the board exchanges the sides, so the side to move is always side 0. The
    digits of a number: the trio of the side to move, and the other trio.
    """

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(NO_EMBERS, TRIOS * TRIOS)
        self.position = ForgePosition(values)
        self.trio = array("Q", [0]) * TRIOS
        for high in range(CELLS):
            for middle in range(high):
                for low in range(middle):
                    cells = CELL_BIT[low] | CELL_BIT[middle] | CELL_BIT[high]
                    self.trio[self.rank(cells)] = cells
        self.own = 0
        self.other = 0

    def rank(self, cells: int) -> int:
        """The number of a trio."""
        low = lowest_bit(cells)
        cells &= cells - 1
        middle = lowest_bit(cells)
        cells &= cells - 1
        high = lowest_bit(cells)
        total = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2
        return total + low

    def turn_cells(self, cells: int) -> int:
        """The cells after a half-turn of the board."""
        turned = 0
        while cells:
            turned |= CELL_BIT[CELLS - 1 - lowest_bit(cells)]
            cells &= cells - 1
        return turned

    def arrange(self, number: int) -> bool:
        self.own = self.trio[number // TRIOS]
        self.other = self.trio[number % TRIOS]
        if self.own & self.other:
            return False
        self.position.tokens[0] = self.own
        self.position.tokens[1] = self.other
        return not (self.holds_forges(0) or self.holds_forges(1))

    def holds_forges(self, side: int) -> bool:
        held = self.position.tokens[side] & self.position.forges[side]
        return count_bits(held) >= self.position.hold

    def list_exits(self) -> None:
        """A token wins from where a drag ends on the forge that is still missing."""
        self.list_successors()

    def list_successors(self) -> int:
        self.exit_win = 0
        count = 0
        movers = self.own
        other = self.rank(self.turn_cells(self.other))
        while movers:
            source = lowest_bit(movers)
            movers &= movers - 1
            targets = self.position.drag_targets(0, source)
            while targets:
                cells = self.own ^ CELL_BIT[source] | CELL_BIT[lowest_bit(targets)]
                targets &= targets - 1
                if count_bits(cells & self.position.forges[0]) >= self.position.hold:
                    self.exit_win = 1
                self.targets[count] = other * TRIOS + self.rank(self.turn_cells(cells))
                count += 1
        if count == 0:  # a pass
            self.targets[0] = other * TRIOS + self.rank(self.turn_cells(self.own))
            count = 1
        return count

    def list_predecessors(self) -> int:
        """The other side has moved. A token may have come from a closed forge, but not over one."""
        count = 0
        own = self.rank(self.turn_cells(self.own))
        taken = self.own | self.other
        movers = self.other & ~self.position.barred[1]
        while movers:
            target = lowest_bit(movers)
            movers &= movers - 1
            for way in range(4):
                source = self.step(target, way)
                while source >= 0 and not taken & CELL_BIT[source]:
                    cells = self.other ^ CELL_BIT[target] | CELL_BIT[source]
                    wide = self.rank(self.turn_cells(cells))  # 64 bits wide in C
                    self.targets[count] = wide * TRIOS + own
                    count += 1
                    if self.position.barred[1] & CELL_BIT[source]:
                        break
                    source = self.step(source, way)
        if not self.can_move():
            wide = self.rank(self.turn_cells(self.other))
            self.targets[count] = wide * TRIOS + own
            count += 1
        return count

    def step(self, cell: int, way: int) -> int:
        """The next cell up, left, right or down, -1 beyond the edge."""
        if way == 0:
            return cell - SIZE
        if way == 1:
            return cell - 1 if cell % SIZE else -1
        if way == 2:
            return cell + 1 if (cell + 1) % SIZE else -1
        return cell + SIZE if cell + SIZE < CELLS else -1

    def can_move(self) -> bool:
        """Whether the side that is not to move could move."""
        movers = self.other
        while movers:
            if self.position.drag_targets(1, lowest_bit(movers)):
                return True
            movers &= movers - 1
        return False

    def number_of(self, position: Position) -> int:
        own = cython.cast(ForgePosition, position)
        if own.embers or own.left[0] or own.left[1]:
            return -1
        if own.side_to_move():
            first = self.turn_cells(own.tokens[1])
            second = self.turn_cells(own.tokens[0])
        else:
            first = own.tokens[0]
            second = own.tokens[1]
        return self.rank(first) * TRIOS + self.rank(second)

    def arranged_position(self) -> ForgePosition:
        return self.position.copy()


class ForgeEndings(EndingCatalogue):
    """The whole game, if it has no embers."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self.values = values

    def names(self) -> list[str]:
        return [NO_EMBERS]

    def needed_names(self, name: str) -> list[str]:
        if name != NO_EMBERS:
            raise InvalidOption("unknown_ending", f"Forge has no class of endings {name!r}.")
        return []

    def open_class(self, name: str, folder: Path | None = None) -> ForgeEnding:
        return ForgeEnding(self.values)

    def count_numbers(self, name: str) -> int:
        return TRIOS * TRIOS

    def is_shipped(self, name: str) -> bool:
        return False
