"""How many games an arena plays in a second, by itself, with programs, and on Ray."""

from __future__ import annotations

import os
import resource
import shlex
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from ludarium import games
from ludarium.arena.formats.engine_words import list_entrants
from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.report.live_table import LiveTable
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.executor import open_executor
from ludarium.arena.run.runner import Runner

ROOT = Path(__file__).parent.parent
AGENT = ROOT / "examples" / "agents" / "randomly.py"
PROGRAM = f"subprocess:{sys.executable} {shlex.quote(str(AGENT))}"
WARM = 8  # games before the clock runs, so that workers are there


class Pace(NamedTuple):
    """What an event took: games in a second of the clock, and of all processors together."""

    games: int
    seconds: float
    processor: float

    @property
    def speed(self) -> float:
        """Games in a second of the clock."""
        return self.games / self.seconds


def pace(
    game: str,
    player: str,
    count: int,
    kind: str = "processes",
    sandbox: str = "off",
    restart: bool = False,
) -> Pace:
    """Play so many games of a player against itself, everything stored and shown."""
    with tempfile.TemporaryDirectory() as folder:
        event = ArenaEvent(
            format="match",
            grounds=(describe_game(game),),
            entrants=list_entrants([player, player], restart=restart),
            length=-(-(count + WARM) // 2),
            sandbox=sandbox,
        )
        executor = open_executor(kind)
        plan = open_format(event)
        board = LiveTable(event, plan, Console(quiet=True))
        clock = [0.0]

        with EventStore(Path(folder) / "event", event) as store:
            runner = Runner(store, plan, executor)

            def tell(progress: object) -> None:
                if not clock[0] and runner.progress.count >= WARM:
                    clock[0] = time.monotonic()
                    clock.append(runner.progress.count)
                board.update(runner.progress)

            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            progress = runner.run(tell)
            spent = time.monotonic() - clock[0]
        executor.close()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Pace(progress.count - round(clock[1]), spent, used)


def speeds(seconds: float) -> Table:
    """Random players in our workers and as programs, kept or started for each game."""
    cores = len(os.sched_getaffinity(0))
    table = Table(
        f"random-v-random on {cores} cores", "in process /s", "programs /s", "restarted /s", "ratio"
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for game in track(games(), "games", console=Console(stderr=True), transient=True):
        trial = pace(game, "random", 20)
        inside = pace(game, "random", max(int(trial.speed * seconds), 20))
        outside = pace(game, PROGRAM, max(int(20 * seconds), 8))
        started = pace(game, PROGRAM, max(int(4 * seconds), 8), restart=True)
        ratio = f"{outside.speed / started.speed:.1f}"
        found = (inside.speed, outside.speed, started.speed)
        table.add_row(game, *(f"{speed:.1f}" for speed in found), ratio)
    return table


def end_to_end(count: int) -> str:
    """Many games of Skysummit, from the first process to the last commit."""
    began = time.monotonic()
    found = pace("skysummit", "random", count - WARM)
    spent = time.monotonic() - began
    return (
        f"{count} games of skysummit, all stored: {spent:.1f} s ({count / spent:.0f} games/s),"
        f" {found.processor:.1f} s of CPU in the workers"
    )


def ray_to_processes(count: int) -> str:
    """The same event on Ray and in our own processes."""
    if find_spec("ray") is None:
        return "Ray is not installed: no ratio"
    ours = pace("skysummit", "random", count)
    theirs = pace("skysummit", "random", count, "ray")
    return (
        f"Ray : processes, {count} games of skysummit: {theirs.speed / ours.speed:.2f}"
        f" ({theirs.speed:.0f} and {ours.speed:.0f} games/s)"
    )


def report(console: Console, count: int = 10_000, seconds: float = 3.0) -> None:
    """Print everything."""
    console.print(speeds(seconds))
    console.print(end_to_end(count))
    console.print(ray_to_processes(min(count, 2000)))
