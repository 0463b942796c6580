"""A cluster: bouts as tasks of Ray, on this machine or many; an extra."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from typing import Any

from ludarium.arena.run.executor import AHEAD, MOMENT, TRIES, WorkerLost
from ludarium.arena.run.game_loop import Bout, Played, play
from ludarium.core.errors import InvalidOption


class Cluster:
    """Plays bouts on Ray's workers; those of a dead worker or node are played again."""

    def __init__(self, workers: int = 0, address: str = "") -> None:
        if find_spec("ray") is None:
            raise InvalidOption("missing_extra", "Ray is not installed: pip install ludarium[ray].")
        import ray  # noqa: PLC0415  large, and seldom there

        self.ray = ray
        self.ours = not ray.is_initialized()
        if self.ours:
            size: dict[str, Any] = {"address": address} if address else {}
            if workers and not address:
                size["num_cpus"] = workers
            ray.init(include_dashboard=False, log_to_driver=False, **size)
        # We run again what was lost: by itself Ray would let a deadly game end many workers.
        self.task = ray.remote(num_cpus=1, max_retries=0)(play)
        self.room = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self.tasks: dict[Any, Bout] = {}
        self.lost: Counter[tuple[int, int]] = Counter()

    @property
    def running(self) -> int:
        """How many bouts are given out."""
        return len(self.tasks)

    def give(self, bout: Bout) -> None:
        """Have a bout played."""
        self.tasks[self.task.remote(bout)] = bout

    def take(self) -> list[Played]:
        """All games that have finished, after waiting a moment if none has."""
        self.ray.wait(list(self.tasks), num_returns=1, timeout=MOMENT)
        ready, _ = self.ray.wait(list(self.tasks), num_returns=len(self.tasks), timeout=0)
        return [played for task in ready for played in self._receive(task)]

    def close(self) -> None:
        """Break off what is running; a cluster that was there before us stays."""
        for task in self.tasks:
            self.ray.cancel(task, force=True)
        self.tasks = {}
        if self.ours:
            self.ray.shutdown()

    def _receive(self, task: Any) -> list[Played]:
        bout = self.tasks.pop(task)
        where = f"Game {bout.game + 1} of unit {bout.unit + 1}"
        try:
            played: Played = self.ray.get(task)
        except self.ray.exceptions.RayTaskError as error:
            raise WorkerLost("bout_failed", f"{where} cannot be played: {error.cause}") from error
        except self.ray.exceptions.RayError as error:
            self.lost[bout.unit, bout.game] += 1
            if self.lost[bout.unit, bout.game] >= TRIES:
                raise WorkerLost("worker_lost", f"{where} ended {TRIES} workers.") from error
            self.give(bout)
            return []
        return [played]
