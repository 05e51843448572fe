"""Whether there is a house at a URL, and whether its database has the right shape.

The owner of the database can drop or hollow out the triggers that protect the log, drop a bound, or
add a trigger, a rule, a policy or a default that interferes with the program. So a start and every
proof compare all of it word for word with what the migrations create, and anything that they never
create must be absent.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    create_engine,
    inspect,
    text,
)
from sqlalchemy.exc import DBAPIError

from croupier.house.log.event_store import Damaged, Finding, StoreUnavailable
from croupier.house.store.connecting import connect, read_url
from croupier.house.store.failures import unavailable, visible
from croupier.house.store.migrating import revision_of, run_steps
from croupier.house.store.schema import APPEND_ONLY, REVISION, balances, metadata, postings, results
from croupier.money import MOST_HELD

_TRIGGERS = """
    SELECT c.relname, t.tgname, t.tgenabled, t.tgtype, t.tgqual IS NULL, t.tgattr::text,
        p.proname, p.prosrc, l.lanname, p.prosecdef, p.proconfig IS NULL
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        JOIN pg_language l ON l.oid = p.prolang
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
"""
_CONSTRAINTS = """
    SELECT c.relname, pg_get_constraintdef(k.oid)
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE c.relnamespace = current_schema()::regnamespace
        AND k.contype NOT IN ('n', 't') AND c.relname <> 'alembic_version'
"""
_STATEMENT_BEFORE_CHANGE = 2 + 8 + 16 + 32
"""PostgreSQL's bits: before, delete, update, truncate; not for each row."""
_GUARD = (
    "croupier_never_changed",
    " BEGIN RAISE EXCEPTION '% is never changed, only added to', TG_TABLE_NAME; END ",
    *("plpgsql", False, True),
)
"""The function behind each guard: name, full text, language, no special powers, no settings."""
_NEVER_MADE: Mapping[str, str] = {
    "default": """
        SELECT c.relname || '.' || a.attname FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
        WHERE c.relnamespace = current_schema()::regnamespace
    """,
    "rule": """
        SELECT r.rulename FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
        WHERE c.relnamespace = current_schema()::regnamespace AND r.rulename <> '_RETURN'
    """,
    "policy": """
        SELECT p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
        WHERE c.relnamespace = current_schema()::regnamespace
    """,
    "row security of": """
        SELECT c.relname FROM pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace
            AND (c.relrowsecurity OR c.relforcerowsecurity)
    """,
    "rows not safe from a crash in": """
        SELECT c.relname FROM pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace
            AND c.relkind = 'r' AND c.relpersistence <> 'p'
    """,
    "heir of": """
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    """,
}
"""Whatever these queries find should not be there."""


def guard_findings(connection: Connection) -> Iterator[Finding]:
    """Guards that are not in force, bounds that are missing, and whatever was added."""
    yield from _triggers(connection)
    wanted, found = set(_constraints()), set(map(tuple, connection.execute(text(_CONSTRAINTS))))
    for table, said in sorted(wanted - found):
        yield Finding(f"constraint of {table}", f"it is missing: {said}")
    for table, said in sorted(found - wanted):
        yield Finding(f"constraint of {table}", f"this program knows nothing of it: {said}"[:200])
    for what, query in _NEVER_MADE.items():
        for name in sorted(connection.execute(text(query)).scalars()):
            yield Finding(f"{what} {name}", "this program knows nothing of it")


def _triggers(connection: Connection) -> Iterator[Finding]:
    guards = {
        (
            table.name,
            f"{table.name}_never_changed",
            "O",
            _STATEMENT_BEFORE_CHANGE,
            True,
            "",
            *_GUARD,
        )
        for table in APPEND_ONLY
    }
    found = set(map(tuple, connection.execute(text(_TRIGGERS))))
    for table, name, *_ in sorted(guards - found):
        yield Finding(f"trigger {name}", f"what keeps {table} from being changed is not in force")
    known = {guard[1] for guard in guards}
    for name in sorted(one[1] for one in found - guards if one[1] not in known):
        yield Finding(f"trigger {name}", "this program knows nothing of it")


def _constraints() -> Iterator[tuple[str, str]]:
    """In PostgreSQL's spelling."""
    for table in metadata.sorted_tables:
        keys = ", ".join(column.name for column in table.primary_key.columns)
        yield table.name, f"PRIMARY KEY ({keys})"
        for one in table.constraints:
            if isinstance(one, UniqueConstraint):
                yield table.name, f"UNIQUE ({', '.join(column.name for column in one.columns)})"
    most = f"'{MOST_HELD}'::bigint"
    for table in (balances, results):
        least = f"'-{MOST_HELD}'::bigint"
        yield table.name, f"CHECK (((amount >= {least}) AND (amount <= {most})))"
    yield postings.name, f"CHECK (((amount >= 1) AND (amount <= {most})))"


_MASTER = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
_SUMS = "CHECK constraint failed"
"""Broken sums, which are reported individually."""
_PAGES_TOLD = 5
"""The most damaged pages to report: one page often shows up in many places."""


def shape_findings(connection: Connection) -> Iterator[Finding]:
    """Whatever in the schema is missing, changed or should not be there."""
    if connection.dialect.name == "postgresql":
        yield from _postgresql(connection)
        return
    wanted, found = _expected(), _described(connection)
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            yield Finding(name, "it is missing from the database")
        elif name not in wanted:
            yield Finding(name, "this program knows nothing of it")
        elif wanted[name] != found[name]:
            yield Finding(name, "it is not as this program makes it")


