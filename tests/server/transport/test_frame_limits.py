"""Every frame counts: control frames and fragments have limits, and a read is parsed in slices."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.protocol import State

from ludarium.server.runtime.settings import Settings
from ludarium.server.transport.address_limits import AddressLimits
from ludarium.server.transport.http_connection import HTTP_SLICE_BYTES, HttpConnection
from ludarium.server.transport.read_scheduler import ReadScheduler, TurnQueue
from ludarium.server.transport.websocket import FRAME_SLICE_BYTES, WebSocketProtocol
from tests.server.serving import PATIENCE, Guest, ask, running, send_for_ever
from tests.server.transport.test_handshake import called
from tests.server.transport.test_protocol_switch import SHAKE

MASK = b"\0\0\0\0"
PING = b"\x89\x80" + MASK
LONG_PING = b"\x89\xfd" + MASK + b"x" * 125
PONG = b"\x8a\x80" + MASK
BEGIN = b"\x01\x80" + MASK
CONTINUE = b"\x00\x80" + MASK
SLOW, LOUD = ((code).to_bytes(2, "big") for code in (4008, 4029))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "ludarium.db"), workers=1)


@pytest.fixture
def port(settings: Settings) -> Iterator[int]:
    with running(settings) as port:
        yield port


def close_of(raw: socket.socket) -> bytes:
    """The code with which the server closes a connection."""
    heard = b""
    with suppress(ConnectionError):
        while more := raw.recv(65536):
            heard = heard[-4:] + more
    return heard[-2:]


@pytest.mark.parametrize(
    "flood",
    [PING * 1000, PONG * 1000, BEGIN + CONTINUE * 1000, (BEGIN + b"\x80\x80" + MASK) * 1000],
    ids=["pings", "pongs", "empty fragments", "empty messages"],
)
def test_a_flood_of_frames_closes_its_connection(port: int, flood: bytes) -> None:
    with called(port) as raw:
        raw.sendall(flood)
        assert close_of(raw) == LOUD
    with Guest(port) as other:
        assert other.ask("ping")["type"] == "pong"


def test_a_message_in_too_many_fragments_closes_its_connection(settings: Settings) -> None:
    with running(settings._replace(messages=100_000)) as port, called(port) as raw:
        raw.sendall(BEGIN + CONTINUE * 100)
        raw.shutdown(socket.SHUT_WR)
        assert close_of(raw) == LOUD


def test_a_message_in_a_few_fragments_is_read(port: int) -> None:
    text = json.dumps({"type": "ping", "id": "in pieces"}).encode()
    with called(port) as raw:
        raw.sendall(BEGIN)
        for byte in text:
            raw.sendall(b"\x00\x81" + MASK + bytes([byte]))
        raw.sendall(b"\x80\x80" + MASK)
        heard = b""
        while b'"in pieces"' not in heard:
            heard += raw.recv(4096)


def test_pongs_to_a_client_that_does_not_read_are_not_kept(settings: Settings) -> None:
    loose = settings._replace(messages=10_000_000)
    with (
        running(loose) as port,
        socket.create_connection(("127.0.0.1", port), PATIENCE) as raw,
    ):
        raw.sendall(SHAKE)
        send_for_ever(raw, LONG_PING * 500)
        assert ask(port, "/api/health")[1]["connections"] == 0


def test_frames_right_after_a_handshake_wait_for_its_answer(port: int) -> None:
    text = json.dumps({"type": "ping", "id": "early"}).encode()
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.sendall(SHAKE + PING + bytes([0x81, 0x80 | len(text)]) + MASK + text)
        heard = b""
        while b'"early"' not in heard:
            more = raw.recv(4096)
            assert more, heard
            heard += more
    assert heard.startswith(b"HTTP/1.1 101 ")
    assert heard.index(b"welcome") < heard.index(b'"early"')


def test_an_upgrade_in_http_1_0_is_the_fault_of_the_client(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as raw:
        raw.sendall(SHAKE.replace(b"HTTP/1.1", b"HTTP/1.0"))
        assert raw.recv(100).startswith(b"HTTP/1.1 400 ")


def test_one_address_opens_so_many_sockets_in_a_time(settings: Settings) -> None:
    with running(settings._replace(connections=5, window=1000.0)) as port:
        statuses = []
        for _ in range(25):
            with socket.create_connection(("127.0.0.1", port), PATIENCE, ("127.0.0.2", 0)) as raw:
                raw.sendall(SHAKE)
                statuses.append(raw.recv(100)[9:12])
        assert statuses.count(b"429") >= 5
        assert statuses[:5] == [b"101"] * 5


class Transport:
    """A transport that records its output."""

    def __init__(self) -> None:
        self.paused = self.closed = False
        self.written = b""

    def get_extra_info(self, name: str) -> tuple[str, int] | None:
        return ("192.0.2.1", 1) if name == "peername" else None

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True


def opened(transport: Transport) -> WebSocketProtocol:
    """A wire after its handshake."""
    app: Any = SimpleNamespace(state=SimpleNamespace(limits=AddressLimits(Settings())))
    wire = WebSocketProtocol(app, Config(app, ws_max_size=8192), ServerState())
    wire.connection_made(cast("asyncio.BaseTransport", transport))
    wire.protocol.state = State.OPEN
    wire.protocol.parser = super(type(wire.protocol), wire.protocol).parse()
    next(wire.protocol.parser)
    return wire


def test_one_read_is_parsed_in_slices_and_nothing_is_read_meanwhile() -> None:
    async def read() -> list[int]:
        transport = Transport()
        wire = opened(transport)
        wire.data_received(PING * 20_000)
        seen = [len(transport.written) // 2]
        assert transport.paused
        while transport.paused:
            await asyncio.sleep(0)
            seen.append(len(transport.written) // 2)
        return seen

    pongs = asyncio.run(read())
    assert pongs[0] == 0
    assert pongs[-1] == 20_000
    assert len(pongs) > 2


def test_one_read_of_http_is_parsed_in_slices_and_nothing_is_read_meanwhile() -> None:
    async def read() -> list[int]:
        transport = Transport()
        limits = AddressLimits(Settings())
        config = Config(cast("Any", None), interface="asgi3", log_config=None)
        config.loaded, config.loaded_app, config.ws_protocol_class = True, None, None
        host = HttpConnection(config, ServerState(), {}, limits, cast("Any", None))
        host.connection_made(cast("asyncio.BaseTransport", transport))
        host.data_received(b"x" * 100)  # the head stays incomplete
        host.data_received(b"x" * 5 * HTTP_SLICE_BYTES)
        seen = [len(host.unread)]
        assert transport.paused
        while host.unread:
            await asyncio.sleep(0)
            seen.append(len(host.unread))
        host.connection_lost(None)
        return seen

    left = asyncio.run(read())
    assert left[0] == 5 * HTTP_SLICE_BYTES
    assert left[-1] == 0


def test_a_connection_that_ends_leaves_nothing_to_parse() -> None:
    async def read() -> bytes:
        transport = Transport()
        wire = opened(transport)
        wire.data_received(PING * 20_000)
        transport.close()
        wire.connection_lost(None)
        for _ in range(10):
            await asyncio.sleep(0)
        return transport.written

    assert asyncio.run(read()) == b""


def test_addresses_take_turns_in_parsing() -> None:
    turns: list[str] = []

    async def read() -> None:
        reads = ReadScheduler()
        left = {"a1": 3, "a2": 3, "b": 3}

        def parse(name: str) -> bool:
            turns.append(name)
            left[name] -= 1
            return left[name] > 0

        for name in left:
            reads.queue_slices(name[0], lambda name=name: parse(name))  # type: ignore[misc]
        for _ in range(20):
            await asyncio.sleep(0)

    asyncio.run(read())
    assert turns == ["a1", "b", "a2", "b", "a1", "b", "a2", "a1", "a2"]


def test_addresses_take_turns_in_starting_requests() -> None:
    started: list[str] = []

    async def start(turns: TurnQueue, address: str) -> None:
        await turns.wait_turn(address)
        started.append(address)

    async def run() -> None:
        turns = TurnQueue(2)
        await asyncio.gather(*(start(turns, address) for address in "aaaaaab"))
        assert turns.starts == 2

    asyncio.run(run())
    assert len(started) == 7
    assert started.index("b") <= 4


def test_a_slice_holds_few_frames() -> None:
    assert FRAME_SLICE_BYTES // len(PING) < 200
