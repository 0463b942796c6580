"""One HTTP connection: uvicorn's protocol with deadlines, bounded reads and strict lengths."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from ludarium.server.limits.address_limits import AddressLimits, LimitedApp

log = logging.getLogger(__name__)
log.setLevel(logging.ERROR)  # uvicorn warns of every broken request, which could fill a disk
MAX_HEAD_BYTES = 8 * 1024  # of a request
MAX_HEADERS_COUNT = 100  # of a request
HTTP_SLICE_BYTES = 4096  # bytes that are parsed at a time
MIN_UPLOAD_BYTES_PER_S = 4096  # bytes a second that extend the time for a request
MIN_READ_BYTES_PER_S = 1024  # bytes a second that a client must read of its answer
DEADLINE_CHECKS = 8  # of the deadlines, in the time that a request may take
RESPONSE_408 = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
RESPONSE_400 = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
RESPONSE_429 = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class StrictConnection(h11.Connection):
    """Refuses too many headers, and two lengths: a proxy may believe the other one."""

    def next_event(self) -> Any:
        """The next event; RemoteProtocolError if it is no sound request."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError("two lengths", error_status_hint=400)
            if len(event.headers) > MAX_HEADERS_COUNT:
                raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
        return event


class SlicedFlow(FlowControl):
    """Resumes reading only when what was read before has been parsed."""

    def __init__(self, transport: asyncio.Transport, resume: Callable[[], None]) -> None:
        super().__init__(transport)
        self._resume = resume

    def resume_reading(self) -> None:
        """uvicorn can take more: of a body, or after the answer to a pipelined request."""
        if self.read_paused:
            self.read_paused = False
            self._resume()


class HttpConnection(H11Protocol):
    """Cuts off a client that sends or reads too slowly, whatever request of a connection it is."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        limits: AddressLimits,
        app: LimitedApp,
    ) -> None:
        super().__init__(config, server_state, app_state)
        self.app = cast("Any", app)
        self.limits = limits
        self.logger = log
        self.conn = StrictConnection(h11.SERVER, MAX_HEAD_BYTES)
        self.timeout_s = limits.settings.request_timeout
        self.unread = b""  # bytes that wait for their turn; nothing is read meanwhile
        self._queued = False  # whether the scheduler has them
        self._peer = ""
        self._began_at: float | None = None  # when the first byte of a request came
        self._received = 0  # bytes of it
        self._backlog = 0  # bytes of answers that were not read at the last check
        self._progress_at = 0.0  # when the client last read enough of them
        self._timer: asyncio.TimerHandle | None = None

    # What the event loop and uvicorn call.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that the entrance has counted."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.flow = SlicedFlow(self.transport, self._read_on)
        self._peer = self.client[0] if self.client else ""
        self._progress_at = self.loop.time()
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._release_socket()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse a small read at once, and a large one in slices: chunks may be a byte long."""
        if self._began_at is None:
            self._began_at = self.loop.time()
        self._received += len(data)
        if self.unread:
            self.unread += data
            self.transport.pause_reading()  # uvicorn may have resumed it
        elif len(data) <= HTTP_SLICE_BYTES and self.limits.reads.begin_read():
            super().data_received(data)
            self.limits.reads.end_read()
            self._note_request()
        else:
            self.unread = data
            self._read_on()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to the WebSocket protocol, which has limits of its own."""
        self._release_socket()
        super().handle_websocket_upgrade(event)
        rest = self.conn.trailing_data[0] + self.unread
        self.unread = b""
        if rest:
            cast("asyncio.Protocol", self.transport.get_protocol()).data_received(rest)

    def on_response_complete(self) -> None:
        """Go on with the next request, which may be here already."""
        super().on_response_complete()
        self._note_request()

    def send_400_response(self, msg: str) -> None:
        """Refuse a broken request; its head may have been sound, and its answer on the way."""
        self._end_with(RESPONSE_400)

    # Reading.

    def _read_on(self) -> None:
        """Have the rest parsed in its turn, or read more if there is none."""
        if not self.unread:
            self.transport.resume_reading()
        elif not self._queued and not self.flow.read_paused:
            self._queued = True
            self.transport.pause_reading()
            self.limits.reads.queue_slices(self._peer, self._parse_slice)

    def _parse_slice(self) -> bool:
        """Parse a piece of the input; True if more is left and may be parsed."""
        if not self.flow.read_paused and not self.transport.is_closing():
            piece, self.unread = self.unread[:HTTP_SLICE_BYTES], self.unread[HTTP_SLICE_BYTES:]
            super().data_received(piece)
        if self.transport.is_closing() or self._timer is None:  # it may be a WebSocket now
            self.unread = b""
            return False
        self._note_request()
        self._queued = bool(self.unread) and not self.flow.read_paused
        if not self.unread and not self.flow.read_paused:
            self.transport.resume_reading()
        return self._queued

    def _note_request(self) -> None:
        """Stop the clock of a request that has come as a whole."""
        theirs = self.conn.their_state
        partial = theirs is h11.IDLE and bool(self.unread or self.conn.trailing_data[0])
        if partial or theirs is h11.SEND_BODY:
            if self._began_at is None:
                self._began_at = self.loop.time()
        else:
            self._began_at, self._received = None, 0

    # Deadlines.

    def _set_timer(self) -> None:
        self._timer = self.loop.call_later(self.timeout_s / DEADLINE_CHECKS, self._check_deadlines)

    def _check_deadlines(self) -> None:
        """Cut off a client that is too slow."""
        now = self.loop.time()
        if self._is_stuck(now):
            self.transport.abort()
            return
        if self._is_late(now) and not self.transport.is_closing():
            self._end_with(RESPONSE_408)
        self._set_timer()

    def _end_with(self, answer: bytes) -> None:
        """Close the connection, with an answer if the last request has none yet."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True  # what the application says now is not sent
            cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(answer)
        self.transport.close()

    def _is_late(self, now: float) -> bool:
        """Whether a request takes too long to arrive."""
        return self._began_at is not None and (
            now > self._began_at + self.timeout_s + self._received / MIN_UPLOAD_BYTES_PER_S
        )

    def _is_stuck(self, now: float) -> bool:
        """Whether answers are not read; a closed connection waits for that too."""
        waiting = self.transport.get_write_buffer_size()
        read = self._backlog - waiting
        if not waiting or read >= MIN_READ_BYTES_PER_S * self.timeout_s / DEADLINE_CHECKS:
            self._progress_at = now
        self._backlog = waiting
        return now > self._progress_at + self.timeout_s

    def _release_socket(self) -> None:
        """The address has one HTTP connection less."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self.limits.close_socket(self._peer)
