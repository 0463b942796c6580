"""Prints how fast rules and searches are, their memory, and what hosting and building cost."""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import arena, batch, confine, timing
from bench.evaluate import widest_vectors
from bench.selfplay import LABEL_NODES
from bench.think import trained
from ludarium.core.network import VECTOR_PATHS

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent
MATCHES = 1000
FILE_COLUMNS = 240  # of a table that is not printed on a terminal
TURNS = 300
NETWORK_WIDTHS = (128, 256, 512, 1024)
SELFPLAY_GAMES = ("skysummit", "caldera", "ludus", "forge", "pyramids")
BUILD = ROOT / "build" / "bench"


class Walk(NamedTuple):
    """A perft walk: so deep compiled, so deep interpreted, after so many random plies."""

    game: str
    compiled: int
    interpreted: int
    plies: int = 0


WALKS = (
    Walk("skysummit", 4, 3),
    Walk("caldera", 5, 3),
    Walk("ludus", 4, 3),
    Walk("ludus", 4, 2, 60),
    Walk("pyramids", 4, 3),
    Walk("pyramids", 4, 3, 60),
    Walk("forge", 6, 4),
)


def printed(command: list[str], pure: bool = False) -> list[float]:
    """The numbers that a program prints."""
    environment = os.environ | {"LUDARIUM_PURE": "1" if pure else ""}
    output = subprocess.run(
        command, env=environment, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return [float(number) for number in output.split()]


def rate(command: list[str], pure: bool = False) -> float:
    """Leaves or nodes per CPU second of one walk or search."""
    done, seconds = printed(command, pure)
    return done / seconds


def walker(walk: Walk, depth: int) -> list[str]:
    """The command of a walk in Python."""
    return [sys.executable, "-m", "bench.walk", walk.game, str(depth), str(walk.plies)]


def c_walker(walk: Walk) -> list[str] | None:
    """The command of the same walk in C, where there is one."""
    source = FOLDER / f"{walk.game}.c"
    if walk.plies or not source.is_file():
        return None
    BUILD.mkdir(parents=True, exist_ok=True)
    program = BUILD / walk.game
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-o", program, source], check=True)
    return [str(program), str(walk.compiled)]


def measure(rounds: int) -> Table:
    """Every walk compiled, interpreted and in C, one after the other, several times."""
    table = Table(
        "walk", "compiled M/s", "interpreted M/s", "compiled : interpreted", "compiled : C"
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for walk in track(WALKS, "walks", console=Console(stderr=True), transient=True):
        in_c = c_walker(walk)
        runs = [
            (
                rate(walker(walk, walk.compiled)),
                rate(walker(walk, walk.interpreted), pure=True),
                rate(in_c) if in_c else 0.0,
            )
            for _ in range(rounds)
        ]
        fast, slow, _ = (statistics.median(column) / 1e6 for column in zip(*runs, strict=True))
        to_slow = statistics.median(run[0] / run[1] for run in runs)
        to_c = f"{statistics.median(run[0] / run[2] for run in runs):.2f}" if in_c else "-"
        where = f" after {walk.plies} plies" if walk.plies else ""
        table.add_row(f"{walk.game}{where}", f"{fast:.1f}", f"{slow:.3f}", f"{to_slow:.0f}", to_c)
    return table


def measure_search(rounds: int) -> Table:
    """Every game searched by hand and with its network, each time beside a walk of the rules."""
    table = Table("search", "by hand M/s", "to the walk", "with network M/s", "to the walk")
    for column in table.columns[1:]:
        column.justify = "right"
    walks = [walk for walk in WALKS if not walk.plies]
    for walk in track(walks, "searches", console=Console(stderr=True), transient=True):
        kinds = ("hand", "trained") if trained(walk.game) else ("hand",)
        runs = [
            (
                rate(walker(walk, walk.compiled)),
                *(rate(searcher(walk.game, kind)) for kind in kinds),
            )
            for _ in range(rounds)
        ]
        cells = [walk.game]
        for kind in range(1, len(kinds) + 1):
            cells.append(f"{statistics.median(run[kind] for run in runs) / 1e6:.2f}")
            cells.append(f"{statistics.median(run[kind] / run[0] for run in runs):.4f}")
        table.add_row(*cells)
    return table


def measure_network(rounds: int) -> Table:
    """Evaluations of networks of several widths, with every kind of vectors of the processor."""
    paths = VECTOR_PATHS[: widest_vectors() + 1]
    table = Table("network", *(f"{path} M/s" for path in paths))
    for column in table.columns[1:]:
        column.justify = "right"
    for hidden in NETWORK_WIDTHS:
        command = [sys.executable, "-m", "bench.evaluate", "skysummit", str(hidden)]
        speeds = [
            statistics.median(rate([*command, path]) for _ in range(rounds)) / 1e6 for path in paths
        ]
        table.add_row(f"skysummit, {hidden} units", *(f"{speed:.2f}" for speed in speeds))
    return table


def measure_selfplay(rounds: int) -> Table:
    """Positions that self-play of two seats labels on one core."""
    table = Table("self-play", f"labels/s at {LABEL_NODES} nodes")
    table.columns[1].justify = "right"
    for game in SELFPLAY_GAMES:
        command = [sys.executable, "-m", "bench.selfplay", game]
        labels = statistics.median(rate(command) for _ in range(rounds))
        table.add_row(game, f"{labels:.0f}")
    return table


def searcher(game: str, kind: str) -> list[str]:
    """The command of a search."""
    return [sys.executable, "-m", "bench.think", game, kind]


def memory() -> Table:
    """What searches of many short matches take beside their table, and whether it grows."""
    table = Table("memory", "matches", "table MiB", "peak MiB", "growth after a tenth KiB")
    for column in table.columns[1:]:
        column.justify = "right"
    for game in sorted({walk.game for walk in WALKS}):
        command = [sys.executable, "-m", "bench.memory", game, str(MATCHES)]
        size, warm, peak = printed(command)
        cells = (f"{size / 1024**2:.0f}", f"{peak / 1024:.0f}", f"{peak - warm:.0f}")
        table.add_row(game, str(MATCHES), *cells)
    return table


def host(rounds: int) -> Table:
    """The cost of a hosted program: a move that is answered at once, the start and the end."""
    table = Table(
        "host", "sandbox", "move ms", "bare pipes ms", "overhead ms", "start ms", "end ms"
    )
    for column in table.columns[2:]:
        column.justify = "right"
    settings = [(game, "off") for game in sorted({walk.game for walk in WALKS})]
    for game, sandbox in [*settings, ("skysummit", "auto")]:
        command = [sys.executable, "-m", "bench.host", game, str(TURNS), sandbox]
        runs = [printed(command) for _ in range(rounds)]
        move, bare, _, start, end = (statistics.median(run) for run in zip(*runs, strict=True))
        over = statistics.median(run[0] - run[1] for run in runs)
        cells = (f"{move:.2f}", f"{bare:.2f}", f"{over:.2f}", f"{start:.0f}", f"{end:.0f}")
        table.add_row(game, sandbox, *cells)
    return table


def start_up() -> str:
    """What importing the package costs beside an interpreter that does nothing."""

    def spent(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    runs = [(spent("import ludarium"), spent("pass")) for _ in range(9)]
    imported = statistics.median(run[0] for run in runs)
    nothing = statistics.median(run[1] for run in runs)
    return f"import ludarium: {imported:.3f} s of CPU (an empty interpreter: {nothing:.3f} s)"


def fresh_build() -> str:
    """How long the compiled modules take to build from nothing."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "ludarium"
        ignored = shutil.ignore_patterns(".venv", "build", ".git", "*.so")
        shutil.copytree(ROOT, copy, ignore=ignored, symlinks=True)
        (copy / ".venv").symlink_to(ROOT / ".venv")
        began = time.monotonic()
        subprocess.run(["make", "build"], cwd=copy, check=True, capture_output=True)
        return f"fresh build: {time.monotonic() - began:.0f} s on {os.cpu_count()} cores"


def main() -> None:
    """Run everything, or a part alone: the host of programs, the arena, the timing of moves."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        choices=("all", "arena", "batch", "host", "network", "timing"),
        default="all",
    )
    parser.add_argument("--level", action="append", default=[], help="of the timing; none are all")
    parser.add_argument("games", nargs="*", help="of the timing; none are all")
    parser.add_argument("--moves", type=int, default=50, help="timed for every game and level")
    parser.add_argument("--together", type=int, default=1, help="games timed at the same time")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-build", action="store_true", help="leave the fresh build out")
    arguments = parser.parse_args()
    console = Console(width=None if sys.stdout.isatty() else FILE_COLUMNS)
    if arguments.what == "timing":
        console.print(
            timing.report(arguments.moves, arguments.games, arguments.level, arguments.together)
        )
        return
    if arguments.what == "host":
        console.print(host(arguments.rounds))
        return
    if arguments.what == "network":
        console.print(measure_network(arguments.rounds))
        console.print(measure_selfplay(arguments.rounds))
        return
    if arguments.what == "arena":
        arena.report(console)
        return
    if arguments.what == "batch":
        console.print(batch.report(arguments.rounds))
        return
    console.print(measure(arguments.rounds))
    console.print(measure_search(arguments.rounds))
    console.print(batch.report(arguments.rounds))
    console.print(measure_network(arguments.rounds))
    console.print(measure_selfplay(arguments.rounds))
    console.print(memory())
    console.print(
        timing.report(arguments.moves, arguments.games, arguments.level, arguments.together)
    )
    console.print(host(arguments.rounds))
    arena.report(console)
    console.print(start_up())
    console.print(confine.report(5 * arguments.rounds))
    if not arguments.no_build:
        console.print(fresh_build())


if __name__ == "__main__":
    main()
