"""Caldera, rule by rule, through the public facade: moving and forging."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium.search.perft import perft
from tests.games.caldera_states import (
    CHAIN,
    GAME,
    START,
    drawn,
    height,
    legal,
    of,
    places,
    played,
    with_piece,
)

ROUND = ["d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5"]  # d4's neighbours round the compass


# The start and the state.


def test_the_game_starts_on_flat_ground_with_five_pieces_a_side() -> None:
    def pieces(row: int) -> list[dict[str, Any]]:
        order = [("crown", 3), ("lancer", 1), ("lancer", 5), ("smith", 2), ("smith", 4)]
        return [{"type": kind, "r": row, "c": col} for kind, col in order]

    assert {
        "board": [[0] * 7 for _ in range(7)],
        "p0": pieces(6),
        "p1": pieces(0),
        "ply": 0,
        "winner": None,
        "reason": "",
    } == START
    assert list(START) == ["board", "p0", "p1", "ply", "winner", "reason"]


def test_even_plies_are_seat_0s_and_odd_ones_seat_1s() -> None:
    assert GAME.to_move(START) == 0
    assert GAME.to_move(played(START, "d1-d2")) == 1
    assert GAME.to_move(played(START, "d1-d2", "d7-d6")) == 0


def test_the_leaves_below_the_start_are_those_of_the_rules() -> None:
    assert [perft(GAME.new(), depth) for depth in (1, 2, 3)] == [23, 529, 14_858]


def test_a_piece_keeps_its_place_in_the_list_wherever_it_moves() -> None:
    state = played(START, "f1-d3", "d7-d6", "b1-b3", "d6-d7", "d3-b5")
    assert places(state, "p0") == ["crown d1", "lancer b3", "lancer b5", "smith c1", "smith e1"]
    crossed = played(state, "d7-d6", "b3-d3")
    assert places(crossed, "p0")[1:3] == ["lancer d3", "lancer b5"]


def test_a_dead_piece_disappears_from_the_list_and_the_others_keep_their_order() -> None:
    state = played(START, "b1-b3", "b7-b5", "b3xb5")
    assert places(state, "p1") == ["crown d7", "lancer f7", "smith c7", "smith e7"]
    assert places(state, "p0") == ["crown d1", "lancer b5", "lancer f1", "smith c1", "smith e1"]


def test_the_example_state_of_the_rules_is_reached_by_its_moves() -> None:
    state = played(START, "c1^c2", "f7-d5")
    assert height(state, "c2") == 1
    assert sum(map(sum, state["board"])) == 1
    assert places(state, "p1") == ["crown d7", "lancer b7", "lancer d5", "smith c7", "smith e7"]
    assert (state["ply"], state["winner"], state["reason"]) == (2, None, "")


def test_applying_a_move_leaves_the_given_state_alone() -> None:
    state = drawn(CHAIN)
    played(state, "c3^d3")
    assert state == drawn(CHAIN)


# The order of legal moves.


def test_moves_are_listed_by_piece_then_round_the_compass_then_forges() -> None:
    assert legal(START) == [
        *("d1-d2", "d1-e2", "d1-c2"),
        *("b1-b2", "b1-b3", "b1-c2", "b1-d3", "b1-a1", "b1-a2"),
        *("f1-f2", "f1-f3", "f1-g2", "f1-g1", "f1-e2", "f1-d3"),
        *("c1-c2", "c1-d2", "c1-b2", "c1^c2"),
        *("e1-e2", "e1-f2", "e1-d2", "e1^e2"),
    ]


def test_a_lancers_single_step_comes_before_its_double_one_in_each_direction() -> None:
    assert of(with_piece("l"), "d4") == [
        *("-d5", "-d6", "-e5", "-f6", "-e4", "-f4", "-e3", "-f2"),
        *("-d3", "-d2", "-c3", "-b2", "-c4", "-b4", "-c5", "-b6"),
    ]


def test_a_smiths_forges_follow_its_moves_north_east_south_west() -> None:
    steps = [f"-{name}" for name in ROUND]
    assert of(with_piece("s"), "d4") == [*steps, "^d5", "^e4", "^d3", "^c4"]


def test_a_move_is_written_as_an_action_with_two_cells() -> None:
    moves = GAME.legal_moves(START)
    assert moves[0] == {"action": "move", "from": [6, 3], "to": [5, 3]}
    assert moves[-1] == {"action": "forge", "smith": [6, 4], "target": [5, 4]}
    assert list(moves[0]) == ["action", "from", "to"]
    assert list(moves[-1]) == ["action", "smith", "target"]


# Moving.


@pytest.mark.parametrize("piece", ["c", "s"])
def test_crown_and_smith_step_one_cell_in_all_eight_directions(piece: str) -> None:
    state = with_piece(piece) if piece == "s" else with_piece("c", d1="0s")
    assert [step for step in of(state, "d4") if step[0] == "-"] == [f"-{name}" for name in ROUND]


def test_a_crown_in_the_corner_stays_on_the_board() -> None:
    assert of(drawn(CHAIN), "a1") == ["-a2", "-b2", "-b1"]


@pytest.mark.parametrize("piece", ["c", "l", "s"])
@pytest.mark.parametrize(
    ("ground", "target", "allowed"),
    [
        (0, 0, True),
        (0, 1, True),
        (0, 2, False),
        (1, 2, True),
        (1, 3, False),
        (2, 3, True),
        (3, 3, True),
        (3, 0, True),
        (2, 0, True),
    ],
)
def test_a_step_climbs_one_level_at_most_and_drops_any_depth(
    piece: str, ground: int, target: int, allowed: bool
) -> None:
    crown = {"d1": "0s"} if piece == "c" else {}
    state = with_piece(piece, ground, d5=str(target), **crown)
    assert ("-d5" in of(state, "d4")) == allowed


@pytest.mark.parametrize("piece", ["c", "l", "s"])
@pytest.mark.parametrize("target", [0, 1, 2])
def test_captures_obey_the_same_height_rule_as_moves(piece: str, target: int) -> None:
    crown = {"d1": "0s"} if piece == "c" else {}
    state = with_piece(piece, d5=f"{target}L", **crown)
    assert ("xd5" in of(state, "d4")) == (target < 2)


def test_a_piece_landing_on_an_enemy_removes_it() -> None:
    state = played(with_piece("s", e5="1L"), "d4xe5")
    assert places(state, "p1") == ["crown d7"]
    assert places(state, "p0") == ["crown d1", "smith e5"]
    assert height(state, "e5") == 1


def test_no_piece_moves_onto_a_friend_or_a_vent() -> None:
    state = with_piece("s", 1, d5="0l", e4="*", e5="1", e3="1", f4="1")
    assert "-d5" not in of(state, "d4")
    assert "xd5" not in of(state, "d4")
    assert "-e4" not in of(state, "d4")


# The lancer's leap.


@pytest.mark.parametrize("middle", ["s", "S"])
def test_a_lancer_leaps_over_any_piece_on_the_middle_cell_and_leaves_it_there(middle: str) -> None:
    state = with_piece("l", d5=f"0{middle}")
    assert "-d6" in of(state, "d4")
    after = played(state, "d4-d6")
    assert "lancer d6" in places(after, "p0")
    assert "smith d5" in places(after, "p0" if middle == "s" else "p1")


def test_a_lancer_captures_with_either_step() -> None:
    state = with_piece("l", d5="0S", d6="0L")
    assert [step for step in of(state, "d4") if step[0] == "x"] == ["xd5", "xd6"]
    after = played(state, "d4xd6")
    assert places(after, "p1") == ["crown d7", "smith d5"]


def test_a_lancer_may_leap_over_a_friend_but_not_onto_one() -> None:
    state = with_piece("l", d5="0s", e5="0s", f6="0l")
    assert "-d6" in of(state, "d4")
    assert "-d5" not in of(state, "d4")
    assert "-f6" not in of(state, "d4")


@pytest.mark.parametrize(
    ("middle", "end", "allowed"), [(2, 3, True), (0, 2, False), (3, 3, False), (1, 0, True)]
)
def test_both_halves_of_a_leap_obey_the_climbing_rule(middle: int, end: int, allowed: bool) -> None:
    state = with_piece("l", 1, e5=str(middle), f6=str(end))
    assert ("-f6" in of(state, "d4")) == allowed
    assert ("-e5" in of(state, "d4")) == (middle <= 2)


def test_a_leap_over_an_occupied_cell_obeys_the_heights_too() -> None:
    assert "-d6" in of(with_piece("l", d5="1S", d6="2"), "d4")
    assert "-d6" not in of(with_piece("l", d5="2S", d6="2"), "d4")


def test_a_vent_in_the_middle_stops_a_leap() -> None:
    state = with_piece("l", 1, d5="*", d6="1", c5="1", e5="1")
    assert "-d6" not in of(state, "d4")
    assert "-d5" not in of(state, "d4")
    assert "-f6" in of(state, "d4")


def test_a_lancer_goes_two_cells_in_a_straight_line_and_no_further() -> None:
    ends = {step[1:] for step in of(with_piece("l"), "d4")}
    assert "e6" not in ends
    assert not ends & {"d7", "g4", "a4", "g7", "a1"}


# Forging.


def test_a_forge_raises_an_empty_side_neighbour_by_one_and_the_smith_stays() -> None:
    state = with_piece("s", e4="2")
    after = played(state, "d4^e4")
    assert height(after, "e4") == 3
    assert places(after, "p0") == places(state, "p0")
    assert after["ply"] == state["ply"] + 1


def test_no_forge_is_diagonal_or_on_an_occupied_cell_or_a_vent() -> None:
    state = with_piece("s", 1, d5="0l", e4="0L", d3="*", d2="1", c3="1", e3="1")
    assert [step for step in of(state, "d4") if step[0] == "^"] == ["^c4"]


def test_only_smiths_forge() -> None:
    assert not any("^" in step for step in of(with_piece("l"), "d4"))
    assert not any("^" in step for step in of(with_piece("l"), "d1"))


@pytest.mark.parametrize(("ground", "target"), [(0, 3), (3, 0), (0, 2)])
def test_a_smith_forges_whatever_the_heights(ground: int, target: int) -> None:
    assert "^d5" in of(with_piece("s", ground, d5=str(target)), "d4")
