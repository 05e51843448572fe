"""Hashes of passwords under the house's key, and failed log-ins of all processes.

Hashes from before have no seal and open nothing: a seal made here would be one that anybody
who can write to the database could ask for. The next start gives `admin` a new password.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("credentials", sa.Column("seal", sa.String(64)))
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("key", name="attempts_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("attempts_last_index", "attempts", ["last"])
