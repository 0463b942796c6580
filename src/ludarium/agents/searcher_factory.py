"""Makes the search of a game, also for a game without an evaluator of its own."""

from __future__ import annotations

import os

from ludarium.core.constants import SCORE_LIMIT
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
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
    game: AnyGame, mebibytes: int = 16, threads: int = 1, noise: int = 0, seed: int = 0
) -> Searcher:
    """Make a searcher of a game, with no more threads than the machine has processors."""
    threads = min(threads, os.cpu_count() or 1)
    return Searcher(lambda: make_evaluator(game), mebibytes, threads, noise, seed)
