"""Checking a stored log: chains, heads, postings and balances.

A clean check is remembered (`checkpoints.py`) and the next one begins there, so that starting a
house does not take longer as its history grows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    Select,
    Table,
    and_,
    exists,
    func,
    not_,
    or_,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError

from croupier.house.log.chain import Following, Link
from croupier.house.log.event_store import Check, Derived, Finding
from croupier.house.model.records import Anchor, Head, Record
from croupier.house.sealing import Keyring
from croupier.house.store.batch import last_link, link_at, link_of_archive
from croupier.house.store.checkpoints import (
    Standing,
    TamperedCheckpoint,
    demand_checkpoints,
    last_checkpoint,
    remember,
)
from croupier.house.store.markers import TamperedMarker, all_markers, last_marker
from croupier.house.store.queries import held_in, is_sum, moved_in, within
from croupier.house.store.runs import COLUMNS, Span, is_as_written, read_run
from croupier.house.store.schema import balances, postings, records, results, significant, streams
from croupier.house.store.shape import page_findings, shape_findings, text_findings, type_findings
from croupier.house.store.statements import read_head
from croupier.money import MOST_HELD

PAGE = 5_000
FINDINGS_MAX = 20
NO_KEYS = Keyring()


_NOTHING = Standing(0, {}, {})


Remembering = Callable[[Mapping[str, str]], None]
"""Makes the next check begin where this one ended, given the ledgers of the streams there."""


def check_log(
    engine: Engine, whole: bool, keys: Keyring = NO_KEYS
) -> tuple[Check, Remembering | None]:
    """Check the log since its last checkpoint, or all of it; a clean result may be remembered."""
    with engine.connect() as connection:
        findings = list(page_findings(connection)) if whole else []
        findings += shape_findings(connection)
        if any(finding.where.startswith(("table ", "schema")) for finding in findings):
            # Every other check relies on the tables.
            return _unread(findings), None
    try:
        return _checked(engine, findings, whole, keys)
    except DBAPIError as error:
        if "Could not decode to UTF-8" not in str(error.orig):
            raise
        with engine.connect() as connection:
            findings += text_findings(connection)
        return _unread(findings), None


def _unread(findings: list[Finding]) -> Check:
    return Check(0, 0, 0, tuple(findings[:FINDINGS_MAX]), _NOTHING.anchor)


def _checked(
    engine: Engine, findings: list[Finding], whole: bool, keys: Keyring
) -> tuple[Check, Remembering | None]:
    now = _standing_between_writes(engine)
    before = _NOTHING
    with engine.connect() as connection:
        try:
            all_markers(connection)
            before = _beginning(connection)
        except TamperedMarker as tampered:
            found = Finding("archive", str(tampered))
            return Check(0, 0, now.seq, (found,), now.anchor), None
        checkpoint = None
        try:
            if whole:
                demand_checkpoints(connection, keys)
            else:
                checkpoint = last_checkpoint(connection, keys)
                before = checkpoint or before
        except TamperedCheckpoint as tampered:
            findings.append(Finding("checkpoint", str(tampered)))
        if whole:
            findings += type_findings(connection)
        seen = _Seen(before, _following(connection, keys, before))
        findings += _findings(connection, seen, now, let_go=True)
    check = Check(
        seen.count,
        before.seq,
        now.seq,
        tuple(findings[:FINDINGS_MAX]),
        now.anchor,
        seen.chain.count,
        seen.chain.link is not None,
        checkpoint is not None,
        now.heads,
        {name: Derived(before.heads[name].version, one) for name, one in before.ledgers.items()},
    )
    if findings or not now.seq:
        return check, None
    return check, partial(_remember, engine, now, keys, seen.chain.link)


def _remember(
    engine: Engine,
    now: Standing,
    keys: Keyring,
    link: Link | None,
    ledgers: Mapping[str, str],
) -> None:
    now = msgspec.structs.replace(now, ledgers=ledgers)
    with suppress(DBAPIError):  # on a full disk the next check merely begins further back
        remember(engine, now, keys, link)


def check_uncommitted(connection: Connection) -> Check:
    """Check everything that the current transaction would leave behind."""
    now = _standing(connection)
    before = _beginning(connection)
    seen = _Seen(before, _following(connection, NO_KEYS, before))
    findings = tuple(_findings(connection, seen, now, let_go=False))
    return Check(seen.count, 0, now.seq, findings[:FINDINGS_MAX], now.anchor)


def anchor_now(engine: Engine) -> Anchor:
    return _standing_between_writes(engine).anchor


def end_now(engine: Engine) -> tuple[Anchor, Link | None]:
    with engine.begin() as connection:
        hold_writers(connection)
        try:
            link = last_link(connection)[1]
        except ValueError:
            link = None  # the check of the chain reports it
        return _standing(connection).anchor, link


def _beginning(connection: Connection) -> Standing:
    """Where the database begins: empty, or at the marker of its last archive."""
    marker = last_marker(connection)
    return _NOTHING if marker is None else Standing(marker.seq, marker.heads, marker.balances)


def _following(connection: Connection, keys: Keyring, before: Standing) -> Following:
    """The keyed chain from the point where a check begins."""
    seq, link = link_of_archive(connection)
    if before.seq > seq:
        seq, link = before.seq, link_at(connection, before.seq)
    return Following(keys, seq, link)


def _standing_between_writes(engine: Engine) -> Standing:
    """The log as it stands with no write half finished."""
    with engine.begin() as connection:
        hold_writers(connection)
        return _standing(connection)


def hold_writers(connection: Connection) -> None:
    """Until this transaction ends, nobody else writes; SQLite shows a single moment anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE streams IN EXCLUSIVE MODE"))


