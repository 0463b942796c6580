"""Executors: run jobs in other processes and yield their results in order of completion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Protocol, TypeVar

from ludarium.core.errors import InvalidOption, LudariumError

JOBS_AHEAD = 2  # jobs for each worker, so that a worker need not wait for its next one
POLL_S = 0.5  # the longest wait for a result: the caller may want to stop, or to show the time
WORKER_ATTEMPTS = 3  # workers that a job may end before the job itself is to blame

J = TypeVar("J")
R = TypeVar("R")


class WorkerLost(LudariumError):
    """A job failed: every worker that tried it died, or it raised an error."""


class Executor(Protocol):
    """Runs jobs. The job of a worker that died is run again. Errors name a job by its text."""

    capacity: int  # how many jobs may be submitted at a time

    @property
    def running(self) -> int:
        """How many jobs are submitted and not yet collected."""

    def submit(self, task: Callable[[Any], Any], job: Any) -> None:
        """Run a task on a job; both must be picklable."""

    def collect(self) -> list[tuple[Any, Any]]:
        """All finished jobs with their results, after waiting POLL_S if none has finished."""

    def abort_jobs(self) -> None:
        """Abort running jobs; their results are lost. More jobs may be submitted."""

    def close(self) -> None:
        """Abort running jobs and end all workers."""


def open_executor(
    kind: str, workers: int = 0, address: str = "", *, job_cores: int = 1, pinned: bool = True
) -> Executor:
    """`processes` of this machine (0: as many as its cores allow), or `ray`, here or at an address.

    A pinned process stays on `job_cores` cores, so that times of games can be compared.
    """
    if kind not in ("processes", "ray"):
        raise InvalidOption("unknown_executor", "Games are played by processes or by ray.")
    if kind == "ray":
        from ludarium.arena.run.ray_executor import RayExecutor  # noqa: PLC0415  an extra

        return RayExecutor(workers, address, job_cores)
    from ludarium.arena.run.process_executor import ProcessExecutor  # noqa: PLC0415

    return ProcessExecutor(workers, job_cores=job_cores, pinned=pinned)


def run_jobs(
    executor: Executor, task: Callable[[J], R], jobs: Iterable[J]
) -> Iterator[tuple[J, R]]:
    """Run a task on every job; yield each job with its result in order of completion."""
    waiting = iter(jobs)
    while True:
        for job in islice(waiting, executor.capacity - executor.running):
            executor.submit(task, job)
        if not executor.running:
            return
        yield from executor.collect()


def failed_job(job: object, error: str) -> WorkerLost:
    """The error of a job that raised one."""
    return WorkerLost("job_failed", f"{job} failed: {error}")


def deadly_job(job: object) -> WorkerLost:
    """The error of a job that killed one worker after another."""
    return WorkerLost("worker_lost", f"{job} ended {WORKER_ATTEMPTS} workers.")
