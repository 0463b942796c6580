"""A match: one game in play, with its set-up, players and moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.core.errors import InvalidState
from ludarium.core.game import AnyGame, Move, Outcome, State
from ludarium.core.position import ONGOING, Position

# Reasons for an end that no rules know.
OUTSIDE_REASONS = {
    "resigned": "A player resigned.",
    "draw_agreed": "The players agreed on a draw.",
    "timeout": "A player ran out of time.",
    "abandoned": "A player left the game.",
    "aborted": "The game was broken off.",
    "illegal_move": "A program tried an illegal move.",
    "agent_error": "A program reported an error.",
    "crash": "A program stopped working.",
    "adjudicated_resign": "Adjudicated: the scores of the players said that the game was lost.",
    "adjudicated_draw": "Adjudicated a draw: the scores of the players stayed level.",
    "adjudicated_proof": "Adjudicated: a search proved the result.",
    "adjudicated_length": "Adjudicated a draw: the game reached the maximum of moves.",
}


class Player(NamedTuple):
    """The player of a seat: a name, and a kind such as `human` or `random`."""

    name: str
    kind: str


class Match:
    """The position of a match and the moves that led to it."""

    def __init__(
        self,
        game: AnyGame,
        seed: int = 0,
        players: Sequence[Player] = (),
        start: State | None = None,
    ) -> None:
        """`start` is the state of another first position; raises InvalidState if it is none."""
        self.game = game
        self.seed = seed
        self.start = start
        self.players = list(players) or [Player(name, "human") for name in game.seat_names[:2]]
        self.moves: list[int] = []
        self.position = self.first_position()
        self._ended: Outcome | None = None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, by the rules or from outside; None while the match runs."""
        return self._ended or self.game.result(self.position)

    def play(self, move: int) -> None:
        """Play a legal move."""
        self.game.advance(self.position, move)
        self.moves.append(move)

    def end(self, outcome: Outcome) -> None:
        """End the match from outside the rules."""
        self._ended = outcome

    def resign(self, seat: int) -> None:
        """End the match by resignation. With three seats no seat wins by that."""
        others = [other for other in range(len(self.players)) if other != seat]
        self.end(Outcome(others[0] if len(others) == 1 else None, "resigned"))

    def undo(self, count: int = 1) -> None:
        """Undo the last moves, and an end from outside the rules."""
        self.moves = self.moves[: max(len(self.moves) - count, 0)]
        self._ended = None
        # Replayed, because a position cannot undo more than UNDO_DEPTH moves.
        self.position = self.first_position()
        for move in self.moves:
            self.game.advance(self.position, move)

    def steps(self) -> Iterator[tuple[Position, int]]:
        """Every move with the position before it; the position object is reused."""
        position = self.first_position()
        for move in self.moves:
            yield position, move
            self.game.advance(position, move)

    def moves_as_json(self) -> list[Move]:
        """The moves as JSON."""
        return [self.game.move_to_json(position, move) for position, move in self.steps()]

    def first_position(self) -> Position:
        """The position before the first move, as a new object."""
        first: Position
        if self.start is None:
            first = self.game.new(self.seed, len(self.players))
            return first
        first = self.game.state_from_json(self.start)
        if first.seats != len(self.players) or first.verdict != ONGOING:
            raise InvalidState(
                "wrong_start", "A game begins in a running position with a player for each seat."
            )
        return first
