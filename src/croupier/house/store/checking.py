"""Checking a stored log: chain, heads, postings and balances.

A check that comes out clean is remembered as a checkpoint: how far it went, where each
stream then stood and what each account then held. The next check begins there, so that
starting a house does not take longer as its history grows.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    and_,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    text,
)
from sqlalchemy.exc import DBAPIError

from croupier.house.log.records import Anchor, Head
from croupier.house.log.storing import Check, Finding
from croupier.house.store.markers import TamperedMarker, last_marker
from croupier.house.store.rows import RECORD, moment, read_head, read_record, record_rows
from croupier.house.store.schema import balances, checkpoints, postings, records, streams
from croupier.house.store.sums import in_halves, joined

PAGE = 5_000
FINDINGS_MAX = 20


class Standing(Struct, frozen=True):
    """The log at one moment: its length, the heads of its streams, what accounts hold."""

    seq: int
    heads: Mapping[str, Head]
    balances: Mapping[str, int]

    @property
    def anchor(self) -> Anchor:
        return Anchor.at(self.seq, self.heads)


_NOTHING = Standing(0, {}, {})


class TamperedCheckpoint(Exception):
    """The checkpoint is not as it was written."""


def check_log(engine: Engine, whole: bool) -> Check:
    """Check the log since its last checkpoint, or all of it; remember a clean outcome."""
    now = _standing_between_writes(engine)
    findings: list[Finding] = []
    before = _NOTHING
    with engine.connect() as connection:
        try:
            before = _beginning(connection)
        except TamperedMarker as tampered:
            found = Finding("archive", str(tampered))
            return Check(0, 0, now.seq, (found,), now.anchor)
        if not whole:
            try:
                before = _last_checkpoint(connection)
            except TamperedCheckpoint as tampered:
                findings.append(Finding("checkpoint", str(tampered)))
        seen = _Seen(before)
        findings += _findings(connection, seen, now, let_go=True)
    if not findings:
        with suppress(DBAPIError):  # a full disk: the next check begins further back, that is all
            _remember(engine, now)
    return Check(seen.count, before.seq, now.seq, tuple(findings[:FINDINGS_MAX]), now.anchor)


def check_uncommitted(connection: Connection) -> Check:
    """Check all that a transaction under way would leave behind."""
    now = _standing(connection)
    seen = _Seen(_beginning(connection))
    findings = tuple(_findings(connection, seen, now, let_go=False))
    return Check(seen.count, 0, now.seq, findings[:FINDINGS_MAX], now.anchor)


def anchor_now(engine: Engine) -> Anchor:
    return _standing_between_writes(engine).anchor


def _beginning(connection: Connection) -> Standing:
    """Where the database begins: at nothing, or at the marker of its last archive."""
    marker = last_marker(connection)
    return _NOTHING if marker is None else Standing(marker.seq, marker.heads, marker.balances)


def _standing_between_writes(engine: Engine) -> Standing:
    """The log as it stands while nobody is half-way through writing."""
    with engine.begin() as connection:
        hold_writers(connection)
        return _standing(connection)


def hold_writers(connection: Connection) -> None:
    """Until this transaction ends, nobody else writes; SQLite shows one moment anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE streams IN EXCLUSIVE MODE"))


def _standing(connection: Connection) -> Standing:
    return Standing(
        connection.scalar(select(func.max(records.c.seq))) or 0,
        dict(read_head(row) for row in connection.execute(select(streams))),
        {row[0]: row[1] for row in connection.execute(select(balances))},
    )


class _Seen:
    """The chain as far as it has been followed."""

    def __init__(self, before: Standing) -> None:
        self.before = before
        self.heads = dict(before.heads)
        self.count = 0


def _findings(
    connection: Connection, seen: _Seen, now: Standing, *, let_go: bool
) -> Iterator[Finding]:
    """Everything wrong; of a broken stream only the first place, as all that follows hangs on."""
    broken: set[str] = set()
    if now.seq < seen.before.seq:
        yield Finding(
            "log", f"it ends at {now.seq}, but at the last check it went to {seen.before.seq}"
        )
    for row in _pages(connection, seen.before.seq, now.seq, let_go=let_go):
        seen.count += 1
        _, stored, *columns = row
        name = columns[0]
        problem = _problem(columns, stored, seen.heads.get(name, Head()))
        if problem is None:
            seen.heads[name] = Head(columns[1], bytes.fromhex(stored))
        elif name not in broken:
            broken.add(name)
            yield Finding(f"{name} {columns[1]}", problem)
    for name in sorted(seen.heads.keys() | now.heads.keys()):
        if name not in broken and seen.heads.get(name) != now.heads.get(name):
            yield Finding(name, "the stream does not end where its head says")
    yield from _ledger(connection, seen.before, now)


