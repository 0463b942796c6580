"""How a game of Forge ends: forges held, passes and the limit."""

from __future__ import annotations

from ludarium import AnyGame, Outcome, load
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    BENT,
    BOTH_STUCK,
    GAME,
    NEAR_THE_FORGE,
    OLD,
    ONYX_STUCK,
    action,
    after,
    forge,
    moves,
    refusal,
    started,
)

# Winning.


def test_holding_enough_forges_wins_at_once_and_hands_over_the_turn() -> None:  # F4, F17, G9
    state = started(GAME, "b1-b6", "f6-f5", "c1-c6")
    assert GAME.outcome(state) == Outcome(0, "forge_reached")
    assert (state["status"], state["winner"], state["reason"]) == ("won", 1, "forge_reached")
    assert (state["currentPlayer"], state["turns"]) == (2, [2, 1])
    assert GAME.legal_moves(state) == []
    assert GAME.to_move(state) is None
    assert refusal(GAME, state, action("d6-d5")).code == "game_over"


def test_one_forge_of_two_is_not_enough_and_may_be_left_again() -> None:  # F2
    state = started(GAME, "b1-b6", "f6-f5", "b6-a6", "f5-f6", "c1-c6")
    assert GAME.outcome(state) is None
    moved = after(GAME, state, "f6-f5", "c6-b6")
    assert GAME.outcome(moved) is None, "a token that goes from forge to forge holds one"


def test_three_forges_may_be_asked_for() -> None:
    game = forge(hold=3)
    state = started(game, "b1-b6", "d6-d5", "c1-c6", "d5-e5")
    assert game.outcome(state) is None
    state = after(game, state, "a1-a2", "f6-f5", "a2-d2", "f5-f6", "d2-d6")
    assert game.outcome(state) == Outcome(0, "forge_reached")


def test_amber_wins_as_player_2_and_lights_no_ember_after_that() -> None:  # F11, F17
    state = after(BENT, NEAR_THE_FORGE, "d2-d1")
    assert BENT.outcome(state) == Outcome(1, "forge_reached")
    assert (state["winner"], state["phase"], state["turns"]) == (2, "move", [6, 6])
    assert after(BENT, NEAR_THE_FORGE, "d2-d3")["phase"] == "ember"


# Passing and the limit.


def test_a_seat_passes_if_and_only_if_it_can_do_nothing_else() -> None:  # F4
    assert ALWAYS_EMBERS.legal_moves(ONYX_STUCK) == [{"action": "pass"}]
    assert "pass" not in moves(GAME, GAME.initial_state())
    may_light = forge(**OLD, onyx_embers=36, amber_embers=36)
    state = {**ONYX_STUCK, "turns": [40, 40], "moveCount": 80}
    assert moves(may_light, state) == ["pass"]
    state["grid"] = [list(row) for row in state["grid"]]
    state["grid"][2][0] = None
    state["embers"] = [ember for ember in state["embers"] if (ember["row"], ember["col"]) != (2, 0)]
    state["embersLeft"] = [22, 24]
    assert moves(may_light, state) == ["@a4"]


def test_no_ember_follows_a_pass() -> None:  # F11
    state = after(ALWAYS_EMBERS, ONYX_STUCK, "pass")
    assert (state["phase"], state["currentPlayer"], state["turns"]) == ("move", 2, [21, 20])


def test_a_move_clears_the_count_of_passes() -> None:
    state = after(ALWAYS_EMBERS, ONYX_STUCK, "pass")
    assert (state["passes"], moves(ALWAYS_EMBERS, state)) == (1, ["c4-c5"])
    state = after(ALWAYS_EMBERS, state, "c4-c5")
    assert (state["passes"], state["reason"]) == (0, "")


def test_two_passes_in_a_row_are_a_draw() -> None:  # F4
    state = after(ALWAYS_EMBERS, BOTH_STUCK, "pass")
    assert ALWAYS_EMBERS.outcome(state) is None
    state = after(ALWAYS_EMBERS, state, "pass")
    assert ALWAYS_EMBERS.outcome(state) == Outcome(None, "two_passes")
    assert (state["status"], state["winner"], state["passes"]) == ("draw", None, 2)
    assert (state["turns"], state["currentPlayer"], state["moveCount"]) == ([21, 21], 1, 70)
    assert ALWAYS_EMBERS.legal_moves(state) == []


def with_limit(limit: int) -> AnyGame:
    changed = {**OLD, "turn_limit": limit}
    return forge(**changed, straight=False, reach=3, ember_every=1, onyx_embers=36, amber_embers=36)


def test_the_second_pass_comes_before_the_limit() -> None:  # F15
    game = with_limit(42)
    assert game.outcome(after(game, BOTH_STUCK, "pass", "pass")) == Outcome(None, "two_passes")


def test_a_single_pass_can_end_the_game_by_the_limit() -> None:  # F15
    game = with_limit(41)
    assert game.outcome(after(game, BOTH_STUCK, "pass")) == Outcome(None, "turn_limit")


def test_the_limit_counts_the_turns_of_both_seats() -> None:  # F14, F15
    game = load("forge", "as_written", turn_limit=4)
    state = started(game, "a1-a2", "f6-f5", "a2-a1")
    assert game.outcome(state) is None
    state = after(game, state, "f5-f6")
    assert game.outcome(state) == Outcome(None, "turn_limit")
    assert (state["status"], state["winner"]) == ("draw", None)


def test_more_tokens_on_forges_win_at_the_limit() -> None:  # F23
    game = forge(turn_limit=4)
    state = started(game, "b1-b6", "f6-f5", "b6-a6", "f5-f6")
    assert game.outcome(state) == Outcome(None, "turn_limit")
    state = started(game, "b1-b6", "f6-f5", "a1-a2", "f5-f6")
    assert game.outcome(state) == Outcome(0, "turn_limit_points")
    assert (state["status"], state["winner"]) == ("won", 1)
    state = started(game, "c1-c2", "d6-d1", "c2-c3", "f6-f5")
    assert game.outcome(state) == Outcome(1, "turn_limit_points")
    plain = forge(turn_limit=4, points=False)
    state = started(plain, "b1-b6", "f6-f5", "a1-a2", "f5-f6")
    assert plain.outcome(state) == Outcome(None, "turn_limit")


def test_points_belong_to_the_seat_that_holds_the_side() -> None:  # F21, F23
    game = forge(turn_limit=3, swap=True)
    state = started(game, "b1-b6", "swap", "f6-f5", "a1-a2")
    assert game.outcome(state) == Outcome(1, "turn_limit_points")


def test_the_limit_strikes_at_the_end_of_a_turn_not_before_its_ember() -> None:  # F12, F15
    game = forge(ember_every=1, onyx_embers=0, turn_limit=2)
    state = started(game, "a1-a2", "f6-f5")
    assert (state["phase"], game.outcome(state)) == ("ember", None)
    assert game.outcome(after(game, state, "@c3")) == Outcome(None, "turn_limit")


def test_a_win_in_the_last_turn_is_a_win() -> None:
    game = load("forge", "as_written", turn_limit=2)
    assert game.outcome(started(game, "a1-a2", "d6-c6")) == Outcome(1, "forge_reached")


def test_move_count_counts_moves_embers_passes_and_the_swap() -> None:  # F14
    state = started(BENT, "a1-a2", "f6-f5", "a2-a1", "f5-f6", "@c3")
    assert (state["moveCount"], state["turns"]) == (5, [2, 2])
    game = forge(swap=True, opening_embers=1)
    state = started(game, "@c3", "a1-a2", "swap")
    assert (state["moveCount"], state["turns"]) == (3, [0, 1])
