"""Forge's embers: when one is due, and where it may burn."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ludarium import AnyGame, load
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    CORRIDOR,
    GAME,
    ONE_ENTRANCE,
    ONE_EXIT,
    SHARED,
    action,
    after,
    moves,
    name,
    position,
    refusal,
    started,
)


def test_the_example_of_the_rules_text() -> None:  # F2, F12
    state = started(GAME, "c1-c4", "d6-c5", "c4-b5", "e6-e4")
    assert state == {
        "grid": [
            [None, None, None, None, None, "p1"],
            [None, "p0", "p1", None, None, None],
            [None, None, None, None, "p1", None],
            [None, None, None, None, None, None],
            [None, None, None, None, None, None],
            ["p0", "p0", None, None, None, None],
        ],
        "currentPlayer": 2,
        "phase": "ember",
        "status": "playing",
        "moveCount": 4,
        "turns": [2, 1],
        "passes": 0,
        "lastMove": action("e6-e4"),
        "winner": None,
        "reason": "",
    }
    assert GAME.to_move(state) == 1
    state = after(GAME, state, "@b6")
    assert state["grid"][0][1] == "ember"
    assert (state["currentPlayer"], state["phase"], state["turns"]) == (1, "move", [2, 2])
    assert (state["moveCount"], state["lastMove"]) == (5, action("@b6"))
    assert "b5-c6" not in moves(GAME, state)


def ember_turns(game: AnyGame) -> list[list[int]]:
    """In which of its turns each seat lights an ember, when tokens go there and back."""
    state = game.initial_state()
    lit: list[list[int]] = [[], []]
    embers = ["@b4", "@e4", "@b3", "@e3", "@c4", "@d3"] * 2
    for turn in range(14):
        seat = turn % 2
        there = (("a1-a2", "a2-a1"), ("f6-f5", "f5-f6"))[seat][turn // 2 % 2]
        state = after(game, state, there)
        if state["phase"] == "ember":
            lit[seat].append(turn // 2 + 1)
            state = after(game, state, embers[len(lit[0] + lit[1]) - 1])
    return lit


@pytest.mark.parametrize(
    ("options", "lit"),
    [
        ({"ember_first": 2, "both_place": True}, [[2], [2]]),
        ({"ember_first": 2, "ember_every": 2, "both_place": True}, [[2, 4, 6], [2, 4, 6]]),
        ({"ember_first": 2, "ember_every": 2, "both_place": False}, [[], [2, 4, 6]]),
        ({"ember_first": 3, "ember_every": 3, "both_place": False}, [[], [3, 6]]),
        ({"ember_first": 1, "ember_every": 2, "both_place": False}, [[], [1, 3, 5, 7]]),
        ({"ember_first": 5, "ember_every": 1, "both_place": True}, [[5, 6, 7], [5, 6, 7]]),
        ({"ember_first": 0, "both_place": False}, [[], []]),
        ({"ember_first": 0, "both_place": True}, [[], []]),
    ],
)
def test_embers_are_due_in_the_turns_that_the_options_name(
    options: dict[str, Any], lit: list[list[int]]
) -> None:  # F7, F10
    assert ember_turns(load("forge", **options)) == lit


def test_an_ember_needs_an_empty_cell_that_is_no_forge() -> None:  # F13
    lit = moves(GAME, ONE_EXIT)
    empty = {name(row, col) for row in range(6) for col in range(6)} - {"a1", "b1", "c1", "a2"}
    empty -= {"b2", "e6", "f6", "f4", "c6", "d1"}
    assert set(lit) == {"@" + cell for cell in empty - {"c2"}}


def test_no_ember_closes_the_last_entrance_of_a_forge() -> None:  # F13
    lit = moves(GAME, ONE_ENTRANCE)
    assert "@d6" not in lit
    assert {"@d5", "@e5", "@c4"} <= set(lit)


def test_tokens_are_no_walls_when_embers_are_judged() -> None:  # F13
    state = copy.deepcopy(ONE_ENTRANCE)
    state["grid"][0][3], state["grid"][0][4] = "p1", None
    assert {"@e6", "@d5", "@c4"} <= set(moves(GAME, state))


def test_the_other_seats_forge_is_a_wall_when_embers_are_judged() -> None:  # F13
    assert "@c2" not in moves(GAME, ONE_EXIT)
    assert {"@c2", "@d1"} <= set(moves(SHARED, ONE_EXIT)), "a shared game has no forge on d1"


def test_a_single_token_with_a_way_is_enough() -> None:  # F13
    state = position(
        """
        . . . . B B
        . . . . . .
        . . . . . B
        . . A A . .
        * . . . . .
        A . . . . .
        """,
        (6, 5),
        "f5-f4",
        "ember",
    )
    assert "@b1" in moves(GAME, state)


def test_no_ember_cuts_off_either_seat() -> None:  # F13
    state = position(
        """
        . . . . B B
        . . . . . .
        . . . . . B
        . . . . . .
        . . . * . .
        A A A . * .
        """,
        (6, 5),
        "f5-f4",
        "ember",
    )
    assert "@c1" not in moves(GAME, state)  # a token stands there
    state["grid"][5][2], state["grid"][4][2] = None, "p0"
    assert "@c1" not in moves(GAME, state)  # seat 1's only way to d1
    refused = refusal(GAME, state, action("@c1"))
    assert (refused.code, "Player 2" in refused.message) == ("cuts_off", True)


def test_the_turn_ends_without_the_ember_if_no_cell_may_burn() -> None:  # F11
    assert moves(ALWAYS_EMBERS, CORRIDOR) == ["c5-c4", "c5-c3"]
    state = after(ALWAYS_EMBERS, CORRIDOR, "c5-c4")
    assert (state["phase"], state["currentPlayer"], state["turns"]) == ("move", 1, [15, 15])
    assert state["lastMove"] == action("c5-c4")


def test_a_cell_off_every_way_may_burn() -> None:  # F13
    state = position(
        """
        * * . * * B
        * * B * * B
        * * . * * *
        * * . * . *
        A * A . * *
        A * * . * *
        """,
        (15, 14),
        "@e4",
    )
    assert moves(ALWAYS_EMBERS, after(ALWAYS_EMBERS, state, "c5-c4")) == ["@e3"]


def test_embers_stay() -> None:  # F2
    state = after(GAME, ONE_EXIT, "@d4", "c1-c3", "f4-f3", "c3-c1")
    assert [row.count("ember") for row in state["grid"]] == [0, 0, 1, 0, 2, 0]
