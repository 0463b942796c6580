"""Programs stay alive between the games of an event, unless a restart is asked for."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium.arena.formats.engine_words import list_entrants
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.run import contender_pool
from ludarium.arena.run.contender_pool import ContenderPool, ProgramKey, worker_pool
from ludarium.arena.run.game_loop import GameExtras, play_game, schedule_games
from ludarium.core.errors import InvalidOption
from tests.arena.events import event

COUNTER = """
import json, os, sys
games = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "start"):
        games += message["type"] == "start"
        print(json.dumps({"type": "ready"}), flush=True)
    if message["type"] == "turn":
        print(f"game {games}", file=sys.stderr, flush=True)
        info = {"type": "info", "pid": os.getpid(), "games": games, "clock": message["clock"]}
        print(json.dumps(info))
        if games == int(sys.argv[1]):
            sys.exit(3)
        print(json.dumps({"type": "move", "move": message["legal_moves"][0]}), flush=True)
"""


@pytest.fixture(autouse=True)
def clean_pool() -> Iterator[None]:
    yield
    worker_pool().close()


def program(folder: Path, dies_in_game: int = 0) -> str:
    file = folder / "counter.py"
    file.write_text(COUNTER)
    command = shlex.join([sys.executable, str(file), str(dies_in_game)])
    return f"p=subprocess:{command}"


def play_units(spec: str, **terms: Any) -> list[GameExtras]:
    entrants = list_entrants([spec, "first"], **terms)
    asked = event(entrants=entrants, length=2, opening=(0, 0), sandbox="off")
    scheduled = [g for unit in open_format(asked).units({}) for g in schedule_games(asked, unit)]
    return [msgspec.json.decode(play_game(game).extras, type=GameExtras) for game in scheduled]


def facts(extras: GameExtras, name: str) -> Any:
    return next(info[name] for infos in extras.infos.values() for info in infos if name in info)


def test_a_program_plays_all_games_of_an_event(tmp_path: Path) -> None:
    found = play_units(program(tmp_path))
    assert [facts(one, "games") for one in found] == [1, 2, 3, 4]
    assert len({facts(one, "pid") for one in found}) == 1
    for number, one in enumerate(found, 1):
        assert set("".join(one.stderr.values()).split("\n")) == {f"game {number}", ""}


def test_restart_starts_it_for_each_game(tmp_path: Path) -> None:
    found = play_units(program(tmp_path), restart=True)
    assert [facts(one, "games") for one in found] == [1, 1, 1, 1]
    assert worker_pool().idle == {}


def test_a_program_that_fails_is_started_again(tmp_path: Path) -> None:
    found = play_units(program(tmp_path, dies_in_game=2))
    assert [one.fault.code if one.fault else "" for one in found] == ["", "crash", "", "crash"]


def test_a_waiting_program_is_stopped(tmp_path: Path) -> None:
    play_units(program(tmp_path))
    [waiting] = worker_pool().idle.values()
    pid = waiting.link.pid  # type: ignore[attr-defined]
    # A signal arrives when the process is next scheduled.
    while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.01)


def test_of_too_many_programs_the_oldest_ends(tmp_path: Path) -> None:
    pool = ContenderPool(max_idle=1)
    key = ProgramKey(program(tmp_path).removeprefix("p="), "off")
    first, second = (pool.borrow_contender(key) for _ in range(2))
    for contender in (first, second):
        pool.return_contender(key, contender, keep=True)
    assert list(pool.idle.values()) == [second]
    assert pool.borrow_contender(key) is second
    assert contender_pool.MAX_IDLE_PROGRAMS > 1


def test_each_player_has_its_own_clock(tmp_path: Path) -> None:
    found = play_units(program(tmp_path), each="nodes=7", times=["p=clock=90+1"])
    assert facts(found[0], "clock")["increment_ms"] == 1000
    assert facts(found[0], "clock")["left_ms"] == [90_000, None]
    engines = list_entrants(
        [], ["name=A cmd=/bin/true args='-x 1' tc=1:30+0.5 restart=on", "spec=random"], "st=2"
    )
    assert [(one.name, one.spec, one.control, one.restart) for one in engines] == [
        ("A", "subprocess:/bin/true -x 1", "clock=90+0.5", True),
        ("random", "random", "move=2", False),
    ]


@pytest.mark.parametrize(
    ("engine", "each", "times"),
    [
        ("name=A", "", []),
        ("cmd=x spec=random", "", []),
        ("spec=random tc=40/10", "", []),
        ("spec=random", "tc=x", []),
        ("spec=random ponder=on", "", []),
        ("spec=random", "color=red", []),
        ("spec=random", "", ["other=move=1"]),
        ("spec=random", "", ["random=never"]),
    ],
)
def test_wrong_engine_words_are_refused(engine: str, each: str, times: list[str]) -> None:
    with pytest.raises(InvalidOption):
        list_entrants([], [engine], each, times)
