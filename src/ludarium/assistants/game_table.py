"""A game between an assistant and built-in players, told in text."""

from __future__ import annotations

from copy import copy
from typing import Any

from ludarium.agents.player_spec import read_player_spec
from ludarium.analysis.position_analysis import Analyst
from ludarium.assistants.board_text import describe_board
from ludarium.core.errors import IllegalMove, InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.match import Match, Player
from ludarium.search.limits import Limits

MEBIBYTES = 16  # of the table of an analysis


class GameTable:
    """One seat is the assistant's, a level or another built-in player has the others."""

    def __init__(
        self,
        game: AnyGame,
        opponent: str,
        *,
        seat: int = 0,
        seats: int | None = None,
        seed: int = 0,
        show_moves: bool = True,
        opponent_nodes: int = 0,
    ) -> None:
        count = seats or game.seat_counts[0]
        if count not in game.seat_counts:
            raise InvalidOption("wrong_seats", f"{game.title} has {game.seat_counts} seats.")
        if not 0 <= seat < count:
            raise InvalidOption("wrong_seat", f"A seat is 0 to {count - 1}.")
        spec = read_player_spec(opponent)
        players = [
            Player("assistant", "human") if at == seat else Player(opponent, "bot")
            for at in range(count)
        ]
        self.game = game
        self.seat = seat
        self.show_moves = show_moves
        self.match = Match(game, seed, players)
        self.opponents = {
            at: spec.make_player(game, seed + at, opponent_nodes)
            for at in range(count)
            if at != seat
        }
        self.last_answers: list[str] = []
        self._analyst: Analyst | None = None
        self._let_opponents_move()

    def play(self, notation: str) -> None:
        """Play a move of the assistant and the answers; IllegalMove says why it cannot be."""
        if self.match.outcome is not None:
            raise IllegalMove("game_over", "The game has ended.", "G3")
        self.match.play(self.game.move_from_notation(self.match.position, notation.strip()))
        self.last_answers = []
        self._let_opponents_move()

    def copy_after(self, notation: str) -> GameTable:
        """A copy of the table after a move of the assistant, before any answer; to analyse only."""
        copied = copy(self)
        copied.match = copy(self.match)
        copied.match.position = self.match.position.copy()
        copied.match.moves = list(self.match.moves)
        copied.match.play(self.game.move_from_notation(self.match.position, notation))
        return copied

    def resign(self) -> None:
        """End the game as a loss of the assistant."""
        if self.match.outcome is None:
            self.match.resign(self.seat)

    def legal_moves(self) -> list[str]:
        """The notations of the legal moves; empty after the end."""
        if self.match.outcome is not None:
            return []
        position = self.match.position
        return [self.game.notate(position, move) for move in self.game.moves(position)]

    def describe(self) -> dict[str, Any]:
        """The game as an assistant reads it."""
        outcome = self.match.outcome
        position = self.match.position
        names = self.game.seat_names
        state: dict[str, Any] = {
            "game": self.game.id,
            "ruleset": self.game.ruleset,
            "you_are": names[self.seat],
            "to_move": None if outcome else names[position.to_move],
            "answers": self.last_answers,
            "moves_played": len(self.match.moves),
            **describe_board(self.game, position),
        }
        if outcome is not None:
            winner = outcome.winner
            state["winner"] = None if winner is None else names[winner]
            state["reason"] = self.game.reasons.get(outcome.reason, outcome.reason)
        elif self.show_moves:
            state["legal_moves"] = self.legal_moves()
        return state

    def analyse(self, nodes: int, lines: int = 3) -> dict[str, Any]:
        """The best lines of the position, with the chance of the seat to move."""
        if self.match.outcome is not None:
            raise IllegalMove("game_over", "The game has ended.", "G3")
        if self._analyst is None:
            self._analyst = Analyst(self.game, MEBIBYTES)
        found = self._analyst.analyse(self.match.position, Limits(nodes=nodes, lines=lines))
        return {
            "to_move": self.game.seat_names[found.seat],
            "depth": found.depth,
            "lines": [
                {"chance": round(line.chance, 3), "moves": list(line.notation)}
                for line in found.lines
            ],
        }

    def _let_opponents_move(self) -> None:
        while self.match.outcome is None and self.match.position.to_move != self.seat:
            position = self.match.position
            move = self.opponents[position.to_move].choose_move(position)
            name = self.game.seat_names[position.to_move]
            self.last_answers.append(f"{name}: {self.game.notate(position, move)}")
            self.match.play(move)
