"""Positions without a room: diagrams, replays, demos and rules as HTML."""

from __future__ import annotations

import gzip
import json
import re
import threading
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ludarium import games, load
from ludarium.core import diagram
from ludarium.core import record as records
from ludarium.core.game import Game
from ludarium.core.match import OUTSIDE_REASONS, Match
from ludarium.core.registry import registered_game
from ludarium.server.http import positions, positions_api, rules_html
from ludarium.server.http.schemas import Look
from ludarium.server.limits.cpu_budget import CpuBudget
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.settings import Settings
from tests.server.serving import PATIENCE, Guest, ask, running

JSON = {"Content_Type": "application/json"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("study") / "ludarium.db"
    with running(Settings(database=str(database), workers=1, questions=10_000)) as port:
        yield port


def look(port: int, **asked: Any) -> tuple[int, Any]:
    return ask(port, "/api/positions", json.dumps(asked).encode(), **JSON)[:2]


def test_a_position_is_shown_with_its_choices_and_what_was_played(port: int) -> None:
    status, told = look(port, game="caldera", moves=["c1^c2", {"action": "move"} | TO])
    assert status == 200
    assert told["played"] == [
        {"seat": 0, "notation": "c1^c2"},
        {"seat": 1, "notation": "d7-d6"},
    ]
    assert (told["view"]["ply"], told["view"]["to_move"]) == (2, 0)
    assert told["view"]["steps"] == [
        {"kind": "move", "token": "crown5", "at": "board:0,3", "to": "board:1,3"}
    ]
    assert {"at": "board:5,2", "level": 1} in told["view"]["scene"]["cells"]
    assert len(told["choices"]) == len(load("caldera").legal_moves(state("c1^c2 d7-d6")))


TO: dict[str, Any] = {"from": [0, 3], "to": [1, 3]}


def state(moves: str) -> Any:
    game = load("caldera")
    position = game.new()
    for move in moves.split():
        game.advance(position, game.move_from_notation(position, move))
    return game.state_to_json(position)


def test_a_position_goes_on_from_a_state(port: int) -> None:
    status, told = look(port, game="caldera", state=state("c1^c2"), moves=["d7-d6"])
    assert (status, told["view"]["to_move"]) == (200, 0)
    status, told = look(port, game="caldera", state={"board": []})
    assert (status, "code" in told) == (422, True)
    assert look(port, game="caldera", state=state(""), seed=4)[1]["code"] == "state_and_setup"


def test_clicks_are_played_or_refused_with_the_rule(port: int) -> None:
    status, told = look(port, game="forge", path=["board:5,2", "board:4,2"])
    assert (status, told["played"][-1]["notation"]) == (200, "c1-c2")
    status, told = look(port, game="forge", path=["board:5,2", "board:4,1"])
    assert (status, told["code"], told["rule"]) == (422, "not_straight", "F19")
    assert "row or a column" in told["message"]


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"game": "chess"}, 404),
        ({"game": "forge", "ruleset": "no"}, 422),
        ({"game": "forge", "seats": 9}, 422),
        ({"game": "forge", "options": {"reach": 99}}, 422),
        ({"game": "forge", "moves": ["a1-a2", 3]}, 400),
        ({"game": "forge", "moves": ["x" * 81]}, 400),
        ({"game": "forge", "moves": ["a1-a2"] * 601}, 400),
        ({"game": "forge", "path": ["board:0,0"] * 9}, 400),
        ({"game": "forge", "more": 1}, 400),
        ({"game": "forge", "moves": ["a1-a2", "a1-a2"]}, 422),
        ({}, 400),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_form(
    port: int, asked: dict[str, Any], status: int
) -> None:
    found, told = look(port, **asked)
    assert found == status
    assert told["code"]
    assert told["message"]


def test_a_game_is_told_with_its_colours_and_endings(port: int) -> None:
    told = {game["id"]: game for game in ask(port, "/api/games")[1]}
    assert told["forge"]["theme"]["seats"] == ["#1f1f1f", "#ffd166"]
    assert told["forge"]["theme"]["cell"] == 48
    assert told["forge"]["presets"]["as_written"]["reach"] == 0
    assert "first move wins" in told["forge"]["notes"]["as_written"]
    for name, game in told.items():
        assert game["reasons"] == {**OUTSIDE_REASONS, **registered_game(name).reasons}


@pytest.mark.parametrize("name", games())
def test_a_demo_is_a_game_picture_by_picture(port: int, name: str) -> None:
    status, told, headers = ask(port, f"/api/games/{name}/demo")
    assert status == 200
    assert "max-age" in headers["cache-control"]
    frames = told["frames"]
    assert 20 <= len(frames) <= 100
    game = load(name)
    file = Path(positions.__file__).parents[2] / "games" / name / positions.DEMO_FILE
    match = records.replay(records.loads(file.read_bytes()))
    assert [frame["notation"] for frame in frames[1:]] == [
        game.notate(position, move) for position, move in match.steps()
    ]
    assert "notation" not in frames[0]
    for frame in frames[1:]:
        assert frame["path"]
        assert frame["scene"]["grids"]


