"""A running event in the terminal: a live table of standings, speed and time left."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.knockout import KnockoutFormat, Tie
from ludarium.arena.formats.schedule import Format, SprtFormat
from ludarium.arena.formats.unit import (
    CompleteUnits,
    EventProgress,
    GameResult,
    format_points,
)
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.ratings import Rating, rate_entrants
from ludarium.arena.report.standings import counted_units, rank_standings, seat_intervals, standings
from ludarium.arena.report.step_bar import format_clock

REDRAW_S = 0.25  # seconds between two tables, at the least
REDRAW_COST_SHARE = 20  # drawing takes at most one part in this many of the time


class LiveTable:
    """Shows a running event. It redraws at a limited rate."""

    def __init__(self, event: ArenaEvent, plan: Format, console: Console) -> None:
        self.event = event
        self.plan = plan
        self.live = Live(console=console, auto_refresh=False, transient=True)
        self.began = time.monotonic()
        self.before: int | None = None  # games that an earlier run had played
        self.due = 0.0

    def add_game(self, result: GameResult) -> None:
        """Do nothing: the table shows no single games."""

    def update(self, progress: EventProgress) -> None:
        """Redraw the table, unless it was drawn a moment ago."""
        now = time.monotonic()
        if self.before is None:
            self.before, self.began = progress.count, now
        if now < self.due:
            return
        self.live.update(self.render(progress), refresh=True)
        cost = time.monotonic() - now
        self.due = now + max(REDRAW_S, REDRAW_COST_SHARE * cost)

    def render(self, progress: EventProgress) -> RenderableType:
        """The table, and the progress of the event below it."""
        complete = counted_units(self.plan, progress)
        alone = self.event.format == "self-play"
        table = seats_table(complete) if alone else standings_table(self.event, complete)
        parts: list[RenderableType] = [table, self._pace(progress)]
        if isinstance(self.plan, SprtFormat):
            parts.insert(1, describe_test(self.plan))
        if isinstance(self.plan, KnockoutFormat):
            parts.insert(1, bracket_table(self.event, self.plan.bracket(complete)))
        return Group(*parts)

    def _pace(self, progress: EventProgress) -> RenderableType:
        total = self.plan.total()
        grid = Table.grid(padding=(0, 2))
        bar = ProgressBar(total=max(total, 1), completed=progress.count, width=30)
        spent = time.monotonic() - self.began
        grid.add_row(bar, event_pace(progress.count, self.before or 0, total, spent))
        return grid


def event_pace(count: int, before: int, total: int, seconds: float) -> str:
    """The progress of an event, its games a second since `before`, and the time left."""
    speed = (count - before) / max(seconds, 1e-9)
    left = (total - count) / speed if speed else math.inf
    eta = "?" if math.isinf(left) else format_clock(left)
    return f"{count}/{total} games  {speed:.1f} games/s  {eta} left"


def standings_table(event: ArenaEvent, complete: CompleteUnits, anchor: Anchor = MEAN) -> Table:
    """The standings, best first."""
    drawn = Table("", "player", "Elo", "games", "points", "won-drawn-lost", "forfeits")
    for column in drawn.columns[2:]:
        column.justify, column.no_wrap = "right", True
    for place, one in enumerate(rank_standings(standings(event, complete, anchor)), 1):
        drawn.add_row(
            str(place),
            escape(event.entrants[one.entrant].name),
            format_elo(one.rating),
            str(one.games),
            f"{format_points(one.points)} = {one.share:.1%}" if one.games else "-",
            f"{one.won}-{one.drawn}-{one.lost}",
            Text(str(one.forfeits), "red" if one.forfeits else ""),
        )
    return drawn


def bracket_table(event: ArenaEvent, rounds: Sequence[Sequence[Tie]]) -> Table:
    """The ties of a knockout, round by round."""
    drawn = Table("round", "tie (* goes on)")
    for number, ties in enumerate(rounds, 1):
        for place, tie in enumerate(ties):
            drawn.add_row("" if place else str(number), escape(describe_tie(tie, event)))
    return drawn


def describe_tie(tie: Tie, event: ArenaEvent) -> str:
    """A tie in words, its winner marked by a star."""
    names = [event.entrants[who].name for who in (tie.first, tie.second) if who is not None]
    if tie.second is None:
        return f"{names[0]}: bye"
    marks = ["*" if tie.winner == who else "" for who in (tie.first, tie.second)]
    points = " : ".join(map(format_points, tie.points))
    return f"{names[0]}{marks[0]} {points} {names[1]}{marks[1]}"


def seats_table(complete: CompleteUnits) -> Table:
    """The points of each seat in self-play."""
    drawn = Table("seat", "share of the points (95 %)")
    for seat, share in enumerate(seat_intervals(complete, 0), 1):
        drawn.add_row(str(seat), f"{share.mean:.1%} ({share.low:.1%} to {share.high:.1%})")
    return drawn


def format_elo(rating: Rating) -> str:
    """A rating with its interval, marked if no finite rating fits best."""
    if math.isinf(rating.reach):
        return "-"
    mark = "" if rating.settled else "?"
    return f"{round(rating.elo):+d}{mark} ± {rating.reach:.0f}"


def describe_difference(event: ArenaEvent, complete: CompleteUnits) -> str:
    """The result of a match of two players in a sentence."""
    first, second = (entrant.name for entrant in event.entrants)
    found = rate_entrants(2, complete, Anchor(1))[0]
    return f"{first} against {second}: Elo {format_elo(found)} (95 %); openings: {len(complete)}."


def describe_test(plan: SprtFormat) -> str:
    """The state of a sequential test in a sentence."""
    test = plan.test
    given = test.hypotheses
    verdict = {
        "H0": f"decided: not better by {given.elo1:g} Elo (H0)",
        "H1": f"decided: better by more than {given.elo0:g} Elo (H1)",
        None: "undecided",
    }[test.verdict]
    return (
        f"LLR {test.ratio:+.2f} of {test.lower:.2f} to {test.upper:.2f} after {test.units} units,"
        f" H0 {given.elo0:g}, H1 {given.elo1:g} Elo: {verdict}."
    )
