"""Brings a stored house to the schema of this program, one process at a time."""

from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, insert, inspect, select, text
from sqlalchemy.exc import DBAPIError

from croupier.house.log.event_store import Damaged, StoreUnavailable
from croupier.house.model.records import decode_event
from croupier.house.model.significant import listed, round_after
from croupier.house.store import migrations
from croupier.house.store.connecting import connect
from croupier.house.store.failures import unavailable
from croupier.house.store.runs import COLUMNS, flattened
from croupier.house.store.schema import REVISION, records, significant
from croupier.house.store.statements import significant_row

PAGE = 5_000
_NAMES = [column.name for column in significant.c]


def index_all(connection: Connection) -> int:
    """Index the significant events in all records; returns how many there are."""
    count = 0
    numbers: dict[str, int | None] = {}
    after = 0
    while True:
        page = connection.execute(
            select(records.c.seq, records.c.mac, *COLUMNS)
            .where(records.c.seq > after)
            .order_by(records.c.seq)
            .limit(PAGE)
        ).all()
        if not page:
            return count
        after = page[-1][0]
        rows = []
        for _, record, _ in flattened(page):
            try:
                event = decode_event(record.event)
            except msgspec.MsgspecError:
                continue  # the check of the log reports it
            number = numbers.get(record.stream)
            rows += [significant_row(line) for line in listed([(record, event)], number)]
            numbers[record.stream] = round_after(number, event)
        if rows:
            count += len(rows)
            connection.execute(
                insert(significant), [dict(zip(_NAMES, row, strict=True)) for row in rows]
            )


_LOCK = 0x43524F5550494552
"""The advisory lock under which one process at a time changes the schema: `CROUPIER`."""


KNOWN = frozenset(f"{number:04}" for number in range(1, int(REVISION) + 1))
INDEXED = "0003"
"""From this schema on, significant events are indexed as they are recorded."""


def migrate(url: str, to: str = REVISION) -> tuple[str | None, str]:
    """Bring the schema up to date; returns the revisions before and after."""
    engine = connect(url)
    try:
        return migrate_engine(engine, to)
    finally:
        engine.dispose()


def migrate_engine(engine: Engine, to: str = REVISION) -> tuple[str | None, str]:
    try:
        with closing(engine.connect()) as plain:
            before = revision_of(plain)
            plain.rollback()
            if before == to:
                return before, to
            if before is not None and before > REVISION:
                raise StoreUnavailable(
                    f"The database has schema {before}, made by a later version of this program; "
                    f"this one knows schemas up to {REVISION}."
                )
            if before is not None and before not in KNOWN:
                raise Damaged(f"There is no schema '{before}', as alembic_version says.")
            connection = plain.execution_options(writes=True)
            with connection.begin():
                if engine.dialect.name == "postgresql":
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
                before = revision_of(connection)
                run_steps(connection, to)
                if before is not None and before < INDEXED <= to:
                    index_all(connection)
                return before, to
    except DBAPIError as error:
        raise unavailable(error) from error


def revision_of(connection: Connection) -> str | None:
    """The schema of a database, or none if it is new; raises `Damaged`."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.scalars(select(text("version_num FROM alembic_version"))).all()
    if len(found) != 1:
        raise Damaged(f"alembic_version has {len(found)} rows instead of one: it was changed.")
    return str(found[0])


def run_steps(connection: Connection, to: str) -> None:
    """Within the current transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
