"""Caldera: parses typed and clicked moves, and explains refusals."""

from __future__ import annotations

import re

from ludarium.core.errors import IllegalMove
from ludarium.core.scene import parse_cell_name, parse_spot
from ludarium.core.strict_json import Json
from ludarium.games.caldera.board import (
    NO_CELL,
    PIECE_KINDS,
    SEAT_PIECES,
    SIZE,
    VENT,
    cell_at,
    cell_away,
    side_cells,
)
from ludarium.games.caldera.rules import CalderaPosition

# The keys of the two cells that each action names.
ACTION_FIELDS = {"move": ("from", "to"), "forge": ("smith", "target")}

NOTATION = re.compile(r"([a-z]\d)([-x^])([a-z]\d)")


def parse_notation(position: CalderaPosition, written: str) -> Json | None:
    """Parse notation into a move, even an illegal one."""
    match = NOTATION.fullmatch(written)
    if match is None:
        return None
    source, target = (list(parse_cell_name(match[group], SIZE)) for group in (1, 3))
    if match[2] == "^":
        return {"action": "forge", "smith": source, "target": target}
    enemy = _owner(position, cell_at(*target)) == position.to_move ^ 1
    if enemy and match[2] == "-":
        raise IllegalMove("capture_unmarked", "A capture is written with an x.", "C4")
    if not enemy and match[2] == "x":
        raise IllegalMove("nothing_to_capture", "No enemy stands there to be captured.", "C4")
    return {"action": "move", "from": source, "to": target}


def parse_path(position: CalderaPosition, path: tuple[str, ...]) -> Json | None:
    """Parse a click path into a move, even an illegal one."""
    cells = [list(place[1:]) for place in map(parse_spot, path) if place]
    if path[1:2] == ("!forge",) and len(path) - 1 == len(cells) <= 2:
        return {"action": "forge", "smith": cells[0], "target": cells[-1]}
    if not len(path) == len(cells) <= 2 or not cells:
        return None
    if len(cells) == 1 and _owner(position, cell_at(*cells[0])) == position.to_move:
        raise IllegalMove("stuck_piece", "That piece can neither move nor forge now.", "C2")
    return {"action": "move", "from": cells[0], "to": cells[-1]}


def explain_move(position: CalderaPosition, value: Json) -> IllegalMove:
    """The refusal with the first rule that the move breaks."""
    if not isinstance(value, dict) or not isinstance(value.get("action"), str):
        return _malformed_move()
    action = value["action"]
    if action not in ACTION_FIELDS:
        return IllegalMove(
            "unknown_action", "A turn is a move or a forge; there is no passing.", "C2"
        )
    keys = ACTION_FIELDS[action]
    if value.keys() != {"action", *keys} or not all(_is_pair(value[key]) for key in keys):
        return _malformed_move()
    source, target = (cell_at(*value[key]) for key in keys)
    if NO_CELL in (source, target):
        return IllegalMove("off_board", "Rows and columns are numbered from 0 to 6.", "C2")
    owner = _owner(position, source)
    if owner is None:
        return IllegalMove("no_piece", "No piece stands on that cell.", "C1")
    if owner != position.to_move:
        return IllegalMove("not_your_piece", "That piece belongs to the other player.", "C1")
    kind = PIECE_KINDS[position.where.index(source) % SEAT_PIECES]
    if action == "forge":
        return _explain_forge(position, kind, source, target)
    return _explain_piece_move(position, kind, source, target)


def _malformed_move() -> IllegalMove:
    return IllegalMove(
        "malformed_move",
        'A move is {"action": "move", "from": [row, col], "to": [row, col]} or '
        '{"action": "forge", "smith": [row, col], "target": [row, col]}.',
        "C2",
    )


def _is_pair(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)


def _owner(position: CalderaPosition, cell: int) -> int | None:
    """The seat of the piece on a cell, None if the cell is empty."""
    if cell == NO_CELL or cell not in position.where:
        return None
    return position.where.index(cell) // SEAT_PIECES


def _explain_forge(position: CalderaPosition, kind: str, source: int, target: int) -> IllegalMove:
    if kind != "smith":
        return IllegalMove("not_a_smith", "Only a smith can forge.", "C4")
    if source == target:
        return IllegalMove("forge_own_cell", "A smith cannot raise the cell it stands on.", "C4")
    if target not in side_cells(source):
        return IllegalMove(
            "not_beside", "A smith forges one cell up, right, down or left, not diagonally.", "C4"
        )
    if position.height[target] == VENT:
        return IllegalMove("vent", "A vent cannot be raised.", "C10")
    return IllegalMove("occupied", "A smith can only raise an empty cell.", "C4")


def _explain_piece_move(
    position: CalderaPosition, kind: str, source: int, target: int
) -> IllegalMove:
    if source == target:
        return IllegalMove("same_cell", "A piece must leave its cell.", "C2")
    for direction in range(8):
        near, far = cell_away(source, direction, 1), cell_away(source, direction, 2)
        if target == near:
            return _explain_step(position, source, target)
        if target == far and kind == "lancer":
            return _explain_leap(position, source, near, target)
    if kind == "lancer":
        return IllegalMove(
            "out_of_reach", "A lancer goes one or two cells in a straight line.", "C2"
        )
    return IllegalMove("out_of_reach", f"A {kind} goes one cell, in any direction.", "C2")


def _explain_step(position: CalderaPosition, source: int, target: int) -> IllegalMove:
    refusal = _explain_landing(position, target)
    if refusal is not None:
        return refusal
    return IllegalMove("too_high", "A piece climbs one level a step at most.", "C4")


def _explain_leap(position: CalderaPosition, source: int, middle: int, target: int) -> IllegalMove:
    refusal = _explain_landing(position, target)
    if refusal is not None:
        return refusal
    height = position.height
    if height[middle] == VENT:
        return IllegalMove("vent_between", "A lancer cannot leap over a vent.", "C3")
    if height[middle] > height[source] + 1:
        return IllegalMove(
            "middle_too_high", "The first half of the leap climbs more than one level.", "C3"
        )
    return IllegalMove("too_high", "The second half of the leap climbs more than one level.", "C3")


def _explain_landing(position: CalderaPosition, target: int) -> IllegalMove | None:
    if position.height[target] == VENT:
        return IllegalMove("vent", "No piece can enter a vent.", "C10")
    if _owner(position, target) == position.to_move:
        return IllegalMove("own_piece", "A piece of your own stands there.", "C2")
    return None
