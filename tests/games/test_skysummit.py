"""Skysummit, rule by rule, through the public facade."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import InvalidOption, Outcome, load
from ludarium.search.perft import perft
from tests.games.skysummit_states import (
    GAME,
    MIDDLE,
    START,
    SUMMITS,
    UNEVEN,
    WALLED_IN,
    Move,
    State,
    last_turn,
    move,
    place,
    placed,
    playing,
)


def steps(state: State, worker: int) -> list[int]:
    """Where a worker may go."""
    moves = GAME.legal_moves(state)
    return sorted({move["to"] for move in moves if move["w"] == worker})


def sites(state: State, worker: int, to: int) -> list[int | None]:
    """Where a worker may build after this step."""
    moves = GAME.legal_moves(state)
    return [move["build"] for move in moves if (move["w"], move["to"]) == (worker, to)]


# Placing.


def test_the_game_starts_on_flat_ground_without_workers() -> None:
    assert START == {
        "phase": "place",
        "ply": 0,
        "board": [0] * 25,
        "workers": [[None, None], [None, None]],
        "winner": None,
        "reason": "",
    }


def test_the_keys_of_a_state_keep_their_order() -> None:
    keys = ["phase", "ply", "board", "workers", "winner", "reason"]
    assert list(START) == list(placed((6, 18), (8, 16))) == keys


def test_seat_0_places_two_workers_then_seat_1_and_then_play_begins() -> None:
    assert GAME.to_move(START) == 0
    first = GAME.apply_move(START, place(6, 18))
    assert first == {**START, "ply": 1, "workers": [[6, 18], [None, None]]}
    assert GAME.to_move(first) == 1
    second = GAME.apply_move(first, place(8, 16))
    assert second == {**START, "phase": "play", "ply": 2, "workers": [[6, 18], [8, 16]]}
    assert GAME.to_move(second) == 0


def test_a_pair_may_be_named_either_way_round_on_any_two_empty_cells() -> None:
    first, second = GAME.legal_moves(START), GAME.legal_moves(placed((6, 18)))
    assert (len(first), len(second)) == (600, 506)
    assert all(a != b for a, b in (move["to"] for move in first))
    assert not any({6, 18} & set(move["to"]) for move in second)
    assert place(24, 0) in first
    assert place(0, 24) in first


def test_a_pair_is_stored_in_ascending_order_when_it_is_placed() -> None:
    assert placed((18, 6), (16, 8)) == placed((6, 18), (8, 16))


def test_a_worker_keeps_its_number_wherever_it_goes() -> None:
    state = placed((11, 12), (0, 24))
    state = GAME.apply_move(state, move(0, 17, 11))
    assert state["workers"] == [[17, 12], [0, 24]]
    state = GAME.apply_move(state, move(1, 23, 24))
    state = GAME.apply_move(state, move(0, 18, 17))
    assert state["workers"] == [[18, 12], [0, 23]]


def test_placements_are_ordered_by_pairs_each_followed_by_its_reverse() -> None:
    named = [move["to"] for move in GAME.legal_moves(START)]
    assert named[:4] == [[0, 1], [1, 0], [0, 2], [2, 0]]
    assert named[46:50] == [[0, 24], [24, 0], [1, 2], [2, 1]]
    assert named[-2:] == [[23, 24], [24, 23]]
    assert named[::2] == sorted(pair for pair in named if pair[0] < pair[1])
    assert named[1::2] == [pair[::-1] for pair in named[::2]]


def test_placements_skip_the_cells_that_are_taken() -> None:
    named = [move["to"] for move in GAME.legal_moves(placed((0, 2)))]
    assert named[:4] == [[1, 3], [3, 1], [1, 4], [4, 1]]


# Stepping.


def test_a_worker_steps_in_all_eight_directions() -> None:
    assert steps(playing(MIDDLE, 0), 0) == [6, 7, 8, 11, 13, 16, 17, 18]


def test_a_worker_does_not_leave_the_board() -> None:
    assert steps(playing(MIDDLE, 0), 1) == [15, 16, 21]


def test_a_worker_does_not_step_around_the_edge_of_a_row() -> None:
    state = placed((9, 10), (0, 24))
    assert steps(state, 0) == [3, 4, 8, 13, 14]
    assert steps(state, 1) == [5, 6, 11, 15, 16]


def test_a_worker_does_not_step_onto_any_worker() -> None:
    state = playing(
        """
        0A 0B 0  0  0
        0X 0  0  0  0
        0  0  0  0  0
        0  0  0  0  0
        0  0  0  0  0Y
        """,
        0,
    )
    assert steps(state, 0) == [6]


def test_a_worker_does_not_step_onto_a_dome() -> None:
    state = playing(
        """
        2A 4  0  0  0
        0  0  0  0  0
        0  0  0B 0  0
        0  0  0  0  0
        0  0  0  0X 0Y
        """,
        0,
    )
    assert steps(state, 0) == [5, 6]


def test_a_worker_climbs_one_level_at_most() -> None:
    state = playing(
        """
        1A 2  0  0  0
        3  1  0  0  0
        0  0  0  0  0
        0  0  0B 0  1
        0  0  0  0X 0Y
        """,
        0,
    )
    assert steps(state, 0) == [1, 6]
    assert steps(state, 1) == [11, 12, 13, 16, 18, 21, 22]


def test_a_worker_on_the_ground_does_not_climb_to_level_2() -> None:
    state = playing(
        """
        0A 2  0  0  0
        1  1  0  0  0
        0  0  0B 0  0
        0  0  0  0  0
        0  0  0  0X 0Y
        """,
        0,
    )
    assert steps(state, 0) == [5, 6]


def test_a_worker_descends_any_number_of_levels() -> None:
    state = playing(
        """
        2A 0  0  0  0
        1  2  0  0  0
        0  0  0B 0  0
        0  0  0  0  1
        0  0  0  0X 0Y
        """,
        0,
    )
    assert steps(state, 0) == [1, 5, 6]


# The summit.


def test_a_step_onto_level_3_wins_at_once_and_builds_nothing() -> None:
    state = playing(SUMMITS.format(1), 0)
    assert sites(state, 0, 1) == [None]
    after = GAME.apply_move(state, move(0, 1, None))
    expected = {**state, "ply": state["ply"] + 1, "workers": [[1, 12], state["workers"][1]]}
    assert after == {**expected, "winner": 0, "reason": "reach_level3"}
    assert GAME.outcome(after) == Outcome(0, "reach_level3")


def test_the_winner_is_the_number_of_the_seat() -> None:
    after = GAME.apply_move(playing(SUMMITS.format(0), 1), move(0, 19, None))
    assert (after["winner"], after["reason"]) == (1, "reach_level3")
    assert GAME.outcome(after) == Outcome(1, "reach_level3")


def test_a_finished_game_has_no_moves_and_nobody_to_move() -> None:
    after = GAME.apply_move(playing(SUMMITS.format(1), 0), move(0, 1, None))
    assert GAME.legal_moves(after) == []
    assert GAME.to_move(after) is None


def test_level_3_is_out_of_reach_from_level_1() -> None:
    state = playing(SUMMITS.format(1).replace("2A", "1A").replace("0Y", "1Y"), 0)
    assert 1 not in steps(state, 0)


def test_a_running_game_has_no_outcome() -> None:
    assert GAME.outcome(START) is None
    assert GAME.outcome(playing(MIDDLE, 0)) is None


# Building.


def test_a_worker_builds_in_all_eight_directions_of_its_new_cell() -> None:
    state = playing(MIDDLE, 0)
    assert sites(state, 0, 7) == [1, 2, 3, 6, 8, 11, 12, 13]
    assert sites(state, 1, 15) == [10, 11, 16, 20, 21]


def test_the_cell_just_left_may_be_built_on() -> None:
    after = GAME.apply_move(playing(MIDDLE, 0), move(0, 7, 12))
    assert after["board"][12] == 1
    assert after["workers"][0] == [7, 20]


def test_a_build_adds_one_level() -> None:
    state = playing(SUMMITS.format(1), 0)
    after = GAME.apply_move(state, move(1, 11, 6))
    assert after["board"] == [
        2 if cell == 6 else level for cell, level in enumerate(state["board"])
    ]
    assert after["ply"] == state["ply"] + 1


def test_a_block_on_level_3_is_a_dome() -> None:
    after = GAME.apply_move(playing(SUMMITS.format(1), 0), move(1, 7, 1))
    assert after["board"][1] == 4


def test_no_worker_is_built_on_and_no_dome() -> None:
    state = playing(
        """
        0  4  0X 0  0
        0  0  0B 0  0
        0  0A 0  0  0
        0  0  0  0  0
        0  0  0  0  0Y
        """,
        0,
    )
    assert sites(state, 0, 6) == [0, 5, 10, 11, 12]


def test_a_step_is_possible_though_only_the_cell_just_left_can_be_built_on() -> None:
    state = playing(
        """
        1  0A 4  0  0
        4  4  4  0  0
        0  0  0  0B 0
        0  0  0  0  0
        0  0  1  0X 0Y
        """,
        0,
    )
    assert steps(state, 0) == [0]
    assert sites(state, 0, 0) == [1]


def test_turns_are_ordered_by_worker_then_destination_then_site() -> None:
    moves = GAME.legal_moves(placed((6, 18), (8, 16)))
    keys = [(move["w"], move["to"], move["build"]) for move in moves]
    assert keys == sorted(keys)
    assert len(keys) == 80
    assert keys[:6] == [(0, 0, 1), (0, 0, 5), (0, 0, 6), (0, 1, 0), (0, 1, 2), (0, 1, 5)]


def test_a_winning_step_stands_at_the_place_of_its_destination() -> None:
    moves = GAME.legal_moves(playing(SUMMITS.format(1), 0))
    own = [(move["to"], move["build"]) for move in moves if move["w"] == 0]
    assert own[0] == (1, None)
    assert [to for to, _ in own] == sorted(to for to, _ in own)


def test_a_move_has_its_keys_in_order() -> None:
    assert list(GAME.legal_moves(START)[0]) == ["t", "to"]
    assert list(GAME.legal_moves(playing(MIDDLE, 0))[0]) == ["t", "w", "to", "build"]


# Nothing left to do.

CAPPED = """
    2X 2Y 3  0  0
    4  4  0A 0B 0
    0  0  0  0  0
    0  0  0  0  0
    0  0  0  0  1
