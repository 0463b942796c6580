"""GlanceChooser: chooses among the moves it notices, by the answers it notices."""

from __future__ import annotations

import time
from random import Random
from typing import NamedTuple

from ludarium.agents.attention import (
    PLAIN_WEIGHT,
    QUIET_WEIGHT,
    Place,
    move_weight,
    notice_chance,
    opposing_places,
    path_places,
)
from ludarium.agents.levels import Level
from ludarium.core.constants import SCORE_LIMIT
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.search.limits import Limits
from ludarium.search.searcher import Searcher

SEEN_WIN_SCORE = 4 * SCORE_LIMIT  # of a noticed win: above every evaluation with its noise
MAX_GLANCED_MOVES = 64  # of more moves so many are drawn, as no person looks at hundreds
MIN_REPLY_NODES = 20  # of the search for the answer to one move


class Candidate(NamedTuple):
    """A move with the weight that makes it hard to notice, and the cells it touches."""

    move: int
    weight: float
    places: list[Place]


class GlanceChooser:
    """Chooses the moves of a level of the kind `glance`.

    Each move, and the best answer to it, is noticed with a chance that `attention` describes. A
    move whose answer is overlooked is judged as if the game stopped there.
    """

    def __init__(self, game: AnyGame, evaluator: Evaluator, searcher: Searcher) -> None:
        self.game = game
        self.evaluator = evaluator
        self.searcher = searcher

    def believed_scores(
        self,
        position: Position,
        outlook: Position,
        level: Level,
        nodes: int,
        deadline: float,
        rng: Random,
    ) -> list[tuple[float, int]]:
        """The noticed moves with what this player takes for their scores; always one at least.

        `nodes` limits the searches for all answers together. After `deadline`, a time of the
        monotonic clock or 0 for none, no further move is judged.
        """
        noticed = self._noticed_moves(position, outlook, level.attention, rng)
        if len(noticed) == 1:
            return [(0.0, noticed[0].move)]
        limits = Limits(nodes=max(nodes // len(noticed), MIN_REPLY_NODES), depth=level.depth)
        whole = type(position) is not type(outlook)
        found: list[tuple[float, int]] = []
        for candidate in noticed:
            if found and deadline and time.monotonic() >= deadline:
                break
            believed = self._believed_score(outlook, candidate, level, limits, whole, rng)
            found.append((believed + rng.uniform(-level.noise, level.noise), candidate.move))
        return found

    def _noticed_moves(
        self, position: Position, outlook: Position, attention: float, rng: Random
    ) -> list[Candidate]:
        """The candidates that are noticed; if none is, one that is drawn."""
        moves = legal_moves(outlook)
        if len(moves) > MAX_GLANCED_MOVES:
            moves = rng.sample(moves, MAX_GLANCED_MOVES)
        focus = opposing_places(self.game, position, position.to_move)
        win = self.evaluator.winning_move(outlook)
        whole = type(position) is not type(outlook)
        candidates = []
        for move in moves:
            loud = move == win or self.evaluator.move_urgency(outlook, move) > 0
            if whole:
                candidates.append(Candidate(move, _turn_weight(loud), []))
            else:
                path = self.game.path(position, move)
                weight = move_weight(path, focus, not loud)
                candidates.append(Candidate(move, weight, path_places(path)))
        chances = [notice_chance(attention, candidate.weight) for candidate in candidates]
        noticed = [
            candidate
            for candidate, chance in zip(candidates, chances, strict=True)
            if rng.random() < chance
        ]
        return noticed or [rng.choice(candidates)]

    def _believed_score(
        self,
        outlook: Position,
        candidate: Candidate,
        level: Level,
        limits: Limits,
        whole: bool,
        rng: Random,
    ) -> float:
        """The score after the answer, or without it if the answer is overlooked."""
        seat = outlook.to_move
        after = outlook.copy()
        after.play(candidate.move)
        moves = legal_moves(after) if after.verdict == ONGOING else []
        if after.verdict == ONGOING and not moves:
            after.no_moves_verdict()
        if after.verdict != ONGOING:
            if after.verdict == DRAW:
                return 0.0
            return SEEN_WIN_SCORE if after.verdict == seat else -SEEN_WIN_SCORE
        sign = 1 if after.to_move == seat else -1
        static = (
            self.evaluator.score(after, seat)
            if after.seats > 2
            else sign * self.evaluator.score(after, after.to_move)
        )
        if not level.depth or after.seats > 2:
            return static
        line = self.searcher.search(after, limits).lines[0]
        reply = line.moves[0]
        win = self.evaluator.winning_move(after)
        loud = reply == win or self.evaluator.move_urgency(after, reply) > 0
        if whole:
            weight = _turn_weight(loud)
        else:
            weight = move_weight(self.game.path(after, reply), candidate.places, not loud)
        seen = rng.random() < notice_chance(level.attention, weight)
        return float(sign * line.score if seen else static)


def _turn_weight(loud: bool) -> float:
    """The weight of a whole turn, whose steps have no single click path."""
    return PLAIN_WEIGHT + QUIET_WEIGHT * (not loud)
