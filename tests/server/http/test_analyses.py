"""Analyses over HTTP: streamed lines, refusals, limits, and the moves of a level."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium import load
from ludarium.server.limits.engine_budget import EngineBudget
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.settings import Settings
from tests.server.serving import PATIENCE, Guest, ask, move_of, running

JSON = {"Content_Type": "application/json"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("analyses") / "ludarium.db"
    with running(Settings(database=str(database), workers=1, questions=10_000)) as port:
        yield port


def analyse(port: int, cookie: str = "", **query: Any) -> tuple[int, Any]:
    """The status and the refusal, or all updates of an analysis."""
    body = json.dumps(query).encode()
    status, told, _ = ask(port, "/api/analyses", body, Cookie=cookie, **JSON)
    return status, told if status != 200 else [json.loads(line) for line in told.splitlines()]


def waiting_jobs(port: int) -> int:
    return int(ask(port, "/api/health")[1]["analyses"])


def test_the_lines_get_deeper_until_the_time_is_used_up(port: int) -> None:
    look = {"game": "skysummit", "moves": ["b2,d2", "b4,d4"]}
    status, updates = analyse(port, position=look, seconds=1, lines=2)
    assert status == 200
    depths = [update.get("depth", 0) for update in updates]
    assert depths == sorted(depths)
    last = updates[-1]
    assert last["final"]
    assert last["nodes"] > 0
    assert [len(line["notation"]) > 0 for line in last["lines"]] == [True, True]
    after = ask(
        port,
        "/api/positions",
        json.dumps({**look, "path": last["lines"][0]["path"]}).encode(),
        **JSON,
    )[1]
    assert after["played"][-1]["notation"] == last["lines"][0]["notation"][0]


def test_a_forced_win_is_counted_in_moves(port: int) -> None:
    state = load("skysummit").initial_state()
    state |= {"phase": "play", "ply": 22, "workers": [[0, 24], [12, 14]]}
    state["board"] = [2, 3, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0]
    status, updates = analyse(port, position={"game": "skysummit", "state": state}, seconds=1)
    assert status == 200, updates
    assert updates[-1]["lines"][0]["plies"] == 1
    assert updates[-1]["lines"][0]["chance"] == 1.0


def test_what_cannot_be_analysed_is_refused_with_the_reason(port: int) -> None:
    state = load("skysummit").initial_state() | {"ply": 7, "phase": "play"}
    status, told = analyse(port, position={"game": "skysummit", "state": state})
    assert (status, told["code"]) == (422, "wrong_type")
    status, told = analyse(port, position={"game": "forge", "moves": ["a1-a1"]})
    assert status == 422
    assert analyse(port, position={"game": "chess"})[0] == 404
    assert analyse(port, position={"game": "forge"}, seconds=31)[0] == 400


def test_a_player_cannot_analyse_the_running_game_and_a_watcher_can(port: int) -> None:
    with Guest(port) as player, Guest(port) as other:
        room = player.create("skysummit", "host", "open", public=True, spectators=True)
        player.enter(room)
        other.enter(room)
        other.ask("sit", room=room, seat=1)
        look: dict[str, Any] = {"game": "skysummit", "moves": []}
        for guest in (player, other):
            turn = guest.turn(room)
            look["moves"].append(turn["choices"][0]["notation"])
            assert guest.ask("play", **move_of(turn))["type"] == "done"
        status, told = analyse(port, player.cookie, position=look, seconds=1)
        assert (status, told["code"]) == (422, "game_running")
        # Nor one move further on, under other rules, or a position that is almost the same.
        game = load("skysummit")
        position = game.new()
        for notation in look["moves"]:
            game.advance(position, game.move_from_notation(position, notation))
        game.advance(position, game.moves(position)[0])
        for near in (
            {"game": "skysummit", "state": game.state_to_json(position)},
            {"game": "skysummit", "moves": []},
        ):
            status, told = analyse(port, player.cookie, position=near, seconds=1)
            assert (status, told["code"]) == (422, "game_running")
            assert "Skysummit" in told["message"]
        assert analyse(port, player.cookie, position={"game": "forge"}, seconds=1)[0] == 200
        with Guest(port) as watcher:
            assert analyse(port, watcher.cookie, position=look, seconds=1)[0] == 200
        player.ask("resign", room=room)
        assert analyse(port, player.cookie, position=look, seconds=1)[0] == 200


def test_a_casual_game_against_a_bot_closes_no_analysis(port: int) -> None:
    with Guest(port) as player:
        room = player.create("skysummit", "host", "easy")
        player.turn(room)
        look = {"game": "skysummit"}
        assert analyse(port, player.cookie, position=look, seconds=1)[0] == 200


def test_closing_the_connection_ends_the_search(port: int) -> None:
    body = json.dumps({"position": {"game": "forge"}, "seconds": 30}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/analyses", body, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        while "depth" not in json.loads(response.readline()):
            pass
        assert waiting_jobs(port) == 1
    until = time.monotonic() + PATIENCE
    while waiting_jobs(port):
        assert time.monotonic() < until, "the analysis goes on without its client"
        time.sleep(0.02)


def test_a_level_plays_on_from_any_position(port: int) -> None:
    game = load("forge")
    position = game.new()
    first = game.choices(position)[0]
    query = {"position": {"game": "forge", "moves": [first.notation]}, "level": "easy"}
    game.advance(position, first.move)
    status, told, _ = ask(port, "/api/level-moves", json.dumps(query).encode(), **JSON)
    assert status == 200, told
    assert told["notation"] in {choice.notation for choice in game.choices(position)}


def test_a_board_set_up_by_hand_becomes_a_state_or_is_explained(port: int) -> None:
    game = load("caldera")
    scene = msgspec.to_builtins(game.scene(game.new()))
    query = {"game": "caldera", "scene": scene, "to_move": 0}
    status, told, _ = ask(port, "/api/setups", json.dumps(query).encode(), **JSON)
    assert (status, told["state"]) == (200, game.initial_state())
    scene["cells"] = [{"at": "board:6,3", "mark": "vent"}]
    status, told, _ = ask(port, "/api/setups", json.dumps(query).encode(), **JSON)
    assert (status, told["code"]) == (422, "impossible")
    assert "vent" in told["message"]


def test_an_address_has_so_many_analyses_and_so_much_engine_time() -> None:
    budget = EngineBudget(seconds=10, window_s=100.0, running_limit=2)
    budget.begin_job("10.0.0.1", 0.0)
    budget.begin_job("10.0.0.1", 0.0)
    with pytest.raises(Refused, match="running"):
        budget.begin_job("10.0.0.1", 0.0)
    budget.begin_job("10.0.0.2", 0.0)
    budget.end_job("10.0.0.1")
    budget.charge_seconds("10.0.0.1", 0.0, 20.0)
    with pytest.raises(Refused, match="engine time"):
        budget.begin_job("10.0.0.1", 99.0)
    budget.begin_job("10.0.0.1", 115.0)
