"""Small loads against real servers: they end sound, also when the server is killed meanwhile."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import tempfile
from pathlib import Path

from ludarium.loadtest.idle_clients import measure_idle_memory
from ludarium.loadtest.live_table import run_table
from ludarium.loadtest.load_run import LoadPlan, LoadRun
from ludarium.loadtest.node_processes import NodeProcesses
from ludarium.loadtest.server_process import ServerProcess
from ludarium.server.storage.writer_check import find_writer_faults

NATS_SCRIPT = Path(__file__).parents[2] / "scripts" / "nats.sh"


def ran(plan: LoadPlan, folder: Path) -> LoadRun:
    server = ServerProcess(str(folder / "ludarium.db"), "--workers", "1")

    async def go() -> LoadRun:
        await server.start()
        run = LoadRun(plan, server.url, server)
        await run.run(lambda: None)
        return run

    try:
        return asyncio.run(go())
    finally:
        server.stop()


def test_a_load_plays_and_finds_everything_where_it_should_be(tmp_path: Path) -> None:
    run = ran(LoadPlan(("forge", "ludus"), 3, 4, rate=10.0, seconds=4.0), tmp_path)
    assert run.failure == ""
    assert run.passed
    assert all(table.checked and table.checker.moves for table in run.pool.rooms)
    heard = run.pool.broadcast_latency.total / run.pool.ack_latency.total
    assert 2 < heard < 5  # two who play and one or two who look on
    assert run_table(run).row_count > 5


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    run = ran(LoadPlan(("forge",), 3, 3, rate=10.0, seconds=2.0, kills=2), tmp_path)
    assert run.failure == ""
    assert run.kills == len(run.return_times_s) == 2
    assert run.pool.passed  # how long it took depends on the machine


def test_idle_guests_stay_and_their_memory_is_told(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "ludarium.db"), "--workers", "1")

    async def go() -> None:
        await server.start()
        found = await measure_idle_memory(server, 50, heartbeat=2.5)
        assert (found.sockets, found.lost) == (50, 0)
        assert found.server_bytes > 0

    try:
        asyncio.run(go())
    finally:
        server.stop()


def test_nothing_is_lost_when_parts_of_a_cluster_are_killed() -> None:
    subprocess.run([NATS_SCRIPT], stdout=subprocess.DEVNULL, check=True)
    # Not pytest's folder: the path of a socket may have no more than 107 characters.
    folder = Path(tempfile.mkdtemp(prefix="ludarium-cluster-"))
    cluster = NodeProcesses(2, folder)
    plan = LoadPlan(("forge",), 3, 3, rate=10.0, seconds=2.0, kills=2)

    async def go() -> LoadRun:
        await cluster.start()
        run = LoadRun(plan, cluster.urls, cluster)
        await run.run(lambda: None)
        return run

    try:
        run = asyncio.run(go())
        assert run.failure == ""
        assert run.strikes.total() == len(run.return_times_s) == 2
        assert run.pool.passed  # how long it took depends on the machine
        assert find_writer_faults(cluster.database) == []
    finally:
        cluster.stop()
        shutil.rmtree(folder)
