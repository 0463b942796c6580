"""Draws a scene in colour: heights as shades, with their number beside the tokens."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from ludarium.core.scene import Grid, Scene, Tray, cell_spot
from ludarium.core.text_renderer import (
    LEVEL_TEXTS,
    Square,
    scene_squares,
    square_text,
    tray_tokens,
)

SEAT_COLOURS = ("deep_sky_blue1", "orange1", "orchid1")
TINT_COLOURS = {
    "red": "red1",
    "yellow": "yellow1",
    "green": "spring_green2",
    "blue": "dodger_blue1",
    "black": "grey93",
}
LEVEL_SHADES = ("grey11", "grey23", "grey35", "grey46")
CELL_MARK_STYLES = {"vent": "on dark_red", "dome": "on deep_sky_blue4", "goal": "on dark_green"}
TOUCHED_STYLE = "underline"
MAX_SHOWN_UNDER = 4  # tokens of a stack, below its top


def draw_board(
    scene: Scene, slot_letters: Mapping[str, str], touched: Collection[str] = ()
) -> RenderableType:
    """Draw the grids side by side and its trays below. `touched` cells are underlined.

    `slot_letters` are those of the game.
    """
    grids = [
        Panel(_draw_grid(scene, grid, touched), title=grid.id, expand=False) for grid in scene.grids
    ]
    trays = [
        Text.assemble((f"{tray.label}: ", "dim"), *_tray_texts(scene, tray, slot_letters))
        for tray in scene.trays
    ]
    return Group(Columns(grids), *trays)


def _draw_grid(scene: Scene, grid: Grid, touched: Collection[str]) -> Text:
    rows = scene_squares(scene, grid)
    deep = any(cell.under for row in rows for cell in row)
    text_width = max(2, *(len(cell.text) for row in rows for cell in row))
    width = 1 + text_width + (2 * MAX_SHOWN_UNDER if deep else 1)
    header = "   " + "".join(f"{chr(ord('a') + col):^{width}}" for col in range(grid.cols))
    drawn = Text().append(header + "\n", "dim")
    for row, cells in enumerate(rows):
        number = grid.rows - row
        drawn.append(f"{number:>2} ", "dim")
        for col, cell in enumerate(cells):
            at = cell_spot(grid.id, row, col)
            drawn.append_text(_draw_cell(cell, width, text_width, deep, at in touched))
        drawn.append(f" {number}\n", "dim")
    return drawn.append(header, "dim")


def _draw_cell(cell: Square, width: int, text_width: int, deep: bool, touched: bool) -> Text:
    ground = (
        CELL_MARK_STYLES.get(cell.mark)
        or f"on {LEVEL_SHADES[min(cell.level, len(LEVEL_SHADES) - 1)]}"
    )
    colour = (
        SEAT_COLOURS[cell.seat] if cell.seat is not None else TINT_COLOURS.get(cell.tint, "white")
    )
    drawn = Text(
        f" {square_text(cell):>{text_width}}",
        f"bold {colour} {ground} {TOUCHED_STYLE if touched else ''}",
    )
    if not deep:
        return drawn.append(LEVEL_TEXTS[min(cell.level, 9)], f"grey70 {ground}")
    for text, tint in cell.under[:MAX_SHOWN_UNDER]:
        drawn.append(text[-2:], f"{TINT_COLOURS.get(tint, 'white')} {ground}")
    return drawn.append(" " * (width - len(drawn)), ground)


def _tray_texts(scene: Scene, tray: Tray, slot_letters: Mapping[str, str]) -> list[tuple[str, str]]:
    held = [
        (f"{text} ", TINT_COLOURS.get(token.tint) or SEAT_COLOURS[token.seat or 0])
        for text, token in tray_tokens(scene, tray, slot_letters)
    ]
    return held or [("nothing", "dim")]
