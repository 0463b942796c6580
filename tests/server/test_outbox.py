"""The outbox: nothing is sent before it is stored, and everything in its order."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from ludarium.server import outbox as module
from ludarium.server.database import connect
from ludarium.server.outbox import Batch, Outbox
from ludarium.server.relations import members
from ludarium.server.store import Put, Store, Write


class Watched(Store):
    """Counts its commits, and fails as often as it is told to."""

    def __init__(self, place: Path) -> None:
        super().__init__(connect(str(place)))
        self.groups: list[int] = []
        self.failures = 0

    def write(self, writes: Iterable[Write], again: bool = False) -> None:
        listed = list(writes)
        if self.failures:
            self.failures -= 1
            super().write(listed, again)  # stored, and yet nobody hears of it
            raise OperationalError("commit", {}, Exception("the connection is lost"))
        super().write(listed, again)
        self.groups.append(len(listed))


def named(id: str) -> Put:
    return Put(members, {"id": id, "name": id})


@pytest.fixture
def store(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "ludarium.db")


def sent(store: Watched, batches: list[list[Write]]) -> list[str]:
    """What becomes of batches that are put one after another, in order."""
    said: list[str] = []

    async def run() -> None:
        outbox = Outbox(store)
        for number, writes in enumerate(batches):
            put = [write.row["id"] for write in writes if isinstance(write, Put)]

            def send(number: int = number, put: list[str] = put) -> None:
                stored = all(store.name(id) == id for id in put)
                said.append(f"{number} sent" if stored else f"{number} sent too early")

            outbox.put(Batch(writes, send, partial(said.append, f"{number} lost")))
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


def test_a_database_that_is_away_is_waited_for(
    store: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PAUSE", 0.0)
    store.failures = 3
    assert sent(store, [[named("a")], [named("b")]]) == ["0 sent", "1 sent"]
