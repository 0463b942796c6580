"""The room client: the addresses it takes, and what makes it give up or come back."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.server import ServerConnection, serve

from ludarium.agents import Agent, run
from ludarium.agents.sdk import room as rooms
from ludarium.agents.sdk.room import RoomRefused, agent_url


class First(Agent):
    """Plays the first legal move."""

    def choose(self, state: Any, legal_moves: list[Any]) -> Any:
        return legal_moves[0]


@pytest.mark.parametrize(
    ("room", "url"),
    [
        ("https://example.org/play/H64MT", "wss://example.org/agent?room=H64MT"),
        ("http://127.0.0.1:8000/play/h64mt/", "ws://127.0.0.1:8000/agent?room=h64mt"),
        ("ws://host:1/H64MT", "ws://host:1/agent?room=H64MT"),
    ],
)
def test_the_address_of_the_page_is_enough(room: str, url: str) -> None:
    assert agent_url(room) == url


@pytest.mark.parametrize("room", ["", "H64MT", "ftp://x/play/A", "http://x/", "http://x:y/play/A"])
def test_anything_else_is_refused(room: str) -> None:
    with pytest.raises(RoomRefused) as caught:
        agent_url(room)
    assert caught.value.code == "wrong_room"


def test_a_token_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(rooms.TOKEN_VARIABLE, raising=False)
    with pytest.raises(RoomRefused) as caught:
        run(First, room="http://127.0.0.1:1/play/AAAAA")
    assert caught.value.code == "no_token"


TURN = {"type": "turn", "state": {}, "legal_moves": [{"cell": 1}], "ts_ms": 5}


class Stage:
    """A server that speaks a list of messages to each connection, then closes it."""

    def __init__(self) -> None:
        self.acts: list[tuple[list[dict[str, Any]], int]] = []
        self.heard: list[dict[str, Any]] = []
        self.tokens: list[str] = []
        self.server = serve(self.play_act, "127.0.0.1", 0)
        self.room = f"http://127.0.0.1:{self.server.socket.getsockname()[1]}/play/AAAAA"

    def play_act(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        self.tokens.append(connection.request.headers["Authorization"])
        # One connection too many is refused, else the client would come back for ever.
        messages, code = self.acts.pop(0) if self.acts else ([], 4003)
        for message in messages:
            connection.send(json.dumps(message))
            if message["type"] != "end":
                self.heard.append(json.loads(connection.recv(timeout=60)))
        connection.close(code)


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    monkeypatch.setattr(rooms, "FIRST_RECONNECT_S", 0.001)
    found = Stage()
    thread = threading.Thread(target=found.server.serve_forever)
    thread.start()
    yield found
    found.server.shutdown()
    thread.join()


def test_it_comes_back_after_a_lost_connection_and_ends_with_the_room(stage: Stage) -> None:
    stage.acts = [
        ([{"type": "hello"}, {"type": "start"}, TURN], 1012),
        ([{"type": "hello"}, TURN, {"type": "end", "winner": 0, "reason": "x"}], 1012),
        ([], 4003),
    ]
    run(First, room=stage.room, token="lu_secret")
    assert stage.acts == []
    assert set(stage.tokens) == {"Bearer lu_secret"}
    moves = [message for message in stage.heard if message["type"] == "move"]
    assert moves == [{"type": "move", "move": {"cell": 1}, "ts_ms": 5}] * 2


@pytest.mark.parametrize(
    ("code", "told"), [(4003, "room_refused"), (4010, "illegal_move"), (4011, "agent_error")]
)
def test_a_refusal_ends_it_with_its_reason(stage: Stage, code: int, told: str) -> None:
    stage.acts = [([{"type": "hello"}], code)]
    with pytest.raises(RoomRefused) as caught:
        run(First, room=stage.room, token="lu_secret")
    assert caught.value.code == told
