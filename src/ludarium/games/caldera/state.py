"""Caldera: states and moves as JSON."""

from __future__ import annotations

from ludarium.core.errors import InvalidState
from ludarium.core.game import Move, State
from ludarium.core.strict_json import Json, read_choice, read_int, read_list, read_object
from ludarium.games.caldera import board
from ludarium.games.caldera.board import (
    CELLS,
    CROWN,
    CROWN_CAPTURED,
    CROWN_ERUPTED,
    FORGE_FLAG,
    NO_CELL,
    PIECE_KINDS,
    SEAT_PIECES,
    SIZE,
    SMITH,
    VENT,
)
from ludarium.games.caldera.rules import CalderaPosition

STATE_FIELDS = ("board", "p0", "p1", "ply", "winner", "reason")
SEAT_FIELDS = ("p0", "p1")
OPEN_VENT = -1  # a vent in the JSON
# The two ways to lose a crown that leave the same board.
CROWN_ENDINGS = {"crown_captured": CROWN_CAPTURED, "crown_erupted": CROWN_ERUPTED}


# Bounds on reachable boards: the fewest moves of each piece to each cell, and the first turn in
# which each seat can forge each cell.
SIDE_CELLS = [board.side_cells(cell) for cell in range(CELLS)]
FEWEST_MOVES = [
    [board.fewest_moves(piece, cell) for cell in range(CELLS)] for piece in range(2 * SEAT_PIECES)
]
FIRST_FORGE_TURN = [
    [
        1
        + min(
            FEWEST_MOVES[SEAT_PIECES * seat + SMITH + i][near]
            for i in range(2)
            for near in SIDE_CELLS[cell]
        )
        for cell in range(CELLS)
    ]
    for seat in range(2)
]
FIRST_CAPTURE_PLY = 3  # six rows separate the armies, and a ply crosses two of them
EQUAL_PIECES = ((0,), (1, 2), (3, 4))


def write_state(position: CalderaPosition, reason: str) -> State:
    """Write a position as a state (rule C1)."""
    levels = [OPEN_VENT if level == VENT else level for level in position.height]
    return {
        "board": [levels[start : start + SIZE] for start in range(0, CELLS, SIZE)],
        "p0": _write_pieces(position.where[:SEAT_PIECES]),
        "p1": _write_pieces(position.where[SEAT_PIECES:]),
        "ply": position.ply,
        "winner": position.verdict if position.verdict >= 0 else None,
        "reason": reason,
    }


