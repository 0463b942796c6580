"""A crew: worker processes of this machine, each on a core of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType

from ludarium.agents import lifeline
from ludarium.arena.run.executor import AHEAD, MOMENT, TRIES, WorkerLost
from ludarium.arena.run.game_loop import Bout, Played, play

GRACE = 5.0  # seconds for a worker to have its agents leave before it is killed


class Worker:
    """A process, what it was given, and the pipe to it."""

    def __init__(self, core: int | None) -> None:
        self.core = core
        # Not by forking: the parent may have threads that a child lacks.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=work, args=(theirs, core, os.getpid()), daemon=True
        )
        self.process.start()
        theirs.close()
        self.bouts: list[Bout] = []  # the first is being played


class Crew:
    """Plays bouts in worker processes; one that dies is replaced, its bouts are played again."""

    def __init__(self, workers: int = 0) -> None:
        self.cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
        self.size = workers or len(self.cores) or os.cpu_count() or 1
        self.room = AHEAD * self.size
        self.lost: Counter[tuple[int, int]] = Counter()
        self.workers: list[Worker] = []

    @property
    def running(self) -> int:
        """How many bouts are given out."""
        return sum(len(worker.bouts) for worker in self.workers)

    def give(self, bout: Bout) -> None:
        """Have a bout played by the worker that has least to do."""
        if len(self.workers) < self.size:
            core = self.cores[len(self.workers) % len(self.cores)] if self.cores else None
            self.workers.append(Worker(core))
        worker = min(self.workers, key=lambda worker: len(worker.bouts))
        worker.bouts.append(bout)
        _send(worker, bout)

    def take(self) -> list[Played]:
        """All games that have finished, after waiting a moment if none has."""
        ready = wait([worker.connection for worker in self.workers], MOMENT)
        return [
            played
            for worker in [one for one in self.workers if one.connection in ready]
            for played in self._receive(worker)
        ]

    def close(self) -> None:
        """Break off what is running and end all workers."""
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.join(GRACE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()
        self.workers = []

    def _receive(self, worker: Worker) -> list[Played]:
        found: list[Played] = []
        try:
            while worker.connection.poll():
                answer = worker.connection.recv()
                bout = worker.bouts.pop(0)
                if isinstance(answer, str):
                    where = f"Game {bout.game + 1} of unit {bout.unit + 1}"
                    raise WorkerLost("bout_failed", f"{where} cannot be played: {answer}")
                found.append(answer)
        except (EOFError, OSError):
            self._replace(worker)
        return found

    def _replace(self, worker: Worker) -> None:
        """A new worker takes over the bouts of one that died."""
        worker.process.join(GRACE)
        worker.connection.close()
        self.workers.remove(worker)
        successor = Worker(worker.core)
        self.workers.append(successor)
        for at, bout in enumerate(worker.bouts):
            key = (bout.unit, bout.game)
            self.lost[key] += at == 0
            if self.lost[key] >= TRIES:
                message = f"Game {bout.game + 1} of unit {bout.unit + 1} ended {TRIES} workers."
                raise WorkerLost("worker_lost", message)
            successor.bouts.append(bout)
            _send(successor, bout)


def _send(worker: Worker, bout: Bout) -> None:
    # To one that died meanwhile nothing can be sent; `take` will find its pipe closed.
    with suppress(OSError):
        worker.connection.send(bout)


def work(connection: Connection, core: int | None, parent: int) -> None:
    """What a worker does until its pipe closes: play one bout after another."""
    settle(core, parent)
    try:
        while True:
            connection.send(_answer(connection.recv()))
    except (EOFError, OSError):
        return


def settle(core: int | None, parent: int) -> None:
    """Stay on one core, leave interrupts to the parent, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # As an exception, so that the agents of the running game are ended too.
    signal.signal(signal.SIGTERM, _leave)
    if core is not None:
        os.sched_setaffinity(0, {core})
    parent_death.hold(parent)


def _leave(signum: int, frame: FrameType | None) -> None:
    sys.exit()


def _answer(bout: Bout) -> Played | str:
    """The game, or what went wrong in our own code."""
    try:
        return play(bout)
    except Exception as error:  # noqa: BLE001  the parent raises it, whatever it is
        return f"{type(error).__name__}: {error}"
