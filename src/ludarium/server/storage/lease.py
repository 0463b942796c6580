"""Lease: one server at a time writes to a database, and every commit proves that it may.

A lock that ends with its process shows at once whether another server is alive. The epoch in the
row of the lease is the fence: each new holder raises it, and a commit with an older one fails.
"""

from __future__ import annotations

import logging
import os
import socket
import time

from sqlalchemy import Connection, Engine, bindparam, select, update

from ludarium.core.errors import LudariumError
from ludarium.server.storage.database import NoDatabase, open_engine, prepare_tables
from ludarium.server.storage.locks import DatabaseLock, database_lock
from ludarium.server.storage.tables import leases, room_leases

log = logging.getLogger(__name__)
SERVER_LEASE = "server"  # the name of the lease for the whole database
LEASE_TERM_S = 30.0  # each commit extends the lease by this
RENEW_LEASE_S = 10.0  # between two renewals by an idle server
TAKE_LEASE_TIMEOUT_S = 2.0  # a new server waits this long for one that is stopping
TAKE_LEASE_PAUSE_S = 0.05  # between two attempts
MAX_HOLDER_CHARS = 80  # the width of its column

FENCE = (
    update(leases)
    .where(leases.c.name == bindparam("lease"), leases.c.epoch == bindparam("mine"))
    .values(until=bindparam("term"))
)


class LostLease(LudariumError):
    """Another server has taken over the database: this one may not write any more."""


class Lease:
    """The right to write: a lock and a fencing epoch."""

    def __init__(
        self, engine: Engine, lock: DatabaseLock, epoch: int, name: str = SERVER_LEASE
    ) -> None:
        self.engine = engine
        self.lock = lock
        self.epoch = epoch
        self.name = name

    def fence_transaction(self, connection: Connection) -> None:
        """Prove in a transaction that the lease is held until its commit; LostLease if not.

        The update locks the row, so a new holder waits for this commit.
        """
        given = {"lease": self.name, "mine": self.epoch, "term": time.time() + LEASE_TERM_S}
        if connection.execute(FENCE, given).rowcount != 1:
            raise LostLease("lease_lost", "Another server has taken the database over.")

    def renew(self) -> None:
        """Extend the lease, and lock again after an outage; LostLease if another server has it."""
        with self.engine.begin() as connection:
            self.fence_transaction(connection)
        if not self.lock.ensure_held():
            # The epoch is unchanged, so the lock belongs to our own lost connection.
            log.warning("the lock of the database is not held; the next renewal tries again")

    def release(self) -> None:
        """Release the lock, so that another server can start at once."""
        self.lock.release()


def open_leased(written: str) -> Lease:
    """Open a database for a server; NoDatabase if that fails or another server uses it."""
    engine = open_engine(written)
    lock = database_lock(engine, SERVER_LEASE)
    try:
        acquire_lock(lock)
        prepare_tables(engine)
        epoch = raise_epoch(engine)
        with engine.begin() as connection:
            connection.execute(room_leases.delete())  # a former cluster is fenced off too
        return Lease(engine, lock, epoch)
    except BaseException:
        lock.release()
        engine.dispose()
        raise


def acquire_lock(lock: DatabaseLock, timeout_s: float | None = None) -> None:
    """Wait for a lock for a while; NoDatabase if another server keeps it."""
    until = time.monotonic() + (TAKE_LEASE_TIMEOUT_S if timeout_s is None else timeout_s)
    while not lock.acquire():
        if time.monotonic() > until:
            raise NoDatabase("database_in_use", "Another server uses this database.")
        time.sleep(TAKE_LEASE_PAUSE_S)


def raise_epoch(engine: Engine) -> int:
    """Become the holder: from now on every commit of an earlier holder fails."""
    holder = f"{socket.gethostname()}:{os.getpid()}"[:MAX_HOLDER_CHARS]
    held = {"holder": holder, "until": time.time() + LEASE_TERM_S}
    mine = leases.c.name == SERVER_LEASE
    with engine.begin() as connection:
        raised = update(leases).where(mine).values(epoch=leases.c.epoch + 1, **held)
        if connection.execute(raised).rowcount == 0:
            connection.execute(leases.insert().values(name=SERVER_LEASE, epoch=1, **held))
        return int(connection.execute(select(leases.c.epoch).where(mine)).scalar_one())
