"""Picture service: one worker process, a bounded queue, and a cache of finished pictures."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from ludarium.server.pictures.picture_worker import (
    PictureOrder,
    PictureRefusal,
    draw_picture,
    prepare_worker,
)
from ludarium.server.protocol.errors import Refused

MAX_CACHE_BYTES = 32 * 1024 * 1024
MAX_WAITING_PICTURES = 16  # a longer queue is refused
WORKER_LIFETIME_PICTURES = 500  # then a new process takes over, so that no leak grows


class PictureService:
    """Draws each picture once while it is cached; equal requests at one time share the work."""

    def __init__(self) -> None:
        self.cache: OrderedDict[PictureOrder, bytes] = OrderedDict()
        self.cached_bytes = 0
        self.running: dict[PictureOrder, asyncio.Task[bytes]] = {}
        self._pool: ProcessPoolExecutor | None = None

    async def draw(self, order: PictureOrder) -> bytes:
        """The picture; Refused if it cannot be drawn or too many wait."""
        found = self.cache.get(order)
        if found is not None:
            self.cache.move_to_end(order)
            return found
        if order not in self.running:
            if len(self.running) >= MAX_WAITING_PICTURES:
                raise Refused("overloaded", "The server is busy; try again.")
            self.running[order] = asyncio.create_task(self._run(order))
        # A visitor who leaves does not stop the work, because others may wait for it.
        return await asyncio.shield(self.running[order])

    async def close(self) -> None:
        """Stop the worker."""
        for task in list(self.running.values()):
            task.cancel()
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, wait=True, cancel_futures=True)
            self._pool = None

    async def _run(self, order: PictureOrder) -> bytes:
        try:
            made = await asyncio.get_running_loop().run_in_executor(
                self._worker(), draw_picture, order
            )
        except BrokenProcessPool:
            self._pool = None  # the next picture starts another process
            raise Refused("overloaded", "The server is busy; try again.") from None
        finally:
            del self.running[order]
        if isinstance(made, PictureRefusal):
            raise Refused(made.code, made.message)
        self._keep(order, made)
        return made

    def _worker(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                multiprocessing.get_context("spawn"),
                prepare_worker,
                max_tasks_per_child=WORKER_LIFETIME_PICTURES,
            )
        return self._pool

    def _keep(self, order: PictureOrder, made: bytes) -> None:
        self.cache[order] = made
        self.cached_bytes += _cache_size(order, made)
        while self.cached_bytes > MAX_CACHE_BYTES:
            old, drawn = self.cache.popitem(last=False)
            self.cached_bytes -= _cache_size(old, drawn)


def _cache_size(order: PictureOrder, made: bytes) -> int:
    return len(order.record) + len(made)
