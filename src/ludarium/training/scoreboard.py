"""A comparison in the terminal: a bar with the score while it runs, and its figures afterwards."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from ludarium.training import ledger, strength
from ludarium.training.document import facts
from ludarium.training.pairing import Played
from ludarium.training.summary import match_standing, summarise


def show(plan: strength.Plan, console: Console) -> None:
    """Play and show how far it is; an interrupt shows what there is and says how to go on."""
    about = strength.header(plan)
    path = plan.folder / about.name()
    status = Console(stderr=True)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[score]}"),
    )
    with Progress(*columns, console=status, transient=True) as progress:
        bar = _Bar(about, progress)
        try:
            strength.run(plan, bar.tell)
            stopped = False
        except KeyboardInterrupt:
            stopped = True
    summary = summarise(about, ledger.read(path).games)
    for line in facts(summary) if summary.games else ["No opening was played to the end yet."]:
        console.print(line, markup=False, highlight=False)
    if stopped:
        status.print(f"Stopped; the same command goes on from {path}.")
        raise SystemExit(130)
    console.print(f"The games are in {path}.", markup=False, highlight=False, soft_wrap=True)


class _Bar:
    """The bar, with the first player's share of the points in a match."""

    def __init__(self, about: ledger.Header, progress: Progress) -> None:
        self.about = about
        self.progress = progress
        self.task: TaskID | None = None

    def tell(self, games: list[Played], total: int) -> None:
        if self.task is None:
            self.task = self.progress.add_task("", total=total, score="")
        self.progress.update(self.task, completed=len(games), total=total, score=self.score(games))

    def score(self, games: list[Played]) -> str:
        if self.about.kind != "match":
            return ""
        found = match_standing(self.about, games)
        if not found.games:
            return ""
        return f"{found.score:.3f} ({found.low:.3f} to {found.high:.3f})"
