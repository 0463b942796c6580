"""Add the keys of members, their linked browsers, and the history of ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "identity_keys",
        sa.Column("member", sa.String(length=40), nullable=False),
        sa.Column("selector", sa.String(length=40), nullable=False),
        sa.Column("hash", sa.String(length=200), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("member"),
        sa.UniqueConstraint("selector"),
    )
    op.create_table(
        "linked_browsers",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("member", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_linked_browsers_member", "linked_browsers", ["member"])
    op.create_table(
        "rating_history",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("room", "number", "player"),
    )
    op.create_index("ix_rating_history_player_game_at", "rating_history", ["player", "game", "at"])


def downgrade() -> None:
    """Undo this: browsers that came in with a key are signed out, and curves begin again."""
    op.drop_table("rating_history")
    op.drop_table("linked_browsers")
    op.drop_table("identity_keys")
