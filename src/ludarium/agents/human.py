"""A contender at the terminal: shown the board, and asked for a move in notation."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludarium.agents.contender import Allowance, Forfeit, Reply
from ludarium.core import text_renderer
from ludarium.core.errors import IllegalMove
from ludarium.core.game import AnyGame, Outcome
from ludarium.core.match import Match


class Human:
    """May be wrong as often as there is time; nobody interrupts a person who is typing."""

    stderr = ""

    def __init__(
        self, ask: Callable[[str], str] = input, tell: Callable[[str], None] = print
    ) -> None:
        self.question = ask
        self.tell = tell

    def start(
        self, game: AnyGame, seat: int, seats: int, seed: int, expose_legal_moves: bool
    ) -> None:
        """Say which seat it is."""
        self.name = game.seat_names[seat]
        self.exposed = expose_legal_moves
        self.tell(f"{game.title}: you are {self.name}.")

    def ask(self, match: Match, allowance: Allowance) -> Reply:
        """Ask until the answer is a legal move."""
        began = time.monotonic()
        game, position = match.game, match.position
        self.tell(text_renderer.draw_scene(game.scene(position)))
        if self.exposed:
            self.tell("  ".join(game.notate(position, move) for move in game.moves(position)))
        limit = "" if allowance.seconds is None else f" ({allowance.seconds:.0f} s)"
        while True:
            try:
                written = self.question(f"{self.name}{limit}> ").strip()
                move = game.move_from_notation(position, written)
            except EOFError:
                raise Forfeit("crash", "Nobody is at the terminal.") from None
            except IllegalMove as refusal:
                self.tell(f"{refusal.message} (rule {refusal.rule})")
                continue
            seconds = time.monotonic() - began
            if allowance.seconds is not None and seconds > allowance.seconds:
                raise Forfeit("timeout", "The move came too late.", written)
            return Reply(move, seconds, [])

    def end(self, outcome: Outcome) -> None:
        """Say how it ended."""
        won = "Nobody wins" if outcome.winner is None else f"Seat {outcome.winner} wins"
        self.tell(f"{won}: {outcome.reason}.")

    def close(self) -> None:
        """Nothing is left to do."""
