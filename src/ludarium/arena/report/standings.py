"""The figures of an event: standings, head-to-head, seats and forfeits, from results alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.schedule import Format
from ludarium.arena.formats.unit import CompleteUnits, EventProgress, GameResult
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.arena.report.ratings import Z_95, Rating, rate_entrants


class StandingsRow(NamedTuple):
    """An entrant's record; a game counts as won if one of its seats won it."""

    entrant: int
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    forfeits: int
    rating: Rating

    @property
    def share(self) -> float:
        """Points for each game."""
        return self.points / self.games if self.games else 0.0


class HeadToHead(NamedTuple):
    """The points of two entrants in the games that both played."""

    games: int = 0
    points: float = 0.0
    theirs: float = 0.0


class ScoreInterval(msgspec.Struct, frozen=True, rename={"mean": "score"}):
    """A share of the points; `low` to `high` is the 95 % interval."""

    mean: float
    low: float
    high: float


def counted_units(plan: Format, progress: EventProgress) -> CompleteUnits:
    """The units that count: the complete ones, up to the end of a sequential test."""
    complete = progress.complete
    numbers = [unit.number for unit in plan.units(complete)]
    return {number: complete[number] for number in numbers if number in complete}


def standings(
    event: ArenaEvent, complete: CompleteUnits, anchor: Anchor = MEAN
) -> list[StandingsRow]:
    """The record of every entrant, in the order of the event."""
    count = len(event.entrants)
    outcomes: Counter[tuple[int, str]] = Counter()
    points = [0.0] * count
    forfeits = [0] * count
    for result in _all_results(complete):
        for who, made in entrant_points(result).items():
            points[who] += made
            outcomes[who, "won" if made == 1 else "lost" if made == 0 else "drawn"] += 1
        if result.forfeit is not None:
            forfeits[result.lineup[result.forfeit]] += 1
    ratings = rate_entrants(count, complete, anchor)
    table = []
    for who in range(count):
        won, drawn, lost = (outcomes[who, kind] for kind in ("won", "drawn", "lost"))
        games = won + drawn + lost
        table.append(
            StandingsRow(who, games, won, drawn, lost, points[who], forfeits[who], ratings[who])
        )
    return table


def rank_standings(table: Sequence[StandingsRow]) -> list[StandingsRow]:
    """The standings, best first."""
    return sorted(table, key=lambda one: (-one.rating.elo, -one.share, one.entrant))


def entrant_points(result: GameResult) -> dict[int, float]:
    """Each entrant's points in a game, summed over its seats."""
    made: dict[int, float] = {}
    for who, points in zip(result.lineup, result.points, strict=True):
        made[who] = made.get(who, 0.0) + points
    # Thirds do not always add up to one.
    return {who: round(points, 9) for who, points in made.items()}


def head_to_head(complete: CompleteUnits) -> dict[tuple[int, int], HeadToHead]:
    """The points of each pair of entrants against each other."""
    found: dict[tuple[int, int], HeadToHead] = {}
    for result in _all_results(complete):
        made = entrant_points(result)
        for who in made:
            for other in made:
                if who != other:
                    past = found.get((who, other), HeadToHead())
                    found[who, other] = HeadToHead(
                        past.games + 1, past.points + made[who], past.theirs + made[other]
                    )
    return found


def seat_intervals(complete: CompleteUnits, ground: int) -> list[ScoreInterval]:
    """The share of the points of each seat on a ground: the advantage of the seat."""
    units = [games for games in complete.values() if games[0].ground == ground]
    if not units:
        return []
    seats = len(units[0][0].points)
    return [
        score_interval([sum(game.points[seat] for game in games) / len(games) for games in units])
        for seat in range(seats)
    ]


def score_interval(means: Sequence[float], z: float = Z_95) -> ScoreInterval:
    """The mean of independent shares with its interval (Agresti and Coull)."""
    # Two units won and two lost in advance: a few equal ones must not look like certainty.
    padded = [*means, 0.0, 0.0, 1.0, 1.0]
    centre = sum(padded) / len(padded)
    variance = sum((mean - centre) ** 2 for mean in padded) / (len(padded) - 1)
    reach = z * math.sqrt(variance / len(padded))
    mean = sum(means) / len(means) if means else 0.5
    return ScoreInterval(mean, max(centre - reach, 0.0), min(centre + reach, 1.0))


def count_forfeits(complete: CompleteUnits) -> Counter[tuple[int, str]]:
    """The number of games that each entrant forfeited, by reason."""
    return Counter(
        (result.lineup[result.forfeit], result.reason)
        for result in _all_results(complete)
        if result.forfeit is not None
    )


def _all_results(complete: CompleteUnits) -> Iterable[GameResult]:
    return (result for games in complete.values() for result in games)
