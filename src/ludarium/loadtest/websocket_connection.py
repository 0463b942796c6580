"""ClientConnection: a WebSocket without a task of its own, so that thousands are cheap."""

from __future__ import annotations

import asyncio
from typing import Protocol, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri


class ConnectionListener(Protocol):
    """Receives the events of a connection."""

    def connection_opened(self, connection: ClientConnection, cookie: str) -> None:
        """The handshake succeeded. The server may have set a cookie."""

    def message_received(self, text: bytes | bytearray | memoryview) -> None:
        """A message arrived."""

    def connection_closed(self, connection: ClientConnection, why: str) -> None:
        """The connection is closed. `why` is the close code or the error."""


class ClientConnection(asyncio.Protocol):
    """Frames by `websockets`, transport by the event loop."""

    def __init__(self, url: str, cookie: str, listener: ConnectionListener) -> None:
        self.listener = listener
        self.cookie = cookie
        self.transport: asyncio.Transport | None = None
        self.protocol = ClientProtocol(parse_uri(url), max_size=None)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self.transport = cast(
            "asyncio.Transport", transport
        )  # uvloop's transport is not a subclass
        request = self.protocol.connect()
        if self.cookie:
            request.headers["Cookie"] = self.cookie
        self.protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Decode frames and pass on the messages."""
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self.listener.message_received(event.data)
            elif isinstance(event, Response) and self.protocol.handshake_exc is None:
                self.listener.connection_opened(
                    self, event.headers.get("Set-Cookie", "").partition(";")[0]
                )
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the close code or the error."""
        refused = self.protocol.handshake_exc
        message = self.protocol.close_rcvd
        self.listener.connection_closed(
            self, str(refused or (message and message.code) or exc or "cut")
        )

    def send_text(self, text: bytes) -> None:
        """Send a message. The client repeats an unsent one on its next connection."""
        if self.transport is None or self.protocol.state is not State.OPEN:
            return
        self.protocol.send_text(text)
        self._flush()

    def abort(self) -> None:
        """Abort the connection."""
        if self.transport is not None:
            self.transport.abort()

    def _flush(self) -> None:
        assert self.transport is not None
        for data in self.protocol.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self.transport.close()
        if self.protocol.handshake_exc is not None:
            self.transport.close()
