"""Store: the append-only events of rooms, and the tables beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Integer,
    Select,
    Table,
    bindparam,
    event,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.storage.database import LOCK_TIMEOUT_S
from ludarium.server.storage.kept_connection import KeptConnection
from ludarium.server.storage.tables import (
    EVENT_LASTING,
    EVENT_RESTART,
    events,
    leases,
    members,
    notices,
    rooms,
    secrets,
    tokens,
)

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

    from ludarium.server.storage.lease import Lease
    from ludarium.server.storage.room_leases import RoomLeases

Row = dict[str, Any]
MAX_LISTED_NOTICES = 50  # the last lines of the message board
CHECK_TIMEOUT_MS = 500  # a check fails if it waits longer for a lock
COMPARED_ROWS = 200  # read at once


def _room_events_query() -> Select[str]:
    key, tail = bindparam("key", type_=BigInteger), bindparam("tail", type_=Integer)
    numbers = select(events.c.number).where(events.c.room == key)
    # From the end, so that only later events are read.
    last = numbers.order_by(events.c.number.desc()).limit(1)
    restart = last.where(events.c.kind == EVENT_RESTART).scalar_subquery()
    wanted = or_(
        events.c.kind == EVENT_LASTING,
        events.c.number >= func.coalesce(restart, 0),
        events.c.number > last.scalar_subquery() - tail,
    )
    found = select(events.c.body).where(events.c.room == key, wanted)
    return found.order_by(events.c.number)


ROOM_EVENTS = _room_events_query()


class PutRow(NamedTuple):
    """A row to insert; `over` names the columns that it updates if its key exists."""

    table: Table
    row: Row
    over: tuple[str, ...] = ()


class CloseRoom(NamedTuple):
    """A room is over: it is not brought back after a restart."""

    room: int


class RunStatements(NamedTuple):
    """Other statements of the transaction; repeating them has no effect."""

    execute: Callable[[Connection], None]


class FenceRoom(NamedTuple):
    """In a cluster: the writes of a room are stored only if its owner's epoch is this one."""

    room: int
    epoch: int


class StoredRoom(NamedTuple):
    """An open room, and the message that created it."""

    key: int
    code: str
    by: str
    cause: str


Write = PutRow | CloseRoom | RunStatements | FenceRoom


class ConflictingRow(SQLAlchemyError):
    """Another row with the same key is stored already."""


