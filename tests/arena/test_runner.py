"""Running events: the same games whatever the concurrency, and nothing lost or played twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from ludarium.arena.formats.event import ArenaEvent, Hypotheses
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress, Unit
from ludarium.arena.run.event_store import BadStore, EventStore
from ludarium.arena.run.executor import WorkerLost
from ludarium.arena.run.game_loop import ScheduledGame, play_game, schedule_games
from ludarium.arena.run.process_executor import ProcessExecutor
from ludarium.arena.run.runner import Runner
from tests.arena.events import NOUGHTS, bot, event


class Here:
    """Runs jobs in this process, in any order, and notes them; an executor."""

    def __init__(self, capacity: int = 3) -> None:
        self.capacity = capacity
        self.rng = Random(capacity)
        self.given: list[ScheduledGame] = []
        self.waiting: list[tuple[Callable[[Any], Any], Any]] = []

    @property
    def running(self) -> int:
        return len(self.waiting)

    def submit(self, task: Callable[[Any], Any], job: Any) -> None:
        self.given.append(job)
        self.waiting.append((task, job))

    def collect(self) -> list[tuple[Any, Any]]:
        # In any order: it must not matter.
        task, job = self.waiting.pop(self.rng.randrange(len(self.waiting)))
        return [(job, task(job))]

    def abort_jobs(self) -> None:
        self.waiting = []

    def close(self) -> None:
        self.abort_jobs()


def run(
    path: Path, given: ArenaEvent, executor: Here | ProcessExecutor | None = None
) -> EventProgress:
    with EventStore(path, given) as store:
        return Runner(store, open_format(given), executor or Here()).run(lambda _: None)


def hashes(path: Path) -> list[str]:
    with EventStore(path) as store:
        return [kept.record.hash for kept in store.games()]


def test_the_games_do_not_depend_on_the_concurrency(tmp_path: Path) -> None:
    given = event(["random", "easy:nodes=20", "greedy"], format="round-robin", length=2)
    found = []
    for name, executor in (
        ("a", Here(1)),
        ("b", Here(7)),
        ("c", ProcessExecutor(1)),
        ("d", ProcessExecutor(3)),
    ):
        run(tmp_path / name, given, executor)
        executor.close()
        found.append(hashes(tmp_path / name))
    assert len(found[0]) == 12
    assert all(one == found[0] for one in found)


def test_resuming_plays_exactly_the_rest(tmp_path: Path) -> None:
    given = event(length=6)
    path = tmp_path / "event"
    with EventStore(path, given) as store:
        runner = Runner(store, open_format(given), Here())
        stopped = runner.run(lambda progress: runner.stop() if progress.count == 5 else None)
    assert stopped.count == 5
    executor = Here()
    assert run(path, given, executor).count == 12
    assert len(executor.given) == 7
    run(tmp_path / "whole", given)
    assert hashes(path) == hashes(tmp_path / "whole")
    again = Here()
    run(path, given, again)
    assert again.given == []


def test_a_longer_event_goes_on_where_the_shorter_one_ended(tmp_path: Path) -> None:
    path = tmp_path / "event"
    run(path, event(length=2))
    executor = Here()
    assert run(path, event(length=4), executor).count == 8
    assert len(executor.given) == 4


def test_a_swiss_is_played_round_by_round(tmp_path: Path) -> None:
    given = event([f"p{n}=random" for n in range(5)], format="swiss", length=3)
    progress = run(tmp_path / "event", given, Here(9))
    assert progress.count == 3 * 2 * 2
    groups = {frozenset(games[0].lineup) for games in progress.complete.values()}
    assert len(groups) == 6


def test_a_test_that_is_decided_stops(tmp_path: Path) -> None:
    given = event(["greedy", "random"], format="sprt", length=500, hypotheses=Hypotheses(0, 300))
    executor = Here(4)
    progress = run(tmp_path / "event", given, executor)
    plan = open_format(given)
    ended = len(plan.units(progress.complete))
    assert ended < 500
    assert len(executor.given) <= 2 * ended + 40
    assert executor.running == 0


def test_games_of_a_decided_test_do_not_count_in_the_next_event(tmp_path: Path) -> None:
    tested = event(["greedy", "random"], format="sprt", length=99, hypotheses=Hypotheses(0, 300))
    executor = ProcessExecutor(2)
    run(tmp_path / "test", tested, executor)
    assert executor.running == 0
    assert run(tmp_path / "next", event(length=2), executor).count == 4
    executor.close()
    run(tmp_path / "alone", event(length=2))
    assert hashes(tmp_path / "next") == hashes(tmp_path / "alone")


def test_a_store_keeps_a_game_once_and_gives_everything_back(tmp_path: Path) -> None:
    given = event()
    executor = Here()
    run(tmp_path / "event", given, executor)
    games = [play_game(game) for game in executor.given]
    with EventStore(tmp_path / "event") as store:
        store.add(games)
        assert len(store.results()) == 6
        assert store.event == given
        kept = store.game(0, 1)
        assert kept.result == next(
            one.result for one in games if (one.result.unit, one.result.game) == (0, 1)
        )
        with pytest.raises(BadStore):
            store.game(99, 0)


def test_a_file_of_another_event_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "event"
    run(path, event())
    with pytest.raises(BadStore) as refusal:
        EventStore(path, event(seed=9))
    assert refusal.value.code == "other_event"
    (tmp_path / "text").write_text("not a database" * 100)
    with pytest.raises(BadStore):
        EventStore(tmp_path / "text")
    with pytest.raises(BadStore):
        EventStore(tmp_path / "missing")
    sqlite3.connect(tmp_path / "empty").close()
    with pytest.raises(BadStore):
        EventStore(tmp_path / "empty")


def test_workers_stay_on_cores_of_their_own() -> None:
    executor = ProcessExecutor(2)
    for unit in range(2):
        executor.submit(play_game, _game(unit))
    cores = sorted(os.sched_getaffinity(0))
    finished: list[Any] = []
    while len(finished) < 2:
        finished += executor.collect()
    places = [os.sched_getaffinity(worker.process.pid or 0) for worker in executor.workers]
    executor.close()
    assert places == [{cores[0]}, {cores[1 % len(cores)]}]


def test_a_worker_that_dies_is_replaced_and_its_games_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_TEST_MARK", str(tmp_path / "mark"))
    given = event(["random", bot("deadly_once")])
    executor = ProcessExecutor(2)
    assert run(tmp_path / "event", given, executor).count == 6
    executor.close()
    assert (tmp_path / "mark").exists()


def test_a_game_that_ends_every_worker_is_told(tmp_path: Path) -> None:
    executor = ProcessExecutor(1)
    with pytest.raises(WorkerLost, match="ended 3 workers"):
        run(tmp_path / "event", event(["random", bot("deadly")]), executor)
    executor.close()


def test_an_error_of_our_own_is_told_with_its_game(tmp_path: Path) -> None:
    given = event()
    wrong = msgspec.structs.replace(given, opening=(9, 9))
    executor = ProcessExecutor(1)
    with pytest.raises(WorkerLost, match="Game 1 of unit 1 failed"):
        run(tmp_path / "event", wrong, executor)
    executor.close()


def command(folder: Path, games: int) -> list[str]:
    slow = f"slow={bot('slow')}"
    options = ["--games", str(games), "--workers", "2", "--out", str(folder), "--opening", "0-3"]
    return [sys.executable, "-m", "ludarium", "match", NOUGHTS, "random", slow, *options]


def stored(folder: Path) -> int:
    """How many games are in the folder's only event, as another process sees it."""
    files = list(folder.glob("*.sqlite"))
    if not files:
        return 0
    with sqlite3.connect(f"file:{files[0]}?mode=ro", uri=True, timeout=30) as connection:
        try:
            found = connection.execute("select count(*) from game").fetchone()[0]
        except sqlite3.OperationalError:
            found = 0
    connection.close()
    return int(found)


