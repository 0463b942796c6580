"""Draws the ground of a board: frames, cells, floating plates, coordinates."""

from __future__ import annotations

from ludarium.core.drawing.board_layout import UNIT, BoardLayout, Box
from ludarium.core.drawing.canvas import (
    Canvas,
    Element,
    add_box,
    add_path,
    add_shape,
    add_text,
    number,
    style,
)
from ludarium.core.drawing.colour import shade_colour
from ludarium.core.drawing.paint import Paint
from ludarium.core.scene import Grid

EDGE = 0.15 * UNIT  # the front side of the board
FRAME_RADIUS = 0.18 * UNIT
PLATE_BORDER = 0.13 * UNIT
PLATE_EDGE = 0.09 * UNIT


def draw_base_grid(
    canvas: Canvas, layout: BoardLayout, grid: Grid, paint: Paint, coordinates: bool
) -> None:
    """Draw a base grid with its frame and its front edge."""
    _, box = layout.grids[grid.id]
    b = layout.border
    frame = Box(box.x - b, box.y - b, box.w + 2 * b, box.h + 2 * b)
    root = canvas.root
    shadow = "#000000" if paint.dark else "#3c2614"
    for grow, opacity in ((14, 0.1), (8, 0.12), (3, 0.14)):
        spread = Box(frame.x - grow, frame.y + EDGE, frame.w + 2 * grow, frame.h + grow)
        add_box(root, *spread, FRAME_RADIUS + grow, fill=shadow, fill_opacity=opacity)
    dark_side, light_side = shade_colour(paint.board, -0.5), shade_colour(paint.board, -0.22)
    side = canvas.linear_gradient(
        (frame.x, 0), (frame.x + frame.w, 0), [(0, light_side, 1), (1, dark_side, 1)]
    )
    add_box(root, frame.x, frame.y + EDGE, frame.w, frame.h, FRAME_RADIUS, fill=side)
    stops = [
        (0, shade_colour(paint.board, 0.14), 1.0),
        (0.55, paint.board, 1.0),
        (1, shade_colour(paint.board, -0.12), 1.0),
    ]
    top = canvas.linear_gradient((frame.x, frame.y), (frame.x + frame.w, frame.y + frame.h), stops)
    rim = style(stroke="#ffffff", stroke_opacity=0.1 if paint.dark else 0.25, stroke_width=1.5)
    add_box(root, *frame, FRAME_RADIUS, fill=top, **rim)
    _draw_cells(canvas, layout, grid, box, paint)
    if coordinates:
        _draw_coordinates(root, layout, grid, box, paint)


def _draw_cells(canvas: Canvas, layout: BoardLayout, grid: Grid, box: Box, paint: Paint) -> None:
    root, d = canvas.root, layout.depth
    add_box(root, *box, fill=paint.cell_a)
    squares = "".join(
        f"M{number(box.x + col * UNIT)} {number(box.y + row * d)}h{number(UNIT)}v{number(d)}"
        f"h-{number(UNIT)}z"
        for row in range(grid.rows)
        for col in range(grid.cols)
        if (row + col) % 2
    )
    add_path(root, squares, fill=paint.cell_b)
    lines = "".join(
        f"M{number(box.x + col * UNIT)} {number(box.y)}v{number(box.h)}"
        for col in range(1, grid.cols)
    ) + "".join(
        f"M{number(box.x)} {number(box.y + row * d)}h{number(box.w)}" for row in range(1, grid.rows)
    )
    add_path(root, lines, stroke=paint.line, stroke_width=1.6, fill="none")
    light = [(0, "#ffffff", 0.07 if paint.dark else 0.28), (0.5, "#ffffff", 0.0)]
    shade = [(0.5, "#1e0c00", 0.0), (1, "#1e0c00", 0.22 if paint.dark else 0.1)]
    corner = (box.x + box.w, box.y + box.h)
    add_box(root, *box, fill=canvas.linear_gradient((box.x, box.y), corner, light + shade))
    deep = UNIT * 0.1
    fall = [(0, "#190c00", 0.34), (1, "#190c00", 0.0)]
    down = canvas.linear_gradient((0, box.y), (0, box.y + deep), fall)
    add_box(root, box.x, box.y, box.w, deep, fill=down)
    across = canvas.linear_gradient((box.x, 0), (box.x + deep * 0.7, 0), fall)
    add_box(root, box.x, box.y, deep * 0.7, box.h, fill=across)


