"""How a game of Caldera ends, and in which order the endings are looked at."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import InvalidOption, InvalidState, Outcome, load
from ludarium.search.perft import perft
from tests.games.caldera_states import (
    BRINK,
    CHAIN,
    CORNER,
    GAME,
    QUIET,
    drawn,
    legal,
    move,
    played,
    with_piece,
)


def test_capturing_the_enemy_crown_wins() -> None:
    after = played(with_piece("l", d7="0", d6="0C"), "d4xd6")
    assert GAME.outcome(after) == Outcome(0, "crown_captured")
    assert (after["winner"], after["reason"]) == (0, "crown_captured")
    assert after["ply"] == 61


def test_destroying_only_ones_own_crown_loses() -> None:
    state = drawn(BRINK.replace("3C", "0C"))
    after = played(state, "d3^d4")
    assert GAME.outcome(after) == Outcome(1, "crown_erupted")
    assert [piece["type"] for piece in after["p1"]] == ["crown", "smith"]


@pytest.mark.parametrize(("ply", "blow", "winner"), [(60, "d3^d4", 1), (61, "e4^d4", 0)])
def test_who_destroys_both_crowns_loses(ply: int, blow: str, winner: int) -> None:
    after = played(drawn(BRINK, ply), blow)
    assert GAME.outcome(after) == Outcome(winner, "crowns_erupted_mutual")


def test_either_seat_may_win_by_the_other_seats_blow() -> None:
    after = played(drawn(BRINK.replace("3c", "0c"), 61), "e4^d4")
    assert GAME.outcome(after) == Outcome(0, "crown_erupted")


def test_a_seat_without_a_legal_move_loses() -> None:
    after = played(drawn(CORNER), "c6^b6")
    assert GAME.outcome(after) == Outcome(0, "no_legal_moves")
    assert GAME.to_move(after) is None
    assert GAME.legal_moves(after) == []


def test_being_unable_to_move_outranks_the_limit() -> None:
    game = load("caldera", turn_limit=61)
    assert game.outcome(game.apply_move(drawn(CORNER), move("c6^b6"))) == Outcome(
        0, "no_legal_moves"
    )


def test_a_smith_that_can_only_forge_is_not_stuck_even_at_the_limit() -> None:
    state = drawn(
        """
        0C 0S 2  0  0  0  0
        2  2  2  0  0  0  0
        0  0  0  0  0  0  0
        0  0  0  0  0  0  0
        0  0  0  0  0  0  0
        0  0  0  0  0  0  0
        0c 0  0l 0  0  0  0
        """
    )
    assert legal(played(state, "a1-a2")) == ["b7^c7", "b7^b6"]
    game = load("caldera", turn_limit=61)
    after = game.apply_move(state, move("a1-a2"))
    assert game.outcome(after) == Outcome(None, "turn_limit_draw")


def test_a_smith_walled_in_by_vents_and_friends_is_stuck() -> None:
    state = drawn(
        """
        2C 3S *  2  0  0  0
        *  *  *  2  0  0  0
        1  2  2  2s 0  0  0
        0  0  0  0  0  0  0
        0  0  0  0  0  0  0
        0  0  0  0  0  0  0
        0c 0  0l 0  0  0  0
        """,
        120,
    )
    assert GAME.outcome(played(state, "a1-a2")) == Outcome(0, "no_legal_moves")


def test_at_the_limit_the_larger_army_wins() -> None:
    game = load("caldera", turn_limit=61)
    after = game.apply_move(with_piece("l"), move("d4-d5"))
    assert game.outcome(after) == Outcome(0, "turn_limit_pieces")
    after = game.apply_move(with_piece("L", d1="3c"), move("d1-d2"))
    assert game.outcome(after) == Outcome(1, "turn_limit_pieces")


def test_at_the_limit_equal_armies_compare_the_heights_under_their_crowns() -> None:
    game = load("caldera", turn_limit=61)
    after = game.apply_move(with_piece("l", e5="0L", d1="1c"), move("d4-d5"))
    assert game.outcome(after) == Outcome(0, "turn_limit_crown_height")
    after = game.apply_move(with_piece("l", e5="3L", d1="1c", d7="2C"), move("d4-d5"))
    assert game.outcome(after) == Outcome(1, "turn_limit_crown_height")


def test_at_the_limit_equal_armies_and_crowns_are_a_draw_without_a_winner() -> None:
    game = load("caldera", turn_limit=61)
    after = game.apply_move(with_piece("l", e5="3L", d1="2c", d7="2C"), move("d4-d5"))
    assert game.outcome(after) == Outcome(None, "turn_limit_draw")
    assert (after["winner"], after["reason"]) == (None, "turn_limit_draw")


def test_a_crown_taken_by_the_last_move_outranks_the_limit() -> None:
    game = load("caldera", turn_limit=61)
    after = game.apply_move(with_piece("l", d7="0", d6="0C", a5="0L"), move("d4xd6"))
    assert game.outcome(after) == Outcome(0, "crown_captured")
    after = game.apply_move(drawn(BRINK), move("d3^d4"))
    assert game.outcome(after) == Outcome(1, "crowns_erupted_mutual")


def test_the_limit_strikes_when_the_ply_after_the_move_equals_it() -> None:
    state = drawn(QUIET)
    for limit, over in ((61, True), (62, False)):
        game = load("caldera", turn_limit=limit)
        assert (game.outcome(game.apply_move(state, move("d1-d2"))) is not None) == over


def test_the_limit_is_200_plies_and_50_in_tournaments() -> None:
    assert GAME.values == {"turn_limit": 200, "start_height": 0}
    tournament = load("caldera", "tournament")
    assert tournament.values == {"turn_limit": 50, "start_height": 0}
    after = tournament.apply_move(drawn(QUIET, 49), move("d7-d6"))
    assert tournament.outcome(after) == Outcome(None, "turn_limit_draw")
    assert GAME.outcome(played(drawn(QUIET, 49), "d7-d6")) is None
    assert GAME.outcome(played(drawn(QUIET, 199), "d7-d6")) == Outcome(None, "turn_limit_draw")


@pytest.mark.parametrize("value", [0, -1, 1001, True, "50", None])
def test_a_turn_limit_out_of_bounds_is_refused(value: Any) -> None:
    with pytest.raises(InvalidOption):
        load("caldera", turn_limit=value)


def test_nothing_is_counted_below_a_finished_game() -> None:
    for state, last in ((with_piece("l", d7="0", d6="0C"), "d4xd6"), (drawn(CHAIN), "c3^d3")):
        assert perft(GAME.state_from_json(played(state, last)), 1) == 0


def test_eruptive_ground_starts_high_and_erupts_at_the_second_blow() -> None:
    eruptive = load("caldera", "eruptive")
    assert eruptive.values == {"turn_limit": 200, "start_height": 2}
    state = eruptive.initial_state()
    assert state["board"] == [[2] * 7] * 7
    for written in ("c1^c2", "d7-d6", "c1^c2"):
        state = eruptive.apply_move(state, move(written))
    assert [state["board"][row][2] for row in (4, 5, 6)] == [3, -1, 3]


def test_ground_below_the_start_height_is_impossible() -> None:
    eruptive = load("caldera", "eruptive")
    for state in (GAME.initial_state(), drawn(QUIET, 60)):
        with pytest.raises(InvalidState) as refused:
            eruptive.legal_moves(state)
        assert refused.value.code == "impossible"
    with pytest.raises(InvalidState):
        GAME.legal_moves(eruptive.initial_state())
