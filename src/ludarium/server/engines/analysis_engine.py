"""Analyses and reviews in an engine process, with one transposition table for each game."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ludarium.agents.level_player import LevelPlayer
from ludarium.analysis.match_review import MatchReviewer, played_turns
from ludarium.analysis.position_analysis import Analysis, Analyst, Variation
from ludarium.core.game import AnyGame
from ludarium.core.match import Match, Player
from ludarium.core.position import Position
from ludarium.core.registry import registered_game
from ludarium.search.limits import Limits
from ludarium.server.engines.ipc import (
    AnalysisReply,
    AnalysisRequest,
    LevelReply,
    LevelRequest,
    PlayedLine,
    ReviewReply,
    ReviewRequest,
)
from ludarium.server.protocol.analysis_messages import AnalysisLine

ANALYST_TABLE_MIB = 32  # of one game and ruleset
CACHED_ANALYSTS_COUNT = 3


class AnalysisEngine:
    """Caches the analysts of the most recent games: an analysis goes on where it was stopped."""

    def __init__(self) -> None:
        self.analysts: OrderedDict[tuple[Any, ...], Analyst] = OrderedDict()
        self.searching: Analyst | LevelPlayer | None = None
        self.number = 0  # of the current request, 0 if there is none
        self.stopped = False

    def analyse(self, request: AnalysisRequest, send: Callable[[AnalysisReply], None]) -> None:
        """Search the last position, and send the best lines after every new depth."""
        analyst = self._analyst_of(request.played)
        position = last_position(analyst.game, request.played)
        sent_depth = 0

        def report(found: Analysis) -> None:
            nonlocal sent_depth
            if self.stopped:
                analyst.stop()  # the first stop came before the search began
            if found.depth > sent_depth:
                sent_depth = found.depth
                send(make_reply(request.number, analyst.game, position, found))

        limits = Limits(seconds=request.seconds, lines=request.lines)
        found = analyst.analyse(position, limits, report)
        self.number = 0
        reply = make_reply(request.number, analyst.game, position, found)
        reply.final = True
        send(reply)

    def review(self, request: ReviewRequest, send: Callable[[ReviewReply], None]) -> None:
        """Review the turns of a game one by one; a turn that was stopped is not sent."""
        analyst = self._analyst_of(request.played)
        played = request.played
        match = Match(analyst.game, played.seed, [Player("", "")] * played.seats, played.state)
        for move in played.moves:
            match.play(move)
        limits = Limits(request.nodes, 0, request.seconds)
        reviewer = MatchReviewer(analyst, limits)
        turns = list(played_turns(match))
        for turn in turns[request.first_step :]:
            if self.stopped:
                break
            step = reviewer.review_turn(turn)
            # A stop during the turn left it with a shorter search than the others.
            if not self.stopped:
                send(ReviewReply(request.number, False, len(turns), step))
        self.number = 0
        send(ReviewReply(request.number, True, len(turns)))

    def choose_level_move(self, request: LevelRequest, send: Callable[[LevelReply], None]) -> None:
        """Choose a move as a level does; a stop only makes it choose sooner."""
        played = request.played
        game = registered_game(played.game)(played.ruleset, **played.options)
        position = last_position(game, played)
        player = LevelPlayer(
            game,
            request.level,
            request.seed,
            threads=1,
            mebibytes=ANALYST_TABLE_MIB,
            seats=position.seats,
        )
        self.searching = player
        player.limit_time(request.seconds)
        move = player.choose_move(position)
        self.number = 0
        send(LevelReply(request.number, game.notate(position, move)))

    def expect(self, number: int) -> None:
        """A request has arrived; it may be stopped from now on. Called by another thread."""
        self.stopped = False
        self.number = number

    def stop(self, number: int) -> None:
        """End the work for a request; called by another thread."""
        if self.number == number:
            self.stopped = True
            if self.searching is not None:
                self.searching.stop()

    def _analyst_of(self, played: PlayedLine) -> Analyst:
        key = (played.game, played.ruleset, *sorted(played.options.items()))
        found = self.analysts.pop(key, None)
        if found is None:
            game = registered_game(played.game)(played.ruleset, **played.options)
            found = Analyst(game, ANALYST_TABLE_MIB)
        self.analysts[key] = self.searching = found
        if len(self.analysts) > CACHED_ANALYSTS_COUNT:
            self.analysts.popitem(last=False)
        return found


def last_position(game: AnyGame, played: PlayedLine) -> Position:
    """The position after the moves."""
    position: Position
    if played.state is None:
        position = game.new(played.seed, played.seats)
    else:
        position = game.state_from_json(played.state)
    for move in played.moves:
        game.advance(position, move)
    return position


def make_reply(number: int, game: AnyGame, position: Position, found: Analysis) -> AnalysisReply:
    """An analysis as the server needs it."""
    return AnalysisReply(
        number,
        False,
        found.seat,
        found.depth,
        found.nodes,
        found.seconds,
        [_analysis_line(game, position, line) for line in found.lines if line.moves],
    )


def _analysis_line(game: AnyGame, position: Position, line: Variation) -> AnalysisLine:
    path = game.path(position, line.moves[0])
    return AnalysisLine(line.chance, line.plies, line.notation, path)
