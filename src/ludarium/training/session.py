"""Training from the terminal: bars while it works, and a table of what it made."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from ludarium.arena.report.step_bar import progress_bars
from ludarium.arena.run.atomic_file import replace_file
from ludarium.core.game import AnyGame
from ludarium.core.opening_book import BOOK_FILE, Book, pack_book
from ludarium.training.book_builder import BookPlan, book_file, build_book
from ludarium.training.lineage import Lineage
from ludarium.training.train import TrainingPlan, train
from ludarium.training.tune import TUNING_FILE, Tuning, TuningPlan, tune

# First moves of a book that are shown; it holds them all.
SHOWN_FIRST_MOVES = 10


def show_training(plan: TrainingPlan, console: Console) -> None:
    """Train and show how far it is."""
    with progress_bars(plan.folder) as bar:
        made = train(plan, bar.tell)
    console.print(lineage_table(made))
    best = made.best()
    console.print(f"The best is generation {best}." if best else "None was better than the start.")


def show_book(plan: BookPlan, install: bool, console: Console) -> None:
    """Make a book and show how far it is, then its best first moves with the best answers."""
    with progress_bars(plan.folder) as bar:
        made = build_book(plan, bar.tell)
    game = plan.setting.load()
    if install:
        replace_file(book_file(game), pack_book(made))
    console.print(first_moves_table(game, made))
    console.print(f"The book of {len(made.scores)} positions is in {plan.folder / BOOK_FILE}.")


def show_tuning(plan: TuningPlan, console: Console) -> None:
    """Tune the parameters of a search and show them, with the test that should confirm them."""
    with progress_bars(plan.folder) as bar:
        made = tune(plan, bar.tell)
    console.print(tuning_table(made))
    file = plan.folder / TUNING_FILE
    explained = f"The values are in {file}. These games chose them; let others confirm them:"
    players = f"tuned={plan.spec(made.values)} before=search:{plan.limit}"
    least, most = plan.opening
    terms = f"--opening {least}-{most} --seed {plan.seed + 1} --elo1 10"
    confirming = f"ludarium sprt {plan.setting.game} {players} {terms}"
    for line in (explained, confirming):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def tuning_table(made: Tuning) -> Table:
    """All parameters of a run, before and after."""
    shown = Table("parameter", "before", "tuned")
    for column in shown.columns[1:]:
        column.justify = "right"
    for one in made.parameters:
        shown.add_row(one.name, f"{one.start:.0f}", str(made.values[one.name]))
    return shown


def lineage_table(made: Lineage) -> Table:
    """All generations of a run."""
    shown = Table("network", "parent", "games", "positions", "loss", "held out", "score", "")
    for column in shown.columns[:-1]:
        column.justify = "right"
    for one in made.generations:
        shown.add_row(
            str(one.number),
            str(one.parent),
            str(one.games),
            str(one.fitting.positions),
            f"{one.fitting.losses[-1]:.5f}",
            f"{one.fitting.validation[-1]:.5f}",
            f"{one.gate.score:.3f} ({one.gate.low:.3f} to {one.gate.high:.3f})",
            "accepted" if one.accepted else "refused",
        )
    return shown


def first_moves_table(game: AnyGame, made: Book) -> Table:
    """The best first moves, one of every symmetric group, with the best answer to each."""
    shown = Table("first move", "score", "answer")
    shown.columns[1].justify = "right"
    start = game.new()
    seen: set[int] = set()
    for score, move in made.rank_moves(game, start):
        after = start.copy()
        game.advance(after, move)
        if game.canonical_key(after) in seen or len(seen) == SHOWN_FIRST_MOVES:
            continue
        seen.add(game.canonical_key(after))
        answers = made.rank_moves(game, after) if game.in_book(after) else []
        answer = game.notate(after, answers[0][1]) if answers else ""
        shown.add_row(game.notate(start, move), str(score), answer)
    return shown
