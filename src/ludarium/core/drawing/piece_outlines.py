"""Outlines of pieces: the glyphs shared with the web client, seats' shapes, pips."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import msgspec

from ludarium.core.drawing.canvas import ellipse_path, number, polygon_path

GLYPHS_FILE = Path(__file__).with_name("glyphs.json")


class Glyph(msgspec.Struct, frozen=True):
    """The shape of a piece, in a square of 24 units.

    `kind` is a standing figure, a coin with a sign, or a special kind; `detail` are lines and holes
    inside the outline; `size` is the width of a pyramid as a share of a cell. A glyph that `turns`
    shows the facing of its piece by turning; it is drawn facing north.
    """

    kind: str
    path: str
    detail: str = ""
    size: float = 0.6
    turns: bool = False


@cache
def load_glyphs() -> dict[str, Glyph]:
    """Every glyph by its name."""
    return msgspec.json.decode(GLYPHS_FILE.read_bytes(), type=dict[str, Glyph])


def seat_path(seat: int, rx: float, ry: float) -> str:
    """The outline of a seat: round, square, six-sided or a diamond."""
    shape = seat % 4
    if shape == 0:
        return ellipse_path(rx, ry)
    if shape == 1:
        return _square_path(rx * 0.91, ry * 0.91, rx * 0.36)
    corners, grow, start = (6, 1.06, 0.0) if shape == 2 else (4, 1.16, -math.pi / 2)
    turns = [i / corners * 2 * math.pi + start for i in range(corners)]
    return polygon_path(
        [(math.cos(turn) * rx * grow, math.sin(turn) * ry * grow) for turn in turns]
    )


def _square_path(x: float, y: float, r: float) -> str:
    w, h, corner = number(2 * (x - r)), number(2 * (y - r)), number(r)
    arc = f"a{corner} {corner} 0 0 1 "
    return (
        f"M{number(r - x)} {number(-y)}h{w}{arc}{corner} {corner}v{h}{arc}-{corner} {corner}"
        f"h-{w}{arc}-{corner} -{corner}v-{h}{arc}{corner} -{corner}z"
    )


def pip_path(shape: int, r: float) -> str:
    """The outline of a pip: a circle, a triangle, a square or a diamond."""
    if shape == 0:
        return ellipse_path(r * 0.95, r * 0.95)
    if shape == 4:
        points = [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)]
    elif shape == 3:
        points = [(0, -1.15), (1.1, 0.8), (-1.1, 0.8)]
    else:
        points = [(0, -1.3), (1, 0), (0, 1.3), (-1, 0)]
    return polygon_path([(x * r, y * r) for x, y in points])
