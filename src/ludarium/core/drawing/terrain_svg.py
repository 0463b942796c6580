"""Draws terrain: terraces, domes, vents and goals."""

from __future__ import annotations

import math

from ludarium.core.drawing.board_layout import UNIT, BoardLayout, level_height, terrace_inset
from ludarium.core.drawing.canvas import (
    Canvas,
    Element,
    add_box,
    add_group,
    add_path,
    add_shape,
    number,
    polygon_path,
    ring_corners,
    style,
)
from ludarium.core.drawing.colour import mix_colours, shade_colour
from ludarium.core.drawing.paint import Paint
from ludarium.core.drawing.piece_outlines import pip_path
from ludarium.core.scene import Cell

CRATER_BUMPS = (1, 0.93, 1.02, 0.9, 1, 0.95, 0.88, 1.03, 0.94, 0.99, 0.9, 1.01)
CRUST_SPOTS = ((0.4, 0.2, 0.085), (2.3, 0.22, 0.07), (4.3, 0.19, 0.08), (5.4, 0.25, 0.05))
GOAL_COLOUR = "#e2622a"  # of a goal without a seat
GOAL_PIPS = (0, 4, 3, 5)  # shapes by seat


def cell_floors(cell: Cell | None) -> int:
    """The number of terraces under the top of a cell; a dome counts as the last level."""
    if cell is None or cell.mark == "vent":
        return 0
    return max(0, cell.level - 1) if cell.mark == "dome" else cell.level


def draw_cell(
    canvas: Canvas, parent: Element, layout: BoardLayout, cell: Cell, paint: Paint
) -> None:
    """Draw the terraces and the mark of a cell, without its dome, from the cell's corner."""
    if cell.mark == "vent":
        _draw_vent(canvas, parent, layout, paint)
    elif cell.mark == "goal":
        _draw_goal(canvas, parent, layout, cell, paint)
    for floor in range(1, cell_floors(cell) + 1):
        _draw_terrace(canvas, parent, layout, floor, paint)


def _draw_terrace(
    canvas: Canvas, parent: Element, layout: BoardLayout, floor: int, paint: Paint
) -> None:
    back, d, r = terrace_inset(floor), layout.depth, UNIT * 0.09
    x, low = back * UNIT, level_height(floor - 1)
    w, h = UNIT - 2 * x, d - 2 * back * d
    rise = level_height(floor) - low
    y = back * d - low - rise
    colour = paint.height_colour(floor)
    shaded = "#0a0d18" if paint.dark else "#6b3413"
    shadow = style(fill="#000000" if paint.dark else "#462308", fill_opacity=0.2)
    add_box(parent, x + 1, y + 3, w + 5, h + rise + 2, r, **shadow)
    ends = [(0, mix_colours(colour, shaded, 0.34), 1.0), (1, mix_colours(colour, shaded, 0.6), 1.0)]
    side = canvas.linear_gradient((x, 0), (x + w, 0), ends)
    add_box(parent, x, y, w, h + rise, r, fill=side)
    stops = [
        (0, shade_colour(colour, 0.12 if paint.dark else 0.42), 1.0),
        (0.6, colour, 1.0),
        (1, shade_colour(colour, -0.07), 1.0),
    ]
    top = canvas.linear_gradient((x, y), (x + w, y + h), stops)
    rim = style(stroke="#ffffff", stroke_opacity=0.22 if paint.dark else 0.75, stroke_width=1.4)
    add_box(parent, x, y, w, h, r, fill=top, **rim)


