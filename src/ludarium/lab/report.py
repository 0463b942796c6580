"""A run of training in the terminal: bars while it works, and a table of what it made."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TimeRemainingColumn
from rich.table import Table

from ludarium.lab.lineage import Lineage
from ludarium.lab.train import Plan, train


def show(plan: Plan, console: Console) -> None:
    """Train and show how far it is; an interrupt says how to go on."""
    status = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Bar(Progress(*columns, console=status, transient=True))
    try:
        made = train(plan, bar.tell)
    except KeyboardInterrupt:
        bar.end()
        status.print(f"Stopped; the same command goes on from {plan.folder}.")
        raise SystemExit(130) from None
    finally:
        bar.end()
    console.print(table(made))
    best = made.best()
    console.print(f"The best is generation {best}." if best else "None was better than the start.")


class Bar:
    """One bar at a time, a new one for every step of the work."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.step = ""
        self.task = TaskID(0)

    def tell(self, step: str, done: int, total: int) -> None:
        """Show how far a step is."""
        if step != self.step:
            if self.step:
                self.progress.remove_task(self.task)
            else:
                self.progress.start()
            self.step = step
            self.task = self.progress.add_task(step, total=total)
        self.progress.update(self.task, completed=done, total=total)

    def end(self) -> None:
        """Take the bar away; there was none if the work could not begin."""
        if self.step:
            self.progress.stop()


def table(made: Lineage) -> Table:
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
