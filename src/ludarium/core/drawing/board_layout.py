"""Layout of a drawn board: where grids, cells and trays lie, in hundredths of a cell."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.core.scene import Grid, Scene, Tray, parse_spot

UNIT = 100.0  # the width of a cell
LEVEL_RISE = 0.12 * UNIT
GRID_GAP = 0.45 * UNIT
HEAD_ROOM = 0.34 * UNIT  # above the last row, for the heads of its pieces
FOOT_ROOM = 0.46 * UNIT  # below the board, for its edge and its shadow
SIDE_ROOM = 0.24 * UNIT
TRAY_GAP = 0.15 * UNIT


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    w: float
    h: float


class BoardLayout(NamedTuple):
    """The boxes of a scene; `tilt` is the depth of a cell as a share of its width."""

    width: float
    height: float
    tilt: float
    border: float
    grids: dict[str, tuple[Grid, Box]]
    trays: tuple[tuple[Tray, Box], ...]

    @property
    def depth(self) -> float:
        """The depth of a cell."""
        return UNIT * self.tilt

    def cell_box(self, at: str) -> Box | None:
        """The box of a cell on the ground; None if it is no cell of the scene."""
        spot = parse_spot(at)
        if spot is None or spot[0] not in self.grids:
            return None
        _, box = self.grids[spot[0]]
        return Box(box.x + spot[2] * UNIT, box.y + spot[1] * self.depth, UNIT, self.depth)

    def top_box(self, box: Box, level: int) -> Box:
        """The top face of a cell."""
        back = terrace_inset(level)
        y = box.y + back * box.h - level_height(level)
        return Box(box.x + back * box.w, y, box.w * (1 - 2 * back), box.h * (1 - 2 * back))


def level_height(level: int) -> float:
    """The height of a level; high levels are closer together."""
    return min(level, 4) * LEVEL_RISE + max(level - 4, 0) * LEVEL_RISE * 0.5


def terrace_inset(level: int) -> float:
    """The distance of a terrace from the edge of its cell, as a share of a cell."""
    return 0.0 if level <= 0 else min(0.035 + 0.06 * (level - 1), 0.23)


def arrange_board(scene: Scene) -> BoardLayout:
    """Base grids side by side, floating ones at the right, trays above and below."""
    base = [grid for grid in scene.grids if not grid.over]
    sky = [grid for grid in scene.grids if grid.over]
    rows = max((grid.rows for grid in base), default=1)
    wide = max((grid.cols for grid in base), default=1) > 8
    tilt = 0.95 if rows > 8 else 0.88
    border = (0.4 if wide else 0.32) * UNIT
    base_w = sum(grid.cols for grid in base) * UNIT + (len(base) + 1) * border
    base_h = rows * tilt * UNIT + 2 * border
    sky_w = max((grid.cols for grid in sky), default=0) * UNIT
    sky_h = sum((grid.rows * tilt + 0.5) * UNIT for grid in sky)
    strip = (1.35 if wide else 0.85) * UNIT
    # The first seat's tray lies below the board.
    below = [
        tray for i, tray in enumerate(scene.trays) if (i if tray.seat is None else tray.seat) == 0
    ]
    above = [tray for tray in scene.trays if tray not in below]
    inner = base_w + (GRID_GAP + sky_w + 0.3 * UNIT if sky else 0)
    top = (strip + 0.1 * UNIT if above else 0) + HEAD_ROOM
    bottom = top + max(base_h, sky_h) + FOOT_ROOM
    grids: dict[str, tuple[Grid, Box]] = {}
    x = SIDE_ROOM + border
    for grid in base:
        box = Box(x, top + border, grid.cols * UNIT, grid.rows * tilt * UNIT)
        grids[grid.id] = (grid, box)
        x += grid.cols * UNIT + border
    y = top + max(base_h - sky_h, 0) / 2 + 0.25 * UNIT
    for grid in sky:
        left = SIDE_ROOM + base_w + GRID_GAP
        grids[grid.id] = (grid, Box(left, y, grid.cols * UNIT, grid.rows * tilt * UNIT))
        y += (grid.rows * tilt + 0.5) * UNIT
    trays = (*_tray_row(above, inner, 0.05 * UNIT, strip), *_tray_row(below, inner, bottom, strip))
    height = bottom + (strip + 0.1 * UNIT if below else 0)
    return BoardLayout(inner + 2 * SIDE_ROOM, height, tilt, border, grids, trays)


def _tray_row(trays: list[Tray], width: float, y: float, height: float) -> list[tuple[Tray, Box]]:
    """Trays side by side."""
    w = (width - TRAY_GAP * (len(trays) - 1)) / max(len(trays), 1)
    return [
        (tray, Box(SIDE_ROOM + i * (w + TRAY_GAP), y, w, height)) for i, tray in enumerate(trays)
    ]
