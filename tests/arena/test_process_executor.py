"""Worker processes: nothing blocks, every error names its job, no worker outlives its command."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludarium.arena.run.executor import WorkerLost, open_executor, run_jobs
from ludarium.arena.run.process_executor import ProcessExecutor
from ludarium.core.extras import MissingExtra

SCRIPT = """
import os, time
from ludarium.arena.run.process_executor import ProcessExecutor

if __name__ == "__main__":
    executor = ProcessExecutor(2)
    executor.submit(time.sleep, 600)
    print(executor.workers[0].process.pid, flush=True)
    while True:
        executor.collect()
"""
MEBIBYTE = 1 << 20


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends orphans by itself")
def test_workers_do_not_outlive_a_killed_command(tmp_path: Path) -> None:
    script = tmp_path / "command.py"
    script.write_text(SCRIPT, "utf-8")
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as command:
        assert command.stdout is not None
        worker = int(command.stdout.readline())
        assert alive(worker)
        command.kill()
    deadline = time.monotonic() + 60
    while alive(worker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not alive(worker)


def double(block: bytes) -> bytes:
    return block + block


def test_large_jobs_and_large_results_do_not_block_each_other() -> None:
    executor = ProcessExecutor(1)
    jobs = [bytes([number]) * MEBIBYTE for number in range(5)]
    try:
        found = dict(run_jobs(executor, double, jobs))
    finally:
        executor.close()
    assert found == {job: job + job for job in jobs}


def test_a_worker_that_is_killed_is_told_from_other_errors() -> None:
    executor = ProcessExecutor(1)
    with pytest.raises(WorkerLost) as refusal:
        list(run_jobs(executor, os._exit, [1]))
    assert refusal.value.code == "worker_lost"
    executor.close()
    with pytest.raises(WorkerLost, match="ValueError") as refusal:
        list(run_jobs(executor, int, ["seven"]))
    assert refusal.value.code == "job_failed"
    executor.close()


def test_ray_is_asked_for_only_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra) as refusal:
        open_executor("ray", 1)
    assert refusal.value.code == "missing_extra"


def test_a_job_has_as_many_cores_as_it_is_given() -> None:
    available = os.sched_getaffinity(0)
    found = []
    for job_cores in (1, 2, len(available) + 1):
        executor = ProcessExecutor(1, job_cores=job_cores)
        ((_, cores),) = run_jobs(executor, os.sched_getaffinity, [0])
        executor.close()
        assert cores <= available
        found.append(len(cores))
    assert found == [1, min(2, len(available)), len(available)]
    everything = ProcessExecutor(job_cores=len(available))
    assert everything.size == 1
    everything.close()


def test_workers_that_are_not_pinned_may_use_every_core() -> None:
    executor = ProcessExecutor(1, pinned=False)
    ((_, cores),) = run_jobs(executor, os.sched_getaffinity, [0])
    executor.close()
    assert cores == os.sched_getaffinity(0)
