"""Draws pieces: figures, coins, glass, embers and signs, lit from the upper left."""

from __future__ import annotations

import math

from ludarium.core.drawing.board_layout import UNIT
from ludarium.core.drawing.canvas import (
    Canvas,
    Element,
    add_group,
    add_path,
    add_shape,
    add_text,
    polygon_path,
    style,
)
from ludarium.core.drawing.colour import luminance, mix_colours, shade_colour
from ludarium.core.drawing.paint import DEFAULTS, Paint
from ludarium.core.drawing.piece_outlines import Glyph, load_glyphs, pip_path, seat_path
from ludarium.core.drawing.piece_signs_svg import draw_badge, draw_pointer, facing_angle
from ludarium.core.scene import Token

PIECE_SHADOW = style(fill="#140c08", fill_opacity=0.3)
THICKNESS = 0.1 * UNIT  # of a coin
FIGURE_DEPTH = 2.6  # of a figure's side, in units of its glyph
EMBER_BUMPS = (1, 0.86, 1.04, 0.9, 1.02, 0.84, 0.98, 0.9, 1.03)
# The distance of a piece's foot below the middle of its cell, as a share of a cell.
FOOT_DROPS = {"figure": 0.2, "coin": 0.06, "pyramid": 0.2, "ember": 0.12, "sign": 0.06}


def foot_drop(token: Token) -> float:
    """How far the foot of a piece lies below the middle of its place, as a share of a cell."""
    glyph = load_glyphs().get(token.glyph)
    return FOOT_DROPS[glyph.kind if glyph else "coin"]


def define_piece(canvas: Canvas, token: Token, paint: Paint) -> str:
    """The id of the drawing of a piece, with its foot at the origin; equal pieces share one."""
    group = Element("g")
    glyph = load_glyphs().get(token.glyph)
    colour = _piece_colour(token, paint)
    seat = token.seat or 0
    angle = facing_angle(token.facing)
    turns = glyph is not None and glyph.turns
    if glyph is None or glyph.kind == "coin":
        _draw_coin(
            canvas, group, glyph, token.text, colour, seat, paint, (angle or 0) if turns else 0
        )
    elif glyph.kind == "pyramid":
        _draw_pyramid(canvas, group, glyph, token, colour)
    elif glyph.kind == "ember":
        _draw_ember(canvas, group)
    elif glyph.kind == "sign":
        _draw_sign(canvas, group, glyph, colour)
    else:
        _draw_figure(canvas, group, glyph, colour, seat)
    middle = 0.1 if glyph is None or glyph.kind in ("coin", "sign") else 0.16
    if angle is not None and not turns:
        draw_pointer(group, angle, middle)
    if token.badge:
        draw_badge(group, token.badge, middle)
    return canvas.define(group)


def _piece_colour(token: Token, paint: Paint) -> str:
    if token.tint:
        tint = DEFAULTS.tints.get(token.tint)
        return tint.colour if tint else token.tint
    return paint.seat_colour(token.seat)