"""
WALLED_IN_FIRST = """
    0A 1  0  0  0
    2  2  0X 0  0
    0  0  0Y 0  0
    0  0  0  2  2
    0  0  0  2  0B
"""


@pytest.mark.parametrize(
    ("picture", "seat", "last"),
    [
        pytest.param(WALLED_IN, 0, move(0, 2, 1), id="walls too high"),
        pytest.param(CAPPED, 0, move(1, 3, 2), id="domes and workers"),
        pytest.param(WALLED_IN_FIRST, 1, move(0, 2, 1), id="seat 0 walled in"),
    ],
)
def test_a_seat_that_cannot_step_loses(picture: str, seat: int, last: Move) -> None:
    after = GAME.apply_move(playing(picture, seat), last)
    assert (after["winner"], after["reason"]) == (seat, "no_legal_moves")
    assert GAME.outcome(after) == Outcome(seat, "no_legal_moves")
    assert GAME.legal_moves(after) == []


def test_one_worker_that_cannot_move_leaves_the_turn_to_the_other() -> None:
    after = GAME.apply_move(playing(WALLED_IN, 0), move(0, 8, 9))
    assert GAME.outcome(after) is None
    assert steps(after, 0) == [1]
    assert steps(after, 1) == []


# The turn limit.

PEAKS = """
    1A 0  0  0  0
    0  0  0  0  0
    0  1  1B 0  0
    0  0  0  0  0
    1  0  0  {}X {}Y
