"""A scene as characters, for terminals and logs."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ludarium.core.scene import Grid, Scene, Token, spot

MARKS = {"vent": "##", "dome": "()", "goal": "<>"}
LEVELS = "·¹²³⁴⁵⁶⁷⁸⁹"


class Square(NamedTuple):
    """A cell of a drawn board: its top token, the height and mark, and the tokens underneath."""

    text: str
    seat: int | None
    tint: str
    level: int
    mark: str
    under: list[tuple[str, str]]  # text and tint, from the top down


def squares(scene: Scene, grid: Grid) -> list[list[Square]]:
    """The cells of a grid, row by row."""
    marked = {cell.at: cell for cell in scene.cells}
    standing: dict[str, list[Token]] = defaultdict(list)
    for token in sorted(scene.tokens, key=lambda token: -token.layer):
        standing[token.at].append(token)

    def square(at: str) -> Square:
        cell = marked.get(at)
        level, mark, owner = (cell.level, cell.mark, cell.seat) if cell else (0, "", None)
        if at not in standing:
            return Square(MARKS.get(mark, ""), owner, "", level, mark, [])
        top, *rest = standing[at]
        under = [(token.text, token.tint) for token in rest]
        return Square(top.text, top.seat, top.tint, level, mark, under)

    return [
        [square(spot(grid.id, row, col)) for col in range(grid.cols)] for row in range(grid.rows)
    ]


def draw(scene: Scene) -> str:
    """Every grid with its coordinates, then the trays; all seats but the first in lower case."""
    blocks = [_draw_grid(scene, grid) for grid in scene.grids]
    for tray in scene.trays:
        held = sorted(token.text for token in scene.tokens if token.at.startswith(tray.id + ":"))
        blocks.append(f"{tray.label}: {' '.join(held) or '-'}")
    return "\n\n".join(blocks)


def _draw_grid(scene: Scene, grid: Grid) -> str:
    rows = [[_drawn(cell) for cell in row] for row in squares(scene, grid)]
    width = max(len(drawn) for row in rows for drawn in row)
    header = "".join(f" {chr(ord('a') + col):^{width}}" for col in range(grid.cols))
    lines = [f"{grid.id}:"] if len(scene.grids) > 1 else []
    lines.append("   " + header)
    for row, cells in enumerate(rows):
        number = grid.rows - row
        lines.append(f"{number:>2} {''.join(f' {drawn:<{width}}' for drawn in cells)}  {number}")
    lines.append("   " + header)
    return "\n".join(line.rstrip() for line in lines)


def _drawn(cell: Square) -> str:
    under = ".".join(text for text, _ in cell.under)
    return f"{cased(cell):>2}" + (f"/{under}" if under else LEVELS[min(cell.level, 9)])


def cased(cell: Square) -> str:
    """The text of a cell, in lower case for every seat but the first."""
    return cell.text.lower() if cell.seat else cell.text
