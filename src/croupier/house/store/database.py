"""The event store on a database, the same for SQLite and PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, case, delete, func, insert, or_, select
from sqlalchemy.exc import DBAPIError

from croupier.house.log.chain import Link
from croupier.house.log.event_store import (
    Append,
    Balances,
    Check,
    Damaged,
    Movement,
    Search,
    Unreadable,
)
from croupier.house.model.records import (
    Anchor,
    Answer,
    Entry,
    Head,
    Marker,
    MarkerNote,
    Posting,
    Record,
    SignificantEvent,
    Snapshot,
)
from croupier.house.sealing import Keyring
from croupier.house.store import accounts, queries, schema
from croupier.house.store.batch import keys_named, link_at, take_turns
from croupier.house.store.changes import Changes
from croupier.house.store.checking import Remembering, anchor_now, check_log, end_now
from croupier.house.store.failures import unavailable
from croupier.house.store.leases import StoredLeases
from croupier.house.store.markers import (
    NewestMarker,
    TamperedMarker,
    all_markers,
    is_part,
    newest_place,
)
from croupier.house.store.queries import first_since, held_in, in_halves, joined
from croupier.house.store.runs import COLUMNS, flattened
from croupier.house.store.secrets import StoredAttempts, StoredCredentials, mark
from croupier.house.store.statements import moment as written_moment
from croupier.house.store.statements import (
    read_head,
    read_posting,
    read_significant,
    statements_for,
)
from croupier.house.store.turns import taking_turns_to_start
from croupier.house.store.unsealing import Opener
from croupier.house.store.write_ahead_log import Checkpointer
from croupier.house.store.writer import Writer

T = TypeVar("T")
READERS = 4
IN_MAX = 500
"""The most keys in one query."""

_records = schema.records.c
_postings = schema.postings.c
_proofs = schema.proofs.c
_ROW = select(_records.seq, _records.mac, *COLUMNS)


class DatabaseStore:
    """Reads run concurrently with the writer, on threads of their own."""

    def __init__(self, engine: Engine, *, read_only: bool = False) -> None:
        """`read_only`: the database refuses all writes, and none are attempted."""
        self._engine = engine
        self._read_only = read_only
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="croupier-reader")
        self._opener = Opener()
        self._changes = Changes(engine)
        self._writer = Writer(engine, self._changes.stored_here)
        self._checkpointer = None if read_only else Checkpointer(engine, self._writer.end_log)
        self._remembering: Remembering | None = None
        self._newest_marker = NewestMarker()
        self.credentials = StoredCredentials(engine.dialect, self._on_thread, self._writer.send)
        self.attempts = StoredAttempts(engine.dialect, self._writer.send)
        self.leases = StoredLeases(engine) if engine.dialect.name == "postgresql" else None

    def chain_under(self, keys: Keyring) -> None:
        self._opener.keys = self._writer.keys = keys

    @property
    def keys(self) -> Keyring:
        return self._opener.keys

    def on_commit(self, told: Callable[[int], None]) -> None:
        """Call this on the writer's thread with the number of commands in each commit."""
        self._writer.committed = told

    @asynccontextmanager
    async def starting(self) -> AsyncIterator[None]:
        """While this lasts, no other process starts."""
        turn = taking_turns_to_start(self._engine)
        await asyncio.to_thread(turn.__enter__)
        try:
            yield
        finally:
            await asyncio.to_thread(turn.__exit__, None, None, None)

    def on_stop(self, told: Callable[[str], object]) -> None:
        """Call this, on any thread, with the reason, when nothing can be written any more."""
        self._writer.stopped = told

    async def append(self, append: Append) -> None:
        await self._writer.submit(append)

    async def demand_writable(self) -> None:
        await self._writer.send(self._write_nothing)

    def _write_nothing(self, connection: Connection) -> None:
        """Takes its turn like a command; a new value each time, or SQLite would skip the page."""
        take_turns(connection)
        connection.execute(mark(connection.dialect, "health", datetime.now(UTC)))

    async def read(self, stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]:
        def read(connection: Connection) -> list[Record]:
            found = _of_stream(connection, stream, after, limit)
            return [self._opener.demanded(connection, record) for _, record, _ in found]

        return await self._on_thread(read)

    async def scan(self, after: int = 0, limit: int = 10_000) -> Sequence[Entry]:
        wanted = _ROW.where(_records.seq > after).order_by(_records.seq).limit(limit)

        def scan(connection: Connection) -> list[Entry]:
            found = islice(flattened(connection.execute(wanted), after), limit)
            return [self._entry(connection, *one) for one in list(found)]

        return await self._on_thread(scan)

    async def scan_stream(
        self, stream: str, after: int = 0, limit: int = 10_000
    ) -> Sequence[Entry]:
        def scan(connection: Connection) -> list[Entry]:
            found = _of_stream(connection, stream, after, limit)
            return [self._entry(connection, *one) for one in found]

        return await self._on_thread(scan)

    def _entry(self, connection: Connection, seq: int, record: Record, mac: bytes | None) -> Entry:
        return Entry(seq, self._opener.opened(connection, record), mac is not None)

    async def first_since(self, stream: str, moment: datetime) -> int:
        return await self._on_thread(
            lambda connection: first_since(connection, stream, written_moment(moment))
        )

    async def heads(self, names: Sequence[str] | None = None) -> dict[str, Head]:
        wanted = select(schema.streams)
        if names is not None:
            wanted = wanted.where(schema.streams.c.id.in_(names))
        return dict(await self._find(wanted, read_head))

    async def answered(self, command: str) -> Answer | None:
        wanted = select(schema.answers).where(schema.answers.c.command == command)
        found = await self._find(wanted, _read_answer)
        return found[0] if found else None

    async def answers(self, commands: Sequence[str]) -> dict[str, Answer]:
        command = schema.answers.c.command
        found: list[Answer] = []
        for start in range(0, len(commands), IN_MAX):
            wanted = select(schema.answers).where(command.in_(commands[start : start + IN_MAX]))
            found += await self._find(wanted, _read_answer)
        return {answer.command: answer for answer in found}

    async def count_answers(self) -> int:
        [count] = await self._find(
            select(func.count()).select_from(schema.answers), lambda row: int(row[0])
        )
        return count

    async def anchor(self) -> Anchor:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _guarded, anchor_now, self._engine)

    async def end(self) -> tuple[Anchor, Link | None]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _guarded, end_now, self._engine)

    async def keys_named(self) -> tuple[str, ...]:
        return await self._by_marker(keys_named)

    async def link_at(self, seq: int) -> Link | None:
        return await self._on_thread(lambda connection: link_at(connection, seq))

    async def postings(self, stream: str, after: int = 0, limit: int = 10_000) -> list[Posting]:
        columns = [column for column in _postings if column.name != "line"]
        wanted = (
            select(*columns)
            .where(_postings.stream == stream, _postings.version > after)
            .order_by(_postings.version, _postings.line)
            .limit(limit)
        )
        return await self._find(wanted, read_posting)

    async def balances(self, prefix: str = "") -> dict[str, int]:
        account = schema.balances.c.account
        wanted = select(schema.balances).where(account.startswith(prefix, autoescape=True))
        return held_in(await self._find(wanted, lambda row: (row[0], row[1])))

    async def standing(self, at: int | None = None) -> Balances:
        if at is not None:
            found = await self._on_thread(lambda connection: accounts.standing_at(connection, at))
            marker = await self.archived()
            return found if marker is None else found.following(marker.balances)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _guarded, accounts.standing, self._engine)

    async def passed_on(self, after: int, until: int) -> dict[str, int]:
        return await self._on_thread(
            lambda connection: accounts.passed_on(connection, after, until)
        )

    async def lost(self, player: str, since: str, until: str) -> int:
        return await self._on_thread(
            lambda connection: accounts.lost(connection, player, since, until)
        )

    async def results(self) -> dict[str, int]:
        player = schema.results.c.player
        wanted = select(player, func.sum(schema.results.c.amount)).group_by(player)
        return dict(await self._find(wanted, lambda row: (row[0], int(row[1]))))

    async def results_by_day(self) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = {}
        for player, day, amount in await self._find(select(schema.results), tuple):
            found.setdefault(player, {})[day] = amount
        return found

    async def movements(
        self, account: str, limit: int = 50, before: tuple[int, int] | None = None
    ) -> list[Movement]:
        return await self._on_thread(
            lambda connection: accounts.movements(connection, account, limit, before)
        )

    async def paid_in(self, payers: Sequence[str]) -> list[str]:
        return await self._on_thread(lambda connection: accounts.paid_in(connection, payers))

    async def last_paid(self, payers: Sequence[str], stream: str, before: int) -> int:
        return await self._on_thread(
            lambda connection: accounts.last_paid(connection, payers, stream, before)
        )

    async def significant(self, wanted: Search) -> list[SignificantEvent]:
        return await self._find(queries.significant_events(wanted), read_significant)

    async def significant_of(
        self, stream: str, after: int = 0, limit: int = 10_000
    ) -> list[SignificantEvent]:
        return await self._find(queries.significant_of(stream, after, limit), read_significant)

    async def archived(self) -> Marker | None:
        return await self._by_marker(self._newest_marker)

    async def markers(self) -> list[MarkerNote]:
        """Of all archives ever made, oldest first."""
        return await self._by_marker(all_markers)

    async def is_part(self) -> bool:
        return await self._on_thread(is_part)

    async def _by_marker(self, look: Callable[[Connection], T]) -> T:
        try:
            return await self._on_thread(look)
        except TamperedMarker as tampered:
            raise Damaged(f"{tampered}.") from tampered

    async def count_significant(self) -> int:
        wanted = select(func.count()).select_from(schema.significant)
        [count] = await self._find(wanted, lambda row: int(row[0]))
        return count

    async def last_at(self) -> datetime | None:
        wanted = select(_records.at).order_by(_records.seq.desc()).limit(1)
        found = await self._find(wanted, lambda row: datetime.fromisoformat(row[0]))
        return found[0] if found else None

    async def last_before(self, moment: datetime) -> int:
        wanted = queries.last_before(written_moment(moment))
        found = await self._find(wanted, lambda row: int(row[0]))
        return found[0] if found else 0

    async def version_by(self, stream: str, seq: int) -> int:
        wanted = queries.version_by(stream, seq)
        found = await self._find(wanted, lambda row: int(row[0]) - max(0, int(row[1]) - seq))
        if found:
            return found[0]
        marker = await self.archived()  # nothing since: it stands where it stood there
        return 0 if marker is None else marker.heads.get(stream, Head()).version

    async def moved(self, stream: str, account: str, until: int) -> int:
        amount = case((_postings.credit == account, _postings.amount), else_=-_postings.amount)
        wanted = select(*in_halves(amount)).where(
            _postings.stream == stream,
            _postings.version <= until,
            or_(_postings.credit == account, _postings.debit == account),
        )
        [total] = await self._find(wanted, lambda row: joined(*row))
        marker = await self.archived()
        return total if marker is None else total + marker.balances.get(account, 0)

    async def saved(self) -> list[Snapshot]:
        return await self._find(select(schema.snapshots), _read_snapshot)

    async def snapshots(self) -> dict[str, Snapshot]:
        kept = {snapshot.stream: snapshot for snapshot in await self.saved()}
        marker = await self.archived()
        if marker is not None:
            for stream, head in marker.heads.items():
                if stream not in kept or kept[stream].version < head.version:
                    state = marker.states[stream]
                    kept[stream] = Snapshot(stream, head.version, head.hash, state)
        return kept

    async def save(self, snapshots: Sequence[Snapshot]) -> None:
        rows = [
            {
                "stream": each.stream,
                "version": each.version,
                "hash": each.hash.hex(),
                "state": each.state,
            }
            for each in sorted(snapshots, key=lambda each: each.stream)
        ]
        statement = statements_for(self._engine.dialect).keep_snapshots
        if rows:
            await self._writer.send(lambda connection: connection.execute(statement, rows))

    async def check(self, *, whole: bool = False, remember: bool = True) -> Check:
        loop = asyncio.get_running_loop()
        found, self._remembering = await loop.run_in_executor(
            self._readers, _guarded, check_log, self._engine, whole, self.keys
        )
        if remember:
            await self.remember_check()
        return found

    async def remember_check(self, ledgers: Mapping[str, str] | None = None) -> None:
        note, self._remembering = self._remembering, None
        if note is not None and not self._read_only:
            await asyncio.get_running_loop().run_in_executor(
                self._readers, _guarded, note, ledgers or {}
            )

    async def proofs(self) -> list[int]:
        return await self._find(select(_proofs.seq).order_by(_proofs.seq), lambda row: int(row[0]))

    async def proof_at(self, seq: int) -> bytes | None:
        found = await self._find(select(_proofs.state).where(_proofs.seq == seq), _read_state)
        return found[0] if found else None

    async def keep_proof(self, seq: int, state: bytes, begin: int) -> None:
        if self._read_only:
            return
        rows = schema.proofs

        def keep(connection: Connection) -> None:
            if newest_place(connection) != begin:
                return
            connection.execute(delete(rows).where(rows.c.seq == seq))
            connection.execute(insert(rows).values(seq=seq, state=state))

        await self._writer.send(keep)

    def changes(self) -> AsyncIterator[dict[str, int]]:
        return self._changes.follow()

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        if self._checkpointer is not None:
            self._checkpointer.close()
        self._changes.close()
        if self.leases is not None:
            self.leases.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def _find(self, wanted: Select[Any], read: Callable[[Any], T]) -> list[T]:
        return await self._on_thread(
            lambda connection: [read(row) for row in connection.execute(wanted)]
        )

    async def _on_thread(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, _guarded, run)


def _of_stream(
    connection: Connection, stream: str, after: int, limit: int
) -> list[tuple[int, Record, bytes | None]]:
    """Records of a stream after a version, with their places and links."""
    wanted = (
        _ROW.where(_records.stream == stream, _records.version > after)
        .order_by(_records.version)
        .limit(limit)
    )
    found = (one for one in flattened(connection.execute(wanted)) if one[1].version > after)
    return list(islice(found, limit))


def _read_answer(row: Any) -> Answer:
    return Answer(row[0], row[1], row[2].encode())


def _read_snapshot(row: Any) -> Snapshot:
    """SQLite returns whatever was put in."""
    stream, version, digest, state = row
    return Snapshot(stream, version, bytes.fromhex(digest), _read_state((state,)))


def _read_state(row: Any) -> bytes:
    return row[0].encode() if isinstance(row[0], str) else bytes(row[0])


def _guarded(work: Callable[..., T], *arguments: object) -> T:
    try:
        return work(*arguments)
    except DBAPIError as error:
        raise unavailable(error) from error
    except UnicodeEncodeError:
        raise  # the fault is in the request, not in what is stored
    except (ValueError, TypeError) as error:
        raise Unreadable(f"What is stored cannot be read: {error}.") from error
