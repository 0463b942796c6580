"""Executors: where bouts are played; each has room for some, and gives results as they come."""

from __future__ import annotations

from typing import Protocol

from ludarium.arena.run.game_loop import Bout, Played
from ludarium.core.errors import InvalidOption, LudariumError

# Bouts given out for each worker, so that none waits for the next one.
AHEAD = 2
# Seconds to wait for a game; after that somebody may want to stop, or to see the time.
MOMENT = 0.5
# How often a bout may lose its worker before it is the bout that is to blame.
TRIES = 3


class WorkerLost(LudariumError):
    """A bout that cannot be played: it ended every process that tried, or raised an error."""


class Executor(Protocol):
    """Plays bouts somewhere; a bout whose worker dies is played again."""

    room: int  # how many bouts may be given out at a time

    @property
    def running(self) -> int:
        """How many are given out."""

    def give(self, bout: Bout) -> None:
        """Have a bout played."""

    def take(self) -> list[Played]:
        """All games that have finished, after waiting a moment if none has."""

    def close(self) -> None:
        """Break off what is running and end all workers."""


def open_executor(kind: str, workers: int = 0, address: str = "") -> Executor:
    """`processes` of this machine (0: one on every core), or `ray`, here or at an address."""
    if kind not in ("processes", "ray"):
        raise InvalidOption("unknown_executor", "Games are played by processes or by ray.")
    if kind == "ray":
        from ludarium.arena.run.ray_executor import Cluster  # noqa: PLC0415  an extra

        return Cluster(workers, address)
    from ludarium.arena.run.process_executor import Crew  # noqa: PLC0415

    return Crew(workers)
