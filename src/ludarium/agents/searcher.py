"""A player that plays what one search finds best, under the same limits for every turn."""

from __future__ import annotations

from typing import Protocol

from ludarium.core.game import AnyGame
from ludarium.core.moves import legal
from ludarium.core.position import Position
from ludarium.search.limits import Limits
from ludarium.search.think import Finding


class Search(Protocol):
    """What all searches have in common."""

    def think(self, position: Position, limits: Limits) -> Finding:
        """The best lines of a position."""

    def forget(self) -> None:
        """Begin a new game."""


class Searcher:
    """Asked for a move it plans a whole turn and plays it, as long as nothing else happens."""

    def __init__(self, game: AnyGame, search: Search, limits: Limits) -> None:
        self.game = game
        self.search = search
        self.limits = limits
        self.plan: list[tuple[int, int]] = []  # the rest of a turn: positions by key, and moves

    def choose(self, position: Position) -> int:
        """A legal move of a running game; the position stays as it is."""
        if not (self.plan and self.plan[0][0] == position.key()):
            self.plan = self._planned(position)
        return self.plan.pop(0)[1]

    def forget(self) -> None:
        """Begin a new game: nothing of the last one changes a choice."""
        self.plan = []
        self.search.forget()

    def _planned(self, position: Position) -> list[tuple[int, int]]:
        outlook = self.game.outlook(position)
        moves = legal(outlook)
        if len(moves) > 1:
            moves = self.search.think(outlook, self.limits).lines[0].moves
        after = position.copy()
        steps = []
        for step in self.game.unfold(position, moves[0]):
            steps.append((after.key(), step))
            self.game.advance(after, step)
        return steps