def _pages(connection: Connection, since: int, until: int, *, let_go: bool) -> Iterator[Any]:
    """The records in order; between pages the database is let go, so that it can tidy up."""
    while since < until:
        page = connection.execute(
            select(records.c.seq, records.c.hash, *RECORD)
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


def _problem(columns: list[Any], stored: str, head: Head) -> str | None:
    """What is wrong with one record as it follows the one before it in its stream."""
    try:
        record = read_record(columns)
        [row] = record_rows([record])
    except (ValueError, TypeError, msgspec.MsgspecError):
        return "the record cannot be read"
    if row != (*columns, stored):
        return "the record was changed: its hash does not fit"
    if record.version != head.version + 1:
        return f"the record before it is version {head.version}"
    if record.previous != head.hash:
        return "the record before it was changed or replaced"
    return None


def _ledger(connection: Connection, before: Standing, now: Standing) -> Iterator[Finding]:
    found = dict(before.balances)
    for account, total in _movements(connection, before, now):
        found[account] = found.get(account, 0) + total
    for name in sorted(found.keys() | now.balances.keys()):
        held, posted = now.balances.get(name, 0), found.get(name, 0)
        if held != posted:
            yield Finding(f"account {name}", f"it holds {held}, but its postings come to {posted}")
    if left := sum(now.balances.values()):
        yield Finding("ledger", f"all accounts together hold {left}, not 0")
    if before.seq == _beginning(connection).seq:
        stray = select(postings.c.stream, postings.c.version).where(not_(exists().where(_OF)))
        for name, version in connection.execute(stray.limit(1)):
            yield Finding(f"{name} {version}", "there are postings of a record that is not there")
        place, line = (postings.c.stream, postings.c.version), postings.c.line
        gaps = select(*place).group_by(*place)
        gaps = gaps.having(or_(func.min(line) != 1, func.max(line) != func.count()))
        for name, version in connection.execute(gaps.limit(1)):
            yield Finding(f"{name} {version}", "its postings are not numbered from 1 on")


_OF = and_(records.c.stream == postings.c.stream, records.c.version == postings.c.version)


def _movements(
    connection: Connection, before: Standing, now: Standing
) -> Iterator[tuple[str, int]]:
    """What every account gave and received between two standings."""
    accounts: tuple[tuple[ColumnElement[str], int], ...] = (
        (postings.c.debit, -1),
        (postings.c.credit, 1),
    )
    for account, sign in accounts:
        wanted = (
            select(account, *in_halves(postings.c.amount))
            .select_from(records)
            .join(postings, _OF)
            .where(records.c.seq > before.seq, records.c.seq <= now.seq)
            .group_by(account)
        )
        for name, *halves in connection.execute(wanted):
            yield name, sign * joined(*halves)


def _last_checkpoint(connection: Connection) -> Standing:
    last = select(checkpoints).order_by(checkpoints.c.seq.desc()).limit(1)
    row = connection.execute(last).first()
    if row is None:
        return _beginning(connection)
    if _digest(row.seq, row.heads, row.balances) != row.digest:
        raise TamperedCheckpoint("the checkpoint was changed: its digest does not fit")
    heads = msgspec.json.decode(row.heads, type=dict[str, tuple[int, str]])
    return Standing(
        row.seq,
        {name: Head(version, bytes.fromhex(digest)) for name, (version, digest) in heads.items()},
        msgspec.json.decode(row.balances, type=dict[str, int]),
    )


def _remember(engine: Engine, now: Standing) -> None:
    heads = {name: (head.version, head.hash.hex()) for name, head in sorted(now.heads.items())}
    written = msgspec.json.encode(heads).decode()
    sums = msgspec.json.encode(dict(sorted(now.balances.items()))).decode()
    with engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            connection.execute(delete(checkpoints).where(checkpoints.c.seq <= now.seq))
            connection.execute(
                insert(checkpoints).values(
                    seq=now.seq,
                    at=moment(datetime.now(UTC)),
                    heads=written,
                    balances=sums,
                    digest=_digest(now.seq, written, sums),
                )
            )


def _digest(seq: int, heads: str, sums: str) -> str:
    return sha256(f"{seq}\n{heads}\n{sums}".encode()).hexdigest()
