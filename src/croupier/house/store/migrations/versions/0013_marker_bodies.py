"""A marker and its body are apart, so that one which others follow need not keep its body.

Markers that are there stay as they are, written in one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("archives", sa.Column("body", sa.LargeBinary(), nullable=True))
