"""The outbox: what is to be stored is committed in groups by one thread, then it is sent."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError

from ludarium.server.store import Store, Write

log = logging.getLogger(__name__)
PAUSE = 0.5  # seconds between two tries while the database is away
MOST = 20_000  # batches that may wait; with more the server takes no messages


class Batch(NamedTuple):
    """What is stored together, and what is done when it is, or when it cannot be."""

    writes: list[Write]
    send: Callable[[], None]
    lose: Callable[[], None]


class Outbox:
    """Batches leave in the order they came in, none before those before it are stored.

    Even one that stores nothing waits: it may tell of what an earlier one has yet to store.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.waiting: list[Batch] = []
        self.failing = False  # the database is away
        self._thread = ThreadPoolExecutor(1, "writer")
        self._running: asyncio.Task[None] | None = None

    @property
    def full(self) -> bool:
        """Whether so much waits that nothing more should be taken."""
        return len(self.waiting) > MOST

    def put(self, batch: Batch) -> None:
        """Have a batch stored and sent."""
        if not (self.waiting or self._running or batch.writes):
            batch.send()
            return
        self.waiting.append(batch)
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Store and send what is left."""
        if self._running is not None:
            await self._running
        self._thread.shutdown()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self.waiting:
                group, self.waiting = self.waiting, []
                stored = await loop.run_in_executor(self._thread, self._commit, group)
                for batch, well in zip(group, stored, strict=True):
                    if well:
                        batch.send()
                    else:
                        batch.lose()
        finally:
            self._running = None

    # In the writer's thread.

    def _commit(self, group: list[Batch]) -> list[bool]:
        """Which batches are stored: all of them, if the database can."""
        writes = [write for batch in group for write in batch.writes]
        try:
            if writes:
                self._persist(writes)
        except SQLAlchemyError:
            log.exception("a group could not be stored; each of its batches is tried alone")
            return [self._alone(batch) for batch in group]
        return [True] * len(group)

    def _alone(self, batch: Batch) -> bool:
        try:
            self._persist(batch.writes)
        except SQLAlchemyError:
            log.exception("a batch could not be stored")
            return False
        return True

    def _persist(self, writes: list[Write]) -> None:
        """Commit, and wait for a database that is away: nobody is told of anything meanwhile."""
        again = False
        while True:
            try:
                self.store.write(writes, again)
            except (OperationalError, InterfaceError):
                self.failing = again = True
                log.exception("the database is away; trying again")
                time.sleep(PAUSE)
            else:
                self.failing = False
                return
