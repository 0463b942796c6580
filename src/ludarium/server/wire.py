"""A wire: one WebSocket as uvicorn hands it over, without a task or a queue of its own."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from litestar import Litestar
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from ludarium.server.connections import LEAVING
from ludarium.server.gate import Call, Gate

if TYPE_CHECKING:
    from ludarium.server.connections import Connection
    from ludarium.server.hub import Hub

log = logging.getLogger(__name__)
PARTING = 3.0  # seconds to answer a goodbye


class Wire(asyncio.Protocol):
    """What a connection is spoken to through.

    uvicorn's own way over ASGI takes a task, a queue and nine nested calls for each connection:
    twice the memory of an idle one and twice the work for each message.
    """

    __slots__ = ("app", "connection", "parts", "protocol", "state", "transport")

    def __init__(
        self, app: Litestar, config: Config, server_state: ServerState, app_state: object = None
    ) -> None:
        self.app = app
        self.state = server_state
        self.transport: asyncio.Transport
        self.connection: Connection | None = None
        self.parts: bytes = b""  # of a message that comes in several frames
        self.protocol = ServerProtocol(max_size=config.ws_max_size, logger=log)

    @property
    def size(self) -> int:
        """Bytes that wait for a slow reader."""
        return self.transport.get_write_buffer_size()

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self.transport.write(frame)

    def ask(self) -> None:
        """Ping; every browser answers that by itself."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_ping(b"")
            self._flush()

    def close(self, code: int) -> None:
        """Say goodbye; whoever does not answer that is cut off."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code)
            self._flush()
        self._part()

    # What uvicorn and the event loop call.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A call, which is not yet answered."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no such class
        self.state.connections.add(self)  # type: ignore[arg-type]  # no class of uvicorn's

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.state.connections.discard(self)
        if self.connection is not None:
            self.connection.gone()

    def shutdown(self) -> None:
        """The server stops."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(LEAVING)
            self._flush()
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what came."""
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Request):
                self._call(event)
        self._flush()

    def _frame(self, frame: Frame) -> None:
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self.parts += frame.data
            if frame.fin:
                text, self.parts = self.parts, b""
                if self.connection is not None:
                    self.connection.take(text)
        elif self.connection is not None:
            self.connection.heard = self.connection.hub.now()

    def _call(self, request: Request) -> None:
        response = self.protocol.accept(request)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.protocol.send_response(response)
            self._flush()
            return
        # What it says meanwhile waits: it is not yet known who it is.
        self.transport.pause_reading()
        task = asyncio.get_running_loop().create_task(self._open(request, response))
        self.state.tasks.add(task)
        task.add_done_callback(self.state.tasks.discard)

    async def _open(self, request: Request, response: Any) -> None:
        hub: Hub = self.app.state.hub
        path, _, query = request.path.partition("?")
        headers = {name.lower(): value for name, value in request.headers.raw_items()}
        peer = self.transport.get_extra_info("peername")
        call = Call(unquote(path), query, headers, peer[0] if isinstance(peer, tuple) else "")
        connection, cookie = await Gate(hub).admit(call, self)
        if connection is None:
            self.protocol.send_response(self.protocol.reject(HTTPStatus.FORBIDDEN, ""))
            self._flush()
            return
        if cookie:
            response.headers["Set-Cookie"] = cookie
        self.protocol.send_response(response)
        self._flush()
        await hub.ready.wait()
        if self.transport.is_closing():
            return
        self.connection = connection
        hub.connect(connection)
        self.transport.resume_reading()

    def _flush(self) -> None:
        for data in self.protocol.data_to_send():
            if data:
                self.transport.write(data)
            else:
                self.transport.close()
                self._part()  # it may never take what is still on its way

    def _part(self) -> None:
        asyncio.get_running_loop().call_later(PARTING, self.transport.abort)
