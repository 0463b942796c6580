"""Connection: one open tab, with a rate limit on its messages and a bound on its backlog."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ludarium.server.limits.token_bucket import TokenBucket
from ludarium.server.protocol.codec import Member, decode_message, encoder, refusal_of
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.identity import Identity

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

# WebSocket close codes. The client reconnects by itself after all but the last four.
CLOSE_SLOW = 4008
CLOSE_SILENT = 4009
CLOSE_BROKEN = 1011
CLOSE_RESTART = 1012
CLOSE_FLOOD = 4029
CLOSE_CROWDED = 4030
CLOSE_FORBIDDEN = 4003
CLOSE_BANNED = 4031
PROGRAM_RATE_FACTOR = 10  # a client with a token may send this many times as many messages
BAD_MESSAGE_TOKENS = 5  # extra cost of a message that cannot be decoded
FRAME_TOKENS = 0.25  # cost of a control frame or a fragment; a whole message costs 1
MAX_SHORT_FRAME_BYTES = 125  # the length of a longer frame does not fit into its second byte

_tabs = itertools.count(1)


class SocketWriter(Protocol):
    """The part of a WebSocket that a connection writes to."""

    @property
    def buffered_bytes(self) -> int:
        """Bytes that were written, and that the client has not yet read."""

    def write_frame(self, frame: bytes) -> None:
        """Send a frame."""

    def send_ping(self) -> None:
        """Send a heartbeat, which a live client answers."""

    def close(self, code: int) -> None:
        """Close the WebSocket."""


class Connection:
    """One tab of a member. A tab that leaves too much unread is disconnected."""

    remote = False  # whether another node has the socket

    __slots__ = ("_bucket", "address", "closed", "hub", "last_active", "member", "owner", "socket")

    def __init__(self, identity: Identity, address: str, socket: SocketWriter, hub: Hub) -> None:
        program = identity.program
        kind: Literal["person", "program"] = "program" if program else "person"
        self.member = Member(identity.id, identity.name, f"{hub.tab_prefix}t{next(_tabs)}", kind)
        self.owner = identity.owner
        self.address = address
        self.socket = socket
        self.hub = hub
        self.last_active = hub.now()
        self.closed = False
        capacity = hub.settings.messages * (PROGRAM_RATE_FACTOR if program else 1)
        self._bucket = TokenBucket(capacity, hub.settings.window, self.last_active)

    def rename_member(self, name: str) -> None:
        """Give the member of this tab another name."""
        self.member = self.member._replace(name=name)

    def on_admitted(self) -> None:
        """Run when the hub has registered the connection."""

    def receive_text(self, text: bytes) -> None:
        """Handle a message, and close the connection if it exceeds the rate limit."""
        self._charge_tokens(1)
        # Messages after the close are ignored.
        if not self.closed and not self.handle_text(text):
            self._bucket.tokens -= BAD_MESSAGE_TOKENS

    def charge_frame(self) -> None:
        """Charge a control frame or a fragment of a message."""
        self._charge_tokens(FRAME_TOKENS)

    @property
    def over_limit(self) -> bool:
        """Whether the rate limit closed the connection: its other frames need not be read."""
        return self.closed and self._bucket.tokens < 0

    def handle_text(self, text: bytes) -> bool:
        """Decode a message and pass it to the hub; False if it cannot be decoded."""
        try:
            message = decode_message(text)
        except Refused as error:
            refusal = refusal_of(error)
            self.hub.metrics.count_refusal(refusal.code)
            self.send_message(refusal, frame_text(encoder.encode(refusal)))
            return False
        self.hub.receive(self, message)
        return True

    def send_message(self, message: Any, frame: bytes) -> None:
        """Send a message whose bytes on the wire are `frame`."""
        self.send_frame(frame)

    def send_frame(self, frame: bytes) -> None:
        """Send a frame, unless the client has left too much unread."""
        if self.closed:
            return
        if self.socket.buffered_bytes > self.hub.settings.backlog:
            self.close(CLOSE_SLOW)
            return
        self.socket.write_frame(frame)

    def close(self, code: int) -> None:
        """Close the connection from our side."""
        if self.closed:
            return
        self.closed = True
        self.socket.close(code)
        # Later, because this call may come from the middle of a fan-out.
        asyncio.get_running_loop().call_soon(self.hub.disconnect, self)

    def on_disconnected(self) -> None:
        """Run when the client has closed the connection, or the network has lost it."""
        self.closed = True
        self.hub.disconnect(self)

    def _charge_tokens(self, cost: float) -> None:
        self.last_active = self.hub.now()
        if not self._bucket.spend_tokens(self.last_active, cost):
            self.close(CLOSE_FLOOD)


def frame_text(text: bytes) -> bytes:
    """A text as a WebSocket frame. A fan-out frames it once, and sends the same bytes to all."""
    size = len(text)
    if size <= MAX_SHORT_FRAME_BYTES:
        return b"\x81" + bytes((size,)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text
