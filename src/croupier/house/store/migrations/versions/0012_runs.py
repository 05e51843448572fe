"""What a command adds to a stream is one row; events are packed, hashes and links are binary.

Every record that is there keeps a row of its own, with its hash and its link: nothing that a proof
looks at is worked out anew here.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from croupier.house.log.chain import Link
from croupier.house.log.event_store import Damaged
from croupier.house.store.packing import packed

revision = "0012"
down_revision = "0011"

_PAGE = 2_000
_OLD = sa.table(
    "records",
    *map(sa.column, ("seq", "stream", "version", "at", "by", "command", "event")),
    *map(sa.column, ("previous", "hash", "mac")),
)


def upgrade() -> None:
    new = _create()
    _copy(new)
    op.drop_table("records")
    op.rename_table("records_packed", "records")
    if op.get_bind().dialect.name == "postgresql":
        for name in ("pkey", "stream_version_key"):
            op.execute(
                f"ALTER TABLE records RENAME CONSTRAINT records_packed_{name} TO records_{name}"
            )
        op.execute(
            "CREATE TRIGGER records_never_changed BEFORE UPDATE OR DELETE OR TRUNCATE "
            "ON records FOR EACH STATEMENT EXECUTE FUNCTION croupier_never_changed()"
        )
    else:
        _guard()


def _create() -> sa.Table:
    prefix = "records_packed" if op.get_bind().dialect.name == "postgresql" else "records"
    return op.create_table(
        "records_packed",
        sa.Column(
            "seq",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("mac", sa.LargeBinary),
        sa.PrimaryKeyConstraint("seq", name=f"{prefix}_pkey"),
        sa.UniqueConstraint("stream", "version", name=f"{prefix}_stream_version_key"),
    )


def _copy(new: sa.Table) -> None:
    connection = op.get_bind()
    after = None
    while True:
        wanted = sa.select(_OLD).order_by(_OLD.c.seq).limit(_PAGE)
        if after is not None:
            wanted = wanted.where(_OLD.c.seq > after)
        page = connection.execute(wanted).all()
        if not page:
            return
        after = page[-1].seq
        connection.execute(sa.insert(new), [_packed(row) for row in page])


def _packed(row: Any) -> dict[str, object]:
    try:
        return {
            "seq": row.seq,
            "stream": row.stream,
            "version": row.version,
            "length": 1,
            "at": row.at,
            "by": row.by,
            "command": row.command,
            "events": packed([row.event.encode()]),
            "previous": bytes.fromhex(row.previous),
            "hash": bytes.fromhex(row.hash),
            "mac": None if row.mac is None else Link.read(row.seq, row.mac).packed,
        }
    except (ValueError, TypeError, AttributeError):
        raise Damaged(
            f"Record {row.seq} of the log cannot be read, and nothing was changed: prove the log "
            "with the program that wrote it, or restore a backup."
        ) from None


def _guard() -> None:
    """In SQLite a trigger goes with its table."""
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER records_no_{act.lower()} BEFORE {act} ON records BEGIN "
            "SELECT RAISE(ABORT, 'records is never changed, only added to'); END"
        )
    op.execute(
        "CREATE TRIGGER records_whole BEFORE INSERT ON records "
        "WHEN typeof(NEW.version) <> 'integer' OR typeof(NEW.length) <> 'integer' BEGIN "
        "SELECT RAISE(ABORT, 'amount out of range'); END"
    )
