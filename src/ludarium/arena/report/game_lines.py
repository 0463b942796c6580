"""Game lines: one line for each finished game, where there is no terminal for a live table."""

from __future__ import annotations

from contextlib import nullcontext

from rich.console import Console

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.schedule import Format
from ludarium.arena.formats.unit import EventProgress, GameResult


class GameLines:
    """Prints a line for each game."""

    def __init__(self, event: ArenaEvent, plan: Format, console: Console) -> None:
        self.event = event
        self.plan = plan
        self.console = console
        self.live = nullcontext()
        self.count: int | None = None

    def update(self, progress: EventProgress) -> None:
        """Note how many games an earlier run has played."""
        if self.count is None:
            self.count = progress.count
            if progress.count:
                self._print(f"{progress.count} games were played before.")

    def add_game(self, result: GameResult) -> None:
        """Print the line of a game."""
        self.count = (self.count or 0) + 1
        players = " - ".join(self.event.entrants[who].name for who in result.lineup)
        self._print(
            f"Game {self.count} of {self.plan.total()} ({result.unit + 1}.{result.game + 1}):"
            f" {players}: {describe_points(result)}, {result.reason}, {result.plies} moves"
        )

    def _print(self, line: str) -> None:
        self.console.print(line, markup=False, highlight=False, soft_wrap=True)


def describe_points(result: GameResult) -> str:
    """The points of each seat: 1-0, 1/2-1/2."""
    words = {1.0: "1", 0.0: "0", 0.5: "1/2"}
    return "-".join(words.get(points, f"{points:.2g}") for points in result.points)
