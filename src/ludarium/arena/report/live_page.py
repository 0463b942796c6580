"""LivePage: the standings of a running event as HTML that a page in a browser fetches."""

from __future__ import annotations

import json
import time
from collections import deque
from contextlib import nullcontext
from html import escape
from threading import Event, Lock

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.knockout import KnockoutFormat
from ludarium.arena.formats.schedule import Format, SprtFormat
from ludarium.arena.formats.unit import CompleteUnits, EventProgress, GameResult
from ludarium.arena.report.game_lines import describe_points
from ludarium.arena.report.html_parts import fill_page, page_section, page_table
from ludarium.arena.report.live_table import describe_test, event_pace
from ludarium.arena.report.standings import (
    counted_units,
    rank_standings,
    seat_intervals,
    standings,
)
from ludarium.arena.report.standings_html import bracket_html, standings_html

RECENT_GAMES = 20
SNAPSHOT_S = 1.0  # between two computations of the standings


class LivePage:
    """Holds the latest snapshot. The runner writes it, the threads of the server read it."""

    def __init__(self, event: ArenaEvent, plan: Format) -> None:
        self.event = event
        self.plan = plan
        self.live = nullcontext()
        self.recent: deque[GameResult] = deque(maxlen=RECENT_GAMES)
        self.began = time.monotonic()
        self.before: int | None = None  # games that an earlier run had played
        self.due = 0.0
        self.lock = Lock()
        self.snapshot = b"{}"
        self.ended = ""
        self.last_read = 0.0
        self.end_was_read = Event()

    def add_game(self, result: GameResult) -> None:
        """Show a game that has just ended."""
        self.recent.appendleft(result)

    def update(self, progress: EventProgress) -> None:
        """Make a new snapshot, unless the last one is recent."""
        now = time.monotonic()
        if self.before is None:
            self.before, self.began = progress.count, now
        if now < self.due and not self.ended:
            return
        self.due = now + SNAPSHOT_S
        snapshot = {
            "done": progress.count,
            "total": self.plan.total(),
            "pace": event_pace(progress.count, self.before, self.plan.total(), now - self.began),
            "ended": self.ended,
            "html": self.render_figures(progress),
        }
        with self.lock:
            self.snapshot = json.dumps(snapshot).encode()

    def end(self, progress: EventProgress, told: str) -> None:
        """Make the last snapshot."""
        self.ended = told
        self.update(progress)

    def read_snapshot(self) -> bytes:
        """The latest snapshot as JSON."""
        with self.lock:
            self.last_read = time.monotonic()
            if self.ended:
                self.end_was_read.set()
            return self.snapshot

    def render_frame(self) -> bytes:
        """The page that fetches the snapshots."""
        title = f"{self.event.format}: {self.event.grounds[0].load().title}"
        names = ", ".join(entrant.name for entrant in self.event.entrants)
        return fill_page("live.html", title, about=escape(names)).encode()

    def render_figures(self, progress: EventProgress) -> str:
        """The standings and the last games as HTML."""
        complete = counted_units(self.plan, progress)
        parts = [page_section("Last games", self._recent_table())]
        if self.event.format == "self-play":
            parts.insert(0, page_section("Seats", _seats_html(complete)))
        else:
            table = rank_standings(standings(self.event, complete))
            parts.insert(0, page_section("Standings", standings_html(table, self.event)))
        if isinstance(self.plan, KnockoutFormat):
            rounds = self.plan.bracket(complete)
            parts.insert(0, page_section("Bracket", bracket_html(rounds, self.event)))
        if isinstance(self.plan, SprtFormat):
            parts.insert(0, page_section("Test", f"<p>{escape(describe_test(self.plan))}</p>"))
        return "".join(parts)

    def _recent_table(self) -> str:
        rows = [
            (
                f"{result.unit + 1}.{result.game + 1}",
                " - ".join(self.event.entrants[who].name for who in result.lineup),
                describe_points(result),
                result.reason,
                str(result.plies),
            )
            for result in self.recent
        ]
        return page_table(("game", "players", "result", "ended by", "moves"), rows) if rows else ""


def _seats_html(complete: CompleteUnits) -> str:
    shares = seat_intervals(complete, 0)
    rows = [(f"seat {seat}", f"{share.mean:.1%}") for seat, share in enumerate(shares, 1)]
    return page_table(("", "share of the points"), rows)
