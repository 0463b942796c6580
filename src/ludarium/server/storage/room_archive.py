"""Room archive: turns batches into writes, and rebuilds rooms from stored events."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator
from random import Random

import msgspec
from sqlalchemy import Connection, and_, select, update

from ludarium.core.errors import LudariumError
from ludarium.server.protocol.codec import (
    Envelope,
    Happened,
    Named,
    Notice,
    NoticeChange,
    Result,
    encode_event,
    event_decoder,
)
from ludarium.server.protocol.events import (
    Away,
    Closed,
    Created,
    LineHidden,
    Restarted,
    Resumed,
    Returned,
    Said,
)
from ludarium.server.rooms.room import TAIL_EVENTS, Room
from ludarium.server.storage.results import result_write
from ludarium.server.storage.room_leases import BOARD_KEY
from ludarium.server.storage.store import (
    CloseRoom,
    PutRow,
    RunStatements,
    Store,
    Write,
    name_row,
)
from ludarium.server.storage.tables import (
    EVENT_LASTING,
    EVENT_PASSING,
    EVENT_RESTART,
    events,
    notices,
    rooms,
)

log = logging.getLogger(__name__)
STORED_EVENT_KINDS = {
    Away: EVENT_PASSING,
    Returned: EVENT_PASSING,
    Resumed: EVENT_PASSING,
    Restarted: EVENT_RESTART,
}


class Archive:
    """Maps the code of every open room to its key; a code can be reused, a key cannot."""

    def __init__(self, store: Store, rng: Random) -> None:
        self.store = store
        self.rng = rng
        self.leases = store.room_leases  # of a node of a cluster, which adopts rooms one by one
        found = store.open_rooms() if self.leases is None else []
        self.keys = {room.code: room.key for room in found}
        self.opened = {room.code: (room.by, room.cause) for room in found}

    def rebuild_room(self, code: str) -> Room | None:
        """Rebuild a room from its events; None if that fails, and then its events stay stored."""
        return self.rebuild_by_key(code, self.keys[code])

    def rebuild_by_key(self, code: str, key: int) -> Room | None:
        """Rebuild a room of any node."""
        try:
            past = [event_decoder.decode(body) for body in self.store.room_events(key, TAIL_EVENTS)]
            if not past:
                return None
            return Room.replay(code, past, Random(self.rng.getrandbits(64)))
        except (msgspec.DecodeError, LudariumError) as error:
            # Its game is no longer installed, or its rules have changed.
            told = {"room": code, "cause": getattr(error, "code", type(error).__name__)}
            log.error("a room cannot be rebuilt; its events stay stored", extra=told)
            return None

    def load_notices(self) -> list[Notice]:
        """The last lines of the message board."""
        return [msgspec.convert(row, Notice) for row in self.store.last_notices()]

    def batch_writes(self, batch: list[Envelope]) -> list[Write]:
        """The writes that must be committed before any message of the batch is sent."""
        found: list[Write] = []
        for envelope in batch:
            message = envelope.message
            if isinstance(message, Result):
                found.append(result_write(message, self.keys[message.room]))
            elif not envelope.durable:
                continue
            elif isinstance(message, Happened):
                found += self._event_writes(message)
            elif isinstance(message, NoticeChange):
                found += [PutRow(notices, msgspec.structs.asdict(notice)) for notice in message.put]
            elif isinstance(message, Named):
                found.append(name_row(message.member, message.name))
            else:
                raise TypeError(f"no writes are defined for {type(message).__name__}")
        return self._fence_writes(batch, found) if self.leases is not None and found else found

    def _fence_writes(self, batch: list[Envelope], writes: list[Write]) -> list[Write]:
        """The writes with the proof that this node owns the rooms of the batch."""
        assert self.leases is not None
        keys = set()
        for envelope in batch:
            message = envelope.message
            if isinstance(message, Result | Happened):
                keys.add(self.keys[message.room])
            elif isinstance(message, NoticeChange):
                keys.add(BOARD_KEY)
        return [*map(self.leases.fence, sorted(keys)), *writes]

    def closed_rooms(self, batch: list[Envelope]) -> dict[str, int]:
        """The rooms that the batch closes, with their keys."""
        events = (sent.message for sent in batch if isinstance(sent.message, Happened))
        codes = (event.room for event in events if isinstance(event.fact, Closed))
        return {code: self.keys[code] for code in codes if code in self.keys}

    def _event_writes(self, event: Happened) -> Iterator[Write]:
        code = event.room
        if isinstance(event.fact, Created):
            # From the time and a random number, so that several servers need no coordination.
            key = (time.time_ns() // 1_000_000 << 20) | secrets.randbelow(1 << 20)
            self.keys[code] = key
            opened = {"key": key, "code": code, "by": event.by, "cause": event.cause}
            yield PutRow(rooms, {**opened, "closed": False})
            if self.leases is not None:
                yield self.leases.opening_write(key, code, event.by, event.cause)
        key = self.keys[code]
        kind = STORED_EVENT_KINDS.get(type(event.fact), EVENT_LASTING)
        row = {
            "room": key,
            "number": event.number,
            "body": encode_event(event).decode(),
            "kind": kind,
        }
        if self.leases is not None:
            row["epoch"] = self.leases.epochs.get(key, 0)
        yield PutRow(events, row)
        if isinstance(event.fact, LineHidden):
            yield erase_line(key, event.fact.line)
        if isinstance(event.fact, Closed):
            yield CloseRoom(key)
            if self.leases is not None:
                yield self.leases.closing_write(key)


def opened_rooms(batch: list[Envelope]) -> list[str]:
    """The codes of rooms that a batch opens."""
    found = [sent.message for sent in batch if isinstance(sent.message, Happened)]
    return [event.room for event in found if isinstance(event.fact, Created)]


def erase_line(room: int, number: int) -> RunStatements:
    """The write that erases the text of a stored line of chat."""

    def erase(connection: Connection) -> None:
        here = and_(events.c.room == room, events.c.number == number)
        body = connection.execute(select(events.c.body).where(here)).scalar()
        said = event_decoder.decode(body) if body else None
        if said is not None and isinstance(said.fact, Said):
            blank = msgspec.structs.replace(said, fact=msgspec.structs.replace(said.fact, text=""))
            changed = update(events).where(here)
            connection.execute(changed.values(body=encode_event(blank).decode()))

    return RunStatements(erase)
