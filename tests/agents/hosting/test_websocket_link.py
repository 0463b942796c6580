"""Remote agents: called by WebSocket, judged like programs."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.sync.server import ServerConnection, serve

from ludarium import load
from ludarium.agents import service, time_control
from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.player_spec import open_contender
from ludarium.agents.sdk.agent import Agent
from ludarium.core.game import Outcome
from tests.agents.bouts import bout
from tests.agents.sampling import TICTACTOE

EXAMPLE = Path(__file__).parents[3] / "examples" / "agents" / "remote.py"
Answer = Callable[[ServerConnection, str], object]


@contextmanager
def answering(answer: Answer) -> Iterator[str]:
    """A server that deals with turns in its own way."""

    def talk(connection: ServerConnection) -> None:
        try:
            for frame in connection:
                if json.loads(frame)["type"] == "turn":
                    answer(connection, json.dumps(json.loads(frame)["legal_moves"][0]))
        except OSError:
            return

    with serve(talk, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}/"
        finally:
            server.shutdown()
            thread.join()


def move(connection: ServerConnection, written: str) -> None:
    connection.send(f'{{"type":"move","move":{written}}}')


def trickle(connection: ServerConnection, written: str) -> None:
    def parts() -> Iterator[str]:
        for char in f'{{"type":"move","move":{written}}}':
            time.sleep(0.3)
            yield char

    connection.send(parts())


def flood(connection: ServerConnection, written: str) -> None:
    for _ in range(20_000):
        connection.send("flood")


CASES: dict[str, tuple[Answer, str]] = {
    "plays": (move, ""),
    "binary frames": (
        lambda connection, written: connection.send(
            f'{{"type":"move","move":{written}}}\n'.encode()
        ),
        "",
    ),
    "is silent": (lambda connection, written: None, "timeout"),
    "sends its answer in small parts": (trickle, "timeout"),
    "hangs up": (lambda connection, written: connection.close(), "crash"),
    "drops the line": (
        lambda connection, written: connection.socket.shutdown(socket.SHUT_RDWR),
        "crash",
    ),
    "sends too long a message": (
        lambda connection, written: connection.send("x" * (1 << 21)),
        "agent_error",
    ),
    "sends too much": (flood, "agent_error"),
    "reports an error": (
        lambda connection, written: connection.send('{"type":"error","error":"lost"}'),
        "agent_error",
    ),
    "moves illegally": (lambda connection, written: move(connection, "true"), "illegal_move"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_remote_agent_gets_its_verdict(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.program_contender.HELLO_READY_S", 0.05)
    answer, code = CASES[case]
    control = time_control.read_time_control("move=1" if code == "timeout" else "move=60")
    with answering(answer) as address:
        contender = open_contender(address)
        try:
            if code:
                with pytest.raises(Forfeit) as forfeit:
                    bout(load(TICTACTOE), [contender, open_contender("first")], control)
                assert forfeit.value.code == code
            else:
                played = bout(load(TICTACTOE), [contender, open_contender("first")], control)
                assert played.match.outcome == Outcome(0, "three_in_a_row")
        finally:
            contender.close()


class Last(Agent):
    def choose(self, state: object, legal_moves: list[object]) -> object:
        self.info(text="last")
        return legal_moves[-1]


class Lost(Agent):
    def choose(self, state: object, legal_moves: list[object]) -> object:
        raise ValueError("I am lost")


@contextmanager
def serving(make: Callable[[], Agent], token: str = "") -> Iterator[str]:
    with service(make, token=token) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}/bot"
        finally:
            server.shutdown()
            thread.join()


def test_an_agent_is_served_to_whoever_has_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.program_contender.HELLO_READY_S", 60.0)
    with serving(Last, "secret") as address:
        contender = open_contender(f"{address}?token=secret")
        try:
            for _ in range(2):
                played = bout(load(TICTACTOE), [contender, open_contender("first")])
        finally:
            contender.close()
    assert played.match.moves[0] == 8
    assert played.replies[0][1].infos == [{"text": "last"}]
    assert isinstance(contender, ProgramContender)
    assert contender.says_ready


@pytest.mark.parametrize("query", ["", "?token=wrong", "?token="])
def test_nobody_else_is_admitted(query: str) -> None:
    with serving(Last, "secret") as address:
        contender = open_contender(address + query)
        with pytest.raises(Forfeit) as forfeit:
            contender.start_game(load(TICTACTOE), 0, 2, 0, expose_legal_moves=True)
        contender.close()
    assert forfeit.value.code == "crash"
    assert "wrong" not in forfeit.value.detail


def test_an_error_of_a_served_agent_reaches_the_arena() -> None:
    with serving(Lost) as address:
        contender = open_contender(address)
        try:
            with pytest.raises(Forfeit) as forfeit:
                bout(load(TICTACTOE), [contender, open_contender("first")])
        finally:
            contender.close()
    assert (forfeit.value.code, forfeit.value.detail) == ("agent_error", "ValueError: I am lost")


def test_one_who_does_not_listen_cannot_be_reached() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        contender = open_contender(f"ws://127.0.0.1:{taken.getsockname()[1]}/")
        with pytest.raises(Forfeit) as forfeit:
            contender.start_game(load(TICTACTOE), 0, 2, 0, expose_legal_moves=True)
        contender.end_game(Outcome(1, "crash"))  # as the game loop does for every player
        contender.close()
    assert forfeit.value.code == "crash"


def test_the_example_of_a_remote_agent_plays() -> None:
    command = [sys.executable, str(EXAMPLE), "0", "secret"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as example:
        assert example.stdout is not None
        contender = open_contender(example.stdout.readline().strip())
        try:
            played = bout(load("forge"), [contender, open_contender("random")])
        finally:
            contender.close()
            example.kill()
    assert played.match.outcome is not None