def _draw_coin(
    canvas: Canvas,
    group: Element,
    glyph: Glyph | None,
    text: str,
    colour: str,
    seat: int,
    paint: Paint,
    angle: int,
) -> None:
    """Draw a thick coin with its sign in relief, turned by an angle."""
    r = paint.token_radius * UNIT
    bright = luminance(colour) > 0.3
    outline = seat_path(seat, r, r * 0.94)
    add_path(group, outline, transform="translate(3 6)", **PIECE_SHADOW)
    for share in (0.0, 0.25, 0.5, 0.75):
        side = shade_colour(colour, (-0.42 if bright else -0.5) + 0.12 * share)
        add_path(group, outline, fill=side, transform=f"translate(0 {-THICKNESS * share:g})")
    top = add_group(group, 0, -THICKNESS)
    stops = [
        (0, shade_colour(colour, 0.4 if bright else 0.26), 1.0),
        (0.5, colour, 1.0),
        (1, shade_colour(colour, -0.16), 1.0),
    ]
    rim = paint.outline or shade_colour(colour, -0.5 if bright else 0.34)
    face = canvas.linear_gradient((-r, -r), (r, r), stops)
    add_path(top, outline, fill=face, stroke=rim, stroke_width=2.2)
    ring = shade_colour(colour, -0.5 if bright else 0.5)
    inner = seat_path(seat, r * 0.84, r * 0.79)
    add_path(top, inner, fill="none", stroke=ring, stroke_opacity=0.4, stroke_width=1.4)
    ink = "#2a1f1a" if bright else "#fff8ea"
    if glyph is None:
        size = r * (0.7 if len(text) > 2 else 0.9 if len(text) == 2 else 1.15)
        label = style(fill=ink, text_anchor="middle", font_weight="700")
        add_text(top, text, 0, r * 0.06, size, **label)
        return
    scale = r * 1.4 / 24
    turned = add_group(top, 0, 0, f"rotate({angle})") if angle else top
    sign = add_group(turned, -12 * scale, -12 * scale, f"scale({scale:.4f})")
    path = glyph.path + glyph.detail
    relief = style(fill="#ffffff" if bright else "#000000", fill_opacity=0.55 if bright else 0.4)
    add_path(sign, path, fill_rule="evenodd", transform="translate(.5 .8)", **relief)
    add_path(sign, path, fill_rule="evenodd", fill=ink)


def _draw_figure(canvas: Canvas, group: Element, glyph: Glyph, colour: str, seat: int) -> None:
    """Draw a wooden figure on the plate of its seat."""
    plate = seat_path(seat, UNIT * 0.34, UNIT * 0.19)
    add_path(group, plate, transform="translate(6 5)", **PIECE_SHADOW)
    add_path(group, plate, fill=shade_colour(colour, -0.55))
    ends = [(0, shade_colour(colour, 0.25), 1.0), (1, shade_colour(colour, -0.3), 1.0)]
    top = canvas.linear_gradient((-30, -20), (30, 20), ends)
    edge = style(stroke=shade_colour(colour, -0.5), stroke_width=1.6)
    add_path(group, plate, fill=top, transform="translate(0 -4.5)", **edge)
    scale = UNIT * 0.66 / 24
    body = add_group(group, -12 * scale, -1 - 22 * scale, f"scale({scale:.4f})")
    for step in range(5):
        far = FIGURE_DEPTH * (5 - step) / 5
        side = shade_colour(colour, -0.62 + 0.16 * (1 - far / FIGURE_DEPTH))
        add_path(
            body, glyph.path, fill=side, transform=f"translate({far * 0.75:.2f} {-far * 0.3:.2f})"
        )
    stops = [
        (0, shade_colour(colour, 0.42), 1.0),
        (0.42, colour, 1.0),
        (1, shade_colour(colour, -0.24), 1.0),
    ]
    front = canvas.linear_gradient((2, 0), (20, 24), stops)
    line = style(stroke=shade_colour(colour, -0.55), stroke_width=0.7, stroke_linejoin="round")
    add_path(body, glyph.path, fill=front, **line)
    if glyph.detail:
        bright = luminance(colour) > 0.5
        ink = style(fill="#1e140c" if bright else "#fffaee", fill_opacity=0.72 if bright else 0.88)
        add_path(body, glyph.detail, **ink)


def _draw_sign(canvas: Canvas, group: Element, glyph: Glyph, colour: str) -> None:
    """Draw a flat sign, a little raised above the board."""
    scale = UNIT * 0.66 / 24
    sign = add_group(
        group, -12 * scale, -13.5 * scale * 0.94, f"scale({scale:.4f} {scale * 0.94:.4f})"
    )
    add_path(sign, glyph.path, fill_rule="evenodd", transform="translate(1 1.5)", **PIECE_SHADOW)
    for up in (0.0, 0.75, 1.5, 2.25):
        side = shade_colour(colour, -0.5 + up * 0.06)
        add_path(sign, glyph.path, fill_rule="evenodd", fill=side, transform=f"translate(0 {-up})")
    stops = [
        (0, shade_colour(colour, 0.4), 1.0),
        (0.5, colour, 1.0),
        (1, shade_colour(colour, -0.15), 1.0),
    ]
    face = canvas.linear_gradient((0, 0), (24, 24), stops)
    add_path(sign, glyph.path, fill_rule="evenodd", fill=face, transform="translate(0 -3)")


