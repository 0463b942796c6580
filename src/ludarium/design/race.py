"""A race of candidates: each plays batch by batch until it is out or has all its games."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.arena.formats.event import ArenaEvent
from ludarium.arena.formats.unit import CompleteUnits, Unit
from ludarium.arena.run.event_store import EventStore
from ludarium.design.estimate import MeasuredGame, estimate_target
from ludarium.design.target import Target

# Stricter than for reports: a race looks at the same candidate many times.
RACE_Z = 2.58


class RaceFormat:
    """Plans self-play of many candidates, one on each ground; a format of the arena.

    A candidate ends after a batch that shows a target to be out of reach. Only its own games
    decide that, so the same games are played however many run at a time.
    """

    def __init__(
        self,
        event: ArenaEvent,
        store: EventStore,
        targets: Sequence[Target],
        batch: int,
        slack: float,
    ) -> None:
        self.event = event
        self.store = store
        self.targets = [target for target in targets if target.measure != "proved"]
        self.batch = batch or event.length
        self.slack = slack
        self.planned = [0] * len(event.grounds)  # openings of each candidate
        self.ended = [False] * len(event.grounds)
        self.plan: list[Unit] = []

    def units(self, complete: CompleteUnits) -> Sequence[Unit]:
        """All units so far; batches are added as earlier ones are complete."""
        for ground in range(len(self.event.grounds)):
            while not self.ended[ground] and self._is_complete(ground, complete):
                self._plan_batch(ground)
        return self.plan

    def total(self) -> int:
        """The games of the candidates that are out, and the most of all others."""
        return sum(
            planned if ended else self.event.length
            for planned, ended in zip(self.planned, self.ended, strict=True)
        )

    def candidate_games(self, ground: int) -> list[MeasuredGame]:
        """The games of a candidate that count: complete batches, whatever else is stored."""
        return [
            MeasuredGame(result, extras.measures)
            for result, extras in self.store.ground_games(ground)
            if result.unit < self._unit_number(ground, self.planned[ground])
            and extras.measures is not None
        ]

    def is_out(self, ground: int) -> bool:
        """Whether the games of a candidate exclude a target."""
        games = self.candidate_games(ground)
        estimates = [estimate_target(target, games, RACE_Z) for target in self.targets]
        return any(
            target.gap(found.low, found.high, self.slack) > 0
            for target, found in zip(self.targets, estimates, strict=True)
        )

    def _plan_batch(self, ground: int) -> None:
        done = self.planned[ground]
        if done >= self.event.length or (done and self.is_out(ground)):
            self.ended[ground] = True
            return
        self.planned[ground] = min(done + self.batch, self.event.length)
        self.plan += [
            Unit(self._unit_number(ground, opening), ground, (0,))
            for opening in range(done, self.planned[ground])
        ]

    def _is_complete(self, ground: int, complete: CompleteUnits) -> bool:
        openings = range(max(self.planned[ground] - self.batch, 0), self.planned[ground])
        return all(self._unit_number(ground, opening) in complete for opening in openings)

    def _unit_number(self, ground: int, opening: int) -> int:
        # As in self-play without a race, so that the arena's reports read the file.
        return opening * len(self.event.grounds) + ground
