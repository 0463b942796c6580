"""Calibrates the dial of a game from the terminal: plays its matches and prints the Elo."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ludarium.agents.level_ratings import GameRatings
from ludarium.arena.report.dial import DialTerms, dial_pairs, rate_dial, style_pairs
from ludarium.arena.run.executor import Executor
from ludarium.arena.session import run_event


class SharedExecutor:
    """An executor that an event does not close; its owner does."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.capacity = executor.capacity

    @property
    def running(self) -> int:
        """How many jobs are submitted and not yet collected."""
        return self.executor.running

    def submit(self, task: Callable[[Any], Any], job: Any) -> None:
        """Run a task on a job."""
        self.executor.submit(task, job)

    def collect(self) -> list[tuple[Any, Any]]:
        """All finished jobs with their results."""
        return self.executor.collect()

    def abort_jobs(self) -> None:
        """Abort running jobs; their results are lost."""
        self.executor.abort_jobs()

    def close(self) -> None:
        """Do nothing."""


def calibrate_game(
    name: str,
    terms: DialTerms,
    folder: Path,
    executor: Executor,
    console: Console,
    styles: bool = True,
) -> GameRatings:
    """Play the matches of a game, or the rest of them, and print its dial.

    All matches use the executor, because starting processes takes longer than a short match.
    """
    shared = SharedExecutor(executor)
    pairs = [*dial_pairs(name, terms), *(style_pairs(name, terms) if styles else [])]
    for number, pair in enumerate(pairs, 1):
        console.print(
            f"{name}: match {number} of {len(pairs)}, level {pair.player} against {pair.against}",
            markup=False,
            highlight=False,
        )
        run_event(pair.event, folder, lambda: shared, console, lambda store, console: None)
    found = rate_dial(name, terms, folder, command_line(name, terms))
    assert found is not None
    console.print(dial_table(found))
    return found


def command_line(name: str, terms: DialTerms) -> str:
    """The command that plays these matches."""
    words = ["ludarium", "strength", "calibrate", name, "--games", str(terms.games)]
    words += ["--costly-games", str(terms.costly_games)]
    if terms.engine_nodes:
        words += ["--engine-nodes", str(terms.engine_nodes)]
    return shlex.join([*words, "--seed", str(terms.seed), "--publish"])


def dial_table(ratings: GameRatings) -> Table:
    """The levels with their Elo, and the score against the next weaker one."""
    table = Table("level", "Elo", "95 % interval", "games", "score against the weaker neighbour")
    scores = {pair.player.partition(":")[0]: pair for pair in ratings.pairs}
    for level, rating in ratings.levels.items():
        pair = scores.get(level)
        table.add_row(
            level,
            str(rating.elo),
            f"{rating.low} to {rating.high}",
            str(pair.games) if pair else "",
            f"{pair.score:.3f}" if pair else "",
        )
    for pair in ratings.styles:
        table.add_row(pair.player.partition(":")[0], "", "", str(pair.games), f"{pair.score:.3f}")
    return table
