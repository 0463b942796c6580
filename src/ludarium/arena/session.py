"""Runs an event from the terminal: a live table, then its figures, or how to continue it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console

from ludarium.arena.formats.event import ArenaEvent, check_event
from ludarium.arena.formats.schedule import SprtFormat, open_format
from ludarium.arena.formats.unit import EventProgress
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.home_standings import context_table
from ludarium.arena.report.live_table import (
    LiveTable,
    describe_difference,
    describe_test,
    standings_table,
)
from ludarium.arena.report.standings import counted_units
from ludarium.arena.report.step_bar import INTERRUPTED_EXIT_CODE
from ludarium.arena.report.strength_document import summary_lines
from ludarium.arena.report.strength_summary import summarise_event
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.runner import Runner

Show = Callable[[EventStore, Console], None]


def show_event(store: EventStore, console: Console, anchor: Anchor = MEAN) -> None:
    """Print the standings of an event so far."""
    event = store.event
    if event.format == "self-play":
        show_strength(store, console)
        return
    plan = open_format(event)
    complete = counted_units(plan, EventProgress(event.seats, store.results()))
    if event.format == "home-and-away":
        console.print(context_table(event, complete))
        return
    console.print(standings_table(event, complete, anchor))
    if isinstance(plan, SprtFormat):
        console.print(describe_test(plan), markup=False, highlight=False)
    if len(event.entrants) == 2 and complete:
        console.print(describe_difference(event, complete), markup=False, highlight=False)


def show_strength(store: EventStore, console: Console) -> None:
    """Print the figures of a match or of self-play."""
    summary = summarise_event(store)
    lines = ["No opening was played to the end yet."]
    if summary is not None and summary.games:
        lines = summary_lines(summary)
    for line in lines:
        console.print(line, markup=False, highlight=False)


def run_event(
    event: ArenaEvent,
    folder: Path,
    open_executor: Callable[[], Executor],
    console: Console,
    show: Show = show_event,
) -> Path:
    """Play an event, or the rest of it, and return its file. An interrupt exits."""
    check_event(event)
    path = folder / (event.name() + STORE_SUFFIX)
    status = Console(stderr=True)
    with EventStore(path, event) as store:
        stopped = _play_event(store, open_executor, status)
        show(store, console)
    if stopped:
        status.print("Stopped; the same command goes on.")
        raise SystemExit(INTERRUPTED_EXIT_CODE)
    return path


def _play_event(store: EventStore, open_executor: Callable[[], Executor], status: Console) -> bool:
    """Play with a live table; returns whether an interrupt ended the run."""
    plan = open_format(store.event)
    with ExitStack() as stack:
        executor = open_executor()
        stack.callback(executor.close)
        runner = Runner(store, plan, executor)
        board = LiveTable(store.event, plan, status)
        with board.live, _interrupts(runner):
            runner.run(board.redraw)
    return runner.stopped


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
