"""A person at the terminal as a contender: prints the board and reads moves in notation."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludarium.agents.contender import Allowance, Forfeit, Reply
from ludarium.core import text_renderer
from ludarium.core.errors import IllegalMove, cite_rule
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match


class HumanContender:
    """Accepts any number of illegal inputs. The clock is checked only after a legal move."""

    stderr = ""

    def __init__(
        self, read_answer: Callable[[str], str] = input, print_line: Callable[[str], None] = print
    ) -> None:
        self.read_answer = read_answer
        self.print_line = print_line

    def start_game(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Print the name of the person's seat."""
        self.name = game.seat_names[seat]
        self.exposed = expose_legal_moves
        self.print_line(f"{game.title}: you are {self.name}.")

    def request_move(self, match: Match, allowance: Allowance) -> Reply:
        """Print the board, then read lines until one is a legal move."""
        began = time.monotonic()
        game, position = match.game, match.position
        self.print_line(text_renderer.draw_scene(game.scene(position), game.slot_letters))
        if self.exposed:
            self.print_line("  ".join(game.notate(position, move) for move in game.moves(position)))
        limit = "" if allowance.seconds is None else f" ({allowance.seconds:.0f} s)"
        while True:
            try:
                written = self.read_answer(f"{self.name}{limit}> ").strip()
                move = game.move_from_notation(position, written)
            except EOFError:
                raise Forfeit("crash", "The input of the terminal has ended.") from None
            except IllegalMove as refusal:
                self.print_line(cite_rule(refusal))
                continue
            seconds = time.monotonic() - began
            if allowance.seconds is not None and seconds > allowance.seconds:
                raise Forfeit("timeout", "The move came too late.", written)
            return Reply(move, seconds, [])

    def end_game(self, outcome: Outcome) -> None:
        """Print the outcome."""
        won = "No seat wins" if outcome.winner is None else f"Seat {outcome.winner} wins"
        self.print_line(f"{won}: {outcome.reason}.")

    def close(self) -> None:
        """Do nothing: no process belongs to a person."""
