"""Rollback: what cannot be stored did not happen, and is never acknowledged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import pytest
from sqlalchemy.exc import DataError

from ludarium.server.protocol.codec import Enter, Follow, Leave, Post, Rename, Say, Sit
from ludarium.server.runtime.connection import CLOSE_BROKEN
from ludarium.server.storage.database import open_database
from ludarium.server.storage.store import PutRow, Store, Write
from tests.server.hosting import Tab, creation, hosted, until


class Picky(Store):
    """A store that cannot take some rows, and counts how often it was asked to."""

    def __init__(self, database: str) -> None:
        super().__init__(open_database(database))
        self.refuses: Callable[[PutRow], bool] = lambda put: False
        self.refused = 0
        self.error: Exception = DataError("insert", {}, Exception("planted"))

    def commit_writes(self, writes: Iterable[Write], again: bool = False) -> None:
        listed = list(writes)
        if any(isinstance(write, PutRow) and self.refuses(write) for write in listed):
            self.refused += 1
            raise self.error
        super().commit_writes(listed, again)


@pytest.fixture
def picky(database: str) -> Picky:
    return Picky(database)


def of_cause(cause: str) -> Callable[[PutRow], bool]:
    """Whether a row comes from a message."""
    return lambda put: (
        put.row.get("cause") == cause or f'"cause":"{cause}"' in put.row.get("body", "")
    )


def of_fact(kind: str) -> Callable[[PutRow], bool]:
    """Whether a row is an event of a kind."""
    return lambda put: f'"fact":{{"type":"{kind}"' in put.row.get("body", "")


def test_a_room_without_stored_events_is_given_up(picky: Picky) -> None:
    picky.refuses = of_cause("bad")

    async def play() -> None:
        async with hosted(picky) as hub:
            ada = Tab(hub, "ada")
            ada.say(creation("bad", "host", "open", public=True))
            assert await ada.hung_up() == CLOSE_BROKEN
            await until(lambda: not hub.connections)
            assert not hub.outbox.waiting
            kept = (hub.site.rooms, hub.archive.keys, hub.origins, hub.site.receipts)
            assert not any(kept)
            assert hub.hosted["127.0.0.1"] == 0
            assert hub.site.lobby.listing.items == {}
            assert (
                hub.site.wakeups.next_time() is None
                or list(hub.site.wakeups.due(float("inf"))) == []
            )
            assert picky.refused <= 2  # in its group, and alone

    asyncio.run(play())
    assert picky.open_rooms() == []
    picky.close()


def test_a_repeated_message_that_was_lost_is_not_acknowledged(picky: Picky) -> None:
    picky.refuses = of_cause("bad")

    async def play() -> None:
        async with hosted(picky) as hub:
            for _ in range(3):
                ada = Tab(hub, "ada")
                ada.say(creation("bad"))
                ada.say(creation("bad"))
                assert await ada.hung_up() == CLOSE_BROKEN
                assert ada.answers("bad") == []
            picky.refuses = lambda put: False
            ada = Tab(hub, "ada")
            done = await ada.done(creation("bad"))
            assert done.room in hub.site.rooms

    asyncio.run(play())
    assert [room.cause for room in picky.open_rooms()] == ["bad"]
    picky.close()


def test_what_was_lost_takes_back_only_itself(picky: Picky) -> None:
    async def play() -> None:
        async with hosted(picky) as hub:
            ada = Tab(hub, "ada")
            room = (await ada.done(creation("first", "host", "open"))).room
            await ada.done(Say(id="hello", room=room, text="hello"))
            picky.refuses = of_cause("bad")
            ada.say(Say(id="bad", room=room, text="lost"))
            ada.say(Say(id="after", room=room, text="said after what was lost"))
            assert await ada.hung_up() == CLOSE_BROKEN
            assert ada.answers("bad") == ada.answers("after") == []
            ben = Tab(hub, "ben")
            ben.say(Enter(id="enter", room=room))
            await until(lambda: any(told["type"] == "snapshot" for told in ben.told))
            again = Tab(hub, "ada")
            again.say(Enter(id="enter", room=room))
            # What was stored has the answer that it had; what was not is done now.
            assert (await again.done(creation("first", "host", "open"))).room == room
            await again.done(Say(id="hello", room=room, text="hello"))
            await again.done(Say(id="after", room=room, text="said after what was lost"))
            assert len(hub.site.rooms) == 1

    asyncio.run(play())
    bodies = picky.all_events(picky.open_rooms()[0].key)
    assert [body.count('"text":"hello"') for body in bodies].count(1) == 1
    assert [body.count("said after") for body in bodies].count(1) == 1
    assert not any('"lost"' in body for body in bodies)
    picky.close()


def test_the_numbers_of_stored_events_have_no_gap_after_a_loss(picky: Picky) -> None:
    async def play() -> None:
        async with hosted(picky) as hub:
            ada, ben = Tab(hub, "ada"), Tab(hub, "ben")
            room = (await ada.done(creation("c", "host", "open"))).room
            ben.say(Enter(id="enter", room=room))
            picky.refuses = of_cause("bad")
            ada.say(Say(id="one", room=room, text="one"))
            ada.say(Say(id="bad", room=room, text="two"))
            ben.say(Say(id="three", room=room, text="three"))
            await ada.hung_up()
            await ben.hung_up()
            assert ben.answers("three") == []
            await until(lambda: not hub.outbox.waiting and room in hub.site.rooms)

    asyncio.run(play())
    assert numbers(picky) == list(range(1, len(numbers(picky)) + 1))
    picky.close()


def numbers(store: Store) -> list[int]:
    """The numbers of the events of the only room."""
    bodies = store.all_events(store.open_rooms()[0].key)
    return [int(body.partition('"number":')[2].partition(",")[0]) for body in bodies]


def test_a_room_whose_restart_cannot_be_stored_is_given_up(picky: Picky) -> None:
    async def play() -> None:
        async with hosted(picky) as hub:
            ada = Tab(hub, "ada")
            room = (await ada.done(creation("c", "host", "open"))).room
            lost, restart = of_cause("bad"), of_fact("restarted")
            picky.refuses = lambda put: lost(put) or restart(put)
            ada.say(Say(id="bad", room=room, text="lost"))
            assert await ada.hung_up() == CLOSE_BROKEN
            await until(lambda: room not in hub.archive.keys and not hub.connections)
            asked = picky.refused
            await asyncio.sleep(0.2)
            assert picky.refused == asked
            assert room not in hub.site.rooms
            ben = Tab(hub, "ben")
            ben.say(Enter(id="enter", room=room))
            assert (await ben.answered("enter"))["code"] == "no_such_room"

    asyncio.run(play())
    assert len(picky.open_rooms()) == 1  # what was acknowledged stays stored
    picky.close()


def test_a_room_that_cannot_be_closed_stays_open(picky: Picky) -> None:
    async def play() -> None:
        async with hosted(picky) as hub:
            ada = Tab(hub, "ada")
            room = (await ada.done(creation("c", "host", "open"))).room
            picky.refuses = of_fact("closed")
            ada.say(Leave(id="leave", room=room))
            assert await ada.hung_up() == CLOSE_BROKEN
            await until(lambda: room in hub.site.rooms)
            picky.refuses = lambda put: False
            again = Tab(hub, "ada")
            again.say(Enter(id="enter", room=room))
            await again.done(Leave(id="leave", room=room))
            assert room not in hub.site.rooms
            assert room not in hub.archive.keys

    asyncio.run(play())
    assert picky.open_rooms() == []
    picky.close()


def test_a_notice_and_a_name_that_were_lost_are_not_told(picky: Picky) -> None:
    picky.refuses = lambda put: put.table.name in ("notices", "members")

    async def play() -> None:
        async with hosted(picky) as hub:
            ada = Tab(hub, "ada")
            ada.say(Post(id="post", text="lost"))
            assert await ada.hung_up() == CLOSE_BROKEN
            ada = Tab(hub, "ada")
            ada.say(Rename(id="rename", name="Lost"))
            assert await ada.hung_up() == CLOSE_BROKEN
            ben = Tab(hub, "ben")
            ben.say(Follow(id="follow", list="notices"))
            await ben.answered("follow")
            board = next(told for told in ben.told if told["type"] == "notices")
            assert board["put"] == []
            assert hub.identities.name_of("ada") != "Lost"
            here = hub.site.presence.listing.items.values()
            assert "Lost" not in {person.name for person in here}
            picky.refuses = lambda put: False
            ada = Tab(hub, "ada")
            await ada.done(Post(id="post", text="kept"))
            await ada.done(Rename(id="rename", name="Kept"))
            assert hub.identities.name_of("ada") == "Kept"

    asyncio.run(play())
    assert [line["text"] for line in picky.last_notices()] == ["kept"]
    picky.close()


@pytest.mark.parametrize("error", [OverflowError("planted"), UnicodeError("planted")])
def test_a_fault_of_the_driver_loses_its_batch_alone(picky: Picky, error: Exception) -> None:
    picky.refuses, picky.error = of_cause("bad"), error

    async def play() -> None:
        async with hosted(picky) as hub:
            ada, ben = Tab(hub, "ada"), Tab(hub, "ben")
            room = (await ben.done(creation("c", "host", "open"))).room
            ada.say(creation("bad"))
            ben.say(Say(id="say", room=room, text="hello"))
            assert (await ben.answered("say"))["type"] == "done"
            assert await ada.hung_up() == CLOSE_BROKEN

    asyncio.run(play())
    picky.close()


def test_postgresql_loses_a_text_that_it_cannot_hold_once(postgres_database: str) -> None:
    store = Picky(postgres_database)

    async def play() -> None:
        async with hosted(store) as hub:
            for _ in range(2):
                ada = Tab(hub, "ada")
                ada.say(creation("a\0b"))
                assert await ada.hung_up() == CLOSE_BROKEN
                assert ada.answers("a\0b") == []
            await until(lambda: not hub.connections)
            assert not hub.outbox.waiting
            assert not hub.site.rooms
            ben = Tab(hub, "ben")
            room = (await ben.done(creation("c", "host", "open"))).room
            ada = Tab(hub, "ada")
            ada.say(Enter(id="enter", room=room))
            await ada.done(Sit(id="sit", room=room, seat=1))

    asyncio.run(play())
    store.close()
