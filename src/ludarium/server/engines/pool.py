"""Engine pool: the queues of searches, and the engines that they are given to."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from collections.abc import Callable

from msgspec.structs import replace

from ludarium.server.engines.engine_process import EngineWorker
from ludarium.server.engines.engine_slot import EngineSlot
from ludarium.server.engines.ipc import SearchReply
from ludarium.server.engines.player_jobs import EngineJob
from ludarium.server.engines.site_jobs import SiteJob, SiteQueue
from ludarium.server.protocol.effects import Think

log = logging.getLogger(__name__)
BOT_TURN_LIMIT_S = 2.0  # a bot moves within this time after its turn began
ROUND_TRIP_MARGIN_S = 0.2  # of the limit, for the way to the engine and back
BUSY_MARGIN_S = 0.7  # of the limit, with a queue: then the processors have other work too
MIN_BOT_SEARCH_S = 0.02  # with any queue
REPORT_WAIT_S = 0.7  # between two reports that a bot waits in the queue
MAX_JOB_ATTEMPTS = 4  # from the third on the level is easy
AVERAGED_REPLIES = 16  # the window of the moving average of their overhead
QUIET_BEFORE_SITE_S = 0.5  # no site job starts so soon after a player had to wait
SITE_TURN_INTERVAL_S = 0.5  # between two looks whether another site job has its turn

MoveCallback = Callable[[str, int, int, float], None]  # room, request, move, seconds
HintCallback = Callable[[str, int, list[int], float], None]  # room, request, line, odds
WaitCallback = Callable[[str, int, int], None]  # room, seat, place in the queue


class EnginePool:
    """Players' moves first, then hints, analyses and reviews.

    A longer queue of players shortens their searches. Site jobs shorten none: they end as soon as
    a player needs their engine, and one engine is always left to players if there are several.
    """

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
        self.queue: deque[EngineJob] = deque()  # players' searches
        self.site_queue = SiteQueue()
        self.workers: list[EngineSlot] = []
        self.plans: dict[str, tuple[tuple[int, ...], list[int]]] = {}
        self.cost = 0.0  # seconds of overhead beside the search, a moving average
        self.closed = False
        self._crowded_at = 0.0  # when a player's search last found no free engine
        self._wait_timer: asyncio.TimerHandle | None = None
        self._turn_timer: asyncio.TimerHandle | None = None

    def connect(self) -> None:
        """Do nothing: engines are processes of this machine."""

    def start_engines(self) -> None:
        """Start every engine, so that the first bot need not wait for the start."""
        while len(self.workers) < self.size and not self.closed:
            self.workers.append(self._make_worker())

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
        running = [worker.job for worker in self.workers]
        for job in (*self.queue, *running):
            if not isinstance(job, EngineJob):
                continue
            if (job.think.room, job.think.request) == (room, request):
                job.wanted = False
        self.queue = deque(job for job in self.queue if job.wanted)
        for worker in self.workers:
            worker.stop_unwanted()

    def enqueue_site_job(self, job: SiteJob) -> None:
        """Queue an analysis or a review."""
        self.site_queue.add_job(job)
        self.dispatch_jobs()

    def cancel_site_job(self, job: SiteJob) -> None:
        """Drop a site job; its page hears nothing of it any more."""
        job.wanted = False
        self.site_queue.remove_job(job)
        for worker in self.workers:
            worker.stop_unwanted()

    @property
    def engine_count(self) -> int:
        """How many engines have started."""
        return len(self.workers)

    @property
    def site_job_count(self) -> int:
        """How many site jobs wait or run."""
        running = [worker.job for worker in self.workers if isinstance(worker.job, SiteJob)]
        return len(self.site_queue) + sum(job.wanted for job in running)

    async def close(self) -> None:
        """Stop every engine."""
        self.closed = True
        for timer in (self._wait_timer, self._turn_timer):
            if timer is not None:
                timer.cancel()
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

    def finish_site_job(self, job: SiteJob, error: str = "") -> None:
        """Queue a site job again if it is not done, and give its engine to the next job."""
        if error:
            log.error("an engine failed at a site job: %s", error)
            job.fail_slice()
        if job.wanted and not self.closed:
            if not job.finished and not job.failed:
                self.site_queue.add_job(job)
            job.notify()
        self.dispatch_jobs()

    def dispatch_jobs(self) -> None:
        """Give queued jobs to free workers, and start a worker if none is free."""
        while self.queue and not self.closed:
            free = self._free_worker()
            if free is None:
                self._crowded_at = time.monotonic()
                self._stop_site_jobs(len(self.queue))
                break
            free.start_job(self._next_search())
        quiet = time.monotonic() - self._crowded_at >= QUIET_BEFORE_SITE_S
        while self.site_queue and quiet and not self.closed:
            running = sum(isinstance(worker.job, SiteJob) for worker in self.workers)
            if running >= max(self.size - 1, 1):
                break
            free = self._free_worker(site=True)
            if free is None:
                break
            free.start_site_job(self.site_queue.next_job())
        if self.site_queue and self._turn_timer is None and not self.closed:
            self._turn_timer = asyncio.get_running_loop().call_later(
                SITE_TURN_INTERVAL_S, self._change_turns
            )

    def _make_worker(self) -> EngineSlot:
        return EngineWorker(self)

    def _free_worker(self, site: bool = False) -> EngineSlot | None:
        """A worker without a job; if there is none, another one is started if possible."""
        free = next((worker for worker in self.workers if worker.is_free), None)
        if free is None and len(self.workers) < self.size:
            self.workers.append(self._make_worker())
        return free

    def _next_search(self) -> EngineJob:
        """The first move that a bot waits for, or the first hint."""
        job = next((job for job in self.queue if not job.think.hint), self.queue[0])
        self.queue.remove(job)
        return job

    def _stop_site_jobs(self, count: int) -> None:
        """Stop this many site jobs, reviews before analyses; players get their engines."""
        stopping = sum(
            isinstance(worker.job, SiteJob) and worker.job.stopped for worker in self.workers
        )
        running = [worker for worker in self.workers if worker.site_job is not None]
        running.sort(key=lambda worker: -worker.site_job.priority if worker.site_job else 0)
        for worker in running[: max(count - stopping, 0)]:
            worker.stop_site_job()

    def _change_turns(self) -> None:
        """Stop site jobs that had their slice while others wait."""
        self._turn_timer = None
        for worker in self.workers:
            job = worker.site_job
            if job is not None and self.site_queue.outranks(job):
                worker.stop_site_job()
                break
        self.dispatch_jobs()

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
