"""How many cores a game of an event gets."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from ludarium.agents.levels import find_level
from ludarium.arena.formats.event import ArenaEvent, read_entrants
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.run.game_cores import game_cores
from ludarium.cli.event_options import RunOptions
from tests.arena.events import event


def skysummit(*players: str) -> ArenaEvent:
    return event(list(players), grounds=(describe_game("skysummit"),))


@pytest.mark.parametrize(
    ("player", "cores"),
    [
        ("random", 1),
        ("first", 1),
        ("search:nodes=10", 1),
        ("search:seconds=0.1,threads=3", 3),
        ("7", 1),
        ("master:nodes=10", 1),
        ("subprocess:./bot --threads=4", 1),
    ],
)
def test_the_player_with_the_most_threads_decides(player: str, cores: int) -> None:
    assert game_cores(skysummit("a=random", f"b={player}")) == cores


def test_a_level_has_the_threads_of_its_settings() -> None:
    threads = find_level("skysummit", "master").threads
    assert threads > 1
    assert game_cores(skysummit("a=random", "b=master-bold")) == threads


def test_all_seats_think_at_once_where_programs_ponder() -> None:
    players = read_entrants(["a=subprocess:./a", "b=subprocess:./b"])
    pondering = tuple(msgspec.structs.replace(each, ponder=True) for each in players)
    assert game_cores(event(entrants=players)) == 1
    assert game_cores(event(entrants=pondering)) == 2


def test_a_command_line_may_ask_for_more_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []

    def open_executor(kind: str, workers: int, address: str, *, job_cores: int) -> None:
        given.append(job_cores)

    monkeypatch.setattr("ludarium.arena.run.executor.open_executor", open_executor)
    plain = RunOptions()
    for options in (plain, replace(plain, cores=4)):
        options.open_event_executor(skysummit("a=random", "b=search:seconds=0.1,threads=2"))
        options.open_executor()
    assert given == [2, 1, 4, 4]
