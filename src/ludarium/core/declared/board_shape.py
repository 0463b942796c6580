"""A rectangular board whose cells have numbers: names, hotspots and neighbours of cells."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.core.scene import (
    COMPASS,
    Event,
    Grid,
    cell_name,
    cell_spot,
    parse_cell_name,
    parse_spot,
)


class BoardShape:
    """A grid of `rows` by `cols` cells, numbered along the rows from the top left."""

    def __init__(self, rows: int, cols: int, id: str = "board") -> None:
        if not (1 <= rows <= 99 and 1 <= cols <= 26):
            raise ValueError("a board has 1 to 99 rows and 1 to 26 columns")
        self.rows = rows
        self.cols = cols
        self.id = id
        self.cells = rows * cols
        self.grid = Grid(id, rows, cols)
        self.neighbours = {  # of every cell, by direction; compiled rules read it too
            direction: tuple(
                self.cell_at(row + down, col + right) for row in range(rows) for col in range(cols)
            )
            for direction, (down, right) in COMPASS.items()
        }

    def spot(self, cell: int) -> str:
        """The hotspot of a cell: where tokens stand and paths lead."""
        return cell_spot(self.id, *divmod(cell, self.cols))

    def name(self, cell: int) -> str:
        """The name of a cell in notation, such as `a1`, rows counted from the bottom."""
        return cell_name(*divmod(cell, self.cols), self.rows)

    def step(self, cell: int, direction: str, steps: int = 1) -> int | None:
        """The cell some steps away in a direction of the compass; None beyond the edge."""
        if steps == 1 and 0 <= cell < self.cells:
            return self.neighbours[direction][cell]
        row, col = divmod(cell, self.cols)
        down, right = COMPASS[direction]
        return self.cell_at(row + steps * down, col + steps * right)

    def beam(self, cells: Sequence[int], together: bool = False) -> Event:
        """The event of a beam along these cells, at the same time as the event before or not."""
        turns = [
            cell
            for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False)
            if cell - before != after - cell
        ]
        spots = [self.spot(cell) for cell in (cells[0], *turns, cells[-1])]
        return Event("beam", "", spots[0], spots[-1], via=tuple(spots[1:-1]), together=together)

    def cell_at(self, row: int, col: int) -> int | None:
        """The number of the cell in a row and a column; None off the board."""
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return row * self.cols + col
        return None

    def cell_of_name(self, name: str) -> int | None:
        """The cell of a name such as `a1`; None off the board."""
        return self.cell_at(*parse_cell_name(name, self.rows))

    def cell_of_spot(self, spot: str) -> int | None:
        """The cell of a hotspot; None for any other hotspot."""
        found = parse_spot(spot)
        if found is None or found[0] != self.id:
            return None
        return self.cell_at(found[1], found[2])
