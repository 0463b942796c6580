"""Engine pool: a queue of searches, and worker processes that are replaced when they die."""

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

from ludarium.server.engines.ipc import SearchReply, SearchRequest, StopRequest
from ludarium.server.protocol.effects import Think

log = logging.getLogger(__name__)
BOT_TURN_LIMIT_S = 2.0  # a bot moves within this time after its turn began
ROUND_TRIP_MARGIN_S = 0.2  # of the limit, for the way to the engine and back
BUSY_MARGIN_S = 0.7  # of the limit, with a queue: then the processors have other work too
MIN_BOT_SEARCH_S = 0.02  # with any queue
REPORT_WAIT_S = 0.7  # between two reports that a bot waits in the queue
ENGINE_GRACE_S = 10.0  # an engine that exceeds its time limit by this is killed
MAX_JOB_ATTEMPTS = 4  # from the third on the level is easy
AVERAGED_REPLIES = 16  # the window of the moving average of their overhead
ENGINE_RESTART_PAUSE_S = 1.0  # before an engine that died at once is restarted

MoveCallback = Callable[[str, int, int, float], None]  # room, request, move, seconds
HintCallback = Callable[[str, int, list[int], float], None]  # room, request, line, odds
WaitCallback = Callable[[str, int, int], None]  # room, seat, place in the queue


class EngineJob:
    """A search in the queue or at a worker."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.queued_at = time.monotonic()
        self.started_at = self.queued_at
        self.attempts = 0
        self.wanted = True


class EnginePool:
    """First come, first served; a longer queue shortens every search."""

    def __init__(
        self,
        size: int,
        on_move: MoveCallback,
        on_wait: WaitCallback,
        on_hint: HintCallback | None = None,
    ) -> None:
        self.size = size or os.cpu_count() or 1
        self.on_move = on_move
        self.on_wait = on_wait
        self.on_hint = on_hint
        self.queue: deque[EngineJob] = deque()
        self.workers: list[EngineWorker] = []
        self.plans: dict[str, tuple[tuple[int, ...], list[int]]] = {}
        self.cost = 0.0  # seconds of overhead beside the search, a moving average
        self.closed = False
        self._wait_timer: asyncio.TimerHandle | None = None

    def start_engines(self) -> None:
        """Start every engine, so that the first bot need not wait for the start."""
        while len(self.workers) < self.size and not self.closed:
            self.workers.append(EngineWorker(self))

    def enqueue_search(self, think: Think) -> None:
        """Queue the search for a bot's move or a hint."""
        if not think.hint:
            before, rest = self.plans.pop(think.room, ((), []))
            if rest and before == think.moves:
                self._deliver_moves(think, rest, 0.0)
                return
        self.queue.append(EngineJob(think))
        self.dispatch_jobs()
        if self.queue and self._wait_timer is None:
            self._wait_timer = asyncio.get_running_loop().call_later(
                REPORT_WAIT_S, self._report_waits
            )

    def cancel_search(self, room: str, request: int) -> None:
        """Drop a search; its result is not delivered any more."""
        self.plans.pop(room, None)
        running = [worker.job for worker in self.workers if worker.job]
        for job in (*self.queue, *running):
            if (job.think.room, job.think.request) == (room, request):
                job.wanted = False
        self.queue = deque(job for job in self.queue if job.wanted)
        for worker in self.workers:
            worker.stop_unwanted()

    async def close(self) -> None:
        """Stop every engine."""
        self.closed = True
        if self._wait_timer is not None:
            self._wait_timer.cancel()
        for worker in self.workers:
            await worker.close()

    def finish_job(self, job: EngineJob, reply: SearchReply) -> None:
        """Deliver the reply of an engine, or retry after an error."""
        if reply.error:
            log.error("an engine failed: %s", reply.error)
            self.retry_job(job)
        elif job.wanted:
            cost = time.monotonic() - job.started_at - reply.seconds
            self.cost += (cost - self.cost) / AVERAGED_REPLIES
            if job.think.hint:
                self._deliver_hint(job.think, reply)
            else:
                self._deliver_moves(job.think, reply.moves, reply.seconds)
        self.dispatch_jobs()

    def retry_job(self, job: EngineJob) -> None:
        """Put a failed search at the head of the queue, unless it failed too often."""
        job.attempts += 1
        if not job.wanted or self.closed:
            return
        if job.attempts >= MAX_JOB_ATTEMPTS:
            log.critical("no engine can find a move for room %s", job.think.room)
            return
        if job.attempts > 1:
            job.think = replace(job.think, level="easy")
        self.queue.appendleft(job)
        self.dispatch_jobs()

    def _deliver_moves(self, think: Think, moves: list[int], seconds: float) -> None:
        if len(moves) > 1:
            self.plans[think.room] = ((*think.moves, moves[0]), moves[1:])
        # Later, because the caller has not yet finished its own batch.
        soon = asyncio.get_running_loop().call_soon
        soon(self.on_move, think.room, think.request, moves[0], seconds)

    def _deliver_hint(self, think: Think, reply: SearchReply) -> None:
        if self.on_hint is not None:
            soon = asyncio.get_running_loop().call_soon
            soon(self.on_hint, think.room, think.request, reply.moves, reply.chance)

    def dispatch_jobs(self) -> None:
        """Give queued jobs to free workers, and start a worker if none is free."""
        while self.queue and not self.closed:
            free = next((worker for worker in self.workers if worker.is_free), None)
            if free is None:
                if len(self.workers) < self.size:
                    self.workers.append(EngineWorker(self))
                return
            free.start_job(self.queue.popleft())

    def search_seconds(self, job: EngineJob) -> float:
        """The time limit of a search, so that the queue behind it is served in time too."""
        waited = time.monotonic() - job.queued_at
        most = min(
            BOT_TURN_LIMIT_S - ROUND_TRIP_MARGIN_S - waited, job.think.seconds or BOT_TURN_LIMIT_S
        )
        if self.queue:
            share = (BOT_TURN_LIMIT_S - BUSY_MARGIN_S) / (
                1 + len(self.queue) / self.size
            ) - self.cost
            most = min(most, share)
        return max(most, MIN_BOT_SEARCH_S)

    def _report_waits(self) -> None:
        """Report long waits to the rooms of the bots."""
        self._wait_timer = None
        late = time.monotonic() - REPORT_WAIT_S
        for place, job in enumerate(self.queue, 1):
            if job.queued_at <= late and not job.think.hint:
                self.on_wait(job.think.room, job.think.seat, place)
        if self.queue:
            self._wait_timer = asyncio.get_running_loop().call_later(
                REPORT_WAIT_S, self._report_waits
            )


