"""Serve: the application under uvicorn, until SIGTERM."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Timer
from typing import cast

import uvicorn
from litestar import Litestar
from prometheus_client import start_http_server

from ludarium import mode
from ludarium.core.errors import LudariumError
from ludarium.server.bus.nats_bus import require_bus
from ludarium.server.http.app import create_app
from ludarium.server.runtime.logs import configure_logs
from ludarium.server.runtime.metrics import Metrics
from ludarium.server.runtime.outbox import STOP_TIMEOUT_S
from ludarium.server.runtime.reconnect_backlog import RECONNECT_WINDOW_S
from ludarium.server.runtime.settings import Settings
from ludarium.server.transport.protocol_switch import ProtocolSwitch
from ludarium.server.transport.websocket import WebSocketProtocol

log = logging.getLogger(__name__)
CLOSE_CONNECTIONS_TIMEOUT_S = 5  # that clients have to take what was sent to them
# After which a server that was told to stop ends, whatever still waits for the database.
EXIT_TIMEOUT_S = CLOSE_CONNECTIONS_TIMEOUT_S + STOP_TIMEOUT_S + 5
SERVER_GC_THRESHOLDS = (5_000, 10, 1_000)  # collections are short and rare
SEND_BUFFER_BYTES = 64 * 1024  # in the kernel, for a slow reader
# After a restart all clients connect at once, and one that the kernel turns away waits for
# seconds. The kernel has a limit of its own, net.core.somaxconn.
LISTEN_BACKLOG_COUNT = 65_535


def serve(settings: Settings) -> None:
    """Listen and serve; returns after SIGTERM or an interrupt."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every connection takes one
    gc.disable()
    timer = Timer(RECONNECT_WINDOW_S, _enable_gc)
    timer.daemon = True
    timer.start()
    configure_logs(settings.log_format, settings.log_level)
    warn_if_interpreted()
    for url in filter(None, (settings.bus, settings.engines)):
        asyncio.run(require_bus(url))
    app = create_app(settings)
    config = configure_server(app, settings)
    with serve_metrics(app, settings):
        Server(config).run(sockets=[listen(config)])


def warn_if_interpreted() -> None:
    """Say that the engine is slow: pip hides what the build said."""
    if not mode.compiled():
        log.warning(
            "the engine runs interpreted, about 100 times slower: install a C compiler, and then"
            " Ludarium again; in a checkout, `make build`"
        )


class NoMetrics(LudariumError):
    """The port for metrics cannot be opened."""


class Server(uvicorn.Server):
    """Ends within a bound after SIGTERM.

    A thread that waits for a silent database cannot be ended, and Python would wait for it.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop serving."""
        bound = Timer(EXIT_TIMEOUT_S, _exit)
        bound.daemon = True
        bound.start()
        await super().shutdown(sockets)


def _exit() -> None:
    log.critical("something does not come to an end; the server exits")
    os._exit(1)


def _enable_gc() -> None:
    """Collect garbage from now on, but not among the rooms that were restored.

    Rooms live long: a collection over all of them every few moves would only delay clients.
    """
    gc.freeze()
    gc.set_threshold(*SERVER_GC_THRESHOLDS)
    gc.enable()


def listen(config: uvicorn.Config) -> socket.socket:
    """A listening socket whose connections have a small send buffer."""
    found = config.bind_socket()
    # With the default the kernel buffers megabytes before a slow reader is noticed.
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    return found


@contextmanager
def serve_metrics(app: Litestar, settings: Settings) -> Iterator[None]:
    """Answer Prometheus on a port of its own, if the operator has set one."""
    if not settings.metrics_port:
        yield
        return
    metrics: Metrics = app.state.metrics
    try:
        server, thread = start_http_server(
            settings.metrics_port, settings.metrics_host, metrics.registry
        )
    except OSError as error:
        raise NoMetrics("no_metrics", "The port for metrics cannot be opened.") from error
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def configure_server(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="auto",  # uvloop, where there is one
        http=cast("type[ProtocolSwitch]", partial(ProtocolSwitch, app)),
        ws=cast("type[WebSocketProtocol]", partial(WebSocketProtocol, app)),
        ws_max_size=settings.frame,
        log_config=None,  # logs.py formats every line
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # proxies.py knows which ones are trusted
        backlog=LISTEN_BACKLOG_COUNT,
        server_header=False,
        timeout_graceful_shutdown=CLOSE_CONNECTIONS_TIMEOUT_S,
    )
