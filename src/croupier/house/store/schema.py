"""The tables of the store, the same on SQLite and PostgreSQL.

Records, postings and answers are written once; triggers refuse to change them. Most of what is
stored is text that any SQL tool shows, moments in ISO 8601; the events of a record are packed
(`packing.packed`), and its hashes binary, because there are so many.
"""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from croupier.money import MOST_HELD

REVISION = "0013"
"""The schema that this program reads and writes."""

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ix": "%(table_name)s_%(column_0_N_name)s_index",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

_Seq = BigInteger().with_variant(Integer(), "sqlite")
"""In SQLite an `INTEGER` key is the number of the row itself, and takes no index."""

_WITHIN = f"amount BETWEEN -{MOST_HELD} AND {MOST_HELD}"
"""And whole: by its type in PostgreSQL, by another check in SQLite (`migrations`)."""

streams = Table(
    "streams",
    metadata,
    Column("id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column("seq", _Seq, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("length", Integer, nullable=False),
    Column("at", String(32), nullable=False),
    Column("by", Text),
    Column("command", Text, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("mac", LargeBinary),
    UniqueConstraint("stream", "version"),
)
"""A row for all records that a command adds to a stream (`runs.py`)."""

answers = Table(
    "answers",
    metadata,
    Column("command", Text, primary_key=True),
    Column("stream", Text, nullable=False),
    Column("reply", Text, nullable=False),
    sqlite_with_rowid=False,
)

PLAYERS_PAY = text("substr(debit, 1, 4) IN ('play', 'chip')")
"""Of the accounts of people, wallets and physical chips (`model.ledger.accounts`)."""

postings = Table(
    "postings",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("debit", Text, nullable=False),
    Column("credit", Text, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("memo", Text, nullable=False),
    Index(
        "postings_paid_index",
        "debit",
        "stream",
        "version",
        sqlite_where=PLAYERS_PAY,
        postgresql_where=PLAYERS_PAY,
    ),
    sqlite_with_rowid=False,
)

balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("amount", BigInteger, nullable=False),
    CheckConstraint(_WITHIN, name="amount"),
    sqlite_with_rowid=False,
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("heads", Text, nullable=False),
    Column("balances", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)

proofs = Table(
    "proofs",
    metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
)
"""How far the log was proved, and what was known there (`read.proof.proved`)."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("state", LargeBinary, nullable=False),
)

credentials = Table(
    "credentials",
    metadata,
    Column("person", Text, primary_key=True),
    Column("password", Text),
    Column("second_factor", Text),
    Column("seal", String(64)),
)
"""Secrets, kept beside the log and never in it."""

attempts = Table(
    "attempts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("told", Integer, nullable=False),
    Index("attempts_last_index", "last"),
    sqlite_with_rowid=False,
)
"""Failed log-ins, by an HMAC of the name or address; `last` is in microseconds since 1970."""

results = Table(
    "results",
    metadata,
    Column("player", Text, primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("amount", BigInteger, nullable=False),
    CheckConstraint(_WITHIN, name="amount"),
    sqlite_with_rowid=False,
)
"""What a player won or lost on a gaming day; what is on tables counts as lost."""

significant = Table(
    "significant",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("at", String(32), nullable=False),
    Column("kind", Text, nullable=False),
    Column("person", Text),
    Column("place", Text),
    Column("round", BigInteger),
    Column("player", Text),
    Column("amount", BigInteger),
    Column("text", Text, nullable=False),
    Index("significant_at_index", "at"),
    Index("significant_kind_at_index", "kind", "at"),
    sqlite_with_rowid=False,
)
"""An index of the significant events, to be searched."""

archives = Table(
    "archives",
    metadata,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("marker", LargeBinary, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("body", LargeBinary),
)
"""Where the log stood when what came before was moved to an archive; the last one's body."""

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""The server processes of the house: where the others reach each, and when it was last alive, in
microseconds since 1970 by the clock of the database."""

leases = Table(
    "leases",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
)
"""Which process decides for a group of tables; the epoch grows whenever that changes."""

APPEND_ONLY = (records, answers, postings)
LOG = (streams, records, answers, postings, balances, credentials, results, significant, archives)
"""What a backup must contain; the rest can be derived from it."""
