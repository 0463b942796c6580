"""Ray: the same games as anywhere, though a worker is killed in the middle, and none twice."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludarium.arena.cluster import Cluster
from ludarium.arena.executor import WorkerLost
from ludarium.arena.formats import open_format
from ludarium.arena.runner import Runner
from ludarium.arena.store import Store
from ludarium.arena.unit import Progress
from tests.arena.events import bot, event
from tests.arena.test_runner import Here, hashes, run

ray: Any = pytest.importorskip("ray")
# Ray leaves warnings about files and forks behind that are not ours.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def two_workers() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield
        ray.shutdown()


def busy() -> list[int]:
    """The processes of Ray that play games."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            name = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if entry.name.isdigit() and name.startswith(b"ray::play"):
            found.append(int(entry.name))
    return found


def test_the_games_are_the_same_as_without_ray(two_workers: None, tmp_path: Path) -> None:
    given = event(["random", "greedy", "first"], format="round-robin", length=3)
    executor = Cluster()
    assert executor.room >= 2
    with Store(tmp_path / "ray", given) as store:
        progress = Runner(store, open_format(given), executor).run(lambda _: None)
    executor.close()
    assert progress.count == 18
    run(tmp_path / "here", given, Here())
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "here")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_the_games_of_a_killed_worker_are_played_again_and_none_twice(
    two_workers: None, tmp_path: Path
) -> None:
    given = event(["random", bot("slow")], length=10)
    executor = Cluster()
    killed: list[int] = []

    def tell(progress: Progress) -> None:
        if progress.count < 4 or killed:
            return
        while not (found := busy()):
            time.sleep(0.01)
        os.kill(found[0], signal.SIGKILL)
        killed.append(found[0])

    with Store(tmp_path / "ray", given) as store:
        progress = Runner(store, open_format(given), executor).run(tell)
        rows = Counter((one.unit, one.game) for one in store.results())
    executor.close()
    assert killed
    assert progress.count == len(rows) == 20
    assert set(rows.values()) == {1}
    run(tmp_path / "here", given, Here())
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "here")


def test_an_error_of_our_own_is_told(two_workers: None, tmp_path: Path) -> None:
    given = event(opening=(9, 9))
    executor = Cluster()
    with Store(tmp_path / "ray", given) as store, pytest.raises(WorkerLost, match="unit 1"):
        Runner(store, open_format(given), executor).run(lambda _: None)
    executor.close()


def test_a_game_that_ends_every_worker_is_told(two_workers: None, tmp_path: Path) -> None:
    given = event(["random", bot("deadly")], length=1)
    executor = Cluster()
    with Store(tmp_path / "ray", given) as store, pytest.raises(WorkerLost, match="workers"):
        Runner(store, open_format(given), executor).run(lambda _: None)
    executor.close()
