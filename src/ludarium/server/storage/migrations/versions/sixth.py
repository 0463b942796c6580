"""Add the leases of rooms and the epochs of events, for servers on several machines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the table and the column."""
    op.create_table(
        "room_leases",
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("node", sa.String(length=40), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("cause", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index("ix_room_leases_code", "room_leases", ["code"], unique=True)
    op.create_index("ix_room_leases_origin", "room_leases", ["by", "cause"], unique=True)
    op.create_index("ix_room_leases_node", "room_leases", ["node"])
    op.add_column("events", sa.Column("epoch", sa.BigInteger(), server_default="0", nullable=False))


def downgrade() -> None:
    """Undo this; leases are made again when nodes start."""
    op.drop_column("events", "epoch")
    op.drop_table("room_leases")
