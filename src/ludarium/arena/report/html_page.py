"""The report of an event: one self-contained HTML page that replays the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.knockout import KnockoutFormat
from ludarium.arena.formats.schedule import SprtFormat, open_format
from ludarium.arena.formats.unit import CompleteUnits, EventProgress, format_points
from ludarium.arena.report import home_standings, svg_charts
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.html_parts import (
    embed_json,
    fill_page,
    page_facts,
    page_section,
    page_table,
    read_page_script,
)
from ludarium.arena.report.live_table import describe_test
from ludarium.arena.report.move_times import MoveTimes, move_times
from ludarium.arena.report.replays import pack_replay
from ludarium.arena.report.standings import (
    HeadToHead,
    StandingsRow,
    count_forfeits,
    counted_units,
    head_to_head,
    rank_standings,
    seat_intervals,
    standings,
)
from ludarium.arena.report.standings_html import bracket_html, standings_html
from ludarium.arena.run.event_store import EventStore, StoredGame


def write_page(store: EventStore, path: Path, replays: int = 0, anchor: Anchor = MEAN) -> None:
    """Write the page. It replays the first `replays` games, or all of them if that is 0."""
    path.write_text(render_page(store, replays, anchor), "utf-8")


def render_page(store: EventStore, replays: int = 0, anchor: Anchor = MEAN) -> str:
    """The page of an event."""
    event = store.event
    progress = EventProgress(event.seats, store.results())
    plan = open_format(event)
    complete = counted_units(plan, progress)
    table = rank_standings(standings(event, complete, anchor))
    names = [entrant.name for entrant in event.entrants]
    parts = []
    if event.format != "self-play":
        parts = [
            page_section("Standings", _contexts(event, complete) + standings_html(table, event)),
            page_section("Elo", svg_charts.rating_chart(table, names)),
            page_section("Cross table", _cross(table, names, head_to_head(complete))),
        ]
    parts += [
        page_section("Seats", _seats(event, complete)),
        page_section("Time for a move", _times(move_times(len(names), store.games()), names)),
        page_section("Forfeits", _forfeits(complete, names)),
    ]
    if isinstance(plan, KnockoutFormat):
        parts.insert(0, page_section("Bracket", bracket_html(plan.bracket(complete), event)))
    if isinstance(plan, SprtFormat):
        parts.insert(0, page_section("Test", f"<p>{escape(describe_test(plan))}</p>"))
    return fill_page(
        "page.html",
        title=f"{event.format}: {', '.join(_titles(event))}",
        about=_about(event, progress, complete),
        figures="\n".join(parts),
        script=read_page_script(),
        data=embed_json(list_games(event, store.games(), set(complete), replays)),
    )


def list_games(
    event: ArenaEvent, games: Iterable[StoredGame], numbers: set[int], replays: int
) -> dict[str, Any]:
    """The data of the games that the script of the page lists and replays."""
    rows: list[dict[str, Any]] = []
    for kept in games:
        result = kept.result
        wanted = not replays or len(rows) < replays
        rows.append(
            {
                "unit": result.unit,
                "game": result.game,
                "ground": result.ground,
                "lineup": result.lineup,
                "points": result.points,
                "reason": result.reason,
                "forfeit": result.forfeit,
                "plies": result.plies,
                "seconds": round(kept.seconds, 3),
                "counts": result.unit in numbers,
                "replay": pack_replay(kept, event.grounds[result.ground]) if wanted else "",
            }
        )
    names = [entrant.name for entrant in event.entrants]
    return {"players": names, "grounds": _titles(event), "games": rows}


def _titles(event: ArenaEvent) -> list[str]:
    return [ground.load().title for ground in event.grounds]


def _about(event: ArenaEvent, progress: EventProgress, complete: CompleteUnits) -> str:
    own = [f"{one.name}: {one.control}" for one in event.entrants if one.control]
    facts = {
        "games": f"{progress.count}, of which {sum(map(len, complete.values()))} count",
        "openings": f"{_openings(event)}, the same in all seats; seed {event.seed}",
        "time": "; ".join([event.control, *own]),
        "legal moves": "told" if event.expose_legal_moves else "withheld",
        "event": event.digest(),
    }
    return page_facts(facts)


def _openings(event: ArenaEvent) -> str:
    if event.openings is not None:
        return f"from {Path(event.openings.path).name}, {event.openings.order}"
    low, high = event.opening
    fair = f", fair to a search of {event.fair} nodes" if event.fair else ""
    return f"{low} to {high} random turns{fair}"


def _contexts(event: ArenaEvent, complete: CompleteUnits) -> str:
    if event.format != "home-and-away":
        return ""
    rows = home_standings.context_standings(event, complete)
    order = sorted(range(len(rows)), key=lambda who: (-home_standings.total_points(rows[who]), who))
    return page_table(
        ("player", "points", *home_standings.CONTEXTS),
        [
            (
                event.entrants[who].name,
                str(home_standings.total_points(rows[who])),
                *(f"{row.points} ({row.won}-{row.drawn}-{row.lost})" for row in rows[who].values()),
            )
            for who in order
        ],
    )


def _cross(
    table: Sequence[StandingsRow], names: Sequence[str], found: dict[tuple[int, int], HeadToHead]
) -> str:
    order = [one.entrant for one in table]

    def cell(who: int, other: int) -> str:
        met = found.get((who, other))
        return f"{format_points(met.points)} : {format_points(met.theirs)}" if met else ""

    rows = [(names[who], *(cell(who, other) for other in order)) for who in order]
    return page_table(("points of", *(f"against {names[who]}" for who in order)), rows)


def _seats(event: ArenaEvent, complete: CompleteUnits) -> str:
    rows = []
    for at, title in enumerate(_titles(event)):
        shares = seat_intervals(complete, at)
        cells = [f"{one.mean:.1%} ({one.low:.1%} to {one.high:.1%})" for one in shares]
        if cells:
            rows.append((title, *cells))
    head = ("share of points", *(f"seat {seat + 1}" for seat in range(event.seats)))
    return page_table(head, rows) if rows else ""


def _times(found: Sequence[MoveTimes], names: Sequence[str]) -> str:
    head = ("player", "moves", "median ms", "90 % ms", "99 % ms", "longest ms")
    rows = [
        (name, str(one.moves), *(f"{1000 * seconds:.3g}" for seconds in one[1:5]))
        for name, one in zip(names, found, strict=True)
    ]
    return svg_charts.move_time_chart(found, names) + page_table(head, rows)


def _forfeits(complete: CompleteUnits, names: Sequence[str]) -> str:
    rows = [
        (names[who], reason, str(count))
        for (who, reason), count in sorted(count_forfeits(complete).items())
    ]
    return page_table(("player", "reason", "games"), rows) if rows else "<p>None.</p>"
