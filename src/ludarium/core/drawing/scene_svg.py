"""Scene to SVG: a board as the web client draws it, for any game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from xml.etree import ElementTree as ET

from ludarium.core.drawing.board_layout import UNIT, BoardLayout, arrange_board, level_height
from ludarium.core.drawing.canvas import (
    Canvas,
    add_box,
    add_group,
    add_shape,
    number,
    printable,
    style,
)
from ludarium.core.drawing.ground_svg import draw_base_grid, draw_plate
from ludarium.core.drawing.paint import Paint, resolve_paint
from ludarium.core.drawing.pieces_svg import define_piece, foot_drop
from ludarium.core.drawing.terrain_svg import cell_floors, draw_cell, draw_dome
from ludarium.core.drawing.trays_svg import draw_tray
from ludarium.core.scene import Cell, Event, Grid, Scene, Token, cell_spot
from ludarium.core.theme import Theme

LAST_MOVE_OPACITY = 0.55
DEFAULT_WIDTH_PX = 480


def draw_scene_svg(
    scene: Scene,
    theme: Theme | None = None,
    *,
    dark: bool = False,
    last: Collection[str] = (),
    coordinates: bool = True,
    background: bool = True,
    title: str = "",
    width_px: int = DEFAULT_WIDTH_PX,
) -> str:
    """Draw a scene as an SVG document; `last` are the cells of the last move."""
    layout, paint = arrange_board(scene), resolve_paint(theme, dark)
    canvas = Canvas(layout.width, layout.height)
    height_px = round(width_px * layout.height / layout.width)
    canvas.root.attrib.update(width=str(width_px), height=str(height_px), role="img")
    if title:
        named = ET.Element("title")
        named.text = printable(title)
        canvas.root.insert(0, named)
    if background:
        add_box(canvas.root, 0, 0, layout.width, layout.height, fill=paint.background)
    for grid in scene.grids:
        draw = draw_plate if grid.over else draw_base_grid
        draw(canvas, layout, grid, paint, coordinates)
    for tray, box in layout.trays:
        draw_tray(canvas, scene, tray, box, paint)
    drawing = _Drawing(canvas, layout, paint, scene, frozenset(last))
    for grid in scene.grids:
        drawing.draw_grid(grid)
    return canvas.write()


def last_move_spots(events: Iterable[Event]) -> list[str]:
    """The cells that a move touched, before anything erupted."""
    touched: dict[str, None] = {}
    for event in events:
        if event.kind in ("erupt", "beam"):
            break
        if event.kind in ("move", "strike"):
            touched.update(dict.fromkeys(filter(None, (event.at, event.to))))
        elif event.kind == "place" and event.to:
            touched[event.to] = None
        elif event.kind in ("raise", "change") and event.at:
            touched[event.at] = None
    return list(touched)


class _Drawing:
    """The cells and the pieces of a scene, drawn row by row from back to front."""

    def __init__(
        self, canvas: Canvas, layout: BoardLayout, paint: Paint, scene: Scene, last: frozenset[str]
    ) -> None:
        self.canvas, self.layout, self.paint, self.last = canvas, layout, paint, last
        self.cells = {cell.at: cell for cell in scene.cells}
        self.piles: dict[str, list[Token]] = defaultdict(list)
        for token in sorted(scene.tokens, key=lambda token: token.layer):
            self.piles[token.at].append(token)

    def draw_grid(self, grid: Grid) -> None:
        for row in range(grid.rows):
            spots = [cell_spot(grid.id, row, col) for col in range(grid.cols)]
            for at in spots:
                self._draw_place(at)
            for at in spots:
                if at in self.piles:
                    self._draw_pile(at, self.piles[at])

    def _draw_place(self, at: str) -> None:
        """Draw a cell's terrain, and over it the mark of the last move."""
        box, cell = self.layout.cell_box(at), self.cells.get(at)
        if box is None or (cell is None and at not in self.last):
            return
        group = add_group(self.canvas.root, box.x, box.y)
        if cell is not None:
            draw_cell(self.canvas, group, self.layout, cell, self.paint)
        if at in self.last:
            top = self.layout.top_box(box, cell_floors(cell))
            tint = style(fill=self.paint.last, fill_opacity=LAST_MOVE_OPACITY)
            x, y = top.x - box.x + 1, top.y - box.y + 1
            add_box(group, x, y, top.w - 2, top.h - 2, UNIT * 0.07, **tint)
        if cell is not None and cell.mark == "dome":
            draw_dome(self.canvas, group, self.layout, cell_floors(cell), self.paint)

    def _draw_pile(self, at: str, pile: list[Token]) -> None:
        box = self.layout.cell_box(at)
        if box is None:
            return
        spacing = min(0.13, 0.55 / (len(pile) - 1)) * UNIT if len(pile) > 1 else 0.0
        ground = level_height(_level(self.cells.get(at)))
        for token in pile:
            up = ground + spacing * token.layer - foot_drop(token) * UNIT
            place = f"translate({number(box.x + UNIT / 2)} {number(box.y + box.h / 2 - up)})"
            piece = define_piece(self.canvas, token, self.paint)
            add_shape(self.canvas.root, "use", href=f"#{piece}", transform=place)


def _level(cell: Cell | None) -> int:
    return cell.level if cell else 0