def _write_pieces(where: list[int]) -> list[State]:
    return [
        {"type": kind, "r": cell // SIZE, "c": cell % SIZE}
        for kind, cell in zip(PIECE_KINDS, where, strict=True)
        if cell != NO_CELL
    ]


def start_position(turn_limit: int, start_height: int) -> CalderaPosition:
    """The first position (rules C1, C12)."""
    position = CalderaPosition(turn_limit, start_height)
    position.arrange_board(0, [start_height] * CELLS, list(position.where), 0)
    return position


def read_state(value: Json, turn_limit: int, start_height: int) -> CalderaPosition:
    """Read a state into a position; facts that follow from the board are computed."""
    state = read_object(value, STATE_FIELDS, "state")
    ply = read_int(state["ply"], 0, turn_limit, "ply")
    height = _read_board(state["board"])
    where = [cell for side in SEAT_FIELDS for cell in _read_pieces(state[side], side)]
    _check_board(height, where, start_height)
    _check_work(ply, height, where, start_height)
    ending = _read_ending(state["reason"], ply, height, where)
    position = CalderaPosition(turn_limit, start_height)
    position.arrange_board(ply, height, where, ending)
    return position


def _read_board(value: Json) -> list[int]:
    rows = [read_list(row, "board", SIZE) for row in read_list(value, "board", SIZE)]
    levels = [read_int(level, OPEN_VENT, VENT - 1, "board") for row in rows for level in row]
    return [VENT if level == OPEN_VENT else level for level in levels]


def _read_pieces(value: Json, side: str) -> list[int]:
    """The cells of a seat's pieces; of two equal pieces the first counts as alive."""
    where = [NO_CELL] * SEAT_PIECES
    place = 0
    for item in read_list(value, side):
        piece = read_object(item, ("type", "r", "c"), side)
        kind = read_choice(piece["type"], ("crown", "lancer", "smith"), side)
        if kind not in PIECE_KINDS[place:]:
            raise InvalidState("wrong_pieces", f"{side} has too many pieces or a wrong order.")
        place = PIECE_KINDS.index(kind, place)
        row = read_int(piece["r"], 0, SIZE - 1, side)
        where[place] = board.cell_at(row, read_int(piece["c"], 0, SIZE - 1, side))
        place += 1
    return where


def _read_ending(reason: Json, ply: int, height: list[int], where: list[int]) -> int:
    """Whether a lost crown was captured or erupted; the board alone does not show it."""
    if not isinstance(reason, str):
        raise InvalidState("wrong_type", "reason must be a word.")
    lost = [where[SEAT_PIECES * seat] == NO_CELL for seat in range(2)]
    if not any(lost):
        return 0
    mover = (ply + 1) % 2
    ending = CROWN_ENDINGS.get(reason, 0)
    if not lost[mover] and not ending:
        raise InvalidState("wrong_reason", "The reason does not tell how the crown was lost.")
    if lost[mover] or ending == CROWN_ERUPTED:
        _check_eruption(mover, height, where)
    return ending


def _check_board(height: list[int], where: list[int], start_height: int) -> None:
    living = [cell for cell in where if cell != NO_CELL]
    if len(set(living)) != len(living):
        raise InvalidState("impossible", "Two pieces stand on one cell.")
    if any(height[cell] == VENT for cell in living):
        raise InvalidState("impossible", "A piece stands on a vent.")
    if any(
        height[cell] != VENT and height[cell] < start_height + _vents_beside(cell, height)
        for cell in range(CELLS)
    ):
        raise InvalidState("impossible", "A cell beside a vent is lower than the vent made it.")


def _vents_beside(cell: int, height: list[int]) -> int:
    return sum(height[neighbour] == VENT for neighbour in SIDE_CELLS[cell])


def _check_work(ply: int, height: list[int], where: list[int], start_height: int) -> None:
    """Refuse a board that needs more moves and forges than the turns so far."""
    turns = ((ply + 1) // 2, ply // 2)
    vents = [cell for cell in range(CELLS) if height[cell] == VENT]
    # Every vent has raised each neighbour once; smiths have forged the rest.
    forged = {
        cell: height[cell] - start_height - _vents_beside(cell, height)
        for cell in range(CELLS)
        if height[cell] != VENT
    }
    if any(
        times and all(turns[seat] < FIRST_FORGE_TURN[seat][cell] for seat in range(2))
        for cell, times in forged.items()
    ):
        raise InvalidState("impossible", "No smith can have forged there so early.")
    # A vent took four raises from height 0, and each vent beside it may have given one of them.
    shared = sum(_vents_beside(cell, height) for cell in vents) // 2
    forges = sum(forged.values()) + (VENT - start_height) * len(vents) - shared
    # A vent kills one piece at most; all other dead pieces were captured.
    dead = [
        where[SEAT_PIECES * seat : SEAT_PIECES * (seat + 1)].count(NO_CELL) for seat in range(2)
    ]
    if sum(dead) > len(vents) and ply < FIRST_CAPTURE_PLY:
        raise InvalidState("impossible", "No piece can have been captured so early.")
    travel = [_travel_moves(seat, where) for seat in range(2)]
    moves = [max(travel[seat], dead[1 - seat] - len(vents)) for seat in range(2)]
    if any(moves[seat] > turns[seat] for seat in range(2)) or sum(moves) + forges > ply:
        raise InvalidState("impossible", "So much cannot have happened in so few plies.")
    if not vents and not any(dead) and _lacks_return(turns, forges, travel):
        raise InvalidState("impossible", "A piece must have moved by now.")


def _lacks_return(turns: tuple[int, int], forges: int, travel: list[int]) -> bool:
    """Whether one move left no trace, which only a move and its return can do."""
    if sum(turns) - forges == 1:
        return not any(travel)
    return not forges and (1, 0) in zip(turns, travel, strict=True)


def _travel_moves(seat: int, where: list[int]) -> int:
    """The fewest moves that bring the living pieces of a seat to their cells."""
    total = 0
    for group in EQUAL_PIECES:
        pieces = [SEAT_PIECES * seat + i for i in group]
        living = [piece for piece in pieces if where[piece] != NO_CELL]
        for piece in living:
            # Either of two equal pieces may be the survivor.
            starts = [piece] if living == pieces else pieces
            total += min(FEWEST_MOVES[start][where[piece]] for start in starts)
    return total


def _check_eruption(mover: int, height: list[int], where: list[int]) -> None:
    """Refuse a board on which the last forge cannot have killed the missing crowns."""
    gone = (where[CROWN], where[SEAT_PIECES + CROWN]).count(NO_CELL)
    smiths = where[SEAT_PIECES * mover + SMITH : SEAT_PIECES * (mover + 1)]
    # The smith that forged is beside a vent now, or is dead.
    struck = any(smith == NO_CELL or _vents_beside(smith, height) for smith in smiths)
    if height.count(VENT) < gone or not struck:
        raise InvalidState("impossible", "No eruption can have swallowed that crown.")


def write_move(position: CalderaPosition, move: int) -> Move:
    """Write a move as JSON."""
    source = list(divmod(board.move_source(move), SIZE))
    target = list(divmod(board.move_target(move), SIZE))
    if move & FORGE_FLAG:
        return {"action": "forge", "smith": source, "target": target}
    return {"action": "move", "from": source, "to": target}
