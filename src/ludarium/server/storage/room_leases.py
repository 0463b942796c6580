"""Room leases: each room has one node that may write, and every commit proves that it is this one.

The epoch of a room's row is the fence: each new owner raises it, and a commit with an older one
fails. Time decides only when a room may be claimed: a node renews one row for all its rooms, and
the clock of the database says whether that row has run out.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Float,
    and_,
    cast,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from ludarium.core.errors import LudariumError
from ludarium.server.storage.database import open_engine, prepare_tables
from ludarium.server.storage.lease import SERVER_LEASE, LostLease, acquire_lock, raise_epoch
from ludarium.server.storage.locks import DatabaseLock, NoLock, SessionLock
from ludarium.server.storage.store import FenceRoom, PutRow, RunStatements, Write
from ludarium.server.storage.tables import leases, room_leases, rooms

log = logging.getLogger(__name__)
NODE_TERM_S = 4.0  # after this silence of a node its rooms can be claimed
RENEW_NODE_S = 1.0  # between two renewals
NODE_LEASE_PREFIX = "node "
CLUSTER_VERSION = 1  # rises when nodes speak differently: then all have to stop first
TABLES_LOCK = "tables"
TABLES_TIMEOUT_S = 60.0  # for the migration of another node
# Written out, because building it takes longer than the database does.
LOCK_ROOMS = "SELECT key, epoch, node FROM room_leases WHERE key = ANY(%s) ORDER BY key FOR SHARE"
BOARD_KEY = 0  # of the message board, which is owned like a room
BOARD_CODE = "board"
SHOW_KEY = -1  # of the show game on the home page, which one node plays for all
SHOW_CODE = "show"
MAX_NODE_HOLDER_CHARS = 80  # the width of its column


class NoCluster(LudariumError):
    """The database cannot be shared by several nodes."""


class LostRoom(LudariumError):
    """Another node owns a room: this one may not write its events any more."""


class RoomLease(NamedTuple):
    """The row of a room; `alive` says whether the lease of its owner still runs."""

    key: int
    code: str
    node: str
    epoch: int
    by: str
    cause: str
    alive: bool


class RoomLeases:
    """The leases as one node sees them; `epochs` are those of the rooms that it owns."""

    def __init__(self, engine: Engine, node: str, lock: DatabaseLock | None = None) -> None:
        self.engine = engine
        self.node = node
        self.lock = lock or NoLock()  # shared by all nodes, against one server alone
        self.epochs: dict[int, int] = {}
        self._name = NODE_LEASE_PREFIX + node
        self._clock = _database_clock(engine)

    # The node.

    def join(self) -> None:
        """Announce the node, and give every open room a row.

        NoCluster if a node of another version serves the same database.
        """
        version = f"v{CLUSTER_VERSION} "
        holder = f"{version}{socket.gethostname()}:{os.getpid()}"[:MAX_NODE_HOLDER_CHARS]
        with self.engine.begin() as connection:
            nodes = leases.c.name.startswith(NODE_LEASE_PREFIX, autoescape=True)
            other = ~leases.c.holder.startswith(version)
            alive = select(leases.c.name).where(nodes, other, leases.c.until > self._clock)
            if connection.execute(alive).first() is not None:
                raise NoCluster(
                    "other_version",
                    "Nodes of another version serve this database; stop them first.",
                )
            until = self._clock + NODE_TERM_S
            connection.execute(
                insert(leases).from_select(
                    ["name", "holder", "epoch", "until"],
                    select(_text(self._name), _text(holder), _number(1), until),
                )
            )
            connection.execute(delete(leases).where(nodes, leases.c.until < self._clock - 3600))
            _add_missing_rows(connection)

    def renew(self) -> bool:
        """Extend the lease of the node; False if it had run out meanwhile."""
        renewed = update(leases).where(leases.c.name == self._name)
        renewed = renewed.values(until=self._clock + NODE_TERM_S)
        in_time = renewed.where(leases.c.until > self._clock)
        if self.lock.change_row(in_time):
            return True
        if not self.lock.ensure_held():
            raise LostLease("lease_lost", "One server alone has taken the database over.")
        with self.engine.begin() as connection:
            if connection.execute(in_time).rowcount:
                return True
            if connection.execute(renewed).rowcount:
                return False
        self.join()
        return False

    def leave(self) -> None:
        """Give every room up, and end the lease: other nodes can claim the rooms at once."""
        with self.engine.begin() as connection:
            mine = room_leases.c.node == self.node
            connection.execute(update(room_leases).where(mine).values(node=""))
            connection.execute(delete(leases).where(leases.c.name == self._name))
        self.epochs.clear()

    def release(self) -> None:
        """Release the lock of the database."""
        self.lock.release()

    # Rooms.

    def find_room(self, code: str) -> RoomLease | None:
        """The row of an open room by its code."""
        return next(iter(self._find(room_leases.c.code == code, 1)), None)

    def find_unowned(self, limit: int) -> list[RoomLease]:
        """Rooms whose owner is gone."""
        return self._find(~_owner_lives(self._clock), limit)

    def claim_room(self, lease: RoomLease) -> bool:
        """Become the owner, unless another node was faster or the owner lives.

        The update waits for a commit of the former owner that is under way.
        """
        mine = and_(room_leases.c.key == lease.key, room_leases.c.epoch == lease.epoch)
        free = or_(room_leases.c.node == self.node, ~_owner_lives(self._clock))
        claimed = update(room_leases).where(mine, free)
        with self.engine.begin() as connection:
            values = {"node": self.node, "epoch": lease.epoch + 1}
            if connection.execute(claimed.values(values)).rowcount != 1:
                return False
        self.epochs[lease.key] = lease.epoch + 1
        return True

    def owned_epochs(self) -> dict[int, int]:
        """The epochs of the rooms that this node owns by the store."""
        found = select(room_leases.c.key, room_leases.c.epoch)
        with self.engine.connect() as connection:
            lines = connection.execute(found.where(room_leases.c.node == self.node))
            return {line.key: line.epoch for line in lines}

    def find_opened(self, by: str, cause: str) -> str | None:
        """The code of the room that a message of a member opened."""
        mine = and_(room_leases.c.by == by, room_leases.c.cause == cause)
        with self.engine.connect() as connection:
            return connection.execute(select(room_leases.c.code).where(mine)).scalar()

    def count_opened(self, by: str) -> int:
        """How many open rooms a member has opened."""
        found = select(func.count()).select_from(room_leases).where(room_leases.c.by == by)
        with self.engine.connect() as connection:
            return int(connection.execute(found).scalar_one())

    # Writes.

    def opening_write(self, key: int, code: str, by: str, cause: str) -> PutRow:
        """The row of a new room of this node."""
        self.epochs[key] = 1
        row = {"key": key, "code": code, "node": self.node, "epoch": 1, "by": by, "cause": cause}
        return PutRow(room_leases, row)

    def closing_write(self, key: int) -> RunStatements:
        """The write that removes the row of a closed room."""

        def remove_row(connection: Connection) -> None:
            connection.execute(delete(room_leases).where(room_leases.c.key == key))

        return RunStatements(remove_row)

    def fence(self, key: int) -> FenceRoom:
        """The proof that a batch of a room needs; the epoch is that of this moment."""
        return FenceRoom(key, self.epochs.get(key, 0))

    def fence_transaction(self, connection: Connection, writes: Iterable[Write]) -> None:
        """Prove in a transaction that its rooms are owned until its commit; LostRoom if not.

        The rows are locked, so a new owner waits for this commit.
        """
        wanted, opened = set(), set()
        for write in writes:
            if isinstance(write, FenceRoom):
                wanted.add((write.room, write.epoch))
            elif isinstance(write, PutRow) and write.table is room_leases:
                opened.add(write.row["key"])
        wanted = {(key, epoch) for key, epoch in wanted if key not in opened}
        if not wanted:
            return
        keys = sorted({key for key, _ in wanted})  # in order: two nodes cannot wait in a circle
        held = {
            (key, epoch)
            for key, epoch, node in self._lock_rows(connection, keys)
            if node == self.node
        }
        if wanted - held:
            raise LostRoom("room_lost", "Another node has taken a room over.")

    def _lock_rows(self, connection: Connection, keys: list[int]) -> Sequence[Any]:
        if connection.dialect.name == "postgresql":
            return connection.exec_driver_sql(LOCK_ROOMS, (keys,)).all()
        found = select(room_leases.c.key, room_leases.c.epoch, room_leases.c.node)
        return connection.execute(found.where(room_leases.c.key.in_(keys))).all()

    def _find(self, wanted: ColumnElement[bool], limit: int) -> list[RoomLease]:
        alive = _owner_lives(self._clock).label("alive")
        found = select(room_leases, alive).where(wanted).order_by(room_leases.c.key).limit(limit)
        with self.engine.connect() as connection:
            lines = connection.execute(found)
            return [
                RoomLease(
                    line.key, line.code, line.node, line.epoch, line.by, line.cause, line.alive
                )
                for line in lines
            ]


def open_clustered(written: str, node: str) -> RoomLeases:
    """Open a database for a node of a cluster; NoDatabase if one server alone uses it."""
    engine = open_engine(written)
    if engine.dialect.name != "postgresql":
        engine.dispose()
        raise NoCluster("wrong_database", "A cluster needs PostgreSQL: --database postgresql://…")
    lock = SessionLock(engine, SERVER_LEASE, shared=True)
    tables_lock = SessionLock(engine, TABLES_LOCK)
    try:
        acquire_lock(lock)
        acquire_lock(tables_lock, TABLES_TIMEOUT_S)  # nodes that start together migrate once
        prepare_tables(engine)
        raise_epoch(engine)
        found = RoomLeases(engine, node, lock)
        found.join()
    except BaseException:
        lock.release()
        engine.dispose()
        raise
    finally:
        tables_lock.release()
    return found


def _owner_lives(clock: Any) -> ColumnElement[bool]:
    """Whether the lease of a room's node runs."""
    name = NODE_LEASE_PREFIX + room_leases.c.node
    return exists(select(leases.c.name).where(leases.c.name == name, leases.c.until > clock))


