"""No account holds a fraction: SQLite turns a sum that exceeds 64 bits into one, and says nothing.

PostgreSQL refuses such a sum by itself.
"""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        return
    for table in ("balances", "results"):
        for act in ("INSERT", "UPDATE"):
            op.execute(
                f"CREATE TRIGGER IF NOT EXISTS {table}_whole_on_{act.lower()} BEFORE {act} "
                f"ON {table} WHEN typeof(NEW.amount) <> 'integer' BEGIN "
                f"SELECT RAISE(ABORT, 'amount out of range'); END"
            )
