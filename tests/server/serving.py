"""Real servers for tests, and guests who talk to them by WebSocket."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import SystemRandom
from typing import Any, Self

import uvicorn
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from ludarium.server.http.app import create_app
from ludarium.server.runtime.settings import Settings
from ludarium.server.serve import configure_server, listen, serve_metrics

PATIENCE = 60.0  # seconds after which nothing comes any more, on the slowest machine too
Message = dict[str, Any]


def free_port() -> int:
    """A port for a server that is started, or started again, later.

    It is below those that a kernel gives to other sockets meanwhile, and drawn at random, because
    other processes look for one too.
    """
    while True:
        port = SystemRandom().randrange(20_000, 30_000)
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


@contextmanager
def running(settings: Settings) -> Iterator[int]:
    """The port of a server in a thread of this process."""
    port = free_port()
    settings = settings._replace(port=port)
    app = create_app(settings)
    config = configure_server(app, settings)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listen(config)],))
    thread.start()
    try:
        await_health(port, thread.is_alive)
        with serve_metrics(app, settings):
            yield port
    finally:
        server.should_exit = True
        thread.join()


class Process:
    """A server of its own, which can be killed and started again on the same store."""

    def __init__(self, database: str, *options: str) -> None:
        self.database = database
        self.port = free_port()
        command = ["-m", "ludarium", "serve", "--port", str(self.port), "--database", database]
        self.command = [sys.executable, *command, *options]
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        self.wait_for_health()

    def wait_for_health(self) -> None:
        await_health(self.port, lambda: self.process is not None and self.process.poll() is None)

    def kill(self, number: int = signal.SIGKILL) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait()


def await_health(port: int, alive: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while alive() and time.monotonic() < until:
        with suppress(OSError):
            if ask(port, "/api/health")[0] == 200:
                return
        time.sleep(0.05)
    raise AssertionError("the server did not come up")


def ask(
    port: int, path: str, body: bytes | None = None, method: str = "", **headers: str
) -> tuple[int, Any, dict[str, str]]:
    """The status, the document and the headers of an HTTP answer."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, names)
    request.method = method or request.get_method()
    try:
        answer = urllib.request.urlopen(request, timeout=PATIENCE)
    except urllib.request.HTTPError as error:
        answer = error
    with answer:
        text = answer.read()
        found = dict(answer.headers)
        # One document, unlike the lines of a stream (ndjson).
        written = answer.headers.get_content_type().endswith(("/json", "+json")) and text
        return answer.status, json.loads(text) if written else text, found


def send_for_ever(raw: socket.socket, data: bytes) -> None:
    """Send again and again until the server cuts the connection off."""
    with suppress(ConnectionError):
        while True:
            raw.sendall(data)


class Guest:
    """Somebody with a cookie and one tab, who comes back by himself and sends again."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self.seen: list[Message] = []
        self.kept: list[Message] = []
        self.sent = 0
        self.leaving = ExitStack()
        self.come()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leaving.close()

    def come(self) -> None:
        """Connect, as often as it takes."""
        self.leaving.close()
        self.kept.clear()
        headers = {"Cookie": self.cookie} if self.cookie else {}
        until = time.monotonic() + PATIENCE
        while True:
            try:
                call = connect(
                    f"ws://127.0.0.1:{self.port}/ws", additional_headers=headers, proxy=None
                )
                self.connection = self.leaving.enter_context(call)
                self.welcome = self.receive()
                break
            except (OSError, EOFError, InvalidHandshake, ConnectionClosed):
                assert time.monotonic() < until, "the server did not let the guest in"
                time.sleep(0.05)
        answer = self.connection.response
        if answer is not None and "Set-Cookie" in answer.headers:
            self.cookie = answer.headers["Set-Cookie"].partition(";")[0]

    def receive(self) -> Message:
        """The next message."""
        message: Message = json.loads(self.connection.recv(timeout=PATIENCE))
        self.seen.append(message)
        return message

    def say(self, kind: str, /, **fields: Any) -> str:
        """Send a message without waiting for its answer, and give its id."""
        self.sent += 1
        id = f"{kind} {self.sent}"
        self.connection.send(json.dumps({"type": kind, "id": id, **fields}))
        return id

    def ask(self, kind: str, /, **fields: Any) -> Message:
        """Send a message and give its answer."""
        id = self.say(kind, **fields)
        return self.until(lambda m: m["type"] in {"done", "refusal", "pong"} and m["id"] == id)

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message that is wanted, which is then no longer kept; others are."""
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        while not wanted(message := self.receive()):
            self.kept.append(message)
        return message

    def enter(self, room: str, last: int | None = None) -> Message:
        """Enter a room, and give what is told of it."""
        self.say("enter", room=room, last=last)
        return self.until(lambda m: m["type"] in {"snapshot", "tail", "refusal"})

    def turn(self, room: str = "") -> Message:
        """The next question for a move, in a room or anywhere."""
        return self.until(lambda m: m["type"] == "turn" and room in {"", m["room"]})

    def create(self, game: str, *seats: str, **setup: Any) -> str:
        """Open a room and give its code; a seat is host, open, agent or a level."""
        places = [
            {"kind": seat} if seat in {"host", "open", "agent"} else {"kind": "bot", "level": seat}
            for seat in seats
        ]
        done = self.ask("create", setup={"game": game, "seats": places, **setup})
        assert done["type"] == "done", done
        code: str = done["room"]
        return code

    def fact(self, kind: str) -> Message:
        """The next event of a kind."""
        return self.until(lambda m: m["type"] == "event" and m["fact"]["type"] == kind)

    def last(self, room: str) -> int:
        """The number of the last event of a room that was seen."""
        numbers = [m["number"] for m in self.seen if m["type"] == "event" and m["room"] == room]
        return max(numbers, default=0)

    def closed(self) -> int:
        """Read on until the server hangs up, and give its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as error:
            return error.rcvd.code if error.rcvd else 1006


def move_of(turn: Message) -> dict[str, Any]:
    """What to send so that the first of the choices is played."""
    return {"room": turn["room"], "ply": turn["ply"], "move": turn["choices"][0]["move"]}
