"""The report of an event: one page that needs nothing else, with every game to replay."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from ludarium.arena.formats.event import Event
from ludarium.arena.formats.schedule import Sprt, open_format
from ludarium.arena.formats.unit import Complete, Progress
from ludarium.arena.report import home_standings as home
from ludarium.arena.report import svg_charts as drawing
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.live_table import elo, trial
from ludarium.arena.report.move_times import Times, times
from ludarium.arena.report.replays import packed
from ludarium.arena.report.standings import (
    Meeting,
    Standing,
    counted,
    forfeits,
    head_to_head,
    ranked,
    seat_shares,
    standings,
)
from ludarium.arena.run.event_store import Kept, Store

FOLDER = Path(__file__).parent / "page"
Cells = Sequence[str]


def write(store: Store, path: Path, replays: int = 0, anchor: Anchor = MEAN) -> None:
    """Write the page; only the first so many games can be replayed, unless it is 0."""
    path.write_text(page(store, replays, anchor), "utf-8")


def page(store: Store, replays: int = 0, anchor: Anchor = MEAN) -> str:
    """The page of an event."""
    event = store.event
    progress = Progress(event.seats, store.results())
    plan = open_format(event)
    complete = counted(plan, progress)
    table = ranked(standings(event, complete, anchor))
    names = [entrant.name for entrant in event.entrants]
    parts = [
        _section("Standings", _contexts(event, complete) + _standings(table, event)),
        _section("Elo", drawing.ratings(table, names)),
        _section("Cross table", _cross(table, names, head_to_head(complete))),
        _section("Seats", _seats(event, complete)),
        _section("Time for a move", _times(times(len(names), store.games()), names)),
        _section("Forfeits", _forfeits(complete, names)),
    ]
    if isinstance(plan, Sprt):
        parts.insert(0, _section("Test", f"<p>{escape(trial(plan))}</p>"))
    return _template("page.html").substitute(
        title=escape(f"{event.format}: {', '.join(_titles(event))}"),
        about=_about(event, progress, complete),
        figures="\n".join(parts),
        style=(FOLDER / "page.css").read_text("utf-8"),
        script=(FOLDER / "page.js").read_text("utf-8"),
        data=_embedded(_data(event, store.games(), set(complete), replays)),
    )


def _template(name: str) -> Template:
    return Template((FOLDER / name).read_text("utf-8"))


def _embedded(value: Any) -> str:
    """JSON that cannot end the script element it stands in, whatever a program wrote."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _data(event: Event, games: Iterable[Kept], numbers: set[int], replays: int) -> dict[str, Any]:
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
                "replay": packed(kept, event.grounds[result.ground]) if wanted else "",
            }
        )
    names = [entrant.name for entrant in event.entrants]
    return {"players": names, "grounds": _titles(event), "games": rows}


def _titles(event: Event) -> list[str]:
    return [ground.load().title for ground in event.grounds]


def _about(event: Event, progress: Progress, complete: Complete) -> str:
    low, high = event.opening
    fair = f", fair to a search of {event.fair} nodes" if event.fair else ""
    facts = {
        "games": f"{progress.count}, of which {sum(map(len, complete.values()))} count",
        "openings": f"{low} to {high} random turns{fair}, the same in all seats; seed {event.seed}",
        "time": event.control,
        "legal moves": "told" if event.expose_legal_moves else "withheld",
        "event": event.digest(),
    }
    return "".join(f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items())


def _section(title: str, content: str) -> str:
    return f"<section><h2>{title}</h2>{content}</section>" if content else ""


def _table(head: Cells, rows: Iterable[Cells]) -> str:
    """A table whose first cell names a row; the cells are text, not HTML."""
    titles = "".join(f"<th scope=col>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th scope=row>{escape(row[0])}</th>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div class=wide>{table}</div>"


def _standings(table: Sequence[Standing], event: Event) -> str:
    head = ("player", "Elo (95 %)", "games", "points", "share", "won", "drawn", "lost", "forfeits")
    rows = [
        (
            event.entrants[one.entrant].name,
            elo(one.rating),
            str(one.games),
            f"{one.points:g}",
            f"{one.share:.1%}",
            *(str(count) for count in (one.won, one.drawn, one.lost, one.forfeits)),
        )
        for one in table
    ]
    note = ""
    if not all(one.rating.settled for one in table):
        note = (
            "<p>?: somebody won or lost everything, so one drawn opening of each pair is added.</p>"
        )
    return _table(head, rows) + note


def _contexts(event: Event, complete: Complete) -> str:
    if event.format != "home-and-away":
        return ""
    rows = home.standings(event, complete)
    order = sorted(range(len(rows)), key=lambda who: (-home.total(rows[who]), who))
    return _table(
        ("player", "points", *home.CONTEXTS),
        [
            (
                event.entrants[who].name,
                str(home.total(rows[who])),
                *(f"{row.points} ({row.won}-{row.drawn}-{row.lost})" for row in rows[who].values()),
            )
            for who in order
        ],
    )


def _cross(
    table: Sequence[Standing], names: Sequence[str], found: dict[tuple[int, int], Meeting]
) -> str:
    order = [one.entrant for one in table]

    def cell(who: int, other: int) -> str:
        met = found.get((who, other))
        return f"{met.points:g} : {met.theirs:g}" if met else ""

    rows = [(names[who], *(cell(who, other) for other in order)) for who in order]
    return _table(("points of", *(f"against {names[who]}" for who in order)), rows)


def _seats(event: Event, complete: Complete) -> str:
    rows = []
    for at, title in enumerate(_titles(event)):
        shares = seat_shares(complete, at)
        cells = [f"{one.mean:.1%} ({one.low:.1%} to {one.high:.1%})" for one in shares]
        if cells:
            rows.append((title, *cells))
    head = ("share of points", *(f"seat {seat + 1}" for seat in range(event.seats)))
    return _table(head, rows) if rows else ""


def _times(found: Sequence[Times], names: Sequence[str]) -> str:
    head = ("player", "moves", "median ms", "90 % ms", "99 % ms", "longest ms")
    rows = [
        (name, str(one.moves), *(f"{1000 * seconds:.3g}" for seconds in one[1:5]))
        for name, one in zip(names, found, strict=True)
    ]
    return drawing.durations(found, names) + _table(head, rows)


def _forfeits(complete: Complete, names: Sequence[str]) -> str:
    rows = [
        (names[who], reason, str(count))
        for (who, reason), count in sorted(forfeits(complete).items())
    ]
    return _table(("player", "reason", "games"), rows) if rows else "<p>None.</p>"
