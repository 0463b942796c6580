"""Skysummit, rule by rule, through the public facade: placing and stepping."""

from __future__ import annotations

import pytest

from ludarium.search.perft import perft
from tests.games.skysummit_states import GAME, MIDDLE, START, move, place, placed, playing, steps

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
