"""Standings of a home-and-away event: points at home, away and on neutral ground."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rich.markup import escape
from rich.table import Table

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.schedule import fixtures
from ludarium.arena.formats.unit import CompleteUnits
from ludarium.arena.report.standings import entrant_points

CONTEXTS = ("home", "away", "neutral")
WIN_POINTS, DRAW_POINTS, LOSS_POINTS = 3, 1, 0


class ContextRow(NamedTuple):
    """The games of an entrant in one context."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self) -> int:
        """Three for a win, one for a draw."""
        return WIN_POINTS * self.won + DRAW_POINTS * self.drawn + LOSS_POINTS * self.lost


def context_standings(event: ArenaEvent, complete: CompleteUnits) -> list[dict[str, ContextRow]]:
    """The games that each entrant won, drew and lost, by context, in the order of the event."""
    counts: list[Counter[tuple[str, int]]] = [Counter() for _ in event.entrants]
    where = dict(enumerate(fixtures(event)))
    for number, games in complete.items():
        host = where[number % len(where)].host
        for result in games:
            for who, made in entrant_points(result).items():
                context = "neutral" if host is None else "home" if host == who else "away"
                counts[who][context, 0 if made == 1 else 2 if made == 0 else 1] += 1
    return [
        {context: ContextRow(*(found[context, kind] for kind in range(3))) for context in CONTEXTS}
        for found in counts
    ]


def context_table(event: ArenaEvent, complete: CompleteUnits) -> Table:
    """The standings by context, the most points first."""
    drawn = Table("", "player", "points", *CONTEXTS, "won-drawn-lost")
    for column in drawn.columns[2:]:
        column.justify = "right"
    rows = context_standings(event, complete)
    order = sorted(range(len(rows)), key=lambda who: (-total_points(rows[who]), who))
    for place, who in enumerate(order, 1):
        found = rows[who]
        sums = [sum(row[kind] for row in found.values()) for kind in range(3)]
        drawn.add_row(
            str(place),
            escape(event.entrants[who].name),
            str(total_points(found)),
            *(str(found[context].points) for context in CONTEXTS),
            "-".join(map(str, sums)),
        )
    return drawn


def total_points(found: dict[str, ContextRow]) -> int:
    """The points of all contexts."""
    return sum(row.points for row in found.values())
