"""Databases and a bus for tests: a file, and real servers that the project's scripts find."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from ludarium.loadtest.nats_process import NatsProcess
from ludarium.server.bus import nats_bus
from ludarium.server.storage.database import database_url, open_database
from ludarium.server.storage.store import Store

SCRIPT = Path(__file__).parents[2] / "scripts" / "postgres.sh"
NATS_SCRIPT = SCRIPT.with_name("nats.sh")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a server; tests that need it fail where it cannot be had."""
    # Not pytest's folder: the path of a socket may have no more than 107 characters.
    folder = tempfile.mkdtemp(prefix="ludarium-pg-")
    try:
        started = subprocess.run(
            [SCRIPT, "start", folder], stdout=subprocess.PIPE, text=True, check=True
        )
        yield started.stdout.strip()
        subprocess.run(
            [SCRIPT, "stop", folder], check=True, env={**os.environ, "STOP": "immediate"}
        )
    finally:
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind, as a user would name it."""
    if request.param == "sqlite":
        return str(tmp_path / "ludarium.db")
    fresh: str = request.getfixturevalue("postgres_database")
    return fresh


@pytest.fixture
def postgres_database(postgres: str) -> str:
    """The URL of an empty database on PostgreSQL."""
    url = database_url(postgres)
    name = f"t{uuid.uuid4().hex}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store of either kind."""
    opened = Store(open_database(database))
    yield opened
    opened.close()


@pytest.fixture
def nats(monkeypatch: pytest.MonkeyPatch) -> Iterator[NatsProcess]:
    """A nats-server; tests that need it fail where it cannot be had.

    On a loaded machine a slow server is not a lost one, so their buses are patient.
    """
    monkeypatch.setattr(nats_bus, "BUS_PING_INTERVAL_S", 30)
    subprocess.run([NATS_SCRIPT], stdout=subprocess.DEVNULL, check=True)
    server = NatsProcess()
    server.start()
    yield server
    server.stop()
