"""The outbox: nothing is sent before it is stored, and everything in its order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from ludarium.server.runtime import outbox as module
from ludarium.server.runtime.outbox import Batch, Outbox
from ludarium.server.storage.database import open_database
from ludarium.server.storage.store import PutRow, Store, Write
from ludarium.server.storage.tables import members


class Watched(Store):
    """Counts its commits, and fails as often as it is told to."""

    def __init__(self, place: Path) -> None:
        super().__init__(open_database(str(place)))
        self.groups: list[int] = []
        self.failures = 0

    def commit_writes(self, writes: Iterable[Write], again: bool = False) -> None:
        listed = list(writes)
        if self.failures:
            self.failures -= 1
            super().commit_writes(listed, again)  # stored, and yet nobody hears of it
            raise OperationalError("commit", {}, Exception("the connection is lost"))
        super().commit_writes(listed, again)
        self.groups.append(len(listed))


def named(id: str) -> PutRow:
    return PutRow(members, {"id": id, "name": id})


@pytest.fixture
def store(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "ludarium.db")


def sent(store: Watched, batches: list[list[Write]]) -> list[str]:
    """What becomes of batches that are put one after another, in order."""
    said: list[str] = []

    async def run() -> None:
        outbox = Outbox(store)
        for number, writes in enumerate(batches):
            put = [write.row["id"] for write in writes if isinstance(write, PutRow)]

            def send(number: int = number, put: list[str] = put) -> None:
                stored = all(store.member_name(id) == id for id in put)
                said.append(f"{number} sent" if stored else f"{number} sent too early")

            outbox.enqueue(Batch(writes, send, partial(said.append, f"{number} lost")))
        await outbox.close()

    asyncio.run(run())
    store.close()
    return said


def test_what_waits_is_committed_in_one_group(store: Watched) -> None:
    said = sent(store, [[named(f"m{number}")] for number in range(100)])
    assert said == [f"{number} sent" for number in range(100)]
    assert sum(store.groups) == 100
    assert len(store.groups) <= 2


def test_what_stores_nothing_waits_for_what_was_before_it(store: Watched) -> None:
    assert sent(store, [[], [named("a")], [], [named("b")]]) == [
        "0 sent",
        "1 sent",
        "2 sent",
        "3 sent",
    ]


def test_one_that_cannot_be_stored_is_lost_alone(store: Watched) -> None:
    said = sent(store, [[named("a")], [named("a")], [named("b")], []])
    assert said == ["0 sent", "1 lost", "2 sent", "3 sent"]


def test_what_builds_on_a_lost_batch_is_lost_with_it(store: Watched) -> None:
    said: list[str] = []

    def batch(name: str, writes: list[Write], *keys: str) -> Batch:
        send, lose = partial(said.append, f"{name} sent"), partial(said.append, f"{name} lost")
        return Batch(writes, send, lose, frozenset(keys))

    async def run() -> None:
        outbox = Outbox(store, partial(said.append, "rolled back"))
        outbox.enqueue(batch("first", [named("a")], "room"))
        outbox.enqueue(batch("twice", [named("a")], "room", "receipt"))
        outbox.enqueue(batch("answer", [], "receipt"))
        outbox.enqueue(batch("other", [named("b")], "another room"))
        await asyncio.sleep(0)  # the group is on its way
        outbox.enqueue(batch("later", [named("c")], "room", "its receipt"))
        outbox.enqueue(batch("its answer", [], "its receipt"))
        outbox.enqueue(batch("last", [named("d")], "another room"))
        await outbox.close()

    asyncio.run(run())
    lost = ["twice lost", "answer lost", "later lost", "its answer lost", "rolled back"]
    assert [word for word in said if word in lost] == lost
    assert [word for word in said if word not in lost] == ["first sent", "other sent", "last sent"]
    assert store.member_name("c") is None
    store.close()


def test_a_fault_in_what_follows_a_commit_holds_nothing_up(store: Watched) -> None:
    said: list[str] = []

    def broken() -> None:
        raise ValueError("planted")

    async def run() -> None:
        outbox = Outbox(store)
        outbox.enqueue(Batch([named("a")], broken, broken))
        outbox.enqueue(Batch([named("a")], broken, broken))
        outbox.enqueue(Batch([named("b")], partial(said.append, "sent"), broken))
        await outbox.close()

    asyncio.run(run())
    assert said == ["sent"]
    store.close()


def test_a_closed_outbox_gives_up_on_a_database_that_stays_away(
    store: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STOP_TIMEOUT_S", 0.1)
    monkeypatch.setattr(Watched, "commit_writes", away)
    assert sent(store, [[named("a")], [], [named("b")]]) == []


def away(_store: Watched, _writes: Iterable[Write], _again: bool = False) -> None:
    raise OperationalError("commit", {}, Exception("the connection is lost"))


def test_a_database_that_is_away_is_waited_for(
    store: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RETRY_INTERVAL_S", 0.0)
    store.failures = 3
    assert sent(store, [[named("a")], [named("b")]]) == ["0 sent", "1 sent"]
