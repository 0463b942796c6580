"""HTTP connections: a slow client is disconnected, and each address has a limit."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from ludarium.server.runtime.settings import Settings
from tests.server.serving import PATIENCE, ask, running, send_for_ever

HEALTH = b"GET /api/health HTTP/1.1\r\nHost: here\r\n\r\n"
CHECK = b"POST /api/records/check HTTP/1.1\r\nHost: here\r\nContent-Length: 600\r\n\r\n"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "ludarium.db"), workers=1, request_timeout=1.0)


@pytest.fixture
def port(settings: Settings) -> Iterator[int]:
    with running(settings) as port:
        yield port


def connect(port: int, source: str = "127.0.0.1") -> socket.socket:
    """A connection from an address; of these only 127.0.0.1 is a trusted proxy."""
    found = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def read_all(raw: socket.socket) -> bytes:
    """What the server sends until it closes the connection."""
    heard = b""
    with suppress(ConnectionError):
        while more := raw.recv(65536):
            heard += more
    return heard


def drip(raw: socket.socket, ended: threading.Event) -> None:
    """Send a byte ten times a second until the server closes the connection."""
    with suppress(OSError):
        while not ended.wait(0.1):
            raw.sendall(b"x")


@pytest.mark.parametrize(
    ("begun", "statuses"),
    [
        (b"GET /api/health HT", [b"408"]),
        (CHECK, [b"408"]),
        (HEALTH + b"GET /api", [b"200", b"408"]),
        (HEALTH + CHECK, [b"200", b"408"]),
        (b"POST /no/such/page HTTP/1.1\r\nHost: here\r\nContent-Length: 600\r\n\r\n", [b"405"]),
    ],
    ids=["head", "body", "second head", "second body", "body after the answer"],
)
def test_a_request_that_drips_is_cut_off(port: int, begun: bytes, statuses: list[bytes]) -> None:
    with connect(port) as raw:
        raw.sendall(begun)
        ended = threading.Event()
        dripping = threading.Thread(target=drip, args=(raw, ended))
        dripping.start()
        heard = read_all(raw)
        ended.set()
        dripping.join()
    assert [part[:3] for part in heard.split(b"HTTP/1.1 ")[1:]] == statuses


def test_a_client_that_pipelines_and_does_not_read_is_cut_off(port: int) -> None:
    with connect(port) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        page = b"GET /schema/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n"
        send_for_ever(raw, page * 100)


def test_a_slow_reader_that_reads_on_gets_its_whole_answer(port: int) -> None:
    whole = len(read_page(port, 1 << 20))
    assert len(read_page(port, 512)) == whole


def read_page(port: int, piece: int) -> bytes:
    heard = b""
    with connect(port) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = b"GET /schema/openapi.json HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
        raw.sendall(request)
        while more := raw.recv(piece):
            heard += more
    return heard


def test_one_address_has_so_many_http_connections_and_no_more(settings: Settings) -> None:
    few = settings._replace(http_connections=3, request_timeout=PATIENCE)
    with running(few) as port, ExitStack() as open_ones:
        for _ in range(3):
            kept = open_ones.enter_context(connect(port, "127.0.0.2"))
            kept.sendall(CHECK)
            ask(port, "/api/health")  # by then it has been read
        with connect(port, "127.0.0.2") as more:
            more.sendall(HEALTH)
            assert read_all(more).startswith(b"HTTP/1.1 429 ")
        with connect(port, "127.0.0.3") as other:
            other.sendall(HEALTH)
            assert other.recv(100).startswith(b"HTTP/1.1 200 ")


def test_a_proxy_has_as_many_connections_as_its_clients(settings: Settings) -> None:
    few = settings._replace(http_connections=2, request_timeout=PATIENCE)

    def forwarded(client: int) -> bytes:
        return CHECK.replace(b"Host", b"X-Forwarded-For: 192.0.2.%d\r\nHost" % client)

    with running(few) as port, ExitStack() as open_ones:
        kept = []
        for client in (1, 1, 2, 2, 3):
            kept.append(open_ones.enter_context(connect(port)))
            kept[-1].sendall(forwarded(client))
            ask(port, "/api/health")
        with connect(port) as more:
            more.sendall(forwarded(1))
            assert more.recv(100).startswith(b"HTTP/1.1 429 ")
        for one in kept:
            one.sendall(b"x" * 600)
            assert one.recv(100).startswith(b"HTTP/1.1 422 ")


def test_one_address_has_so_many_requests_in_a_time(settings: Settings) -> None:
    with running(settings._replace(requests=50, window=1000.0)) as port:
        # The server itself was asked for its health until it was up.
        statuses = []
        for _ in range(60):
            with connect(port, "127.0.0.2") as raw:
                raw.sendall(HEALTH)
                statuses.append(raw.recv(100)[9:12])
        assert statuses == [b"200"] * 50 + [b"429"] * 10
        assert ask(port, "/api/health")[0] == 200


def test_many_chunks_of_a_byte_do_not_hold_up_the_loop(port: int) -> None:
    head = b"POST /api/records/check HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connect(port) as raw:
        raw.sendall(head + b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 422 ")


@pytest.mark.parametrize(
    "lengths",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
        b"Content-Length: 2\r\nContent-Length: 3\r\n",
        b"Content-Length: 2, 3\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: gzip, chunked\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: +2\r\n",
    ],
)
def test_a_request_with_two_lengths_is_refused(port: int, lengths: bytes) -> None:
    with connect(port) as raw:
        raw.sendall(b"POST /api/records/check HTTP/1.1\r\nHost: here\r\n" + lengths + b"\r\n{}")
        assert read_all(raw).startswith(b"HTTP/1.1 400 ")
