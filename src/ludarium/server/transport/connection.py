"""Connections: one for every tab, spoken to by WebSocket; none may be too slow or too loud."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ludarium.server.protocol.codec import Member, Refusal, encoder, read
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.identity import Identity

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

# What a connection is closed with; the client comes back by itself after all but the last three.
SLOW = 4008
SILENT = 4009
BROKEN = 1011
LEAVING = 1012
LOUD = 4029
CROWDED = 4030
FORBIDDEN = 4003
PROGRAMS = 10  # times as many messages are let through from one with a token
BAD = 5  # messages that one counts for that cannot be read
FRAME_COST = 0.25  # tokens of a control frame or a fragment; a whole message costs 1
LONG = 125  # bytes of a frame whose length is told in its second byte

_tabs = itertools.count(1)


class Line(Protocol):
    """What a connection speaks through."""

    @property
    def size(self) -> int:
        """Bytes that wait until it takes them."""

    def write(self, frame: bytes) -> None:
        """Send a frame."""

    def ask(self) -> None:
        """Ask whether it is still there."""

    def close(self, code: int) -> None:
        """Hang up."""


class Connection:
    """A tab. What it is told waits until it takes it; if too much waits, it is dropped."""

    __slots__ = ("_bucket", "address", "closed", "heard", "hub", "line", "member")

    def __init__(self, identity: Identity, address: str, line: Line, hub: Hub) -> None:
        program = identity.program
        kind: Literal["person", "program"] = "program" if program else "person"
        self.member = Member(identity.id, identity.name, f"t{next(_tabs)}", kind)
        self.address = address
        self.line = line
        self.hub = hub
        self.heard = hub.now()
        self.closed = False
        most = hub.settings.messages * (PROGRAMS if program else 1)
        self._bucket = Bucket(most, hub.settings.window, self.heard)

    def rename(self, name: str) -> None:
        """Its member is called otherwise."""
        self.member = self.member._replace(name=name)

    def begin(self) -> None:
        """It is let in."""

    def take(self, text: bytes) -> None:
        """What it says, unless it says too much."""
        self.heard = self.hub.now()
        if not self._bucket.take(self.heard):
            self.close(LOUD)
        # What it says after that is past.
        if not self.closed and not self.hear(text):
            self._bucket.left -= BAD

    def count_frame(self) -> None:
        """Charge a control frame or a fragment of a message."""
        self.heard = self.hub.now()
        if not self._bucket.take(self.heard, FRAME_COST):
            self.close(LOUD)

    @property
    def overdrawn(self) -> bool:
        """Whether it is closed, and has sent more than its limit: the rest need not be read."""
        return self.closed and self._bucket.left < 0

    def hear(self, text: bytes) -> bool:
        """Pass on what it says; False if that is no message."""
        try:
            message = read(text)
        except Refused as error:
            refusal = Refusal("", error.code, error.message)
            self.tell(refusal, framed(encoder.encode(refusal)))
            return False
        self.hub.receive(self, message)
        return True

    def tell(self, message: Any, frame: bytes) -> None:
        """Send a message, of which `frame` is what goes over the wire."""
        if self.closed:
            return
        if self.line.size > self.hub.settings.backlog:
            self.close(SLOW)
            return
        self.line.write(frame)

    def close(self, code: int) -> None:
        """Hang up."""
        if self.closed:
            return
        self.closed = True
        self.line.close(code)
        # Soon, not now: it may be dropped in the middle of a broadcast.
        asyncio.get_running_loop().call_soon(self.hub.disconnect, self)

    def gone(self) -> None:
        """It hung up."""
        self.closed = True
        self.hub.disconnect(self)


class Bucket:
    """Lets so many messages through in a time, and no more."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, messages: int, window: float, now: float) -> None:
        self.most = float(messages)
        self.rate = messages / window
        self.left = self.most
        self.at = now

    def take(self, now: float, cost: float = 1) -> bool:
        """Whether one more may pass now, or one that counts for several."""
        self.left = min(self.left + (now - self.at) * self.rate, self.most)
        self.at = now
        self.left -= cost
        return self.left >= 0


def framed(text: bytes) -> bytes:
    """A text as a server sends it: the same bytes for everybody, so they are made once."""
    size = len(text)
    if size <= LONG:
        return b"\x81" + bytes((size,)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
