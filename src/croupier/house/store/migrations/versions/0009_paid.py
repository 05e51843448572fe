"""Where a player paid, so that their rounds are found without reading everybody's."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    players_pay = sa.text("substr(debit, 1, 4) IN ('play', 'chip')")
    op.create_index(
        "postings_paid_index",
        "postings",
        ["debit", "stream", "version"],
        sqlite_where=players_pay,
        postgresql_where=players_pay,
    )
