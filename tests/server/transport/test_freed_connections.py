"""A lost connection is freed at once: the garbage collector comes too rarely for it."""

from __future__ import annotations

import gc
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.server import ServerProtocol

from ludarium.server.runtime.settings import Settings
from ludarium.server.transport.http_connection import HttpConnection
from ludarium.server.transport.websocket import WebSocketProtocol
from tests.server.serving import PATIENCE, ask, running
from tests.server.transport.test_protocol_switch import SHAKE

CONNECTION_TYPES = (WebSocketProtocol, ServerProtocol, HttpConnection)
MASK = b"\0\0\0\0"
GET = b"GET %s HTTP/1.1\r\nHost: here\r\n\r\n"
POST = b"POST /api/positions HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n[["
WEBSOCKETS = (
    SHAKE,
    SHAKE + b"\x81\x82" + MASK + b"{}",
    SHAKE + b"\x89\x80" * 1000 + MASK,
    SHAKE + b"\xff\xff\xff",
)
REQUESTS = (GET % b"/api/health", GET % b"/no/such/page" * 3, POST % 2, POST % 20, b"GET /a")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("freed")
    with running(Settings(database=str(folder / "ludarium.db"), workers=1)) as port:
        yield port


@pytest.fixture
def _no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def open_connections() -> list[Any]:
    return [one for one in gc.get_objects() if type(one) in CONNECTION_TYPES]


def send_and_hang_up(port: int, sent: bytes) -> None:
    """Send bytes, read the beginning of the answer, and close the connection."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.sendall(sent)
        raw.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            raw.recv(65536)


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize("kinds", [WEBSOCKETS, REQUESTS], ids=["WebSockets", "requests"])
def test_lost_connections_are_freed_without_a_collection(
    port: int, kinds: tuple[bytes, ...]
) -> None:
    before = len(open_connections())
    for sent in kinds * 3:
        send_and_hang_up(port, sent)
    until = time.monotonic() + PATIENCE
    # The loop variable of a task may keep one of them until it is used again.
    while (left := len(open_connections()) - before) > 2 and time.monotonic() < until:
        time.sleep(0.1)
    assert left <= 2
    assert ask(port, "/api/health")[0] == 200
