"""Formats: plan the units of an event from the results so far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple, Protocol

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.knockout import KnockoutFormat
from ludarium.arena.formats.sprt import SequentialTest
from ludarium.arena.formats.swiss import pair_next_round
from ludarium.arena.formats.unit import CompleteUnits, Unit, lineups


class Format(Protocol):
    """Plans an event; the same results give the same plan, in whatever order they came."""

    def units(self, complete: CompleteUnits) -> Sequence[Unit]:
        """All units known so far, in order. The list only grows, unless a test has ended."""

    def total(self) -> int:
        """The upper bound of the number of games."""


def open_format(event: ArenaEvent) -> Format:
    """The format that an event names."""
    if event.format == "swiss":
        return SwissFormat(event)
    if event.format == "knockout":
        return KnockoutFormat(event)
    if event.format == "sprt":
        return SprtFormat(event)
    groups = {
        "match": _all_groups,
        "round-robin": _all_groups,
        "gauntlet": _gauntlet,
        "home-and-away": _home_and_away,
        "self-play": _all_groups,
    }[event.format]
    return FixedFormat(event, groups(event))


Pairing = tuple[int, tuple[int, ...]]  # the ground and the group


def _all_groups(event: ArenaEvent) -> list[Pairing]:
    """All groups with one entrant for each seat."""
    size = min(event.seats, len(event.entrants))
    groups = combinations(range(len(event.entrants)), size)
    return [(ground, group) for group in groups for ground in range(len(event.grounds))]


def _gauntlet(event: ArenaEvent) -> list[Pairing]:
    """The first entrant with each of the others."""
    others = range(1, len(event.entrants))
    return [(ground, (0, other)) for other in others for ground in range(len(event.grounds))]


def _home_and_away(event: ArenaEvent) -> list[Pairing]:
    return [(fixture.ground, fixture.pair) for fixture in fixtures(event)]


class Fixture(NamedTuple):
    """Two entrants at the home of one of them, or on the neutral ground, which has no host."""

    ground: int
    pair: tuple[int, int]
    host: int | None


def fixtures(event: ArenaEvent) -> list[Fixture]:
    """Each pair at both homes and on the neutral ground, which is the last ground."""
    neutral = len(event.grounds) - 1
    return [
        Fixture(neutral if host is None else event.homes[host], pair, host)
        for pair in combinations(range(len(event.entrants)), 2)
        for host in (*pair, None)
    ]


class FixedFormat:
    """Every group plays each opening once. A longer event begins with the same units."""

    def __init__(self, event: ArenaEvent, meetings: list[Pairing]) -> None:
        self.event = event
        wanted = [meeting for _ in range(event.length) for meeting in meetings]
        self.plan = [Unit(number, *meeting) for number, meeting in enumerate(wanted)]

    def units(self, complete: CompleteUnits) -> Sequence[Unit]:
        """All units; they are known from the start."""
        return self.plan

    def total(self) -> int:
        """The games of all units."""
        return sum(len(lineups(unit.group, self.event.seats)) for unit in self.plan)


class SwissFormat:
    """Swiss rounds: each is paired by score after the previous one, and no pair meets twice."""

    def __init__(self, event: ArenaEvent) -> None:
        self.event = event

    def units(self, complete: CompleteUnits) -> Sequence[Unit]:
        """The units of all rounds up to the current one."""
        rounds: list[list[Unit]] = []
        while len(rounds) < self.event.length:
            if rounds and not all(unit.number in complete for unit in rounds[-1]):
                break
            rounds.append(self._round(rounds, complete))
        return [unit for units in rounds for unit in units]

    def total(self) -> int:
        """The games of all rounds; every pairing has the same number."""
        pairs = len(self.event.entrants) // 2
        games = len(lineups((0, 1), self.event.seats))
        return self.event.length * self.event.each * pairs * len(self.event.grounds) * games

    def _round(self, rounds: list[list[Unit]], complete: CompleteUnits) -> list[Unit]:
        pairs = pair_next_round(len(self.event.entrants), rounds, complete)
        wanted = [
            (ground, pair)
            for _ in range(self.event.each)
            for pair in pairs
            for ground in range(len(self.event.grounds))
        ]
        return [
            Unit(number, *meeting) for number, meeting in enumerate(wanted, sum(map(len, rounds)))
        ]


class SprtFormat:
    """A match that ends when a sequential test decides, or at the length of the event.

    Units count in their order, so that it ends at the same one however many are played at a time.
    """

    def __init__(self, event: ArenaEvent) -> None:
        assert event.hypotheses is not None
        self.event = event
        grounds = len(event.grounds)
        self.plan = [Unit(number, number % grounds, (0, 1)) for number in range(event.length)]
        self.test = SequentialTest(event.hypotheses)

    def units(self, complete: CompleteUnits) -> Sequence[Unit]:
        """The units up to the decision; without one, all units of the event."""
        while self.test.verdict is None and self.test.units in complete:
            self.test.add(complete[self.test.units])
        if self.test.verdict is not None:
            return self.plan[: self.test.units]
        return self.plan

    def total(self) -> int:
        """The games up to the decision, or the upper bound."""
        count = self.test.units if self.test.verdict is not None else len(self.plan)
        return count * len(lineups((0, 1), self.event.seats))
