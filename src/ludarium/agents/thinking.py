"""A game's search: its thinker, and what a game without an evaluator gets."""

from __future__ import annotations

import os

from ludarium.core.constants import SCORE_LIMIT
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.search.searcher import Searcher

EVERY_MOVE = 1 << 20


def evaluator(game: AnyGame) -> Evaluator:
    """The game's evaluator; one that knows nothing must not prune by what it does not know."""
    found = game.evaluator()
    if type(found) is Evaluator:
        found.futility_margin = SCORE_LIMIT
        found.late_move_count = EVERY_MOVE
    return found


def thinker(
    game: AnyGame, mebibytes: int = 16, threads: int = 1, noise: int = 0, seed: int = 0
) -> Searcher:
    """What thinks about positions of a game, with no more threads than there are processors."""
    threads = min(threads, os.cpu_count() or 1)
    return Searcher(lambda: evaluator(game), mebibytes, threads, noise, seed)
