"""Backup: copies a database into a file, and back into an empty database of either kind."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, func, select
from sqlalchemy.exc import SQLAlchemyError

from ludarium.core.errors import LudariumError
from ludarium.server.storage.database import open_engine, prepare_tables, require_newest_tables
from ludarium.server.storage.lease import open_leased
from ludarium.server.storage.tables import leases, metadata, room_leases

COPIED_ROWS_COUNT = 2000  # read and written at once
# A lease says which server writes now: it belongs to no copy.
COPIED_TABLES = tuple(
    table for table in metadata.sorted_tables if table not in (leases, room_leases)
)

Report = Callable[[str, int, int], None]  # a table, its copied rows, and all its rows


class BackupError(LudariumError):
    """A backup cannot be made or restored."""


def ignore_progress(_table: str, _copied: int, _rows: int) -> None:
    """The default report."""


def back_up(database: str, file: Path, report: Report = ignore_progress) -> int:
    """Copy a database, also of a running server, into a new SQLite file; returns its rows.

    The copy is the database at one moment. It appears under its name only when it is complete.
    """
    if file.exists():
        raise BackupError("file_exists", "There is such a file already.")
    unfinished = file.with_name(f"{file.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    _create_private_file(unfinished)
    source, target = open_engine(database), open_engine(str(unfinished))
    try:
        with _snapshot(source) as read:
            prepare_tables(target)
            copied = _copy_tables(read, target, report)
        _sync_file(target, unfinished)
    except SQLAlchemyError as error:
        raise BackupError("no_backup", "The database cannot be copied.") from error
    finally:
        source.dispose()
        target.dispose()
        if not file.exists():
            _remove_journals(unfinished)
    unfinished.replace(file)
    return copied


def restore(file: Path, database: str, report: Report = ignore_progress) -> int:
    """Copy a backup into an empty database that no server uses; returns its rows."""
    if not file.is_file():
        raise BackupError("no_such_file", "There is no such backup.")
    lease = open_leased(database)
    source = open_engine(str(file))
    try:
        with lease.engine.connect() as connection:
            if any(_count_rows(connection, table) for table in COPIED_TABLES):
                raise BackupError("not_empty", "A backup is restored into an empty database only.")
        with _snapshot(source) as read:
            return _copy_tables(read, lease.engine, report)
    except SQLAlchemyError as error:
        raise BackupError("no_restore", "The backup cannot be restored.") from error
    finally:
        source.dispose()
        lease.engine.dispose()
        lease.release()


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database at one moment, whatever is written meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
        require_newest_tables(connection)
        yield connection


def _copy_tables(read: Connection, target: Engine, report: Report) -> int:
    """Copy every row in one transaction: an interrupted copy leaves nothing behind."""
    total = 0
    with target.begin() as write:
        for table in COPIED_TABLES:
            rows, copied = _count_rows(read, table), 0
            report(table.name, 0, rows)
            found = read.execution_options(yield_per=COPIED_ROWS_COUNT).execute(select(table))
            for part in found.mappings().partitions(COPIED_ROWS_COUNT):
                write.execute(table.insert(), [dict(row) for row in part])
                copied += len(part)
                report(table.name, copied, rows)
            total += copied
    return total


def _count_rows(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _create_private_file(path: Path) -> None:
    """Create a file that only its owner reads: the backup has the key of the cookies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _sync_file(engine: Engine, path: Path) -> None:
    """Bring everything into the one file, and the file to the disk."""
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _remove_journals(path: Path) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
