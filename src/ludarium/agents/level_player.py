"""LevelPlayer: a built-in player of a chosen level of strength."""

from __future__ import annotations

import math
import time
import warnings
from collections import Counter
from operator import itemgetter
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from ludarium.agents.glance import GlanceChooser
from ludarium.agents.levels import STEADY, Level, find_level, read_level_name
from ludarium.agents.searcher_factory import make_evaluator, make_searcher
from ludarium.agents.style import STYLE_LINES, find_style, style_share
from ludarium.agents.turn_plan import TurnPlan
from ludarium.core.constants import NO_MOVE, ODDS_POINTS
from ludarium.core.errors import InvalidOption, InvalidState
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.opening_book import BadBook, Book
from ludarium.core.position import ONGOING, Position
from ludarium.search.bounds import plies_to_end
from ludarium.search.limits import Limits
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.searcher import Searcher

MIN_SEARCH_S = 0.05  # even if the planning before the search used up its time
ANSWER_MARGIN_S = 0.2  # of the promised time, for the way of a request and its answer
LATENESS_FACTOR = 2.0  # the next answer may be late by so many times what one was before
LATENESS_DECAY = 0.9  # of what was late, from one answer to the next


class BestLine(NamedTuple):
    """A line of play, and the chance of winning for the seat that begins it."""

    moves: list[int]
    chance: float


