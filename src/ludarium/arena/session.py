"""Runs an event from the terminal: a live table, then its figures, or how to continue it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

from rich.console import Console

from ludarium.arena.formats.event import ArenaEvent, check_event
from ludarium.arena.formats.knockout import KnockoutFormat
from ludarium.arena.formats.schedule import Format, SprtFormat, open_format
from ludarium.arena.formats.unit import EventProgress, GameResult
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.event_text import TextFile
from ludarium.arena.report.forfeit_lines import ForfeitLines
from ludarium.arena.report.game_lines import GameLines
from ludarium.arena.report.home_standings import context_table
from ludarium.arena.report.live_page import LivePage
from ludarium.arena.report.live_table import (
    LiveTable,
    bracket_table,
    describe_difference,
    describe_test,
    standings_table,
)
from ludarium.arena.report.standings import counted_units
from ludarium.arena.report.standings_server import StandingsServer
from ludarium.arena.report.step_bar import INTERRUPTED_EXIT_CODE
from ludarium.arena.report.strength_document import summary_lines
from ludarium.arena.report.strength_summary import summarise_event
from ludarium.arena.run.event_store import STORE_SUFFIX, EventStore
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.runner import Runner


class Watcher(Protocol):
    """Shows a running event."""

    @property
    def live(self) -> AbstractContextManager[Any]:
        """Entered while the event runs."""

    def update(self, progress: EventProgress) -> None:
        """Show the progress after a group of games."""

    def add_game(self, result: GameResult) -> None:
        """Show a finished game."""


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
    if isinstance(plan, KnockoutFormat):
        console.print(bracket_table(event, plan.bracket(complete)))
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
    web_port: int | None = None,
    after: Callable[[EventStore], None] = lambda store: None,
    text_file: Path | None = None,
) -> Path:
    """Play an event, or the rest of it, and return its file. An interrupt exits.

    Meanwhile a page shows the standings on the port, and each game is added to the text file.
    `after` also follows an interrupt.
    """
    status = Console(stderr=True)
    with status.status("Checking players and openings"):  # every line of a file of openings
        check_event(event)
    path = folder / (event.name() + STORE_SUFFIX)
    with EventStore(path, event) as store:
        stopped = _play_event(store, open_executor, status, web_port, text_file)
        show(store, console)
        after(store)
    if stopped:
        status.print("Stopped; the same command goes on.")
        raise SystemExit(INTERRUPTED_EXIT_CODE)
    return path


def _play_event(
    store: EventStore,
    open_executor: Callable[[], Executor],
    status: Console,
    web_port: int | None,
    text_file: Path | None,
) -> bool:
    """Play and show how it goes; returns whether an interrupt ended the run."""
    plan = open_format(store.event)
    with ExitStack() as stack:
        executor = open_executor()
        stack.callback(executor.close)
        runner = Runner(store, plan, executor)
        watchers: list[Watcher] = [
            open_watcher(store.event, plan, status),
            ForfeitLines(store, status),
        ]
        if web_port is not None:
            page = LivePage(store.event, plan)
            server = stack.enter_context(StandingsServer(page, web_port))
            status.print(f"Standings: {server.url}", markup=False, highlight=False)
            stack.callback(lambda: page.end(runner.progress, _end_sentence(runner)))
            watchers.append(page)
        if text_file is not None:
            watchers.append(TextFile(store, text_file))
        stack.enter_context(_interrupts(runner))
        for watcher in watchers:
            stack.enter_context(watcher.live)

        def on_progress(progress: EventProgress) -> None:
            for watcher in watchers:
                watcher.update(progress)

        def on_game(result: GameResult) -> None:
            for watcher in watchers:
                watcher.add_game(result)

        runner.run(on_progress, on_game)
    return runner.stopped


def open_watcher(event: ArenaEvent, plan: Format, status: Console) -> Watcher:
    """A live table on a terminal, elsewhere a line for each game."""
    if status.is_terminal:
        return LiveTable(event, plan, status)
    return GameLines(event, plan, status)


def _end_sentence(runner: Runner) -> str:
    return "Stopped; the same command goes on." if runner.stopped else "The event has ended."


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
