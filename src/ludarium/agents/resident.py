"""A contender of our own in this process: a level, a search, or somebody who hardly thinks."""

from __future__ import annotations

import time
from random import Random
from typing import Any, Protocol

from ludarium.agents.contender import Allowance, Forfeit, Reply
from ludarium.agents.searcher import FixedLimitPlayer
from ludarium.agents.timecontrol import budget
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match
from ludarium.core.position import Position


class Chooser(Protocol):
    """Asked for a move of a position, it gives one."""

    def choose(self, position: Position) -> int:
        """A legal move of a running game."""

    def hurry(self, seconds: float) -> None:
        """Take no longer than this for a turn; 0 is as long as it likes."""

    def forget(self) -> None:
        """Begin a new game."""


class Maker(Protocol):
    """Makes the player of a game."""

    def player(self, game: AnyGame, seed: int = 0, nodes: int = 0) -> Chooser:
        """Somebody to play with; `nodes` limits what it looks at beside its own limits."""


class Resident:
    """Trusted to move legally; only its clock is looked at."""

    stderr = ""

    def __init__(self, maker: Maker) -> None:
        self.maker = maker

    def start(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Forget all about the last game."""
        self.seed = seed
        self.chooser: Chooser | None = None

    def ask(self, match: Match, allowance: Allowance) -> Reply:
        """Its move, and what its search says of it."""
        if self.chooser is None:
            self.chooser = self.maker.player(match.game, self.seed, allowance.nodes or 0)
        began = time.monotonic()
        self.chooser.hurry(budget(allowance))
        move = self.chooser.choose(match.position)
        seconds = time.monotonic() - began
        if allowance.seconds is not None and seconds > allowance.seconds:
            raise Forfeit("timeout", "The player did not answer in time.", f"{seconds:.3f} s")
        return Reply(move, seconds, _infos(self.chooser))

    def end(self, outcome: Outcome) -> None:
        """Let it go."""
        self.chooser = None

    def close(self) -> None:
        """Nothing is left of it."""


class RandomPlayer:
    """Draws every move."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.forget()

    def choose(self, position: Position) -> int:
        """Any legal move."""
        return self.rng.choice(self.game.moves(position))

    def hurry(self, seconds: float) -> None:
        """It cannot be quicker."""

    def forget(self) -> None:
        """Draw the same as in the last game."""
        self.rng = Random(self.seed)


class FirstPlayer:
    """Plays the first of the legal moves."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def choose(self, position: Position) -> int:
        """The first legal move."""
        return self.game.moves(position)[0]

    def hurry(self, seconds: float) -> None:
        """It cannot be quicker."""

    def forget(self) -> None:
        """It never knew anything."""


def _infos(chooser: Chooser) -> list[dict[str, Any]]:
    """What a search found out for its last turn, told once."""
    found = chooser.found if isinstance(chooser, FixedLimitPlayer) else None
    if found is None:
        return []
    assert isinstance(chooser, FixedLimitPlayer)
    chooser.found = None
    return [{"depth": found.depth, "score": found.lines[0].score, "nodes": found.nodes}]
