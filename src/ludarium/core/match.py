"""A match: one game being played, with its set-up, its players and its moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.core.game import AnyGame, Move, Outcome
from ludarium.core.position import Position

# Ways a game ends that its rules do not know.
OUTSIDE_REASONS = {
    "resigned": "A player resigned.",
    "draw_agreed": "The players agreed on a draw.",
    "timeout": "A player ran out of time.",
    "abandoned": "A player left the game.",
    "aborted": "The game was broken off.",
    "illegal_move": "A program tried an illegal move.",
    "agent_error": "A program reported an error.",
    "crash": "A program stopped working.",
}


class Player(NamedTuple):
    """Who sits in a seat: a name, and `human`, `random` or another kind of player."""

    name: str
    kind: str


class Match:
    """The position and how it came about."""

    def __init__(self, game: AnyGame, seed: int = 0, players: Sequence[Player] = ()) -> None:
        self.game = game
        self.seed = seed
        self.players = list(players) or [Player(name, "human") for name in game.seat_names[:2]]
        self.moves: list[int] = []
        self.position = self._first()
        self._ended: Outcome | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, by the rules or from outside; None while it runs."""
        return self._ended or self.game.result(self.position)

    def play(self, move: int) -> None:
        """Play a legal move."""
        self.game.advance(self.position, move)
        self.moves.append(move)

    def end(self, outcome: Outcome) -> None:
        """End the match from outside the rules."""
        self._ended = outcome

    def resign(self, seat: int) -> None:
        """One seat gives up; with three seats nobody wins by that."""
        others = [other for other in range(len(self.players)) if other != seat]
        self.end(Outcome(others[0] if len(others) == 1 else None, "resigned"))

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, and an ending from outside."""
        self.moves = self.moves[: max(len(self.moves) - count, 0)]
        self._ended = None
        # Replayed rather than undone: a position forgets what is further back than UNDO_DEPTH.
        self.position = self._first()
        for move in self.moves:
            self.game.advance(self.position, move)

    def steps(self) -> Iterator[tuple[Position, int]]:
        """Every move with the position before it, which goes on to the next step."""
        position = self._first()
        for move in self.moves:
            yield position, move
            self.game.advance(position, move)

    def moves_as_json(self) -> list[Move]:
        """The moves as the game writes them."""
        return [self.game.move_to_json(position, move) for position, move in self.steps()]

    def _first(self) -> Position:
        first: Position = self.game.new(self.seed, len(self.players))
        return first
