"""Metrics: what happens on a server is counted, and only the operator's port shows it."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.server.http.app import create_app
from ludarium.server.runtime.settings import Settings
from ludarium.server.serve import NoMetrics, serve_metrics
from tests.server.serving import PATIENCE, Guest, ask, free_port, move_of, running

SAMPLE = re.compile(r"^(?P<name>\w+)(?:\{(?P<labels>[^}]*)\})? (?P<value>\S+)$", re.MULTILINE)


def read_metrics(port: int) -> dict[str, float]:
    """Every sample by its name and labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE) as answer:
        text = answer.read().decode()
    return {
        match["name"] + (f"{{{match['labels']}}}" if match["labels"] else ""): float(match["value"])
        for match in SAMPLE.finditer(text)
    }


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """The port of a server, and the port of its metrics."""
    metrics = free_port()
    settings = Settings(database=str(tmp_path / "a.db"), workers=1, metrics_port=metrics)
    with running(settings) as port:
        yield port, metrics


def test_moves_refusals_commits_and_requests_are_counted(ports: tuple[int, int]) -> None:
    port, metrics = ports
    with Guest(port) as ada:
        room = ada.create("forge", "host", "host")
        for _ in range(3):
            assert ada.ask("play", **move_of(ada.turn(room)))["type"] == "done"
        assert ada.ask("say", room="CCCCC", text="Hello")["code"] == "no_such_room"
        ada.connection.send("{")
        assert ada.until(lambda m: m["type"] == "refusal")["code"] == "not_a_message"
        assert ask(port, "/api/games/chess/rules")[0] == 404
        found = read_metrics(metrics)
    assert found["ludarium_moves_total"] == 3
    assert found["ludarium_connections"] == 1
    assert found["ludarium_rooms"] == 1
    assert found['ludarium_refusals_total{code="no_such_room"}'] == 1
    assert found['ludarium_refusals_total{code="not_a_message"}'] == 1
    assert found['ludarium_refusals_total{code="unknown_game"}'] == 1
    assert found['ludarium_http_responses_total{status="404"}'] == 1
    assert found["ludarium_commit_seconds_count"] >= 1
    assert found["ludarium_broadcast_seconds_count"] >= 4
    assert found["ludarium_http_seconds_count"] >= 1
    assert found["ludarium_writes_total"] >= 5
    assert found["ludarium_database_away"] == 0
    assert found["ludarium_engine_queue"] == 0


def test_players_cannot_read_the_metrics(ports: tuple[int, int]) -> None:
    port, _ = ports
    status, told, _ = ask(port, "/metrics")
    assert b"ludarium_rooms" not in (told if isinstance(told, bytes) else b"")
    assert status in {200, 404, 503}  # the page of the web client, which routes by itself


def test_by_default_there_are_no_metrics_to_read() -> None:
    assert Settings().metrics_port == 0
    assert Settings().metrics_host == "127.0.0.1"


def test_a_taken_port_for_metrics_is_refused_at_the_start(
    ports: tuple[int, int], tmp_path: Path
) -> None:
    settings = Settings(database=str(tmp_path / "b.db"), metrics_port=ports[1])
    refused = pytest.raises(NoMetrics)
    with refused as error, serve_metrics(create_app(settings), settings):
        pass
    assert error.value.code == "no_metrics"
