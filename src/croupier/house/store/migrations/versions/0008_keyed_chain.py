"""Each record says its link of the chain under the house's key; what is older has none.

Hashes of passwords without a seal go: they open nothing any more, and a proof asks every one for
its seal. So does the moment of their change, which nobody reads and no seal covers.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("records", sa.Column("mac", sa.String(80)))
    op.execute("UPDATE credentials SET password = NULL WHERE seal IS NULL")
    op.drop_column("credentials", "changed")
