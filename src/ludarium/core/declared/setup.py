"""States of a declared game whose board was set up by hand: tokens become fields again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from ludarium.core.declared.fields import OFF_BOARD, BoardField, DeclaredField, PlaceField
from ludarium.core.errors import InvalidState
from ludarium.core.scene import Scene, Token

MAX_SETUP_STATES = 4096  # tried for one board; counters that no token shows make them many


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
    """Give every numbered piece the cell, facing and badge of a token; return the other tokens."""
    places = [OFF_BOARD] * len(field.pieces)
    badges = [fields[field.badge].low] * len(field.pieces) if field.badge else []
    facings = list(values[field.facing]) if field.facing else []
    left = []
    for token in tokens:
        cell = field.board.cell_of_spot(token.at)
        number = _free_number(field, places, token)
        if field.tray is not None and token.at.startswith(f"{field.tray.id}:"):
            continue  # a piece that is nowhere else lies there
        if cell is None or number is None:
            left.append(token)
            continue
        places[number] = cell
        if field.badge:
            badges[number] = _read_badge(token.badge)
        if field.facing:
            facings[number] = _read_facing(token.facing, fields[field.facing])
    values[name] = places
    if field.badge:
        values[field.badge] = badges
    if field.facing:
        values[field.facing] = facings
    return left


def _free_number(field: PlaceField, places: list[int], token: Token) -> int | None:
    """The number of a piece of this kind that has no cell yet, None if there is none."""
    sign = (token.glyph, token.text, token.seat)
    for number, piece in enumerate(field.pieces):
        if places[number] == OFF_BOARD and (piece.glyph, piece.text, piece.seat) == sign:
            return number
    return None


def _read_badge(badge: str) -> int:
    if not (badge.isascii() and badge.removeprefix("-").isdigit() and len(badge) <= 9):
        raise InvalidState("impossible", "The badge of a piece is a whole number.")
    return int(badge)


def _read_facing(facing: str, field: DeclaredField) -> int:
    if field.words is None or facing not in field.words:
        raise InvalidState("impossible", "A piece faces no known direction.")
    return field.words.index(facing)