def test_a_game_that_brings_no_demo_has_one_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "DEMO_FILE", "nothing.json")
    found = positions.demo_game("skysummit")
    assert len(found.frames) > 5
    assert positions.demo_game("skysummit") == found


def test_a_record_is_shown_picture_by_picture(port: int) -> None:
    match = Match(load("caldera"))
    for written in ("c1^c2", "d7-d6"):
        match.play(match.game.move_from_notation(match.position, written))
    match.resign(0)
    document = records.dumps(records.record(match)).encode()
    told = ask(port, "/api/replays", document)[1]
    call = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/replays", document, {"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(call) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        assert json.loads(gzip.decompress(packed.read())) == told
    assert told["outcome"] == {"winner": 1, "reason": "resigned"}
    assert [frame.get("notation", "") for frame in told["frames"]] == ["", "c1^c2", "d7-d6"]
    assert told["frames"][1]["path"] == ["board:6,2", "!forge", "board:5,2"]
    broken = document.replace(b'"seed": 0', b'"seed": 1')
    assert ask(port, "/api/replays", broken)[:2][1]["code"] == "broken_chain"
    assert ask(port, "/api/replays", b"[")[0] == 422


def test_a_running_game_is_shown_to_those_who_may_see_it(port: int) -> None:
    with Guest(port) as ada:
        room = ada.create("forge", "host", "host")
        turn = ada.turn(room)
        ada.ask("play", room=room, ply=0, notation=turn["choices"][0]["notation"])
        status, told, _ = ask(port, f"/api/rooms/{room}/replay", Cookie=ada.cookie)
        assert (status, len(told["frames"]), told["outcome"]) == (200, 2, None)
        assert ask(port, f"/api/rooms/{room}/replay")[0] == 404
    assert ask(port, "/api/rooms/ZZZZZ/replay")[0] == 404
    assert ask(port, "/api/records/1-1/replay")[0] == 404


def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    with running(Settings(database=str(tmp_path / "a.db"), workers=1, questions=5)) as port:
        found = [look(port, game="forge")[0] for _ in range(7)]
        assert found[:5] == [200] * 5
        assert 429 in found


COSTS = {
    "/api/games": 1,
    "/api/games/forge/rules": 1,
    "/api/me": 1,
    "/schema/openapi.json": 1,
    "/api/results": 3,
    "/api/games/forge/leaderboard": 3,
    "/api/records/1-1": 3,
    "/api/tokens": 3,
    "/api/rooms/CCCCC/record": 10,
    "/api/rooms/CCCCC/replay": 10,
    "/api/records/1-1/replay": 10,
    "POST /api/records/check": 10,
    "POST /api/replays": 10,
    "POST /api/tokens": 10,
    "DELETE /api/tokens/x": 10,
}


@pytest.mark.parametrize("request_", COSTS)
def test_every_request_has_its_cost(tmp_path: Path, request_: str) -> None:
    method, path = request_.split() if " " in request_ else ("GET", request_)
    body = b"{}" if method == "POST" else None
    cost = COSTS[request_]
    count = max(cost - 1, 3)  # with a lower cost one more would be answered
    limits = {"questions": cost * count, "window": 36_000.0, "guesses": 100}
    with running(Settings(database=str(tmp_path / "a.db"), workers=1, **limits)) as port:  # type: ignore[arg-type]
        for _ in range(count):
            assert ask(port, path, body, method, **JSON)[0] != 429
        status, told, _ = ask(port, path, body, method, **JSON)
        assert (status, told["code"]) == (429, "too_often")
        assert ask(port, "/api/health")[0] == 200
        assert ask(port, "/")[0] in {200, 503}


