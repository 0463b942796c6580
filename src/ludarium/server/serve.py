"""Serving: the application under uvicorn, until it is told to stop."""

from __future__ import annotations

import socket

import uvicorn

from ludarium.server.app import create
from ludarium.server.settings import Settings

KERNEL = 64 * 1024  # bytes that wait in the kernel for a slow reader


def serve(settings: Settings) -> None:
    """Listen and serve; returns after SIGTERM or an interrupt."""
    config = configure(settings)
    uvicorn.Server(config).run(sockets=[listen(config)])


def listen(config: uvicorn.Config) -> socket.socket:
    """A socket whose connections keep little back for those who do not read."""
    found = config.bind_socket()
    # Or the kernel would take megabytes for each before we noticed that it is slow.
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL)
    return found


def configure(settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        create(settings),
        host=settings.host,
        port=settings.port,
        loop="auto",  # uvloop, where there is one
        http="h11",
        ws="websockets-sansio",
        ws_max_size=settings.frame,
        # Clients ask by messages of their own whether the server is there.
        ws_ping_interval=None,
        # It doubled the cost of a message and the memory of a connection.
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
