"""Analysis of a position: its best lines in notation, with scores and forced results."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from ludarium.agents.searcher_factory import make_searcher
from ludarium.core.constants import ODDS_POINTS, WIN_SCORE
from ludarium.core.errors import InvalidState
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import DRAW, ONGOING, Position
from ludarium.search.bounds import plies_to_end
from ludarium.search.limits import Limits
from ludarium.search.searcher import PrincipalVariation, Report, SearchResult

MAX_LINE_MOVES = 12  # of the search; later moves of a line are rarely played
INTERRUPTIBLE_S = 1e9  # never ends a search, but with a time limit it can be interrupted


class Variation(msgspec.Struct, frozen=True):
    """A line of play and its score for the seat to move.

    `plies` counts the moves of the search to a forced end, negative for a loss. A move of the
    search is a whole turn in a game with planned turns.
    """

    score: int
    chance: float  # of winning, from 0 to 1
    plies: int | None
    moves: list[int]
    notation: list[str]


class Analysis(msgspec.Struct, frozen=True):
    """The result of a search of a position, the best line first."""

    seat: int
    lines: list[Variation]
    depth: int
    nodes: int
    seconds: float
    interrupted: bool

    @property
    def best(self) -> Variation:
        """The best line."""
        return self.lines[0]


class Analyst:
    """Analyses positions of one game with a shared transposition table."""

    def __init__(self, game: AnyGame, mebibytes: int = 64, threads: int = 1) -> None:
        self.game = game
        self.searcher = make_searcher(game, mebibytes, threads)

    def analyse(
        self,
        position: Position,
        limits: Limits,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Search the best lines of a running game. An interrupt returns the best lines so far.

        `report` gets the analysis so far, several times a second.
        """
        if position.verdict != ONGOING:
            raise InvalidState("game_over", "The game of that position has ended.")
        if not (limits.nodes or limits.depth or limits.seconds):
            raise InvalidState("no_limit", "An analysis needs a limit of nodes, depth or time.")
        limits = limits._replace(seconds=limits.seconds or INTERRUPTIBLE_S)

        def report_search(found: SearchResult) -> None:
            if report is not None:
                report(self._make_analysis(position, found))

        outlook = self.game.search_position(position)
        return self._make_analysis(position, self._search_position(outlook, limits, report_search))

    def stop(self) -> None:
        """End a running `analyse` of another thread; it returns its result so far."""
        self.searcher.stop()

    def _make_analysis(self, position: Position, found: SearchResult) -> Analysis:
        return Analysis(
            position.to_move,
            [self._make_variation(position, line) for line in found.lines],
            found.depth,
            found.nodes,
            found.seconds,
            self.searcher.interrupted,
        )

    def _search_position(self, outlook: Position, limits: Limits, report: Report) -> SearchResult:
        """Search the position, or after a forced move the position that follows."""
        moves = legal_moves(outlook)
        if len(moves) > 1 or outlook.seats > 2:
            return self.searcher.search(outlook, limits, report)
        seat = outlook.to_move
        outlook.play(moves[0])
        if outlook.verdict == ONGOING and not legal_moves(outlook):
            outlook.no_moves_verdict()
        if outlook.verdict != ONGOING:
            won = WIN_SCORE - 1 if outlook.verdict == seat else 1 - WIN_SCORE
            line = PrincipalVariation(0 if outlook.verdict == DRAW else won, moves)
            return SearchResult([line], 1, 1, 0.0)
        same = outlook.to_move == seat

        def prepend_move(found: SearchResult) -> SearchResult:
            score, line_after = found.lines[0]
            score = _one_ply_later(score if same else -score)
            line = PrincipalVariation(score, moves + line_after)
            return found._replace(lines=[line], depth=found.depth + 1)

        return prepend_move(
            self._search_position(
                outlook, limits._replace(lines=1), lambda found: report(prepend_move(found))
            )
        )

    def _make_variation(self, position: Position, line: PrincipalVariation) -> Variation:
        moves: list[int] = []
        notation: list[str] = []
        game = self.game
        at = position.copy()
        for move in line.moves[:MAX_LINE_MOVES]:
            # Deep in a line a search may assume moves that are not legal.
            if at.verdict != ONGOING or move not in legal_moves(game.search_position(at)):
                break
            for step in game.expand_turn(at.copy(), move):
                moves.append(step)
                notation.append(game.notate(at, step))
                game.advance(at, step)
        return Variation(
            line.score, winning_chance(line.score), plies_to_end(line.score), moves, notation
        )


def analyse(game: AnyGame, position: Position, limits: Limits) -> Analysis:
    """Search the best lines of a running game."""
    return Analyst(game).analyse(position, limits)


def find_good_move(game: AnyGame, position: Position, limits: Limits) -> int:
    """Return the first move of the best line."""
    return analyse(game, position, limits).best.moves[0]


def winning_chance(score: int) -> float:
    """The winning probability of a score, 0 or 1 if the end is forced."""
    if plies_to_end(score) is not None:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / ODDS_POINTS))


def _one_ply_later(score: int) -> int:
    """The score one ply before a position of this score."""
    if plies_to_end(score) is None:
        return score
    return score - 1 if score > 0 else score + 1
