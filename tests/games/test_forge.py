"""Forge, rule by rule: the start, the rulesets and moving."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ludarium import InvalidOption, Outcome, load
from ludarium.core.scene import Cell
from ludarium.search.perft import perft
from tests.games.forge_states import (
    AS_WRITTEN,
    GAME,
    ONE_ENTRANCE,
    SHARED,
    action,
    after,
    moves,
    position,
    refusal,
    started,
    written,
)

# The start.


def test_the_start_state_has_three_tokens_a_seat_and_this_form() -> None:  # F5, F18
    assert json.dumps(GAME.initial_state()) == json.dumps(
        {
            "grid": [
                [None, None, None, "p1", "p1", "p1"],
                [None] * 6,
                [None] * 6,
                [None] * 6,
                [None] * 6,
                ["p0", "p0", "p0", None, None, None],
            ],
            "currentPlayer": 1,
            "phase": "move",
            "status": "playing",
            "moveCount": 0,
            "turns": [0, 0],
            "passes": 0,
            "lastMove": None,
            "winner": None,
            "reason": "",
        }
    )


def test_legal_moves_are_listed_by_token_then_destination_row_by_row() -> None:  # F5
    listed = GAME.legal_moves(GAME.initial_state())
    places = [
        (move["sourceRow"], move["sourceCol"], move["destRow"], move["destCol"]) for move in listed
    ]
    assert len(places) == 23
    assert places == sorted(places)
    assert (written(listed[0]), written(listed[-1])) == ("a1-a4", "c1-e2")
    assert listed[0] == {
        "action": "move",
        "sourceRow": 5,
        "sourceCol": 0,
        "destRow": 2,
        "destCol": 0,
    }


def test_embers_are_listed_row_by_row() -> None:  # F5
    listed = GAME.legal_moves(ONE_ENTRANCE)
    assert listed[0] == {"action": "ember", "row": 0, "col": 0}
    places = [(move["row"], move["col"]) for move in listed]
    assert places == sorted(places)


def test_a_token_and_a_destination_make_one_move() -> None:  # F19
    listed = moves(AS_WRITTEN, AS_WRITTEN.initial_state())
    assert len(set(listed)) == len(listed) == 90


def test_the_start_has_so_many_leaves() -> None:
    assert [perft(GAME.new(), depth) for depth in (1, 2)] == [23, 527]
    assert [perft(AS_WRITTEN.new(), depth) for depth in (1, 2)] == [90, 7644]


# The rulesets.


def test_as_written_is_a_forced_win_in_one_for_the_first_seat() -> None:  # F1
    state = started(AS_WRITTEN, "c1-c6")
    assert AS_WRITTEN.outcome(state) == Outcome(0, "forge_reached")


def test_as_written_has_one_forge_for_both_seats_beside_seat_1() -> None:  # F1
    state = started(AS_WRITTEN, "a1-a2", "d6-c6")
    assert AS_WRITTEN.outcome(state) == Outcome(1, "forge_reached")


def test_as_written_never_owes_an_ember() -> None:  # F1, F7
    state = AS_WRITTEN.initial_state()
    for there, back in [("a1-a2", "f6-f5"), ("a2-a1", "f5-f6")] * 5:
        state = after(AS_WRITTEN, state, there, back)
        assert state["phase"] == "move"


def test_the_standard_forges_are_half_turn_images_of_each_other() -> None:  # F2
    assert GAME.scene(GAME.new()).cells == (
        Cell("board:0,2", mark="goal", seat=0),
        Cell("board:5,3", mark="goal", seat=1),
    )


@pytest.mark.parametrize(
    ("ruleset", "values"),
    [("standard", (1, 60, 100, False, False, 200)), ("as_written", (0, 0, 1, False, True, 200))],
)
def test_the_rulesets_set_the_options(ruleset: str, values: tuple[int, ...]) -> None:  # F8
    names = ("reach", "ember_first", "ember_every", "both_place", "shared_forge", "turn_limit")
    assert load("forge", ruleset).values == dict(zip(names, values, strict=True))


@pytest.mark.parametrize(
    "given",
    [
        {"reach": 37},
        {"reach": -1},
        {"ember_first": 201},
        {"ember_every": 0},
        {"turn_limit": 1},
        {"turn_limit": 1001},
        {"both_place": 1},
        {"shared_forge": None},
    ],
)
def test_options_have_bounds(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        load("forge", **given)


# Moving.


def test_a_token_travels_up_to_its_reach_and_may_turn_corners() -> None:  # F2, F20
    from_c1 = ["c1-c4", "c1-b3", "c1-c3", "c1-d3", "c1-a2", "c1-b2", "c1-c2", "c1-d2", "c1-e2"]
    assert moves(GAME, GAME.initial_state(), "c1") == from_c1


def test_a_longer_way_round_a_token_counts_in_full() -> None:  # F20
    state = started(GAME, "c1-c4", "d6-c5")
    assert "c4-c6" not in moves(GAME, state)
    assert "c4-c6" in moves(GAME, started(GAME, "c1-c4", "f6-f5"))
    refused = refusal(GAME, state, action("c4-c6"))
    assert (refused.code, refused.rule) == ("too_far", "F20")
    assert "4 cells" in refused.message


def test_reach_0_is_unlimited() -> None:  # F7
    unlimited = load("forge", reach=0, both_place=False)
    assert "a1-f5" in moves(unlimited, unlimited.initial_state())


def test_reach_1_is_a_step() -> None:
    steps = load("forge", reach=1, both_place=False)
    assert moves(steps, steps.initial_state()) == ["a1-a2", "b1-b2", "c1-c2"]


def test_nobody_but_its_owner_enters_or_crosses_a_forge() -> None:  # F9
    assert not {"c1-d1", "c1-e1"} & set(moves(GAME, GAME.initial_state()))
    other = started(GAME, "a1-a2")
    assert not {"d6-c6", "d6-b6"} & set(moves(GAME, other))
    wide = started(load("forge", reach=4, both_place=False), "a1-a2")
    assert "d6-b6" in moves(load("forge", reach=4, both_place=False), wide), "round the forge"


def test_with_a_shared_forge_the_other_one_is_an_ordinary_cell() -> None:  # F9
    assert {"c1-d1", "c1-e1"} <= set(moves(SHARED, SHARED.initial_state()))
    state = started(SHARED, "c1-d1")
    assert SHARED.outcome(state) is None


def test_embers_and_tokens_are_walls_to_a_moving_token() -> None:  # F2
    state = position(
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
    assert moves(GAME, state, "a1") == ["a1-a2"]
    assert moves(GAME, state, "b1") == []
    from_c1 = ["c1-c4", "c1-b3", "c1-c3", "c1-d3", "c1-c2", "c1-d2", "c1-e2"]
    assert moves(GAME, state, "c1") == from_c1


def test_a_move_only_shifts_its_token() -> None:
    before = GAME.initial_state()
    kept = copy.deepcopy(before)
    state = after(GAME, before, "c1-d3")
    assert before == kept
    assert state["grid"][3][3] == "p0"
    assert state["grid"][5] == ["p0", "p0", None, None, None, None]
