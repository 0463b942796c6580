"""Ludus: parses typed and clicked moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ludarium.core.errors import IllegalMove
from ludarium.core.legal_moves import legal_moves
from ludarium.core.scene import parse_cell_name, parse_spot
from ludarium.core.strict_json import Json
from ludarium.games.ludus import board
from ludarium.games.ludus.board import FRESH, GROUND_SIZE, LEGIONARE, OWNER, SKY_CORNER
from ludarium.games.ludus.rules import LudusPosition
from ludarium.games.ludus.state import PIECE_NUMBERS, write_move
from ludarium.games.ludus.view import click_path, notate_move, other_click_paths

NOTATION = re.compile(r"([a-kA-K]\d{1,2})([-x*+])([a-kA-K]\d{1,2})")


def parse_notation(position: LudusPosition, written: str) -> Json | None:
    """Parse notation into a move, even an illegal one."""
    match = NOTATION.fullmatch(written)
    if match is None:
        return None
    exposing = find_exposing(position, lambda move: notate_move(position, move) == written)
    if exposing is not None:
        return exposing
    source, sign, target = match.groups()
    here, there = _parse_place(source), _parse_place(target)
    name, met = _piece_name_at(position, here), _piece_name_at(position, there)
    if name is None:
        raise IllegalMove("empty_cell", f"No piece stands on {source}.", "L2")
    if sign == "+":
        return _wall_request(position, here, there)
    if sign == "*" and met is None:
        raise IllegalMove("nothing_to_strike", f"No piece stands on {target}.", "L6")
    action = "fly" if here["board"] != there["board"] and met is None else "move"
    return {
        "pieceId": name,
        "type": "attack" if sign == "*" else action,
        "to": here if sign == "*" else there,
        "targets": [met] if met else [],
    }


def parse_path(position: LudusPosition, path: tuple[str, ...]) -> Json | None:
    """Parse a click path into a move, even an illegal one."""
    found = [
        {"board": where, "r": r, "c": c} for where, r, c in filter(None, map(parse_spot, path))
    ]
    strikes = path[1:2] == ("!strike",)
    if not 1 <= len(found) == len(path) - strikes <= 2:
        return None
    exposing = find_exposing(position, lambda move: path in _all_paths(position, move))
    if exposing is not None:
        return exposing
    here, there = found[0], found[-1]
    name, met = _piece_name_at(position, here), _piece_name_at(position, there)
    if name is None:
        raise IllegalMove("empty_cell", "No piece stands there.", "L2")
    if len(path) == 1 and OWNER[PIECE_NUMBERS[name]] == position.to_move:
        raise IllegalMove("stuck_piece", "That piece has no action now.", "L2")
    if position.shieldwall and not strikes and _is_row_of_legionares(position, name, met):
        return _wall_request(position, here, there)
    if strikes:
        targets = [met] if met and len(found) == 2 else []
        return {"pieceId": name, "type": "attack", "to": here, "targets": targets}
    action = "fly" if here["board"] != there["board"] and met is None else "move"
    return {"pieceId": name, "type": action, "to": there, "targets": [met] if met else []}


def find_exposing(position: LudusPosition, wanted: Callable[[int], bool]) -> Json | None:
    """The action that only the duty to protect the First Lord forbids, if it is the wanted one."""
    if position.check:
        for move in legal_moves(position.without_check()):
            if wanted(move):
                return write_move(position, move)
    return None


def _all_paths(position: LudusPosition, move: int) -> tuple[tuple[str, ...], ...]:
    return (click_path(position, move), *other_click_paths(position, move))


def _is_row_of_legionares(position: LudusPosition, name: str, met: str | None) -> bool:
    """Whether two different legionares of the seat to move are named."""
    pieces = [PIECE_NUMBERS[found] for found in (name, met) if found is not None]
    return len(set(pieces)) == 2 and all(
        OWNER[piece] == position.to_move and position.kind[piece] in (LEGIONARE, FRESH)
        for piece in pieces
    )


def _wall_request(position: LudusPosition, here: dict[str, Any], there: dict[str, Any]) -> Json:
    """A wall between two cells in any order, even an illegal one."""
    if here["board"] != there["board"] or here["r"] != there["r"]:
        raise IllegalMove("not_a_row", "A wall is a row: both ends stand in one row.", "L10")
    here, there = sorted((here, there), key=lambda place: int(place["c"]))
    name = _piece_name_at(position, here)
    if name is None:
        raise IllegalMove("empty_cell", "No piece stands there.", "L2")
    ahead = -1 if position.to_move == board.WHITE else 1
    return {
        "pieceId": name,
        "type": "wall",
        "to": {**here, "r": here["r"] + ahead},
        "targets": [],
        "count": there["c"] - here["c"] + 1,
    }


def _parse_place(name: str) -> dict[str, Json]:
    row, col = parse_cell_name(name.lower(), GROUND_SIZE)
    if name[0].isupper():
        return {"board": "sky", "r": row - SKY_CORNER, "c": col - SKY_CORNER}
    return {"board": "ground", "r": row, "c": col}


def _piece_name_at(position: LudusPosition, place: dict[str, Json]) -> str | None:
    """The name of the piece at a place, None if it is empty."""
    wanted = (place["board"], place["r"], place["c"])
    for name, piece in PIECE_NUMBERS.items():
        # The cell of a piece that is missing from the start is no place.
        if position.alive[OWNER[piece]] >> piece & 1 and (
            board.PLACES[position.where[piece]] == wanted
        ):
            return name
    return None
