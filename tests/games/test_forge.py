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
    BENT,
    GAME,
    ONE_ENTRANCE,
    SHARED,
    action,
    after,
    forge,
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
            "embersLeft": [4, 5],
            "embers": [],
            "burnt": [],
            "swapped": False,
            "lastMove": None,
            "winner": None,
            "reason": "",
        }
    )


def test_legal_moves_are_drags_by_token_and_destination_then_embers() -> None:  # F5
    listed = GAME.legal_moves(GAME.initial_state())
    drags = [move for move in listed if move["action"] == "move"]
    embers = [move for move in listed if move["action"] == "ember"]
    assert listed == drags + embers
    places = [
        (move["sourceRow"], move["sourceCol"], move["destRow"], move["destCol"]) for move in drags
    ]
    assert places == sorted(places)
    lit = [(move["row"], move["col"]) for move in embers]
    assert lit == sorted(lit)
    assert (written(drags[0]), written(embers[0])) == ("a1-a6", "@a6")
    assert (len(drags), len(embers)) == (15, 26)


def test_due_embers_are_listed_row_by_row() -> None:  # F5
    listed = BENT.legal_moves(ONE_ENTRANCE)
    assert listed[0] == {"action": "ember", "row": 0, "col": 0}
    places = [(move["row"], move["col"]) for move in listed]
    assert places == sorted(places)


def test_a_token_and_a_destination_make_one_move() -> None:  # F19
    listed = moves(AS_WRITTEN, AS_WRITTEN.initial_state())
    assert len(set(listed)) == len(listed) == 90


def test_the_start_has_so_many_leaves() -> None:
    assert [perft(GAME.new(), depth) for depth in (1, 2)] == [41, 1601]
    assert [perft(AS_WRITTEN.new(), depth) for depth in (1, 2)] == [90, 7644]


# The rulesets.


def test_as_written_is_a_forced_win_in_one_for_the_first_seat() -> None:  # F1
    state = started(AS_WRITTEN, "c1-c6")
    assert AS_WRITTEN.outcome(state) == Outcome(0, "forge_reached")


def test_as_written_has_one_forge_for_both_seats_beside_seat_1() -> None:  # F1
    state = started(AS_WRITTEN, "a1-a2", "d6-c6")
    assert AS_WRITTEN.outcome(state) == Outcome(1, "forge_reached")


def test_as_written_has_no_embers() -> None:  # F1, F10
    refused = refusal(AS_WRITTEN, AS_WRITTEN.initial_state(), action("@c3"))
    assert (refused.code, "Onyx" in refused.message) == ("no_ember_due", True)


def test_the_forges_of_both_seats_are_half_turn_images_of_each_other() -> None:  # F2
    marks = [Cell(f"board:0,{col}", mark="goal", seat=0) for col in (1, 2, 3)]
    marks += [Cell(f"board:5,{col}", mark="goal", seat=1) for col in (2, 3, 4)]
    assert GAME.scene(GAME.new()).cells == tuple(marks)


