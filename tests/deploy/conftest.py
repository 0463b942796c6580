"""The databases and the bus of the server's tests."""

from __future__ import annotations

from tests.server.conftest import nats, postgres, postgres_database

__all__ = ["nats", "postgres", "postgres_database"]
