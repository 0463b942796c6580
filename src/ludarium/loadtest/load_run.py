"""LoadRun: plays games with spectators at a rate, kills the server if wanted, checks the rooms."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

from ludarium.loadtest.client_pool import ClientPool, PoolTimeout
from ludarium.loadtest.latency_histogram import LatencyHistogram
from ludarium.loadtest.node_processes import NodeProcesses
from ludarium.loadtest.server_process import ServerProcess

MAX_RETURN_S = 10.0  # for all clients to reconnect after a kill
MAX_CLUSTER_RETURN_S = 15.0  # the same with several nodes, of which another one is struck
KILL_INTERVAL_S = (0.2, 2.0)  # from the return of all clients to the next kill


class LoadPlan(NamedTuple):
    """The parameters of a load run."""

    games: tuple[str, ...]
    rooms: int
    spectators: int
    rate: float
    seconds: float
    seed: int = 0
    heartbeat: float = 2.5
    kills: int = 0


class LoadRun:
    """A pool of clients at a server, with figures that can be read while it runs."""

    def __init__(
        self,
        plan: LoadPlan,
        urls: str | Sequence[str],
        server: ServerProcess | NodeProcesses | None,
    ) -> None:
        self.plan = plan
        self.server = server
        self.pool = ClientPool(urls, plan.seed, plan.heartbeat)
        self.strikes: Counter[str] = Counter()  # what was killed or cut in a cluster
        self.began = 0.0
        self.warm_up_moves = 0  # moves before the measured time
        self.peak_memory_bytes = 0  # of the server
        self.cpu_s_before = 0.0  # of the server, before the measured time
        self.kills = 0
        self.return_times_s: list[float] = []  # after each kill
        self.failure = ""

    @property
    def elapsed(self) -> float:
        """Seconds of the measured time so far."""
        return time.monotonic() - self.began if self.began else 0.0

    @property
    def passed(self) -> bool:
        """Whether there were no faults, and all clients returned in time."""
        cluster = isinstance(self.server, NodeProcesses)
        most = MAX_CLUSTER_RETURN_S if cluster else MAX_RETURN_S
        late = any(seconds > most for seconds in self.return_times_s)
        return self.pool.passed and not late and not self.failure

    async def run(self, look: Callable[[], None]) -> None:
        """Run the whole test. `look` is called every second."""
        pool, plan = self.pool, self.plan
        pool.start_task(pool.send_heartbeats())
        pool.start_task(self._report_progress(look))
        try:
            await pool.open_rooms(plan.games, plan.rooms, plan.spectators)
            # The clients live until the end: without them a garbage collection causes no delays.
            gc.collect()
            gc.freeze()
            playing = asyncio.create_task(pool.play_moves(plan.rate))
            await asyncio.sleep(min(5.0, plan.seconds / 4))  # warm-up
            pool.broadcast_latency, pool.ack_latency = LatencyHistogram(), LatencyHistogram()
            self.warm_up_moves, self.began = pool.moves, time.monotonic()
            self.cpu_s_before = self.server.cpu_seconds() if self.server else 0.0
            await (self._kill_repeatedly() if plan.kills else asyncio.sleep(plan.seconds))
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            self.plan = plan._replace(seconds=self.elapsed)
            look()
            await pool.check_rooms()
        except PoolTimeout as error:
            self.failure = str(error)
        finally:
            pool.disconnect_all()

    async def _kill_repeatedly(self) -> None:
        """Kill and restart the server repeatedly under load."""
        assert self.server is not None
        rng = Random(self.plan.seed)
        pool = self.pool
        while self.kills < self.plan.kills:
            await asyncio.sleep(rng.uniform(*KILL_INTERVAL_S))
            self.kills += 1
            if isinstance(self.server, NodeProcesses):
                at = await self._strike_cluster(self.server, rng)
            else:
                self.server.stop()
                at = time.monotonic()
                await self.server.start()
            await pool.wait_until(lambda: all(client.caught_up for client in pool.clients))
            self.return_times_s.append(time.monotonic() - at)
            if isinstance(self.server, NodeProcesses):
                await self.server.wait_for_restart()

    async def _strike_cluster(self, cluster: NodeProcesses, rng: Random) -> float:
        """Strike, and ask every room once more after it; when the strike began."""
        at = time.monotonic()
        self.strikes[await cluster.strike(rng)] += 1
        self.pool.probe_rooms()
        return at

    async def _report_progress(self, look: Callable[[], None]) -> None:
        while True:
            await asyncio.sleep(1.0)
            if self.server is not None:
                self.peak_memory_bytes = max(self.peak_memory_bytes, self.server.memory_bytes())
            look()
