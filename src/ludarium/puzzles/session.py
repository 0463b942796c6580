"""Makes puzzles from the terminal: a progress bar, then a table of the set."""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ludarium.arena.report.step_bar import progress_bars
from ludarium.arena.run.atomic_file import replace_file
from ludarium.core.game import AnyGame
from ludarium.core.puzzle import PUZZLES_FILE, PuzzleSet, pack_puzzles
from ludarium.puzzles.generator import generate_puzzles
from ludarium.puzzles.plan import PuzzlePlan

RATING_STEP = 250  # of a row of the table


def show_puzzles(plan: PuzzlePlan, command: str, install: bool, console: Console) -> None:
    """Make a set of puzzles, show how far it is, and describe the set."""
    with progress_bars(plan.folder) as bar:
        made = generate_puzzles(plan, command, bar.tell)
    if install:
        replace_file(puzzles_file(plan.setting.load()), pack_puzzles(made))
    console.print(ratings_table(made))
    proved = sum(bool(puzzle.proof) for puzzle in made.puzzles)
    size = len(pack_puzzles(made)) // 1024
    console.print(
        f"{len(made.puzzles)} puzzles, {proved} of them proved, {size} KiB,"
        f" in {plan.folder / PUZZLES_FILE}.",
        soft_wrap=True,
    )


def puzzles_file(game: AnyGame) -> Path:
    """Where a game looks for its puzzles: beside its module."""
    return Path(inspect.getfile(type(game))).with_name(PUZZLES_FILE)


def ratings_table(made: PuzzleSet) -> Table:
    """How many puzzles of each goal lie in each range of ratings."""
    goals = ("win", "gain", "save")
    counted: Counter[tuple[int, str]] = Counter(
        (one.rating // RATING_STEP, one.goal) for one in made.puzzles
    )
    shown = Table("rating", *goals)
    for column in shown.columns:
        column.justify = "right"
    for step in sorted({step for step, _ in counted}):
        low = step * RATING_STEP
        shown.add_row(f"{low} to {low + RATING_STEP - 1}", *(str(counted[step, g]) for g in goals))
    return shown
