"""An event run from the terminal: table while it runs, what it came to, and how to go on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console

from ludarium.arena.formats.event import Event, check
from ludarium.arena.formats.schedule import Format, Sprt, open_format
from ludarium.arena.formats.unit import Progress
from ludarium.arena.report import home_standings as home
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.live_table import Scoreboard, difference, table, trial
from ludarium.arena.report.standings import counted
from ludarium.arena.run.event_store import SUFFIX, Store
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.runner import Runner

INTERRUPTED = 130


def run(
    event: Event, folder: Path, open_executor: Callable[[], Executor], console: Console
) -> Path:
    """Play an event, or the rest of it, and give its file; exits if somebody interrupts."""
    check(event)
    path = folder / (event.name() + SUFFIX)
    plan = open_format(event)
    status = Console(stderr=True)
    with ExitStack() as stack:
        store = stack.enter_context(Store(path, event))
        executor = open_executor()
        stack.callback(executor.close)
        runner = Runner(store, plan, executor)
        board = Scoreboard(event, plan, status)
        with board.live, _interrupts(runner):
            progress = runner.run(board.tell)
    show(event, plan, progress, console)
    if runner.stopped:
        status.print("Stopped; the same command goes on.")
        raise SystemExit(INTERRUPTED)
    return path


def show(
    event: Event, plan: Format, progress: Progress, console: Console, anchor: Anchor = MEAN
) -> None:
    """What an event came to so far."""
    complete = counted(plan, progress)
    if event.format == "home-and-away":
        console.print(home.table(event, complete))
        return
    console.print(table(event, complete, anchor))
    if isinstance(plan, Sprt):
        console.print(trial(plan), markup=False, highlight=False)
    if len(event.entrants) == 2 and complete:
        console.print(difference(event, complete), markup=False, highlight=False)


@contextmanager
def _interrupts(runner: Runner) -> Iterator[None]:
    """The first interrupt stops the event in order, the second one at once."""

    def stop(signum: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        runner.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