"""


@pytest.mark.parametrize(
    ("picture", "seat", "last", "winner", "reason"),
    [
        pytest.param(UNEVEN, 0, move(1, 11, 12), 0, "turn_limit_altitude", id="3 to 1"),
        pytest.param(UNEVEN, 0, move(0, 1, 0), 1, "turn_limit_altitude", id="0 to 1"),
        pytest.param(PEAKS.format(2, 0), 0, move(1, 11, 12), 1, "turn_limit_peak", id="1 1 to 2 0"),
        pytest.param(
            PEAKS.format(1, 1).replace("1A", "2A").replace("1  1B", "0  1B"),
            0,
            move(1, 11, 12),
            0,
            "turn_limit_peak",
            id="2 0 to 1 1",
        ),
        pytest.param(
            PEAKS.format(1, 1), 0, move(1, 11, 12), None, "turn_limit_draw", id="1 1 to 1 1"
        ),
    ],
)
def test_at_the_limit_altitude_decides_then_the_peak_else_it_is_a_draw(
    picture: str, seat: int, last: Move, winner: int | None, reason: str
) -> None:
    after = last_turn(picture, seat, last)
    assert (after["winner"], after["reason"]) == (winner, reason)
    limited = load("skysummit", turn_limit=after["ply"])
    assert limited.outcome(after) == Outcome(winner, reason)
    assert limited.legal_moves(after) == []


def test_the_limit_counts_placements_and_strikes_when_ply_equals_it() -> None:
    short = load("skysummit", turn_limit=3)
    state = placed((6, 18), (8, 16))
    assert short.outcome(state) is None
    after = short.apply_move(state, move(0, 0, 1))
    assert (after["ply"], after["reason"]) == (3, "turn_limit_draw")
    longer = load("skysummit", turn_limit=4)
    assert longer.outcome(longer.apply_move(state, move(0, 0, 1))) is None


def test_a_blocked_seat_loses_even_at_the_limit() -> None:
    after = last_turn(WALLED_IN, 0, move(0, 2, 1))
    assert (after["winner"], after["reason"]) == (0, "no_legal_moves")
    # The other seat stands higher here, so that altitude would decide otherwise.
    after = last_turn(CAPPED, 0, move(1, 3, 2))
    assert (after["winner"], after["reason"]) == (0, "no_legal_moves")


def test_a_step_to_the_summit_wins_even_at_the_limit() -> None:
    assert last_turn(SUMMITS.format(1), 0, move(0, 1, None))["reason"] == "reach_level3"


def test_the_limit_is_200_and_50_in_a_tournament() -> None:
    assert GAME.values == {"turn_limit": 200}
    assert load("skysummit", "tournament").values == {"turn_limit": 50}
    assert load("skysummit", "tournament", turn_limit=61).values == {"turn_limit": 61}


@pytest.mark.parametrize(
    ("ruleset", "options", "code"),
    [
        ("blitz", {}, "unknown_ruleset"),
        ("standard", {"height": 3}, "unknown_option"),
        ("standard", {"turn_limit": 2}, "option_out_of_range"),
        ("standard", {"turn_limit": 201}, "option_out_of_range"),
        ("standard", {"turn_limit": True}, "wrong_option_type"),
        ("standard", {"turn_limit": "50"}, "wrong_option_type"),
    ],
)
def test_options_outside_the_rules_are_refused(
    ruleset: str, options: dict[str, Any], code: str
) -> None:
    with pytest.raises(InvalidOption) as refusal:
        load("skysummit", ruleset, **options)
    assert refusal.value.code == code


# Counts.


@pytest.mark.parametrize(
    ("ours", "theirs", "counts"),
    [((6, 18), (8, 16), (80, 6176, 426384)), ((0, 24), (4, 20), (36, 1296, 69468))],
)
def test_the_counts_after_placing_are_the_known_ones(
    ours: tuple[int, int], theirs: tuple[int, int], counts: tuple[int, ...]
) -> None:
    position = GAME.state_from_json(placed(ours, theirs))
    assert tuple(perft(position, depth) for depth in (1, 2, 3)) == counts
