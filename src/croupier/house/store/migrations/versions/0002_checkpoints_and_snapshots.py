"""What keeps the start short: checks that came out clean, and states that were kept."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("heads", sa.Text, nullable=False),
        sa.Column("balances", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="checkpoints_pkey"),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="snapshots_pkey"),
    )
