"""HTTP connection: uvicorn's protocol with deadlines, bounded reads and strict lengths."""

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

from ludarium.server.transport.address_limits import AddressLimits, LimitedApp

log = logging.getLogger(__name__)
# uvicorn logs a warning for every broken request, which could fill a disk.
log.setLevel(logging.ERROR)
MAX_HEAD_BYTES = 8 * 1024  # of a request: its first line and its headers
MAX_HEADERS_COUNT = 100  # of a request
HTTP_SLICE_BYTES = 4096  # parsed at a time
MIN_UPLOAD_BYTES_PER_S = 4096  # each such amount extends the deadline of a request by a second
MIN_READ_BYTES_PER_S = 1024  # a client must read its response at this rate
DEADLINE_CHECKS = 8  # of the deadlines within the timeout of a request
RESPONSE_408 = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
RESPONSE_400 = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
RESPONSE_429 = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class StrictConnection(h11.Connection):
    """Refuses too many headers, and two lengths: a proxy may use the other one."""

    def next_event(self) -> Any:
        """The next event; RemoteProtocolError if the request is malformed."""
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
        self.resume = resume

    def resume_reading(self) -> None:
        """uvicorn can take more: of a body, or after the answer to a pipelined request."""
        if self.read_paused:
            self.read_paused = False
            self.resume()


class HttpConnection(H11Protocol):
    """Closes the connection of a client that sends or reads too slowly, at any request."""

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
        self.unread = b""  # queued bytes; reading is paused until they are parsed
        self._queued = False  # whether the scheduler has them
        self._peer = ""
        self._began_at: float | None = None  # when the first byte of a request arrived
        self._received = 0  # bytes of it
        self._backlog = 0  # bytes of responses that were unread at the last check
        self._progress_at = 0.0  # when the client last read fast enough
        self._timer: asyncio.TimerHandle | None = None

    # Callbacks of the event loop and of uvicorn.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that the protocol switch has counted."""
        super().connection_made(cast("asyncio.Transport", transport))
        self.flow = SlicedFlow(self.transport, self._read_on)
        self._peer = self.client[0] if self.client else ""
        self._progress_at = self.loop.time()
        self._set_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, and count one connection less."""
        self._release_socket()
        super().connection_lost(exc)
        # Without these two cycles reference counting frees the connection; the garbage collector
        # hardly ever looks at objects that lived as long.
        cast("SlicedFlow", self.flow).resume = _do_nothing
        self.cycle = cast("Any", None)

    def data_received(self, data: bytes) -> None:
        """Parse a small read at once, and a large one in slices: chunks can be one byte long."""
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
        """Switch to the WebSocket protocol, which has limits of its own."""
        self._release_socket()
        super().handle_websocket_upgrade(event)
        rest = self.conn.trailing_data[0] + self.unread
        self.unread = b""
        if rest:
            cast("asyncio.Protocol", self.transport.get_protocol()).data_received(rest)

    def on_response_complete(self) -> None:
        """Continue with the next request, which may have arrived already."""
        super().on_response_complete()
        self._note_request()

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request; the response to its head may be on its way."""
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
        if self.transport.is_closing() or self._timer is None:  # a WebSocket has no timer here
            self.unread = b""
            return False
        self._note_request()
        self._queued = bool(self.unread) and not self.flow.read_paused
        if not self.unread and not self.flow.read_paused:
            self.transport.resume_reading()
        return self._queued

    def _note_request(self) -> None:
        """Clear the deadline of a request that has arrived completely."""
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
        """Close the connection of a client that is too slow."""
        now = self.loop.time()
        if self._is_stuck(now):
            self.transport.abort()
            return
        if self._is_late(now) and not self.transport.is_closing():
            self._end_with(RESPONSE_408)
        self._set_timer()

    def _end_with(self, answer: bytes) -> None:
        """Close the connection, with a response if the last request has none yet."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True  # the application's response is dropped
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
        """Whether the client does not read its responses; that also delays a close."""
        waiting = self.transport.get_write_buffer_size()
        read = self._backlog - waiting
        if not waiting or read >= MIN_READ_BYTES_PER_S * self.timeout_s / DEADLINE_CHECKS:
            self._progress_at = now
        self._backlog = waiting
        return now > self._progress_at + self.timeout_s

    def _release_socket(self) -> None:
        """Count one HTTP connection less for the address."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self.limits.close_socket(self._peer)


def _do_nothing() -> None:
    """The flow of a lost connection resumes nothing."""