def _standing(connection: Connection) -> Standing:
    held = connection.execute(select(balances)).all()
    return Standing(
        connection.scalar(select(func.max(records.c.seq))) or 0,
        dict(read_head(row) for row in connection.execute(select(streams))),
        held_in(held),
        broken=(*_broken_accounts(held), *_broken_results(connection)),
    )


def _broken_accounts(rows: Sequence[Any]) -> Iterator[Finding]:
    for account, amount in rows:
        if not is_sum(amount):
            yield Finding(
                f"account {account}", f"it holds {amount!r}, which is no sum of cents", derived=True
            )


def _broken_results(connection: Connection) -> Iterator[Finding]:
    for player, day, amount in connection.execute(broken_results(connection.dialect)):
        yield Finding(
            f"results of {player} on {day}",
            f"they come to {amount!r}, which is no sum of cents",
            derived=True,
        )


def broken_results(dialect: Dialect) -> Select[Any]:
    """Rows that do not hold a sum; in PostgreSQL the column type guarantees whole numbers."""
    amount = results.c.amount
    broken: ColumnElement[bool] = not_(amount.between(-MOST_HELD, MOST_HELD))
    if dialect.name == "sqlite":
        broken = or_(broken, func.typeof(amount) != "integer")
    return select(results).where(broken)


class _Seen:
    """The chain as far as it has been followed."""

    def __init__(self, before: Standing, chain: Following) -> None:
        self.before = before
        self.chain = chain
        self.heads = dict(before.heads)
        self.count = 0


def _findings(
    connection: Connection, seen: _Seen, now: Standing, *, let_go: bool
) -> Iterator[Finding]:
    """Everything wrong; of a broken stream only the first place, because the rest depends on it."""
    broken: set[str] = set()
    if now.seq < seen.before.seq:
        yield Finding(
            "log", f"it ends at {now.seq}, but at the last check it went to {seen.before.seq}"
        )
    for seq, mac, stored, *row in _pages(connection, seen.before.seq, now.seq, let_go=let_go):
        name, version = row[0], row[1]
        try:
            run = read_run(row)
            seen.count += len(run)
            problem = _problem(row, run, stored, seen.heads.get(name, Head()))
            if problem is None and name not in broken:
                problem = _link_problem(seen, seq, mac, run)
        except (ValueError, TypeError, msgspec.MsgspecError):
            problem = "the record cannot be read"
        if problem is None:
            seen.heads[name] = run[-1].head
        elif name not in broken:
            broken.add(name)
            yield Finding(f"{name} {version}", problem)
    if seen.chain.keys and now.seq and seen.chain.link is None:
        yield Finding(
            "log",
            "none of its records is chained under the house's key (one of version 0.1 is "
            "taken over by 'croupier keys adopt')",
        )
    for name in sorted(seen.heads.keys() | now.heads.keys()):
        if name not in broken and seen.heads.get(name) != now.heads.get(name):
            yield Finding(name, "the stream does not end where its head says")
    yield from now.broken
    yield from _ledger(connection, seen.before, now)


