"""Picture worker: draws a record as SVG, PNG or GIF, in a process of its own.

The rasteriser holds the interpreter lock while it works, 0.1 to 0.2 s for a picture, so it must not
run in the server's process.
"""

from __future__ import annotations

import io
import multiprocessing
import os
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import Literal, NamedTuple

import resvg_py
from PIL import Image

from ludarium.core import record as records
from ludarium.core.drawing.colour import parse_colour
from ludarium.core.drawing.paint import Paint, resolve_paint
from ludarium.core.drawing.scene_svg import draw_scene_svg, last_move_spots
from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.match import OUTSIDE_REASONS, Match
from ludarium.core.position import Position
from ludarium.core.scene import Event
from ludarium.server.limits.cpu_budget import CpuBudget
from ludarium.server.pictures.card import CARD_WIDTH, CardText, draw_card
from ludarium.server.protocol.errors import Refused

FONT_FILE = Path(__file__).with_name("figtree-600.ttf")
WORKER_NICENESS = 10  # players' moves come before pictures
PICTURE_WIDTH_PX = 720
ANIMATION_WIDTH_PX = 360
MAX_ANIMATED_MOVES = 150  # about 15 s of work
FRAME_MS = 900
LAST_FRAME_MS = 4000
PALETTE_COLOURS = 255
PALETTE_FRAMES = 4  # frames from which the colours of an animation are chosen

PictureForm = Literal["svg", "png", "card", "gif"]


class PictureOrder(NamedTuple):
    """What to draw; a ply beyond the last one is the last one."""

    record: str
    form: PictureForm
    ply: int
    dark: bool


class PictureRefusal(NamedTuple):
    """Why there is no picture; errors themselves do not survive the way between processes."""

    code: str
    message: str


def prepare_worker() -> None:
    """Lower the priority of this process, and end it with the server, even a killed one."""
    os.nice(WORKER_NICENESS)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def draw_picture(order: PictureOrder) -> bytes | PictureRefusal:
    """Replay the record and draw it."""
    try:
        match = records.replay(records.loads(order.record), each=CpuBudget().check)
        if order.form == "gif":
            return _draw_animation(match, order.dark)
        return _draw_ply(match, order)
    except LudariumError as error:
        return PictureRefusal(error.code, error.message)


def _draw_ply(match: Match, order: PictureOrder) -> bytes:
    ply = min(order.ply, len(match.moves))
    position, events = _position_at(match, ply)
    board = _board_svg(match.game, position, events, order.dark, PICTURE_WIDTH_PX)
    if order.form == "svg":
        return board.encode()
    if order.form == "png":
        return _rasterise(board, PICTURE_WIDTH_PX)
    words = _card_text(match, ply)
    return _rasterise(draw_card(board, match.game.theme, order.dark, words), CARD_WIDTH)


def _position_at(match: Match, ply: int) -> tuple[Position, list[Event]]:
    """The position after so many moves, and the events of the last of them."""
    position = match.first_position()
    events: list[Event] = []
    for at, move in enumerate(match.moves[:ply], 1):
        if at == ply:
            events = list(match.game.events(position, move))
        match.game.advance(position, move)
    return position, events


def _board_svg(
    game: AnyGame, position: Position, events: list[Event], dark: bool, width_px: int
) -> str:
    return draw_scene_svg(
        game.scene(position),
        game.theme,
        dark=dark,
        last=last_move_spots(events),
        title=game.title,
        width_px=width_px,
    )


def _card_text(match: Match, ply: int) -> CardText:
    outcome, last = match.outcome, len(match.moves)
    names = tuple(player.name for player in match.players)
    if ply < last or outcome is None:
        return CardText(match.game.title, names, f"Move {ply} of {last}")
    reason = {**OUTSIDE_REASONS, **match.game.reasons}.get(outcome.reason, "")
    return CardText(match.game.title, names, reason, outcome.winner)


def _rasterise(svg: str, width_px: int) -> bytes:
    # Only our own font, so that a picture is the same on every machine.
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width_px,
        skip_system_fonts=True,
        font_files=[str(FONT_FILE)],
        font_family="Figtree SemiBold",
    )
    return bytes(drawn)


def _draw_animation(match: Match, dark: bool) -> bytes:
    """One frame for each move, with colours that all frames share."""
    if len(match.moves) > MAX_ANIMATED_MOVES:
        most = MAX_ANIMATED_MOVES
        raise Refused("too_long", f"Only games of up to {most} moves can be animated.")
    game, position = match.game, match.first_position()
    frames = [_frame(game, position, [], dark)]
    for move in match.moves:
        events = list(game.events(position, move))
        game.advance(position, move)
        frames.append(_frame(game, position, events, dark))
    palette = _shared_palette(frames, resolve_paint(game.theme, dark))
    drawn = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = io.BytesIO()
    times = [FRAME_MS] * (len(drawn) - 1) + [LAST_FRAME_MS]
    drawn[0].save(
        file, "GIF", save_all=True, append_images=drawn[1:], duration=times, loop=0, optimize=False
    )
    return file.getvalue()


def _frame(game: AnyGame, position: Position, events: list[Event], dark: bool) -> Image.Image:
    svg = _board_svg(game, position, events, dark, ANIMATION_WIDTH_PX)
    return Image.open(io.BytesIO(_rasterise(svg, ANIMATION_WIDTH_PX))).convert("RGB")


def _shared_palette(frames: list[Image.Image], paint: Paint) -> Image.Image:
    """The colours of a few frames side by side, and those of small signs, which would be lost."""
    step = max(1, (len(frames) - 1) // (PALETTE_FRAMES - 1))
    chosen = frames[::step]
    width, height = frames[0].size
    sheet = Image.new("RGB", (width * len(chosen), height))
    for i, frame in enumerate(chosen):
        sheet.paste(frame, (i * width, 0))
    signs = [parse_colour(colour) for colour in (*paint.seats, paint.last, paint.background)]
    count = PALETTE_COLOURS - len(signs)
    common = (sheet.quantize(count, Image.Quantize.MEDIANCUT).getpalette() or [])[: 3 * count]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*common, *(value for sign in signs for value in sign)])
    return palette
