"""Serving: the application under uvicorn, until it is told to stop."""

from __future__ import annotations

import gc
import resource
import socket
from functools import partial
from threading import Timer
from typing import cast

import uvicorn

from ludarium.server.app import create
from ludarium.server.arrivals import GATHERING
from ludarium.server.entrance import Entrance
from ludarium.server.settings import Settings
from ludarium.server.wire import Wire

GARBAGE = (5_000, 10, 1_000)  # objects, and rounds, between two looks for garbage: short and seldom
KERNEL = 64 * 1024  # bytes that wait in the kernel for a slow reader
# Who may wait to be let in: after a restart everybody comes at once, and whoever the kernel turns
# away tries again after seconds only. The kernel has a limit of its own, net.core.somaxconn.
WAITING = 65_535


def serve(settings: Settings) -> None:
    """Listen and serve; returns after SIGTERM or an interrupt."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # every connection takes one
    gc.disable()
    tidying = Timer(GATHERING, _tidy)
    tidying.daemon = True
    tidying.start()
    config = configure(settings)
    uvicorn.Server(config).run(sockets=[listen(config)])


def _tidy() -> None:
    """Look for garbage from now on, but not among what is there after everybody came back.

    Rooms live long: to look through all of them every few moves would only hold everybody up.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def listen(config: uvicorn.Config) -> socket.socket:
    """A socket whose connections keep little back for those who do not read."""
    found = config.bind_socket()
    # Or the kernel would take megabytes for each before we noticed that it is slow.
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL)
    return found


def configure(settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    app = create(settings)
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="auto",  # uvloop, where there is one
        http=cast("type[Entrance]", partial(Entrance, app)),
        ws=cast("type[Wire]", partial(Wire, app)),
        ws_max_size=settings.frame,
        log_level="warning",
        access_log=False,
        proxy_headers=False,  # proxies.py knows which ones are trusted
        backlog=WAITING,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
