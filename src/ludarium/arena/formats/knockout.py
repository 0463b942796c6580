"""Knockout: pairs play, the winners go on, until one entrant is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.unit import CompleteUnits, GameResult, Unit, lineups, points_of

EXTRA_OPENINGS = 4  # of a level tie, one after another; then the better seed goes on


class Tie(NamedTuple):
    """The meeting of two entrants in a round; `second` is None for a bye."""

    first: int
    second: int | None
    points: tuple[float, float] = (0.0, 0.0)
    winner: int | None = None  # None until the tie is decided


class KnockoutFormat:
    """Single elimination. The order of the entrants is their seeding."""

    def __init__(self, event: ArenaEvent) -> None:
        self.event = event
        self.extra = 0  # units beyond the plan, played by level ties so far

    def units(self, complete: CompleteUnits) -> Sequence[Unit]:
        """The units of all rounds up to the current one."""
        return self._plan(complete)[0]

    def total(self) -> int:
        """The games of all ties, with the extra openings so far."""
        units = (len(self.event.entrants) - 1) * self.event.each * len(self.event.grounds)
        return (units + self.extra) * len(lineups((0, 1), self.event.seats))

    def bracket(self, complete: CompleteUnits) -> list[list[Tie]]:
        """The ties of each round so far."""
        return self._plan(complete)[1]

    def _plan(self, complete: CompleteUnits) -> tuple[list[Unit], list[list[Tie]]]:
        units: list[Unit] = []
        rounds: list[list[Tie]] = []
        self.extra = 0
        alive: list[int | None] = list(seeded_places(len(self.event.entrants)))
        while len(alive) > 1:
            pairs = list(zip(alive[::2], alive[1::2], strict=True))
            ties, decided = self._play_round(pairs, units, complete)
            rounds.append(ties)
            if not decided:
                break
            alive = [tie.winner for tie in ties]
        return units, rounds

    def _play_round(
        self,
        pairs: Sequence[tuple[int | None, int | None]],
        units: list[Unit],
        complete: CompleteUnits,
    ) -> tuple[list[Tie], bool]:
        """Add the units of a round; returns its ties, and whether all are decided.

        A level tie plays one opening more, but only when all ties of the round have ended, so that
        the numbers of units do not depend on the order in which games end.
        """
        met = [pair for pair in pairs if None not in pair]
        own: dict[tuple[int | None, int | None], list[Unit]] = {pair: [] for pair in met}
        level, count = met, self.event.each
        for extra in range(EXTRA_OPENINGS + 1):
            added = self._add_units(level, count, len(units))
            units += added
            for unit in added:
                own[unit.group[0], unit.group[1]].append(unit)
            self.extra += len(added) if extra else 0
            if not all(unit.number in complete for unit in added):
                return [_running_tie(pair, own, complete) for pair in pairs], False
            level = [pair for pair in level if _is_level(_results(own[pair], complete), pair)]
            count = 1
        return [_decided_tie(pair, own, complete) for pair in pairs], True

    def _add_units(
        self, pairs: Sequence[tuple[int | None, int | None]], count: int, first: int
    ) -> list[Unit]:
        wanted = [
            (ground, (one, other))
            for _ in range(count)
            for one, other in pairs
            for ground in range(len(self.event.grounds))
            if one is not None and other is not None
        ]
        return [Unit(number, *meeting) for number, meeting in enumerate(wanted, first)]


def seeded_places(entrants: int) -> list[int | None]:
    """The entrants in the order of the bracket; None is a bye, which the first seeds get."""
    places = [0]
    while len(places) < entrants:
        size = 2 * len(places)
        places = [seed for one in places for seed in (one, size - 1 - one)]
    return [seed if seed < entrants else None for seed in places]


def knockout_rounds(entrants: int) -> int:
    """The number of rounds."""
    return max(entrants - 1, 0).bit_length()


def _results(units: Sequence[Unit], complete: CompleteUnits) -> list[GameResult]:
    return [game for unit in units for game in complete.get(unit.number, ())]


def _is_level(games: Sequence[GameResult], pair: tuple[int | None, int | None]) -> bool:
    first, second = (points_of(games, who) for who in pair if who is not None)
    return abs(first - second) < 1e-6


def _running_tie(
    pair: tuple[int | None, int | None],
    own: dict[tuple[int | None, int | None], list[Unit]],
    complete: CompleteUnits,
) -> Tie:
    first, second = pair if pair[0] is not None else pair[::-1]
    assert first is not None
    if second is None:
        return Tie(first, None, winner=first)
    games = _results(own[pair], complete)
    return Tie(first, second, (points_of(games, first), points_of(games, second)))


def _decided_tie(
    pair: tuple[int | None, int | None],
    own: dict[tuple[int | None, int | None], list[Unit]],
    complete: CompleteUnits,
) -> Tie:
    tie = _running_tie(pair, own, complete)
    if tie.second is None:
        return tie
    lead = tie.points[0] - tie.points[1]
    better_seed = min(tie.first, tie.second)
    winner = better_seed if abs(lead) < 1e-6 else tie.first if lead > 0 else tie.second
    return tie._replace(winner=winner)
