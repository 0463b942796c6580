"""Outages: without its database a server reports it, acknowledges nothing, and can stop."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from ludarium.server.runtime.settings import Settings
from ludarium.server.storage.store import Store
from ludarium.server.storage.write_probe import WriteProbe
from tests.server.conftest import SCRIPT
from tests.server.serving import PATIENCE, Guest, Process, ask, running

STOP_S = 60.0  # on the slowest machine too; a server that does not stop takes for ever


@contextmanager
def locked(database: str) -> Iterator[None]:
    """Another process writes to the file, for as long as it takes."""
    other = sqlite3.connect(database, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
    finally:
        other.close()


def health(port: int) -> tuple[int, str]:
    status, told, _ = ask(port, "/api/health")
    return status, told["status"]


def await_health(port: int, wanted: tuple[int, str]) -> None:
    """Ask until the answer is the wanted one."""
    until = time.monotonic() + PATIENCE
    while health(port) != wanted:
        assert time.monotonic() < until, f"the health did not become {wanted}"
        time.sleep(0.05)


def test_health_tells_of_a_file_that_another_process_locks(tmp_path: Path) -> None:
    database = str(tmp_path / "ludarium.db")
    with running(Settings(database=database, workers=1)) as port:
        with locked(database):
            await_health(port, (503, "no_database"))
        await_health(port, (200, "ok"))


def test_health_does_not_wait_for_a_check_that_hangs() -> None:
    release = threading.Event()

    def check() -> None:
        release.wait()

    async def look() -> list[bool]:
        probe = WriteProbe(check)
        first = [await probe.can_write(), await probe.can_write()]
        release.set()
        while not await probe.can_write():
            pass
        return first

    assert asyncio.run(look()) == [False, False]


def test_a_check_writes_nothing_and_needs_no_lease(store: Store) -> None:
    store.check_writable()
    assert store.open_rooms() == []


def test_a_server_stops_while_another_process_locks_its_file(tmp_path: Path) -> None:
    database = str(tmp_path / "ludarium.db")
    with Process(database) as server, Guest(server.port) as ada:
        room = ada.create("forge", "host", "open")
        with locked(database):
            ada.say("say", room=room, text="not stored")
            await_health(server.port, (503, "no_database"))
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            assert ada.closed() in {1001, 1012}
            # Not 1, the code of a server that had to be cut off.
            assert server.process.wait(STOP_S) == -signal.SIGTERM
        assert not any(told.get("id", "").startswith("say") for told in ada.seen)
        server.start()
        ada.come()
        ada.enter(room)
        ada.sent -= 2
        assert ada.ask("say", room=room, text="not stored")["type"] == "done"
        said = [told for told in ada.seen if told.get("fact", {}).get("type") == "said"]
        assert len(said) == 1


@pytest.fixture
def own_postgres() -> Iterator[tuple[str, Path]]:
    """A PostgreSQL server that a test may stop."""
    folder = tempfile.mkdtemp(prefix="ludarium-pg-")
    try:
        yield control("start", folder), Path(folder)
    finally:
        with suppress(subprocess.CalledProcessError):  # it may be stopped already
            control("stop", folder)
        shutil.rmtree(folder)


def control(what: str, folder: str | Path) -> str:
    """Start or stop a PostgreSQL server; gives its URL when it is started."""
    told = subprocess.run(
        [SCRIPT, what, folder],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        env={**os.environ, "STOP": "immediate"},
    )
    return told.stdout.strip()


def test_a_server_goes_on_after_an_outage_of_postgresql(own_postgres: tuple[str, Path]) -> None:
    url, folder = own_postgres
    with Process(url) as server, Guest(server.port) as ada:
        room = ada.create("forge", "host", "open")
        control("stop", folder)
        id = ada.say("say", room=room, text="waits")
        await_health(server.port, (503, "no_database"))
        control("start", folder)
        assert ada.until(lambda told: told.get("id") == id)["type"] == "done"
        await_health(server.port, (200, "ok"))
        assert ada.ask("say", room=room, text="goes on")["type"] == "done"


def test_a_server_stops_while_postgresql_is_away(own_postgres: tuple[str, Path]) -> None:
    url, folder = own_postgres
    with Process(url) as server, Guest(server.port) as ada:
        room = ada.create("forge", "host", "open")
        control("stop", folder)
        id = ada.say("say", room=room, text="not stored")
        await_health(server.port, (503, "no_database"))
        assert server.process is not None
        server.process.send_signal(signal.SIGTERM)
        assert ada.closed() in {1001, 1012}
        assert server.process.wait(STOP_S) == -signal.SIGTERM
        assert not any(told.get("id") == id for told in ada.seen)
        control("start", folder)
        server.start()
        ada.come()
        ada.enter(room)
        ada.sent -= 2
        assert ada.ask("say", room=room, text="not stored")["type"] == "done"
