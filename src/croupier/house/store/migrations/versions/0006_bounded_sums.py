"""Amounts are whole and within bounds, by the database itself.

No sum in the ledger exceeds 9 * 10**15 cents, so that it is exact in 64 bits and in a browser.
What stands in an older house is taken over as it is: should a row be broken, the house says so
when it opens, and `croupier repair` works the sums out again.
"""

from alembic import op

revision = "0006"
down_revision = "0005"

MOST = 9 * 10**15

_SUMS = {
    "balances": ("account TEXT NOT NULL", "account"),
    "results": ("player TEXT NOT NULL, day VARCHAR(10) NOT NULL", "player, day"),
}
_WHOLE = {"postings": ("version", "line", "amount"), "records": ("version",)}


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _constrain()
    else:
        _make_anew()
        _refuse_fractions()


def _constrain() -> None:
    """For what is written from now on, and for what is there unless some of it is broken."""
    for table, least in (("balances", -MOST), ("results", -MOST), ("postings", 1)):
        name = f"{table}_amount_check"
        op.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
        op.execute(
            f"ALTER TABLE {table} ADD CONSTRAINT {name} "
            f"CHECK (amount BETWEEN {least} AND {MOST}) NOT VALID"
        )
        broken = f"SELECT 1 FROM {table} WHERE amount NOT BETWEEN {least} AND {MOST} LIMIT 1"  # noqa: S608
        if op.get_bind().exec_driver_sql(broken).first() is None:
            op.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")


def _make_anew() -> None:
    """SQLite adds no CHECK to a table that exists; sums are few, and copied."""
    op.execute("PRAGMA ignore_check_constraints = ON")
    for table, (columns, key) in _SUMS.items():
        op.execute(f"ALTER TABLE {table} RENAME TO {table}_before")
        op.execute(
            f"CREATE TABLE {table} ({columns}, amount BIGINT NOT NULL, "
            f"CONSTRAINT {table}_pkey PRIMARY KEY ({key}), "
            f"CONSTRAINT {table}_amount_check CHECK (typeof(amount) = 'integer' "
            f"AND amount BETWEEN -{MOST} AND {MOST})) WITHOUT ROWID"
        )
        op.execute(f"INSERT INTO {table} SELECT {key}, amount FROM {table}_before")  # noqa: S608
        op.execute(f"DROP TABLE {table}_before")
    op.execute("PRAGMA ignore_check_constraints = OFF")


def _refuse_fractions() -> None:
    """What is only added to, and may be long, is guarded as it comes in."""
    for table, columns in _WHOLE.items():
        whole = " OR ".join(f"typeof(NEW.{name}) <> 'integer'" for name in columns)
        bounds = f" OR NEW.amount NOT BETWEEN 1 AND {MOST}" if "amount" in columns else ""
        op.execute(
            f"CREATE TRIGGER IF NOT EXISTS {table}_whole BEFORE INSERT ON {table} "
            f"WHEN {whole}{bounds} BEGIN "
            f"SELECT RAISE(ABORT, 'amount out of range'); END"
        )
