"""The JSON facade remembers the last states, and a caller cannot tell."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from ludarium import IllegalMove, InvalidState, games, load
from ludarium.core.recent_states import CACHED_STATES


@pytest.mark.parametrize("name", games())
def test_a_remembered_state_answers_like_one_read_for_the_first_time(name: str) -> None:
    game, rng = load(name), random.Random(1)
    state = game.initial_state(seed=3)
    for _ in range(30):
        fresh = load(name)
        moves = game.legal_moves(state)
        assert moves == fresh.legal_moves(state)
        assert game.to_move(state) == fresh.to_move(state)
        assert game.outcome(state) == fresh.outcome(state)
        if game.outcome(state) is not None:
            break
        move = rng.choice(moves)
        after = game.apply_move(state, move)
        assert after == fresh.apply_move(copy.deepcopy(state), copy.deepcopy(move))
        assert game.legal_moves(state) == moves  # the argument is unchanged
        state = after


def test_a_changed_state_is_read_as_what_it_is_now() -> None:
    game = load("skysummit")
    state = game.initial_state()
    game.legal_moves(state)
    state["ply"] = True
    with pytest.raises(InvalidState):
        game.legal_moves(state)


@pytest.mark.parametrize("wrong", [1.0, True, "6", None])
def test_a_changed_move_is_refused(wrong: Any) -> None:
    game = load("skysummit")
    state = game.initial_state()
    move = game.legal_moves(state)[0]
    move["to"][1] = wrong
    with pytest.raises(IllegalMove):
        game.apply_move(state, move)


def test_a_move_changed_into_another_legal_one_is_that_one() -> None:
    game = load("skysummit")
    state = game.initial_state()
    first, second = game.legal_moves(state)[:2]
    first["to"] = list(second["to"])
    assert game.apply_move(state, first) == load("skysummit").apply_move(state, second)


def test_tuples_and_keys_in_another_order_are_read_strictly() -> None:
    game = load("skysummit")
    state = game.initial_state()
    game.legal_moves(state)
    assert game.legal_moves(dict(reversed(state.items())))
    with pytest.raises(InvalidState):
        game.legal_moves({**state, "board": tuple(state["board"])})


def test_only_the_last_states_are_kept() -> None:
    game, rng = load("forge"), random.Random(1)
    state = game.initial_state()
    for _ in range(3 * CACHED_STATES):
        if game.outcome(state) is not None:
            state = game.initial_state()
        state = game.apply_move(state, rng.choice(game.legal_moves(state)))
    assert len(game._recent._known) <= CACHED_STATES
