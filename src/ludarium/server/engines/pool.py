"""Workers: engine processes for the bots, asked in turn and replaced when they die."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from ludarium.server.engines.ipc import Order, Stop, Thought
from ludarium.server.protocol.effects import Think

log = logging.getLogger(__name__)
LIMIT = 2.0  # seconds after its turn began until a bot has answered
MARGIN = 0.2  # of them, for the way there and back
SPARE = 0.7  # of them, where many wait: then the processors are not the bots' alone
LEAST = 0.02  # that a search gets, however many wait
PATIENCE = 0.7  # seconds until it is told that a bot waits, and again after each
GRACE = 10.0  # seconds beyond its time until an engine counts as lost
TRIES = 4  # of one question; from the third on the answer may be weak
MEMORY = 16  # answers, by which what one costs is reckoned
PAUSE = 1.0  # seconds before an engine that died at once is started again

Tell = Callable[[str, int, int, float], None]  # room, request, move, seconds
Advise = Callable[[str, int, list[int], float], None]  # room, request, line, odds
Wait = Callable[[str, int, int], None]  # room, seat, place in the queue


class Job:
    """A question and what became of it."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.at = time.monotonic()
        self.given = self.at
        self.tries = 0
        self.wanted = True


class Pool:
    """First come, first served; the more wait, the shorter everybody thinks."""

    def __init__(self, size: int, tell: Tell, wait: Wait, advise: Advise | None = None) -> None:
        self.size = size or os.cpu_count() or 1
        self.tell = tell
        self.wait = wait
        self.advise = advise
        self.queue: deque[Job] = deque()
        self.workers: list[Worker] = []
        self.plans: dict[str, tuple[tuple[int, ...], list[int]]] = {}
        self.cost = 0.0  # what an answer takes beside its search, of late
        self.closed = False
        self._watch: asyncio.TimerHandle | None = None

    def warm(self) -> None:
        """Start every engine, so that the first bot need not wait for that."""
        while len(self.workers) < self.size and not self.closed:
            self.workers.append(Worker(self))

    def ask(self, think: Think) -> None:
        """Have a bot's move found."""
        if not think.hint:
            before, rest = self.plans.pop(think.room, ((), []))
            if rest and before == think.moves:
                self._answer(think, rest, 0.0)
                return
        self.queue.append(Job(think))
        self._dispatch()
        if self.queue and self._watch is None:
            self._watch = asyncio.get_running_loop().call_later(PATIENCE, self._look)

    def cancel(self, room: str, request: int) -> None:
        """Have a question dropped; its answer is not told any more."""
        self.plans.pop(room, None)
        running = [worker.job for worker in self.workers if worker.job]
        for job in (*self.queue, *running):
            if (job.think.room, job.think.request) == (room, request):
                job.wanted = False
        self.queue = deque(job for job in self.queue if job.wanted)
        for worker in self.workers:
            worker.stop_unwanted()

    async def close(self) -> None:
        """End every engine."""
        self.closed = True
        if self._watch is not None:
            self._watch.cancel()
        for worker in self.workers:
            await worker.end()

    def done(self, job: Job, thought: Thought) -> None:
        """An engine has answered, or could not."""
        if thought.error:
            log.error("an engine could not answer: %s", thought.error)
            self.lost(job)
        elif job.wanted:
            cost = time.monotonic() - job.given - thought.seconds
            self.cost += (cost - self.cost) / MEMORY
            if job.think.hint:
                self._hint(job.think, thought)
            else:
                self._answer(job.think, thought.moves, thought.seconds)
        self._dispatch()

    def lost(self, job: Job) -> None:
        """A question was not answered: it goes first, and to another engine."""
        job.tries += 1
        if not job.wanted or self.closed:
            return
        if job.tries >= TRIES:
            log.critical("nobody can answer for room %s", job.think.room)
            return
        if job.tries > 1:
            job.think = replace(job.think, level="easy")
        self.queue.appendleft(job)
        self._dispatch()

    def _answer(self, think: Think, moves: list[int], seconds: float) -> None:
        if len(moves) > 1:
            self.plans[think.room] = ((*think.moves, moves[0]), moves[1:])
        # Soon, not now: whoever asks is not yet done with what it says.
        soon = asyncio.get_running_loop().call_soon
        soon(self.tell, think.room, think.request, moves[0], seconds)

    def _hint(self, think: Think, thought: Thought) -> None:
        if self.advise is not None:
            soon = asyncio.get_running_loop().call_soon
            soon(self.advise, think.room, think.request, thought.moves, thought.chance)

    def _dispatch(self) -> None:
        while self.queue and not self.closed:
            free = next((worker for worker in self.workers if worker.free), None)
            if free is None:
                if len(self.workers) < self.size:
                    self.workers.append(Worker(self))
                return
            free.give(self.queue.popleft())

    def seconds(self, job: Job) -> float:
        """What a search may take, so that it and those that wait are done in time."""
        waited = time.monotonic() - job.at
        most = min(LIMIT - MARGIN - waited, job.think.seconds or LIMIT)
        if self.queue:
            share = (LIMIT - SPARE) / (1 + len(self.queue) / self.size) - self.cost
            most = min(most, share)
        return max(most, LEAST)

    def ready(self) -> None:
        """An engine is free."""
        self._dispatch()

    def _look(self) -> None:
        """Tell the rooms whose bots have been waiting for long."""
        self._watch = None
        late = time.monotonic() - PATIENCE
        for place, job in enumerate(self.queue, 1):
            if job.at <= late and not job.think.hint:
                self.wait(job.think.room, job.think.seat, place)
        if self.queue:
            self._watch = asyncio.get_running_loop().call_later(PATIENCE, self._look)