def _pages(connection: Connection, since: int, until: int, *, let_go: bool) -> Iterator[Any]:
    """The rows in order; the database is released between pages so that it can clean up."""
    while since < until:
        page = connection.execute(
            select(records.c.seq, records.c.mac, records.c.hash, *COLUMNS)
            .where(records.c.seq > since, records.c.seq <= until)
            .order_by(records.c.seq)
            .limit(PAGE)
        ).all()
        if let_go:
            connection.rollback()
        if not page:
            return
        yield from page
        since = page[-1][0]


def _problem(row: list[Any], run: list[Record], stored: bytes, head: Head) -> str | None:
    """What is wrong with a row as the successor of the one before it in its stream."""
    if run[-1].hash != stored or not is_as_written(row, run):
        return "the record was changed: its hash does not fit"
    if run[0].version != head.version + 1:
        return f"the record before it is version {head.version}"
    if run[0].previous != head.hash:
        return "the record before it was changed or replaced"
    return None


def _link_problem(seen: "_Seen", seq: int, mac: bytes | None, run: list[Record]) -> str | None:
    try:
        link = None if mac is None else Link.unpacked(seq, mac)
    except ValueError:
        return "its link of the keyed chain cannot be read"
    return seen.chain.problem(seq, run, link, lambda: Anchor.at(0, seen.heads).digest)


def _ledger(connection: Connection, before: Standing, now: Standing) -> Iterator[Finding]:
    found = dict(before.balances)
    for account, total in moved_in(connection, _grown(before, now)).items():
        found[account] = found.get(account, 0) + total
    told = {finding.where for finding in now.broken}
    for name in sorted(found.keys() | now.balances.keys()):
        where = f"account {name}"
        held, posted = now.balances.get(name, 0), found.get(name, 0)
        if held != posted and where not in told:
            problem = f"it holds {held}, but its postings come to {posted}"
            yield Finding(where, problem, derived=True)
    if not told and (left := sum(now.balances.values())):
        yield Finding("ledger", f"all accounts together hold {left}, not 0", derived=True)
    yield from _beside_records(connection, before, now)


def _beside_records(connection: Connection, before: Standing, now: Standing) -> Iterator[Finding]:
    """Rows that belong to no record, and postings that are missing between others.

    A check that goes on from another looks beyond the ends of streams, and among what was added.
    """
    whole = before.seq == _beginning(connection).seq
    for table, problem in (
        (postings, "there are postings of a record that is not there"),
        (
            significant,
            "there are lines of significant events of a record that is not there",
        ),
    ):
        stray = _stray(connection, table, before) if whole else _beyond(connection, table)
        for name, version in islice(stray, 1):
            yield Finding(f"{name} {version}", problem)
    place, line = (postings.c.stream, postings.c.version), postings.c.line
    gaps = select(*place).group_by(*place).limit(1)
    gaps = gaps.having(or_(func.min(line) != 1, func.max(line) != func.count()))
    torn = connection.execute(gaps) if whole else within(connection, gaps, _grown(before, now))
    for name, version in torn:
        yield Finding(f"{name} {version}", "its postings are not numbered from 1 on")


def _grown(before: Standing, now: Standing) -> list[Span]:
    """How far every stream went on between two standings."""
    return [
        Span(name, before.heads.get(name, Head()).version, head.version)
        for name, head in sorted(now.heads.items())
    ]


def _beyond(connection: Connection, table: Table) -> Iterator[tuple[str, int]]:
    """Rows beyond the end of their stream: one look at the end of each, however long they are."""
    last = (
        select(table.c.version)
        .where(table.c.stream == streams.c.id)
        .order_by(table.c.version.desc())
        .limit(1)
        .correlate(streams)
        .scalar_subquery()
    )
    beyond = select(streams.c.id, last).where(last > streams.c.version)
    yield from connection.execute(beyond).tuples()


def _stray(connection: Connection, table: Table, before: Standing) -> Iterator[tuple[str, int]]:
    """Rows beyond the end of their stream, or before it begins in this database."""
    place = (table.c.stream, table.c.version)
    within = and_(
        streams.c.id == table.c.stream,
        table.c.version > 0,
        table.c.version <= streams.c.version,
    )
    for name, version in connection.execute(select(*place).where(not_(exists().where(within)))):
        yield name, version
    for stream, head in sorted(before.heads.items()):
        early = and_(table.c.stream == stream, table.c.version <= head.version)
        for name, version in connection.execute(select(*place).where(early).limit(1)):
            yield name, version
