"""An event run from the terminal: table while it runs, what it came to, and how to go on."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console

from ludarium.arena.formats.event import ArenaEvent, check_event
from ludarium.arena.formats.schedule import Format, SprtFormat, open_format
from ludarium.arena.formats.unit import EventProgress
from ludarium.arena.report import home_standings as home
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.live_table import (
    LiveTable,
    describe_difference,
    describe_test,
    standings_table,
)
from ludarium.arena.report.standings import counted_units
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.runner import Runner

INTERRUPTED_EXIT_CODE = 130


def run_event(
    event: ArenaEvent, folder: Path, open_executor: Callable[[], Executor], console: Console
) -> Path:
    """Play an event, or the rest of it, and give its file; exits if somebody interrupts."""
    check_event(event)
    path = folder / (event.name() + STORE_SUFFIX)
    plan = open_format(event)
    status = Console(stderr=True)
    with ExitStack() as stack:
        store = stack.enter_context(EventStore(path, event))
        executor = open_executor()
        stack.callback(executor.close)
        runner = Runner(store, plan, executor)
        board = LiveTable(event, plan, status)
        with board.live, _interrupts(runner):
            progress = runner.run(board.tell)
    show_event(event, plan, progress, console)
    if runner.stopped:
        status.print("Stopped; the same command goes on.")
        raise SystemExit(INTERRUPTED_EXIT_CODE)
    return path


def show_event(
    event: ArenaEvent,
    plan: Format,
    progress: EventProgress,
    console: Console,
    anchor: Anchor = MEAN,
) -> None:
    """What an event came to so far."""
    complete = counted_units(plan, progress)
    if event.format == "home-and-away":
        console.print(home.context_table(event, complete))
        return
    console.print(standings_table(event, complete, anchor))
    if isinstance(plan, SprtFormat):
        console.print(describe_test(plan), markup=False, highlight=False)
    if len(event.entrants) == 2 and complete:
        console.print(describe_difference(event, complete), markup=False, highlight=False)


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