def children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
            if parent == pid:
                found.append(int(entry.name))
    return found


def alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes in /proc")
@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGINT])
def test_an_event_that_is_ended_loses_no_game_and_the_same_command_plays_the_rest(
    tmp_path: Path, way: signal.Signals
) -> None:
    folder = tmp_path / "runs"
    # Slow moves: on a loaded machine too it is ended before it has played all games.
    running = subprocess.Popen(
        command(folder, 14),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"LUDARIUM_TEST_PAUSE_S": "0.3"},
    )
    while stored(folder) < 3:
        assert running.poll() is None
        time.sleep(0.02)
    before = stored(folder)
    workers = children(running.pid)
    running.send_signal(way)
    output = running.communicate()[0]
    if way == signal.SIGINT:
        assert running.returncode == 130
        assert "the same command goes on" in output
    while any(map(alive, workers)):
        time.sleep(0.02)
    kept = stored(folder)
    assert before <= kept < 14
    done = subprocess.run(
        command(folder, 14),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"LUDARIUM_TEST_PAUSE_S": "0"},
    )
    assert "14" in done.stdout
    assert stored(folder) == 14
    file = next(folder.glob("*.sqlite"))
    with EventStore(file) as store:
        given = store.event
    run(tmp_path / "whole", given)
    assert hashes(file) == hashes(tmp_path / "whole")


def _game(unit: int) -> ScheduledGame:
    return schedule_games(event(), Unit(unit, 0, (0, 1)))[0]
