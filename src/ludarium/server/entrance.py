"""The entrance: every call comes in here and goes on to whoever speaks its protocol."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar import Litestar
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState
from websockets.protocol import State

from ludarium.server.gate import PATHS
from ludarium.server.wire import Wire

SOCKETS = tuple(f"GET {path}{end}".encode() for path in PATHS for end in " ?")


class Entrance(asyncio.Protocol):
    """Tells WebSockets by the first bytes of a call.

    uvicorn would read a whole request as HTTP before it sees that it is none, and have it read
    again: after a restart, when everybody comes back at once, that was a third of all the work.
    """

    __slots__ = ("app", "config", "lifespan", "state", "transport")

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
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A call that has said nothing yet."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is no such class
        self.state.connections.add(self)  # type: ignore[arg-type]  # no class of uvicorn's
        patience = self.app.state.hub.settings.silence
        asyncio.get_running_loop().call_later(patience, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """It went without a word."""
        self.state.connections.discard(self)

    def data_received(self, data: bytes) -> None:
        """Pass it on; a request that comes in pieces is read by uvicorn, which knows both."""
        host: Wire | H11Protocol
        if data.startswith(SOCKETS):
            host = Wire(self.app, self.config, self.state)
        else:
            host = H11Protocol(self.config, self.state, self.lifespan)
        self.state.connections.discard(self)
        self.transport.set_protocol(host)
        host.connection_made(self.transport)
        host.data_received(data)

    def _look(self) -> None:
        """Cut off whoever has not said what it wants by now: it would keep its place for ever."""
        host = self.transport.get_protocol()  # uvicorn may have passed it on once more
        if isinstance(host, Wire):
            asked = host.protocol.state is not State.CONNECTING
        else:
            asked = isinstance(host, H11Protocol) and host.cycle is not None
        if not asked:
            self.transport.abort()

    def shutdown(self) -> None:
        """The server stops."""
        self.transport.close()
