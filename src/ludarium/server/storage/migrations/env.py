"""Runs migrations on the connection that the store has opened."""

from __future__ import annotations

from alembic import context

from ludarium.server.storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
