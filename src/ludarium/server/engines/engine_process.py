"""Engine worker: runs one engine process, and starts the next one when it dies or hangs."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

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

log = logging.getLogger(__name__)
ENGINE_GRACE_S = 10.0  # an engine that exceeds its time limit by this is killed
ENGINE_RESTART_PAUSE_S = 1.0  # before an engine that died at once is restarted


class EngineWorker:
    """Runs one engine process, and starts the next one when it dies or hangs."""

    def __init__(self, pool: EnginePool) -> None:
        self.pool = pool
        self.job: EngineJob | SiteJob | None = None
        self.process: asyncio.subprocess.Process | None = None
        self.number = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._running = asyncio.get_running_loop().create_task(self._run_engines())

    @property
    def is_free(self) -> bool:
        """Whether the engine runs and has no job."""
        return self.process is not None and self.job is None

    def start_job(self, job: EngineJob) -> None:
        """Send a player's search to the engine, with a deadline."""
        seconds = self.pool.search_seconds(job)
        self.job = job
        job.started_at = time.monotonic()
        self.number += 1
        self._send_request(SearchRequest(self.number, job.think, seconds))
        self._set_deadline(seconds)

    def start_site_job(self, job: SiteJob) -> None:
        """Send the rest of a site job to the engine."""
        self.job = job
        self.number += 1
        job.start_slice()
        self._send_request(job.make_request(self.number))
        self._set_deadline(job.reply_seconds)

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
                self._receive_reply(msgspec.json.decode(line, type=EngineReply))

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

    def _send_request(self, request: EngineRequest) -> None:
        if self.process is not None and self.process.stdin is not None:
            # The end of its output reveals a dead engine.
            with suppress(OSError, RuntimeError):
                self.process.stdin.write(msgspec.json.encode(request) + b"\n")

    def _fail_job(self) -> None:
        job, self.job = self.job, None
        self._cancel_deadline()
        if isinstance(job, SiteJob):
            self.pool.finish_site_job(job, "the engine ended")
        elif job is not None:
            self.pool.retry_job(job)

    def _set_deadline(self, seconds: float) -> None:
        self._deadline = asyncio.get_running_loop().call_later(
            seconds + ENGINE_GRACE_S, self._kill_process
        )

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _kill_process(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
