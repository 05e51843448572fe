"""Moves old records from the database into a file without breaking the chain.

The whole log is proved first. Then all records up to the cut are written to the file with their
hashes and what was derived from them, and the digest of the marker, which holds the state of every
stream at the cut, is recorded in the log. Only then does one transaction insert the marker and
remove the records. Streams keep their versions; the chain, the ledger and every later proof begin
at the marker. An interruption at any point leaves the log complete, with a record after the cut.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import UNSET, Struct
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.chain import Link, OtherKey, chained, key_after
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.snapshots import snapshot_bytes
from croupier.house.log.stream import Department
from croupier.house.model.operation.events import ArchiveMade
from croupier.house.model.records import Anchor, Head, Marker, Record
from croupier.house.model.table.state import HouseTable
from croupier.house.read.archive_file import (
    FORMAT,
    Footer,
    Header,
    record_line,
    settle,
    write,
)
from croupier.house.read.proof.replaying import Proof, Standing
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring, read_sealed
from croupier.house.store import open_existing
from croupier.house.store.batch import link_at, link_of_archive
from croupier.house.store.checking import NO_KEYS, hold_writers
from croupier.house.store.connecting import connect
from croupier.house.store.failures import unavailable
from croupier.house.store.markers import last_marker, marker_digest, take_out
from croupier.house.store.runs import COLUMNS, numbered, read_run
from croupier.house.store.schema import answers, postings, records, significant
from croupier.house.store.statements import moment
from croupier.house.store.unsealing import Opener

YEARS_KEPT = 5
_WINDOW = 10_000
_PAGE = 5_000


class CannotArchive(Exception):
    """Nothing was archived; the sentence says why."""


class Archived(Struct, frozen=True):
    """What was moved into the file."""

    file: str
    digest: str
    records: int
    until: datetime


def demand_old(before: datetime, now: datetime) -> None:
    """Records are kept for at least five years (Casino Control Act 143)."""
    try:
        limit = now.replace(year=now.year - YEARS_KEPT)
    except ValueError:  # the 29th of February
        limit = now.replace(year=now.year - YEARS_KEPT, day=28)
    if before > limit:
        raise CannotArchive(
            f"Records are kept for {YEARS_KEPT} years: nothing after {limit.date()} is archived."
        )


async def archive(
    url: str,
    before: datetime,
    to: Path,
    now: datetime | None = None,
    keys: Keyring = NO_KEYS,
) -> Archived:
    """Move all records older than `before` into the new file `to`."""
    now = now or datetime.now(UTC)
    demand_old(before, now)
    if to.exists():
        raise CannotArchive(f"{to} is there already; nothing is overwritten.")
    store = await open_existing(url)
    try:
        proof = await verify(store, keys=keys)
        if proof.wrong is not None:
            raise CannotArchive(f"The log is not sound, and left alone: {proof.wrong}")
        _, link = await store.end()
        if link is not None and keys.find(link.key) is None:
            raise CannotArchive(f"It takes the house's key {link.key}, which is not here.")
        part = to.with_name(to.name + ".part")
        try:
            marker = _prepared(url, before, to, part, keys)
            handler = CommandHandler(store, keys)
            await handler.streams.open()
            digest = marker_digest(marker)
            event = ArchiveMade(marker.file, marker.digest, marker.records, marker.until, digest)
            key = f"operation:archive:{digest}"
            await handler.record(Department.OPERATION, lambda state, at: (event,), None, key)
            _move(url, marker, part, to)
        finally:
            part.unlink(missing_ok=True)
    finally:
        await store.close()
    return Archived(marker.file, marker.digest, marker.records, marker.until)


def _prepared(url: str, before: datetime, to: Path, part: Path, keys: Keyring) -> Marker:
    """Writes the file up to the cut, not final yet; returns the marker that will replace it."""
    part.unlink(missing_ok=True)
    with _connected(url, writes=False) as connection:
        return _written(connection, before, to, part, keys)


def _move(url: str, marker: Marker, part: Path, to: Path) -> None:
    """The one transaction: marker, removal, file. The file is on disk before the commit.

    If the commit itself fails, the file stays: the database decides whether it counts.
    """
    with _connected(url, writes=True) as connection:
        hold_writers(connection)
        known = last_marker(connection)
        if marker.before != ("" if known is None else marker_digest(known)):
            raise CannotArchive("Somebody else has archived records meanwhile; nothing was moved.")
        take_out(connection, marker)
        settle(part, to)


@contextmanager
def _connected(url: str, *, writes: bool) -> Iterator[Connection]:
    engine = connect(url)
    try:
        with closing(engine.connect()) as plain:
            connection = plain.execution_options(writes=writes)
            with connection.begin():
                yield connection
    except DBAPIError as error:
        raise StoreUnavailable(str(unavailable(error))) from error
    finally:
        engine.dispose()


def _written(
    connection: Connection, before: datetime, to: Path, part: Path, keys: Keyring
) -> Marker:
    known = last_marker(connection)
    cut = _cut(connection, before)
    after = 0 if known is None else known.seq
    if cut <= after:
        raise CannotArchive(f"There are no records before {before.date()}.")
    proof = Proof()
    if known is not None:
        proof.resume(known)
    count = 0
    sealed: set[str] = set()
    for record in _records(connection, cut, keys):
        proof.take(record)
        count += 1
        if record.sealed is not None:
            sealed.add(read_sealed(record.sealed).nonce)
    standing = proof.standing()
    header = Header(
        FORMAT,
        after,
        {} if known is None else dict(known.heads),
        {} if known is None else dict(known.balances),
    )
    link = link_at(connection, cut)
    published = _published(connection, standing, sealed)
    footer = Footer(cut, count, standing.heads, standing.balances, published)
    digest = write(part, header, _lines(connection, cut, header, standing.heads, keys), footer)
    return Marker(
        cut,
        before,
        to.name,
        digest,
        count,
        standing.heads,
        standing.balances,
        {
            stream: snapshot_bytes(state, ledger)
            for stream, (state, ledger) in standing.states.items()
        },
        standing.results,
        standing.days,
        standing.calendar,
        UNSET if link is None else str(link),
        "" if known is None else marker_digest(known),
    )


def _cut(connection: Connection, before: datetime) -> int:
    """The last record of the archive: all up to it are old, and no command is split."""
    begin = records.c.seq - records.c.length
    cut = connection.scalar(select(func.min(begin)).where(records.c.at >= moment(before)))
    if cut is None:
        cut = connection.scalar(select(func.max(records.c.seq))) or 0
        return int(cut)
    window = connection.execute(
        select(begin, records.c.seq, records.c.command)
        .where(records.c.seq > cut - _WINDOW, records.c.seq <= cut + _WINDOW)
        .order_by(records.c.seq)
    ).all()
    while True:
        later = {command for _, seq, command in window if seq > cut}
        torn = [first for first, seq, command in window if seq <= cut and command in later]
        if not torn:
            return int(cut)
        cut = min(torn)


def _published(connection: Connection, standing: Standing, sealed: set[str]) -> dict[str, str]:
    """The keys of rounds running at the cut: no card that is still closed is archived."""
    opener = Opener()
    found = {}
    for stream, (state, _) in standing.states.items():
        kept = state.sealing if isinstance(state, HouseTable) else None
        if kept is None or kept.key is not None or kept.nonce not in sealed:
            continue
        version = standing.heads[stream].version
        key = opener.look_up(connection, stream, version, kept.nonce)
        if key is None:
            raise CannotArchive(
                f"Round {kept.round} of table {state.name} ran then and still does: end it first."
            )
        found[kept.nonce] = key
    return found


def _records(connection: Connection, cut: int, keys: Keyring) -> Iterator[Record]:
    opener = Opener()
    opener.keys = keys
    for _, _, run in _runs(connection, cut):
        for record in run:
            yield opener.opened(connection, record)


def _runs(connection: Connection, cut: int) -> Iterator[tuple[int, bytes | None, list[Record]]]:
    """The rows of the log up to the cut: place and link of the last record, and all of them."""
    after = 0
    while page := connection.execute(
        select(records.c.seq, records.c.mac, *COLUMNS)
        .where(records.c.seq > after, records.c.seq <= cut)
        .order_by(records.c.seq)
        .limit(_PAGE)
    ).all():
        for seq, mac, *row in page:
            yield seq, mac, read_run(row)
        after = page[-1][0]


def _record_lines(
    connection: Connection, cut: int, header: Header, keys: Keyring
) -> Iterator[list[Any]]:
    """Every record with its hash and link; links within a row are worked out, which takes the
    key."""
    _, link = link_of_archive(connection)
    heads = dict(header.heads)
    for seq, mac, run in _runs(connection, cut):
        links: list[Link] = []
        if mac is not None:
            stored = Link.unpacked(seq, mac)
            if link is None:
                begun = bytes.fromhex(Anchor.at(0, heads).digest)
                link = Link(seq - len(run), stored.key, begun)
            links = [stored] if len(run) == 1 else list(_chained(keys, link, run))
            last = run[-1]
            link = Link(seq, key_after(last.stream, last.event, stored.key), stored.mac)
        for place, record in numbered(seq, run):
            here = str(links[place - seq - 1]) if links else None
            yield record_line(place, record, here)
        heads[run[-1].stream] = run[-1].head


def _chained(keys: Keyring, link: Link, run: list[Record]) -> Iterator[Link]:
    try:
        yield from chained(keys, link, ([record] for record in run))
    except OtherKey as error:
        raise CannotArchive(str(error)) from None


def _lines(
    connection: Connection, cut: int, header: Header, heads: dict[str, Head], keys: Keyring
) -> Iterator[list[Any]]:
    """Everything that goes into the file, records first."""
    yield from _record_lines(connection, cut, header, keys)
    for name, table in (("posting", postings), ("significant", significant)):
        for stream, head in sorted(heads.items()):
            found = select(table).where(table.c.stream == stream, table.c.version <= head.version)
            for row in connection.execute(found.order_by(*table.primary_key.columns)):
                yield [name, *row]
    old = select(records.c.command).where(records.c.seq <= cut)
    found = select(answers).where(answers.c.command.in_(old))
    for row in connection.execute(found.order_by(answers.c.command)):
        yield ["answer", *row]
