"""A scripted endpoint plays levels, and the report counts what it did."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ludarium import load
from ludarium.assistants.model_bench import (
    BenchPlan,
    make_report,
    performance,
    play_game,
    read_games,
    read_move,
    run_bench,
)
from ludarium.assistants.model_client import CommandModel, EndpointModel, ModelFailed

PLAN = BenchPlan(("easy",), games=2, seed=3, loss_nodes=500)


class ScriptedEndpoint(BaseHTTPRequestHandler):
    """Answers at first with nonsense, then with the first legal move that it was told."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = next(m["content"] for m in asked["messages"][::-1] if "Legal moves" in m["content"])
        moves = re.findall(r"Legal moves: (.*)", told)[0].split(", ")
        first = len(asked["messages"]) == 2
        text = "I think.\nMOVE: zz9" if first else f"Sorry.\nMOVE: {moves[-1]}"
        usage = {"prompt_tokens": 10, "completion_tokens": 3}
        body = json.dumps({"choices": [{"message": {"content": text}}], "usage": usage}).encode()
        self.send_response(401 if self.path.startswith("/closed") else 200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the base class's name
        pass


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), ScriptedEndpoint)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_run_is_resumed_and_reported(endpoint: str, tmp_path: Path) -> None:
    game = load("forge", "as_written")
    model = EndpointModel(f"{endpoint}/v1", "scripted")
    file = tmp_path / "games.jsonl"
    steps: list[tuple[int, int]] = []
    first = run_bench(game, PLAN._replace(games=1), model, file, lambda *step: steps.append(step))
    file.write_bytes(file.read_bytes() + b'{"cut')
    file.write_bytes(file.read_bytes() + b"\n")
    played = run_bench(game, PLAN, model, file, lambda *step: steps.append(step))
    assert played[0] == first[0]
    assert len(read_games(file)) == 2
    assert {found.seat for found in played} == {0, 1}
    report = make_report(played, {"easy": 800.0}, price_in=1.0, price_out=2.0)
    # Half of all answers were nonsense.
    assert report.illegal_share == 0.5
    assert set(report.illegal_by_rule) == {"G3 unknown_notation"}
    assert report.tokens_in == 10 * sum(found.answers for found in played)
    assert report.cost > 0
    assert report.loss_per_move is not None
    assert report.elo is not None
    # Another model or seed has no games in this file yet.
    other = EndpointModel(f"{endpoint}/v1", "another")
    asked = PLAN._replace(games=1, loss_nodes=0)
    assert run_bench(game, asked, other, file, lambda *_: None)[0].bench.startswith("another at ")
    assert run_bench(game, asked._replace(seed=4), other, file, lambda *_: None) != []
    assert len(read_games(file)) == 4


def test_a_model_without_a_legal_answer_forfeits() -> None:
    command = f"{sys.executable} -c \"print('MOVE: nowhere')\""
    played = play_game(load("forge", "as_written"), PLAN, CommandModel(command), "easy", 0)
    assert (played.score, played.reason, played.answers) == (0.0, "no_legal_answer", 3)


def test_an_endpoint_that_refuses_is_told_by_a_code(endpoint: str) -> None:
    with pytest.raises(ModelFailed) as refusal:
        EndpointModel(f"{endpoint}/closed", "x").ask(
            [{"role": "user", "content": "Legal moves: a"}]
        )
    assert refusal.value.code == "model_refused"
    with pytest.raises(ModelFailed) as refusal:
        EndpointModel("file:///etc", "x")
    assert refusal.value.code == "bad_endpoint"
    with pytest.raises(ModelFailed) as refusal:
        CommandModel("no-such-command-at-all").ask([])
    assert refusal.value.code == "model_unreachable"
    with pytest.raises(ModelFailed, match="status 3: no key"):
        CommandModel(
            f"{sys.executable} -c \"exit(print('no key', file=__import__('sys').stderr) or 3)\""
        ).ask([])


def test_the_move_of_an_answer_is_its_marked_or_last_line() -> None:
    assert read_move("Well.\n**MOVE:** `a1-b2`\n") == "a1-b2"
    assert read_move("move: x\nMOVE: y") == "y"
    assert read_move("I play\n`c3`.") == "c3"
    assert read_move("") == ""


def test_an_even_score_against_a_level_has_its_elo() -> None:
    elo, deviation = performance([(1500.0, 1.0), (1500.0, 0.0)] * 20)
    assert elo == pytest.approx(1500, abs=1)
    assert deviation is not None
    assert 40 < deviation < 70
    assert performance([]) == (None, None)
