"""Compares compiled rules with the interpreted ones by random games."""

from __future__ import annotations

import random
from types import ModuleType

from ludarium.core.game import AnyGame
from ludarium.core.position_checks import take_snapshot
from ludarium.core.registry import games_of_module

COMPARED_GAMES = 8
COMPARED_PLIES = 60


def find_difference(interpreted: ModuleType, compiled: ModuleType) -> str:
    """The first difference between the games of two modules, in words; empty if there is none."""
    for kind in games_of_module(interpreted).values():
        ours, theirs = kind(), getattr(compiled, kind.__name__)()
        for seed in range(COMPARED_GAMES):
            if different := _compare_games(ours, theirs, seed):
                return f"{kind.__name__} is another game when compiled: {different}."
    return ""


def _compare_games(ours: AnyGame, theirs: AnyGame, seed: int) -> str:
    rng = random.Random(seed)
    position, twin = ours.new(seed), theirs.new(seed)
    seen = [take_snapshot(ours, position)]
    while len(seen) <= COMPARED_PLIES and (moves := ours.moves(position)):
        move = rng.choice(moves)
        ours.advance(position, move)
        theirs.advance(twin, move)
        seen.append(take_snapshot(ours, position))
        if take_snapshot(theirs, twin) != seen[-1]:
            return f"seed {seed}, after {len(seen) - 1} random moves"
    for ply in reversed(range(len(seen) - 1)):
        twin.undo()
        if take_snapshot(theirs, twin) != seen[ply]:
            return f"seed {seed}, undone to {ply} random moves"
    return ""