def _draw_pyramid(canvas: Canvas, group: Element, glyph: Glyph, token: Token, colour: str) -> None:
    """Draw a pyramid from slightly above; the pips on its front show colour and size."""
    w = glyph.size * UNIT
    half, tall = w / 2, w * 0.66
    deep = half * 0.62
    apex, left, right = (0.0, -tall), (-half, -deep * 0.35), (half, -deep * 0.35)
    front = (half * 0.12, deep * 0.9)
    cap = token.glyph == "cap"
    whole = polygon_path([left, apex, right, front])
    add_path(group, whole, transform="translate(5 3)", **PIECE_SHADOW)
    bright = [
        (0, shade_colour(colour, 0.16 if cap else 0.05), 1.0),
        (1, shade_colour(colour, 0.4 if cap else 0.5), 1.0),
    ]
    lit = canvas.linear_gradient(left, (front[0], apex[1]), bright)
    add_path(group, polygon_path([left, apex, front]), fill=lit)
    dull = [(0, shade_colour(colour, -0.42), 1.0), (1, shade_colour(colour, -0.12), 1.0)]
    dim = canvas.linear_gradient(front, (right[0], apex[1]), dull)
    add_path(group, polygon_path([apex, right, front]), fill=dim)
    ridge = style(stroke="#ffb25a" if cap else "#ffffff", stroke_opacity=0.75 if cap else 0.6)
    add_path(group, polygon_path([apex, front]), fill="none", stroke_width=1.4, **ridge)
    edge = style(stroke=shade_colour(colour, -0.65), stroke_opacity=0.85, stroke_width=1.4)
    add_path(group, whole, fill="none", stroke_linejoin="round", **edge)
    if not cap:
        _draw_pips(group, token, colour, w)


def _draw_pips(group: Element, token: Token, colour: str, w: float) -> None:
    """Draw one, two or three pips for small, medium and large; their shape shows the colour."""
    count = 3 if token.glyph.endswith("large") else 2 if token.glyph.endswith("medium") else 1
    tint = DEFAULTS.tints.get(token.tint)
    shape = tint.shape if tint else 0
    r = w * 0.07
    bright = luminance(colour) > 0.35
    ink = style(fill="#281a08" if bright else "#ffffff", fill_opacity=0.9 if bright else 0.95)
    for i in range(count):
        aside = i - (count - 1) / 2
        place = add_group(group, -w * 0.17 + aside * r * 1.5, -w * 0.03 + aside * r * 1.45)
        add_path(place, pip_path(shape, r), **ink)


def _draw_ember(canvas: Canvas, group: Element) -> None:
    """Draw a glowing lump of coal."""
    r = UNIT * 0.3
    coal = add_group(group, 0, -r * 0.35)
    halo = [(0.18, "#ff821e", 0.6), (1, "#ff6e14", 0.0)]
    add_shape(coal, "circle", r=r * 1.7, fill=canvas.radial_gradient((0, 0), r * 1.7, halo))
    turns = [i / len(EMBER_BUMPS) * 2 * math.pi - 0.4 for i in range(len(EMBER_BUMPS))]
    corners = [
        (math.cos(turn) * r * bump, math.sin(turn) * r * bump * 0.86)
        for turn, bump in zip(turns, EMBER_BUMPS, strict=True)
    ]
    hot = [(0, "#fff0a8", 1.0), (0.28, "#ffae35", 1.0), (0.62, "#dd4a17", 1.0), (1, "#4a1508", 1.0)]
    glow = canvas.radial_gradient((-r * 0.2, -r * 0.3), r * 1.2, hot)
    add_path(coal, polygon_path(corners), fill=glow, stroke="#3a120a", stroke_width=3)
    crust = mix_colours("#3a120a", "#000000", 0.2)
    for first, second, third in ((0, 1, 8), (2, 3, 4), (5, 6, 7)):
        shares = ((first, 0.92), (second, 0.93), (third, 0.93), (first, 0.5))
        patch = [(corners[i][0] * share, corners[i][1] * share) for i, share in shares]
        add_path(coal, polygon_path(patch), fill=crust)
