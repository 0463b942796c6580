"""Draws trays: a plate with a label, and the pieces in it, equal ones once with their number."""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from ludarium.core.drawing.board_layout import UNIT, Box
from ludarium.core.drawing.canvas import Canvas, add_box, add_shape, add_text, number, style
from ludarium.core.drawing.paint import Paint
from ludarium.core.drawing.pieces_svg import define_piece, foot_drop
from ludarium.core.scene import Scene, Token, Tray

LABEL_SIZE = 0.2 * UNIT
CHAR_WIDTH = 0.58  # of an average letter, as a share of its size
TRAY_PAD = 0.1 * UNIT


def draw_tray(canvas: Canvas, scene: Scene, tray: Tray, box: Box, paint: Paint) -> None:
    """Draw a tray with its label above the pieces."""
    ground = "#ffffff" if paint.dark else "#5b4632"
    plate = style(fill_opacity=0.05 if paint.dark else 0.07, stroke_opacity=0.14)
    add_box(canvas.root, *box, 0.12 * UNIT, fill=ground, stroke=ground, stroke_width=1.5, **plate)
    colour = paint.seat_colour(tray.seat, paint.board)
    y = box.y + TRAY_PAD + LABEL_SIZE / 2
    dot = style(cx=box.x + 20, cy=y, r=8)
    rim = style(stroke=ground, stroke_opacity=0.45, stroke_width=1.5)
    add_shape(canvas.root, "circle", **dot, fill=colour, **rim)
    told = " · ".join(filter(None, (tray.label, tray.note)))
    ink = "#b9c2d4" if paint.dark else "#5a4a3c"
    room_w = box.w - 46
    long = len(told) * LABEL_SIZE * CHAR_WIDTH > room_w
    squeezed = style(textLength=room_w, lengthAdjust="spacingAndGlyphs") if long else style()
    label = style(fill=ink, font_weight="600", **squeezed)
    add_text(canvas.root, told, box.x + 36, y, LABEL_SIZE, **label)
    top = TRAY_PAD + LABEL_SIZE + 4
    room = Box(box.x + TRAY_PAD, box.y + top, box.w - 2 * TRAY_PAD, box.h - top - 6)
    _draw_held(canvas, _held_kinds(scene, tray), room, paint)


def _held_kinds(scene: Scene, tray: Tray) -> list[list[Token]]:
    """The tokens of a tray by group and kind."""
    kinds: dict[Token, list[Token]] = defaultdict(list)
    for token in scene.tokens:
        if token.at.startswith(f"{tray.id}:"):
            kinds[replace(token, id="", at="", layer=0)].append(token)
    order = list(dict.fromkeys(kind.group for kind in kinds))
    return [kinds[kind] for kind in sorted(kinds, key=lambda kind: order.index(kind.group))]


def _draw_held(canvas: Canvas, kinds: list[list[Token]], room: Box, paint: Paint) -> None:
    size = min(room.h, room.w / max(len(kinds), 1), 0.75 * UNIT)
    step = min(size * 1.25, room.w / max(len(kinds), 1))
    for i, tokens in enumerate(kinds):
        x, y = room.x + (i + 0.5) * step, room.y + room.h / 2
        scale = size * 0.95 / UNIT
        foot = y + foot_drop(tokens[0]) * size
        place = f"translate({number(x)} {number(foot)}) scale({scale:.3f})"
        piece = define_piece(canvas, tokens[0], paint)
        add_shape(canvas.root, "use", href=f"#{piece}", transform=place)
        if len(tokens) > 1:
            _draw_number(canvas, len(tokens), x + size * 0.34, y + size * 0.3, size, paint)


def _draw_number(canvas: Canvas, count: int, x: float, y: float, size: float, paint: Paint) -> None:
    disc, ink = ("#e9eef8", "#141925") if paint.dark else ("#33261b", "#fffaf0")
    add_shape(canvas.root, "circle", cx=x, cy=y, r=size * 0.22, fill=disc)
    label = style(fill=ink, text_anchor="middle", font_weight="700")
    add_text(canvas.root, str(count), x, y, size * 0.3, **label)
