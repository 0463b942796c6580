"""Progress of long work: a bar with an estimate on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

LINE_INTERVAL_S = 30.0  # between two lines where there is no terminal
INTERRUPTED_EXIT_CODE = 130


@contextmanager
def progress_bars(folder: Path) -> Iterator[StepBar]:
    """Progress bars on the terminal. An interrupt prints how to continue."""
    with stoppable_bars(f"Stopped; the same command goes on from {folder}.") as bar:
        yield bar


@contextmanager
def stoppable_bars(stopped: str) -> Iterator[StepBar]:
    """As `progress_bars`; an interrupt prints this sentence."""
    status = Console(stderr=True)
    bar = StepBar(status)
    try:
        yield bar
    except KeyboardInterrupt:
        bar.end()
        status.print(stopped, soft_wrap=True)
        raise SystemExit(INTERRUPTED_EXIT_CODE) from None
    finally:
        bar.end()


class StepBar:
    """One bar at a time, a new one for every step of the work."""

    def __init__(self, console: Console) -> None:
        self.console = console
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.fields[count]}"),
            TimeRemainingColumn(),
        )
        self.progress = Progress(*columns, console=console, transient=True)
        self.step: str | None = None
        self.task = TaskID(0)
        self.began_s = self.told_s = 0.0
        self.done_before = 0

    def tell(self, step: str, done: int, total: int, note: str = "") -> None:
        """Show the progress of a step; `note` replaces the plain count."""
        count = note or f"{done}/{total}"
        if step != self.step:
            self._begin_step(step, done, total, count)
        if self.console.is_terminal:
            self.progress.update(self.task, completed=done, total=total, count=count)
        elif time.monotonic() - self.told_s >= LINE_INTERVAL_S:
            self._print_line(done, total, count)

    def end(self) -> None:
        """Remove the bar, if the work has begun."""
        if self.step is not None or self.progress.live.is_started:
            self.progress.stop()

    def _begin_step(self, step: str, done: int, total: int, count: str) -> None:
        self.began_s, self.done_before = time.monotonic(), done
        if self.console.is_terminal:
            if self.step is None:
                self.progress.start()
            else:
                self.progress.remove_task(self.task)
            # Work of an earlier run is there from the start: it says nothing about the speed.
            self.task = self.progress.add_task(step, total=total, completed=done, count=count)
        self.step = step
        if not self.console.is_terminal:
            self._print_line(done, total, count)

    def _print_line(self, done: int, total: int, count: str) -> None:
        self.told_s = time.monotonic()
        speed = (done - self.done_before) / max(self.told_s - self.began_s, 1e-9)
        left = f", about {format_clock((total - done) / speed)} left" if speed > 0 else ""
        line = f"{self.step}: {count}{left}"
        self.console.print(line, markup=False, highlight=False, soft_wrap=True)


def format_clock(seconds: float) -> str:
    """A time as hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
