"""Moves records from the database into files without breaking the chain: a file for each gaming
day whose books are closed, or one for everything up to a day.

The whole log is proved first. Then the records of a part are written to its file with their hashes
and what was derived from them, and the digest of the marker, which holds the state of every stream
at the cut, is recorded in the log. Only then does one transaction insert the marker and remove the
records up to the cut; those between the cut and the end of the file stay for the next one
(`closed_days.py`). Streams keep their versions; the chain, the ledger and every later proof begin
at the marker. An interruption at any point leaves the log complete, and the same call again goes
on: it writes the same bytes.

One process archives at a time. The records are gone once the file is the only place that has them,
so nothing rests on that alone: every run writes a file of its own, and what takes the place of the
records is compared with the marker first.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, datetime
from glob import escape
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from msgspec import UNSET, Struct
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError

from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.chain import Link, OtherKey, chained, key_after
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.snapshots import snapshot_bytes
from croupier.house.log.stream import Department
from croupier.house.model.cage.day import UTC_DAYS, GamingDay
from croupier.house.model.operation.events import ArchiveMade
from croupier.house.model.records import Anchor, Head, Marker, Record
from croupier.house.model.table.state import HouseTable
from croupier.house.operate.closed_days import CannotArchive, Part, closed_days, up_to
from croupier.house.read.archive_file import (
    ENDING,
    FORMAT,
    Footer,
    Header,
    file_digest,
    record_line,
    settle,
    write,
)
from croupier.house.read.proof.replaying import Proof, Standing
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring, read_sealed
from croupier.house.store import DatabaseStore, open_existing
from croupier.house.store.batch import link_at, link_of_archive
from croupier.house.store.checking import NO_KEYS, hold_writers
from croupier.house.store.connecting import connect, read_url
from croupier.house.store.failures import unavailable
from croupier.house.store.markers import (
    body_bytes,
    last_marker,
    marker_digest,
    take_out,
    with_digest,
)
from croupier.house.store.runs import COLUMNS, numbered, read_run
from croupier.house.store.schema import answers, postings, records, significant
from croupier.house.store.statements import moment
from croupier.house.store.turns import alone_in_archiving
from croupier.house.store.unsealing import Opener

_WINDOW = 10_000
_PAGE = 5_000


class Archived(Struct, frozen=True):
    """What was moved into the file."""

    file: str
    digest: str
    records: int
    until: datetime


async def archive(
    url: str,
    before: datetime,
    to: Path,
    now: datetime | None = None,
    keys: Keyring = NO_KEYS,
    days: GamingDay = UTC_DAYS,
) -> Archived:
    """Move all records of the gaming days before a moment into the new file `to`."""
    async with _alone(url) as store:
        await _demand_sound(store, keys)
        part = await up_to(store, before, now or datetime.now(UTC), days)
        return await _archived(store, url, part, to, keys)


async def archive_days(
    url: str,
    before: datetime,
    folder: Path,
    now: datetime | None = None,
    keys: Keyring = NO_KEYS,
    days: GamingDay = UTC_DAYS,
) -> list[Archived]:
    """The same with a file for each day, named by it."""
    async with _alone(url) as store:
        await _demand_sound(store, keys)
        parts = await closed_days(store, days.of(before), now or datetime.now(UTC), days)
        return [
            await _archived(store, url, part, folder / f"{part.day}{ENDING}", keys)
            for part in parts
        ]


@asynccontextmanager
async def _alone(url: str) -> AsyncIterator[DatabaseStore]:
    """A house that nobody else archives meanwhile."""
    store = await open_existing(url)
    try:
        engine = connect(url)
        try:
            with alone_in_archiving(engine) as alone:
                if not alone:
                    raise CannotArchive(
                        "Somebody else is archiving records of this house; nothing was moved."
                    )
                yield store
        finally:
            engine.dispose()
    finally:
        await store.close()


async def _demand_sound(store: DatabaseStore, keys: Keyring) -> None:
    """Its log is proved, and its key is here."""
    proof = await verify(store, keys=keys)
    if proof.wrong is not None:
        raise CannotArchive(f"The log is not sound, and left alone: {proof.wrong}")
    _, link = await store.end()
    if link is not None and keys.find(link.key) is None:
        raise CannotArchive(f"It takes the house's key {link.key}, which is not here.")


async def _archived(
    store: DatabaseStore, url: str, part: Part, to: Path, keys: Keyring
) -> Archived:
    writing = _new_part(url, to)
    try:
        marker = _prepared(url, part, to, writing, keys)
        _demand_free(to, marker)
        handler = CommandHandler(store, keys)
        await handler.streams.open()
        digest = marker_digest(marker)
        event = ArchiveMade(marker.file, marker.digest, marker.records, marker.until, digest)
        key = f"operation:archive:{digest}"
        await handler.record(Department.OPERATION, lambda state, at: (event,), None, key)
        _move(url, marker, writing, to)
    finally:
        writing.unlink(missing_ok=True)
    return Archived(marker.file, marker.digest, marker.records, marker.until)


def _new_part(url: str, to: Path) -> Path:
    """The name of a file while it is written, which no other run has.

    Those of runs of this house that were killed are removed: none is under way but this. Another
    house may be writing into the same folder.
    """
    house = sha256(str(read_url(url)).encode()).hexdigest()[:8]  # without the password
    begin = f"{to.name}.{house}-"
    for left in to.parent.glob(f"{escape(begin)}*.part"):
        left.unlink(missing_ok=True)
    return to.with_name(f"{begin}{token_hex(4)}.part")


def _prepared(url: str, part: Part, to: Path, writing: Path, keys: Keyring) -> Marker:
    """Writes the file, not final yet; returns the marker that will stand for its records."""
    with _connected(url, writes=False) as connection:
        return _written(connection, part, to, writing, keys)


def _move(url: str, marker: Marker, writing: Path, to: Path) -> None:
    """The one transaction: marker, removal, file. The file is on disk before the commit.

    If the commit itself fails, the file stays: the database decides whether it counts.
    """
    with _connected(url, writes=True) as connection:
        hold_writers(connection)
        known = last_marker(connection)
        if marker.before != ("" if known is None else marker_digest(known)):
            raise CannotArchive("Somebody else has archived records meanwhile; nothing was moved.")
        take_out(connection, marker)
        if file_digest(writing) != marker.digest:
            raise CannotArchive(f"{writing} was changed while it was written; nothing was moved.")
        _demand_free(to, marker)
        settle(writing, to)


def _demand_free(to: Path, marker: Marker) -> None:
    """There is no other file; the same may be there, from a run whose commit failed."""
    if to.exists() and file_digest(to) != marker.digest:
        raise CannotArchive(f"{to} is there already; nothing is overwritten.")


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


def _written(connection: Connection, part: Part, to: Path, writing: Path, keys: Keyring) -> Marker:
    known = last_marker(connection)
    after = 0 if known is None else known.seq
    cut = _whole(connection, part.cut if part.cut is not None else _before(connection, part.until))
    end = max(cut, part.end or cut)
    if cut <= after:
        raise CannotArchive(f"There are no records before {part.until.date()}.")
    proof = Proof()
    if known is not None:
        proof.resume(known)
    at_cut: Standing | None = None
    count = 0
    sealed: set[str] = set()
    for place, record in _records(connection, end, keys):
        if place > cut and at_cut is None:
            at_cut = proof.standing()
        proof.take(record)
        count += 1
        if record.sealed is not None:
            sealed.add(read_sealed(record.sealed).nonce)
    at_end = proof.standing()
    at_cut = at_cut or at_end
    header = Header(
        FORMAT,
        after,
        {} if known is None else dict(known.heads),
        {} if known is None else dict(known.balances),
        "" if known is None or known.body is UNSET else body_bytes(known).decode(),
    )
    link = link_at(connection, cut)
    published = _published(connection, at_end, sealed)
    footer = Footer(end, count, at_end.heads, at_end.balances, published, at_end.days)
    digest = write(writing, header, _lines(connection, end, header, at_end.heads, keys), footer)
    marker = Marker(
        cut,
        part.until,
        to.name,
        digest,
        count,
        at_cut.calendar,
        UNSET if link is None else str(link),
        "" if known is None else marker_digest(known),
        heads=at_cut.heads,
        balances=at_cut.balances,
        states={
            stream: snapshot_bytes(state, ledger)
            for stream, (state, ledger) in at_cut.states.items()
        },
        results=at_cut.results,
        days=at_cut.days,
    )
    return with_digest(marker)


def _before(connection: Connection, moment_of: datetime) -> int:
    """The last record before the first that is not older than a moment."""
    begin = records.c.seq - records.c.length
    cut = connection.scalar(select(func.min(begin)).where(records.c.at >= moment(moment_of)))
    if cut is None:
        cut = connection.scalar(select(func.max(records.c.seq)))
    return int(cut or 0)


def _whole(connection: Connection, cut: int) -> int:
    """The last place up to here at which no command is split."""
    begin = records.c.seq - records.c.length
    window = connection.execute(
        select(begin, records.c.seq, records.c.command)
        .where(records.c.seq > cut - _WINDOW, records.c.seq <= cut + _WINDOW)
        .order_by(records.c.seq)
    ).all()
    cut = min((first for first, seq, _ in window if first < cut < seq), default=cut)
    while True:
        later = {command for _, seq, command in window if seq > cut}
        torn = [first for first, seq, command in window if seq <= cut and command in later]
        if not torn:
            return int(cut)
        cut = min(torn)


def _published(connection: Connection, standing: Standing, sealed: set[str]) -> dict[str, str]:
    """The keys of rounds running at the end: no card that is still closed is archived."""
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


def _records(connection: Connection, end: int, keys: Keyring) -> Iterator[tuple[int, Record]]:
    opener = Opener()
    opener.keys = keys
    for seq, _, run in _runs(connection, end):
        for place, record in numbered(seq, run):
            yield place, opener.opened(connection, record)


def _runs(connection: Connection, end: int) -> Iterator[tuple[int, bytes | None, list[Record]]]:
    """The rows of the log up to a place: place and link of the last record, and all of them."""
    after = 0
    while page := connection.execute(
        select(records.c.seq, records.c.mac, *COLUMNS)
        .where(records.c.seq > after, records.c.seq <= end)
        .order_by(records.c.seq)
        .limit(_PAGE)
    ).all():
        for seq, mac, *row in page:
            yield seq, mac, read_run(row)
        after = page[-1][0]


def _record_lines(
    connection: Connection, end: int, header: Header, keys: Keyring
) -> Iterator[list[Any]]:
    """Every record with its hash and link; links within a row are worked out, which takes the
    key."""
    _, link = link_of_archive(connection)
    heads = dict(header.heads)
    for seq, mac, run in _runs(connection, end):
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
    connection: Connection, end: int, header: Header, heads: dict[str, Head], keys: Keyring
) -> Iterator[list[Any]]:
    """Everything that goes into the file, records first."""
    yield from _record_lines(connection, end, header, keys)
    for name, table in (("posting", postings), ("significant", significant)):
        for stream, head in sorted(heads.items()):
            found = select(table).where(table.c.stream == stream, table.c.version <= head.version)
            for row in connection.execute(found.order_by(*table.primary_key.columns)):
                yield [name, *row]
    old = select(records.c.command).where(records.c.seq <= end)
    found = select(answers).where(answers.c.command.in_(old))
    for row in connection.execute(found.order_by(answers.c.command)):
        yield ["answer", *row]
