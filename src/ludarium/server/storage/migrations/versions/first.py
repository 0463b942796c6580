"""Create the first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Apply the migration."""
    op.create_table(
        "members",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "notices",
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("text", sa.String(length=280), nullable=False),
        sa.Column("cause", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "player"),
    )
    op.create_table(
        "rooms",
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("cause", sa.String(length=40), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_index(op.f("ix_rooms_closed"), "rooms", ["closed"], unique=False)
    op.create_table(
        "seats",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("room", "number", "seat"),
    )
    op.create_index(op.f("ix_seats_player"), "seats", ["player"], unique=False)
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("member", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("owner", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index(op.f("ix_tokens_owner"), "tokens", ["owner"], unique=False)
    op.create_table(
        "events",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["rooms.key"],
        ),
        sa.PrimaryKeyConstraint("room", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("bots", sa.Boolean(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room"],
            ["rooms.key"],
        ),
        sa.PrimaryKeyConstraint("room", "number"),
    )
    op.create_index("ix_results_at", "results", ["at"], unique=False)
    op.create_index("ix_results_game_at", "results", ["game", "at"], unique=False)


def downgrade() -> None:
    """Undo the migration."""
    op.drop_index("ix_results_game_at", table_name="results")
    op.drop_index("ix_results_at", table_name="results")
    op.drop_table("results")
    op.drop_table("events")
    op.drop_index(op.f("ix_tokens_owner"), table_name="tokens")
    op.drop_table("tokens")
    op.drop_table("secrets")
    op.drop_index(op.f("ix_seats_player"), table_name="seats")
    op.drop_table("seats")
    op.drop_index(op.f("ix_rooms_closed"), table_name="rooms")
    op.drop_table("rooms")
    op.drop_table("ratings")
    op.drop_table("notices")
    op.drop_table("members")
