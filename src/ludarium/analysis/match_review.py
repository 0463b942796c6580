"""Review of a match: the loss of every move in winning chance, and the better line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from ludarium.agents.searcher_factory import make_evaluator
from ludarium.analysis.position_analysis import Analysis, Analyst, winning_chance
from ludarium.core.game import AnyGame, Game
from ludarium.core.match import Match
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.search.limits import Limits

# Marks by the loss in winning chance, the worst first.
LOSS_MARKS = ((0.3, "??"), (0.2, "?"), (0.1, "?!"))
# Marks of a move that lets a forced win go, by the winning chance that is left, the best first.
THROWN_WIN_MARKS = ((0.9, "?!"), (0.75, "?"), (0.0, "??"))


class ReviewStep(msgspec.Struct, frozen=True):
    """A move, or a whole turn, with the winning chances of its seat."""

    ply: int  # of its first move, counted from 1
    seat: int
    notation: list[str]
    score: int
    plies: int | None  # to the end that was forced before the move, below zero for a loss
    before: float
    after: float
    loss: float
    mark: str
    better: list[str]  # the best line, empty if it was played


class Review(msgspec.Struct, frozen=True):
    """The steps of a match. After an interrupt `complete` is False."""

    steps: list[ReviewStep]
    complete: bool


class PlayedTurn(NamedTuple):
    """The moves of one step of a review, and the positions before and after them."""

    ply: int
    before: Position
    moves: list[int]
    notation: list[str]
    after: Position


def played_turns(match: Match) -> Iterator[PlayedTurn]:
    """The moves of a match one by one, or whole turns in a game with planned turns."""
    whole = type(match.game).expand_turn is not Game.expand_turn
    begun: PlayedTurn | None = None
    for ply, (position, move) in enumerate(match.steps(), 1):
        if begun is None:
            begun = PlayedTurn(ply, position.copy(), [], [], position)
        begun.moves.append(move)
        begun.notation.append(match.game.notate(position, move))
        after = position.copy()
        match.game.advance(after, move)
        if not whole or after.verdict != ONGOING or after.to_move != position.to_move:
            yield begun._replace(after=after)
            begun = None
    if begun is not None:
        yield begun._replace(after=match.position.copy())


def review(
    match: Match,
    limits: Limits,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """Review every move of a match within these limits. An interrupt keeps the steps so far."""
    reviewer = MatchReviewer(Analyst(match.game), limits)
    steps: list[ReviewStep] = []
    listed = list(played_turns(match))
    try:
        for turn in listed:
            progress(len(steps), len(listed))
            steps.append(reviewer.review_turn(turn))
    except KeyboardInterrupt:
        return Review(steps, complete=False)
    progress(len(steps), len(listed))
    return Review(steps, complete=True)


class MatchReviewer:
    """Caches the last analysis, because each step begins where the last one ended."""

    def __init__(self, analyst: Analyst, limits: Limits) -> None:
        self.game: AnyGame = analyst.game
        self.limits = limits._replace(lines=1)
        self.analyst = analyst
        self.evaluator = make_evaluator(self.game)
        self.last_analysis: tuple[int, Analysis] | None = None

    def review_turn(self, turn: PlayedTurn) -> ReviewStep:
        """Compare a turn with the best line."""
        found = self.analyse_position(turn.before, self.limits)
        best = found.best
        good = self.position_after(turn.before, best.moves)
        # Another way to the same position is as good, whatever a later search finds.
        same = good.key() == turn.after.key() and good.verdict == turn.after.verdict
        before = best.chance
        after, forced = (before, True) if same else self.chance_after(turn, found)
        if turn.before.seats > 2 and not same and best.plies is None:
            before = self.evaluated_chance(good, found.seat)
        loss = max(before - after, 0.0)
        thrown = best.plies is not None and best.plies > 0 and not forced
        return ReviewStep(
            turn.ply,
            found.seat,
            turn.notation,
            best.score,
            best.plies,
            before,
            after,
            loss,
            _thrown_mark(after) if thrown else _loss_mark(loss),
            [] if same else best.notation,
        )

    def chance_after(self, turn: PlayedTurn, found: Analysis) -> tuple[float, bool]:
        """The winning chance of the mover after its move, and whether its win is still forced."""
        position = turn.after
        if position.verdict != ONGOING:
            won = position.verdict == found.seat
            return (0.5 if position.verdict == DRAW else float(won)), won
        if position.seats > 2:
            # A search scores for the seat to move, which is no longer the mover.
            return self.evaluated_chance(position, found.seat), False
        then = self.analyse_position(position, self.limits)
        value = then.best.chance if then.seat == found.seat else 1 - then.best.chance
        if found.best.plies is not None and found.best.plies > 0 and value < 1:
            # A win that only takes longer to find must not count as thrown away.
            again = Limits(2 * self.limits.nodes, 2 * self.limits.depth, 2 * self.limits.seconds)
            then = self.analyse_position(position, again, repeat=True)
            value = then.best.chance if then.seat == found.seat else 1 - then.best.chance
        return value, value == 1

    def analyse_position(
        self, position: Position, limits: Limits, repeat: bool = False
    ) -> Analysis:
        key = position.key()
        if repeat or self.last_analysis is None or self.last_analysis[0] != key:
            found = self.analyst.analyse(position, limits)
            if found.interrupted:
                raise KeyboardInterrupt
            self.last_analysis = key, found
        return self.last_analysis[1]

    def position_after(self, position: Position, moves: list[int]) -> Position:
        """The position after the first turn of a line."""
        after = position.copy()
        whole = type(self.game).expand_turn is not Game.expand_turn
        for move in moves:
            self.game.advance(after, move)
            if not whole or after.verdict != ONGOING or after.to_move != position.to_move:
                break
        return after

    def evaluated_chance(self, position: Position, seat: int) -> float:
        """The winning chance of a seat by evaluation only."""
        if position.verdict != ONGOING:
            return 0.5 if position.verdict == DRAW else float(position.verdict == seat)
        return winning_chance(self.evaluator.score(self.game.search_position(position), seat))


def _thrown_mark(left: float) -> str:
    return next(mark for least, mark in THROWN_WIN_MARKS if left >= least)


def _loss_mark(loss: float) -> str:
    return next((mark for least, mark in LOSS_MARKS if loss >= least), "")
