"""A review of a match: every move with what it gave away, and the better one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from ludarium.agents.searcher_factory import make_evaluator
from ludarium.analysis.analyse import Analysis, Analyst, chance
from ludarium.core.game import AnyGame, Game
from ludarium.core.match import Match
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.search.limits import Limits

# Marks by the probability of a win that a move gives away, the worst first.
MARKS = ((0.3, "??"), (0.2, "?"), (0.1, "?!"))
BLUNDER = MARKS[0][1]


class Step(msgspec.Struct, frozen=True):
    """A move, or a whole turn of small ones, as its seat would judge it; chances are of winning."""

    ply: int  # of its first move, counted from 1
    seat: int
    notation: list[str]
    score: int
    plies: int | None  # to the end that was forced before the move, below zero for a loss
    before: float
    after: float
    loss: float
    mark: str
    better: list[str]  # the best line, if another was played


class Review(msgspec.Struct, frozen=True):
    """The steps of a match; not `complete` if somebody interrupted it."""

    steps: list[Step]
    complete: bool


class Turn(NamedTuple):
    """What one step of a review is about: moves of one seat, and the positions around them."""

    ply: int
    before: Position
    moves: list[int]
    notation: list[str]
    after: Position


def turns(match: Match) -> Iterator[Turn]:
    """The moves of a match one by one, or turn by turn in a game that plans whole turns."""
    whole = type(match.game).expand_turn is not Game.expand_turn
    begun: Turn | None = None
    for ply, (position, move) in enumerate(match.steps(), 1):
        if begun is None:
            begun = Turn(ply, position.copy(), [], [], position)
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
    """Judge every move of a match, with these limits for each; an interrupt keeps what is done."""
    reviewer = _Reviewer(match.game, limits)
    steps: list[Step] = []
    listed = list(turns(match))
    try:
        for turn in listed:
            progress(len(steps), len(listed))
            steps.append(reviewer.step(turn))
    except KeyboardInterrupt:
        return Review(steps, complete=False)
    progress(len(steps), len(listed))
    return Review(steps, complete=True)


class _Reviewer:
    """Keeps the last analysis: a position is the end of one step and the beginning of the next."""

    def __init__(self, game: AnyGame, limits: Limits) -> None:
        self.game = game
        self.limits = limits._replace(lines=1)
        self.analyst = Analyst(game)
        self.evaluator = make_evaluator(game)
        self.known: tuple[int, Analysis] | None = None

    def step(self, turn: Turn) -> Step:
        found = self.analysed(turn.before, self.limits)
        best = found.best
        good = self.result(turn.before, best.moves)
        # Another way to the same position is as good, whatever the search says of it later.
        same = good.key() == turn.after.key() and good.verdict == turn.after.verdict
        before = best.chance
        after, forced = (before, True) if same else self.after(turn, found)
        if turn.before.seats > 2 and not same and best.plies is None:
            before = self.judged(good, found.seat)
        loss = max(before - after, 0.0)
        thrown = best.plies is not None and best.plies > 0 and not forced
        return Step(
            turn.ply,
            found.seat,
            turn.notation,
            best.score,
            best.plies,
            before,
            after,
            loss,
            BLUNDER if thrown else _mark(loss),
            [] if same else best.notation,
        )

    def after(self, turn: Turn, found: Analysis) -> tuple[float, bool]:
        """The mover's chance after its move, and whether its win is still forced."""
        position = turn.after
        if position.verdict != ONGOING:
            won = position.verdict == found.seat
            return (0.5 if position.verdict == DRAW else float(won)), won
        if position.seats > 2:
            # A search takes the side of the seat to move; the mover is no longer that.
            return self.judged(position, found.seat), False
        then = self.analysed(position, self.limits)
        value = then.best.chance if then.seat == found.seat else 1 - then.best.chance
        if found.best.plies is not None and found.best.plies > 0 and value < 1:
            # Nobody is blamed for throwing away a win that only takes longer to find.
            again = Limits(2 * self.limits.nodes, 2 * self.limits.depth, 2 * self.limits.seconds)
            then = self.analysed(position, again, anew=True)
            value = then.best.chance if then.seat == found.seat else 1 - then.best.chance
        return value, value == 1

    def analysed(self, position: Position, limits: Limits, anew: bool = False) -> Analysis:
        key = position.key()
        if anew or self.known is None or self.known[0] != key:
            found = self.analyst.analyse(position, limits)
            if found.interrupted:
                raise KeyboardInterrupt
            self.known = key, found
        return self.known[1]

    def result(self, position: Position, moves: list[int]) -> Position:
        """The position after the first turn of a line."""
        after = position.copy()
        whole = type(self.game).expand_turn is not Game.expand_turn
        for move in moves:
            self.game.advance(after, move)
            if not whole or after.verdict != ONGOING or after.to_move != position.to_move:
                break
        return after

    def judged(self, position: Position, seat: int) -> float:
        """The chance of a seat without a search."""
        if position.verdict != ONGOING:
            return 0.5 if position.verdict == DRAW else float(position.verdict == seat)
        return chance(self.evaluator.score(self.game.search_position(position), seat))


def _mark(loss: float) -> str:
    return next((mark for least, mark in MARKS if loss >= least), "")