def page_findings(connection: Connection) -> Iterator[Finding]:
    """Pages anywhere in the database that cannot be read or do not fit together."""
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("PRAGMA integrity_check").scalars()
        pages = (one for one in found if one != "ok" and not one.startswith(_SUMS))
        for told in islice(pages, _PAGES_TOLD):
            yield Finding("file", f"the database file is damaged: {visible(told)[:200]}")
        return
    for table in metadata.sorted_tables:  # PostgreSQL verifies the checksum of each page it reads
        name = table.name
        connection.exec_driver_sql(f"SELECT count({name}::text) FROM {name}")  # noqa: S608


def type_findings(connection: Connection) -> Iterator[Finding]:
    """SQLite stores whatever it is given, so the types of the values are checked."""
    if connection.dialect.name != "sqlite":
        return
    for table in metadata.sorted_tables:
        wrong = " OR ".join(_other_type(table))
        statement = f"SELECT EXISTS (SELECT 1 FROM {table.name} WHERE {wrong})"  # noqa: S608
        if connection.exec_driver_sql(statement).scalar():
            yield Finding(f"table {table.name}", "a row holds something of another type")


def text_findings(connection: Connection) -> Iterator[Finding]:
    """The first row of each SQLite table with text that cannot be decoded."""
    for table in metadata.sorted_tables:
        columns = [column.name for column in table.c if isinstance(column.type, String)]
        if not columns:
            continue
        read = ", ".join(f'CAST("{name}" AS BLOB)' for name in columns)
        key = table.primary_key.columns.values()[0].name
        rows = connection.exec_driver_sql(
            f'SELECT CAST("{key}" AS BLOB), {read} FROM {table.name} ORDER BY 1'  # noqa: S608
        )
        for first, *held in rows:
            wrong = [name for name, one in zip(columns, held, strict=True) if not _is_text(one)]
            if wrong:
                place = visible(first.decode("utf-8", "replace"))
                yield Finding(f"{table.name} {place}", f"'{wrong[0]}' is not text in UTF-8")
                break


def _is_text(held: bytes | None) -> bool:
    try:
        (held or b"").decode()
    except UnicodeDecodeError:
        return False
    return True


def _other_type(table: Table) -> Iterator[str]:
    for column in table.c:
        if column is balances.c.amount or column is results.c.amount:
            continue  # each broken sum is reported individually and can be repaired
        kinds = "'text'"
        if isinstance(column.type, Integer | BigInteger):
            kinds = "'integer'"
        elif isinstance(column.type, LargeBinary):
            kinds = "'blob'"
        allowed = f"{kinds}, 'null'" if column.nullable else kinds
        yield f'typeof("{column.name}") NOT IN ({allowed})'


@lru_cache(maxsize=1)
def _expected() -> dict[str, str]:
    """What the migrations create in an empty database."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            run_steps(connection, REVISION)
            return _described(connection)
    finally:
        engine.dispose()


def _described(connection: Connection) -> dict[str, str]:
    rows = connection.execute(text(_MASTER))
    return {f"{kind} {name}": _plain(f"{table} {sql}") for kind, name, table, sql in rows}


def _plain(sql: str) -> str:
    """Normalized, since library versions spell it differently."""
    return " ".join(sql.replace('"', "").split()).replace("( ", "(").replace(" )", ")")


def _postgresql(connection: Connection) -> Iterator[Finding]:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    for difference in compare_metadata(MigrationContext.configure(connection), metadata):
        yield Finding("schema", f"it is not as this program makes it: {difference}"[:200])
    yield from guard_findings(connection)


def demand_file(url: str) -> None:
    """Raises `Damaged` if SQLite has no file, or an empty one."""
    path = _file(url)
    if path is not None and not path.exists():
        raise Damaged(f"There is no database {path}.")
    if path is not None and path.is_file() and not path.stat().st_size:
        raise Damaged(f"The database {path} is empty.")


def demand_schema(engine: Engine) -> None:
    """Raises `Damaged` if the database does not have the schema that this program proves."""
    try:
        with engine.connect() as connection:
            found = revision_of(connection)
            if found == REVISION:
                return
            if found is None:
                raise Damaged("The database holds no house: there is no alembic_version in it.")
            if found < REVISION and not list(shape_findings(connection)):
                raise Damaged(
                    f"alembic_version says schema {found}, and the tables are those of "
                    f"{REVISION}: it was changed."
                )
    except DBAPIError as error:
        raise unavailable(error) from error
    raise Damaged(
        f"The database has schema {found}, and this program proves schema {REVISION}: prove it "
        "with the program that wrote it. Nothing was changed."
    )


def holds_records(url: str) -> bool:
    """Whether anything was ever recorded there."""
    try:
        demand_file(url)
    except Damaged:
        return False
    engine = connect(url, read_only=True)
    try:
        with engine.connect() as connection:
            tables = set(inspect(connection).get_table_names()) & {"records", "archives"}
            found = (f"SELECT EXISTS (SELECT 1 FROM {one})" for one in sorted(tables))  # noqa: S608
            return any(connection.scalar(text(one)) for one in found)
    except DBAPIError as error:
        raise unavailable(error) from error
    finally:
        engine.dispose()


def _file(url: str) -> Path | None:
    parsed = read_url(url)
    if parsed.drivername != "sqlite":
        return None
    path = Path(parsed.database or "")
    if not path.parent.is_dir():
        raise StoreUnavailable(f"There is no folder {path.parent}.")
    return path
