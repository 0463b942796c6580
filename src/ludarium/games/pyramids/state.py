"""Pyramids' state and moves as JSON."""

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
from ludarium.games.pyramids.board import CAPS, CELLS, CODE, CODES, COPIES, NAMES, SIZE, TRIOS
from ludarium.games.pyramids.rules import PyramidsPosition

KEYS = (
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
SEATS = (2, 3)


def write(position: PyramidsPosition, reason: str) -> State:
    """The state of a position (rule P8)."""
    stacks = [_names(position.stack(cell)) for cell in range(CELLS)]
    return {
        "stacks": [stacks[SIZE * row : SIZE * row + SIZE] for row in range(SIZE)],
        "caps": [_pair(cell) for cell in range(CELLS) if position.caps >> cell & 1],
        "captured": [_names(position.hand(seat)) for seat in range(position.seats)],
        "to_move": position.to_move,
        "quiet_caps": position.quiet,
        "power_used": position.power_used,
        "barren_turns": position.barren,
        "ply": position.ply,
        "winner": position.verdict if position.verdict >= 0 else None,
        "reason": reason,
    }


def read(value: Json, empty: Callable[[int], PyramidsPosition]) -> PyramidsPosition:
    """The position of a state on an `empty` board; verdict and reason are judged, not read."""
    state = read_object(value, KEYS, "state")
    stacks = [
        _read_codes(stack, "stacks")
        for row in read_list(state["stacks"], "stacks", SIZE)
        for stack in read_list(row, "stacks", SIZE)
    ]
    caps = [_read_cell(cell) for cell in read_list(state["caps"], "caps", CAPS)]
    captured = [_read_codes(hand, "captured") for hand in read_list(state["captured"], "captured")]
    _check_pieces(stacks, caps, captured)
    position = empty(len(captured))
    position.arrange(stacks, caps, captured)
    ply = read_int(state["ply"], 0, _last_ply(position), "ply")
    to_move = read_int(state["to_move"], 0, len(captured) - 1, "to_move")
    quiet = read_int(state["quiet_caps"], 0, position.quiet_limit, "quiet_caps")
    power_used = read_bool(state["power_used"], "power_used")
    barren = read_int(state["barren_turns"], 0, position.barren_limit, "barren_turns")
    position.resume(ply, to_move, quiet, power_used, barren)
    _check_end(position)
    course.check(position)
    return position


def _last_ply(position: PyramidsPosition) -> int:
    """The last ply of the longest turn that begins below the limit, or below NEVER without one."""
    return position.ply_limit + position.quiet_limit + position.power_play


def _check_pieces(stacks: list[list[int]], caps: list[int], captured: list[list[int]]) -> None:
    if len(captured) not in SEATS:
        raise InvalidState("wrong_length", "captured must have 2 or 3 items.")
    if len(set(caps)) != CAPS:
        raise InvalidState("impossible", "Two caps stand on one cell.")
    seen = Counter(code for codes in stacks + captured for code in codes)
    if any(seen[code] != COPIES for code in NAMES):
        raise InvalidState("impossible", "There are not six pyramids of each kind.")


def _check_end(position: PyramidsPosition) -> None:
    """A verdict is given at the close of a turn, and trios win as soon as they are there."""
    started = position.quiet > 0 or position.power_used
    ended = position.reason != 0
    if started and ended:
        raise InvalidState("impossible", "The game was over before this turn began.")
    for seat in range(position.seats):
        trios = position.trios(seat)
        if trios >= TRIOS and seat != position.verdict:
            raise InvalidState("impossible", "A seat with three trios has won already.")
        if trios >= TRIOS + board.FLOW:
            raise InvalidState("impossible", "No eruption completes that many trios.")


def _read_codes(value: Json, place: str) -> list[int]:
    return [CODES[read_choice(name, CODES, place)] for name in read_list(value, place)]


def _read_cell(value: Json) -> int:
    row, col = (read_int(part, 0, SIZE - 1, "caps") for part in read_list(value, "caps", 2))
    return SIZE * row + col


def _names(pieces: list[int]) -> list[str]:
    return [NAMES[piece & CODE] for piece in pieces]


def _pair(cell: int) -> list[int]:
    return list(divmod(cell, SIZE))


def write_move(position: PyramidsPosition, move: int) -> Move:
    """A move as JSON."""
    if move & board.PASS:
        return {"t": "pass"}
    target = _pair(board.target(move))
    if move & board.POWER:
        return {"t": "power", "piece": NAMES[board.code(move)], "to": target}
    return {"t": "cap", "from": _pair(board.source(move)), "to": target}
