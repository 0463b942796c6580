"""Work spread over processes: those of this machine, or Ray's where it is installed."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from importlib.util import find_spec
from itertools import islice
from typing import Any, TypeVar

from ludarium.agents import lifeline
from ludarium.training.setting import CannotTrain

J = TypeVar("J")
R = TypeVar("R")

# Tasks given out for each worker, so that none waits for the next one.
AHEAD = 2


def open_pool(workers: int = 0, ray: bool = False) -> Executor:
    """An executor with so many workers, 0 for one on every core."""
    workers = workers or os.cpu_count() or 1
    if ray:
        return RayExecutor(workers)
    # Not by forking: the parent may have threads, of torch for example, that a child lacks.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=_settle, initargs=(os.getpid(),))


def _settle(parent: int) -> None:
    """An interrupt from the keyboard reaches every process; only the parent's has to tell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent_death.hold(parent)


def spread(
    pool: Executor, task: Callable[[J], R], jobs: Iterable[J], workers: int = 0
) -> Iterator[tuple[J, R]]:
    """Do the task on every job and give the results as they come, each with its job."""
    left = iter(jobs)
    room = AHEAD * (workers or os.cpu_count() or 1)
    running: dict[Future[R], J] = {pool.submit(task, job): job for job in islice(left, room)}
    try:
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                job = running.pop(future)
                yield job, _result(future)
            for job in islice(left, room - len(running)):
                running[pool.submit(task, job)] = job
    finally:
        for future in running:
            future.cancel()


def _result(future: Future[R]) -> R:
    try:
        return future.result()
    except BrokenExecutor as error:
        # Of too little memory, mostly; what was finished is kept.
        message = "A worker process was killed; the same command goes on."
        raise CannotTrain("worker_lost", message) from error


class RayExecutor(Executor):
    """Ray behind the interface of `concurrent.futures`; a cluster if one is configured."""

    def __init__(self, workers: int) -> None:
        if find_spec("ray") is None:
            raise CannotTrain("missing_extra", "Ray is not installed: pip install ray.")
        import ray  # noqa: PLC0415  large, and seldom there

        self.ray = ray
        if not ray.is_initialized():
            # An address in RAY_ADDRESS leads to a cluster, whose size is not ours to set.
            size = {} if "RAY_ADDRESS" in os.environ else {"num_cpus": workers}
            ray.init(include_dashboard=False, log_to_driver=False, **size)

    def submit(self, task: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """Run a call on some worker."""
        future: Future[Any] = self.ray.remote(task).remote(*args, **named).future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave Ray."""
        self.ray.shutdown()
