"""Add the acts of operators, and the sanctions that they impose."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "admin_acts",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("operator", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_index("ix_admin_acts_state", "admin_acts", ["state"])
    op.create_table(
        "sanctions",
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("until", sa.Float(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("operator", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject"),
    )


def downgrade() -> None:
    """Undo this: bans and mutes end, and the audit log is lost."""
    op.drop_table("sanctions")
    op.drop_table("admin_acts")
