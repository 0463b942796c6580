"""Pyramids: states and moves as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ludarium.core.errors import InvalidState
from ludarium.core.game import Move, State
from ludarium.core.strict_json import (
    Json,
    read_bool,
    read_choice,
    read_int,
    read_list,
    read_object,
)
from ludarium.games.pyramids import board, course
from ludarium.games.pyramids.board import (
    CAP_COUNT,
    CELLS,
    CODE_MASK,
    CODE_NAMES,
    COPIES,
    NAME_CODES,
    SIZE,
    TRIOS_TO_WIN,
)
from ludarium.games.pyramids.rules import PyramidsPosition

STATE_FIELDS = (
    "stacks",
    "caps",
    "captured",
    "to_move",
    "quiet_caps",
    "power_used",
    "barren_turns",
    "ply",
    "winner",
    "reason",
)
SEAT_COUNTS = (2, 3)
CELL_PAIRS = [list(divmod(cell, SIZE)) for cell in range(CELLS)]


def write_state(position: PyramidsPosition, reason: str) -> State:
    """Write a position as a state (rule P8)."""
    stacks = [_code_names(position.stack_on(cell)) for cell in range(CELLS)]
    return {
        "stacks": [stacks[SIZE * row : SIZE * row + SIZE] for row in range(SIZE)],
        "caps": [_cell_pair(cell) for cell in range(CELLS) if position.caps >> cell & 1],
        "captured": [_code_names(position.hand_pieces(seat)) for seat in range(position.seats)],
        "to_move": position.to_move,
        "quiet_caps": position.quiet,
        "power_used": position.power_used,
        "barren_turns": position.barren,
        "ply": position.ply,
        "winner": position.verdict if position.verdict >= 0 else None,
        "reason": reason,
    }


def read_state(value: Json, empty: Callable[[int], PyramidsPosition]) -> PyramidsPosition:
    """Read a state onto an `empty` board; verdict and reason are computed."""
    state = read_object(value, STATE_FIELDS, "state")
    stacks = [
        _read_codes(stack, "stacks")
        for row in read_list(state["stacks"], "stacks", SIZE)
        for stack in read_list(row, "stacks", SIZE)
    ]
    caps = [_read_cell(cell) for cell in read_list(state["caps"], "caps", CAP_COUNT)]
    captured = [_read_codes(hand, "captured") for hand in read_list(state["captured"], "captured")]
    _check_pieces(stacks, caps, captured)
    position = empty(len(captured))
    position.arrange_board(stacks, caps, captured)
    ply = read_int(state["ply"], 0, _last_ply(position), "ply")
    to_move = read_int(state["to_move"], 0, len(captured) - 1, "to_move")
    quiet = read_int(state["quiet_caps"], 0, position.quiet_limit, "quiet_caps")
    power_used = read_bool(state["power_used"], "power_used")
    barren = read_int(state["barren_turns"], 0, position.barren_limit, "barren_turns")
    position.resume_game(ply, to_move, quiet, power_used, barren)
    _check_end(position)
    course.check_course(position)
    return position


def _last_ply(position: PyramidsPosition) -> int:
    """The last ply of the longest turn that can begin below the limit of plies."""
    return position.ply_limit + position.quiet_limit + position.power_play


def _check_pieces(stacks: list[list[int]], caps: list[int], captured: list[list[int]]) -> None:
    if len(captured) not in SEAT_COUNTS:
        raise InvalidState("wrong_length", "captured must have 2 or 3 items.")
    if len(set(caps)) != CAP_COUNT:
        raise InvalidState("impossible", "Two caps stand on one cell.")
    seen = Counter(code for codes in stacks + captured for code in codes)
    if any(seen[code] != COPIES for code in CODE_NAMES):
        raise InvalidState("impossible", "There are not six pyramids of each kind.")


def _check_end(position: PyramidsPosition) -> None:
    """Refuse a finished game in the middle of a turn, and trios without a win."""
    started = position.quiet > 0 or position.power_used
    ended = position.reason != 0
    if started and ended:
        raise InvalidState("impossible", "The game was over before this turn began.")
    for seat in range(position.seats):
        trios = position.count_trios(seat)
        if trios >= TRIOS_TO_WIN and seat != position.verdict:
            raise InvalidState("impossible", "A seat with three trios has won already.")
        if trios >= TRIOS_TO_WIN + board.MAX_FLOW:
            raise InvalidState("impossible", "No eruption completes that many trios.")


def _read_codes(value: Json, place: str) -> list[int]:
    return [NAME_CODES[read_choice(name, NAME_CODES, place)] for name in read_list(value, place)]


def _read_cell(value: Json) -> int:
    row, col = (read_int(part, 0, SIZE - 1, "caps") for part in read_list(value, "caps", 2))
    return SIZE * row + col


def _code_names(pieces: list[int]) -> list[str]:
    return [CODE_NAMES[piece & CODE_MASK] for piece in pieces]


def _cell_pair(cell: int) -> list[int]:
    return CELL_PAIRS[cell].copy()


def write_move(position: PyramidsPosition, move: int) -> Move:
    """Write a move as JSON."""
    if move & board.PASS_FLAG:
        return {"t": "pass"}
    target = _cell_pair(board.move_target(move))
    if move & board.POWER_FLAG:
        return {"t": "power", "piece": CODE_NAMES[board.move_code(move)], "to": target}
    return {"t": "cap", "from": _cell_pair(board.move_source(move)), "to": target}
