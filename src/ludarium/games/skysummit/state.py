"""Skysummit: states and moves as JSON."""

from __future__ import annotations

from ludarium.core.errors import InvalidState
from ludarium.core.game import Move, State
from ludarium.core.strict_json import Json, read_choice, read_int, read_list, read_object
from ludarium.games.skysummit import board
from ludarium.games.skysummit.board import (
    BUILD_SHIFT,
    CELL_MASK,
    CELLS,
    DOME,
    NO_CELL,
    SUMMIT,
    TARGET_SHIFT,
    WORKER_SHIFT,
)
from ludarium.games.skysummit.rules import SkysummitPosition

STATE_FIELDS = ("phase", "ply", "board", "workers", "winner", "reason")


def write_state(position: SkysummitPosition, reason: str) -> State:
    """Write a position as a state (rule S1)."""
    where: list[int | None] = [*position.where]
    if position.ply < 2:
        where = [None if cell == NO_CELL else cell for cell in where]
    return {
        "phase": "place" if position.ply < 2 else "play",
        "ply": position.ply,
        "board": list(position.height),
        "workers": [where[:2], where[2:]],
        "winner": position.verdict if position.verdict >= 0 else None,
        "reason": reason,
    }


def read_state(value: Json, turn_limit: int) -> SkysummitPosition:
    """Read a state into a position; facts that follow from the board are computed."""
    state = read_object(value, STATE_FIELDS, "state")
    read_choice(state["phase"], ("place", "play"), "phase")
    ply = read_int(state["ply"], 0, turn_limit, "ply")
    cells = read_list(state["board"], "board", CELLS)
    height = [read_int(cell, 0, DOME, "board") for cell in cells]
    where = _read_workers(state["workers"], ply)
    _check_reachable(ply, height, where)
    position = SkysummitPosition(turn_limit)
    position.arrange_board(ply, height, where)
    return position


def _read_workers(value: Json, ply: int) -> list[int]:
    where: list[int] = []
    for seat, pair in enumerate(read_list(value, "workers", 2)):
        for cell in read_list(pair, "workers", 2):
            placed = ply > seat
            if not placed and cell is not None:
                raise InvalidState("out_of_range", "A worker cannot stand before it is placed.")
            where.append(read_int(cell, 0, CELLS - 1, "workers") if placed else NO_CELL)
    return where


def _check_reachable(ply: int, height: list[int], where: list[int]) -> None:
    placed = [cell for cell in where if cell != NO_CELL]
    if len(set(placed)) != len(placed):
        raise InvalidState("impossible", "Two workers stand on one cell.")
    if ply <= 2 and any(where[i] > where[i + 1] for i in (0, 2)):
        raise InvalidState("impossible", "Workers are numbered by their cells when placed.")
    under = [height[cell] for cell in placed]
    risen = under.count(SUMMIT)
    if DOME in under or risen > 1:
        raise InvalidState("impossible", "A worker stands where none can stand.")
    if risen and under.index(SUMMIT) // 2 == ply % 2:
        raise InvalidState("impossible", "The seat that reached the summit cannot be to move.")
    # Every turn after the two placements builds once, except a winning step (rule S3).
    if sum(height) != max(ply - 2 - risen, 0):
        raise InvalidState("impossible", "The heights do not add up to the turns played.")


class StepTable(dict[int, Move]):
    """The JSON of every step with its build, by the packed move: it is the same in every position.

    To copy such an object takes a fifth of the time that writing it does. Moves that differ in
    source or seat only have one object, so that few of them fill the processor's cache.
    """

    def __missing__(self, move: int) -> Move:
        shared = move & SHARED_BITS
        if shared != move:
            step = self[move] = self[shared]
            return step
        built = board.move_build(move)
        step = self[move] = {
            "t": "move",
            "w": board.move_worker(move),
            "to": board.move_target(move),
            "build": None if built == NO_CELL else built,
        }
        return step


SHARED_BITS = 1 << WORKER_SHIFT | CELL_MASK << BUILD_SHIFT | CELL_MASK << TARGET_SHIFT
STEPS = StepTable()
PLACES = {
    board.PLACE_FLAG | b << TARGET_SHIFT | a: (a, b) for a in range(CELLS) for b in range(CELLS)
}


def write_move(position: SkysummitPosition, move: int) -> Move:
    """Write a move as JSON."""
    if move & board.PLACE_FLAG:
        return {"t": "place", "to": [board.move_source(move), board.move_target(move)]}
    return STEPS[move].copy()


def write_moves(position: SkysummitPosition, moves: list[int]) -> list[Move]:
    """Write all legal moves of a position as JSON."""
    if position.ply < 2:
        return [{"t": "place", "to": [a, b]} for a, b in map(PLACES.__getitem__, moves)]
    # Without a line of Python for each of some fifty moves.
    return list(map(dict.copy, map(STEPS.__getitem__, moves)))
