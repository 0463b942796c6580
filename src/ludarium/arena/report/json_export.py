"""An event as one JSON document: description, standings, and every game with its record."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import msgspec

from ludarium.arena.formats.knockout import KnockoutFormat
from ludarium.arena.formats.schedule import SprtFormat, open_format
from ludarium.arena.formats.unit import EventProgress
from ludarium.arena.report.standings import (
    count_forfeits,
    counted_units,
    head_to_head,
    rank_standings,
    seat_intervals,
    standings,
)
from ludarium.arena.run.event_store import EventStore, StoredGame

EXPORT_FORMAT = 1


def export_document(store: EventStore) -> Iterator[str]:
    """The document in parts, so that a long event need not fit into memory."""
    head = json.dumps({"format": EXPORT_FORMAT, **export_summary(store)}, indent=1)
    yield head.removesuffix("\n}") + ',\n "games": ['
    for number, kept in enumerate(store.games()):
        yield (",\n  " if number else "\n  ") + json.dumps(_game(kept))
    yield "\n ]\n}\n"


def export_summary(store: EventStore) -> dict[str, Any]:
    """Everything but the games."""
    event = store.event
    progress = EventProgress(event.seats, store.results())
    plan = open_format(event)
    complete = counted_units(plan, progress)
    names = [entrant.name for entrant in event.entrants]
    found: dict[str, Any] = {
        "event": msgspec.to_builtins(event.public()),
        "digest": event.digest(),
        "played": progress.count,
        "counted": sum(map(len, complete.values())),
        "standings": [
            {
                "name": names[one.entrant],
                "elo": _finite(one.rating.elo),
                "low": _finite(one.rating.low),
                "high": _finite(one.rating.high),
                "settled": one.rating.settled,
                "games": one.games,
                "won": one.won,
                "drawn": one.drawn,
                "lost": one.lost,
                "points": round(one.points, 6),
                "forfeits": one.forfeits,
            }
            for one in rank_standings(standings(event, complete))
        ],
        "head_to_head": [
            {"player": names[who], "against": names[other], **meeting._asdict()}
            for (who, other), meeting in sorted(head_to_head(complete).items())
        ],
        "seats": [
            {
                "game": ground.game,
                "shares": [msgspec.structs.asdict(one) for one in seat_intervals(complete, at)],
            }
            for at, ground in enumerate(event.grounds)
        ],
        "forfeits": [
            {"player": names[who], "reason": reason, "games": count}
            for (who, reason), count in sorted(count_forfeits(complete).items())
        ],
    }
    if isinstance(plan, KnockoutFormat):
        found["bracket"] = [[tie._asdict() for tie in ties] for ties in plan.bracket(complete)]
    if isinstance(plan, SprtFormat):
        test = plan.test
        found["sprt"] = {"ratio": test.ratio, "units": test.units, "verdict": test.verdict}
    return found


def _game(kept: StoredGame) -> dict[str, Any]:
    return {
        **kept.result._asdict(),
        "seconds": round(kept.seconds, 6),
        "finished": kept.finished,
        "record": msgspec.to_builtins(kept.record),
        "extras": msgspec.to_builtins(kept.extras, str_keys=True),
    }


def _finite(number: float) -> float | None:
    return None if math.isinf(number) else round(number, 2)
