"""Forfeit lines: what a program last said before it forfeited, for its author's terminal."""

from __future__ import annotations

from contextlib import nullcontext

from rich.console import Console

from ludarium.agents.hosting.protocol import printable_line
from ludarium.arena.formats.unit import EventProgress, GameResult
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.game_loop import GameExtras


class ForfeitLines:
    """Prints the error of a forfeit; the same error of the same entrant is printed once."""

    def __init__(self, store: EventStore, console: Console) -> None:
        self.store = store
        self.console = console
        self.live = nullcontext()
        self.told: set[str] = set()

    def update(self, progress: EventProgress) -> None:
        """Nothing: errors are printed game by game."""

    def add_game(self, result: GameResult) -> None:
        """Print the error of a game that was forfeited."""
        if result.forfeit is None:
            return
        error = last_error(self.store.game(result.unit, result.game).extras)
        name = self.store.event.entrants[result.lineup[result.forfeit]].name
        line = f"{name}, {result.reason}: {error}"
        if error and line not in self.told:
            self.told.add(line)
            self.console.print(line, markup=False, highlight=False, soft_wrap=True)


def last_error(extras: GameExtras) -> str:
    """The last line that the program at fault wrote as an error, else the output refused."""
    if extras.fault is None:
        return ""
    written = extras.stderr.get(extras.fault.seat, "").strip() or extras.fault.detail.strip()
    return printable_line(written.splitlines()[-1].encode()) if written else extras.fault.message
