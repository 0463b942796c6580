"""The dashboard: Debian's Prometheus reads a server and answers every question of its panels."""

from __future__ import annotations

import itertools
import json
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.loadtest.nats_process import NatsProcess
from ludarium.server.runtime.settings import Settings
from tests.deploy.test_files import DEPLOY, program
from tests.server.serving import PATIENCE, Guest, free_port, move_of, running

DASHBOARD = json.loads((DEPLOY / "grafana" / "ludarium.json").read_text("utf-8"))
PANELS = DASHBOARD["panels"]
COLUMNS = 24  # of Grafana's grid
Ask = Callable[[str, dict[str, str]], Any]


@pytest.fixture
def prometheus(tmp_path: Path, postgres_database: str, nats: NatsProcess) -> Iterator[Ask]:
    """Asks a Prometheus that reads the metrics of a node on which a game is played."""
    metrics, port = free_port(), free_port()
    config = {
        "global": {"scrape_interval": "200ms", "scrape_timeout": "200ms"},
        "scrape_configs": [
            {"job_name": "ludarium", "static_configs": [{"targets": [f"127.0.0.1:{metrics}"]}]}
        ],
    }
    (tmp_path / "prometheus.yml").write_text(json.dumps(config), "utf-8")  # JSON is YAML
    settings = Settings(database=postgres_database, bus=nats.url, workers=1, metrics_port=metrics)
    with running(settings) as server, Guest(server) as ada:
        room = ada.create("forge", "host", "host")
        ada.ask("play", **move_of(ada.turn(room)))
        ada.ask("say", room="CCCCC", text="Hello")  # a refusal
        process = subprocess.Popen(
            [
                program("prometheus", "prometheus"),
                f"--config.file={tmp_path}/prometheus.yml",
                f"--storage.tsdb.path={tmp_path}/data",
                f"--web.listen-address=127.0.0.1:{port}",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

        def ask(path: str, query: dict[str, str]) -> Any:
            address = f"http://127.0.0.1:{port}/api/v1/{path}?{urllib.parse.urlencode(query)}"
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                return json.load(answer)["data"]

        try:
            yield ask
        finally:
            process.terminate()
            process.wait()


def until_answered(
    ask: Ask, path: str, query: dict[str, str], wanted: Callable[[Any], bool]
) -> Any:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            found = ask(path, query)
        except urllib.error.HTTPError as error:
            if error.code != 503:  # it is starting
                raise
            found = None
        except urllib.error.URLError:
            found = None  # it has not started
        if found is not None and wanted(found):
            return found
        assert time.monotonic() < end, f"no answer to {query}"
        time.sleep(0.2)


def test_prometheus_answers_every_question_of_the_dashboard(prometheus: Ask) -> None:
    variable = DASHBOARD["templating"]["list"][1]["query"]["query"]
    assert variable == "label_values(ludarium_rooms, instance)"
    found = {"match[]": "ludarium_rooms"}
    until_answered(prometheus, "label/instance/values", found, lambda values: len(values) == 1)
    for target in (target for panel in PANELS for target in panel["targets"]):
        query = target["expr"].replace("$instance", ".*").replace("$__rate_interval", "1m")
        answer = until_answered(
            prometheus, "query", {"query": query}, lambda data: bool(data["result"])
        )
        for label in _legend_labels(target["legendFormat"]):
            assert all(label in line["metric"] for line in answer["result"]), target


def _legend_labels(legend: str) -> list[str]:
    return [part.partition("}}")[0] for part in legend.split("{{")[1:]]


def test_panels_have_places_and_ids_of_their_own() -> None:
    assert DASHBOARD["uid"]
    assert isinstance(DASHBOARD["schemaVersion"], int)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    taken: list[tuple[int, int]] = []
    for panel in PANELS:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= COLUMNS, panel["title"]
        rows = range(place["y"], place["y"] + place["h"])
        taken += itertools.product(range(place["x"], place["x"] + place["w"]), rows)
        assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])
        assert panel["datasource"]["uid"] == "${datasource}"
    assert len(set(taken)) == len(taken), "panels overlap"
