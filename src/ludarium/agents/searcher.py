"""A player that plays what one search finds best, under the same limits for every turn."""

from __future__ import annotations

from typing import Protocol

from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import Position
from ludarium.search.limits import Limits
from ludarium.search.searcher import SearchResult

UNLIMITED = 20_000  # nodes for a move where nothing else says how many


class Search(Protocol):
    """What all searches have in common."""

    def search(self, position: Position, limits: Limits) -> SearchResult:
        """The best lines of a position."""

    def forget(self) -> None:
        """Begin a new game."""


class FixedLimitPlayer:
    """Asked for a move it plans a whole turn and plays it, as long as nothing else happens."""

    def __init__(self, game: AnyGame, search: Search, limits: Limits) -> None:
        self.game = game
        self.search = search
        self.limits = limits
        self.plan: list[tuple[int, int]] = []  # the rest of a turn: positions by key, and moves
        self.most = 0.0  # seconds that the clock allows, 0 for any
        self.found: SearchResult | None = None  # by the last search

    def hurry(self, seconds: float) -> None:
        """Take no longer than this for a turn, from now on; 0 is as long as it likes."""
        self.most = seconds

    def choose(self, position: Position) -> int:
        """A legal move of a running game; the position stays as it is."""
        if not (self.plan and self.plan[0][0] == position.key()):
            self.plan = self._planned(position)
        return self.plan.pop(0)[1]

    def forget(self) -> None:
        """Begin a new game: nothing of the last one changes a choice."""
        self.plan = []
        self.search.forget()

    def _limits(self) -> Limits:
        """Its own limits within the clock's; nodes and depth are left alone to be reproducible."""
        own = self.limits
        if own.nodes or own.depth or not self.most:
            return own if any(own[:3]) else own._replace(nodes=UNLIMITED)
        return own._replace(seconds=min(own.seconds or self.most, self.most))

    def _planned(self, position: Position) -> list[tuple[int, int]]:
        outlook = self.game.search_position(position)
        moves = legal_moves(outlook)
        if len(moves) > 1:
            self.found = self.search.search(outlook, self._limits())
            moves = self.found.lines[0].moves
        after = position.copy()
        steps = []
        for step in self.game.expand_turn(position, moves[0]):
            steps.append((after.key(), step))
            self.game.advance(after, step)
        return steps
