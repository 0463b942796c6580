"""Lease: one server at a time writes, and a server without the lease acknowledges nothing."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from ludarium.server.protocol.codec import Say
from ludarium.server.runtime import upkeep
from ludarium.server.runtime.connection import CLOSE_RESTART
from ludarium.server.storage import lease as module
from ludarium.server.storage.database import NoDatabase, open_database
from ludarium.server.storage.lease import Lease, LostLease, open_leased
from ludarium.server.storage.locks import SessionLock
from ludarium.server.storage.store import ConflictingRow, PutRow, Store
from ludarium.server.storage.tables import events, leases, notices
from tests.server.hosting import Tab, creation, hosted, until
from tests.server.serving import Guest, Process, ask
from tests.server.storage.test_store import happened, room


@pytest.fixture
def lease(database: str) -> Iterator[Lease]:
    taken = open_leased(database)
    yield taken
    Store(taken.engine, taken).close()


def take_over(lease: Lease) -> None:
    """What another server does that holds the lock."""
    with lease.engine.begin() as connection:
        connection.execute(leases.update().values(epoch=leases.c.epoch + 1))


def test_a_second_server_is_refused_while_the_first_one_lives(
    lease: Lease, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "TAKE_LEASE_TIMEOUT_S", 0.0)
    with pytest.raises(NoDatabase) as error:
        open_leased(database)
    assert error.value.code == "database_in_use"
    Store(lease.engine, lease).commit_writes([room(1), happened(1, 1)])


def test_each_holder_has_a_higher_epoch(database: str) -> None:
    epochs = []
    for _ in range(3):
        held = open_leased(database)
        epochs.append(held.epoch)
        Store(held.engine, held).close()
    assert epochs == [1, 2, 3]


def test_every_write_of_a_lost_lease_fails(lease: Lease) -> None:
    store = Store(lease.engine, lease)
    store.commit_writes([room(1), happened(1, 1)])
    take_over(lease)
    with pytest.raises(LostLease):
        store.commit_writes([happened(1, 2)])
    with pytest.raises(LostLease):
        store.commit_writes([happened(1, 2)], again=True)
    with pytest.raises(LostLease):
        store.ensure_secret("cookies", "one")
    with pytest.raises(LostLease):
        store.revoke_token("m1", "m2")
    with pytest.raises(LostLease):
        lease.renew()
    assert store.all_events(1) == ["{}"]


def test_a_repeated_commit_beside_another_writers_row_fails(store: Store) -> None:
    store.commit_writes([room(1), happened(1, 1, "another writer's")])
    with pytest.raises(ConflictingRow):
        store.commit_writes([happened(1, 1, "ours")], again=True)
    row = {"number": 1, "at": 1.5, "by": "m1", "name": "Ada", "text": "theirs", "cause": "c1"}
    store.commit_writes([PutRow(notices, row)])
    store.commit_writes([PutRow(notices, row)], again=True)
    with pytest.raises(ConflictingRow):
        store.commit_writes([PutRow(notices, {**row, "text": "ours"})], again=True)
    assert store.all_events(1) == ["another writer's"]


def test_a_large_commit_is_repeated_in_whole(store: Store) -> None:
    writes = [room(1), *(happened(1, number, f"{number}") for number in range(1, 502))]
    store.commit_writes(writes[:300])
    store.commit_writes(writes, again=True)
    assert store.all_events(1) == [f"{number}" for number in range(1, 502)]
    writes[150] = happened(1, 150, "ours")
    with pytest.raises(ConflictingRow):  # wherever the row is
        store.commit_writes(writes, again=True)


def test_a_lost_lock_is_taken_again_while_the_epoch_is_ours(postgres_database: str) -> None:
    held = open_leased(postgres_database)
    assert isinstance(held.lock, SessionLock)
    end = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    with held.engine.begin() as connection:
        ended = connection.execute(text(f"{end} AND pid <> pg_backend_pid()")).all()
    assert len(ended) == 1
    held.renew()
    with held.engine.connect() as connection:
        found = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        assert connection.execute(text(found)).scalar() == 1
    take_over(held)
    with pytest.raises(LostLease):
        held.renew()
    Store(held.engine, held).close()


def test_a_server_whose_lease_is_lost_acknowledges_nothing_and_stops(
    lease: Lease, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "RENEW_LEASE_S", 1000.0)  # the commit finds it out, no renewal
    store = Store(lease.engine, lease)

    async def play() -> None:
        quits = []
        async with hosted(store) as hub:
            hub.quit = lambda: quits.append(1)
            ada, ben = Tab(hub, "ada"), Tab(hub, "ben")
            room = (await ada.done(creation("c", "host", "open"))).room
            take_over(lease)
            ada.say(Say(id="late", room=room, text="late"))
            assert await ada.hung_up() == CLOSE_RESTART
            assert await ben.hung_up() == CLOSE_RESTART
            assert ada.answers("late") == []
            ben = Tab(hub, "ben")
            ben.say(creation("later"))
            await until(lambda: not hub.outbox.waiting)
            assert ben.told == []
            assert quits == [1]

    asyncio.run(play())
    assert not any("late" in body for body in store.all_events(store.open_rooms()[0].key))


def test_a_server_of_its_own_is_refused_and_one_that_was_killed_is_not_waited_for(
    database: str,
) -> None:
    with Process(database) as server, Guest(server.port) as ada:
        room = ada.create("forge", "host", "open")
        command = Process(database).command
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        assert second.returncode == 2
        assert "database_in_use" in second.stderr
        assert "/" not in second.stderr
        assert "Traceback" not in second.stderr
        assert ada.ask("say", room=room, text="still here")["type"] == "done"
        server.kill()
        server.start()
        ada.come()
        assert ada.enter(room)["type"] == "snapshot"


def test_a_server_that_is_taken_over_exits(database: str) -> None:
    with Process(database) as server, Guest(server.port) as ada:
        room = ada.create("forge", "host", "open")
        engine = open_database(database)
        with engine.begin() as connection:
            connection.execute(leases.update().values(epoch=leases.c.epoch + 1))
        engine.dispose()
        ada.say("say", room=room, text="lost")
        assert ada.closed() == CLOSE_RESTART
        assert server.process is not None
        server.process.wait(60)
        server.start()
        assert ask(server.port, "/api/health")[1]["rooms"] == 1
    store = Store(open_database(database))
    with store.engine.connect() as connection:
        bodies = connection.scalars(events.select().with_only_columns(events.c.body)).all()
    assert not any("lost" in body for body in bodies)
    store.close()
