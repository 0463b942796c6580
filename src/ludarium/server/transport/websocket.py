"""WebSocket: the asyncio protocol of one WebSocket, without a task or a queue of its own."""

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

from ludarium.server.protocol.codec import encoder
from ludarium.server.runtime.connection import (
    CLOSE_BANNED,
    CLOSE_CROWDED,
    CLOSE_FLOOD,
    CLOSE_RESTART,
    CLOSE_SLOW,
    frame_text,
)
from ludarium.server.transport.address_limits import AddressLimits
from ludarium.server.transport.handshake import Handshake, HandshakeRequest

if TYPE_CHECKING:
    from ludarium.server.runtime.connection import Connection
    from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)
CLOSE_TIMEOUT_S = 3.0  # a client that has not closed by then is cut off
FRAME_SLICE_BYTES = 1024  # parsed at a time: at most 170 frames
MAX_FRAGMENTS = 64  # of one message
REJECTION_BODY = "Failed to open a WebSocket connection.\n"


class WebSocketProtocol(asyncio.Protocol):
    """Parses frames into messages for a connection, and writes its frames.

    uvicorn's implementation over ASGI needs a task, a queue and nine nested calls for each
    connection: twice the memory of an idle connection and twice the work for each message.
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
        self.fragments: bytes = b""  # data of an incomplete message
        self.fragment_count = 0  # frames of it so far
        self.unread: bytes = b""  # queued bytes; reading is paused until they are parsed
        self.handshaking = False  # the request is complete, and its response is not
        self.input_stopped = False  # after a flood or a full backlog no input is read
        self.peer = ""
        self.deadline: asyncio.TimerHandle | None = None  # of the handshake
        self.protocol = ServerProtocol(max_size=config.ws_max_size, logger=log)

    @property
    def buffered_bytes(self) -> int:
        """Bytes that were written, and that the client has not yet read."""
        return self.transport.get_write_buffer_size()

    def write_frame(self, frame: bytes) -> None:
        """Send a frame."""
        self.transport.write(frame)

    def send_ping(self) -> None:
        """Send a ping, which every browser answers by itself."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_ping(b"")
            self._flush_output()

    def close(self, code: int) -> None:
        """Send a close frame, and cut the connection off after CLOSE_TIMEOUT_S."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(code)
            self._flush_output()
        self._abort_later()

    # Callbacks of the event loop and of uvicorn.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection, whose handshake follows."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no such class
        self.peer = peer_of(self.transport)
        self.state.connections.add(self)  # type: ignore[arg-type]  # no class of uvicorn's

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, and tell the hub."""
        self.state.connections.discard(self)
        self.unread = b""
        if self.deadline is not None:
            self.deadline.cancel()  # it would keep all of the connection in memory
        if self.connection is not None:
            self.connection.on_disconnected()
        self._break_cycles()

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(CLOSE_RESTART)
            self._flush_output()
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse a small read at once, and a large one in slices, between which others are served.

        A frame of six bytes takes as long as one of a thousand, and a read of 256 KiB can hold
        43 000 of them.
        """
        if self.input_stopped:
            return
        if self.unread or self.handshaking:  # one more read can arrive after the pause
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
        """Parse a slice for the read scheduler; True if more is left."""
        more = self._parse_slice()
        if not (more or self.handshaking or self.input_stopped or self.transport.is_closing()):
            self.transport.resume_reading()
        return more

    def _parse_slice(self) -> bool:
        """Parse a bounded piece of the input; True if more is left."""
        end = FRAME_SLICE_BYTES
        while self.unread and not self.handshaking:
            connecting = self.protocol.state is State.CONNECTING
            if connecting:  # line by line: data after the head waits for the response
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
        """Parse nothing more; the connection is closed, and cut off after CLOSE_TIMEOUT_S."""
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
            # For another version of HTTP `websockets` answers with a server error.
            status = response.status_code if response.status_code < 500 else HTTPStatus.BAD_REQUEST
            self._reject_request(HTTPStatus(status))
            return
        # Input waits until the client is identified.
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
        wanted = self._read_request(request)
        if not self.limits.allows_handshake(wanted.address):
            self._reject_request(HTTPStatus.TOO_MANY_REQUESTS)
            return
        connection, cookie = await Handshake(hub).admit(wanted, self)
        if connection is None:
            self._reject_request(HTTPStatus.FORBIDDEN)
            return
        if cookie:
            response.headers["Set-Cookie"] = cookie
        if self.transport.is_closing():
            return
        self.protocol.send_response(response)
        self._flush_output()
        await hub.ready.wait()
        if self.transport.is_closing():
            return
        if Handshake(hub).is_crowded(
            wanted.address
        ):  # others may have connected while the server loaded
            self.close(CLOSE_CROWDED)
            return
        if (ban := hub.moderation.ban_of(connection)) is not None:
            hub.metrics.count_refusal(ban.code)
            self.write_frame(frame_text(encoder.encode(ban)))
            self.close(CLOSE_BANNED)
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
        # A proxy may add a header of its own: all count, in their order.
        forwarded = ",".join(request.headers.get_all("X-Forwarded-For"))
        address = self.limits.client_of(self.peer, forwarded)
        return HandshakeRequest(unquote(path), query, headers, address)

    def _reject_request(self, status: HTTPStatus) -> None:
        if self.protocol.state is not State.CONNECTING:
            self.transport.abort()  # the response has been sent already
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
            self._abort_later()  # the client may never read the rest
        elif self.connection and self.buffered_bytes > self.connection.hub.settings.backlog:
            self.connection.close(CLOSE_SLOW)
            self._stop_reading()  # or its pings would write more pongs

    def _break_cycles(self) -> None:
        """Let reference counting free a lost connection.

        The garbage collector hardly ever looks at objects that lived as long as a connection.
        """
        self.connection = None
        self.protocol.parser.close()
        self.protocol.parser_exc = self.protocol.handshake_exc = None

    def _abort_later(self) -> None:
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self.transport.abort)


def peer_of(transport: asyncio.BaseTransport) -> str:
    """The address at the other end of a connection, "" if it has none."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""
