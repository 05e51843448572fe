"""Secrets of people, results of players by the day, and an index of what matters in the log."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "credentials",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("password", sa.Text),
        sa.Column("second_factor", sa.Text),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("person", name="credentials_pkey"),
    )
    op.create_table(
        "results",
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "day", name="results_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "significant",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("person", sa.Text),
        sa.Column("place", sa.Text),
        sa.Column("round", sa.BigInteger),
        sa.Column("player", sa.Text),
        sa.Column("amount", sa.BigInteger),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("stream", "version", name="significant_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("significant_at_index", "significant", ["at"])
    op.create_index("significant_kind_at_index", "significant", ["kind", "at"])
