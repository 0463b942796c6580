"""A run of a load: games with spectators at a pace, kills if they are wanted, and the check."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from ludarium.loadtest.client_pool import Crowd, NotHere
from ludarium.loadtest.latency_histogram import Gauge
from ludarium.loadtest.server_process import Served

BACK = 10.0  # seconds within which everybody should be back after a kill
CALM = (0.2, 2.0)  # seconds of load between everybody's return and the next kill


class Plan(NamedTuple):
    """What is wanted."""

    games: tuple[str, ...]
    tables: int
    spectators: int
    rate: float
    seconds: float
    seed: int = 0
    heartbeat: float = 2.5
    kills: int = 0


class Run:
    """A crowd at a server; whoever looks on sees how it goes."""

    def __init__(self, plan: Plan, url: str, server: Served | None) -> None:
        self.plan = plan
        self.server = server
        self.crowd = Crowd(url, plan.seed, plan.heartbeat)
        self.began = 0.0
        self.moved = 0  # before the measured time began
        self.peak = 0  # bytes of the server's memory
        self.spent = 0.0  # processor time of the server when the measured time began
        self.kills = 0
        self.returns: list[float] = []  # seconds until everybody was back after each kill
        self.note = ""

    @property
    def elapsed(self) -> float:
        """Seconds of the measured time so far."""
        return time.monotonic() - self.began if self.began else 0.0

    @property
    def sound(self) -> bool:
        """Whether everything was as it should be."""
        late = any(seconds > BACK for seconds in self.returns)
        return self.crowd.sound and not late and not self.note

    async def go(self, look: Callable[[], None]) -> None:
        """Do all of it; `look` is called every second."""
        crowd, plan = self.crowd, self.plan
        crowd.keep(crowd.live())
        crowd.keep(self._watch(look))
        try:
            await crowd.seat(plan.games, plan.tables, plan.spectators)
            # They stay until the end; to look through them for garbage would hold everybody up.
            gc.collect()
            gc.freeze()
            playing = asyncio.create_task(crowd.play(plan.rate))
            await asyncio.sleep(min(5.0, plan.seconds / 4))  # until the pace is even
            crowd.told, crowd.acknowledged = Gauge(), Gauge()
            self.moved, self.began = crowd.moves, time.monotonic()
            self.spent = self.server.seconds() if self.server else 0.0
            await (self._kill() if plan.kills else asyncio.sleep(plan.seconds))
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            self.plan = plan._replace(seconds=self.elapsed)
            look()
            await crowd.settle()
        except NotHere as error:
            self.note = str(error)
        finally:
            crowd.leave()

    async def _kill(self) -> None:
        """Kill the server again and again, each time in the middle of everything."""
        assert self.server is not None
        rng = Random(self.plan.seed)
        crowd = self.crowd
        while self.kills < self.plan.kills:
            await asyncio.sleep(rng.uniform(*CALM))
            self.server.end()
            at = time.monotonic()
            self.kills += 1
            await self.server.start()
            await crowd.until(lambda: all(guest.back for guest in crowd.guests))
            self.returns.append(time.monotonic() - at)

    async def _watch(self, look: Callable[[], None]) -> None:
        while True:
            await asyncio.sleep(1.0)
            if self.server is not None:
                self.peak = max(self.peak, self.server.memory())
            look()
