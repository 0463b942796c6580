"""Of what kind an event is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Go forward; events of before count as lasting, which is slower and not wrong."""
    kind = sa.Column("kind", sa.SmallInteger(), server_default="0", nullable=False)
    op.add_column("events", kind)


def downgrade() -> None:
    """Go back."""
    op.drop_column("events", "kind")
