"""The entrance: every call comes in here and goes on to whoever speaks its protocol."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar import Litestar
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.protocol import State

from ludarium.server.limits.address_limits import AddressLimits
from ludarium.server.transport.handshake import WEBSOCKET_PATHS
from ludarium.server.transport.http_connection import RESPONSE_429, HttpConnection
from ludarium.server.transport.websocket import WebSocketProtocol, peer_of

WEBSOCKET_PREFIXES = tuple(f"GET {path}{end}".encode() for path in WEBSOCKET_PATHS for end in " ?")


class ProtocolSwitch(asyncio.Protocol):
    """Tells WebSockets by the first bytes of a call.

    uvicorn would read a whole request as HTTP before it sees that it is none, and have it read
    again: after a restart, when everybody comes back at once, that was a third of all the work.
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
        """A call that has said nothing yet."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no such class
        self.state.connections.add(self)  # type: ignore[arg-type]  # no class of uvicorn's
        self.peer = peer_of(transport)
        if not self.limits.open_socket(self.peer):
            self.transport.abort()
            return
        patience = self.limits.settings.silence
        loop = asyncio.get_running_loop()
        self.deadline = loop.call_later(patience, self._check_handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        """It went without a word."""
        self.state.connections.discard(self)
        self.limits.close_socket(self.peer)
        self._stop_deadline()

    def data_received(self, data: bytes) -> None:
        """Pass it on; a request that comes in pieces is read by uvicorn, which knows both."""
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
        """Cut off a connection without a complete handshake; HTTP has deadlines of its own."""
        host = self.transport.get_protocol()  # uvicorn may have passed it on once more
        connecting = isinstance(host, WebSocketProtocol) and host.protocol.state is State.CONNECTING
        if host is self or connecting:
            self.transport.abort()

    def _stop_deadline(self) -> None:
        """A timer keeps all of a connection in memory until it fires."""
        if self.deadline is not None:
            self.deadline.cancel()

    def shutdown(self) -> None:
        """The server stops."""
        self.transport.close()
