"""Standings and brackets as HTML, for the report and for the live page."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.knockout import Tie
from ludarium.arena.formats.unit import format_points
from ludarium.arena.report.html_parts import page_table
from ludarium.arena.report.live_table import describe_tie, format_elo
from ludarium.arena.report.standings import StandingsRow

SETTLED_NOTE = (
    "<p>?: a player won or lost everything, so one drawn opening of each pair is added.</p>"
)


def standings_html(table: Sequence[StandingsRow], event: ArenaEvent) -> str:
    """The standings as a table."""
    head = ("player", "Elo (95 %)", "games", "points", "share", "won", "drawn", "lost", "forfeits")
    rows = [
        (
            event.entrants[one.entrant].name,
            format_elo(one.rating),
            str(one.games),
            format_points(one.points),
            f"{one.share:.1%}",
            *(str(count) for count in (one.won, one.drawn, one.lost, one.forfeits)),
        )
        for one in table
    ]
    settled = all(one.rating.settled for one in table)
    return page_table(head, rows) + ("" if settled else SETTLED_NOTE)


def bracket_html(rounds: Sequence[Sequence[Tie]], event: ArenaEvent) -> str:
    """The ties of a knockout, a round a row."""
    rows = [
        (f"round {number}", *(describe_tie(tie, event) for tie in ties))
        for number, ties in enumerate(rounds, 1)
    ]
    width = max((len(row) for row in rows), default=1)
    filled = [(*row, *[""] * (width - len(row))) for row in rows]
    return page_table(("", *[""] * (width - 1)), filled) if rows else ""
