"""TurnPlan: the remaining moves of a turn that a search has already chosen as a whole."""

from __future__ import annotations

from ludarium.core.game import AnyGame
from ludarium.core.position import Position


class TurnPlan:
    """Holds each planned move with the key of the position for which it was planned."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.steps: list[tuple[int, int]] = []

    def __len__(self) -> int:
        return len(self.steps)

    def applies_to(self, position: Position) -> bool:
        """Whether the next planned move belongs to this position."""
        return len(self) > 0 and self.steps[0][0] == position.key()

    def plan_turn(self, position: Position, move: int) -> None:
        """Replace the plan by the legal moves of one move of the search."""
        self.steps = []
        after = position.copy()
        for step in self.game.expand_turn(position, move):
            self.steps.append((after.key(), step))
            self.game.advance(after, step)

    def next_move(self) -> int:
        """Remove the next move from the plan and return it."""
        return self.steps.pop(0)[1]

    def clear(self) -> None:
        """Drop the plan."""
        self.steps = []
