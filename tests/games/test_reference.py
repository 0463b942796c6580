"""Whole random games agree, ply by ply, with the naive reference implementations."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest

from ludarium import load, mode
from tests.soak import sweep_length

# Enough for every ruleset in every style.
GAMES = sweep_length(200, 2000) if mode.compiled() else 40
CHUNKS = 20
# Options laid over the rulesets in one game of three each, so that limits and rare things come up.
VARIANTS: dict[str, tuple[dict[str, Any], ...]] = {
    "caldera": ({}, {"start_height": 1}, {"turn_limit": 60}),
    "forge": (
        {"swap": True, "turn_limit": 60},
        {"onyx_embers": 20, "amber_embers": 25, "opening_embers": 3, "ember_every": 1},
        {"reach": 3, "onyx_embers": 9, "amber_embers": 9, "burn_turns": 7, "turn_limit": 60},
    ),
    "ludus": ({}, {"quiet_limit": 20, "turn_limit": 150}, {"quiet_limit": 30, "tally": True}),
    "pyramids": ({"ply_limit": 90}, {"ply_limit": 120, "barren_turns": 5}, {"power_play": False}),
    "skysummit": ({}, {"turn_limit": 40}, {"turn_limit": 30}),
}


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_agree_with_the_reference(name: str, chunk: int) -> None:
    reference = import_module(f"tests.reference.{name}")
    rulesets = list(reference.RULESETS)
    for number in range(chunk, GAMES, CHUNKS):
        ruleset = rulesets[number // CHUNKS % len(rulesets)]
        style = number // CHUNKS // len(rulesets) % 3
        compare(reference, name, ruleset, style, number)


def thinned(options: dict[str, Any], number: int) -> tuple[dict[str, Any], float]:
    """Options and the share of plies whose moves are compared.

    The naive way to forbid an open First Lord tries every reply to every action.
    """
    if not options.get("check"):
        return {}, 1.0
    return ({}, 0.02) if number % 7 == 0 else ({"check": False}, 1.0)


def pick(rng: random.Random, legal: list[dict[str, Any]], style: int) -> int:
    """A random move: any; or any kind of move equally often; or mostly of the commonest kind."""
    if style == 0:
        return rng.randrange(len(legal))
    kinds = [str(move.get("action") or move.get("t") or move.get("type")) for move in legal]
    kind = kinds[0] if style == 2 and rng.random() < 0.8 else rng.choice(sorted(set(kinds)))
    return rng.choice([index for index, found in enumerate(kinds) if found == kind])


def compare(reference: Any, name: str, ruleset: str, style: int, number: int) -> None:
    rng = random.Random(f"{name} {number}")
    less, share = thinned(reference.RULESETS[ruleset], number)
    variant = VARIANTS[name][style] | less
    options = reference.RULESETS[ruleset] | variant
    game = load(name, ruleset, **variant)
    assert game.values == options
    position = game.new(number, rng.choice(game.seat_counts))
    state = game.state_to_json(position)
    if len(game.seat_counts) == 1:
        assert state == reference.initial_state(options)
    while True:
        moves = game.moves(position)
        legal = [game.move_to_json(position, move) for move in moves]
        if not legal or rng.random() < share:
            assert legal == reference.legal_moves(state, options), state
        if not legal:
            break
        index = pick(rng, legal, style)
        state = reference.apply_move(state, legal[index], options)
        game.advance(position, moves[index])
        assert game.state_to_json(position) == state
    assert state["reason"] == (game.result(position) or ("", ""))[1] != ""
