"""Add `rated` to results, and move the ratings of all games so far to a table of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"

RATING_COLUMNS = "game, player, name, kind, mu, sigma, games, wins"


def upgrade() -> None:
    """Add the column and the table; the former ratings move, and nothing is lost."""
    op.add_column(
        "results", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.create_table(
        "casual_ratings",
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
    op.execute(
        f"INSERT INTO casual_ratings ({RATING_COLUMNS}) SELECT {RATING_COLUMNS} FROM ratings"
    )
    op.execute("DELETE FROM ratings")


def downgrade() -> None:
    """Undo this; newer ratings stay, and the former ones return for all other players."""
    op.execute(
        f"INSERT INTO ratings ({RATING_COLUMNS}) "
        f"SELECT {RATING_COLUMNS} FROM casual_ratings AS old "
        "WHERE NOT EXISTS (SELECT 1 FROM ratings AS new "
        "WHERE new.game = old.game AND new.player = old.player)"
    )
    op.drop_table("casual_ratings")
    op.drop_column("results", "rated")
