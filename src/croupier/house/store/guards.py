"""What PostgreSQL must have besides columns: guards and bounds as the migrations create them.

The owner of the database can hollow out a guard, drop a bound, or add a rule, a policy or a default
that interferes with the program. So all of it is compared word for word, and anything that the
migrations never create must be absent.
"""

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, UniqueConstraint, text

from croupier.house.log.event_store import Finding
from croupier.house.store.schema import APPEND_ONLY, balances, metadata, postings, results
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
