"""Random steps a second and core: rollouts, batches, the JSON facade, another library's loop."""

from __future__ import annotations

import importlib.util
import random
import statistics
import time
from collections.abc import Callable

from rich.table import Table

from ludarium import AnyGame, games, load

SECONDS = 0.5  # of CPU time for every figure
BATCH = 256
OPEN_SPIEL_GAME = "breakthrough"  # a board of like size and branching


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


def open_spiel_loop() -> Callable[[int], int] | None:
    """The usual Python loop over a game of OpenSpiel, where it is installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  not ours

    game = pyspiel.load_game(OPEN_SPIEL_GAME)

    def run(seed: int) -> int:
        rng, steps = random.Random(seed), 0
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return run


def report(rounds: int) -> Table:
    """A row for every game; ratios are medians of rounds in which all take turns."""
    other = open_spiel_loop()
    table = Table(
        "many games", "rollouts M/s", "batch M/s", "facade k/s", "rollouts : OpenSpiel's loop"
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for name in games():
        game = load(name)
        runs = [roll_out(game), step_batch(game), use_facade(game), *([other] if other else [])]
        rows = [[rate(run) for run in runs] for _ in range(rounds)]
        fast, batch, facade, *_ = (statistics.median(column) for column in zip(*rows, strict=True))
        ratio = f"{statistics.median(row[0] / row[3] for row in rows):.0f}" if other else "-"
        table.add_row(name, f"{fast / 1e6:.2f}", f"{batch / 1e6:.2f}", f"{facade / 1e3:.1f}", ratio)
    return table
