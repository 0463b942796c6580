"""How long each level takes for a move beside busy processes."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager

from rich.console import Console
from rich.progress import track
from rich.table import Table

from ludarium import ONGOING, AnyGame, Position, games, load
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import LEVELS, find_level

BUSY_PROCESSES = 4
OPENING = 30  # random moves before a match, at most


@contextmanager
def load_processes(count: int) -> Iterator[None]:
    """Run so many busy processes beside the players."""
    command = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(command) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def opened(game: AnyGame, rng: random.Random) -> Position:
    """A running position some random moves into a match."""
    while True:
        position: Position = game.new(rng.randrange(1 << 30), rng.choice(game.seat_counts))
        for _ in range(rng.randrange(OPENING)):
            game.advance(position, rng.choice(game.moves(position)))
            if position.verdict != ONGOING:
                break
        else:
            return position


def seconds(game: AnyGame, level: str, moves: int) -> Iterator[float]:
    """The times of so many moves that were thought about, of a level against itself."""
    rng = random.Random(f"{game.id} {level}")
    position = opened(game, rng)
    player = LevelPlayer(game, level, seats=position.seats)
    timed = 0
    while timed < moves:
        planned = bool(player.plan)  # the rest of a turn needs no thought, nor the clock
        began = time.perf_counter()
        move = player.choose_move(position)
        if not planned:
            timed += 1
            yield time.perf_counter() - began
        game.advance(position, move)
        if position.verdict != ONGOING:
            position = opened(game, rng)
            player.forget()


def timed(name: str, level: str, moves: int) -> list[float]:
    """The times of a game and level, the slowest last."""
    return sorted(seconds(load(name), level, moves))


def report(moves: int, names: list[str], levels: list[str], together: int) -> Table:
    """The slowest moves of every game and level beside busy processes.

    `together` are timed at the same time, so that each is a busy process for the others. The
    strongest levels come first: while the last game of them is timed, the others are not idle.
    """
    table = Table("game", "level", "moves", "median s", "99 % s", "slowest s", "late")
    for column in table.columns[2:]:
        column.justify = "right"
    chosen = names or games()
    busy = max(BUSY_PROCESSES + 1 - together, 0)
    with load_processes(busy), ProcessPoolExecutor(together) as pool:
        running = {
            pool.submit(timed, name, level, moves): (name, level)
            for level in reversed(levels or LEVELS)
            for name in chosen
        }
        console = Console(stderr=True)
        ended = as_completed(running)
        for future in track(ended, "timing", len(running), console=console, transient=True):
            row = timing_row(*running[future], future.result())
            table.add_row(*row)
            # So that hours of measuring leave something behind if they are interrupted.
            console.print("{} {}: {} moves, {} s, 99 % {} s, slowest {} s, {} late".format(*row))
    return table


def timing_row(name: str, level: str, spent: list[float]) -> list[str]:
    """The row of a game and level; `spent` has the slowest move last."""
    return [
        name,
        level,
        str(len(spent)),
        f"{statistics.median(spent):.2f}",
        f"{spent[(99 * len(spent) - 1) // 100]:.2f}",
        f"{spent[-1]:.2f}",
        str(sum(second > find_level(name, level).answer for second in spent)),
    ]
