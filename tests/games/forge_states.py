"""States of Forge, drawn as boards, for the tests of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import AnyGame, IllegalMove, load

State = dict[str, Any]
Move = dict[str, Any]

# The values of `standard` are found by measuring and may change; these tests do not follow them.
TESTED: dict[str, Any] = {
    "straight": True,
    "reach": 0,
    "forge_columns": 234,
    "hold": 2,
    "shared_forges": False,
    "closed_forges": True,
    "onyx_embers": 4,
    "amber_embers": 5,
    "opening_embers": 0,
    "ember_every": 0,
    "burn_turns": 24,
    "points": True,
    "swap": False,
    "turn_limit": 60,
}


def forge(**changes: Any) -> AnyGame:
    """Forge under the options of these tests, with some of them changed."""
    return load("forge", **(TESTED | changes))


GAME = forge()
AS_WRITTEN = load("forge", "as_written")
# One forge each, c6 and d1; a token goes three cells round corners; Amber's every second turn
# ends with an ember that stays.
OLD = {"forge_columns": 3, "hold": 1, "burn_turns": 0, "points": False, "turn_limit": 200}
BENT = forge(**OLD, straight=False, reach=3, ember_every=2, onyx_embers=0, amber_embers=36)
ALWAYS_EMBERS = forge(
    **OLD, straight=False, reach=3, ember_every=1, onyx_embers=36, amber_embers=36
)
SHARED = forge(
    **OLD,
    straight=False,
    reach=3,
    ember_every=2,
    onyx_embers=0,
    amber_embers=36,
    shared_forges=True,
)
PIECES = {".": None, "A": "p0", "B": "p1", "*": "ember"}


def place(name: str) -> tuple[int, int]:
    """Row and column of a cell that the rules text calls so."""
    return 6 - int(name[1]), "abcdef".index(name[0])


def name(row: int, col: int) -> str:
    """What the rules text calls a cell."""
    return f"{'abcdef'[col]}{6 - row}"


def action(written: str) -> Move:
    """The JSON of a move that the rules text writes so."""
    if written in ("pass", "swap"):
        return {"action": written}
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
    if move["action"] in ("pass", "swap"):
        return str(move["action"])
    if move["action"] == "ember":
        return "@" + name(move["row"], move["col"])
    source = name(move["sourceRow"], move["sourceCol"])
    return f"{source}-{name(move['destRow'], move['destCol'])}"


def moves(game: AnyGame, state: State, start: str = "") -> list[str]:
    """The legal moves, or those written with this beginning."""
    found = [written(move) for move in game.legal_moves(state)]
    return [move for move in found if move.startswith(start)]


def position(
    rows: str,
    turns: tuple[int, int],
    last: str,
    phase: str = "move",
    left: tuple[int, int] = (0, 0),
    burning: int | None = None,
) -> State:
    """A state in play: the board from row 6 down, the turns made, the last move, the stocks."""
    grid = [[PIECES[mark] for mark in row.split()] for row in rows.strip().splitlines()]
    embers = [(row, col) for row in range(6) for col in range(6) if grid[row][col] == "ember"]
    return {
        "grid": grid,
        "currentPlayer": 1 + turns[0] - turns[1],
        "phase": phase,
        "status": "playing",
        "moveCount": sum(turns) + len(embers) + (phase == "ember"),
        "turns": list(turns),
        "passes": 1 if last == "pass" else 0,
        "embersLeft": list(left),
        "embers": [{"row": row, "col": col, "turnsLeft": burning} for row, col in embers],
        "burnt": [],
        "swapped": False,
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


# Of BENT and ALWAYS_EMBERS. Amber owes an ember after each of these two.
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
    left=(0, 34),
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
    left=(0, 34),
)
# Of ALWAYS_EMBERS: one corridor for both.
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
    left=(23, 24),
)
BOTH_STUCK = position(
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
    left=(22, 22),
)
ONYX_STUCK = position(
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
    left=(22, 23),
)
# Amber can win in a turn that owes an ember.
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
    left=(0, 34),
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
    left=(0, 34),
)
