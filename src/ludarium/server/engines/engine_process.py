"""Engine process: runs one engine, and starts the next one when it dies."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from ludarium.server.engines.engine_slot import EngineSlot
from ludarium.server.engines.ipc import EngineReply, EngineRequest

if TYPE_CHECKING:
    from ludarium.server.engines.pool import EnginePool

log = logging.getLogger(__name__)
ENGINE_RESTART_PAUSE_S = 1.0  # before an engine that died at once is restarted


class EngineProcess:
    """A child process that gets requests and sends replies, one JSON document per line."""

    def __init__(
        self,
        on_start: Callable[[], None],
        on_reply: Callable[[EngineReply], None],
        on_end: Callable[[], None],
    ) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._on_start = on_start
        self._on_reply = on_reply
        self._on_end = on_end
        self._running = asyncio.get_running_loop().create_task(self._run_engines())

    def send_request(self, request: EngineRequest) -> None:
        """Write a request to the engine."""
        if self.process is not None and self.process.stdin is not None:
            # The end of its output reveals a dead engine.
            with suppress(OSError, RuntimeError):
                self.process.stdin.write(msgspec.json.encode(request) + b"\n")

    def kill(self) -> None:
        """Kill the engine; the next one is started."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def close(self) -> None:
        """Stop the engine, and start no other."""
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running
        if self.process is not None:
            self.kill()
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
            self._on_start()
            await self._read_replies(process)
            with suppress(ProcessLookupError):
                process.kill()
            code = await process.wait()
            log.warning("engine %d ended with %s; another one is started", process.pid, code)
            self.process = None
            self._on_end()
            if time.monotonic() - began < ENGINE_RESTART_PAUSE_S:
                await asyncio.sleep(ENGINE_RESTART_PAUSE_S)

    async def _read_replies(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with suppress(
            ValueError, msgspec.DecodeError
        ):  # an engine that sends other bytes is killed
            while line := await process.stdout.readline():
                self._on_reply(msgspec.json.decode(line, type=EngineReply))


class EngineWorker(EngineSlot):
    """The slot of an engine process of this machine."""

    def __init__(self, pool: EnginePool) -> None:
        super().__init__(pool)
        self.engine = EngineProcess(pool.dispatch_jobs, self._receive_reply, self._fail_job)

    @property
    def process(self) -> asyncio.subprocess.Process | None:
        """The engine, if it runs."""
        return self.engine.process

    @property
    def is_free(self) -> bool:
        """Whether the engine runs and has no job."""
        return self.process is not None and self.job is None

    async def close(self) -> None:
        """Stop the engine, and start no other."""
        await self.engine.close()

    def _send_request(self, request: EngineRequest) -> None:
        self.engine.send_request(request)

    def _abandon_engine(self) -> None:
        self.engine.kill()