def draw_dome(
    canvas: Canvas, parent: Element, layout: BoardLayout, floors: int, paint: Paint
) -> None:
    """Draw a dome on its terraces."""
    cy = layout.depth / 2 - level_height(floors) + UNIT * 0.04
    r = UNIT * min(0.32, 0.42 - terrace_inset(floors))
    colour = "#4d7fd0" if paint.dark else "#3d6fb8"
    group = add_group(parent, UNIT / 2, cy)
    wide, low, high = number(r), number(r * 0.62), number(r * 0.98)
    outline = f"M-{wide} 0A{wide} {high} 0 0 1 {wide} 0A{wide} {low} 0 0 1 -{wide} 0z"
    add_path(group, outline, fill="#140a14", fill_opacity=0.3, transform="translate(5 2)")
    stops = [
        (0, "#eaf3ff", 1.0),
        (0.3, shade_colour(colour, 0.3), 1.0),
        (0.75, colour, 1.0),
        (1, shade_colour(colour, -0.45), 1.0),
    ]
    light = canvas.radial_gradient((-r * 0.3, -r * 0.45), r * 1.4, stops)
    add_path(group, outline, fill=light)
    for share in (-0.5, 0.5):
        rib = f"M0 -{high}A{number(r / 2)} {high} 0 0 {int(share > 0)} {number(r * share)} 0"
        add_path(group, rib, stroke="#ffffff", stroke_opacity=0.28, stroke_width=1.2, fill="none")


def _draw_vent(canvas: Canvas, parent: Element, layout: BoardLayout, paint: Paint) -> None:
    """Draw a crater with lava."""
    group = add_group(parent, UNIT / 2, layout.depth / 2, f"scale(1 {number(layout.tilt)})")
    glow = [(0.28, "#ff6e14", 0.55), (1, "#ff5a0a", 0.0)]
    add_shape(group, "circle", r=72, fill=canvas.radial_gradient((0, 0), 72, glow))
    rim = polygon_path(ring_corners(CRATER_BUMPS, 0.47 * UNIT))
    rock = [(0, "#5a4a4a" if paint.dark else "#6b5449", 1.0), (1, "#241511", 1.0)]
    add_path(group, rim, fill=canvas.linear_gradient((-40, -40), (40, 40), rock))
    pool = polygon_path(ring_corners(CRATER_BUMPS, 0.36 * UNIT, 0.4))
    hot = [(0, "#fff6bf", 1.0), (0.3, "#ffc23c", 1.0), (0.65, "#f0561a", 1.0), (1, "#7c1607", 1.0)]
    lava = canvas.radial_gradient((0, 3), 38, hot)
    add_path(group, pool, fill=lava, stroke="#1b0a06", stroke_width=2)
    for angle, far, size in CRUST_SPOTS:
        x, y = math.cos(angle) * far * UNIT, math.sin(angle) * far * UNIT
        turn = f"translate({number(x)} {number(y)}) rotate({number(math.degrees(angle))})"
        spot = style(rx=size * UNIT, ry=size * UNIT * 0.6, transform=turn)
        add_shape(group, "ellipse", **spot, fill="#3a0e06", fill_opacity=0.85)


def _draw_goal(
    canvas: Canvas, parent: Element, layout: BoardLayout, cell: Cell, paint: Paint
) -> None:
    """Draw a goal in the colour and with the shape of its seat."""
    d, pad = layout.depth, UNIT * 0.07
    colour = paint.seat_colour(cell.seat, GOAL_COLOUR)
    w, h, r = UNIT - 2 * pad, d - 2 * pad, UNIT * 0.12
    ground = mix_colours(colour, "#10131a" if paint.dark else "#2a1d14", 0.55)
    add_box(parent, pad, pad, w, h, r, fill=ground)
    warm = [(0, "#ffd678", 0.95), (0.45, "#f58228", 0.6), (1, "#c83c0a", 0.0)]
    heat = canvas.radial_gradient((UNIT / 2, d / 2), UNIT * 0.5, warm)
    add_box(parent, pad, pad, w, h, r, fill=heat, stroke=colour, stroke_width=7.5)
    rim = mix_colours(colour, "#ffffff", 0.55)
    add_box(parent, pad, pad, w, h, r, fill="none", stroke=rim, stroke_width=1.8)
    shape = 5 if cell.seat is None else GOAL_PIPS[cell.seat % len(GOAL_PIPS)]
    group = add_group(parent, UNIT / 2, d / 2)
    add_path(group, pip_path(shape, UNIT * 0.12), fill="#321405", fill_opacity=0.75)
