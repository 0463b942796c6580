"""Protocol switch: WebSockets and plain requests on one port, in pieces of any size."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.server.runtime.settings import Settings
from ludarium.server.transport.protocol_switch import ProtocolSwitch
from tests.server.serving import PATIENCE, ask, running

SHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("entrance") / "ludarium.db"
    with running(Settings(database=str(database), workers=1)) as port:
        yield port


def answered(port: int, *pieces: bytes, until: bytes) -> bytes:
    """What comes back up to some bytes, each piece of the call being a packet of its own."""
    heard = b""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for number, piece in enumerate(pieces):
            raw.sendall(piece)
            if number < len(pieces) - 1:
                ask(port, "/api/health")  # by then it has been read
        while until not in heard:
            more = raw.recv(4096)
            assert more, heard
            heard += more
    return heard


@pytest.mark.parametrize("cut", [0, 1, 7, 8, 40, len(SHAKE) - 1])
def test_a_handshake_is_understood_in_any_pieces(port: int, cut: int) -> None:
    pieces = [piece for piece in (SHAKE[:cut], SHAKE[cut:]) if piece]
    heard = answered(port, *pieces, until=b'"welcome"')
    assert heard.startswith(b"HTTP/1.1 101 ")


def test_a_plain_request_goes_before_a_handshake_on_the_same_connection(port: int) -> None:
    plain = b"GET /api/health HTTP/1.1\r\nHost: here\r\n\r\n"
    heard = answered(port, plain, SHAKE, until=b'"welcome"')
    assert heard.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 101 " in heard


def test_where_sockets_live_a_page_is_told_to_upgrade(port: int) -> None:
    heard = answered(port, b"GET /ws HTTP/1.1\r\nHost: here\r\n\r\n", until=b"\r\n\r\n")
    assert heard.startswith(b"HTTP/1.1 426 ")


def test_a_path_that_only_begins_like_one_is_a_page(port: int) -> None:
    assert ask(port, "/wsx")[0] == 404
    assert ask(port, "/agents")[0] == 404


def test_a_silent_connection_does_not_delay_the_shutdown(tmp_path: Path) -> None:
    with running(Settings(database=str(tmp_path / "ludarium.db"), workers=1)) as port:
        silent = socket.create_connection(("127.0.0.1", port), PATIENCE)
    with silent:
        assert silent.recv(1) == b""


@pytest.mark.parametrize("said", [b"", SHAKE[:40]])
def test_an_incomplete_handshake_is_aborted(tmp_path: Path, said: bytes) -> None:
    settings = Settings(database=str(tmp_path / "ludarium.db"), workers=1, silence=0.5)
    with (
        running(settings) as port,
        socket.create_connection(("127.0.0.1", port), PATIENCE) as slow,
    ):
        slow.sendall(said)
        assert slow.recv(1) == b""


Opened = list[tuple[asyncio.AbstractEventLoop, ProtocolSwitch]]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Every connection that a server of this process accepts, with the loop of the server."""
    found: Opened = []
    accept = ProtocolSwitch.connection_made

    def connection_made(switch: ProtocolSwitch, transport: asyncio.BaseTransport) -> None:
        accept(switch, transport)
        found.append((asyncio.get_running_loop(), switch))

    monkeypatch.setattr(ProtocolSwitch, "connection_made", connection_made)
    return found


def end_the_silence(port: int, opened: Opened) -> None:
    """Do what is done when the time for a handshake is over; no clock decides when."""
    for loop, switch in list(opened):
        loop.call_soon_threadsafe(switch._check_handshake)
    ask(port, "/api/health")  # by then it has been done


def test_a_request_in_time_stays_open(port: int, opened: Opened) -> None:
    plain = b"GET /api/health HTTP/1.1\r\nHost: here\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as kept:
        for _ in range(2):
            kept.sendall(plain)
            assert kept.recv(4096).startswith(b"HTTP/1.1 200 ")
            end_the_silence(port, opened)


@pytest.mark.parametrize("cut", [1, 40])
def test_a_socket_whose_call_came_in_pieces_stays(port: int, opened: Opened, cut: int) -> None:
    ping = b"\x89\x80\0\0\0\0"
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as kept:
        kept.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        kept.sendall(SHAKE[:cut])
        ask(port, "/api/health")
        kept.sendall(SHAKE[cut:])
        heard = b""
        while b'"welcome"' not in heard:
            heard += kept.recv(4096)
        assert heard.startswith(b"HTTP/1.1 101 ")
        end_the_silence(port, opened)
        kept.sendall(ping)
        while b"\x8a\x00" not in heard:  # a pong
            more = kept.recv(4096)
            assert more, "the socket was closed"
            heard += more


def test_a_call_whose_end_is_missing_is_aborted_when_the_silence_ends(
    port: int, opened: Opened
) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as slow:
        slow.sendall(SHAKE[:40])
        ask(port, "/api/health")
        end_the_silence(port, opened)
        assert slow.recv(1) == b""
