"""Worker processes of this machine; a worker that dies is replaced."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any, NamedTuple

from ludarium.agents.hosting import parent_exit
from ludarium.arena.run.executor import (
    JOBS_AHEAD,
    POLL_S,
    WORKER_ATTEMPTS,
    deadly_job,
    failed_job,
)

STOP_WORKER_S = 5.0  # a worker may take this long to end its agents before it is killed


class PendingJob:
    """A submitted job, and the number of workers that died of it."""

    def __init__(self, task: Callable[[Any], Any], job: Any) -> None:
        self.task = task
        self.job = job
        self.workers_lost = 0


class RaisedError(NamedTuple):
    """The answer of a worker whose task raised an error."""

    text: str


class WorkerProcess:
    """A process, the jobs it was given, and the pipe to it."""

    def __init__(self, cores: frozenset[int]) -> None:
        self.cores = cores
        # Not by forking: the parent may have threads that a child lacks.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=run_worker, args=(theirs, cores, os.getpid()), daemon=True
        )
        self.process.start()
        theirs.close()
        self.jobs: list[PendingJob] = []  # the first is running

    def send_job(self, pending: PendingJob) -> None:
        """Queue a job; if the worker has died, `collect` will find its pipe closed."""
        self.jobs.append(pending)
        with suppress(OSError):
            self.connection.send((pending.task, pending.job))


class ProcessExecutor:
    """Runs jobs in worker processes; the jobs of a worker that dies are run again."""

    def __init__(self, workers: int = 0, *, job_cores: int = 1, pinned: bool = True) -> None:
        available = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self.cores = available if pinned else []
        self.job_cores = min(job_cores, len(available) or job_cores)
        self.size = workers or max((len(available) or os.cpu_count() or 1) // self.job_cores, 1)
        self.capacity = JOBS_AHEAD * self.size
        self.workers: list[WorkerProcess] = []

    @property
    def running(self) -> int:
        """How many jobs are submitted and not yet collected."""
        return sum(len(worker.jobs) for worker in self.workers)

    def submit(self, task: Callable[[Any], Any], job: Any) -> None:
        """Give a job to the worker with the shortest queue."""
        if len(self.workers) < self.size:
            self.workers.append(WorkerProcess(self._assign_cores(len(self.workers))))
        worker = min(self.workers, key=lambda worker: len(worker.jobs))
        worker.send_job(PendingJob(task, job))

    def _assign_cores(self, number: int) -> frozenset[int]:
        """The cores of a worker, none if it may use all."""
        if not self.cores:
            return frozenset()
        first = number * self.job_cores
        return frozenset(
            self.cores[i % len(self.cores)] for i in range(first, first + self.job_cores)
        )

    def collect(self) -> list[tuple[Any, Any]]:
        """All finished jobs with their results, after waiting POLL_S if none has finished."""
        ready = wait([worker.connection for worker in self.workers], POLL_S)
        return [
            finished
            for worker in [one for one in self.workers if one.connection in ready]
            for finished in self._receive_results(worker)
        ]

    def abort_jobs(self) -> None:
        """Abort running jobs by ending all workers. The next job starts new ones."""
        self.close()

    def close(self) -> None:
        """Abort running jobs and end all workers."""
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join(STOP_WORKER_S)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()
        self.workers = []

    def _receive_results(self, worker: WorkerProcess) -> list[tuple[Any, Any]]:
        found: list[tuple[Any, Any]] = []
        try:
            while worker.connection.poll():
                answer = worker.connection.recv()
                job = worker.jobs.pop(0).job
                if isinstance(answer, RaisedError):
                    raise failed_job(job, answer.text)
                found.append((job, answer))
        except (EOFError, OSError):
            self._replace_worker(worker)
        return found

    def _replace_worker(self, worker: WorkerProcess) -> None:
        """Start a new worker with the jobs of one that died."""
        worker.process.join(STOP_WORKER_S)
        worker.connection.close()
        self.workers.remove(worker)
        if worker.jobs:
            worker.jobs[0].workers_lost += 1
            if worker.jobs[0].workers_lost >= WORKER_ATTEMPTS:
                raise deadly_job(worker.jobs[0].job)
        successor = WorkerProcess(worker.cores)
        self.workers.append(successor)
        for pending in worker.jobs:
            successor.send_job(pending)


def run_worker(connection: Connection, cores: frozenset[int], parent: int) -> None:
    """Run one job after another until the pipe closes; the main function of a worker."""
    settle_worker(cores, parent)
    received: SimpleQueue[Any] = SimpleQueue()
    # In a thread: a large job and a large result on their way at once would block each other.
    Thread(target=_receive_jobs, args=(connection, received), daemon=True).start()
    with suppress(OSError):
        while (work := received.get()) is not None:
            connection.send(_run_task(*work))


def _receive_jobs(connection: Connection, received: SimpleQueue[Any]) -> None:
    with suppress(EOFError, OSError):
        while True:
            received.put(connection.recv())
    received.put(None)


def settle_worker(cores: frozenset[int], parent: int) -> None:
    """Pin the worker to its cores, if it has any; ignore interrupts, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # As an exception, so that the agents of the running game are ended too.
    signal.signal(signal.SIGTERM, _exit_worker)
    if cores:
        os.sched_setaffinity(0, cores)
    parent_exit.exit_with_parent(parent)


def _exit_worker(signum: int, frame: FrameType | None) -> None:
    sys.exit()


def _run_task(task: Callable[[Any], Any], job: Any) -> Any:
    try:
        return task(job)
    except Exception as error:  # noqa: BLE001  the parent raises it, whatever it is
        return RaisedError(f"{type(error).__name__}: {error}")
