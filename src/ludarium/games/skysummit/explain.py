"""Skysummit: parses typed and clicked moves, and explains refusals."""

from __future__ import annotations

import re

from ludarium.core.errors import IllegalMove
from ludarium.core.scene import cell_name, parse_cell_name, parse_spot
from ludarium.core.strict_json import Json
from ludarium.games.skysummit.board import CELLS, DOME, SIZE, SUMMIT, neighbour_mask
from ludarium.games.skysummit.rules import SkysummitPosition

MALFORMED_MOVE = IllegalMove(
    "malformed_move",
    'A move is {"t": "place", "to": [a, b]} or {"t": "move", "w": 0, "to": cell, "build": cell}.',
    "S13",
)
PLACEMENT_NOTATION = re.compile(r"([a-z]\d),([a-z]\d)")
MOVE_NOTATION = re.compile(r"([a-z]\d)-([a-z]\d)(?:\+([a-z]\d)|#)?")


def parse_notation(position: SkysummitPosition, written: str) -> Json | None:
    """Parse notation into a move, even an illegal one."""
    if match := PLACEMENT_NOTATION.fullmatch(written):
        return {"t": "place", "to": [_parse_cell(name) for name in match.groups()]}
    match = MOVE_NOTATION.fullmatch(written)
    if match is None:
        return None
    source, target, build = match.groups()
    own = position.where[2 * position.to_move : 2 * position.to_move + 2]
    if position.ply >= 2 and _parse_cell(source) not in own:
        raise IllegalMove("not_your_worker", f"No worker of yours stands on {source}.", "S2")
    return {
        "t": "move",
        "w": own.index(_parse_cell(source)) if _parse_cell(source) in own else 0,
        "to": _parse_cell(target),
        "build": _parse_cell(build) if build else None,
    }


def parse_path(position: SkysummitPosition, path: tuple[str, ...]) -> Json | None:
    """Parse a click path into a move, even an illegal one."""
    places = [place[1:] for place in map(parse_spot, path) if place]
    if not 1 <= len(places) == len(path) <= 3:
        return None
    names = [cell_name(*place, SIZE) for place in places]
    if position.ply < 2:
        taken = f"A worker already stands on {names[0]}."
        if len(path) == 1:
            raise IllegalMove("occupied", taken, "S2")
        return {"t": "place", "to": [_parse_cell(name) for name in names]}
    found = parse_notation(position, f"{names[0]}-{names[-1]}")
    if found is not None and len(path) == 1:
        raise IllegalMove("stuck_worker", "That worker has nowhere to go now.", "S2")
    return found if len(path) < 3 else parse_notation(position, f"{names[0]}-{names[1]}+{names[2]}")


def _parse_cell(name: str) -> int:
    row, col = parse_cell_name(name, SIZE)
    return SIZE * row + col if 0 <= col < SIZE else -1


def explain_move(position: SkysummitPosition, value: Json) -> IllegalMove:
    """The refusal with the first rule that the move breaks."""
    if not isinstance(value, dict) or value.get("t") not in ("place", "move"):
        return MALFORMED_MOVE
    if (value["t"] == "place") != (position.ply < 2):
        return IllegalMove("wrong_phase", "First both players place workers, then they move.", "S1")
    return (
        _explain_placement(position, value)
        if value["t"] == "place"
        else _explain_step_and_build(position, value)
    )


def _explain_placement(position: SkysummitPosition, value: dict[str, Json]) -> IllegalMove:
    cells = value.get("to")
    if value.keys() != {"t", "to"} or not isinstance(cells, list) or len(cells) != 2:
        return MALFORMED_MOVE
    if not all(_is_cell(cell) for cell in cells):
        return IllegalMove("off_board", "A cell is a whole number from 0 to 24.", "S13")
    if cells[0] == cells[1]:
        return IllegalMove("same_cell", "The two workers need two different cells.", "S2")
    return IllegalMove("occupied", "A worker already stands there.", "S2")


def _explain_step_and_build(position: SkysummitPosition, value: dict[str, Json]) -> IllegalMove:
    if value.keys() != {"t", "w", "to", "build"} or type(value["w"]) is not int:
        return MALFORMED_MOVE
    worker, target, build = value["w"], value["to"], value["build"]
    if worker not in (0, 1):
        return IllegalMove("no_such_worker", "A player has the workers 0 and 1.", "S13")
    if not _is_cell(target) or not (build is None or _is_cell(build)):
        return IllegalMove("off_board", "A cell is a whole number from 0 to 24.", "S13")
    source = position.where[2 * position.to_move + worker]
    refusal = _explain_step(position, source, target)
    if refusal is not None:
        return refusal
    if position.height[target] == SUMMIT:
        return IllegalMove("build_after_win", 'A winning step has "build": null.', "S3")
    return _explain_build(position, source, target, build)


def _explain_step(position: SkysummitPosition, source: int, target: int) -> IllegalMove | None:
    height = position.height
    if not neighbour_mask(source) >> target & 1:
        return IllegalMove("not_adjacent", "A worker steps to one of the 8 cells around it.", "S11")
    if target in position.where:
        return IllegalMove("occupied", "A worker stands on that cell.", "S11")
    if height[target] == DOME:
        return IllegalMove("dome", "No worker can enter a dome.", "S11")
    if height[target] > height[source] + 1:
        return IllegalMove("too_high", "A worker climbs one level at most.", "S11")
    return None


def _explain_build(
    position: SkysummitPosition, source: int, target: int, build: int | None
) -> IllegalMove:
    if build is None:
        return IllegalMove("build_missing", "Every step but a winning one builds.", "S3")
    if not neighbour_mask(target) >> build & 1:
        return IllegalMove("build_not_adjacent", "A worker builds beside its new cell.", "S12")
    if position.height[build] == DOME:
        return IllegalMove("build_on_dome", "A dome cannot be built on.", "S12")
    return IllegalMove("build_occupied", "A worker stands on the cell to build on.", "S12")


def _is_cell(value: Json) -> bool:
    return type(value) is int and 0 <= value < CELLS
