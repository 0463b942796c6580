"""Random steps a second and core: rollouts, batches, the JSON facade, loops of other libraries."""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.table import Table

from ludarium import AnyGame, games, load

SECONDS = 0.5  # of CPU time for every figure
BATCH = 256
# Games of OpenSpiel in which pieces move over a board and capture, with 22 to 27 legal moves in
# random play: one kind of piece that steps, one kind that slides, and several kinds.
OPEN_SPIEL_GAMES = ("breakthrough", "lines_of_action", "chess")
# Games of pgx of like size: pieces that move and capture on 5x5, and discs on 8x8.
PGX_GAMES = ("gardner_chess", "animal_shogi", "othello")
PGX_PACKAGES = ("pgx==2.6.0", "jax==0.10.2")  # never in the lock file: they take 530 MB
ONE_THREAD = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
PGX_FOLDER = Path(__file__).parents[1] / "build" / "pgx"


def rate(run: Callable[[int], int]) -> float:
    """Steps per CPU second; `run` takes a seed and returns its steps."""
    run(0)  # loads and compiles
    steps, seed = 0, 1
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        steps += run(seed)
        seed += 1
    return steps / (time.process_time() - began)


def roll_out(game: AnyGame) -> Callable[[int], int]:
    """Twenty random games in compiled code."""
    return lambda seed: int(game.rollouts(20, seed).plies.sum())


def step_batch(game: AnyGame) -> Callable[[int], int]:
    """Steps of a batch, with masks and observations."""
    batch = game.batch(BATCH, seed=1)

    def run(seed: int) -> int:
        for step in range(20):
            batch.step_randomly(20 * seed + step)
        return 20 * BATCH

    return run


def use_facade(game: AnyGame) -> Callable[[int], int]:
    """A game over the JSON facade, at most 100 plies of it."""

    def run(seed: int) -> int:
        rng = random.Random(seed)
        state = game.initial_state(seed)
        for ply in range(100):
            if game.outcome(state) is not None:
                return ply
            state = game.apply_move(state, rng.choice(game.legal_moves(state)))
        return 100

    return run


def read_every_state(game: AnyGame) -> Callable[[int], int]:
    """The same game without memory: each call reads its state, `apply_move` also its move."""

    def run(seed: int) -> int:
        rng = random.Random(seed)
        state = game.state_to_json(game.new(seed))
        for ply in range(100):
            if game.result(game.state_from_json(state)) is not None:
                return ply
            position = game.state_from_json(state)
            moves = [game.move_to_json(position, move) for move in game.moves(position)]
            position = game.state_from_json(state)
            game.advance(position, game.move_from_json(position, rng.choice(moves)))
            state = game.state_to_json(position)
        return 100

    return run


def open_spiel_loop(name: str) -> Callable[[int], int]:
    """The usual Python loop over a game of OpenSpiel."""
    import pyspiel  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  not ours

    game = pyspiel.load_game(name)

    def run(seed: int) -> int:
        rng, steps = random.Random(seed), 0
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return run


class PgxLoop:
    """Games of pgx at the same batch, measured by a process in an environment of its own."""

    def __init__(self) -> None:
        python = PGX_FOLDER / "bin" / "python"
        if not (PGX_FOLDER / "ready").is_file():
            uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
            subprocess.run([uv, "venv", "--quiet", "--clear", PGX_FOLDER], check=True)
            install = [uv, "pip", "install", "--quiet", "--python", str(python), *PGX_PACKAGES]
            subprocess.run(install, check=True)
            (PGX_FOLDER / "ready").touch()
        script = Path(__file__).with_name("pgx_loop.py")
        self.process = subprocess.Popen(
            [python, "-W", "ignore", script, str(BATCH), str(SECONDS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"JAX_PLATFORMS": "cpu", "XLA_FLAGS": ONE_THREAD},
        )

    def rate(self, name: str) -> float:
        """Steps per CPU second; the first call compiles for half a minute."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process, whose input ends."""
        self.process.communicate()


def report(rounds: int) -> Table:
    """A row for every game; ratios are medians of rounds in which all take turns."""
    loops = [open_spiel_loop(name) for name in OPEN_SPIEL_GAMES]
    pgx = PgxLoop()
    for name in PGX_GAMES:
        pgx.rate(name)  # compiles
    table = Table(
        "many games",
        "rollouts M/s",
        "batch M/s",
        "facade k/s",
        "facade : without memory",
        *(f"rollouts : OpenSpiel's loop ({name})" for name in OPEN_SPIEL_GAMES),
        *(f"batch : pgx ({name})" for name in PGX_GAMES),
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for name in games():
        game = load(name)
        runs = [
            roll_out(game),
            step_batch(game),
            use_facade(game),
            read_every_state(game),
            *loops,
        ]
        rows = [
            ([rate(run) for run in runs], [pgx.rate(theirs) for theirs in PGX_GAMES])
            for _ in range(rounds)
        ]
        fast, batch, facade, *_ = map(
            statistics.median, zip(*(row[0] for row in rows), strict=True)
        )
        memory = statistics.median(row[2] / row[3] for row, _ in rows)
        ratios = [
            f"{statistics.median(row[0] / row[4 + column] for row, _ in rows):.0f}"
            for column in range(len(loops))
        ]
        theirs = [
            f"{statistics.median(row[1] / pgx_row[column] for row, pgx_row in rows):.2f}"
            for column in range(len(PGX_GAMES))
        ]
        told = [f"{fast / 1e6:.2f}", f"{batch / 1e6:.2f}", f"{facade / 1e3:.1f}", f"{memory:.1f}"]
        table.add_row(name, *told, *ratios, *theirs)
    pgx.close()
    return table
