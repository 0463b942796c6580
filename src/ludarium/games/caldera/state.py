"""Caldera's state and moves as JSON."""

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
    FORGE,
    KINDS,
    NOWHERE,
    PIECES,
    SIZE,
    SMITH,
    VENT,
)
from ludarium.games.caldera.rules import CalderaPosition

KEYS = ("board", "p0", "p1", "ply", "winner", "reason")
SIDES = ("p0", "p1")
OPEN_VENT = -1  # how the state writes a vent
# The ways to lose a crown that leave the same board behind.
CROWN_ENDINGS = {"crown_captured": CROWN_CAPTURED, "crown_erupted": CROWN_ERUPTED}


# Below, what bounds the boards of real games: the fewest moves of each piece from its start to
# each cell, and of each seat the first of its turns that can forge each cell.
BESIDE = [board.beside(cell) for cell in range(CELLS)]
JOURNEY = [[board.journey(piece, cell) for cell in range(CELLS)] for piece in range(2 * PIECES)]
FIRST_FORGE = [
    [
        1 + min(JOURNEY[PIECES * seat + SMITH + i][near] for i in range(2) for near in BESIDE[cell])
        for cell in range(CELLS)
    ]
    for seat in range(2)
]
FIRST_CAPTURE = 3  # the ply: six rows part the armies, and a ply bridges two of them
ALIKE = ((0,), (1, 2), (3, 4))


def write(position: CalderaPosition, reason: str) -> State:
    """The state of a position (rule C1)."""
    levels = [OPEN_VENT if level == VENT else level for level in position.height]
    return {
        "board": [levels[start : start + SIZE] for start in range(0, CELLS, SIZE)],
        "p0": _write_pieces(position.where[:PIECES]),
        "p1": _write_pieces(position.where[PIECES:]),
        "ply": position.ply,
        "winner": position.verdict if position.verdict >= 0 else None,
        "reason": reason,
    }


