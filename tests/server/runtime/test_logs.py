"""Logs: structured lines with ids, and no word that a user wrote."""

from __future__ import annotations

import io
import json
import logging
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.server.runtime.logs import configure_logs, log_ids
from ludarium.server.serve import warn_if_interpreted
from tests.server.serving import Guest, Process, ask


@pytest.fixture
def lines() -> Iterator[Any]:
    stream = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    # A library that another test has loaded may add fields of its own to every record.
    factory = logging.getLogRecordFactory()
    logging.setLogRecordFactory(logging.LogRecord)
    configure_logs("json", "info", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers = handlers
    root.setLevel(level)
    logging.setLogRecordFactory(factory)


@pytest.mark.parametrize("compiled", [True, False])
def test_an_interpreted_server_says_that_it_is_slow(
    compiled: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.mode.compiled", lambda: compiled)
    warn_if_interpreted()
    assert ("100 times slower" in caplog.text) is not compiled


def test_a_line_has_its_time_level_and_ids(lines: Any) -> None:
    bound = log_ids.set({"tab": "t1", "room": "CCCCC"})
    logging.getLogger("ludarium").warning("a room is slow", extra={"ms": 12})
    log_ids.reset(bound)
    logging.getLogger("ludarium").debug("not at this level")
    (line,) = lines()
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "a room is slow",
        "level": "warning",
        "tab": "t1",
        "room": "CCCCC",
        "ms": 12,
    }


def test_an_exception_is_told_by_place_and_class_not_by_its_words(lines: Any) -> None:
    try:
        try:
            raise KeyError("what ann wrote")
        except KeyError as error:
            raise ValueError("what bob wrote") from error
    except ValueError:
        logging.getLogger("ludarium").exception("it failed")
    (line,) = lines()
    assert "wrote" not in json.dumps(line["event"])
    assert "builtins.KeyError" in line["exception"]
    assert line["exception"].count("Traceback (most recent call last):") == 2
    assert line["exception"].endswith("builtins.ValueError")
    assert "KeyError: " not in line["exception"]


def test_asyncio_does_not_quote_what_a_task_held(lines: Any) -> None:
    logging.getLogger("asyncio").error("Task failed\nfuture: <Task exception=ValueError('words')>")
    (line,) = lines()
    assert line["event"] == "Task failed"


class LoggingProcess(Process):
    """A server whose log is kept in a file."""

    log: Path

    def start(self) -> None:
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=log)
        self.wait_for_health()


def test_the_log_of_a_server_names_rooms_and_requests_and_quotes_no_user(tmp_path: Path) -> None:
    server = LoggingProcess(
        str(tmp_path / "a.db"), "--log-format", "json", "--log-level", "debug", "--workers", "1"
    )
    server.log = tmp_path / "server.log"
    with server, Guest(server.port) as ada:
        ada.ask("rename", name="Secretname")
        room = ada.create("forge", "host", "host", label="Secretlabel")
        ada.ask("say", room=room, text="Secretline")
        ada.ask("post", text="Secretnotice")
        ada.ask("say", room="Secretroom", text="x")
        ada.connection.send('{"type": "Secrettype"}')
        _, _, headers = ask(server.port, "/api/results?player=Secretplayer")
        ask(server.port, "/api/games/Secretgame/rules")
        ada.ask("leave", room=room)
        server.kill(15)
    text = server.log.read_text()
    assert "Secret" not in text
    assert ada.cookie.partition("=")[2] not in text
    found = [json.loads(line) for line in text.splitlines()]
    events = {(line["event"], line.get("room")) for line in found}
    assert {("room opened", room), ("room closed", room)} <= events
    requests = [line["request"] for line in found if line["event"] == "request"]
    assert headers["x-request-id"] in requests
    assert len(set(requests)) == len(requests)
