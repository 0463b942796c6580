"""Any bytes over a WebSocket, in any order, leave the server and other clients unharmed."""

from __future__ import annotations

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludarium.server.runtime.settings import Settings
from tests.server.fuzzing import MESSAGES
from tests.server.serving import PATIENCE, Guest, ask, move_of, running
from tests.server.transport.test_handshake import called
from tests.soak import sweep_length

relaxed = settings(
    max_examples=sweep_length(30, 600),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("frames") / "ludarium.db"
    loose = Settings(database=str(database), workers=1, connections=10_000, messages=10_000)
    with running(loose) as port:
        yield port


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What the server does not expect it logs as an error."""
    yield
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def alive(port: int) -> None:
    assert ask(port, "/api/health")[0] == 200
    with Guest(port) as guest:
        assert guest.ask("ping")["type"] == "pong"


@st.composite
def spoiled(draw: st.DrawFn) -> bytes:
    """A message of the protocol of which some bytes are others, missing, or doubled."""
    text = bytearray(json.dumps(draw(MESSAGES)).encode())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text) - 1))
        end = min(at + draw(st.integers(0, 3)), len(text))
        text[at:end] = draw(st.binary(max_size=3) | st.just(bytes(text[at:end]) * 2))
        text = text or bytearray(b"{")
    return bytes(text)


def test_bytes_that_are_no_frames_end_a_connection_and_nothing_else(port: int) -> None:
    @relaxed
    @given(st.binary(min_size=1, max_size=300))
    def sent(data: bytes) -> None:
        with called(port) as raw, suppress(ConnectionError):
            raw.sendall(data)
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(4096):
                pass

    sent()
    alive(port)


def test_spoiled_messages_are_refused_or_followed(port: int) -> None:
    with Guest(port) as ada:
        code = ada.create("forge", "host", "host", public=True)
        with connect(f"ws://127.0.0.1:{port}/ws", proxy=None) as other:
            other.recv(timeout=PATIENCE)

            @relaxed
            @given(st.lists(spoiled(), min_size=1, max_size=5), st.booleans())
            def sent(frames: list[bytes], text: bool) -> None:
                for frame in frames:
                    other.send(frame[:8192], text=text)
                other.send(json.dumps({"type": "ping", "id": "the last"}))
                while json.loads(other.recv(timeout=PATIENCE)).get("id") != "the last":
                    pass

            with suppress(ConnectionClosed):  # as text, bytes that are none end it
                sent()
        assert ada.ask("play", **move_of(ada.turn(code)))["type"] == "done"
    alive(port)


def test_messages_in_any_order_are_all_answered(port: int) -> None:
    with Guest(port) as ada:

        @relaxed
        @given(st.lists(MESSAGES, min_size=1, max_size=8))
        def sent(messages: list[dict[str, Any]]) -> None:
            for message in messages:
                ada.connection.send(json.dumps(message)[:8192])
            assert ada.ask("ping")["type"] == "pong"
            ada.kept.clear()

        sent()
    alive(port)
