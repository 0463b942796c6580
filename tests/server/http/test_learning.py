"""Lessons and puzzles over HTTP: what is told, what is judged, what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from ludarium.core import lesson, puzzle
from ludarium.core.puzzle import PuzzleSet
from ludarium.core.registry import games, registered_game
from ludarium.server.http import learning
from ludarium.server.runtime.settings import Settings
from tests.server.serving import ask, running

JSON = {"Content_Type": "application/json"}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("learning") / "ludarium.db"
    with running(Settings(database=str(database), workers=1, questions=10_000)) as port:
        yield port


def post(port: int, path: str, **asked: Any) -> tuple[int, Any]:
    return ask(port, path, json.dumps(asked).encode(), **JSON)[:2]


def shipped() -> PuzzleSet:
    found = registered_game("skysummit").puzzles()
    assert found is not None
    return found


def test_lessons_are_listed_and_their_goals_are_judged(port: int) -> None:
    status, page = ask(port, "/api/games/caldera/lessons")[:2]
    assert status == 200
    (lancer,) = [lesson for lesson in page["lessons"] if lesson["piece"] == "lancer"]
    assert lancer["moves"]
    assert page["first_game"]["remarks"]
    path = "/api/games/caldera/lessons/lancer/1"
    assert (
        ask(port, "/api/positions", json.dumps(lancer["steps"][0]["look"]).encode(), **JSON)[0]
        == 200
    )
    assert post(port, path, moves=[]) == (200, {"status": "unfinished"})
    assert post(port, path, moves=["d4-d5"]) == (200, {"status": "missed"})
    assert post(port, path, moves=lancer["steps"][0]["solution"]) == (200, {"status": "done"})


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/api/games/caldera/lessons/lancer/1", {"moves": ["nonsense"]}, (422, "unknown_notation")),
        ("/api/games/caldera/lessons/lancer/9", {"moves": []}, (404, "not_found")),
        ("/api/games/caldera/lessons/wheel/1", {"moves": []}, (404, "not_found")),
        ("/api/games/wheel/lessons/lancer/1", {"moves": []}, (404, "unknown_game")),
        ("/api/games/caldera/lessons/lancer/1", {"moves": ["x" * 99]}, (400, "not_a_request")),
        ("/api/games/skysummit/puzzles/00000000", {"moves": []}, (404, "not_found")),
        ("/api/games/skysummit/puzzles/00000000", {"moves": 3}, (400, "not_a_request")),
    ],
)
def test_bad_requests_are_refused(
    port: int, path: str, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    status, told = post(port, path, **body)
    assert (status, told["code"]) == expected


def test_a_puzzle_is_told_without_its_solution_and_judged(port: int) -> None:
    one = next(one for one in shipped().puzzles if len(one.line) == 3)
    path = f"/api/games/skysummit/puzzles/{one.id}"
    status, told = ask(port, path)[:2]
    assert (status, told["turns"], told["rating"]) == (200, 2, one.rating)
    assert one.line[0][0] not in json.dumps(told)
    first, last = one.line[0][0], one.line[2][0]
    half = post(port, path, moves=[first], rated=True)[1]
    assert (half["status"], half["right"], half["rated"]) == ("unfinished", 1, None)
    assert half["moves"] == [first, *one.line[1]]
    assert half["solution"] == []
    solved = post(port, path, moves=[first, last], rated=True)[1]
    assert solved["status"] == "solved"
    assert solved["rated"]["rating"] > 1500
    # The estimate that comes back is sent with the next answer.
    estimate = {name: solved["rated"][name] for name in ("mu", "sigma")}
    game = registered_game("skysummit")()
    others = [choice.notation for choice in game.choices(game.state_from_json(one.state))]
    wrong = next(move for move in others if move != first)
    missed = post(port, path, moves=[wrong], rated=True, estimate=estimate)[1]
    assert missed["status"] == "wrong"
    assert missed["rated"]["rating"] < solved["rated"]["rating"]
    assert missed["rated"]["deviation"] < solved["rated"]["deviation"]
    assert missed["solution"] == []
    shown = post(port, path, moves=[], reveal=True)[1]
    assert shown["solution"] == [move for turn in one.line for move in turn]
    assert shown["rated"] is None


def test_puzzles_are_listed_with_the_names_of_their_themes(port: int) -> None:
    told = ask(port, "/api/games/skysummit/puzzles")[1]
    assert len(told["puzzles"]) == 300
    assert told["theme_names"]["reach_level3"] == "Summit"
    (game,) = [one for one in ask(port, "/api/games")[1] if one["id"] == "skysummit"]
    assert game["puzzles"] == 300
    assert game["lessons"] > 5


def test_the_puzzle_of_the_day_changes_with_the_date_and_games_take_turns() -> None:
    days = [learning.daily_puzzle(date(2027, 1, 1) + timedelta(days=n)) for n in range(20)]
    with_puzzles = [name for name in games() if learning.find_puzzles(name)]
    assert {day.game for day in days} == set(with_puzzles)
    assert len({day.id for day in days}) == 20
    assert learning.daily_puzzle(date(2027, 1, 1)) == days[0]


def test_a_game_whose_files_are_unusable_has_no_lessons_and_no_puzzles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = registered_game("caldera")
    monkeypatch.setattr(kind, "rules_version", 99)
    learning.find_lessons.cache_clear()
    learning.find_puzzles.cache_clear()
    lesson.read_lessons_file.cache_clear()
    puzzle.read_puzzles_file.cache_clear()
    try:
        with pytest.warns(RuntimeWarning, match="lessons"):
            assert learning.find_lessons("caldera") is None
        with pytest.warns(RuntimeWarning, match="puzzles"):
            assert learning.find_puzzles("caldera") is None
        assert learning.lessons_page("caldera").lessons == ()
        assert learning.list_puzzles("caldera").puzzles == ()
    finally:
        learning.find_lessons.cache_clear()
        learning.find_puzzles.cache_clear()
