"""States of Forge, drawn as boards, for the tests of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import AnyGame, IllegalMove, load

State = dict[str, Any]
Move = dict[str, Any]

# The values of `standard` are found by measuring and may change; these tests do not follow them.
GAME = load("forge", reach=3, ember_first=2, ember_every=2, both_place=False)
AS_WRITTEN = load("forge", "as_written")
ALWAYS_EMBERS = load("forge", reach=3, both_place=True, ember_first=1, ember_every=1)
SHARED = load("forge", reach=3, ember_first=2, ember_every=2, shared_forge=True)
PIECES = {".": None, "A": "p0", "B": "p1", "*": "ember"}


def place(name: str) -> tuple[int, int]:
    """Row and column of a cell that the rules text calls so."""
    return 6 - int(name[1]), "abcdef".index(name[0])


def name(row: int, col: int) -> str:
    """What the rules text calls a cell."""
    return f"{'abcdef'[col]}{6 - row}"


def action(written: str) -> Move:
    """The JSON of a move that the rules text writes so."""
    if written == "pass":
        return {"action": "pass"}
    if written.startswith("@"):
        row, col = place(written[1:])
        return {"action": "ember", "row": row, "col": col}
    source, dest = map(place, written.split("-"))
    return {
        "action": "move",
        "sourceRow": source[0],
        "sourceCol": source[1],
        "destRow": dest[0],
        "destCol": dest[1],
    }


def written(move: Move) -> str:
    """How the rules text writes a move."""
    if move["action"] == "pass":
        return "pass"
    if move["action"] == "ember":
        return "@" + name(move["row"], move["col"])
    source = name(move["sourceRow"], move["sourceCol"])
    return f"{source}-{name(move['destRow'], move['destCol'])}"


def moves(game: AnyGame, state: State, start: str = "") -> list[str]:
    """The legal moves, or those written with this beginning."""
    found = [written(move) for move in game.legal_moves(state)]
    return [move for move in found if move.startswith(start)]


def position(rows: str, turns: tuple[int, int], last: str, phase: str = "move") -> State:
    """A state in play: the board from row 6 down, the turns made, and the last move."""
    grid = [[PIECES[mark] for mark in row.split()] for row in rows.strip().splitlines()]
    embers = sum(row.count("ember") for row in grid)
    return {
        "grid": grid,
        "currentPlayer": 1 + turns[0] - turns[1],
        "phase": phase,
        "status": "playing",
        "moveCount": sum(turns) + embers + (phase == "ember"),
        "turns": list(turns),
        "passes": 1 if last == "pass" else 0,
        "lastMove": action(last),
        "winner": None,
        "reason": "",
    }


def after(game: AnyGame, state: State, *played: str) -> State:
    for move in played:
        state = game.apply_move(state, action(move))
    return state


def started(game: AnyGame, *played: str) -> State:
    return after(game, game.initial_state(), *played)


def refusal(game: AnyGame, state: State, move: Any) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        game.apply_move(state, move)
    return caught.value


# Seat 1 owes an ember after each of these.
ONE_ENTRANCE = position(
    """
    . * . . B B
    . . * . . .
    . . . . . B
    . . . . . .
    . . . . . .
    A A A . . .
    """,
    (6, 5),
    "f5-f4",
    "ember",
)
ONE_EXIT = position(
    """
    . . . . B B
    . . . . . .
    . . . . . B
    . . . . . .
    * * . . . .
    A A A . . .
    """,
    (6, 5),
    "f5-f4",
    "ember",
)
# One corridor for both; every turn of either seat lights an ember.
CORRIDOR = position(
    """
    * * . * * B
    * * B * * B
    * * . * * *
    * * . * * *
    A * A . * *
    A * * . * *
    """,
    (15, 14),
    "@e3",
)
NOBODY_MOVES = position(
    """
    * * . * * *
    * * B * * *
    * * B * * *
    * * B * * *
    * * A A * *
    A * * . * *
    """,
    (20, 20),
    "@e3",
)
ONLY_SEAT_1_MOVES = position(
    """
    * * . * * B
    * * . * * *
    * * B * * *
    * * B * * *
    * * A A * *
    A * * . * *
    """,
    (20, 20),
    "@e3",
)
# Seat 1 can win in a turn that owes an ember.
NEAR_THE_FORGE = position(
    """
    . . . . B B
    * . . . . .
    * . . . . .
    . . . . . .
    . . A B . .
    A A . . . .
    """,
    (6, 5),
    "c1-c2",
)
BLOCKED = position(
    """
    . . . . B B
    . . . . . .
    . . . . . B
    * . . . . .
    . * . . . .
    A A A . . .
    """,
    (5, 5),
    "f5-f4",
)
