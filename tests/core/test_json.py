"""The JSON facade refuses every invalid value without a crash."""

from __future__ import annotations

import copy
import functools
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium import IllegalMove, InvalidState, games, load, mode
from ludarium.core.strict_json import same_json
from tests.soak import sweep_length

EXAMPLES = sweep_length(100, 2000) if mode.compiled() else 25

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 60)
    | st.integers()
    | st.floats()
    | st.sampled_from(["", "play", "white", "p0", "RL", "ember", "crown", "no_legal_moves"])
    | st.text(max_size=5)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            found += places(value[key])
    return found


@functools.cache
def some_state(name: str, seed: int) -> Any:
    game = load(name)
    rng = random.Random(seed)
    position = game.new(seed)
    for _ in range(rng.randrange(120)):
        if moves := game.moves(position):
            game.advance(position, rng.choice(moves))
    return game.state_to_json(position)


@pytest.mark.parametrize("name", games())
@settings(max_examples=EXAMPLES, deadline=None)
@given(value=values)
def test_any_value_is_a_state_or_refused(name: str, value: Any) -> None:
    with pytest.raises(InvalidState) as caught:
        load(name).state_from_json(value)
    assert caught.value.code
    assert caught.value.message


@pytest.mark.parametrize("name", games())
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 40), choice=st.randoms(use_true_random=False), value=values)
def test_a_state_with_one_wrong_part_is_refused_or_sound(
    name: str, seed: int, choice: random.Random, value: Any
) -> None:
    game = load(name)
    state = copy.deepcopy(some_state(name, seed))
    node, key = choice.choice(places(state))
    node[key] = value
    try:
        position = game.state_from_json(state)
    except InvalidState:
        return
    assert same_json(game.state_to_json(position), state)
    for move in game.moves(position):
        position.play(move)
        position.undo()
    assert same_json(game.state_to_json(position), state)


@pytest.mark.parametrize("name", games())
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 40), choice=st.randoms(use_true_random=False), value=values)
def test_a_move_that_is_not_legal_is_refused_with_a_reason(
    name: str, seed: int, choice: random.Random, value: Any
) -> None:
    game = load(name)
    state = some_state(name, seed)
    before = json.dumps(state)
    legal = game.legal_moves(state)
    tried = copy.deepcopy(choice.choice(legal)) if legal else {}
    spots = places(tried)
    if spots and choice.random() < 0.8:
        node, key = choice.choice(spots)
        node[key] = value
    else:
        tried = value
    if any(same_json(tried, move) for move in legal):
        return
    with pytest.raises(IllegalMove) as caught:
        game.apply_move(state, tried)
    assert caught.value.code
    assert caught.value.message
    assert caught.value.rule
    assert json.dumps(state) == before


def test_true_is_not_one() -> None:
    game = load("skysummit")
    state = game.initial_state()
    assert {"t": "place", "to": [0, 1]} in game.legal_moves(state)
    for wrong in (True, 1.0, "1"):
        with pytest.raises(IllegalMove):
            game.apply_move(state, {"t": "place", "to": [0, wrong]})
