"""Running an event: plays what its format plans and its store lacks, until nothing is left."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from ludarium.arena.formats.schedule import Format
from ludarium.arena.formats.unit import Progress, Unit
from ludarium.arena.run.event_store import Store
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.game_loop import Bout, Played, bouts

Tell = Callable[[Progress], None]


class Runner:
    """An event on its way; whatever ends it, the same event goes on from the same store."""

    def __init__(self, store: Store, plan: Format, executor: Executor) -> None:
        self.store = store
        self.plan = plan
        self.executor = executor
        self.progress = Progress(store.event.seats, store.results())
        self.units = plan.units(self.progress.complete)
        self.begun = 0  # units whose bouts are given out or in the queue
        self.queue: deque[Bout] = deque()
        self.stopped = False

    def stop(self) -> None:
        """Have `run` return soon, with all that is finished stored; what is running is not."""
        self.stopped = True

    def run(self, tell: Tell) -> Progress:
        """Play everything; `tell` hears after every group of games that was stored."""
        tell(self.progress)
        while not self.stopped:
            while self.executor.running < self.executor.room and (bout := self._next()):
                self.executor.give(bout)
            if not self.executor.running:
                break
            if self._keep(self.executor.take()):
                self.units = self.plan.units(self.progress.complete)
            tell(self.progress)
            if len(self.units) < self.begun:
                break  # decided: what is still running would not count
        return self.progress

    def _keep(self, games: list[Played]) -> bool:
        """Store games, then count them; whether they completed a unit."""
        if games:
            self.store.add(games)
        completed = [self.progress.add(played.result) for played in games]
        return any(completed)

    def _next(self) -> Bout | None:
        """The first bout that nobody was given yet."""
        while not self.queue and self.begun < len(self.units):
            self.queue.extend(self._missing(self.units[self.begun]))
            self.begun += 1
        return self.queue.popleft() if self.queue else None

    def _missing(self, unit: Unit) -> list[Bout]:
        done = self.progress.games.get(unit.number, {})
        return [bout for bout in bouts(self.store.event, unit) if bout.game not in done]