def test_two_records_are_checked_at_once_and_no_more(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy, go_on = threading.Semaphore(0), threading.Event()

    def wait(_document: bytes) -> str:
        busy.release()
        assert go_on.wait(PATIENCE)
        return "checked"

    monkeypatch.setattr(positions_api, "_check_record", wait)
    with ThreadPoolExecutor() as callers:
        first = [callers.submit(ask, port, "/api/records/check", b"{}") for _ in range(2)]
        try:
            assert all(busy.acquire(timeout=PATIENCE) for _ in first)
            monkeypatch.setattr(positions_api, "JOB_QUEUE_TIMEOUT_S", 0.05)
            status, told, _ = ask(port, "/api/records/check", b"{}")
        finally:
            go_on.set()
        assert (status, told["code"]) == (503, "overloaded")
        assert [caller.result()[1] for caller in first] == ["checked"] * 2


@pytest.mark.parametrize("name", games())
def test_the_diagrams_of_the_rules_can_be_played_on(name: str) -> None:
    page = rules_html.render_rules(registered_game(name))
    assert len(page.diagrams) >= 2
    places = re.findall(r'<figure data-diagram="(\d+)"></figure>', page.html)
    assert [int(place) for place in places] == list(range(len(page.diagrams)))
    for one in page.diagrams:
        shown = positions.look_up_position(one.look, CpuBudget())
        assert shown.view.outcome is None
        assert len(shown.choices) > 1
        assert one.caption.endswith((".", "?"))


@pytest.mark.parametrize("name", games())
def test_a_terminal_draws_the_diagrams(name: str) -> None:
    kind = registered_game(name)
    drawn = diagram.draw_diagrams(kind.rules(), kind)
    assert "```diagram" not in drawn
    assert drawn.count("```text") >= kind.rules().count("```diagram")


class Odd(Game[Any]):
    """# Odd <script>alert(1)</script>

    ## A [link](javascript:alert(1)) & a table

    | a | b |
    |--:|---|
    | 1 | <b>2</b> |
    """

    id = "odd"


def test_rules_bring_no_html_of_their_own() -> None:
    page = rules_html.render_rules(Odd)  # type: ignore[type-abstract]
    assert "<script" not in page.html
    assert "<b>" not in page.html
    assert "javascript:" not in re.sub(r"\[.*?\)\)", "", page.html)
    assert "style=" not in page.html
    assert 'class="to-right"' in page.html
    assert page.sections[0].id == "a-link-javascript-alert-1-a-table"


def test_every_section_of_the_rules_can_be_jumped_to(port: int) -> None:
    told = ask(port, "/api/games/ludus/rules.html")[1]
    assert [section["title"] for section in told["sections"]][:2] == ["Aim", "Board and pieces"]
    for section in told["sections"]:
        assert f'<h2 id="{section["id"]}">' in told["html"]
    assert ask(port, "/api/games/chess/rules.html")[0] == 404


def test_the_reference_for_programs_is_a_page_too(port: int) -> None:
    assert ask(port, "/api/games/ludus/rules.html")[1]["reference"]
    told = ask(port, "/api/games/ludus/reference.html")[1]
    titles = [section["title"] for section in told["sections"]]
    assert "Reasons" in titles
    assert "`" not in "".join(titles)
    assert "<pre" in told["html"]
    assert not rules_html.render_reference(Odd).reference  # type: ignore[type-abstract]
    assert ask(port, "/api/games/chess/reference.html")[0] == 404


def test_a_look_has_no_end_of_its_own() -> None:
    with pytest.raises(Exception, match="no such game"):
        positions.look_up_position(Look(game="chess"), CpuBudget())


def spent(steps: int) -> CpuBudget:
    """A budget for so many steps, by a clock that counts how often it is looked at."""
    looks = iter(range(10_000))
    return CpuBudget(steps, lambda: float(next(looks)))


def test_work_for_a_question_ends_with_its_budget() -> None:
    moves: list[str | dict[str, Any]] = ["c1^c2", "d7-d6"]
    assert len(positions.look_up_position(Look(game="caldera", moves=moves), spent(2)).played) == 2
    with pytest.raises(Refused) as error:
        positions.look_up_position(Look(game="caldera", moves=moves), spent(1))
    assert error.value.code == "too_much_work"


def test_a_replay_ends_with_its_budget() -> None:
    match = Match(load("caldera"))
    for notation in ("c1^c2", "d7-d6"):
        match.play(match.game.move_from_notation(match.position, notation))
    given = records.record(match)
    assert len(positions.replay_match(match, spent(2)).frames) == 3
    with pytest.raises(Refused, match="too much work"):
        positions.replay_match(match, spent(1))
    with pytest.raises(Refused, match="too much work"):
        records.replay(given, each=spent(1).check)


@pytest.mark.parametrize("path", ["/api/replays", "/api/records/check"])
def test_one_who_asks_for_too_much_work_is_told_so(
    port: int, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    match = Match(load("caldera"))
    match.play(match.game.move_from_notation(match.position, "c1^c2"))
    document = records.dumps(records.record(match)).encode()
    assert ask(port, path, document, **JSON)[0] == 200
    check = CpuBudget.check
    monkeypatch.setattr(CpuBudget, "check", lambda self: check(spent(-1)))
    status, told, *_ = ask(port, path, document, **JSON)
    assert (status, told["code"]) == (422, "too_much_work")
    assert look(port, game="caldera", moves=["c1^c2"])[1]["code"] == "too_much_work"
