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

from ludarium.server.limits.address_limits import AddressLimits
from ludarium.server.transport.connection import (
    CLOSE_CROWDED,
    CLOSE_FLOOD,
    CLOSE_RESTART,
    CLOSE_SLOW,
)
from ludarium.server.transport.handshake import Handshake, HandshakeRequest

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub
    from ludarium.server.transport.connection import Connection

log = logging.getLogger(__name__)
CLOSE_TIMEOUT_S = 3.0  # seconds to answer a goodbye
FRAME_SLICE_BYTES = 1024  # bytes that are parsed at a time: at most 170 frames
MAX_FRAGMENTS = 64  # frames of one message
REJECTION_BODY = "Failed to open a WebSocket connection.\n"


class WebSocketProtocol(asyncio.Protocol):
    """What a connection is spoken to through.

    uvicorn's own way over ASGI takes a task, a queue and nine nested calls for each connection:
    twice the memory of an idle one and twice the work for each message.
    """

    __slots__ = (
        "app",
        "connection",
        "deadline",
        "fragment_count",
        "fragments",
        "handshaking",
        "input_stopped",
        "limits",
        "peer",
        "protocol",
        "state",
        "transport",
        "unread",
    )

    def __init__(
        self, app: Litestar, config: Config, server_state: ServerState, app_state: object = None
    ) -> None:
        self.app = app
        self.state = server_state
        self.transport: asyncio.Transport
        self.connection: Connection | None = None
        self.limits: AddressLimits = app.state.limits
        self.fragments: bytes = b""  # of a message that comes in several frames
        self.fragment_count = 0  # how many
        self.unread: bytes = b""  # bytes that wait for their turn; nothing is read meanwhile
        self.handshaking = False  # the handshake is complete, and is being answered
        self.input_stopped = False  # it sent too much: nothing is read any more
        self.peer = ""
        self.deadline: asyncio.TimerHandle | None = None  # of the handshake
        self.protocol = ServerProtocol(max_size=config.ws_max_size, logger=log)

    @property
    def buffered_bytes(self) -> int:
        """Bytes that wait for a slow reader."""
        return self.transport.get_write_buffer_size()

    def write_frame(self, frame: bytes) -> None:
        """Send a frame."""
        self.transport.write(frame)

    def send_ping(self) -> None:
        """Ping; every browser answers that by itself."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_ping(b"")
            self._flush_output()

    def close(self, code: int) -> None:
        """Say goodbye; whoever does not answer that is cut off."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code)
            self._flush_output()
        self._abort_later()

    # What uvicorn and the event loop call.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A call, which is not yet answered."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no such class
        self.peer = peer_of(self.transport)
        self.state.connections.add(self)  # type: ignore[arg-type]  # no class of uvicorn's

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self.state.connections.discard(self)
        self.unread = b""
        if self.deadline is not None:
            self.deadline.cancel()  # it would keep all of the connection in memory
        if self.connection is not None:
            self.connection.on_disconnected()

    def shutdown(self) -> None:
        """The server stops."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(CLOSE_RESTART)
            self._flush_output()
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse a small read at once, and a large one in slices, between which others are served.

        A frame of six bytes takes as long as one of a thousand: a read of 256 KiB can hold 43 000.
        """
        if self.input_stopped:
            return
        if self.unread or self.handshaking:  # one read may come after reading was paused
            self.unread += data
        elif len(data) <= FRAME_SLICE_BYTES and self.limits.reads.begin_read():
            self.unread = data
            more = self._parse_slice()
            self.limits.reads.end_read()
            if more:
                self._queue_unread()
        else:
            self.unread = data
            self._queue_unread()

    def _queue_unread(self) -> None:
        if not self.transport.is_closing():
            self.transport.pause_reading()
            self.limits.reads.queue_slices(self._client_address(), self._parse_queued)

    def _parse_queued(self) -> bool:
        """Parse a slice in the connection's turn; True if more is left."""
        more = self._parse_slice()
        if not (more or self.handshaking or self.input_stopped or self.transport.is_closing()):
            self.transport.resume_reading()
        return more

    def _parse_slice(self) -> bool:
        """Parse a bounded piece of what was read; True if more is left."""
        end = FRAME_SLICE_BYTES
        while self.unread and not self.handshaking:
            connecting = self.protocol.state is State.CONNECTING
            if connecting:  # line by line: what follows the head is for after the answer
                end = self.unread.find(b"\n") + 1 or len(self.unread)
            piece, self.unread = self.unread[:end], self.unread[end:]
            self._parse_data(piece)
            if self.input_stopped or self.transport.is_closing():
                self.unread = b""
            if not connecting:
                break
        return bool(self.unread) and not self.handshaking

    def _parse_data(self, data: bytes) -> None:
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                self._handle_frame(event)
            elif isinstance(event, Request):
                self._handle_request(event)
        self._flush_output()
        if self.connection is not None and self.connection.over_limit:
            self._stop_reading()

    def _stop_reading(self) -> None:
        """Parse nothing more; the connection is closed, and is cut in PARTING seconds."""
        self.input_stopped = True
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _handle_frame(self, frame: Frame) -> None:
        connection = self.connection
        if connection is None or connection.over_limit:
            return
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            connection.charge_frame()
            return
        self.fragments += frame.data
        self.fragment_count += 1
        if frame.fin:
            text, self.fragments, self.fragment_count = self.fragments, b"", 0
            connection.receive_text(text)
        elif self.fragment_count < MAX_FRAGMENTS:
            connection.charge_frame()
        else:
            connection.close(CLOSE_FLOOD)

    def _handle_request(self, request: Request) -> None:
        response = self.protocol.accept(request)
        if response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            # Of another version of HTTP, `websockets` says that the server is at fault.
            status = response.status_code if response.status_code < 500 else HTTPStatus.BAD_REQUEST
            self._reject_request(HTTPStatus(status))
            return
        # What it says meanwhile waits: it is not yet known who it is.
        self.handshaking = True
        self.transport.pause_reading()
        task = asyncio.get_running_loop().create_task(self._answer_request(request, response))
        self.state.tasks.add(task)
        task.add_done_callback(self.state.tasks.discard)

    async def _answer_request(self, request: Request, response: Any) -> None:
        try:
            await self._open_connection(request, response)
        except Exception:
            log.exception("a handshake could not be answered")
            self._reject_request(HTTPStatus.SERVICE_UNAVAILABLE)

    async def _open_connection(self, request: Request, response: Any) -> None:
        hub: Hub = self.app.state.hub
        call = self._read_request(request)
        if not self.limits.allows_handshake(call.address):
            self._reject_request(HTTPStatus.TOO_MANY_REQUESTS)
            return
        connection, cookie = await Handshake(hub).admit(call, self)
        if connection is None:
            self._reject_request(HTTPStatus.FORBIDDEN)
            return
        if cookie:
            response.headers["Set-Cookie"] = cookie
        self.protocol.send_response(response)
        self._flush_output()
        await hub.ready.wait()
        if self.transport.is_closing():
            return
        if Handshake(hub).is_crowded(call.address):  # others may have come while the server loaded
            self.close(CLOSE_CROWDED)
            return
        self.connection = connection
        hub.connect(connection)
        self.handshaking = False
        if self.unread:
            self._queue_unread()
        elif not self.transport.is_closing():
            self.transport.resume_reading()

    def _read_request(self, request: Request) -> HandshakeRequest:
        path, _, query = request.path.partition("?")
        headers = {name.lower(): value for name, value in request.headers.raw_items()}
        # A proxy may add a line of its own: all count, in their order.
        forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
        address = self.limits.client_of(self.peer, forwarded)
        return HandshakeRequest(unquote(path), query, headers, address)

    def _reject_request(self, status: HTTPStatus) -> None:
        if self.protocol.state is not State.CONNECTING:
            self.transport.abort()  # the answer is on its way already
            return
        response = self.protocol.reject(status, REJECTION_BODY)
        if status is HTTPStatus.UPGRADE_REQUIRED:
            response.headers["Upgrade"] = "websocket"
        self.protocol.send_response(response)
        self._flush_output()

    def _client_address(self) -> str:
        return self.connection.address if self.connection is not None else self.peer

    def _flush_output(self) -> None:
        parts = self.protocol.data_to_send()
        if not parts or self.transport.is_closing():
            return
        self.transport.write(b"".join(parts))
        if b"" in parts:
            self.transport.close()
            self._abort_later()  # it may never take what is still on its way
        elif self.connection and self.buffered_bytes > self.connection.hub.settings.backlog:
            self.connection.close(CLOSE_SLOW)
            self._stop_reading()  # or it could have more pongs written

    def _abort_later(self) -> None:
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self.transport.abort)


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection, "" if it has none."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
