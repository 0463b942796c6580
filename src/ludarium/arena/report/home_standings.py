"""Standings of a home-and-away event: what everybody made at home, away and on neutral ground."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rich.markup import escape
from rich.table import Table

from ludarium.arena.formats.event import Event
from ludarium.arena.formats.schedule import fixtures
from ludarium.arena.formats.unit import Complete
from ludarium.arena.report.standings import tally

CONTEXTS = ("home", "away", "neutral")
WIN, DRAW, LOSS = 3, 1, 0


class Row(NamedTuple):
    """What somebody made in one context."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self) -> int:
        """Three for a win, one for a draw."""
        return WIN * self.won + DRAW * self.drawn + LOSS * self.lost


def standings(event: Event, complete: Complete) -> list[dict[str, Row]]:
    """Everybody's games won, drawn and lost in each context, in the order of the event."""
    counts: list[Counter[tuple[str, int]]] = [Counter() for _ in event.entrants]
    where = dict(enumerate(fixtures(event)))
    for number, games in complete.items():
        host = where[number % len(where)].host
        for result in games:
            for who, made in tally(result).items():
                context = "neutral" if host is None else "home" if host == who else "away"
                counts[who][context, 0 if made == 1 else 2 if made == 0 else 1] += 1
    return [
        {context: Row(*(found[context, kind] for kind in range(3))) for context in CONTEXTS}
        for found in counts
    ]


def table(event: Event, complete: Complete) -> Table:
    """The standings by context, the most points first."""
    drawn = Table("", "player", "points", *CONTEXTS, "won-drawn-lost")
    for column in drawn.columns[2:]:
        column.justify = "right"
    rows = standings(event, complete)
    order = sorted(range(len(rows)), key=lambda who: (-total(rows[who]), who))
    for place, who in enumerate(order, 1):
        found = rows[who]
        sums = [sum(row[kind] for row in found.values()) for kind in range(3)]
        drawn.add_row(
            str(place),
            escape(event.entrants[who].name),
            str(total(found)),
            *(str(found[context].points) for context in CONTEXTS),
            "-".join(map(str, sums)),
        )
    return drawn


def total(found: dict[str, Row]) -> int:
    """The points of all contexts."""
    return sum(row.points for row in found.values())