def _add_missing_rows(connection: Connection) -> None:
    """Rows without an owner: for the board and the show, and for rooms of one server alone."""
    has_row = exists(select(room_leases.c.key).where(room_leases.c.key == rooms.c.key))
    found = select(rooms.c.key, rooms.c.code, rooms.c.by, rooms.c.cause)
    missing = connection.execute(found.where(rooms.c.closed.is_(False), ~has_row)).all()
    rows = [{**line._mapping, "node": "", "epoch": 0} for line in missing]
    shared = {BOARD_KEY: BOARD_CODE, SHOW_KEY: SHOW_CODE}
    there = select(room_leases.c.key).where(room_leases.c.key.in_(shared))
    for key in shared.keys() - set(connection.scalars(there)):
        cause = "" if key == BOARD_KEY else shared[key]  # a sender and a cause open one room
        row = {"key": key, "code": shared[key], "by": "", "cause": cause}
        rows.append({**row, "node": "", "epoch": 0})
    for row in rows:
        connection.execute(insert(room_leases), row)


def _database_clock(engine: Engine) -> Any:
    """The clock that all nodes share, in seconds."""
    if engine.dialect.name == "sqlite":
        return (func.julianday("now") - 2440587.5) * 86400.0
    return cast(func.extract("epoch", func.clock_timestamp()), Float)


def _text(value: str) -> Any:
    return cast(value, leases.c.name.type)


def _number(value: int) -> Any:
    return cast(value, leases.c.epoch.type)
