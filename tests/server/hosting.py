"""A hub without a network for tests: tabs that note what they are told and how they are closed."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from ludarium.server.protocol.codec import Create, Done
from ludarium.server.protocol.room_setup import Place, Setup
from ludarium.server.runtime.connection import Connection
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import Identity
from ludarium.server.runtime.settings import Settings
from ludarium.server.storage.store import Store

WAIT_S = 60.0  # on the slowest machine too


class Tab:
    """The socket of a connection, which keeps every message and the closing code."""

    buffered_bytes = 0

    def __init__(self, hub: Hub, member: str) -> None:
        self.told: list[dict[str, Any]] = []
        self.closed: int | None = None
        self.connection = Connection(Identity(member, member), "127.0.0.1", self, hub)
        self.hub = hub
        hub.connect(self.connection)

    def write_frame(self, frame: bytes) -> None:
        header = {126: 4, 127: 10}.get(frame[1], 2)  # a length may be the byte of a brace
        self.told.append(json.loads(frame[header:]))

    def send_ping(self) -> None:
        raise AssertionError("no tab is silent for so long")

    def close(self, code: int) -> None:
        self.closed = code

    def say(self, message: Any) -> None:
        """Send a message, which need not be one that the protocol allows."""
        self.hub.receive(self.connection, message)

    def answers(self, id: str) -> list[dict[str, Any]]:
        """The answers to a message so far."""
        return [told for told in self.told if told.get("id") == id]

    async def answered(self, id: str) -> dict[str, Any]:
        """The answer to a message, once it is there."""
        await until(lambda: bool(self.answers(id)))
        return self.answers(id)[0]

    async def done(self, message: Any) -> Done:
        """Send a message that is followed."""
        self.say(message)
        answer = await self.answered(message.id)
        assert answer["type"] == "done", answer
        return msgspec.convert(answer, Done)

    async def hung_up(self) -> int:
        """The code that the tab is closed with, once it is."""
        await until(lambda: self.closed is not None)
        assert self.closed is not None
        return self.closed


@asynccontextmanager
async def hosted(store: Store, **settings: Any) -> AsyncIterator[Hub]:
    """A hub that has loaded, and is stopped at the end."""
    hub = Hub(store, Settings(workers=1, **settings))
    hub.start()
    await hub.ready.wait()
    try:
        yield hub
    finally:
        await hub.stop()


async def until(wanted: Callable[[], bool]) -> None:
    """Let the event loop run until something is so."""
    end = time.monotonic() + WAIT_S
    while not wanted():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.005)


def creation(id: str, *seats: str, **setup: Any) -> Create:
    """A message that opens a room of Forge."""
    places = tuple(Place(seat) for seat in seats or ("host", "host"))  # type: ignore[arg-type]
    return Create(id=id, setup=Setup("forge", places, **setup))
