"""Handshake: which WebSockets are admitted, and why the server closes them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer.testing
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from ludarium import load
from ludarium.agents.sdk.agent import Agent, run
from ludarium.cli import make_application
from ludarium.server.limits.proxies import client_address
from ludarium.server.runtime.settings import Settings
from ludarium.server.storage import signing_keys
from tests.server.serving import PATIENCE, Guest, ask, move_of, running


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "ludarium.db"), workers=1)


@pytest.fixture
def port(settings: Settings) -> Iterator[int]:
    with running(settings) as port:
        yield port


def token(guest: Guest) -> str:
    body = json.dumps({"name": "Deep Sand"}).encode()
    given = {"Cookie": guest.cookie, "Content_Type": "application/json"}
    made: str = ask(guest.port, "/api/tokens", body, **given)[1]["token"]
    return made


def test_pages_of_other_sites_are_not_let_in(port: int) -> None:
    url = f"ws://127.0.0.1:{port}/ws"
    for origin in ("https://evil.example", "null", f"http://127.0.0.1.evil.example:{port}"):
        refused = pytest.raises(InvalidStatus)
        with refused as error, connect(url, origin=Origin(origin), proxy=None):
            pass
        assert error.value.response.status_code == 403
    with connect(url, origin=Origin(f"http://127.0.0.1:{port}"), proxy=None) as page:
        assert json.loads(page.recv(timeout=PATIENCE))["type"] == "welcome"


def test_a_new_visitor_gets_a_cookie_and_is_the_same_in_every_tab(port: int) -> None:
    with Guest(port) as ada, Guest(port, ada.cookie) as other, Guest(port) as ben:
        assert ada.welcome["member"] == other.welcome["member"]
        assert ada.welcome["member"] != ben.welcome["member"]
        assert ada.cookie == other.cookie
        room = ada.create("forge", "host", "host")
        assert other.enter(room)["yours"] == [0, 1]
        assert other.ask("play", **move_of(other.turn()))["type"] == "done"


def test_a_wrong_token_is_not_let_in(port: int) -> None:
    for path in (
        "/ws?token=lu_x",
        "/agent?token=lu_x&room=CCCCC",
        "/agent?room=CCCCC",
        "/ws?token=",
    ):
        with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{port}{path}", proxy=None):
            pass


def test_a_malformed_message_is_refused_and_changes_nothing(port: int) -> None:
    with Guest(port) as ada:
        for bad in ("", "{", "[]", '{"type":"zzz","id":"1"}', '"' * 50, b"\xff\x00", "[" * 8000):
            ada.connection.send(bad)
            refusal = ada.until(lambda m: m["type"] == "refusal")
            assert refusal["code"] == "not_a_message"
        assert ada.ask("ping")["type"] == "pong"


def test_a_frame_of_more_than_8_kib_ends_the_connection(port: int) -> None:
    with Guest(port) as ada:
        ada.connection.send(json.dumps({"type": "ping", "id": "1", "x": "y" * 8192}))
        assert ada.closed() == 1009


def test_a_client_that_floods_is_disconnected(port: int) -> None:
    with Guest(port) as ada:
        with suppress(ConnectionClosed):
            for _ in range(1000):
                ada.say("ping")
        assert ada.closed() == 4029


def test_one_address_has_so_many_connections_and_no_more(settings: Settings) -> None:
    with running(settings._replace(connections=2)) as port, Guest(port) as ada:
        url = f"ws://127.0.0.1:{port}/ws"
        with Guest(port), pytest.raises(InvalidStatus), connect(url, proxy=None):
            pass
        with Guest(port) as again:  # as soon as one is gone
            assert again.ask("ping")["type"] == "pong"
        assert ada.ask("ping")["type"] == "pong"


def test_one_address_has_so_many_rooms_and_no_more(settings: Settings) -> None:
    with running(settings._replace(rooms=1)) as port, Guest(port) as ada:
        room = ada.create("forge", "host", "host")
        setup = {"game": "forge", "seats": [{"kind": "host"}, {"kind": "host"}]}
        assert ada.ask("create", setup=setup)["code"] == "too_many_rooms"
        assert ada.ask("leave", room=room)["type"] == "done"
        ada.create("forge", "host", "host")


def called(port: int) -> socket.socket:
    """A connection that answers no pings."""
    found = socket.create_connection(("127.0.0.1", port))
    found.settimeout(PATIENCE)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    found.sendall(head.encode())
    assert found.recv(1000).startswith(b"HTTP/1.1 101")
    return found


def test_a_silent_client_is_disconnected(settings: Settings) -> None:
    with running(settings._replace(silence=0.5)) as port, called(port) as deaf:
        heard = b""
        while (4009).to_bytes(2, "big") not in heard:
            more = deaf.recv(1000)
            assert more, "hung up without a word"
            heard += more


def test_a_client_that_only_listens_gets_pings_and_stays(settings: Settings) -> None:
    with running(settings._replace(silence=3.0)) as port, Guest(port) as ada:
        with called(port) as deaf:  # which is dropped later than anybody who is as silent
            while deaf.recv(1000):
                pass
        assert ada.ask("ping")["type"] == "pong"


def test_a_slow_spectator_is_dropped_and_comes_back(settings: Settings) -> None:
    with running(settings._replace(backlog=20_000, messages=1000)) as port, Guest(port) as ada:
        room = ada.create("ludus", "host", "host", public=True)
        with called(port) as deaf:
            text = json.dumps({"type": "enter", "id": "1", "room": room}).encode()
            mask = b"\0\0\0\0"
            deaf.sendall(bytes([0x81, 0x80 | len(text)]) + mask + text)  # and then reads no more
            ada.until(lambda m: m["type"] == "watching" and m["watchers"] == 1)
            for _ in range(2000):
                ada.say("say", room=room, text="x" * 280)
                ada.until(lambda m: m["type"] == "done")
                if ask(port, "/api/health")[1]["connections"] == 1:
                    break
            assert ask(port, "/api/health")[1]["connections"] == 1
        with Guest(port) as back:
            assert back.enter(room)["type"] == "snapshot"


def test_watchers_are_told_when_the_host_ends_a_broadcast(port: int) -> None:
    with Guest(port) as ada, Guest(port) as ben:
        room = ada.create("forge", "host", "host", public=True)
        assert ben.enter(room)["yours"] == []
        assert ada.ask("leave", room=room)["type"] == "done"
        assert ben.fact("ended")["fact"]["reason"] == "abandoned"
        assert ben.fact("closed")["room"] == room
        assert ben.enter(room)["code"] == "no_such_room"


def test_a_program_takes_a_seat_and_plays_in_the_words_of_the_arena(settings: Settings) -> None:
    # On a fast machine a whole game takes no time at all: more moves than anybody may make.
    with running(settings._replace(messages=10_000)) as port:
        arena_game(port)


def arena_game(port: int) -> None:
    """A person plays a program."""
    said: list[str] = []

    class Recorder(Agent):
        def choose(self, state: Any, legal_moves: list[Any]) -> Any:
            return legal_moves[0]

        def handle(self, message: Any, send_message: Any) -> None:
            super().handle(message, send_message)
            said.append(message["type"])

    with Guest(port) as ada:
        room = ada.create("forge", "host", "agent")
        address = f"http://127.0.0.1:{port}/play/{room}"
        given = {"room": address, "token": token(ada), "games": 1}
        thread = threading.Thread(target=run, args=(Recorder,), kwargs=given)
        thread.start()
        while True:
            message = ada.until(
                lambda m: (
                    m["type"] == "turn" or (m["type"] == "event" and m["fact"]["type"] == "ended")
                )
            )
            if message["type"] == "event":
                break
            ada.say("play", **move_of(message))
        thread.join()
    assert message["fact"]["reason"] in load("forge").reasons
    assert said[:2] == ["hello", "start"]
    assert said[-1] == "end"
    assert "turn" in said


def test_a_program_with_an_illegal_move_is_sent_away_and_may_try_again(port: int) -> None:
    with Guest(port) as ada:
        room = ada.create("forge", "agent", "host")
        url = f"ws://127.0.0.1:{port}/agent?room={room}&seat=0&token={token(ada)}"
        with connect(url, proxy=None) as arena:
            while json.loads(arena.recv(timeout=PATIENCE))["type"] != "turn":
                pass
            arena.send(json.dumps({"type": "move", "move": {"action": "fly"}}))
            with pytest.raises(ConnectionClosed) as error:
                arena.recv(timeout=PATIENCE)
            assert error.value.rcvd is not None
            assert error.value.rcvd.code == 4010
        with connect(url, proxy=None) as arena:
            while (turn := json.loads(arena.recv(timeout=PATIENCE)))["type"] != "turn":
                pass
            arena.send(json.dumps({"type": "move", "move": turn["legal_moves"][0]}))
            assert ada.fact("moved")["fact"]["seat"] == 0


@pytest.mark.parametrize(
    ("peer", "told", "wanted"),
    [
        ("192.0.2.1", "", "192.0.2.1"),
        ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("::1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        ("127.0.0.1", "198.51.100.7, 127.0.0.1", "198.51.100.7"),
        ("127.0.0.1", " , ", "127.0.0.1"),
    ],
)
def test_only_a_proxy_on_this_machine_tells_for_whom_it_speaks(
    peer: str, told: str, wanted: str
) -> None:
    assert client_address(peer, told) == wanted


def test_a_visit_after_a_rotation_brings_the_cookie_under_the_new_key(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signing_keys, "SIGN_AFTER_S", 0.0)
    with running(settings) as port, Guest(port) as ada:
        member, cookie = ada.welcome["member"], ada.cookie
    result = typer.testing.CliRunner().invoke(
        make_application(["admin"]), ["admin", "rotate-key", "--database", settings.database]
    )
    assert result.exit_code == 0, result.output
    with running(settings) as port, Guest(port, cookie) as ada:
        assert ada.welcome["member"] == member
        assert ada.cookie != cookie
        with Guest(port, ada.cookie) as again:
            assert again.welcome["member"] == member
            assert again.cookie == ada.cookie
