"""Kept connection: the connection to PostgreSQL that one commit after another uses."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

TRUSTED_IDLE_S = 1.0  # a connection that was idle for longer is checked first


class KeptConnection:
    """Saves a busy writer the pool and its check of the connection, a round trip for each commit.

    A second thread that commits at the same time gets a connection of the pool.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._connection: Connection | None = None
        self._used_at = 0.0
        self._lock = Lock()

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """A transaction; after an error the connection is not used again."""
        if not self._lock.acquire(blocking=False):
            with self.engine.begin() as other:
                yield other
            return
        try:
            if time.monotonic() - self._used_at > TRUSTED_IDLE_S:
                self._give_back()
            if self._connection is None:
                self._connection = self.engine.connect()
            with self._connection.begin():
                yield self._connection
            self._used_at = time.monotonic()
        except BaseException:
            self._give_back()
            raise
        finally:
            self._lock.release()

    def close(self) -> None:
        """Give the connection back to the pool."""
        with self._lock:
            self._give_back()

    def _give_back(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.close()
