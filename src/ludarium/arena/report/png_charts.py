"""Charts of an event as PNG files: ratings, cross table and move times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress
from ludarium.arena.report.move_times import HISTOGRAM_BORDERS_S, MoveTimes, move_times
from ludarium.arena.report.standings import (
    HeadToHead,
    StandingsRow,
    counted_units,
    head_to_head,
    rank_standings,
    standings,
)
from ludarium.arena.run.event_store import EventStore
from ludarium.core.extras import require_packages

DPI = 120


def draw_charts(store: EventStore, folder: Path) -> list[Path]:
    """Draw all plots of an event into a folder."""
    require_packages("matplotlib")
    folder.mkdir(parents=True, exist_ok=True)
    event = store.event
    progress = EventProgress(event.seats, store.results())
    complete = counted_units(open_format(event), progress)
    table = rank_standings(standings(event, complete))
    names = [entrant.name for entrant in event.entrants]
    found = move_times(len(names), store.games())
    return [
        _saved(rating_chart(table, names), folder / "elo.png"),
        _saved(cross_table_chart(table, names, head_to_head(complete)), folder / "cross.png"),
        _saved(move_time_chart(found, names), folder / "times.png"),
    ]


def rating_chart(table: Sequence[StandingsRow], names: Sequence[str]) -> Any:
    """The Elo of each entrant with its interval, the best at the top."""
    shown = [one for one in table if not math.isinf(one.rating.reach)]
    figure, axes = _figure(8, 1.5 + 0.4 * len(shown))
    elos = [one.rating.elo for one in shown]
    reaches = [one.rating.reach for one in shown]
    axes.errorbar(elos, range(len(shown)), xerr=reaches, fmt="o", capsize=4)
    axes.set_yticks(range(len(shown)), [names[one.entrant] for one in shown])
    axes.set(xlabel="Elo with 95 % intervals", ylim=(len(shown) - 0.5, -0.5))
    axes.grid(axis="x", alpha=0.3)
    return figure


def cross_table_chart(
    table: Sequence[StandingsRow], names: Sequence[str], found: dict[tuple[int, int], HeadToHead]
) -> Any:
    """The share of the points of each pair of entrants, as colours and numbers."""
    order = [one.entrant for one in table]
    labels = [names[who] for who in order]
    shares = [[_share(found.get((who, other))) for other in order] for who in order]
    figure, axes = _figure(4 + 0.7 * len(order), 2 + 0.6 * len(order))
    axes.imshow(shares, vmin=0, vmax=1, cmap="RdYlGn")
    axes.set_xticks(range(len(order)), labels, rotation=45, ha="right")
    axes.set_yticks(range(len(order)), labels)
    axes.set(xlabel="against", title="share of the points between two")
    for row, cells in enumerate(shares):
        for col, share in enumerate(cells):
            if not math.isnan(share):
                axes.text(col, row, f"{share:.0%}", ha="center", va="center")
    return figure


def move_time_chart(found: Sequence[MoveTimes], names: Sequence[str]) -> Any:
    """The share of the moves of each entrant up to a time (cumulative)."""
    figure, axes = _figure(8, 4)
    for one, name in zip(found, names, strict=True):
        if one.moves:
            below = [
                sum(one.histogram[: at + 1]) / one.moves for at in range(len(HISTOGRAM_BORDERS_S))
            ]
            axes.plot(HISTOGRAM_BORDERS_S, below, label=name)
    axes.set(xscale="log", xlabel="seconds for a move", ylabel="share of moves", ylim=(0, 1.02))
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _share(met: HeadToHead | None) -> float:
    if met is None or not met.points + met.theirs:
        return math.nan
    return met.points / (met.points + met.theirs)


def _figure(width: float, height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure  # noqa: PLC0415  large, and installed on request

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _saved(figure: Any, path: Path) -> Path:
    figure.savefig(path, dpi=DPI)
    return path
