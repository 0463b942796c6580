"""Small loads against real servers: they end sound, also when the server is killed meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path

from ludarium.loadtest.idle_clients import idle
from ludarium.loadtest.live_table import picture
from ludarium.loadtest.run import Plan, Run
from ludarium.loadtest.server_process import Served


def ran(plan: Plan, folder: Path) -> Run:
    server = Served(str(folder / "ludarium.db"), "--workers", "1")

    async def go() -> Run:
        await server.start()
        run = Run(plan, server.url, server)
        await run.go(lambda: None)
        return run

    try:
        return asyncio.run(go())
    finally:
        server.end()


def test_a_load_plays_and_finds_everything_where_it_should_be(tmp_path: Path) -> None:
    run = ran(Plan(("forge", "ludus"), 3, 4, rate=10.0, seconds=4.0), tmp_path)
    assert run.note == ""
    assert run.sound
    assert all(table.checked and table.ledger.played for table in run.crowd.tables)
    heard = run.crowd.told.total / run.crowd.acknowledged.total
    assert 2 < heard < 5  # two who play and one or two who look on
    assert picture(run).row_count > 5


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    run = ran(Plan(("forge",), 3, 3, rate=10.0, seconds=2.0, kills=2), tmp_path)
    assert run.note == ""
    assert run.kills == len(run.returns) == 2
    assert run.crowd.sound  # how long it took depends on the machine


def test_idle_guests_stay_and_their_memory_is_told(tmp_path: Path) -> None:
    server = Served(str(tmp_path / "ludarium.db"), "--workers", "1")

    async def go() -> None:
        await server.start()
        found = await idle(server, 50, heartbeat=2.5)
        assert (found.sockets, found.lost) == (50, 0)
        assert found.memory > 0

    try:
        asyncio.run(go())
    finally:
        server.end()
