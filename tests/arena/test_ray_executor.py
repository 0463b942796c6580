"""Ray: the same games as anywhere, though a worker is killed in the middle, and none twice."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import ray
from ray._private import services

from ludarium.arena.formats.schedule import open_format
from ludarium.arena.formats.unit import EventProgress
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.executor import WorkerLost
from ludarium.arena.run.ray_executor import RayExecutor
from ludarium.arena.run.runner import Runner
from tests.arena.events import bot, event
from tests.arena.test_runner import Here, hashes, run

START_S = 600.0  # for the slowest machine too
# Ray leaves warnings about files and forks behind that are not ours.
pytestmark = pytest.mark.filterwarnings("ignore")


def find_node(*asked: Any, ask: Any = services.get_node) -> Any:
    """Ray asks for a node that starts for 30 seconds only, which a loaded machine may need."""
    end = time.monotonic() + START_S
    while time.monotonic() < end:
        with suppress(RuntimeError):
            return ask(*asked)
        time.sleep(0.1)
    return ask(*asked)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A Ray of one node with two workers; a test may add nodes, and remove them."""
    from ray.cluster_utils import Cluster as Nodes

    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        warnings.simplefilter("ignore")
        patch.setattr(services, "get_node", find_node)
        head = {"num_cpus": 2, "include_dashboard": False}
        found = Nodes(initialize_head=True, head_node_args=head)
        ray.init(address=found.address, log_to_driver=False)
        yield found
        ray.shutdown()
        found.shutdown()


def parent(process: int) -> int:
    """Who started a process; 0 if there is none."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0
    return int(stat.rpartition(")")[2].split()[1])


def ours(process: int) -> bool:
    while process > 1:
        if process == os.getpid():
            return True
        process = parent(process)
    return False


def busy() -> list[int]:
    """The processes of our Ray that play games."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            name = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if entry.name.isdigit() and name.startswith(b"ray::play_game") and ours(int(entry.name)):
            found.append(int(entry.name))
    return found


def test_the_games_are_the_same_as_without_ray(nodes: Any, tmp_path: Path) -> None:
    given = event(["random", "greedy", "first"], format="round-robin", length=3)
    executor = RayExecutor()
    assert executor.capacity >= 2
    with EventStore(tmp_path / "ray", given) as store:
        progress = Runner(store, open_format(given), executor).run(lambda _: None)
    executor.close()
    assert progress.count == 18
    run(tmp_path / "here", given, Here())
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "here")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_the_games_of_a_killed_worker_are_played_again_and_none_twice(
    nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = event(["random", bot("slow")], length=10)
    executor = RayExecutor()
    killed: list[int] = []

    def tell(progress: EventProgress) -> None:
        if progress.count < 4 or killed:
            return
        # No wait for a busy worker: all games that were submitted may be over by now.
        for pid in busy()[:1]:
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    with EventStore(tmp_path / "ray", given) as store:
        progress = Runner(store, open_format(given), executor).run(tell)
        rows = Counter((one.unit, one.game) for one in store.results())
    executor.close()
    assert killed
    assert progress.count == len(rows) == 20
    assert set(rows.values()) == {1}
    monkeypatch.setenv("LUDARIUM_TEST_PAUSE_S", "0")
    run(tmp_path / "here", given, Here())
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "here")


def test_an_error_of_our_own_is_told(nodes: Any, tmp_path: Path) -> None:
    given = event(opening=(9, 9))
    executor = RayExecutor()
    with EventStore(tmp_path / "ray", given) as store, pytest.raises(WorkerLost, match=r"unit \d"):
        Runner(store, open_format(given), executor).run(lambda _: None)
    executor.close()


def test_a_game_that_ends_every_worker_is_told(nodes: Any, tmp_path: Path) -> None:
    given = event(["random", bot("deadly")], length=1)
    executor = RayExecutor()
    with EventStore(tmp_path / "ray", given) as store, pytest.raises(WorkerLost, match="workers"):
        Runner(store, open_format(given), executor).run(lambda _: None)
    executor.close()


def test_the_games_of_a_dead_node_are_played_again_and_none_twice(
    nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = nodes.add_node(num_cpus=2)
    nodes.wait_for_nodes()
    given = event(["random", bot("slow")], length=16)
    executor = RayExecutor()
    removed: list[int] = []

    def tell(progress: EventProgress) -> None:
        if progress.count >= 8 and not removed:
            nodes.remove_node(second, allow_graceful=False)
            removed.append(progress.count)

    with EventStore(tmp_path / "ray", given) as store:
        progress = Runner(store, open_format(given), executor).run(tell)
        rows = Counter((one.unit, one.game) for one in store.results())
    executor.close()
    assert removed
    assert progress.count == len(rows) == 32
    assert set(rows.values()) == {1}
    monkeypatch.setenv("LUDARIUM_TEST_PAUSE_S", "0")
    run(tmp_path / "here", given, Here())
    assert hashes(tmp_path / "ray") == hashes(tmp_path / "here")
