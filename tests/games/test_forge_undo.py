"""Forge's moves taken back, and keys."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ludarium import AnyGame, load
from tests.games.forge_states import (
    ALWAYS_EMBERS,
    BENT,
    BOTH_STUCK,
    CORRIDOR,
    GAME,
    ONYX_STUCK,
    State,
    action,
    after,
    forge,
    started,
)


def test_a_position_takes_back_as_many_moves_as_it_promises() -> None:
    game = load("forge", "as_written", turn_limit=1000)
    played = game.new()
    states, keys = [], []
    for ply in range(600):
        states.append(game.state_to_json(played))
        keys.append(played.key())
        there = ("a1-a2", "f6-f5", "a2-a1", "f5-f6")[ply % 4]
        played.play(game.move_from_json(played, action(there)))
    for _ in range(512):
        played.undo()
        assert (game.state_to_json(played), played.key()) == (states.pop(), keys.pop())


@pytest.mark.parametrize(
    "options",
    [
        {"burn_turns": 3},
        {"burn_turns": 1, "opening_embers": 3, "swap": True},
        {"burn_turns": 4, "ember_every": 2, "straight": False, "swap": True},
    ],
)
def test_taking_back_restores_embers_that_burnt_out_and_swaps(options: dict[str, Any]) -> None:
    game, rng = forge(onyx_embers=9, amber_embers=9, **options), Random(3)
    for _ in range(6):
        played = game.new()
        states: list[State] = []
        while (listed := game.moves(played)) and len(states) < 40:
            states.append(game.state_to_json(played))
            played.play(
                listed[-1] if game.notate(played, listed[-1]) == "swap" else rng.choice(listed)
            )
        while states:
            played.undo()
            assert game.state_to_json(played) == states.pop()


def test_taking_back_restores_passes_embers_and_verdicts() -> None:
    for state in (BOTH_STUCK, ONYX_STUCK, CORRIDOR):
        played = ALWAYS_EMBERS.state_from_json(state)
        states: list[State] = []
        while (listed := ALWAYS_EMBERS.moves(played)) and len(states) < 6:
            states.append(ALWAYS_EMBERS.state_to_json(played))
            played.play(listed[0])
        while states:
            played.undo()
            assert ALWAYS_EMBERS.state_to_json(played) == states.pop()


def test_taking_back_restores_which_token_stands_where() -> None:
    played = GAME.new()
    start = GAME.scene(played)
    for there in ("c1-c4", "f6-f5", "a1-a3"):
        played.play(GAME.move_from_notation(played, there))
    for _ in range(3):
        played.undo()
    assert GAME.scene(played) == start


def test_a_copy_knows_which_embers_have_just_burnt_out() -> None:
    game = forge(burn_turns=1)
    played = game.new()
    for there in ("@c3", "f6-f5"):
        played.play(game.move_from_notation(played, there))
    assert game.state_to_json(played.copy()) == game.state_to_json(played)
    assert game.state_to_json(played)["burnt"] == [{"row": 3, "col": 2}]


def key(game: AnyGame, state: State) -> int:
    found = game.state_from_json(state).key()
    assert isinstance(found, int)
    return found


def test_tokens_of_a_seat_are_alike_to_the_key() -> None:
    one = started(BENT, "a1-a2", "f6-f5", "c1-b2", "f5-f4", "@f1")
    other = started(BENT, "c1-b2", "f6-f5", "a1-a2", "f5-f4", "@f1")
    assert one["lastMove"] == other["lastMove"]
    assert key(BENT, one) == key(BENT, other)


def test_the_key_tells_how_long_embers_still_burn() -> None:
    one = started(GAME, "@c3", "f6-f5", "@c4", "f5-f6")
    other = started(GAME, "@c4", "f6-f5", "@c3", "f5-f6")
    assert one["grid"] == other["grid"]
    assert key(GAME, one) != key(GAME, other)
    never = forge(burn_turns=0)
    one = started(never, "@c3", "f6-f5", "@c4", "f5-f6")
    other = started(never, "@c4", "f6-f5", "@c3", "f5-f6")
    assert key(never, one) == key(never, other), "embers that stay have no age"


def test_the_key_tells_whose_stock_is_left() -> None:
    never = forge(burn_turns=0, onyx_embers=5)
    one = started(never, "@c3", "f6-f5", "a1-a2", "f5-f6")
    other = started(never, "a1-a2", "@c3", "a2-a3", "f6-f5", "a3-a2", "f5-f6")
    assert one["grid"] == other["grid"]
    keys = {key(never, state) for state in (one, other)}
    assert len(keys) == 2


def test_the_key_tells_who_holds_which_side_and_who_may_still_swap() -> None:
    game = forge(swap=True)
    kept = started(game, "b1-b5")
    keys = {key(game, kept), key(game, after(game, kept, "swap")), key(GAME, kept)}
    assert len(keys) == 3


def test_the_key_leaves_out_a_limit_that_is_far() -> None:
    far = forge(turn_limit=1000)
    there = ("a1-a2", "f6-f5", "a2-a1", "f5-f6")
    assert key(far, started(far, *there, "a1-a2")) == key(far, started(far, *there * 2, "a1-a2"))
    assert key(GAME, started(GAME, *there, "a1-a2")) != key(
        GAME, started(GAME, *there * 2, "a1-a2")
    )
