"""The live page: what it serves, which requests it refuses, how it ends; one line a game."""

from __future__ import annotations

import http.client
import io
import json
import urllib.request
from typing import Any

import pytest
from rich.console import Console

from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress, GameResult
from ludarium.arena.report.game_lines import GameLines
from ludarium.arena.report.live_page import LivePage
from ludarium.arena.report.standings_server import StandingsServer
from ludarium.core.errors import InvalidOption
from tests.arena.events import event, unit


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return str(answer.read().decode())


def test_the_page_follows_the_event_and_escapes_names() -> None:
    given = event(["<b>bold</b>=random", "other=random"])
    page = LivePage(given, open_format(given))
    progress = EventProgress(2)
    page.update(progress)
    with StandingsServer(page, 0) as server:
        frame = fetch(server.url)
        assert "&lt;b&gt;bold" in frame
        assert "<b>bold" not in frame
        for result in unit(0, [1.0, 0.5]):
            progress.add(result)
            page.add_game(result._replace(reason="three_in_a_row"))
        page.end(progress, "The event has ended.")
        found: dict[str, Any] = json.loads(fetch(server.url + "snapshot"))
    assert found["done"] == 2
    assert found["total"] == 6
    assert found["ended"] == "The event has ended."
    assert "1/2-1/2" in found["html"]
    assert "three_in_a_row" in found["html"]
    assert "<b>bold" not in found["html"]


def test_only_this_machine_by_its_own_name_is_answered() -> None:
    given = event()
    page = LivePage(given, open_format(given))
    with StandingsServer(page, 0) as server:
        port = server.server.server_address[1]
        for host, path, status in (
            (f"evil.example:{port}", "/", 403),
            (f"localhost:{port}", "/", 200),
            (f"localhost:{port}", "/../etc", 404),
        ):
            connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
            connection.putrequest("GET", path, skip_host=True)
            connection.putheader("Host", host)
            connection.endheaders()
            assert connection.getresponse().status == status
            connection.close()
        with pytest.raises(InvalidOption):
            StandingsServer(page, int(port))


def test_without_a_terminal_every_game_has_a_line() -> None:
    given = event(["a=random", "b=random"])
    told = io.StringIO()
    lines = GameLines(given, open_format(given), Console(file=told, width=40))
    progress = EventProgress(2, unit(0, [1.0, 1.0]))
    lines.update(progress)
    lines.add_game(GameResult(1, 0, 0, (0, 1), (1.0, 0.0), "three_in_a_row", None, 7))
    assert told.getvalue().splitlines() == [
        "2 games were played before.",
        "Game 3 of 6 (2.1): a - b: 1-0, three_in_a_row, 7 moves",
    ]
