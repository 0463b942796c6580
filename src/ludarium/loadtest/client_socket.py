"""A wire to the server: one WebSocket without a task of its own, so that thousands are cheap."""

from __future__ import annotations

import asyncio
from typing import Protocol, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.uri import parse_uri


class Listener(Protocol):
    """Who hears what comes over a wire."""

    def opened(self, wire: Wire, cookie: str) -> None:
        """The server let it in, and may have given it a cookie."""

    def heard(self, text: bytes | bytearray | memoryview) -> None:
        """The server said something."""

    def closed(self, wire: Wire, why: str) -> None:
        """The wire is cut; `why` tells what the server said last."""


class Wire(asyncio.Protocol):
    """Frames by `websockets`, bytes by the event loop."""

    def __init__(self, url: str, cookie: str, listener: Listener) -> None:
        self.listener = listener
        self.cookie = cookie
        self.transport: asyncio.Transport | None = None
        self.protocol = ClientProtocol(parse_uri(url), max_size=None)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to be let in."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no such class
        request = self.protocol.connect()
        if self.cookie:
            request.headers["Cookie"] = self.cookie
        self.protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Pass on what came."""
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self.listener.heard(event.data)
            elif isinstance(event, Response) and self.protocol.handshake_exc is None:
                self.listener.opened(self, event.headers.get("Set-Cookie", "").partition(";")[0])
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        refused = self.protocol.handshake_exc
        said = self.protocol.close_rcvd
        self.listener.closed(self, str(refused or (said and said.code) or exc or "cut"))

    def say(self, text: bytes) -> None:
        """Send a message; one that cannot be sent is sent again on the next wire."""
        if self.transport is None or self.protocol.state is not State.OPEN:
            return
        self.protocol.send_text(text)
        self._flush()

    def cut(self) -> None:
        """Hang up."""
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