class LevelPlayer:
    """Plays games one after another. The same seed and node limit give the same moves."""

    def __init__(
        self,
        game: AnyGame,
        name: str,
        seed: int = 0,
        nodes: int = 0,
        threads: int = 0,
        mebibytes: int = 0,
        seats: int = 0,
    ) -> None:
        """`name` is a level with or without a style, such as `7` or `hard-bold`.

        `nodes` replaces the level's limits of nodes and time, and `threads` its threads.

        `mebibytes`, unless 0, caps the memory of the level. `seats`, unless 0, are those of the
        first game; memory for another number is made in the first turn that needs it.
        """
        if nodes < 0:
            raise InvalidOption("wrong_nodes", "A limit of nodes is a whole number from 0 on.")
        self.game = game
        self.name = name
        self.seed = seed
        self.nodes = nodes
        # With several threads the result depends on their timing, so a node limit means one thread.
        self.threads = 1 if nodes else threads
        self.mebibytes = mebibytes
        self.max_turn_s = 0.0  # limit of the clock, 0 for none
        self.lateness_s = 0.0  # by which answers came after their time, because of other processes
        self.seen: Counter[int] = Counter()  # choices made in a position, by its key
        self.plan = TurnPlan(game)
        self.evaluator = make_evaluator(game)
        self.mcts: MctsSearch | None = None
        self.searcher: Searcher | None = None  # for the number of seats of the last game
        self.style = read_level_name(name).style
        self.style_terms = find_style(game.id, self.style)
        self.level = self._find_level(game.seat_counts[0])
        self.seats = 0
        self.book = load_book(game) if self.level.book else None
        # The first answer must not wait for the memory of the transposition table or the tree.
        self._set_seat_count(seats or game.seat_counts[0])

    def _find_level(self, seats: int) -> Level:
        found = find_level(self.game.id, self.name, seats)
        return replace(found, mebibytes=min(self.mebibytes or found.mebibytes, found.mebibytes))

    def _set_seat_count(self, seats: int) -> None:
        """Switch to the settings that the level has with so many seats."""
        if seats == self.seats:
            return
        self.seats = seats
        before, self.level = self.level, self._find_level(seats)
        chosen = self.level
        if seats > 2 and chosen.kind == "search" and chosen.crowd == "judged":
            self._mcts_search().prepare(seats)
        if self.searcher is not None and _searches_alike(before, chosen):
            self.searcher.forget()  # its memory serves the other number of seats as well
            return
        self.searcher = None
        if chosen.kind in ("search", "glance"):
            threads = self.threads or chosen.threads
            # The noise of a glance is added to its beliefs.
            noise = chosen.noise if chosen.kind == "search" else 0
            self.searcher = make_searcher(self.game, chosen.mebibytes, threads, noise, self.seed)

    def choose_move(self, position: Position, spent_s: float = 0.0) -> int:
        """Return a legal move of a running game. The position is not changed.

        `spent_s` has passed since the request and is taken from the time of the turn. A keyboard
        interrupt during the search is raised, not turned into a move.
        """
        began = time.monotonic() - spent_s
        self._set_seat_count(position.seats)
        ready = time.monotonic()  # a new transposition table makes the first answer late, no other
        move = self._choose_timed_move(position, began)
        if self.level.seconds and not self.nodes:
            due = max(began + self._turn_seconds(), ready + MIN_SEARCH_S)
            late = time.monotonic() - due
            self.lateness_s = max(late, self.lateness_s * LATENESS_DECAY, 0.0)
        return move

    def _choose_timed_move(self, position: Position, began: float) -> int:
        if position.verdict != ONGOING:
            raise InvalidState("game_over", "The game of that position has ended.")
        if self.level.kind == "first":
            return self.game.moves(position)[0]
        if not self.plan.applies_to(position):
            if (booked := self._book_move(position)) is not None:
                return booked
            outlook = self.game.search_position(position)
            self.plan.plan_turn(position, self._decide_move(position, outlook, began))
        return self.plan.next_move()

    def find_best_line(self, position: Position) -> BestLine:
        """Search the best line, as legal moves, with the winning chance of the seat to move."""
        self._set_seat_count(position.seats)
        outlook = self.game.search_position(position)
        limits = Limits(
            self.nodes, 0, 0.0 if self.nodes else self.max_turn_s or self.level.seconds, 1
        )
        if outlook.seats > 2:
            best = self._mcts_search().search(outlook, limits).lines[0]
        else:
            searcher = self.searcher or make_searcher(self.game)
            best = searcher.search(outlook, limits).lines[0]
        moves: list[int] = []
        after = position.copy()
        # Of a line of whole turns only the first is certain to be playable.
        whole = type(outlook) is not type(position)
        for move in best.moves[:1] if whole else best.moves:
            for step in self.game.expand_turn(after, move):
                moves.append(step)
                self.game.advance(after, step)
        return BestLine(moves, 1 / (1 + math.exp(-best.score / ODDS_POINTS)))

    def limit_time(self, seconds: float) -> None:
        """Limit the time of each later turn; 0 restores the limit of the level."""
        self.max_turn_s = seconds

    def stop(self) -> None:
        """End a running `choose_move` of another thread with the best move so far."""
        if self.searcher is not None:
            self.searcher.stop()
        if self.mcts is not None:
            self.mcts.stop()

    def forget(self) -> None:
        """Clear all memory of the last game."""
        self.plan.clear()
        self.seen.clear()
        if self.searcher is not None:
            self.searcher.forget()

    def _decide_move(self, position: Position, outlook: Position, began: float) -> int:
        moves = legal_moves(outlook)
        if len(moves) == 1:
            return moves[0]
        rng = self._position_random(outlook)
        if self.searcher is None:
            return self._draw_move(outlook, moves, rng)
        if self.level.kind == "glance":
            return self._glanced_move(position, outlook, began, rng)
        return self._searched_move(position, outlook, began, rng)

    def _position_random(self, outlook: Position) -> Random:
        """The random numbers for a choice in this position."""
        key = outlook.key()
        # A repeated position gets new random numbers, or two players would repeat it for ever.
        rng = Random(f"{self.seed} {key} {self.seen[key]}")
        self.seen[key] += 1
        return rng

    def _book_move(self, position: Position) -> int | None:
        """Draw a move of the opening book, None if the position is not in it."""
        if self.book is None or not self.game.in_book(position):
            return None
        ranked = self.book.rank_moves(self.game, position)
        if not ranked:
            return None
        best = ranked[0][0]
        least = best if plies_to_end(best) is not None else best - self.level.book_margin
        return self._position_random(position).choice(
            [move for score, move in ranked if score >= least]
        )

    def _draw_move(self, outlook: Position, moves: list[int], rng: Random) -> int:
        """Draw a move at random, or by chance return a win or the most urgent move."""
        if rng.random() < self.level.alert:
            win = self.evaluator.winning_move(outlook)
            if win != NO_MOVE:
                return win
            urgent = max(moves, key=lambda move: self.evaluator.move_urgency(outlook, move))
            if self.evaluator.move_urgency(outlook, urgent) > 0:
                return urgent
        return rng.choice(moves)

    def _glanced_move(
        self, position: Position, outlook: Position, began: float, rng: Random
    ) -> int:
        assert self.searcher is not None
        chooser = GlanceChooser(self.game, self.evaluator, self.searcher)
        limits = self._search_limits(began, 1)
        deadline = time.monotonic() + limits.seconds if limits.seconds else 0.0
        believed = chooser.believed_scores(
            position, outlook, self.level, limits.nodes, deadline, rng
        )
        if self.style == STEADY:
            return max(believed)[1]
        best = sorted(believed, reverse=True)[:STYLE_LINES]
        return max((score + self._style_points(position, move), move) for score, move in best)[1]

    def _searched_move(
        self, position: Position, outlook: Position, began: float, rng: Random
    ) -> int:
        assert self.searcher is not None
        chosen = self.level
        if outlook.seats > 2 and chosen.crowd == "judged":
            limits = self._search_limits(began, 1)
            return self._mcts_search().search(outlook, limits).lines[0].moves[0]
        count = chosen.lines if self.style == STEADY else max(chosen.lines, STYLE_LINES)
        lines = self.searcher.search(outlook, self._search_limits(began, count)).lines
        if self.searcher.interrupted:
            raise KeyboardInterrupt
        if plies_to_end(lines[0].score) is not None:
            return lines[0].moves[0]
        ranked = [
            (line.score + self._style_points(position, line.moves[0]), line.moves[0])
            for line in lines
            if plies_to_end(line.score) is None
        ]
        best, move = max(ranked, key=itemgetter(0))
        if rng.random() >= chosen.slip:
            return move
        return rng.choice([move for score, move in ranked if score >= best - chosen.margin])

    def _search_limits(self, began: float, lines: int) -> Limits:
        """The limits of the level; the time since `began` is already used up."""
        chosen = self.level
        seconds = 0.0
        if chosen.seconds and not self.nodes:
            most = self._turn_seconds()
            least = min(MIN_SEARCH_S, most)
            seconds = max(most - (time.monotonic() - began), least)
        nodes = self.nodes or chosen.nodes
        if self.style != STEADY:
            nodes = round(nodes * self.style_terms.nodes)
        return Limits(nodes, chosen.depth, seconds, lines)

    def _turn_seconds(self) -> float:
        """The time of a turn: less on a machine on which answers were late before."""
        chosen = self.level
        most = min(chosen.seconds, self.max_turn_s or chosen.seconds)
        late = LATENESS_FACTOR * self.lateness_s
        return max(min(most, chosen.answer - ANSWER_MARGIN_S - late), min(MIN_SEARCH_S, most))

    def _style_points(self, position: Position, move: int) -> float:
        """The points that the style adds to a move of the search."""
        if self.style == STEADY:
            return 0.0
        steps = self.game.expand_turn(position, move)
        share = style_share(self.game, position, steps, self.style)
        return self.style_terms.points * share

    def _mcts_search(self) -> MctsSearch:
        """The search for three and more seats, made on first use."""
        if self.mcts is None:
            self.mcts = MctsSearch(
                lambda: self.evaluator,
                evaluate_leaves=True,
                seed=self.seed,
                mebibytes=self.level.mebibytes,
            )
        return self.mcts


def _searches_alike(one: Level, other: Level) -> bool:
    """Whether one searcher can play both."""
    return (one.kind, one.mebibytes, one.threads, one.noise) == (
        other.kind,
        other.mebibytes,
        other.threads,
        other.noise,
    )


def load_book(game: AnyGame) -> Book | None:
    """The game's book. A broken book gives a warning and None, because a search replaces it."""
    try:
        return game.book()
    except BadBook as error:
        warnings.warn(error.message, RuntimeWarning, stacklevel=3)
        return None
