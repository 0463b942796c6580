"""How a game of Skysummit ends: the summit, a blocked seat and the limit."""

from __future__ import annotations

from typing import Any

import pytest

from ludarium import InvalidOption, Outcome, load
from tests.games.skysummit_states import (
    GAME,
    MIDDLE,
    START,
    SUMMITS,
    UNEVEN,
    WALLED_IN,
    Move,
    last_turn,
    move,
    placed,
    playing,
    sites,
    steps,
)

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
