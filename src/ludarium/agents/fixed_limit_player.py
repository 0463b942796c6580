"""FixedLimitPlayer: plays the best move of one search, with the same limits for every turn."""

from __future__ import annotations

from typing import Protocol

from ludarium.agents.turn_plan import TurnPlan
from ludarium.core.game import AnyGame
from ludarium.core.legal_moves import legal_moves
from ludarium.core.position import Position
from ludarium.search.limits import Limits
from ludarium.search.searcher import SearchResult

DEFAULT_MOVE_NODES = 20_000  # for a move that neither the player nor the clock limits


class PositionSearch(Protocol):
    """The interface that all searches share."""

    def search(self, position: Position, limits: Limits) -> SearchResult:
        """Return the best lines of a position."""

    def forget(self) -> None:
        """Clear all memory of the last game."""


class FixedLimitPlayer:
    """Searches once for each turn, then plays the moves of that turn one by one."""

    def __init__(self, game: AnyGame, search: PositionSearch, limits: Limits) -> None:
        self.game = game
        self.search = search
        self.limits = limits
        self.plan = TurnPlan(game)
        self.max_turn_s = 0.0  # limit of the clock, 0 for none
        self.found: SearchResult | None = None  # by the last search

    def limit_time(self, seconds: float) -> None:
        """Limit the time of each later turn; 0 removes the limit."""
        self.max_turn_s = seconds

    def choose_move(self, position: Position) -> int:
        """Return a legal move of a running game. The position is not changed."""
        if not self.plan.applies_to(position):
            self.plan.plan_turn(position, self._best_move(position))
        return self.plan.next_move()

    def forget(self) -> None:
        """Clear all memory of the last game."""
        self.plan.clear()
        self.search.forget()

    def _best_move(self, position: Position) -> int:
        outlook = self.game.search_position(position)
        moves = legal_moves(outlook)
        if len(moves) > 1:
            self.found = self.search.search(outlook, self._turn_limits())
            moves = self.found.lines[0].moves
        return moves[0]

    def _turn_limits(self) -> Limits:
        """The player's limits; the clock shortens only a limit of time.

        Limits of nodes and depth stay as they are, so that games are reproducible.
        """
        own = self.limits
        if own.nodes or own.depth or not self.max_turn_s:
            return own if any(own[:3]) else own._replace(nodes=DEFAULT_MOVE_NODES)
        return own._replace(seconds=min(own.seconds or self.max_turn_s, self.max_turn_s))
