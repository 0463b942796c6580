"""Add the kind of an event."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Apply the migration; earlier events count as lasting, which is slower and correct."""
    kind = sa.Column("kind", sa.SmallInteger(), server_default="0", nullable=False)
    op.add_column("events", kind)


def downgrade() -> None:
    """Undo the migration."""
    op.drop_column("events", "kind")
