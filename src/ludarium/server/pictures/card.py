"""Card: a board with the game's name and its players beside it, for previews of links."""

from __future__ import annotations

import re
from typing import NamedTuple

from ludarium.core.drawing.canvas import Canvas, add_box, add_shape, add_text
from ludarium.core.drawing.paint import Paint, resolve_paint
from ludarium.core.theme import Theme

# The size that sites with previews ask for.
CARD_WIDTH, CARD_HEIGHT = 1200, 630
CARD_MARGIN = 24
TEXT_LEFT = 690  # where the words begin; the board has the space before it
MAX_CARD_NAME_CHARS = 22
LETTER_WIDTH = 0.55  # of an average letter, as a share of its size
OWN_SIZE = re.compile(r'width="\d+" height="\d+"')


class CardText(NamedTuple):
    """The words of a card; `winner` is the seat that gets a star."""

    title: str
    names: tuple[str, ...]
    line: str
    winner: int | None = None


def draw_card(board: str, theme: Theme | None, dark: bool, words: CardText) -> str:
    """A card around the picture of a board, as SVG."""
    paint = resolve_paint(theme, dark)
    canvas = Canvas(CARD_WIDTH, CARD_HEIGHT)
    canvas.root.attrib.update(width=str(CARD_WIDTH), height=str(CARD_HEIGHT))
    add_box(canvas.root, 0, 0, CARD_WIDTH, CARD_HEIGHT, fill=paint.background)
    ink = "#f3f5fa" if dark else "#2a211b"
    size = _fitting_size(words.title, 54)
    add_text(canvas.root, words.title, TEXT_LEFT, 150, size, fill=ink, font_weight="600")
    for seat, name in enumerate(words.names):
        _draw_name(canvas, paint, seat, name, ink, won=seat == words.winner)
    soft = "#aab4c8" if dark else "#6b5a4b"
    bottom = CARD_HEIGHT - 2 * CARD_MARGIN
    size = _fitting_size(words.line, 30)
    add_text(canvas.root, words.line, TEXT_LEFT, bottom - 50, size, fill=soft, font_weight="600")
    add_text(canvas.root, "Ludarium", TEXT_LEFT, bottom, 30, fill=soft, font_weight="600")
    return _insert_board(canvas.write(), board)


def _fitting_size(text: str, most: float) -> float:
    """The size at which a line fits beside the board."""
    return min(most, (CARD_WIDTH - TEXT_LEFT - CARD_MARGIN) / (max(len(text), 1) * LETTER_WIDTH))


def _draw_name(canvas: Canvas, paint: Paint, seat: int, name: str, ink: str, *, won: bool) -> None:
    y = 260 + seat * 70
    dot = paint.seat_colour(seat)
    add_shape(
        canvas.root, "circle", cx=TEXT_LEFT + 14, cy=y, r=14, fill=dot, stroke=ink, stroke_width=2
    )
    short = name if len(name) <= MAX_CARD_NAME_CHARS else name[: MAX_CARD_NAME_CHARS - 1] + "…"
    told = f"{short}  won" if won else short
    add_text(canvas.root, told, TEXT_LEFT + 44, y, 38, fill=ink, font_weight="600")


def _insert_board(card: str, board: str) -> str:
    """The card with the picture of the board inside, as large as the space before the text."""
    room = {
        "x": CARD_MARGIN,
        "y": CARD_MARGIN,
        "width": TEXT_LEFT - 3 * CARD_MARGIN,
        "height": CARD_HEIGHT - 2 * CARD_MARGIN,
    }
    place = " ".join(f'{name}="{value}"' for name, value in room.items())
    # A picture keeps its proportions in the space that it is given.
    return card.removesuffix("</svg>") + OWN_SIZE.sub(place, board, count=1) + "</svg>"
