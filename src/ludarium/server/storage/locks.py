"""Locks of a whole database that end with the process: on a file, or in a session."""

from __future__ import annotations

import fcntl
import hashlib
import os
from contextlib import suppress
from typing import Protocol

from sqlalchemy import Connection, Engine, Update, func, select
from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.storage.database import NoDatabase


class DatabaseLock(Protocol):
    """A lock that at most one process holds."""

    def acquire(self) -> bool:
        """Acquire the lock if it is free; True if it is held now."""

    def ensure_held(self) -> bool:
        """Acquire the lock again if it was lost; True if it is held now."""

    def change_row(self, statement: Update) -> bool:
        """Update one row in the session of the lock, which proves that the lock is held.

        False if no row was changed, the lock is lost, or it has no session.
        """

    def release(self) -> None:
        """Release the lock if it is held."""


class FileLock:
    """A lock on a file beside the database: the kernel releases it when the process ends.

    The database file itself cannot serve: closing it would drop the locks of SQLite.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: int | None = None

    def acquire(self) -> bool:
        """Acquire the lock if it is free."""
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise NoDatabase("no_database", "The database cannot be opened.") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        except BaseException:
            os.close(file)
            raise
        self._file = file
        return True

    def ensure_held(self) -> bool:
        """True if it was acquired: the lock of a file cannot be lost."""
        return self._file is not None

    def change_row(self, statement: Update) -> bool:
        """False: the lock of a file has no session."""
        return False

    def release(self) -> None:
        """Release the lock; the file stays, because another process may have it open."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class SessionLock:
    """An advisory lock of PostgreSQL, which ends with its connection."""

    def __init__(self, engine: Engine, name: str, shared: bool = False) -> None:
        self.engine = engine
        self.shared = shared  # with other shared holders, against an exclusive one
        digest = hashlib.sha256(f"ludarium {name}".encode()).digest()
        self.key = int.from_bytes(digest[:8], "big", signed=True)
        self._session: Connection | None = None

    def acquire(self) -> bool:
        """Acquire the lock if it is free."""
        try:
            return self._lock_session()
        except SQLAlchemyError as error:
            raise NoDatabase("no_database", "The database cannot be opened.") from error

    def ensure_held(self) -> bool:
        """Acquire the lock again if its connection was lost."""
        if self._session is not None:
            try:
                self._session.execute(select(1))
            except SQLAlchemyError:
                self.release()
            else:
                return True
        return self._lock_session()

    def change_row(self, statement: Update) -> bool:
        """Update a row and prove that the lock is held, in one round trip."""
        if self._session is None:
            return False
        try:
            return self._session.execute(statement).rowcount == 1
        except SQLAlchemyError:
            self.release()
            return False

    def release(self) -> None:
        """Close the connection, which releases the lock."""
        session, self._session = self._session, None
        if session is not None:
            with suppress(SQLAlchemyError):
                session.close()

    def _lock_session(self) -> bool:
        session = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        session.detach()  # from the pool, which would reuse the locked session
        lock = func.pg_try_advisory_lock_shared if self.shared else func.pg_try_advisory_lock
        try:
            held = bool(session.execute(select(lock(self.key))).scalar())
        except BaseException:
            session.close()
            raise
        if held:
            self._session = session
        else:
            session.close()
        return held


class NoLock:
    """The lock of a database in memory, which no other process can open."""

    def acquire(self) -> bool:
        """True: the lock is always free."""
        return True

    def ensure_held(self) -> bool:
        """True: the lock is never lost."""
        return True

    def change_row(self, statement: Update) -> bool:
        """False: there is no session."""
        return False

    def release(self) -> None:
        """Do nothing: there is no lock."""


def database_lock(engine: Engine, name: str) -> DatabaseLock:
    """The lock of a database, not yet acquired."""
    if engine.dialect.name != "sqlite":
        return SessionLock(engine, name)
    try:
        with engine.connect() as connection:
            file = connection.exec_driver_sql("PRAGMA database_list").first()
    except SQLAlchemyError as error:
        raise NoDatabase("no_database", "The database cannot be opened.") from error
    return FileLock(f"{file[2]}.lock") if file and file[2] else NoLock()
