"""How a game of Forge ends: forges reached, passes and the limit."""

from __future__ import annotations

from ludarium import AnyGame, Outcome, load
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    GAME,
    NEAR_THE_FORGE,
    NOBODY_MOVES,
    ONLY_SEAT_1_MOVES,
    action,
    after,
    moves,
    refusal,
    started,
)

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
    return load("forge", reach=3, both_place=True, ember_first=1, ember_every=1, turn_limit=limit)


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
    game = load("forge", reach=3, both_place=False, ember_first=1, turn_limit=2)
    state = started(game, "a1-a2", "f6-f5")
    assert (state["phase"], game.outcome(state)) == ("ember", None)
    assert game.outcome(after(game, state, "@c3")) == Outcome(None, "turn_limit")


def test_a_win_in_the_last_turn_is_a_win() -> None:
    game = load("forge", "as_written", turn_limit=2)
    assert game.outcome(started(game, "a1-a2", "d6-c6")) == Outcome(1, "forge_reached")


def test_move_count_counts_moves_embers_and_passes() -> None:  # F14
    state = started(GAME, "a1-a2", "f6-f5", "a2-a1", "f5-f6", "@c3")
    assert (state["moveCount"], state["turns"]) == (5, [2, 2])
