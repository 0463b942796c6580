"""Draws signs on pieces: the pointer of a facing, and the badge."""

from __future__ import annotations

from ludarium.core.drawing.board_layout import UNIT
from ludarium.core.drawing.canvas import (
    Element,
    add_group,
    add_path,
    add_shape,
    add_text,
    polygon_path,
    style,
)
from ludarium.core.scene import COMPASS

LIGHT = "#fff8ec"
DARK = "#2a1f1a"


def facing_angle(facing: str) -> int | None:
    """The angle of a facing in degrees, clockwise from the top; None without one."""
    return 45 * list(COMPASS).index(facing) if facing in COMPASS else None


def draw_pointer(group: Element, angle: int, middle: float) -> None:
    """Draw an arrowhead beside a piece, whose middle is so many cells above its foot."""
    place = add_group(group, 0, -middle * UNIT, f"rotate({angle})")
    tip, base, wide = 0.49 * UNIT, 0.36 * UNIT, 0.13 * UNIT
    edge = style(stroke=DARK, stroke_width=2.5, stroke_linejoin="round")
    add_path(place, polygon_path([(0, -tip), (wide, -base), (-wide, -base)]), fill=LIGHT, **edge)


def draw_badge(group: Element, text: str, middle: float) -> None:
    """Draw a short text on a disc at the lower right of a piece."""
    r = 0.145 * UNIT
    wide = r * (len(text) - 1) * 0.55
    x, y = 0.27 * UNIT, (0.27 - middle) * UNIT
    box = {"x": x - r - wide / 2, "y": y - r, "width": 2 * r + wide, "height": 2 * r, "rx": r}
    add_shape(group, "rect", **box, fill=DARK, stroke=LIGHT, stroke_width=2.2)
    label = style(fill=LIGHT, text_anchor="middle", font_weight="800")
    add_text(group, text, x, y + r * 0.08, r * 1.35, **label)
