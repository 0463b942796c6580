"""Units: one opening played in every seating of a group. Statistics count units, not games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple


class Unit(NamedTuple):
    """One opening of a group of entrants on a ground."""

    number: int
    ground: int
    group: tuple[int, ...]


class GameResult(NamedTuple):
    """The result of a game for the score; `lineup` has the entrant of each seat."""

    unit: int
    game: int  # within the unit
    ground: int
    lineup: tuple[int, ...]
    points: tuple[float, ...]  # seat by seat, 1 in all
    reason: str = ""
    forfeit: int | None = None  # the seat at fault
    plies: int = 0


CompleteUnits = Mapping[int, Sequence[GameResult]]


def lineups(group: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """Every seating in which all of the group play: 2 games for two seats, 6 for three."""
    members = set(group)
    return [found for found in product(group, repeat=seats) if set(found) == members]


def points_of(results: Sequence[GameResult], entrant: int) -> float:
    """The points of an entrant in these games, over all its seats."""
    return sum(
        points
        for result in results
        for who, points in zip(result.lineup, result.points, strict=True)
        if who == entrant
    )


class EventProgress:
    """The games so far, by unit. A repeated game counts once."""

    def __init__(self, seats: int, results: Sequence[GameResult] = ()) -> None:
        self.seats = seats
        self.games: dict[int, dict[int, GameResult]] = defaultdict(dict)
        self.complete: dict[int, list[GameResult]] = {}
        self.count = 0
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> bool:
        """Add a game; returns whether its unit is now complete."""
        games = self.games[result.unit]
        if result.game in games:
            return False
        games[result.game] = result
        self.count += 1
        if len(games) < len(lineups(sorted(set(result.lineup)), self.seats)):
            return False
        self.complete[result.unit] = [games[number] for number in sorted(games)]
        return True


def format_points(points: float) -> str:
    """Points with at most two decimals: thirds of a point are made by three seats."""
    return f"{points:.2f}".rstrip("0").rstrip(".")