class Store:
    """Reads and commits; with a lease every commit proves that no other server has taken over.

    In a cluster the lease is for the tables alone, and `room_leases` prove the right to each room.
    """

    def __init__(
        self,
        engine: Engine,
        lease: Lease | None = None,
        room_leases: RoomLeases | None = None,
    ) -> None:
        self.engine = engine
        self.lease = lease
        self.room_leases = room_leases
        # Only one dialect is imported: the other would slow down every start.
        dialect = import_module(f"sqlalchemy.dialects.{engine.dialect.name}")
        self._insert: Any = dialect.insert
        self._inserts: dict[tuple[Table, tuple[str, ...], bool], Any] = {}
        # A server keeps its connection; a command that commits once gives it back.
        serves = lease is not None or room_leases is not None
        kept = serves and engine.dialect.name != "sqlite"
        self._kept = KeptConnection(engine) if kept else None

    def commit_writes(self, writes: Iterable[Write], again: bool = False) -> None:
        """Commit all writes in one transaction.

        `again` is for a retry after an unknown result: rows that the first commit stored stay
        as they are, and ConflictingRow reports a row that differs.
        """
        with self._transaction(self._kept) as connection:
            if self.room_leases is not None:
                writes = list(writes)
                self.room_leases.fence_transaction(connection, writes)
                writes = [write for write in writes if not isinstance(write, FenceRoom)]
            self.apply_writes(connection, writes, again)

    @contextmanager
    def _transaction(self, kept: KeptConnection | None = None) -> Iterator[Connection]:
        with kept.begin() if kept is not None else self.engine.begin() as connection:
            if self.lease is not None:
                self.lease.fence_transaction(connection)
            yield connection

    def apply_writes(
        self, connection: Connection, writes: Iterable[Write], again: bool = False
    ) -> None:
        """Apply writes in a transaction of the caller."""
        for kind, group in groupby(writes, key=_insert_kind):
            if kind is None:
                for write in group:
                    _apply_other(connection, write)
                continue
            table, over = kind
            rows = [write.row for write in group if isinstance(write, PutRow)]
            # One row alone is executed without the batch mode of the driver.
            given = rows if len(rows) > 1 else rows[0]
            connection.execute(self._insert_statement(table, over, again), given)
            if again and not over:
                _compare_rows(connection, table, rows)

    def _insert_statement(self, table: Table, over: tuple[str, ...], again: bool) -> Any:
        """The insert statement, cached so that SQLAlchemy compiles it once."""
        found = self._inserts.get((table, over, again))
        if found is None:
            found = self._insert(table)
            keys = list(table.primary_key.columns)
            if over:
                values = {name: found.excluded[name] for name in over}
                found = found.on_conflict_do_update(index_elements=keys, set_=values)
            elif again:
                found = found.on_conflict_do_nothing(index_elements=keys)
            self._inserts[table, over, again] = found
        return found

    def open_rooms(self) -> list[StoredRoom]:
        """Every open room."""
        found = select(rooms.c.key, rooms.c.code, rooms.c.by, rooms.c.cause)
        with self.engine.connect() as connection:
            lines = connection.execute(found.where(rooms.c.closed.is_(False)).order_by(rooms.c.key))
            return [StoredRoom(*line) for line in lines]

    def all_events(self, key: int) -> list[str]:
        """Every event of a room."""
        found = select(events.c.body).where(events.c.room == key).order_by(events.c.number)
        with self.engine.connect() as connection:
            return [body for (body,) in connection.execute(found)]

    def room_events(self, key: int, tail: int) -> list[str]:
        """The events that rebuild a room: the last `tail`, and all lasting ones before them.

        Departures and returns before the last restart are left out: they would slow down the
        rebuild of a room that has lived through many restarts.
        """
        with self.engine.connect() as connection:
            return list(connection.scalars(ROOM_EVENTS, {"key": key, "tail": tail}).all())

    def last_notices(self) -> list[Row]:
        """The last lines of the message board, oldest first."""
        found = select(notices).order_by(notices.c.number.desc()).limit(MAX_LISTED_NOTICES)
        with self.engine.connect() as connection:
            return [row_of(line) for line in connection.execute(found)][::-1]

    def ensure_secret(self, name: str, fresh: str) -> str:
        """The secret of this name; `fresh` is stored if there is none."""
        found = select(secrets.c.value).where(secrets.c.name == name)
        with self._transaction() as connection:
            row = {"name": name, "value": fresh}
            connection.execute(self._insert_statement(secrets, (), again=True), [row])
            return str(connection.execute(found).scalar_one())

    def find_secret(self, name: str) -> str | None:
        """The secret of this name, None if there is none."""
        with self.engine.connect() as connection:
            found = select(secrets.c.value).where(secrets.c.name == name)
            return connection.execute(found).scalar()

    def member_name(self, member: str) -> str | None:
        """The chosen name of a member, None if it has none."""
        found = select(members.c.name).where(members.c.id == member)
        with self.engine.connect() as connection:
            return connection.execute(found).scalar()

    def member_names(self, most: int) -> dict[str, str]:
        """The chosen names of at most `most` members."""
        found = select(members.c.id, members.c.name).limit(most)
        with self.engine.connect() as connection:
            return {line.id: line.name for line in connection.execute(found)}

    def find_token(self, digest: str) -> Row | None:
        """The row of a token, by its digest."""
        with self.engine.connect() as connection:
            line = connection.execute(select(tokens).where(tokens.c.digest == digest)).first()
        return row_of(line) if line else None

    def tokens_of(self, owner: str) -> list[Row]:
        """The tokens that a member has made."""
        with self.engine.connect() as connection:
            lines = connection.execute(select(tokens).where(tokens.c.owner == owner))
            return [row_of(line) for line in lines]

    def revoke_token(self, owner: str, member: str) -> bool:
        """Delete a token of the owner; False if there is none."""
        gone = tokens.delete().where(tokens.c.owner == owner, tokens.c.member == member)
        with self._transaction() as connection:
            return connection.execute(gone).rowcount > 0

    def check_writable(self) -> None:
        """Raise an exception if a commit would fail or wait; nothing is written."""
        check = self._check_file if self.engine.dialect.name == "sqlite" else self._check_server
        with self.engine.connect() as connection:
            check(connection)

    def _check_file(self, connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA busy_timeout={CHECK_TIMEOUT_MS}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.rollback()
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={LOCK_TIMEOUT_S * 1000:.0f}")

    def _check_server(self, connection: Connection) -> None:
        for limit in ("lock_timeout", "statement_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = {CHECK_TIMEOUT_MS}")
        # Like a write, this fails if the row is locked or the database is read-only.
        connection.execute(select(leases.c.epoch).with_for_update(read=True))

    def close(self) -> None:
        """Close every connection, and release the lease."""
        if self._kept is not None:
            self._kept.close()
        # A thread may still read: its connection is closed when it comes back to the pool.
        event.listen(self.engine.pool, "checkin", _close_returned)
        self.engine.dispose()
        for held in (self.lease, self.room_leases):
            if held is not None:
                held.release()


def _close_returned(connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    if connection is not None:
        record.invalidate()


def name_row(member: str, name: str) -> PutRow:
    """The row that renames a member."""
    return PutRow(members, {"id": member, "name": name}, over=("name",))


def row_of(line: Any) -> Row:
    """A result row as a dict with plain strings as keys."""
    return dict(zip(map(str, line._fields), line, strict=True))


def _compare_rows(connection: Connection, table: Table, rows: list[Row]) -> None:
    """ConflictingRow unless the stored rows equal these."""
    names = list(rows[0])
    keys = [column.name for column in table.primary_key.columns]
    wanted = {tuple(row[key] for key in keys): row for row in rows}
    columns = [table.c[name] for name in names]
    listed = list(wanted)
    for at in range(0, len(listed), COMPARED_ROWS):
        some = tuple_(*(table.c[key] for key in keys)).in_(listed[at : at + COMPARED_ROWS])
        for line in connection.execute(select(*columns).where(some)):
            found = dict(zip(names, line, strict=True))
            if found != wanted[tuple(found[key] for key in keys)]:
                raise ConflictingRow(f"another row of {table.name} has the same key")


def _insert_kind(write: Write) -> tuple[Table, tuple[str, ...]] | None:
    return (write.table, write.over) if isinstance(write, PutRow) else None


def _apply_other(connection: Connection, write: Write) -> None:
    if isinstance(write, RunStatements):
        write.execute(connection)
    elif isinstance(write, CloseRoom):
        connection.execute(update(rooms).where(rooms.c.key == write.room).values(closed=True))