def test_the_rulesets_set_every_option() -> None:  # F8
    as_written = load("forge", "as_written")
    assert set(as_written.rulesets["as_written"]) == set(as_written.options)
    assert as_written.values["hold"] == 1


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"reach": 37}, "option_out_of_range"),
        ({"turn_limit": 1}, "option_out_of_range"),
        ({"straight": 1}, "wrong_option_type"),
        ({"ember_first": 3}, "unknown_option"),
        ({"forge_columns": 57}, "options_conflict"),
        ({"forge_columns": 321}, "options_conflict"),
        ({"forge_columns": 11}, "options_conflict"),
        ({"forge_columns": 3}, "options_conflict"),  # two are to be held
        ({"shared_forges": True}, "options_conflict"),
        ({"amber_embers": 1, "opening_embers": 2}, "options_conflict"),
    ],
)
def test_options_have_bounds_and_must_go_together(given: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        forge(**given)
    assert refused.value.code == code


# Moving.


def test_a_straight_drag_goes_any_distance_along_a_line() -> None:  # F19
    from_c1 = ["c1-c6", "c1-c5", "c1-c4", "c1-c3", "c1-c2"]
    assert moves(GAME, GAME.initial_state(), "c1") == from_c1
    refused = refusal(GAME, GAME.initial_state(), action("a1-b2"))
    assert (refused.code, refused.rule) == ("not_straight", "F19")


def test_a_straight_drag_stops_before_tokens_embers_and_closed_forges() -> None:  # F2, F9
    state = started(GAME, "a1-a5", "@c5", "a5-b5", "d6-d5")
    assert moves(GAME, state, "b5") == ["b5-b6", "b5-a5", "b5-b4", "b5-b3", "b5-b2"]
    assert moves(GAME, after(GAME, state, "b5-b2"), "d5") == [
        "d5-e5",
        "d5-f5",
        "d5-d4",
        "d5-d3",
        "d5-d2",
        "d5-d1",
    ]


def test_a_reach_ends_a_straight_drag() -> None:  # F20
    game = forge(reach=2)
    assert moves(game, game.initial_state(), "c1") == ["c1-c3", "c1-c2"]
    refused = refusal(game, game.initial_state(), action("c1-c4"))
    assert (refused.code, refused.rule, "3 cells" in refused.message) == ("too_far", "F20", True)


def test_a_bent_drag_turns_corners_up_to_its_reach() -> None:  # F19, F20
    from_c1 = ["c1-c4", "c1-b3", "c1-c3", "c1-d3", "c1-a2", "c1-b2", "c1-c2", "c1-d2", "c1-e2"]
    assert moves(BENT, BENT.initial_state(), "c1") == from_c1


def test_a_longer_way_round_a_token_counts_in_full() -> None:  # F20
    state = started(BENT, "c1-c4", "d6-c5")
    assert "c4-c6" not in moves(BENT, state)
    assert "c4-c6" in moves(BENT, started(BENT, "c1-c4", "f6-f5"))
    refused = refusal(BENT, state, action("c4-c6"))
    assert (refused.code, refused.rule) == ("too_far", "F20")
    assert "4 cells" in refused.message


def test_a_closed_forge_is_for_its_owner_only() -> None:  # F9
    assert not {"c1-d1", "c1-e1"} & set(moves(GAME, GAME.initial_state()))
    assert not {"d6-c6", "d6-b6"} & set(moves(GAME, started(GAME, "a1-a2")))
    opened = forge(closed_forges=False)
    assert {"c1-d1", "c1-f1"} <= set(moves(opened, opened.initial_state()))


def test_a_token_may_leave_a_closed_forge_but_not_come_back() -> None:  # F9
    state = started(GAME, "c1-c2", "d6-d5", "a1-a2")
    refused = refusal(GAME, state, action("d5-d6"))
    assert (refused.code, refused.rule) == ("foreign_forge", "F9")


def test_shared_forges_are_open_to_both() -> None:  # F9
    assert {"c1-d1", "c1-e1"} <= set(moves(SHARED, SHARED.initial_state()))
    state = started(SHARED, "c1-d1")
    assert SHARED.outcome(state) is None


def test_embers_and_tokens_are_walls_to_a_bent_drag() -> None:  # F2
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
        left=(0, 34),
    )
    assert moves(BENT, state, "a1") == ["a1-a2"]
    assert moves(BENT, state, "b1") == []
    from_c1 = ["c1-c4", "c1-b3", "c1-c3", "c1-d3", "c1-c2", "c1-d2", "c1-e2"]
    assert moves(BENT, state, "c1") == from_c1


def test_a_move_only_shifts_its_token() -> None:
    before = GAME.initial_state()
    kept = copy.deepcopy(before)
    state = after(GAME, before, "c1-c3")
    assert before == kept
    assert state["grid"][3][2] == "p0"
    assert state["grid"][5] == ["p0", "p0", None, None, None, None]


# The swap.


def test_a_swap_gives_each_seat_the_side_of_the_other() -> None:  # F21
    game = forge(swap=True)
    state = started(game, "b1-b5")
    assert moves(game, state)[-1] == "swap"
    swapped = after(game, state, "swap")
    assert (swapped["currentPlayer"], swapped["swapped"]) == (1, True)
    assert (swapped["turns"], swapped["embersLeft"]) == ([0, 1], [5, 4])
    assert [row.count("p1") for row in swapped["grid"]] == [0, 1, 0, 0, 0, 2]
    assert "d6-d2" in moves(game, swapped)
    assert game.scene(game.state_from_json(swapped)).cells[0].seat == 1


def test_a_seat_wins_on_the_forges_of_the_side_that_it_swapped_for() -> None:  # F21
    game = forge(swap=True)
    state = started(game, "b1-b6", "swap", "f6-f5", "c1-c6")
    assert game.outcome(state) == Outcome(1, "forge_reached")


@pytest.mark.parametrize("before", [(), ("b1-b5", "f6-f5"), ("b1-b5", "swap"), ("b1-b5", "@c3")])
def test_only_the_second_seat_swaps_and_only_after_the_first_turn(before: tuple[str, ...]) -> None:
    game = forge(swap=True)
    refused = refusal(game, started(game, *before), action("swap"))
    assert (refused.code, refused.rule) == ("no_swap", "F21")
    assert refusal(GAME, started(GAME, "b1-b5"), action("swap")).code == "no_swap"
