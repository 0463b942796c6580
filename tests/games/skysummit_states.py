"""States of Skysummit, drawn as pictures, for the tests of its rules."""

from __future__ import annotations

from typing import Any

from ludarium import load

State = dict[str, Any]
Move = dict[str, Any]

GAME = load("skysummit")
START = GAME.initial_state()


def place(a: int, b: int) -> Move:
    return {"t": "place", "to": [a, b]}


def move(worker: int, to: int, build: int | None) -> Move:
    return {"t": "move", "w": worker, "to": to, "build": build}


def placed(*pairs: tuple[int, int]) -> State:
    """The start with these placements made."""
    state = START
    for pair in pairs:
        state = GAME.apply_move(state, place(*pair))
    return state


def playing(picture: str, to_move: int) -> State:
    """A running game from 25 cells: the level, then A or B of seat 0 or X or Y of seat 1."""
    cells = picture.split()
    board = [int(cell[0]) for cell in cells]
    letters = [cell[1:] for cell in cells]
    workers = [[letters.index("A"), letters.index("B")], [letters.index("X"), letters.index("Y")]]
    state: State = {
        "phase": "play",
        "ply": 2 + sum(board),
        "board": board,
        "workers": workers,
        "winner": None,
        "reason": "",
    }
    assert len(board) == 25
    assert state["ply"] % 2 == to_move, "the levels do not fit the seat to move"
    return state


def steps(state: State, worker: int) -> list[int]:
    """Where a worker may go."""
    moves = GAME.legal_moves(state)
    return sorted({move["to"] for move in moves if move["w"] == worker})


def sites(state: State, worker: int, to: int) -> list[int | None]:
    """Where a worker may build after this step."""
    moves = GAME.legal_moves(state)
    return [move["build"] for move in moves if (move["w"], move["to"]) == (worker, to)]


def last_turn(picture: str, seat: int, last: Move) -> State:
    """The state after a move that is the last before the limit."""
    state = playing(picture, seat)
    return load("skysummit", turn_limit=state["ply"] + 1).apply_move(state, last)


MIDDLE = """
    0  0  0  0  0
    0  0  0  0  0
    0  0  0A 0  0
    0  0  0  0  0
    0B 0  0  0X 0Y
"""
SUMMITS = """
    2A 3  0  0  0
    0  1  0  0  0
    0  0  0B 0  2X
    0  0  0  0  3
    0  0  0  0Y {}
"""
WALLED_IN = """
    0X 1  0  0  0
    2  2  0A 0  0
    0  0  0B 0  0
    0  0  0  2  2
    1  0  0  2  0Y
"""
UNEVEN = """
    2A 0  0  0  0
    0  0  0  0  0
    0  1  0B 0  0
    0  0  0  0  0
    1  0  1  1X 0Y
"""
