"""The outbox: one thread commits batches in groups, and only then are they sent."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from typing import NamedTuple

from sqlalchemy.exc import InterfaceError, OperationalError

from ludarium.server.runtime.logs import NO_IDS, log_ids
from ludarium.server.storage.lease import LostLease
from ludarium.server.storage.room_leases import LostRoom
from ludarium.server.storage.store import Store, Write

log = logging.getLogger(__name__)
RETRY_INTERVAL_S = 0.5  # between two tries while the database is away
WAITING_BATCHES_LIMIT = 20_000  # with more the server refuses messages
STALLED_S = 2.0  # after which a commit that has not returned counts as a database that is away
STOP_TIMEOUT_S = 5.0  # that a server which stops waits for its database
GIVE_UP_TIMEOUT_S = 0.5  # that the writer then has to come to an end by itself


class Batch(NamedTuple):
    """Writes that are stored together, and the calls for success and for failure.

    A batch that follows a lost one and has a key of it is lost too, because it builds on it.
    """

    writes: list[Write]
    send: Callable[[], None]
    lose: Callable[[], None]
    keys: frozenset[str] = frozenset()


class GaveUp(Exception):
    """The server stops while its database is away."""


def _do_nothing() -> None:
    """The default callback."""


def _ignore_commit(_seconds: float, _writes: int) -> None:
    """The default callback after a commit."""


class Outbox:
    """Batches leave in the order they came in, none before those before it are stored.

    Even one that stores nothing waits: it may tell of what an earlier one has yet to store.
    `rolled_back` is called after every lost batch of a group was told of its loss, `lease_lost`
    once: then nothing is stored or sent any more. `committed` gets the seconds and the writes of
    each commit, in the thread of the writer.
    """

    def __init__(
        self,
        store: Store,
        rolled_back: Callable[[], None] = _do_nothing,
        lease_lost: Callable[[], None] = _do_nothing,
        committed: Callable[[float, int], None] = _ignore_commit,
    ) -> None:
        self.store = store
        self.waiting: list[Batch] = []
        self.failing = False  # the database is away
        self.closed = False  # nothing is stored or sent any more
        self._rolled_back = rolled_back
        self._lease_lost = lease_lost
        self._committed = committed
        self._thread = ThreadPoolExecutor(1, "writer")
        self._running: asyncio.Task[None] | None = None
        self._giving_up = Event()
        self._since: float | None = None  # when the commit began that is under way

    @property
    def full(self) -> bool:
        """Whether so many batches wait that messages are refused."""
        return len(self.waiting) > WAITING_BATCHES_LIMIT

    @property
    def stalled(self) -> bool:
        """Whether the writer has waited for the database for longer than a moment."""
        since = self._since
        return self.failing or (since is not None and time.monotonic() - since > STALLED_S)

    def enqueue(self, batch: Batch) -> None:
        """Queue a batch to be stored and sent."""
        if self.closed:
            return
        if not (self.waiting or self._running or batch.writes):
            batch.send()
            return
        self.waiting.append(batch)
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Store and send waiting batches, or drop them if the database stays away."""
        running = self._running
        if running is not None:
            done, _ = await asyncio.wait({running}, timeout=STOP_TIMEOUT_S)
            if not done:
                log.error("the database is away; batches that are not stored were not acknowledged")
                self.drop()
                await asyncio.wait({running}, timeout=GIVE_UP_TIMEOUT_S)
                running.cancel()
        self.closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    def drop(self) -> None:
        """Store and send nothing any more."""
        self.closed = True
        self.waiting.clear()
        self._giving_up.set()

    async def _run(self) -> None:
        log_ids.set(NO_IDS)  # not the ids of the message whose batch started the task
        loop = asyncio.get_running_loop()
        try:
            while self.waiting:
                group, self.waiting = self.waiting, []
                stored = await self._commit_elsewhere(loop, group)
                if self.closed:
                    return
                for batch, well in zip(group, stored, strict=True):
                    _call_safely(batch.send if well else batch.lose)
                lost = [batch for batch, well in zip(group, stored, strict=True) if not well]
                if lost:
                    self._roll_back({key for batch in lost for key in batch.keys})
        except LostLease:
            self.drop()
            self._lease_lost()
        except GaveUp:
            pass
        finally:
            self._running = None

    def _commit_elsewhere(
        self, loop: asyncio.AbstractEventLoop, group: list[Batch]
    ) -> asyncio.Future[list[bool]]:
        """Commit in the writer's thread.

        One call into the loop is much cheaper than the two linked futures of run_in_executor.
        """
        done: asyncio.Future[list[bool]] = loop.create_future()

        def commit() -> None:
            try:
                stored, error = self._commit(group), None
            except BaseException as caught:  # noqa: BLE001  the task raises it
                stored, error = [], caught
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(_settle, done, stored, error)

        self._thread.submit(commit)
        return done

    def _roll_back(self, lost: set[str]) -> None:
        """Lose also what was put since the commit and builds on what it lost."""
        waiting, self.waiting = self.waiting, []
        for batch in waiting:
            if lost.isdisjoint(batch.keys):
                self.waiting.append(batch)
            else:
                lost |= batch.keys
                _call_safely(batch.lose)
        _call_safely(self._rolled_back)

    # In the writer's thread.

    def _commit(self, group: list[Batch]) -> list[bool]:
        """Which batches are stored: all of them, if the database can."""
        writes = [write for batch in group for write in batch.writes]
        try:
            if writes:
                self._persist(writes)
        except (LostLease, GaveUp):
            raise
        except LostRoom:
            return self._commit_one_by_one(group)
        except Exception:
            log.exception("a group could not be stored; each of its batches is tried alone")
            return self._commit_one_by_one(group)
        return [True] * len(group)

    def _commit_one_by_one(self, group: list[Batch]) -> list[bool]:
        lost: set[str] = set()
        stored = []
        for batch in group:
            well = lost.isdisjoint(batch.keys) and self._commit_alone(batch)
            stored.append(well)
            if not well:
                lost |= batch.keys
        return stored

    def _commit_alone(self, batch: Batch) -> bool:
        try:
            if batch.writes:
                self._persist(batch.writes)
        except (LostLease, GaveUp):
            raise
        except LostRoom:
            log.warning("another node has taken a room over; a batch of it is lost")
            return False
        except Exception:
            log.exception("a batch could not be stored")
            return False
        return True

    def _persist(self, writes: list[Write]) -> None:
        """Commit, and wait for a database that is away: nothing is sent meanwhile."""
        again = False
        self._since = time.monotonic()
        try:
            while True:
                began = time.monotonic()
                try:
                    self.store.commit_writes(writes, again)
                except (OperationalError, InterfaceError) as error:
                    if not again:
                        log.error("the database is away; trying until it is back: %s", error.orig)
                    self.failing = again = True
                    if self._giving_up.wait(RETRY_INTERVAL_S):
                        raise GaveUp from None
                else:
                    self._committed(time.monotonic() - began, len(writes))
                    return
        finally:
            self.failing = self._giving_up.is_set()
            self._since = None


def _settle(
    done: asyncio.Future[list[bool]], stored: list[bool], error: BaseException | None
) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(stored)
    else:
        done.set_exception(error)


def _call_safely(what: Callable[[], None]) -> None:
    """Call what a batch wants; a fault of one does not hold the others up."""
    try:
        what()
    except Exception:
        log.exception("what follows a commit failed")
