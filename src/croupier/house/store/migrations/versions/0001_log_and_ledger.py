"""The log, its answers and the ledger; what is written there is never changed."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "streams",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="streams_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "records",
        sa.Column(
            "seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), sa.Identity(always=False)
        ),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("seq", name="records_pkey"),
        sa.UniqueConstraint("stream", "version", name="records_stream_version_key"),
    )
    op.create_table(
        "answers",
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("reply", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("command", name="answers_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "postings",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("debit", sa.Text, nullable=False),
        sa.Column("credit", sa.Text, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("memo", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("stream", "version", "line", name="postings_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "balances",
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account", name="balances_pkey"),
        sqlite_with_rowid=False,
    )
    _never_changed("records", "answers", "postings")


def _never_changed(*tables: str) -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION croupier_never_changed() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION '% is never changed, only added to', TG_TABLE_NAME; END $$"
        )
        for table in tables:
            op.execute(
                f"CREATE TRIGGER {table}_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE "
                f"ON {table} FOR EACH STATEMENT EXECUTE FUNCTION croupier_never_changed()"
            )
        return
    for table in tables:
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} BEGIN "
                f"SELECT RAISE(ABORT, '{table} is never changed, only added to'); END"
            )
