"""Engine slot: the job of one engine, wherever that engine runs."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ludarium.server.engines.ipc import (
    EngineReply,
    EngineRequest,
    SearchReply,
    SearchRequest,
    StopRequest,
)
from ludarium.server.engines.player_jobs import EngineJob
from ludarium.server.engines.site_jobs import SiteJob

if TYPE_CHECKING:
    from ludarium.server.engines.pool import EnginePool

ENGINE_GRACE_S = 10.0  # an engine that exceeds its time limit by this is killed


class EngineSlot(ABC):
    """Sends one job after another to an engine, each with a deadline."""

    def __init__(self, pool: EnginePool) -> None:
        self.pool = pool
        self.job: EngineJob | SiteJob | None = None
        self.number = 0
        self._deadline: asyncio.TimerHandle | None = None

    @property
    @abstractmethod
    def is_free(self) -> bool:
        """Whether the engine runs and has no job."""

    @abstractmethod
    async def close(self) -> None:
        """Stop the engine, and start no other."""

    @abstractmethod
    def _send_request(self, request: EngineRequest) -> None:
        """Send a request; a lost engine is noticed later."""

    @abstractmethod
    def _abandon_engine(self) -> None:
        """The engine has missed its deadline."""

    def start_job(self, job: EngineJob) -> None:
        """Send a player's search to the engine, with a deadline."""
        seconds = self.pool.search_seconds(job)
        self.job = job
        job.started_at = time.monotonic()
        self.number += 1
        self._set_deadline(seconds)
        self._send_request(SearchRequest(self.number, job.think, seconds))

    def start_site_job(self, job: SiteJob) -> None:
        """Send the rest of a site job to the engine."""
        self.job = job
        self.number += 1
        job.start_slice()
        self._set_deadline(job.reply_seconds)
        self._send_request(job.make_request(self.number))

    @property
    def site_job(self) -> SiteJob | None:
        """The site job at this engine, unless it was told to stop."""
        job = self.job
        return job if isinstance(job, SiteJob) and not job.stopped else None

    def stop_site_job(self) -> None:
        """End the slice of a site job; its engine is free a moment later."""
        job = self.site_job
        if job is not None:
            job.stopped = True
            self._send_request(StopRequest(self.number))

    def stop_unwanted(self) -> None:
        """Stop the search of a cancelled job."""
        if isinstance(self.job, SiteJob):
            if not self.job.wanted:
                self.stop_site_job()
        elif self.job is not None and not self.job.wanted:
            self._send_request(StopRequest(self.number))

    def _receive_reply(self, reply: EngineReply) -> None:
        job = self.job
        self._cancel_deadline()
        if isinstance(reply, SearchReply):
            self.job = None
            if isinstance(job, EngineJob):
                self.pool.finish_job(job, reply)
            return
        if reply.final:
            self.job = None
        if not isinstance(job, SiteJob):
            return
        if not reply.error and job.wanted:
            job.receive(reply)
        if reply.final:
            job.end_slice()
            self.pool.finish_site_job(job, reply.error)
        else:
            self._set_deadline(job.reply_seconds)

    def _fail_job(self) -> None:
        job, self.job = self.job, None
        self._cancel_deadline()
        if isinstance(job, SiteJob):
            self.pool.finish_site_job(job, "the engine ended")
        elif job is not None:
            self.pool.retry_job(job)

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = asyncio.get_running_loop().call_later(
            seconds + ENGINE_GRACE_S, self._abandon_engine
        )

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
