"""VirtualClient: one tab of a browser, which reconnects and repeats unanswered messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ludarium.loadtest import message_subset
from ludarium.loadtest.message_subset import ServerMessage
from ludarium.loadtest.websocket_connection import ClientConnection

if TYPE_CHECKING:
    from ludarium.loadtest.client_pool import ClientPool

FIRST_RETRY_S = 0.3  # doubled after each failed attempt, with jitter
MAX_RETRY_S = 2.0
PONG_TIMEOUT_S = 6.5  # after an unanswered ping the connection counts as lost

MessageHandler = Callable[["VirtualClient", ServerMessage], None]


class VirtualClient:
    """Follows the protocol as a correct client does: ids, event numbers, heartbeats."""

    def __init__(self, pool: ClientPool, name: str, handle_message: MessageHandler) -> None:
        self.pool = pool
        self.name = name
        self.handle_message = handle_message
        self.rng = Random(f"{pool.seed} {name}")
        self.connection: ClientConnection | None = None
        self.cookie = ""
        self.connected = False
        self.caught_up = False  # connected, and caught up with its room
        self.room = ""
        self.last_event = 0  # number of the last received event
        self.repeat_until = 0  # events up to this number may be repeated after entering
        self.pending: dict[str, bytes] = {}
        self.sent_count = 0
        self.received_at = 0.0
        self.attempts = 0  # since the last connection

    async def connect(self) -> None:
        """Try to connect once."""
        loop = asyncio.get_running_loop()
        url = self.rng.choice(self.pool.urls)
        host, port = urlsplit(url).hostname or "", urlsplit(url).port or 80
        try:
            await loop.create_connection(
                lambda: ClientConnection(url, self.cookie, self), host, port
            )
        except OSError:
            self._schedule_reconnect()

    def send_request(self, kind: str, /, **fields: Any) -> str:
        """Send a message, which is repeated after reconnects until answered. Returns its id."""
        self.sent_count += 1
        id = f"{self.name}-{self.sent_count}"
        text = message_subset.encode_json({"type": kind, "id": id, **fields})
        self.pending[id] = text
        if self.connected and self.connection:
            self.connection.send_text(text)
        return id

    def enter_room(self, whole: bool = False) -> None:
        """Enter the room or catch up. It is sent on every connection, so it is never pending."""
        last = None if whole or not self.last_event else self.last_event
        text = {"type": "enter", "id": f"{self.name}-in", "room": self.room, "last": last}
        if self.connected and self.connection:
            self.connection.send_text(message_subset.encode_json(text))

    def send_heartbeat(self, now: float) -> None:
        """Send a ping after silence. Abort the connection if the ping stays unanswered."""
        if not self.connected or self.connection is None:
            return
        silent = now - self.received_at
        if silent > self.pool.heartbeat + PONG_TIMEOUT_S:
            self.connection.abort()
        elif silent > self.pool.heartbeat:
            self.connection.send_text(b'{"type":"ping","id":"p"}')

    # Events of the connection.

    def connection_opened(self, connection: ClientConnection, cookie: str) -> None:
        """The handshake succeeded."""
        self.connection = connection
        self.cookie = cookie or self.cookie
        self.received_at = self.pool.now()

    def message_received(self, text: bytes | bytearray | memoryview) -> None:
        """Handle a message of the server."""
        self.received_at = self.pool.now()
        message = message_subset.message_decoder.decode(text)
        if message.type == "welcome":
            self._handle_welcome()
        elif message.type in {"done", "refusal"}:
            self.pending.pop(message.id, None)
        elif message.type in {"tail", "snapshot"}:
            self.caught_up = True
        self.handle_message(self, message)

    def connection_closed(self, connection: ClientConnection, why: str) -> None:
        """Count the disconnect and reconnect."""
        self.connected = self.caught_up = False
        self.connection = None
        self.pool.disconnects[why] += 1
        self._schedule_reconnect()

    def _handle_welcome(self) -> None:
        self.connected = True
        self.attempts = 0
        if self.room:
            self.enter_room()
        else:
            self.caught_up = True
        for text in list(self.pending.values()):
            assert self.connection is not None
            self.connection.send_text(text)

    def _schedule_reconnect(self) -> None:
        if not self.pool.closing:
            # Jitter: thousands of simultaneous attempts would keep the server from starting.
            delay = min(FIRST_RETRY_S * 2**self.attempts, MAX_RETRY_S) * self.rng.uniform(0.5, 1.5)
            self.attempts = min(self.attempts + 1, 10)
            asyncio.get_running_loop().call_later(delay, self._reconnect)

    def _reconnect(self) -> None:
        if not self.pool.closing:
            self.pool.start_task(self.connect())
