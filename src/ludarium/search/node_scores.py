"""The scores of single positions in a search: verdicts, known endings, static evaluations."""

from __future__ import annotations

import cython

from ludarium.core.evaluator import Evaluator
from ludarium.core.position import Position

if not cython.compiled:
    from ludarium.core.bits import mix_bits
    from ludarium.core.constants import DRAW, ENDING_DRAW, WIN_SCORE
    from ludarium.search.bounds import DRAWN_SCORE_DIVISOR, DRAWN_SCORE_LIMIT


@cython.final
@cython.cclass
class NodeScores:
    """Scores positions for the side to move; with three seats, the root seat or all others."""

    def __init__(self, evaluator: Evaluator, noise: int, seed: int) -> None:
        self.evaluator = evaluator
        self.noise = noise
        self.seed = seed
        self.root_seat = 0

    def score_verdict(self, position: Position, ply: int) -> int:
        if position.verdict == DRAW:
            return 0
        won = (position.verdict == self.root_seat) == (position.to_move == self.root_seat)
        return WIN_SCORE - ply if won else ply - WIN_SCORE

    def score_ending(self, position: Position, plies: int, ply: int) -> int:
        """The score of a known ending. In a drawn one the better side still hopes a little."""
        if plies == ENDING_DRAW:
            value = self.evaluate_position(position)
            share = min(abs(value) // DRAWN_SCORE_DIVISOR, DRAWN_SCORE_LIMIT)
            return share if value > 0 else -share
        return WIN_SCORE - ply - plies if plies > 0 else ply - plies - WIN_SCORE

    def evaluate_position(self, position: Position) -> int:
        """The static evaluation; weaker levels add noise, which the seed determines."""
        seat = position.to_move if position.seats == 2 else self.root_seat
        value = self.evaluator.evaluate(position, seat)
        if seat != position.to_move:
            value = -value
        if self.noise:
            wide_seed = self.seed
            width = 2 * self.noise + 1
            wide_noise = mix_bits(position.key() ^ mix_bits(wide_seed)) % width
            noise = wide_noise  # signed in C from here on
            value += noise - self.noise
        return value