def _draw_coordinates(
    root: Element, layout: BoardLayout, grid: Grid, box: Box, paint: Paint
) -> None:
    b, size = layout.border, layout.border * 0.62
    ink = style(fill=paint.ink, fill_opacity="0.92", text_anchor="middle", font_weight="600")
    for col in range(grid.cols):
        letter = chr(ord("a") + col)
        add_text(root, letter, box.x + (col + 0.5) * UNIT, box.y + box.h + b * 0.5, size, **ink)
    for row in range(grid.rows):
        y = box.y + (row + 0.5) * layout.depth
        add_text(root, str(grid.rows - row), box.x - b * 0.5, y, size, **ink)


def draw_plate(
    canvas: Canvas, layout: BoardLayout, grid: Grid, paint: Paint, coordinates: bool
) -> None:
    """Draw the glass plate of a floating grid, and its outline on the grid below."""
    _, box = layout.grids[grid.id]
    root, b, r = canvas.root, PLATE_BORDER, 0.2 * UNIT
    _draw_footprint(root, layout, grid, paint)
    plate = Box(box.x - b, box.y - b, box.w + 2 * b, box.h + 2 * b)
    shadow = "#000000" if paint.dark else "#283c64"
    for grow, opacity in ((24, 0.07), (14, 0.08), (5, 0.1)):
        spread = Box(plate.x - grow, plate.y + 20, plate.w + 2 * grow, plate.h + grow)
        add_box(root, *spread, r + grow, fill=shadow, fill_opacity=opacity)
    edge = shade_colour(paint.sky, -0.5 if paint.dark else -0.3)
    add_box(root, plate.x, plate.y, plate.w, plate.h + PLATE_EDGE, r, fill=edge)
    stops = [
        (0, shade_colour(paint.sky, -0.2 if paint.dark else 0.45), 1.0),
        (1, shade_colour(paint.sky, -0.45 if paint.dark else 0), 1.0),
    ]
    glass = canvas.linear_gradient((box.x, box.y), (box.x + box.w, box.y + box.h), stops)
    rim = style(stroke="#ffffff", stroke_opacity=0.25 if paint.dark else 0.85, stroke_width=2)
    add_box(root, *plate, r, fill=glass, **rim)
    light, faint = (0.14, 0.05) if paint.dark else (0.55, 0.22)
    for row in range(grid.rows):
        for col in range(grid.cols):
            opacity = faint if (row + col) % 2 else light
            x, y = box.x + col * UNIT, box.y + row * layout.depth
            add_box(root, x, y, UNIT, layout.depth, fill="#ffffff", fill_opacity=opacity)
    if coordinates:
        _draw_plate_names(root, layout, grid, box, paint)


def _draw_footprint(root: Element, layout: BoardLayout, grid: Grid, paint: Paint) -> None:
    if grid.over not in layout.grids:
        return
    _, below = layout.grids[grid.over]
    x, y = below.x + grid.col * UNIT, below.y + grid.row * layout.depth
    fill = style(fill="#304678", fill_opacity=0.2 if paint.dark else 0.13)
    outline = style(stroke=paint.sky, stroke_width=3, stroke_dasharray="14 12")
    size = style(width=grid.cols * UNIT, height=grid.rows * layout.depth)
    add_shape(root, "rect", x=x, y=y, **size, **fill, **outline)


def _draw_plate_names(
    root: Element, layout: BoardLayout, grid: Grid, box: Box, paint: Paint
) -> None:
    """Draw the coordinates of the cells below, in the corners of the edge cells."""
    size, rows = 0.2 * UNIT, layout.grids[grid.over][0].rows if grid.over in layout.grids else 0
    ink = style(fill="#ffffff" if paint.dark else "#1d3c66", fill_opacity="0.7")
    for i in range(grid.cols):
        letter = chr(ord("A") + grid.col + i)
        x, y = box.x + (i + 0.87) * UNIT, box.y + box.h - 0.13 * UNIT
        add_text(root, letter, x, y, size, text_anchor="middle", font_weight="700", **ink)
    for i in range(grid.rows):
        name, y = str(rows - grid.row - i), box.y + i * layout.depth + 0.15 * UNIT
        add_text(root, name, box.x + 0.05 * UNIT, y, size, font_weight="700", **ink)
