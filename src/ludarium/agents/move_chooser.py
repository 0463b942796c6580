"""MoveChooser: the interface of built-in players, and the two simplest of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from ludarium.core.game import AnyGame
from ludarium.core.position import Position


class MoveChooser(Protocol):
    """Chooses the moves of one seat, inside this process."""

    def choose_move(self, position: Position) -> int:
        """Return a legal move of a running game."""

    def limit_time(self, seconds: float) -> None:
        """Limit the time of each later turn; 0 removes the limit."""

    def forget(self) -> None:
        """Clear all memory of the last game."""


# Makes a player from the game, the seed and a limit of nodes for each move, 0 for none.
PlayerFactory = Callable[[AnyGame, int, int], MoveChooser]


class RandomPlayer:
    """Draws every move at random. The same seed gives the same moves."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.forget()

    def choose_move(self, position: Position) -> int:
        """Return a random legal move."""
        return self.rng.choice(self.game.moves(position))

    def limit_time(self, seconds: float) -> None:
        """Do nothing: a random move takes no time."""

    def forget(self) -> None:
        """Restart the random numbers from the seed."""
        self.rng = Random(self.seed)


class FirstPlayer:
    """Plays the first legal move."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose_move(self, position: Position) -> int:
        """Return the first legal move."""
        return self.game.moves(position)[0]

    def limit_time(self, seconds: float) -> None:
        """Do nothing: the first move takes no time."""

    def forget(self) -> None:
        """Do nothing: the player has no memory."""
