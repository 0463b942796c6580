"""Engines elsewhere: workers take orders from a queue group, and a lost order is placed again."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium.loadtest.nats_process import NatsProcess
from ludarium.server.bus.bus import Bus
from ludarium.server.bus.memory_bus import MemoryBroker, MemoryBus
from ludarium.server.bus.nats_bus import NatsBus
from ludarium.server.engines.bus_messages import EngineOrder, EngineSubjects, WorkerHello
from ludarium.server.engines.bus_pool import BusEnginePool
from ludarium.server.engines.bus_worker import BusWorker
from ludarium.server.engines.ipc import PlayedLine
from ludarium.server.engines.site_jobs import AnalysisJob
from ludarium.server.protocol.effects import Think
from ludarium.server.storage.database import open_database
from ludarium.server.storage.store import Store
from tests.server.hosting import Tab, creation, hosted, until

LONG_S = 600.0  # of an analysis that only a stop can end in time


def think(room: str = "CCCCC", level: Any = "easy", hint: bool = False) -> Think:
    return Think(room, 1, "forge", "standard", {}, 0, 2, 0, (), level, None, hint)


class Server:
    """The pool of a server, the rooms whose moves came, and its analyses."""

    def __init__(self, bus: Bus, subjects: EngineSubjects | None = None) -> None:
        self.moved: list[str] = []
        self.waits: list[str] = []
        self.changes = 0
        self.pool = BusEnginePool(
            bus,
            lambda room, *_: self.moved.append(room),
            lambda room, *_: self.waits.append(room),
            lambda room, *_: self.moved.append(f"hint {room}"),
            subjects,
        )
        self.pool.connect()

    def analyse(self) -> AnalysisJob:
        job = AnalysisJob(
            PlayedLine("forge", "standard", {}, 0, 2, ()), 3, LONG_S, self._note, lambda _s: None
        )
        self.pool.enqueue_site_job(job)
        return job

    def _note(self, _job: AnalysisJob) -> None:
        self.changes += 1


Scene = Callable[[Server, BusWorker], Awaitable[None]]


@asynccontextmanager
async def working(bus: Bus, engines: int = 1) -> AsyncIterator[BusWorker]:
    """A worker in this process."""
    worker = BusWorker(bus, engines)
    await worker.start()
    try:
        yield worker
    finally:
        await worker.stop()


def run(scene: Scene) -> None:
    """A scene with one server and one worker of one engine."""

    async def play() -> None:
        broker = MemoryBroker()
        server = Server(MemoryBus(broker))
        async with working(MemoryBus(broker)) as worker:
            await until(lambda: bool(server.pool.known))
            await scene(server, worker)
            await server.pool.close()

    asyncio.run(play())


def test_a_move_interrupts_an_analysis_that_then_goes_on() -> None:
    async def scene(server: Server, worker: BusWorker) -> None:
        job = server.analyse()
        await until(lambda: job.best is not None and job.best.depth > 1)  # lines are streamed
        server.pool.enqueue_search(think("HHHHH", hint=True))
        server.pool.enqueue_search(think("CCCCC"))
        await until(lambda: len(server.moved) == 2)
        assert not job.finished
        await until(lambda: worker.seats[0].order is not None)
        assert worker.seats[0].order.kind == "site"  # type: ignore[union-attr]
        server.pool.cancel_site_job(job)
        await until(lambda: worker.seats[0].is_free)
        assert server.pool.site_job_count == 0

    run(scene)


def test_moves_come_before_hints_and_wait_at_the_server_while_the_worker_is_full() -> None:
    async def scene(server: Server, worker: BusWorker) -> None:
        server.pool.enqueue_search(think("AAAAA", "master"))
        await until(lambda: worker.seats[0].order is not None)
        server.pool.enqueue_search(think("HHHHH", hint=True))
        server.pool.enqueue_search(think("CCCCC"))
        assert len(server.pool.queue) == 2
        assert worker.room_for("player") == 0
        await until(lambda: len(server.moved) == 3)
        assert server.moved == ["AAAAA", "CCCCC", "hint HHHHH"]

    run(scene)


def test_the_searches_of_a_server_that_is_gone_are_dropped() -> None:
    async def scene(server: Server, worker: BusWorker) -> None:
        server.analyse()
        await until(lambda: worker.seats[0].order is not None)
        server.pool.bus.connected = False  # type: ignore[misc]
        await until(lambda: worker.seats[0].is_free)

    run(scene)


def test_a_worker_refuses_a_game_that_it_does_not_know(caplog: pytest.LogCaptureFixture) -> None:
    async def scene(server: Server, worker: BusWorker) -> None:
        order = EngineOrder("t", "s", "player", "forge", 999, b"{}")
        assert worker._take_order(order).code == "other_rules"
        order.game = "unheard-of"
        assert worker._take_order(order).code == "unknown_game"
        worker.games = {"forge": 999}
        await until(
            lambda: any(one.told.games == worker.games for one in server.pool.known.values())
        )
        assert server.analyse().failed
        server.pool.enqueue_search(think())
        assert len(server.pool.queue) == 1  # it waits for a worker with these rules
        assert "no engine worker has version 2 of the rules of forge" in caplog.text

    run(scene)


def test_a_worker_of_another_version_is_left_out_with_a_word(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(server: Server, worker: BusWorker) -> None:
        hello = WorkerHello(999, "9.9", "wnew")
        with caplog.at_level(logging.ERROR):
            worker.bus.publish(worker.subjects.hello, msgspec.json.encode(hello))
            await until(lambda: "engine worker wnew of version 9.9 is left out" in caplog.text)
        assert list(server.pool.known) == [worker.name]

    run(scene)


class WorkerProcess:
    """`ludarium engine-worker` on a bus."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "ludarium", "engine-worker", "--bus", url]
        self.process = subprocess.Popen([*command, "--engines", "1"], process_group=0)

    def kill(self) -> None:
        """Kill it with its engines, which would end by themselves a moment later."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def test_a_move_whose_worker_is_killed_is_made_once_by_another(nats: NatsProcess) -> None:
    async def play() -> None:
        server = Server(NatsBus(nats.url))
        first = WorkerProcess(nats.url)
        second: WorkerProcess | None = None
        try:
            await until(lambda: bool(server.pool.known))
            server.pool.enqueue_search(think(level="master"))
            await until(lambda: any(slot.worker for slot in server.pool._slots()))
            assert not server.moved
            first.kill()
            second = WorkerProcess(nats.url)
            await until(lambda: bool(server.moved))
            await until(lambda: len(server.pool.known) == 1)
            assert server.moved == ["CCCCC"]
            assert not server.pool.queue
            second.process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(second.process.wait) == 0
            await until(lambda: not server.pool.known)  # it says so when it leaves
        finally:
            await server.pool.close()
            first.kill()
            if second is not None:
                second.kill()

    asyncio.run(play())


def test_a_server_without_engines_plays_bots_by_a_worker(tmp_path: Path, nats: NatsProcess) -> None:
    store = Store(open_database(str(tmp_path / "ludarium.db")))

    async def play() -> None:
        async with working(NatsBus(nats.url)), hosted(store, engines=nats.url) as hub:
            ann = Tab(hub, "ann")
            await ann.done(creation("open", "bot", "host"))
            await until(lambda: any(told["type"] == "turn" for told in ann.told))
            assert not any(hasattr(slot, "process") for slot in hub.pool.workers)

    asyncio.run(play())
    store.close()


def test_sites_on_one_bus_have_their_own_workers() -> None:
    async def play() -> None:
        broker = MemoryBroker()
        sites = [EngineSubjects("chess-club"), EngineSubjects("school")]
        servers = [Server(MemoryBus(broker), site) for site in sites]
        workers = [BusWorker(MemoryBus(broker), 1, site) for site in sites]
        try:
            for worker in workers:
                await worker.start()
            await until(lambda: all(server.pool.known for server in servers))
            await asyncio.sleep(0)
            names = [set(server.pool.known) for server in servers]
            assert names == [{worker.name} for worker in workers]
            await workers[0].stop()
            await until(lambda: not servers[0].pool.known)
            servers[1].pool.enqueue_search(think())
            await until(lambda: servers[1].moved == ["CCCCC"])
        finally:
            for server in servers:
                await server.pool.close()
            await workers[1].stop()

    asyncio.run(play())


def test_a_cancelled_search_ends_at_once_and_is_not_delivered() -> None:
    async def scene(server: Server, worker: BusWorker) -> None:
        server.pool.enqueue_search(think("AAAAA", "master"))
        await until(lambda: worker.seats[0].order is not None)
        server.pool.cancel_search("AAAAA", 1)
        server.pool.enqueue_search(think("CCCCC"))
        await until(lambda: bool(server.moved))
        assert server.moved == ["CCCCC"]
        assert not any(slot.job for slot in server.pool.workers)

    run(scene)


def test_a_move_arrives_once_though_the_bus_is_killed_during_its_search(nats: NatsProcess) -> None:
    async def play() -> None:
        server = Server(NatsBus(nats.url))
        async with working(NatsBus(nats.url)) as worker:
            await until(lambda: bool(server.pool.known))
            server.pool.enqueue_search(think(level="master"))
            await until(lambda: worker.seats[0].order is not None)
            await asyncio.to_thread(nats.stop)
            await until(lambda: worker.seats[0].order is None)  # its answer is lost
            assert not server.moved
            await asyncio.to_thread(nats.start)
            await until(lambda: bool(server.moved))
            await until(lambda: worker.seats[0].is_free)
            assert server.moved == ["CCCCC"]
            await server.pool.close()

    asyncio.run(play())
