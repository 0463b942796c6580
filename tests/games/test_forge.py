"""Forge: the rules one by one, over positions drawn as boards and read as state JSON."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from ludarium import AnyGame, InvalidOption, Outcome, load
from ludarium.core.scene import Cell
from ludarium.search.perft import perft
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    AS_WRITTEN,
    CORRIDOR,
    GAME,
    NEAR_THE_FORGE,
    NOBODY_MOVES,
    ONE_ENTRANCE,
    ONE_EXIT,
    ONLY_SEAT_1_MOVES,
    SHARED,
    State,
    action,
    after,
    moves,
    name,
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
    [("standard", (3, 2, 2, False, False, 200)), ("as_written", (0, 0, 1, False, True, 200))],
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
    unlimited = load("forge", reach=0)
    assert "a1-f5" in moves(unlimited, unlimited.initial_state())


def test_reach_1_is_a_step() -> None:
    steps = load("forge", reach=1)
    assert moves(steps, steps.initial_state()) == ["a1-a2", "b1-b2", "c1-c2"]


def test_nobody_but_its_owner_enters_or_crosses_a_forge() -> None:  # F9
    assert not {"c1-d1", "c1-e1"} & set(moves(GAME, GAME.initial_state()))
    other = started(GAME, "a1-a2")
    assert not {"d6-c6", "d6-b6"} & set(moves(GAME, other))
    wide = started(load("forge", reach=4), "a1-a2")
    assert "d6-b6" in moves(load("forge", reach=4), wide), "round the forge"


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


# Winning.


def test_reaching_the_own_forge_wins_at_once_and_hands_over_the_turn() -> None:  # F4, F17, G9
    state = started(GAME, "c1-c4", "f6-f5", "c4-c6")
    assert GAME.outcome(state) == Outcome(0, "forge_reached")
    assert (state["status"], state["winner"], state["reason"]) == ("won", 1, "forge_reached")
    assert (state["currentPlayer"], state["turns"]) == (2, [2, 1])
    assert GAME.legal_moves(state) == []
    assert GAME.to_move(state) is None
    assert refusal(GAME, state, action("d6-d5")).code == "game_over"


def test_seat_1_wins_as_player_2_and_lights_no_ember_after_that() -> None:  # F11, F17
    state = after(GAME, NEAR_THE_FORGE, "d2-d1")
    assert GAME.outcome(state) == Outcome(1, "forge_reached")
    assert (state["winner"], state["phase"], state["turns"]) == (2, "move", [6, 6])
    assert after(GAME, NEAR_THE_FORGE, "d2-d3")["phase"] == "ember"


# Embers.


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
        ({}, [[], [2, 4, 6]]),
        ({"ember_first": 3, "ember_every": 3}, [[], [3, 6]]),
        ({"ember_first": 1, "ember_every": 2}, [[], [1, 3, 5, 7]]),
        ({"ember_first": 5, "ember_every": 1, "both_place": True}, [[5, 6, 7], [5, 6, 7]]),
        ({"ember_first": 0}, [[], []]),
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


# Passing and the limit.


def test_a_seat_passes_if_and_only_if_it_cannot_move() -> None:  # F4
    assert ALWAYS_EMBERS.legal_moves(ONLY_SEAT_1_MOVES) == [{"action": "pass"}]
    assert "pass" not in moves(GAME, GAME.initial_state())


def test_no_ember_follows_a_pass() -> None:  # F11
    state = after(ALWAYS_EMBERS, ONLY_SEAT_1_MOVES, "pass")
    assert (state["phase"], state["currentPlayer"], state["turns"]) == ("move", 2, [21, 20])


def test_a_move_clears_the_count_of_passes() -> None:  # F14
    state = after(ALWAYS_EMBERS, ONLY_SEAT_1_MOVES, "pass")
    assert (state["passes"], moves(ALWAYS_EMBERS, state)) == (1, ["c4-c5"])
    state = after(ALWAYS_EMBERS, state, "c4-c5")
    assert (state["passes"], state["reason"]) == (0, "")


def test_two_passes_in_a_row_are_a_draw() -> None:  # F4
    state = after(ALWAYS_EMBERS, NOBODY_MOVES, "pass")
    assert ALWAYS_EMBERS.outcome(state) is None
    state = after(ALWAYS_EMBERS, state, "pass")
    assert ALWAYS_EMBERS.outcome(state) == Outcome(None, "two_passes")
    assert (state["status"], state["winner"], state["passes"]) == ("draw", None, 2)
    assert (state["turns"], state["currentPlayer"], state["moveCount"]) == ([21, 21], 1, 70)
    assert ALWAYS_EMBERS.legal_moves(state) == []


def with_limit(limit: int) -> AnyGame:
    return load("forge", both_place=True, ember_first=1, ember_every=1, turn_limit=limit)


def test_the_second_pass_comes_before_the_limit() -> None:  # F15
    game = with_limit(42)
    assert game.outcome(after(game, NOBODY_MOVES, "pass", "pass")) == Outcome(None, "two_passes")


def test_a_single_pass_can_end_the_game_by_the_limit() -> None:  # F15
    game = with_limit(41)
    assert game.outcome(after(game, NOBODY_MOVES, "pass")) == Outcome(None, "turn_limit")


def test_the_limit_counts_the_turns_of_both_seats() -> None:  # F4, F15
    game = load("forge", "as_written", turn_limit=4)
    state = started(game, "a1-a2", "f6-f5", "a2-a1")
    assert game.outcome(state) is None
    state = after(game, state, "f5-f6")
    assert game.outcome(state) == Outcome(None, "turn_limit")
    assert (state["status"], state["winner"]) == ("draw", None)


def test_the_limit_strikes_at_the_end_of_a_turn_not_before_its_ember() -> None:  # F12, F15
    game = load("forge", ember_first=1, turn_limit=2)
    state = started(game, "a1-a2", "f6-f5")
    assert (state["phase"], game.outcome(state)) == ("ember", None)
    assert game.outcome(after(game, state, "@c3")) == Outcome(None, "turn_limit")


def test_a_win_in_the_last_turn_is_a_win() -> None:
    game = load("forge", "as_written", turn_limit=2)
    assert game.outcome(started(game, "a1-a2", "d6-c6")) == Outcome(1, "forge_reached")


def test_move_count_counts_moves_embers_and_passes() -> None:  # F14
    state = started(GAME, "a1-a2", "f6-f5", "a2-a1", "f5-f6", "@c3")
    assert (state["moveCount"], state["turns"]) == (5, [2, 2])


# Positions.


def test_a_position_takes_back_as_many_moves_as_it_promises() -> None:
    game = load("forge", "as_written", turn_limit=1000)
    played = game.new()
    states, keys = [], []
    for ply in range(600):
        states.append(game.state_to_json(played))
        keys.append(played.key())
        there = ("a1-a2", "f6-f5", "a2-a1", "f5-f6")[ply % 4]
        played.play(game.move_from_json(played, action(there)))
    for _ in range(512):
        played.undo()
        assert (game.state_to_json(played), played.key()) == (states.pop(), keys.pop())


def test_taking_back_restores_passes_embers_and_verdicts() -> None:
    for state in (NOBODY_MOVES, ONLY_SEAT_1_MOVES, CORRIDOR):
        played = ALWAYS_EMBERS.state_from_json(state)
        states: list[State] = []
        while (listed := ALWAYS_EMBERS.moves(played)) and len(states) < 6:
            states.append(ALWAYS_EMBERS.state_to_json(played))
            played.play(listed[0])
        while states:
            played.undo()
            assert ALWAYS_EMBERS.state_to_json(played) == states.pop()


def test_taking_back_restores_which_token_stands_where() -> None:
    played = GAME.new()
    start = GAME.scene(played)
    for there in ("c1-c4", "f6-f5", "b1-c1"):
        played.play(GAME.move_from_notation(played, there))
    for _ in range(3):
        played.undo()
    assert GAME.scene(played) == start


def key(game: AnyGame, state: State) -> int:
    found = game.state_from_json(state).key()
    assert isinstance(found, int)
    return found


def test_tokens_of_a_seat_are_alike_to_the_key() -> None:
    one = started(GAME, "a1-a2", "f6-f5", "c1-b2", "f5-f4", "@f1")
    other = started(GAME, "c1-b2", "f6-f5", "a1-a2", "f5-f4", "@f1")
    assert one["lastMove"] == other["lastMove"]
    assert key(GAME, one) == key(GAME, other)


def test_the_key_tells_what_the_future_depends_on() -> None:
    base = position(
        """
        . . . . B B
        . . . . . .
        . . . . . B
        . . . . . .
        . . . . . .
        A A A . . .
        """,
        (9, 9),
        "f5-f4",
    )
    seldom = load("forge", ember_first=4, ember_every=5, turn_limit=1000)
    keys = [
        key(seldom, {**base, "turns": [turns, turns], "moveCount": 2 * turns})
        for turns in (10, 11, 12, 15)
    ]
    assert keys[0] == keys[3], "five turns later the next ember is as far away, the limit still far"
    assert len(set(keys)) == 3, "otherwise the next ember is nearer or further"
    never = load("forge", ember_first=0)
    near = [
        key(never, {**base, "turns": [turns, turns], "moveCount": 2 * turns})
        for turns in (20, 21, 80, 81)
    ]
    assert near[0] == near[1], "the limit is far"
    assert len(set(near)) == 3, "the limit is near"
