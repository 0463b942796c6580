"""How a game of Ludus ends: rules L8, L22 to L25 and G5."""

from __future__ import annotations

import pytest

from ludarium import IllegalMove, InvalidState, Outcome, load
from tests.games.ludus_states import GAME, HL, KR, ORIGINAL, after, asked, position, shut_in

FARTHEST = 2**30  # plies that the counters hold


def test_capturing_the_first_lord_ends_the_game_and_the_turn_still_passes() -> None:
    state = after(position(p50="f9"), KR, "move f11 p20")
    assert (state["winner"], state["reason"], state["turn"]) == (
        "white", "first_lord_captured", "black",
    )  # fmt: skip
    assert GAME.legal_moves(state) == []
    assert GAME.to_move(state) is None
    with pytest.raises(IllegalMove) as refused:
        GAME.apply_move(state, asked("p0", "move", "a5"))
    assert refused.value.code == "game_over"


def test_black_can_win_too() -> None:
    state = after(position("black", p46="f3"), "p46", "move f1 p23")
    assert GAME.outcome(state) == Outcome(1, "first_lord_captured")


def test_there_is_no_duty_to_answer_a_threat() -> None:
    assert "p18" in {move["pieceId"] for move in GAME.legal_moves(position(p18="e2", p46="f3"))}


def test_a_full_quiet_count_is_a_draw() -> None:
    state = position(p50="c6", quiet=99)
    assert GAME.outcome(state) is None
    drawn = after(state, KR, "move c7")
    assert (drawn["winner"], drawn["reason"], drawn["quiet"]) == (None, "quiet_limit", 100)
    assert GAME.outcome(drawn) == Outcome(None, "quiet_limit")
    assert GAME.outcome(after(position(p50="c6", p4="c7", quiet=99), KR, "move c7 p4")) is None


def test_the_ply_of_the_turn_limit_is_a_draw() -> None:
    drawn = after(position("black", p50="c6", ply=598), "p20", "move f10")
    assert (drawn["moveCount"], drawn["reason"], drawn["winner"]) == (600, "turn_limit", None)


def test_when_both_limits_fall_together_the_quiet_limit_is_the_reason() -> None:
    drawn = after(position("black", p50="c6", ply=598, quiet=99), "p20", "move f10")
    assert drawn["reason"] == "quiet_limit"


def test_a_win_at_the_limit_is_a_win() -> None:
    won = after(position("black", p46="f3", ply=598), "p46", "move f1 p23")
    assert GAME.outcome(won) == Outcome(1, "first_lord_captured")


@pytest.mark.parametrize("ply", [10**9, FARTHEST - 2])
@pytest.mark.parametrize("quiet", [0, 700, 10**9 - 200])
def test_a_game_without_limits_reads_every_count_that_it_writes(ply: int, quiet: int) -> None:
    state = position(p50="c6", ply=ply, quiet=quiet)
    once = after(state, KR, "move c7", ORIGINAL)
    assert (once["moveCount"], once["quiet"]) == (ply + 1, quiet + 1)
    twice = after(once, "p20", "move f10", ORIGINAL)
    assert (twice["moveCount"], twice["quiet"]) == (ply + 2, quiet + 2)
    assert ORIGINAL.state_to_json(ORIGINAL.state_from_json(twice)) == twice


def test_the_counters_of_a_game_without_limits_end_with_a_draw() -> None:
    state = position("black", p50="c6", ply=FARTHEST - 2, quiet=7)
    drawn = after(state, "p20", "move f10", ORIGINAL)
    assert (drawn["moveCount"], drawn["reason"]) == (FARTHEST, "turn_limit")
    assert ORIGINAL.outcome(drawn) == Outcome(None, "turn_limit")
    with pytest.raises(InvalidState) as refused:
        ORIGINAL.state_from_json(position(p50="c6", ply=FARTHEST + 2))
    assert refused.value.code == "out_of_range"


def test_a_limit_of_zero_is_none() -> None:
    state = position(p50="c6", quiet=700, ply=2000)
    assert ORIGINAL.outcome(after(state, KR, "move c7", ORIGINAL)) is None


def test_a_side_without_any_action_loses() -> None:
    game = load("ludus", sky_combat=False)
    state = after(shut_in(), HL, "move E7", game)
    assert (state["winner"], state["reason"]) == ("white", "no_legal_moves")
    assert game.outcome(after(shut_in(), HL, "move F6", game)) is None
    assert GAME.outcome(after(shut_in(), HL, "move E7")) is None


def test_a_side_without_any_action_loses_even_at_the_limits() -> None:
    game = load("ludus", sky_combat=False, quiet_limit=50, turn_limit=201)
    state = after(shut_in(quiet=49), HL, "move E7", game)
    assert game.outcome(state) == Outcome(0, "no_legal_moves")
    assert game.outcome(after(shut_in(quiet=49), HL, "move F6", game)) == Outcome(
        None, "quiet_limit"
    )
    assert game.outcome(after(shut_in(), HL, "move F6", game)) == Outcome(None, "turn_limit")