def _write_pieces(where: list[int]) -> list[State]:
    return [
        {"type": kind, "r": cell // SIZE, "c": cell % SIZE}
        for kind, cell in zip(KINDS, where, strict=True)
        if cell != NOWHERE
    ]


def read(value: Json, turn_limit: int) -> CalderaPosition:
    """The position of a state; what follows from the board is judged, not read."""
    state = read_object(value, KEYS, "state")
    ply = read_int(state["ply"], 0, turn_limit, "ply")
    height = _read_board(state["board"])
    where = [cell for side in SIDES for cell in _read_pieces(state[side], side)]
    _check_board(height, where)
    _check_work(ply, height, where)
    ending = _read_ending(state["reason"], ply, height, where)
    position = CalderaPosition(turn_limit)
    position.arrange(ply, height, where, ending)
    return position


def _read_board(value: Json) -> list[int]:
    rows = [read_list(row, "board", SIZE) for row in read_list(value, "board", SIZE)]
    levels = [read_int(level, OPEN_VENT, VENT - 1, "board") for row in rows for level in row]
    return [VENT if level == OPEN_VENT else level for level in levels]


def _read_pieces(value: Json, side: str) -> list[int]:
    """The cells of a seat's five pieces; of two alike, the first is taken to have survived."""
    where = [NOWHERE] * PIECES
    place = 0
    for item in read_list(value, side):
        piece = read_object(item, ("type", "r", "c"), side)
        kind = read_choice(piece["type"], ("crown", "lancer", "smith"), side)
        if kind not in KINDS[place:]:
            raise InvalidState("wrong_pieces", f"{side} has too many pieces or a wrong order.")
        place = KINDS.index(kind, place)
        row = read_int(piece["r"], 0, SIZE - 1, side)
        where[place] = board.cell_at(row, read_int(piece["c"], 0, SIZE - 1, side))
        place += 1
    return where


def _read_ending(reason: Json, ply: int, height: list[int], where: list[int]) -> int:
    """Whether a lost crown was captured or erupted, which the board does not tell."""
    if not isinstance(reason, str):
        raise InvalidState("wrong_type", "reason must be a word.")
    lost = [where[PIECES * seat] == NOWHERE for seat in range(2)]
    if not any(lost):
        return 0
    mover = (ply + 1) % 2
    ending = CROWN_ENDINGS.get(reason, 0)
    if not lost[mover] and not ending:
        raise InvalidState("wrong_reason", "The reason does not tell how the crown was lost.")
    if lost[mover] or ending == CROWN_ERUPTED:
        _check_eruption(mover, height, where)
    return ending


def _check_board(height: list[int], where: list[int]) -> None:
    living = [cell for cell in where if cell != NOWHERE]
    if len(set(living)) != len(living):
        raise InvalidState("impossible", "Two pieces stand on one cell.")
    if any(height[cell] == VENT for cell in living):
        raise InvalidState("impossible", "A piece stands on a vent.")
    if any(height[cell] < _vents_beside(cell, height) for cell in range(CELLS)):
        raise InvalidState("impossible", "A cell beside a vent is lower than the vent made it.")


def _vents_beside(cell: int, height: list[int]) -> int:
    return sum(height[neighbour] == VENT for neighbour in BESIDE[cell])


def _check_work(ply: int, height: list[int], where: list[int]) -> None:
    """Whether all that has happened fits into the turns that the seats have had."""
    turns = ((ply + 1) // 2, ply // 2)
    vents = [cell for cell in range(CELLS) if height[cell] == VENT]
    # Every vent has raised each of its neighbours once; the rest is the work of smiths.
    forged = {
        cell: height[cell] - _vents_beside(cell, height)
        for cell in range(CELLS)
        if height[cell] != VENT
    }
    if any(
        times and all(turns[seat] < FIRST_FORGE[seat][cell] for seat in range(2))
        for cell, times in forged.items()
    ):
        raise InvalidState("impossible", "No smith can have forged there so early.")
    # A vent took four raises, of which each vent beside it may have given one.
    shared = sum(_vents_beside(cell, height) for cell in vents) // 2
    forges = sum(forged.values()) + VENT * len(vents) - shared
    # A vent swallows one piece at most; the others must have been captured.
    dead = [where[PIECES * seat : PIECES * (seat + 1)].count(NOWHERE) for seat in range(2)]
    if sum(dead) > len(vents) and ply < FIRST_CAPTURE:
        raise InvalidState("impossible", "No piece can have been captured so early.")
    travel = [_travel(seat, where) for seat in range(2)]
    moves = [max(travel[seat], dead[1 - seat] - len(vents)) for seat in range(2)]
    if any(moves[seat] > turns[seat] for seat in range(2)) or sum(moves) + forges > ply:
        raise InvalidState("impossible", "So much cannot have happened in so few plies.")
    if not vents and not any(dead) and _idle(turns, forges, travel):
        raise InvalidState("impossible", "A piece must have moved by now.")


def _idle(turns: tuple[int, int], forges: int, travel: list[int]) -> bool:
    """Whether a single move has left no trace, as only two can, out and back again."""
    if sum(turns) - forges == 1:
        return not any(travel)
    return not forges and (1, 0) in zip(turns, travel, strict=True)


def _travel(seat: int, where: list[int]) -> int:
    """The fewest moves that bring a seat's living pieces where they are."""
    total = 0
    for group in ALIKE:
        pieces = [PIECES * seat + i for i in group]
        living = [piece for piece in pieces if where[piece] != NOWHERE]
        for piece in living:
            # Which of two has survived is not known.
            starts = [piece] if living == pieces else pieces
            total += min(JOURNEY[start][where[piece]] for start in starts)
    return total


def _check_eruption(mover: int, height: list[int], where: list[int]) -> None:
    """Whether the mover's last forge can have swallowed the crowns that are gone."""
    gone = (where[CROWN], where[PIECES + CROWN]).count(NOWHERE)
    smiths = where[PIECES * mover + SMITH : PIECES * (mover + 1)]
    # The smith that struck is beside a vent now, or did not survive.
    struck = any(smith == NOWHERE or _vents_beside(smith, height) for smith in smiths)
    if height.count(VENT) < gone or not struck:
        raise InvalidState("impossible", "No eruption can have swallowed that crown.")


def write_move(position: CalderaPosition, move: int) -> Move:
    """A move as JSON."""
    source = list(divmod(board.source(move), SIZE))
    target = list(divmod(board.target(move), SIZE))
    if move & FORGE:
        return {"action": "forge", "smith": source, "target": target}
    return {"action": "move", "from": source, "to": target}
