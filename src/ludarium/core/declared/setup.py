"""States of a declared game whose board was set up by hand: tokens become fields again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from ludarium.core.declared.fields import (
    OFF_BOARD,
    BoardField,
    DeclaredField,
    Piece,
    PlaceField,
)
from ludarium.core.errors import InvalidState
from ludarium.core.scene import Scene, Token

MAX_SETUP_STATES = 4096  # tried for one board; counters that no token shows make them many
# How much a piece must be like the token that stands for it.
SAME_PIECE, SAME_TEXT, ANY_PIECE = range(3)


def setup_values(
    fields: Mapping[str, DeclaredField], first: Mapping[str, Any], scene: Scene
) -> Iterator[dict[str, Any]]:
    """Values of the fields that may belong to a scene; `first` are those of the first position.

    Tokens give the fields of pieces. Every other list keeps its first items; every single number,
    flag or word may have any value, the first one first.
    """
    values = dict(first)
    left = list(scene.tokens)
    for name, field in fields.items():
        if isinstance(field, BoardField):
            left = _read_board(field, left, values, name)
        elif isinstance(field, PlaceField):
            left = _read_places(field, left, values, name, fields)
    if left:
        raise InvalidState("impossible", f"There is one piece too many: {left[0].text}.")
    pieces = (BoardField, PlaceField)
    single = {
        name: field
        for name, field in fields.items()
        if field.length is None and not isinstance(field, pieces)
    }
    ranges = [_first_value_first(values[name], field) for name, field in single.items()]
    for chosen in islice(product(*ranges), MAX_SETUP_STATES):
        yield values | dict(zip(single, chosen, strict=True))


def _first_value_first(first: Any, field: DeclaredField) -> list[Any]:
    numbers = range(field.low, min(field.high, field.low + MAX_SETUP_STATES) + 1)
    values: list[Any] = [bool(number) for number in numbers] if field.is_flag else list(numbers)
    return [first, *(value for value in values if value != first)]


def _read_board(
    field: BoardField, tokens: list[Token], values: dict[str, Any], name: str
) -> list[Token]:
    """Put the tokens of this board's pieces on its cells, and return the others."""
    board, left = [0] * field.board.cells, []
    numbers = {
        (piece.glyph, piece.text, piece.seat): number
        for number, piece in enumerate(field.pieces, 1)
    }
    for token in tokens:
        cell = field.board.cell_of_spot(token.at)
        number = numbers.get((token.glyph, token.text, token.seat))
        if cell is None or number is None:
            left.append(token)
        elif board[cell]:
            raise InvalidState("impossible", "Two pieces stand on one cell.")
        else:
            board[cell] = number
    values[name] = board
    return left


def _read_places(
    field: PlaceField,
    tokens: list[Token],
    values: dict[str, Any],
    name: str,
    fields: Mapping[str, DeclaredField],
) -> list[Token]:
    """Give every numbered piece the place and signs of a token; return the other tokens."""
    kinds = list(values[field.kind]) if field.kind else list(range(len(field.pieces)))
    first = [field.pieces[kind] for kind in kinds]
    numbered, left = _number_tokens(field, first, tokens)
    places = [OFF_BOARD] * len(kinds)
    badges = [fields[field.badge].low] * len(kinds) if field.badge else []
    facings = list(values[field.facing]) if field.facing else []
    for number, (token, place) in numbered.items():
        places[number] = place
        if field.kind:
            kinds[number] = next(
                n for n, p in enumerate(field.pieces) if _is_like(p, token, SAME_PIECE)
            )
        if field.badge:
            badges[number] = _read_badge(token.badge)
        if field.facing:
            facings[number] = _read_facing(token.facing, fields[field.facing])
    values[name] = places
    partners = {field.kind: kinds, field.badge: badges, field.facing: facings}
    values.update({partner: found for partner, found in partners.items() if partner})
    return left


def _number_tokens(
    field: PlaceField, first: list[Piece], tokens: list[Token]
) -> tuple[dict[int, tuple[Token, int]], list[Token]]:
    """The tokens of this field's pieces with their places, by number; and the other tokens.

    `first` are the pieces of the first position. Where pieces change, a token prefers the number
    of a piece that was the same then, and next of one with its text, which may have changed sides.
    """
    numbered: dict[int, tuple[Token, int]] = {}
    left: list[Token] = []
    waiting: list[tuple[Token, int]] = []
    for token in tokens:
        place = _read_place(field, token)
        if place is None or not any(_is_like(piece, token, SAME_PIECE) for piece in field.pieces):
            left.append(token)
        else:
            waiting.append((token, place))
    waiting.sort(key=lambda found: found[1] == OFF_BOARD)
    for likeness in (SAME_PIECE, SAME_TEXT, ANY_PIECE) if field.kind else (SAME_PIECE,):
        tried, waiting = waiting, []
        for token, place in tried:
            alike = (n for n, piece in enumerate(first) if _is_like(piece, token, likeness))
            number = next((n for n in alike if n not in numbered), None)
            if number is None:
                waiting.append((token, place))
            else:
                numbered[number] = token, place
    # A piece that is nowhere else lies in the tray anyway.
    return numbered, left + [token for token, place in waiting if place != OFF_BOARD]


def _read_place(field: PlaceField, token: Token) -> int | None:
    """The cell of a token, OFF_BOARD in a tray of the field, None elsewhere."""
    if token.at.partition(":")[0] in {tray.id for tray in field.trays}:
        return OFF_BOARD
    return field.board.cell_of_spot(token.at)


def _is_like(piece: Piece, token: Token, likeness: int) -> bool:
    if likeness == SAME_PIECE:
        return (piece.glyph, piece.text, piece.seat) == (token.glyph, token.text, token.seat)
    return likeness == ANY_PIECE or piece.text == token.text


def _read_badge(badge: str) -> int:
    if not (badge.isascii() and badge.removeprefix("-").isdigit() and len(badge) <= 9):
        raise InvalidState("impossible", "The badge of a piece is a whole number.")
    return int(badge)


def _read_facing(facing: str, field: DeclaredField) -> int:
    if field.words is None or facing not in field.words:
        raise InvalidState("impossible", "A piece faces no known direction.")
    return field.words.index(facing)
