"""Makes the search of a game, also for a game without an evaluator of its own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType

from ludarium.core.constants import SCORE_LIMIT
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.search.parameters import set_parameters
from ludarium.search.searcher import Searcher

NO_LATE_MOVES = 1 << 20  # moves searched at full depth: more than any position has


def make_evaluator(game: AnyGame) -> Evaluator:
    """Make the game's evaluator. Pruning is off for the base class, because it knows no scores."""
    evaluator = game.evaluator()
    if type(evaluator) is Evaluator:
        evaluator.futility_margin = SCORE_LIMIT
        evaluator.late_move_count = NO_LATE_MOVES
    return evaluator


def make_searcher(
    game: AnyGame,
    mebibytes: int = 16,
    threads: int = 1,
    noise: int = 0,
    seed: int = 0,
    parameters: Mapping[str, float] = MappingProxyType({}),
) -> Searcher:
    """Make a searcher of a game, with no more threads than the machine has processors.

    `parameters` replace those of the game's evaluator.
    """
    threads = min(threads, os.cpu_count() or 1)

    def make() -> Evaluator:
        evaluator = make_evaluator(game)
        set_parameters(evaluator, parameters)
        return evaluator

    return Searcher(make, mebibytes, threads, noise, seed)
