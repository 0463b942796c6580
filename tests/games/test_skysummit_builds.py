"""Skysummit's builds: where a block may go, and the order of turns."""

from __future__ import annotations

from tests.games.skysummit_states import (
    GAME,
    MIDDLE,
    START,
    SUMMITS,
    move,
    placed,
    playing,
    sites,
    steps,
)


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
