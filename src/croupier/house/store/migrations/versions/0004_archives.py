"""Markers: where the log stood when records before it were moved into an archive."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("seq", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("marker", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="archives_pkey"),
    )
