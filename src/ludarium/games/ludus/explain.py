"""Ludus: explains why moves are refused."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.core.errors import IllegalMove
from ludarium.core.strict_json import Json
from ludarium.games.ludus import board
from ludarium.games.ludus.board import (
    AERIAL,
    COMPASS,
    EMPTY_CELL,
    FERROUS,
    FORWARD_STEPS,
    FRESH,
    GROUND_SIZE,
    JUMPS,
    LEGIONARE,
    MAX_WALL_SIZE,
    MIN_WALL_SIZE,
    OWNER,
    PIECE_MASK,
    ROW_WIDTH,
    SEAT_SHIFT,
    SKY_LIFT,
    SKY_SIZE,
    SKY_START,
    SLIDE_REACH,
    STEADHOLDER_IDS,
    STRIKE_RANGE,
    STRIKE_WAYS,
    TERRA,
    WALL_CELL,
)
from ludarium.games.ludus.parse import find_exposing
from ludarium.games.ludus.rules import LudusPosition
from ludarium.games.ludus.state import PIECE_NUMBERS, write_move

BOARD_SIZES = {"ground": GROUND_SIZE, "sky": SKY_SIZE}
MALFORMED_MOVE = IllegalMove(
    "malformed_move",
    'A move is {"pieceId": id, "type": "move", "fly" or "attack", '
    '"to": {"board", "r", "c"}, "targets": [ids]}; a wall is of type "wall" and has a "count".',
    "L2",
)
WRONG_TARGETS = IllegalMove(
    "wrong_targets",
    "Targets must name exactly the pieces that the action removes, the nearer first.",
    "L16",
)
EXPOSES_FIRST_LORD = IllegalMove(
    "exposes_first_lord", "That would leave your First Lord open to capture.", "L10"
)
PATH_BLOCKED = IllegalMove("blocked", "Another piece is in the way.", "L3")


class MoveRequest(NamedTuple):
    """A well-formed move of a piece that may act."""

    piece: int
    kind: int
    source: int
    target: int
    targets: list[str]


def explain_move(position: LudusPosition, value: Json) -> IllegalMove:
    """The refusal with the first rule that the move breaks."""
    if not isinstance(value, dict):
        return MALFORMED_MOVE
    fields = {"pieceId", "type", "to", "targets"}
    if value.keys() != (fields | {"count"} if value.get("type") == "wall" else fields):
        return MALFORMED_MOVE
    name, action, to, targets = (value[key] for key in ("pieceId", "type", "to", "targets"))
    actions = ("move", "fly", "attack", "wall")
    if not isinstance(name, str) or action not in actions or not _is_place(to):
        return MALFORMED_MOVE
    if type(value.get("count", 0)) is not int:
        return MALFORMED_MOVE
    if not isinstance(targets, list) or not all(isinstance(target, str) for target in targets):
        return MALFORMED_MOVE
    refusal = _explain_piece(position, name)
    if refusal is not None:
        return refusal
    size = BOARD_SIZES[to["board"]]
    if not (0 <= to["r"] < size and 0 <= to["c"] < size):
        return IllegalMove(
            "off_board", "The ground has rows and columns 0 to 10, the sky 0 to 4.", "L2"
        )
    target = (board.sky_cell if to["board"] == "sky" else board.ground_cell)(to["r"], to["c"])
    piece = PIECE_NUMBERS[name]
    request = MoveRequest(piece, position.kind[piece], position.where[piece], target, targets)
    if find_exposing(position, lambda move: write_move(position, move) == value) is not None:
        return EXPOSES_FIRST_LORD
    if action == "wall":
        return _explain_wall(position, request, value["count"])
    if action == "attack":
        return _explain_strike(position, request)
    return (_explain_flight if action == "fly" else _explain_ground_move)(
        position, request
    ) or WRONG_TARGETS


def _is_place(value: Json) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"board", "r", "c"}
        and value["board"] in ("ground", "sky")
        and type(value["r"]) is int
        and type(value["c"]) is int
    )


def _explain_piece(position: LudusPosition, name: str) -> IllegalMove | None:
    if name not in PIECE_NUMBERS:
        return IllegalMove("no_such_piece", "Pieces are called p0 to p51.", "L2")
    piece = PIECE_NUMBERS[name]
    if not _is_alive(position, piece):
        return IllegalMove("piece_taken", "That piece has been taken.", "L2")
    if OWNER[piece] != position.to_move:
        return IllegalMove("not_your_piece", "It is the other colour's piece.", "L2")
    return None


def _is_alive(position: LudusPosition, piece: int) -> bool:
    return bool(position.alive[OWNER[piece]] >> piece & 1)


def _explain_flight(position: LudusPosition, request: MoveRequest) -> IllegalMove | None:
    if request.kind not in AERIAL:
        return IllegalMove(
            "cannot_fly", "Only Knights Aeris, High Lords and First Lords fly.", "L5"
        )
    if (request.source > SKY_START) == (request.target > SKY_START):
        return IllegalMove("not_a_flight", "A flight goes from ground to sky or back.", "L5")
    if abs(request.source - request.target) != SKY_LIFT:
        return IllegalMove(
            "not_vertical", "A flight goes straight up or down, over the 25 central cells.", "L5"
        )
    what = position.board[request.target]
    if what == EMPTY_CELL:
        return None
    if request.target > SKY_START:
        return IllegalMove("sky_occupied", "The sky cell above is not empty.", "L5")
    if what >> SEAT_SHIFT == position.to_move:
        return _own_piece("L5")
    return IllegalMove("landing_captures", "Coming down onto an enemy is of type move.", "L5")


def _own_piece(rule: str) -> IllegalMove:
    return IllegalMove("own_piece", "A piece of your own stands there.", rule)


def _explain_ground_move(position: LudusPosition, request: MoveRequest) -> IllegalMove | None:
    if request.source == request.target:
        return IllegalMove("same_cell", "The piece already stands there.", "L3")
    if (request.source > SKY_START) != (request.target > SKY_START):
        return _explain_landing(position, request)
    if position.board[request.target] >> SEAT_SHIFT == position.to_move:
        return _own_piece("L3")
    if request.source > SKY_START:
        return _explain_sky_step(position, request)
    if request.kind in (LEGIONARE, FRESH):
        return _explain_march(position, request)
    if request.kind == TERRA:
        if request.target - request.source in JUMPS:
            return None
        return IllegalMove("not_a_jump", "A Knight Terra jumps two cells and one aside.", "L14")
    return _explain_slide(position, request)


def _explain_landing(position: LudusPosition, request: MoveRequest) -> IllegalMove | None:
    """A move from sky to ground must capture; any other change of board is a flight."""
    refusal = _explain_flight(position, request)
    if refusal is None:
        return IllegalMove("flight", "Going up, or down to empty ground, is of type fly.", "L5")
    return None if refusal.code == "landing_captures" else refusal


def _explain_sky_step(position: LudusPosition, request: MoveRequest) -> IllegalMove | None:
    if request.target - request.source not in COMPASS:
        return IllegalMove("too_far", "In the sky a piece moves one cell.", "L5")
    if position.board[request.target] != EMPTY_CELL and not position.sky_combat:
        return IllegalMove("no_sky_combat", "There is no capturing in the sky.", "L7")
    return None


def _explain_march(position: LudusPosition, request: MoveRequest) -> IllegalMove | None:
    ahead = FORWARD_STEPS[position.to_move]
    step = request.target - request.source
    empty = position.board[request.target] == EMPTY_CELL
    if step in (ahead, -1, 1):
        if empty:
            return None
        return IllegalMove(
            "no_straight_capture", "A legionare captures on the diagonals ahead only.", "L4"
        )
    if step in (ahead - 1, ahead + 1):
        if not empty:
            return None
        return IllegalMove(
            "nothing_to_capture", "A legionare goes diagonally only to capture.", "L4"
        )
    if step == 2 * ahead:
        return _explain_double_step(position, request, ahead)
    if step in COMPASS:
        return IllegalMove("backwards", "A legionare never goes back.", "L4")
    return IllegalMove("not_a_step", "A legionare steps one cell, or two forward at first.", "L4")


def _explain_wall(position: LudusPosition, request: MoveRequest, size: int) -> IllegalMove:
    if not position.shieldwall:
        return IllegalMove("no_shieldwall", "There are no walls in this game.", "L10")
    if request.kind not in (LEGIONARE, FRESH):
        return IllegalMove("not_a_legionare", "Only Legionares form a wall.", "L10")
    if not MIN_WALL_SIZE <= size <= MAX_WALL_SIZE:
        return IllegalMove("wrong_wall_size", "A wall is two to five Legionares long.", "L10")
    ahead = FORWARD_STEPS[position.to_move]
    if request.target != request.source + ahead:
        return IllegalMove("wall_not_forward", "A wall steps one cell straight ahead.", "L10")
    if request.targets:
        return WRONG_TARGETS
    row = [position.board[request.source + n] for n in range(size)]
    if not all(
        what >> SEAT_SHIFT == position.to_move
        and position.kind[what & PIECE_MASK] in (LEGIONARE, FRESH)
        for what in row
    ):
        return IllegalMove(
            "broken_wall", "A wall is a row of your own Legionares, without a gap.", "L10"
        )
    return IllegalMove(
        "wall_blocked", "Every Legionare of a wall needs an empty cell ahead.", "L10"
    )


def _explain_double_step(
    position: LudusPosition, request: MoveRequest, ahead: int
) -> IllegalMove | None:
    if request.kind != FRESH:
        return IllegalMove(
            "already_moved", "Only a legionare that has never moved steps two forward.", "L4"
        )
    cells = position.board[request.source + ahead], position.board[request.target]
    if cells != (EMPTY_CELL, EMPTY_CELL):
        return IllegalMove("blocked", "A step of two needs two empty cells.", "L4")
    return None


def _explain_slide(position: LudusPosition, request: MoveRequest) -> IllegalMove | None:
    reach = SLIDE_REACH[request.kind]
    line = _straight_line(request.source, request.target)
    if line is None or not reach[line[0] % 2]:
        return IllegalMove("wrong_direction", "This piece does not move in that direction.", "L3")
    way, distance = line
    if distance > reach[way % 2]:
        return IllegalMove("too_far", "This piece does not reach that far.", "L3")
    if _first_met(position, request.source, way, distance - 1) is not None:
        return PATH_BLOCKED
    return None


def _straight_line(source: int, target: int) -> tuple[int, int] | None:
    """The compass direction and distance between two ground cells, None if not in line."""
    for way, delta in enumerate(COMPASS):
        for distance in range(1, GROUND_SIZE):
            if target == source + distance * delta:
                _, row, col = board.PLACES[source]
                _, to_row, to_col = board.PLACES[target]
                # A long diagonal may cross a wall into the next row; that is no line.
                if max(abs(row - to_row), abs(col - to_col)) == distance:
                    return way, distance
    return None


def _first_met(position: LudusPosition, source: int, way: int, distance: int) -> int | None:
    """The first piece on a line up to a distance, None if there is none."""
    for n in range(1, distance + 1):
        what = position.board[source + n * COMPASS[way]]
        if what == WALL_CELL:
            return None
        if what != EMPTY_CELL:
            return what & PIECE_MASK
    return None


def _explain_strike(position: LudusPosition, request: MoveRequest) -> IllegalMove:
    if request.kind not in STRIKE_WAYS:
        return IllegalMove(
            "cannot_strike", "Only Knights Flora, Terra, Ignus and High Lords strike.", "L6"
        )
    if request.source > SKY_START:
        return IllegalMove("strike_from_sky", "There are no strikes from the sky.", "L6")
    if request.target != request.source:
        return IllegalMove("striker_moves", "A striker stays: to is its own cell.", "L2")
    if not request.targets:
        return IllegalMove("no_target", "A strike needs a target.", "L16")
    if request.targets[0] not in PIECE_NUMBERS:
        return IllegalMove("no_such_piece", "Pieces are called p0 to p51.", "L2")
    return _explain_aim(position, request, PIECE_NUMBERS[request.targets[0]])


def _explain_aim(position: LudusPosition, request: MoveRequest, victim: int) -> IllegalMove:
    if not _is_alive(position, victim):
        return IllegalMove("piece_taken", "The target has been taken already.", "L2")
    if OWNER[victim] == position.to_move:
        return IllegalMove("own_piece", "The target is a piece of your own.", "L6")
    if position.where[victim] > SKY_START:
        return IllegalMove("target_in_sky", "Strikes do not reach the sky.", "L6")
    line = _straight_line(request.source, position.where[victim])
    if line is None or not STRIKE_WAYS[request.kind] >> line[0] & 1:
        return IllegalMove("wrong_direction", "This piece does not strike that way.", "L6")
    met = _first_met(position, request.source, line[0], STRIKE_RANGE[request.kind])
    if met == victim:
        return _explain_ward(position, victim) or WRONG_TARGETS
    if met is not None:
        return IllegalMove("blocked", "Another piece is nearer on that line.", "L6")
    return IllegalMove("too_far", "The target is out of range.", "L6")


def _explain_ward(position: LudusPosition, victim: int) -> IllegalMove | None:
    if position.kind[victim] == FERROUS:
        return IllegalMove("warded", "A Knight Ferrous cannot be struck.", "L6")
    steadholder = STEADHOLDER_IDS[OWNER[victim]]
    gap = abs(position.where[victim] - position.where[steadholder])
    if _is_alive(position, steadholder) and gap in (1, ROW_WIDTH):
        return IllegalMove("sheltered", "A Steadholder beside the target shelters it.", "L6")
    return None
