"""A player of some level: asked for a move of a position, it gives one."""

from __future__ import annotations

import math
import time
import warnings
from collections import Counter
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from ludarium.agents.levels import Level, level
from ludarium.agents.thinking import evaluator, thinker
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

# However long the planning before a search took, it looks at something.
LEAST_SECONDS = 0.05


class Advice(NamedTuple):
    """A line of play, and what the chances of winning by it are for the seat that begins it."""

    moves: list[int]
    chance: float


class LevelPlayer:
    """Plays one game after another; the same seed and node limit give the same moves."""

    def __init__(
        self,
        game: AnyGame,
        name: str,
        seed: int = 0,
        nodes: int = 0,
        threads: int = 0,
        mebibytes: int = 0,
    ) -> None:
        """`nodes` takes the place of the level's limits of nodes and time, `threads` of its own.

        Of memory it takes no more than `mebibytes`, if that is given.
        """
        if nodes < 0:
            raise InvalidOption("wrong_nodes", "A limit of nodes is a whole number from 0 on.")
        self.game = game
        self.name = name
        self.seed = seed
        self.nodes = nodes
        # Threads share what they find out in an order that no seed decides.
        self.threads = 1 if nodes else threads
        self.mebibytes = mebibytes
        self.most = 0.0  # seconds that the clock allows, 0 for any
        self.seen: Counter[int] = Counter()
        self.plan: list[tuple[int, int]] = []  # the rest of a turn: positions by key, and moves
        self.evaluator = evaluator(game)
        self.monte: MctsSearch | None = None
        self.thinker: Searcher | None = None  # made when the number of seats is known
        self.level = self._level(game.seat_counts[0])
        self.seats = 0
        self.book = book_of(game) if self.level.book else None

    def _level(self, seats: int) -> Level:
        found = level(self.game.id, self.name, seats)
        return replace(found, mebibytes=min(self.mebibytes or found.mebibytes, found.mebibytes))

    def _sit(self, seats: int) -> None:
        """Be of the level as it is with so many seats."""
        if seats == self.seats:
            return
        self.seats = seats
        self.level = chosen = self._level(seats)
        self.thinker = None
        if chosen.kind == "search":
            threads = self.threads or chosen.threads
            self.thinker = thinker(self.game, chosen.mebibytes, threads, chosen.noise, self.seed)

    def choose(self, position: Position) -> int:
        """A legal move of a running game; the position stays as it is.

        An interrupt from the keyboard is no answer: it goes on to the caller.
        """
        began = time.monotonic()
        if position.verdict != ONGOING:
            raise InvalidState("game_over", "The game of that position has ended.")
        self._sit(position.seats)
        if self.level.kind == "first":
            return self.game.moves(position)[0]
        if not (self.plan and self.plan[0][0] == position.key()):
            if (booked := self._look_up(position)) is not None:
                return booked
            outlook = self.game.search_position(position)
            self.plan = self._planned(position, self._decide(outlook, began))
        return self.plan.pop(0)[1]

    def advise(self, position: Position) -> Advice:
        """The best line that is found, as legal moves, and the odds of the seat to move."""
        self._sit(position.seats)
        outlook = self.game.search_position(position)
        limits = Limits(self.nodes, 0, 0.0 if self.nodes else self.most or self.level.seconds, 1)
        if outlook.seats > 2:
            best = self._tree().search(outlook, limits).lines[0]
        else:
            found = self.thinker or thinker(self.game)
            best = found.search(outlook, limits).lines[0]
        moves: list[int] = []
        after = position.copy()
        # Of whole turns only the first is surely one that can be played.
        whole = type(outlook) is not type(position)
        for move in best.moves[:1] if whole else best.moves:
            for step in self.game.expand_turn(after, move):
                moves.append(step)
                self.game.advance(after, step)
        return Advice(moves, 1 / (1 + math.exp(-best.score / ODDS_POINTS)))

    def hurry(self, seconds: float) -> None:
        """Take no longer than this for a turn, from now on; 0 is as long as the level says."""
        self.most = seconds

    def stop(self) -> None:
        """Have `choose`, which runs in another thread, come to an end with what it has."""
        if self.thinker is not None:
            self.thinker.stop()
        if self.monte is not None:
            self.monte.stop()

    def forget(self) -> None:
        """Begin a new game: nothing of the last one changes a choice."""
        self.plan = []
        self.seen.clear()
        if self.thinker is not None:
            self.thinker.forget()

    def _planned(self, position: Position, move: int) -> list[tuple[int, int]]:
        """The legal moves of a turn, each with the key of the position it belongs to."""
        steps = []
        after = position.copy()
        for step in self.game.expand_turn(position, move):
            steps.append((after.key(), step))
            self.game.advance(after, step)
        return steps

    def _decide(self, outlook: Position, began: float) -> int:
        moves = legal_moves(outlook)
        if len(moves) == 1:
            return moves[0]
        rng = self._chance(outlook)
        if self.thinker is None:
            return self._draw(outlook, moves, rng)
        return self._search(outlook, began, rng)

    def _chance(self, outlook: Position) -> Random:
        """What is drawn by in a position."""
        key = outlook.key()
        # Another draw when a position comes again: two players would repeat themselves for ever.
        rng = Random(f"{self.seed} {key} {self.seen[key]}")
        self.seen[key] += 1
        return rng

    def _look_up(self, position: Position) -> int | None:
        """A move of the book, None if it says nothing about the position."""
        if self.book is None or not self.game.in_book(position):
            return None
        ranked = self.book.rank_moves(self.game, position)
        if not ranked:
            return None
        best = ranked[0][0]
        least = best if plies_to_end(best) is not None else best - self.level.book_margin
        return self._chance(position).choice([move for score, move in ranked if score >= least])

    def _draw(self, outlook: Position, moves: list[int], rng: Random) -> int:
        """A move at random, or the most forcing one if it happens to be seen."""
        if rng.random() < self.level.alert:
            win = self.evaluator.winning_move(outlook)
            if win != NO_MOVE:
                return win
            urgent = max(moves, key=lambda move: self.evaluator.move_urgency(outlook, move))
            if self.evaluator.move_urgency(outlook, urgent) > 0:
                return urgent
        return rng.choice(moves)

    def _search(self, outlook: Position, began: float, rng: Random) -> int:
        assert self.thinker is not None
        chosen = self.level
        seconds = 0.0
        if chosen.seconds and not self.nodes:
            most = min(chosen.seconds, self.most or chosen.seconds)
            least = min(LEAST_SECONDS, most)
            seconds = max(most - (time.monotonic() - began), least)
        limits = Limits(self.nodes or chosen.nodes, chosen.depth, seconds, chosen.lines)
        if outlook.seats > 2 and chosen.crowd == "judged":
            return self._tree().search(outlook, limits).lines[0].moves[0]
        lines = self.thinker.search(outlook, limits).lines
        if self.thinker.interrupted:
            raise KeyboardInterrupt
        best = lines[0]
        if plies_to_end(best.score) is not None or rng.random() >= chosen.slip:
            return best.moves[0]
        near = [
            line.moves[0]
            for line in lines
            if line.score >= best.score - chosen.margin and plies_to_end(line.score) is None
        ]
        return rng.choice(near)

    def _tree(self) -> MctsSearch:
        """The search for three and more seats, made when first asked for."""
        if self.monte is None:
            self.monte = MctsSearch(
                lambda: self.evaluator,
                evaluate_leaves=True,
                seed=self.seed,
                mebibytes=self.level.mebibytes,
            )
        return self.monte


def book_of(game: AnyGame) -> Book | None:
    """The game's book; one that cannot be used is told of and left out, for a search does too."""
    try:
        return game.book()
    except BadBook as error:
        warnings.warn(error.message, RuntimeWarning, stacklevel=3)
        return None
