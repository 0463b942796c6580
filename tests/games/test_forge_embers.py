"""Forge's embers: who lights them, where they may burn, and when they burn out."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ludarium import AnyGame
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    BENT,
    CORRIDOR,
    GAME,
    OLD,
    ONE_ENTRANCE,
    ONE_EXIT,
    SHARED,
    action,
    after,
    forge,
    moves,
    name,
    position,
    refusal,
    started,
)

# In place of a move.


def test_an_ember_takes_the_place_of_a_move_and_comes_from_the_stock() -> None:  # F10
    state = started(GAME, "@c3")
    assert state["grid"][3][2] == "ember"
    assert (state["currentPlayer"], state["phase"], state["turns"]) == (2, "move", [1, 0])
    assert state["embersLeft"] == [3, 5]
    assert state["embers"] == [{"row": 3, "col": 2, "turnsLeft": 24}]
    assert (state["moveCount"], state["lastMove"]) == (1, action("@c3"))


def test_an_empty_stock_lights_no_embers() -> None:  # F10
    game = forge(onyx_embers=1)
    state = started(game, "@c3", "f6-f5")
    assert moves(game, state, "@") == []
    refused = refusal(game, state, action("@c4"))
    assert (refused.code, refused.rule) == ("no_ember_due", "F10")


# After a move.


def test_an_ember_that_is_due_ends_the_turn() -> None:  # F10, F12
    state = started(BENT, "c1-c4", "d6-c5", "c4-b5", "e6-e4")
    assert (state["currentPlayer"], state["phase"], state["turns"]) == (2, "ember", [2, 1])
    assert (state["moveCount"], state["lastMove"]) == (4, action("e6-e4"))
    assert BENT.to_move(state) == 1
    state = after(BENT, state, "@b6")
    assert state["grid"][0][1] == "ember"
    assert (state["currentPlayer"], state["phase"], state["turns"]) == (1, "move", [2, 2])
    assert "b5-c6" not in moves(BENT, state)


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
        ({"ember_every": 2, "onyx_embers": 9, "amber_embers": 9}, [[2, 4, 6], [2, 4, 6]]),
        ({"ember_every": 2, "onyx_embers": 0, "amber_embers": 9}, [[], [2, 4, 6]]),
        ({"ember_every": 2, "onyx_embers": 1, "amber_embers": 2}, [[2], [2, 4]]),
        ({"ember_every": 3, "onyx_embers": 9, "amber_embers": 0}, [[3, 6], []]),
        ({"ember_every": 1, "onyx_embers": 2, "amber_embers": 3}, [[1, 2], [1, 2, 3]]),
        ({"ember_every": 0}, [[], []]),
    ],
)
def test_embers_are_due_in_the_turns_that_the_options_name(
    options: dict[str, Any], lit: list[list[int]]
) -> None:  # F10
    assert ember_turns(forge(**OLD, **options)) == lit


def test_the_turn_ends_without_the_ember_if_no_cell_may_burn() -> None:  # F11
    assert moves(ALWAYS_EMBERS, CORRIDOR) == ["c5-c4", "c5-c3"]
    state = after(ALWAYS_EMBERS, CORRIDOR, "c5-c4")
    assert (state["phase"], state["currentPlayer"], state["turns"]) == ("move", 1, [15, 15])
    assert state["lastMove"] == action("c5-c4")


# Before the first move.


def test_amber_lights_the_opening_embers_before_the_first_turn() -> None:  # F12
    game = forge(opening_embers=2)
    state = game.initial_state()
    assert (state["currentPlayer"], state["phase"]) == (2, "ember")
    assert refusal(game, state, action("d6-d5")).code == "ember_due"
    state = after(game, state, "@c3")
    assert (state["currentPlayer"], state["phase"], state["turns"]) == (2, "ember", [0, 0])
    state = after(game, state, "@d4")
    assert (state["currentPlayer"], state["phase"], state["turns"]) == (1, "move", [0, 0])
    assert (state["moveCount"], state["embersLeft"]) == (2, [4, 3])
    assert [ember["turnsLeft"] for ember in state["embers"]] == [24, 24]


# Where an ember may burn.


def test_an_ember_needs_an_empty_cell_that_is_no_forge() -> None:  # F13
    lit = moves(BENT, ONE_EXIT)
    empty = {name(row, col) for row in range(6) for col in range(6)} - {"a1", "b1", "c1", "a2"}
    empty -= {"b2", "e6", "f6", "f4", "c6", "d1"}
    assert set(lit) == {"@" + cell for cell in empty - {"c2"}}


def test_no_ember_closes_the_last_entrance_of_a_forge() -> None:  # F13
    lit = moves(BENT, ONE_ENTRANCE)
    assert "@d6" not in lit
    assert {"@d5", "@e5", "@c4"} <= set(lit)


def test_tokens_are_no_walls_when_embers_are_judged() -> None:  # F13
    state = copy.deepcopy(ONE_ENTRANCE)
    state["grid"][0][3], state["grid"][0][4] = "p1", None
    assert {"@e6", "@d5", "@c4"} <= set(moves(BENT, state))


def test_the_other_seats_closed_forge_is_a_wall_when_embers_are_judged() -> None:  # F13
    assert "@c2" not in moves(BENT, ONE_EXIT)
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
        left=(0, 35),
    )
    assert "@b1" in moves(BENT, state)


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
        left=(0, 34),
    )
    assert "@c1" not in moves(BENT, state)  # a token stands there
    state["grid"][5][2], state["grid"][4][2] = None, "p0"
    assert "@c1" not in moves(BENT, state)  # Amber's only way to d1
    refused = refusal(BENT, state, action("@c1"))
    assert (refused.code, "Amber" in refused.message) == ("cuts_off", True)


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
        left=(24, 24),
    )
    assert moves(ALWAYS_EMBERS, after(ALWAYS_EMBERS, state, "c5-c4")) == ["@e3"]


# How long it burns.


def test_an_ember_burns_for_its_turns_and_then_is_gone() -> None:  # F22
    game = forge(burn_turns=3)
    state = started(game, "@c3", "f6-f5", "a1-a2")
    assert state["embers"] == [{"row": 3, "col": 2, "turnsLeft": 1}]
    assert state["burnt"] == []
    state = after(game, state, "f5-f4")
    assert (state["embers"], state["burnt"]) == ([], [{"row": 3, "col": 2}])
    assert state["grid"][3][2] is None
    assert state["embersLeft"] == [3, 5], "it does not return to the stock"
    assert after(game, state, "c1-c6")["burnt"] == []


def test_opening_embers_burn_from_the_first_turn_on() -> None:  # F22
    game = forge(burn_turns=1, opening_embers=2)
    state = started(game, "@c3", "@d4", "a1-a2")
    assert (len(state["burnt"]), state["embers"]) == (2, [])


def test_embers_stay_where_nothing_lets_them_burn_out() -> None:  # F22
    state = after(BENT, ONE_EXIT, "@d4", "c1-c3", "f4-f3", "c3-c1")
    assert [row.count("ember") for row in state["grid"]] == [0, 0, 1, 0, 2, 0]
    assert state["embers"][0]["turnsLeft"] is None
