"""A guest: somebody with one tab, who comes back by himself and repeats what has no answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from ludarium.loadtest import message_subset
from ludarium.loadtest.client_socket import Wire
from ludarium.loadtest.message_subset import Told

if TYPE_CHECKING:
    from ludarium.loadtest.client_pool import Crowd

RETRY = 0.3  # seconds until the next try, more or less, and twice as long each time
LATEST = 2.0  # but not longer
LOST = 6.5  # seconds after it asked in which nobody answered: the connection is lost

Heard = Callable[["Guest", Told], None]


class Guest:
    """Speaks the protocol as a good client does: ids, numbers, heartbeats."""

    def __init__(self, crowd: Crowd, name: str, hear: Heard) -> None:
        self.crowd = crowd
        self.name = name
        self.hear = hear
        self.rng = Random(f"{crowd.seed} {name}")
        self.wire: Wire | None = None
        self.cookie = ""
        self.here = False
        self.back = False  # it is here, and has caught up with its room
        self.room = ""
        self.last = 0  # the number of the last event that was heard
        self.entered = 0  # up to which number an event may come again after entering
        self.pending: dict[str, bytes] = {}
        self.said = 0
        self.heard_at = 0.0
        self.tries = 0  # since it was here last

    async def come(self) -> None:
        """Connect, once."""
        loop = asyncio.get_running_loop()
        url = self.crowd.url
        try:
            await loop.create_connection(
                lambda: Wire(url, self.cookie, self), self.crowd.host, self.crowd.port
            )
        except OSError:
            self._again()

    def say(self, kind: str, /, **fields: Any) -> str:
        """Send a message, which is repeated until it is answered."""
        self.said += 1
        id = f"{self.name}-{self.said}"
        text = message_subset.encode({"type": kind, "id": id, **fields})
        self.pending[id] = text
        if self.here and self.wire:
            self.wire.say(text)
        return id

    def enter(self, whole: bool = False) -> None:
        """Be in the room, or catch up; what is asked for again need not be repeated."""
        last = None if whole or not self.last else self.last
        text = {"type": "enter", "id": f"{self.name}-in", "room": self.room, "last": last}
        if self.here and self.wire:
            self.wire.say(message_subset.encode(text))

    def beat(self, now: float) -> None:
        """Ask whether somebody is there, if nothing was heard; hang up if nobody is."""
        if not self.here or self.wire is None:
            return
        silent = now - self.heard_at
        if silent > self.crowd.heartbeat + LOST:
            self.crowd.silent += 1
            self.wire.cut()
        elif silent > self.crowd.heartbeat:
            self.wire.say(b'{"type":"ping","id":"p"}')

    # What the wire says.

    def opened(self, wire: Wire, cookie: str) -> None:
        """The server let the guest in."""
        self.wire = wire
        self.cookie = cookie or self.cookie
        self.heard_at = self.crowd.now()

    def heard(self, text: bytes | bytearray | memoryview) -> None:
        """The server said something."""
        self.heard_at = self.crowd.now()
        said = message_subset.told.decode(text)
        if said.type == "welcome":
            self._arrive()
        elif said.type in {"done", "refusal"}:
            self.pending.pop(said.id, None)
        elif said.type in {"tail", "snapshot"}:
            self.back = True
        self.hear(self, said)

    def closed(self, wire: Wire, why: str) -> None:
        """The wire was cut."""
        self.here = self.back = False
        self.wire = None
        self.crowd.cuts[why] += 1
        self._again()

    def _arrive(self) -> None:
        self.here = True
        self.tries = 0
        if self.room:
            self.enter()
        else:
            self.back = True
        for text in list(self.pending.values()):
            assert self.wire is not None
            self.wire.say(text)

    def _again(self) -> None:
        if not self.crowd.closing:
            # Thousands who tried at the same moments would keep the server from starting.
            delay = min(RETRY * 2**self.tries, LATEST) * self.rng.uniform(0.5, 1.5)
            self.tries = min(self.tries + 1, 10)
            asyncio.get_running_loop().call_later(delay, self._retry)

    def _retry(self) -> None:
        if not self.crowd.closing:
            self.crowd.keep(self.come())
