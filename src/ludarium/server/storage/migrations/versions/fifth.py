"""Add the reviews of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "reviews",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("room", "number"),
    )


def downgrade() -> None:
    """Undo this; reviews can be made again."""
    op.drop_table("reviews")
