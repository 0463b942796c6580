"""Ludus: states of a board that was set up by hand."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.errors import InvalidState
from ludarium.core.game import State
from ludarium.core.scene import Scene, Token, parse_spot
from ludarium.games.ludus.board import (
    COLOUR_NAMES,
    FIRST_LORD,
    FRESH,
    LEGIONARE,
    OWNER,
    PIECES,
    PLACES,
    START_CELL,
    START_KIND,
    TAGS,
    VETERAN,
)
from ludarium.games.ludus.state import TAG_KINDS

MAX_SETUP_PLY = 300  # more than any board needs


def setup_states(scene: Scene, to_move: int, quiet_limit: int) -> Iterator[State]:
    """The states that look like a scene, by rising ply; First Lords took what is missing."""
    placed = _number_pieces([token for token in scene.tokens if parse_spot(token.at)])
    pieces = [_write_piece(piece, placed[piece]) for piece in sorted(placed)]
    missing = [piece for piece in range(PIECES) if piece not in placed]
    captured = {
        colour: [
            {
                "type": TAGS[START_KIND[piece]],
                "color": COLOUR_NAMES[1 - seat],
                "by": TAGS[FIRST_LORD],
            }
            for piece in missing
            if OWNER[piece] == 1 - seat
        ]
        for seat, colour in enumerate(COLOUR_NAMES)
    }
    for ply in range(to_move, MAX_SETUP_PLY, 2):
        for quiet in {0, min(ply, quiet_limit or ply), min(ply, 1)}:
            yield {
                "pieces": pieces,
                "turn": COLOUR_NAMES[to_move],
                "winner": None,
                "moveCount": ply,
                "captured": captured,
                "quiet": quiet,
                "reason": "",
            }


def _number_pieces(tokens: list[Token]) -> dict[int, Token]:
    """The piece of each token: one that stands at its start, else one that can come there."""
    placed: dict[int, Token] = {}
    at_home = sorted(tokens, key=lambda token: _home_piece(token) is None)
    for token in at_home:
        kind = TAG_KINDS.get(token.text)
        home = _home_piece(token)
        if kind is None or token.seat is None:
            raise InvalidState("unknown_piece", "There is no such piece.")
        same = [
            piece
            for piece in range(PIECES)
            if piece not in placed
            and OWNER[piece] == token.seat
            and _first_kind(START_KIND[piece]) == _first_kind(kind)
        ]
        same.sort(key=lambda piece: (piece != home, _diagonal(piece) != _token_diagonal(token)))
        if not same:
            raise InvalidState("impossible", "A seat has more pieces of a kind than it began with.")
        placed[same[0]] = token
    return placed


def _home_piece(token: Token) -> int | None:
    """The piece that begins on the cell of a token and is of its kind."""
    place = parse_spot(token.at)
    kind = TAG_KINDS.get(token.text, -1)
    return next(
        (
            piece
            for piece in range(PIECES)
            if OWNER[piece] == token.seat
            and PLACES[START_CELL[piece]] == place
            and _first_kind(START_KIND[piece]) == _first_kind(kind)
        ),
        None,
    )


def _first_kind(kind: int) -> int:
    """The kind that a piece had at the start."""
    return FRESH if kind in (LEGIONARE, VETERAN) else kind


def _diagonal(piece: int) -> int:
    _, row, col = PLACES[START_CELL[piece]]
    return (row + col) % 2


def _token_diagonal(token: Token) -> int:
    place = parse_spot(token.at)
    assert place is not None
    return (place[1] + place[2]) % 2


def _write_piece(piece: int, token: Token) -> State:
    place = parse_spot(token.at)
    assert place is not None
    name, row, col = place
    return {
        "id": f"p{piece}",
        "type": token.text,
        "color": COLOUR_NAMES[OWNER[piece]],
        "board": name,
        "r": row,
        "c": col,
        "moved": PLACES[START_CELL[piece]] != place or token.text != TAGS[START_KIND[piece]],
    }