class EngineWorker:
    """Runs one engine process, and starts the next one when it dies or hangs."""

    def __init__(self, pool: EnginePool) -> None:
        self.pool = pool
        self.job: EngineJob | None = None
        self.process: asyncio.subprocess.Process | None = None
        self.number = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._running = asyncio.get_running_loop().create_task(self._run_engines())

    @property
    def is_free(self) -> bool:
        """Whether the engine runs and has no job."""
        return self.process is not None and self.job is None

    def start_job(self, job: EngineJob) -> None:
        """Send a job to the engine, with a deadline."""
        seconds = self.pool.search_seconds(job)
        self.job = job
        job.started_at = time.monotonic()
        self.number += 1
        self._send_request(SearchRequest(self.number, job.think, seconds))
        self._deadline = asyncio.get_running_loop().call_later(
            seconds + ENGINE_GRACE_S, self._kill_process
        )

    def stop_unwanted(self) -> None:
        """Stop the search of a cancelled job."""
        if self.job is not None and not self.job.wanted:
            self._send_request(StopRequest(self.number))

    async def close(self) -> None:
        """Stop the engine, and start no other."""
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running
        if self.process is not None:
            self._kill_process()
            await self.process.wait()

    async def _run_engines(self) -> None:
        while True:
            began = time.monotonic()
            self.process = process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "ludarium.server.engines.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            self.pool.dispatch_jobs()
            await self._read_replies(process)
            with suppress(ProcessLookupError):
                process.kill()
            code = await process.wait()
            log.warning("engine %d ended with %s; another one is started", process.pid, code)
            self.process = None
            self._fail_job()
            if time.monotonic() - began < ENGINE_RESTART_PAUSE_S:
                await asyncio.sleep(ENGINE_RESTART_PAUSE_S)

    async def _read_replies(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with suppress(
            ValueError, msgspec.DecodeError
        ):  # an engine that sends other bytes is killed
            while line := await process.stdout.readline():
                reply = msgspec.json.decode(line, type=SearchReply)
                job, self.job = self.job, None
                self._cancel_deadline()
                if job is not None:
                    self.pool.finish_job(job, reply)

    def _send_request(self, request: SearchRequest | StopRequest) -> None:
        if self.process is not None and self.process.stdin is not None:
            # The end of its output reveals a dead engine.
            with suppress(OSError, RuntimeError):
                self.process.stdin.write(msgspec.json.encode(request) + b"\n")

    def _fail_job(self) -> None:
        job, self.job = self.job, None
        self._cancel_deadline()
        if job is not None:
            self.pool.retry_job(job)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _kill_process(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
