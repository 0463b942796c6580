"""Connections: one for every tab, spoken to by WebSocket; none may be too slow or too loud."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

from ludarium.server.identity import Identity
from ludarium.server.messages import Member, Refusal, encoder, read
from ludarium.server.refused import Refused

if TYPE_CHECKING:
    from ludarium.server.hub import Hub

Send = Callable[[Any], Awaitable[None]]

# What a connection is closed with; the client comes back by itself after all but the last three.
SLOW = 4008
SILENT = 4009
BROKEN = 1011
LEAVING = 1012
LOUD = 4029
CROWDED = 4030
FORBIDDEN = 4003
PARTING = 3.0  # seconds to answer a goodbye

_tabs = itertools.count(1)


class Connection:
    """A tab. What it is told waits here until it takes it; if too much waits, it is dropped."""

    def __init__(self, identity: Identity, address: str, send: Send) -> None:
        kind: Literal["person", "program"] = "program" if identity.program else "person"
        self.member = Member(identity.id, identity.name, f"t{next(_tabs)}", kind)
        self.address = address
        self.heard = 0.0
        self.closed = False
        self.waiting: list[str] = []
        self.size = 0
        self.on_close: Callable[[Connection], None] = lambda connection: None
        self.cut: Callable[[], object] = lambda: None
        self._send = send
        self._sending: asyncio.Task[None] | None = None

    def rename(self, name: str) -> None:
        """Its member is called otherwise."""
        self.member = self.member._replace(name=name)

    def begin(self) -> None:
        """It is let in."""

    def hear(self, hub: Hub, text: str | bytes) -> bool:
        """Pass on what it says; False if that is no message."""
        try:
            message = read(text)
        except Refused as error:
            refusal = Refusal("", error.code, error.message)
            self.tell(refusal, encoder.encode(refusal).decode(), hub.settings.backlog)
            return False
        hub.receive(self, message)
        return True

    def tell(self, message: Any, text: str, backlog: int) -> None:
        """Send a message, of which `text` is what is written."""
        if self.closed:
            return
        if self.size > backlog:
            self.close(SLOW)
            return
        self.size += len(text)
        self.waiting.append(text)
        if self._sending is None:
            # A task only while there is something to send: most connections are idle.
            self._sending = asyncio.get_running_loop().create_task(self._run())

    def close(self, code: int) -> None:
        """Hang up; what waits is not sent."""
        if self.closed:
            return
        self.closed = True
        self.waiting.clear()
        if self._sending is not None:
            self._sending.cancel()  # it may wait for one who never reads
        self._closing = asyncio.get_running_loop().create_task(self._hang_up(code))
        self.on_close(self)

    async def _run(self) -> None:
        try:
            while self.waiting:
                texts, self.waiting = self.waiting, []
                for text in texts:
                    await self._send({"type": "websocket.send", "text": text})
                    self.size -= len(text)
        except (OSError, RuntimeError):
            self.closed = True  # it hung up; whoever reads from it finds out too
        finally:
            self._sending = None

    async def _hang_up(self, code: int) -> None:
        """Say goodbye; whoever does not answer that is cut off."""
        with suppress(OSError, RuntimeError, TimeoutError):  # it did so itself, or is deaf
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), PARTING)
        await asyncio.sleep(PARTING)
        self.cut()


class Bucket:
    """Lets so many messages through in a time, and no more."""

    def __init__(self, messages: int, window: float, now: float) -> None:
        self.most = float(messages)
        self.rate = messages / window
        self.left = self.most
        self.at = now

    def take(self, now: float, cost: int = 1) -> bool:
        """Whether one more may pass now, or one that counts for several."""
        self.left = min(self.left + (now - self.at) * self.rate, self.most)
        self.at = now
        self.left -= cost
        return self.left >= 0
