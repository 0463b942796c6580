"""Runner: plays all games that the format plans and the store lacks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from ludarium.arena.formats.schedule import Format
from ludarium.arena.formats.unit import EventProgress, GameResult, Unit
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.executor import Executor
from ludarium.arena.run.game_loop import FinishedGame, ScheduledGame, play_game, schedule_games

OnProgress = Callable[[EventProgress], None]
OnGame = Callable[[GameResult], None]
PlayGame = Callable[[ScheduledGame], FinishedGame]


class Runner:
    """Plays an event. After an interrupt the same store continues the event."""

    def __init__(
        self, store: EventStore, plan: Format, executor: Executor, play: PlayGame = play_game
    ) -> None:
        self.store = store
        self.play = play
        self.plan = plan
        self.executor = executor
        self.progress = EventProgress(store.event.seats, store.results())
        self.units = plan.units(self.progress.complete)
        self.begun = 0  # units whose games are submitted or in the queue
        self.queue: deque[ScheduledGame] = deque()
        self.stopped = False
        self.on_game: OnGame = lambda result: None

    def stop(self) -> None:
        """Let `run` store the finished games, abort the running ones and return."""
        self.stopped = True

    def run(self, on_progress: OnProgress, on_game: OnGame = lambda result: None) -> EventProgress:
        """Play all games. `on_game` is called for each stored one, `on_progress` for a group."""
        self.on_game = on_game
        on_progress(self.progress)
        while not self.stopped:
            while self.executor.running < self.executor.capacity and (game := self._next_game()):
                self.executor.submit(self.play, game)
            if not self.executor.running:
                break
            if self._store_games([finished for _, finished in self.executor.collect()]):
                self.units = self.plan.units(self.progress.complete)
            on_progress(self.progress)
            if len(self.units) < self.begun:
                # A test is decided. The games that still run must not count in the next event.
                self.executor.abort_jobs()
                break
        return self.progress

    def _store_games(self, games: Sequence[FinishedGame]) -> bool:
        """Store games, then count them; returns whether they completed a unit."""
        if games:
            self.store.add(games)
        completed = [self.progress.add(finished.result) for finished in games]
        for finished in games:
            self.on_game(finished.result)
        return any(completed)

    def _next_game(self) -> ScheduledGame | None:
        """The first game that is neither stored nor submitted."""
        while not self.queue and self.begun < len(self.units):
            self.queue.extend(self._missing_games(self.units[self.begun]))
            self.begun += 1
        return self.queue.popleft() if self.queue else None

    def _missing_games(self, unit: Unit) -> list[ScheduledGame]:
        done = self.progress.games.get(unit.number, {})
        return [game for game in schedule_games(self.store.event, unit) if game.game not in done]
