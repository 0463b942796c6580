"""Protocol switch: chooses WebSocket or HTTP from the first bytes of a new connection."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar import Litestar
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.protocol import State

from ludarium.server.transport.address_limits import AddressLimits
from ludarium.server.transport.handshake import WEBSOCKET_PATHS
from ludarium.server.transport.http_connection import RESPONSE_429, HttpConnection
from ludarium.server.transport.websocket import WebSocketProtocol, peer_of

WEBSOCKET_PREFIXES = tuple(f"GET {path}{end}".encode() for path in WEBSOCKET_PATHS for end in " ?")


class ProtocolSwitch(asyncio.Protocol):
    """Hands a new connection to the WebSocket or to the HTTP protocol.

    uvicorn parses a whole request as HTTP and parses it again when it asks for a WebSocket: after a
    restart, when all clients reconnect at once, that was a third of all the work.
    """

    __slots__ = ("app", "config", "deadline", "lifespan", "limits", "peer", "state", "transport")

    def __init__(
        self,
        app: Litestar,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.app = app
        self.config = config
        self.state = server_state
        self.lifespan = app_state
        self.limits: AddressLimits = app.state.limits
        self.peer = ""
        self.deadline: asyncio.TimerHandle | None = None
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a new connection, and set the deadline of its handshake."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no such class
        self.state.connections.add(self)  # type: ignore[arg-type]  # no class of uvicorn's
        self.peer = peer_of(transport)
        if not self.limits.open_socket(self.peer):
            self.transport.abort()
            return
        timeout_s = self.limits.settings.silence
        loop = asyncio.get_running_loop()
        self.deadline = loop.call_later(timeout_s, self._check_handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that closed before its first bytes."""
        self.state.connections.discard(self)
        self.limits.close_socket(self.peer)
        self._stop_deadline()

    def data_received(self, data: bytes) -> None:
        """Choose the protocol; uvicorn parses a request whose first bytes are incomplete."""
        if data.startswith(WEBSOCKET_PREFIXES):
            self.limits.close_socket(self.peer)
            socket = WebSocketProtocol(self.app, self.config, self.state)
            socket.deadline = self.deadline
            self._hand_over(socket, data)
        elif self.limits.has_room(self.peer, self.limits.settings.http_connections):
            app = self.app.state.limited_app
            self._stop_deadline()
            host = HttpConnection(self.config, self.state, self.lifespan, self.limits, app)
            self._hand_over(host, data)
        else:
            self.transport.write(RESPONSE_429)
            self.transport.close()

    def _hand_over(self, host: WebSocketProtocol | HttpConnection, data: bytes) -> None:
        self.state.connections.discard(self)
        self.transport.set_protocol(host)
        host.connection_made(self.transport)
        host.data_received(data)

    def _check_handshake(self) -> None:
        """Abort a connection without a complete handshake; HTTP has deadlines of its own."""
        host = self.transport.get_protocol()  # uvicorn may have switched it to a WebSocket
        connecting = isinstance(host, WebSocketProtocol) and host.protocol.state is State.CONNECTING
        if host is self or connecting:
            self.transport.abort()

    def _stop_deadline(self) -> None:
        """A timer keeps all of a connection in memory until it fires."""
        if self.deadline is not None:
            self.deadline.cancel()

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        self.transport.close()
