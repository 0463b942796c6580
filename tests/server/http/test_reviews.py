"""Reviews over HTTP: made once, shown step by step, and stored with the game."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.server.runtime.settings import Settings
from tests.server.serving import PATIENCE, Guest, ask, running


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("reviews") / "ludarium.db"
    with running(Settings(database=str(database), workers=1, questions=10_000)) as port:
        yield port


def play_game(host: Guest, public: bool = True) -> str:
    """A finished game, with a move that was taken back."""
    room = host.create("forge", "host", "host", ruleset="as_written", public=public)
    for notation in ("a1-a2", "b1-b2"):
        ply = host.turn(room)["ply"]
        host.ask("play", room=room, ply=0 if notation == "b1-b2" else ply, notation=notation)
        if notation == "a1-a2":
            host.turn(room)
            host.ask("undo", room=room)
    host.ask("resign", room=room, seat=1)
    return room


def review(port: int, game: str, cookie: str) -> tuple[int, Any]:
    status, told, _ = ask(port, f"/api/reviews/{game}", b"", "POST", Cookie=cookie)
    return status, told if status != 200 else [json.loads(line) for line in told.splitlines()]


def stored(port: int, game: str, cookie: str) -> Any:
    return ask(port, f"/api/reviews/{game}", Cookie=cookie)[1]


def test_a_review_is_shown_step_by_step_and_stored(port: int) -> None:
    with Guest(port) as host:
        room = play_game(host)
        assert stored(port, room, host.cookie) == {}
        status, updates = review(port, room, host.cookie)
        assert status == 200, updates
        steps = [step for update in updates for step in update.get("steps", [])]
        assert [step["notation"] for step in steps] == [["b1-b2"]]
        last = updates[-1]
        assert last["final"]
        assert len(last["seconds"]) == 1
        assert len(last["summary"]["seats"]) == 2
        assert last["summary"]["seats"][1]["accuracy"] is None
        until = time.monotonic() + PATIENCE
        while not (found := stored(port, room, host.cookie)):
            assert time.monotonic() < until, "the review is not stored"
            time.sleep(0.02)
        assert found["steps"] == steps
        # Under the id of its result it is the same review, and it is not made again.
        result = ask(port, "/api/results")[1][0]["id"]
        assert review(port, result, "")[1] == [found]


def test_a_review_of_a_running_or_a_private_game_is_refused(port: int) -> None:
    with Guest(port) as host:
        running_room = host.create("forge", "host", "host", public=True)
        host.turn(running_room)
        status, told = review(port, running_room, host.cookie)
        assert (status, told["code"]) == (422, "game_running")
        private = play_game(host, public=False)
        assert review(port, private, "")[0] == 404
        assert review(port, "5-1", host.cookie)[0] == 404