class Worker:
    """One engine process after another: when it is killed or hangs, the next one is started."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.job: Job | None = None
        self.process: asyncio.subprocess.Process | None = None
        self.number = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._running = asyncio.get_running_loop().create_task(self._run())

    @property
    def free(self) -> bool:
        """Whether it can be asked."""
        return self.process is not None and self.job is None

    def give(self, job: Job) -> None:
        """Ask it."""
        seconds = self.pool.seconds(job)
        self.job = job
        job.given = time.monotonic()
        self.number += 1
        self._say(Order(self.number, job.think, seconds))
        self._deadline = asyncio.get_running_loop().call_later(seconds + GRACE, self._kill)

    def stop_unwanted(self) -> None:
        """Have it come to an end with what nobody wants any more."""
        if self.job is not None and not self.job.wanted:
            self._say(Stop(self.number))

    async def end(self) -> None:
        """No more engines."""
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running
        if self.process is not None:
            self._kill()
            await self.process.wait()

    async def _run(self) -> None:
        while True:
            began = time.monotonic()
            self.process = process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ludarium.server.engines.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            self.pool.ready()
            await self._read(process)
            with suppress(ProcessLookupError):
                process.kill()
            code = await process.wait()
            log.warning("engine %d ended with %s; another one is started", process.pid, code)
            self.process = None
            self._lose()
            if time.monotonic() - began < PAUSE:
                await asyncio.sleep(PAUSE)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with suppress(ValueError, msgspec.DecodeError):  # whoever speaks so is no engine of ours
            while line := await process.stdout.readline():
                thought = msgspec.json.decode(line, type=Thought)
                job, self.job = self.job, None
                self._rest()
                if job is not None:
                    self.pool.done(job, thought)

    def _say(self, told: Order | Stop) -> None:
        if self.process is not None and self.process.stdin is not None:
            # An engine that is gone is found out by its output.
            with suppress(OSError, RuntimeError):
                self.process.stdin.write(msgspec.json.encode(told) + b"\n")

    def _lose(self) -> None:
        job, self.job = self.job, None
        self._rest()
        if job is not None:
            self.pool.lost(job)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
