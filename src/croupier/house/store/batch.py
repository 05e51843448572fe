"""What one transaction stores: every waiting command that fits the current state of its streams.

Writers take turns, so that places follow each other without a gap and each link can cover the one
before it, even if several processes share a database.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, select

from croupier.house.log.chain import KEY_CHANGED, OPERATION, Link, OtherKey, chained, key_after
from croupier.house.log.event_store import (
    Append,
    Conflict,
    Fence,
    LossLimitReached,
    Moved,
    Overdrawn,
    StoreUnavailable,
    TooLarge,
)
from croupier.house.model.ledger.accounts import results_of
from croupier.house.model.records import Anchor, Head, Record
from croupier.house.sealing import Keyring, key_id
from croupier.house.store.markers import last_marker
from croupier.house.store.packing import packed, unpacked
from croupier.house.store.runs import runs_after
from croupier.house.store.schema import records
from croupier.house.store.statements import (
    Row,
    execute,
    moment,
    read_head,
    signature_text,
    significant_row,
)
from croupier.money import MOST_HELD

_NONE: Mapping[Any, int] = {}
End = tuple[int, Link | None]
"""The place of the last record, and the state of the chain after it, if it has begun."""
Refusal = Conflict | Overdrawn | LossLimitReached | TooLarge | StoreUnavailable


class Run(Struct, frozen=True, eq=False):
    """Records of one command that follow each other in one stream, to be stored."""

    records: tuple[Record, ...]
    events: bytes
    """Packed."""

    @property
    def last(self) -> Record:
        return self.records[-1]

    def row(self, place: int, link: Link | None) -> Row:
        """In the order of the columns; `place` and `link` are those of the last record."""
        first, last = self.records[0], self.records[-1]
        return (
            place,
            last.stream,
            last.version,
            len(self.records),
            moment(last.at),
            None if last.by is None else signature_text(last.by),
            last.command,
            self.events,
            first.previous,
            last.hash,
            None if link is None else link.packed,
        )


class Ready(Struct, frozen=True, eq=False):
    """An append that is sound in itself, with its records and postings as rows."""

    append: Append
    runs: tuple[Run, ...]
    postings: list[Row]
    change: dict[str, int]
    """What the postings add to each account."""


def made_ready(append: Append) -> Ready:
    """Called on the event loop: whoever packs lets go of the interpreter for a moment, and the
    writer would wait long to get it back. Raises `ValueError` for what is wrong in any state of
    the store."""
    runs, after = _linked_runs(append)
    postings, change = _demand_posted(append, after)
    for one in append.significant:
        if not _is_written(append, after, one.stream, one.version):
            raise ValueError("a significant event belongs to no record of its command")
    return Ready(append, tuple(runs), postings, change)


_OF_A_ROW = attrgetter("stream", "command", "at", "by")
"""What records in one row of the log have in common. Nearly always they share the values
themselves, and tuples compare by identity first."""


def _linked_runs(append: Append) -> tuple[list[Run], dict[str, Head]]:
    """The records as they will be stored, each following the one before it in its stream; and
    where each stream stands after them."""
    runs: list[Run] = []
    after = dict(append.expected)
    for (stream, *_), together in groupby(append.records, _OF_A_ROW):
        head = after.get(stream)
        if head is None:
            raise ValueError(f"{stream} is written to, but no head of it is expected")
        run = tuple(together)
        version, digest = head.version, head.hash
        events = []
        for record in run:
            if record.version != version + 1 or record.previous != digest:
                raise ValueError(f"version {record.version} of {stream} does not follow {version}")
            version, digest = record.version, record.hash
            events.append(record.sealed or record.event)
        after[stream] = run[-1].head
        runs.append(Run(run, packed(events)))
    return runs, after


def _is_written(append: Append, after: Mapping[str, Head], stream: str, version: int) -> bool:
    """Whether the append has this record: those it adds to a stream have consecutive versions."""
    last = after.get(stream)
    return last is not None and append.expected[stream].version < version <= last.version


def _demand_posted(append: Append, after: Mapping[str, Head]) -> tuple[list[Row], dict[str, int]]:
    """The rows of the postings, and what they add to each account."""
    rows: list[Row] = []
    change: dict[str, int] = {}
    last_stream: str | None = None
    last_version = line = 0
    for posting in append.postings:
        stream, version, amount = posting.stream, posting.version, posting.amount
        debit, credit = posting.debit, posting.credit
        if version == last_version and stream == last_stream:
            line += 1
        else:
            if not _is_written(append, after, stream, version):
                raise ValueError("a posting belongs to no record of its command")
            last_stream, last_version, line = stream, version, 1
        if amount <= 0 or debit == credit:
            raise ValueError("a posting moves a positive amount between two accounts")
        if type(amount) is not int:
            raise ValueError("a posting moves whole cents")
        rows.append((stream, version, line, debit, credit, amount, posting.memo))
        change[debit] = change.get(debit, 0) - amount
        change[credit] = change.get(credit, 0) + amount
    return rows, change


class Batch:
    """Appends admitted one after another, each seeing those before it."""

    def __init__(
        self,
        heads: Mapping[str, Head],
        answered: frozenset[str],
        held: Mapping[str, int] = _NONE,
        won: Mapping[tuple[str, str, str], int] = _NONE,
        fences: Collection[Fence] = (),
    ) -> None:
        self._heads = heads
        """Where the streams stood before the batch."""
        self._answered = set(answered)
        self.moved: dict[str, Head] = {}
        self.runs: list[Run] = []
        self.postings: list[Row] = []
        self.answers: list[Row] = []
        self.significant: list[Row] = []
        self.change: dict[str, int] = {}
        """What is added to each account."""
        self._held = held
        """What the accounts that move held before the batch."""
        self._won = won
        """What players with a limit had won before the batch, by player and days."""
        self._results: dict[tuple[str, str], int] = {}
        self._fences = fences
        """The epochs that the groups of this batch are in."""
        self.end: End | None = None
        """Where the log ends, as far as is known: before the batch, and once it is written."""

    def admit(self, ready: Ready) -> Refusal | None:
        """Admit it, or return the reason: nothing of it is stored then."""
        append = ready.append
        if append.fence is not None and append.fence not in self._fences:
            return Moved(f"Another process owns {append.fence.group}.")
        for stream, expected in append.expected.items():
            found = self.moved.get(stream) or self._heads.get(stream, _NEW)
            if found != expected:
                return Conflict(
                    f"{stream} is at version {found.version}, not at {expected.version} "
                    "as expected."
                )
        answer = append.answer
        if answer is not None and answer.command in self._answered:
            return Conflict(f"Command {answer.command} has been answered.")
        refused = self._beyond(ready.change) or self._refused(append, ready.change)
        if refused is not None:
            return refused
        if answer is not None:
            self._answered.add(answer.command)
            self.answers.append((answer.command, answer.stream, answer.reply.decode()))
        for run in ready.runs:
            self.runs.append(run)
            last = run.records[-1]
            self.moved[last.stream] = last.head
        for one in append.significant:
            self.significant.append(significant_row(one))
        if ready.postings:
            self._post(ready)
        return None

    def _beyond(self, change: Mapping[str, int]) -> TooLarge | StoreUnavailable | None:
        """Refuses an account that would hold more than the maximum, before anything is written."""
        for name, amount in change.items():
            held = self._held.get(name, 0)
            if type(held) is not int:
                return StoreUnavailable(
                    f"Account {name} is broken: it holds {held!r}, which is no whole number."
                )
            if abs(held + self.change.get(name, 0) + amount) > MOST_HELD:
                return TooLarge(name)
        return None

    def _refused(
        self, append: Append, change: Mapping[str, int]
    ) -> Overdrawn | LossLimitReached | None:
        """The refusal for an account that would leave its bounds, if there is one."""
        for bound in append.bounds:
            name = bound.account
            balance = self._held.get(name, 0) + self.change.get(name, 0)
            moved = change.get(name, 0)
            after = balance + moved
            if bound.least is not None and after < bound.least:
                return Overdrawn(name, balance, -moved)
            if bound.most is not None and after > bound.most:
                return Overdrawn(name, balance, -moved)
        for limit in append.losses:
            lost = -self._won.get((limit.player, limit.since, limit.until), 0)
            lost -= sum(
                amount
                for (player, day), amount in self._results.items()
                if player == limit.player and limit.since <= day <= limit.until
            )
            won = results_of(append.postings, pockets=append.pockets)
            needed = -sum(amount for player, amount in won if player == limit.player)
            if needed > 0 and lost + needed > limit.most:
                return LossLimitReached(limit.player, lost, needed)
        return None

    def _post(self, ready: Ready) -> None:
        self.postings += ready.postings
        for name, amount in ready.change.items():
            self.change[name] = self.change.get(name, 0) + amount
        day = ready.append.day
        if day is not None:
            for player, amount in results_of(ready.append.postings, pockets=ready.append.pockets):
                key = (player, day)
                self._results[key] = self._results.get(key, 0) + amount

    @property
    def heads(self) -> list[Row]:
        return [
            (stream, head.version, head.hash.hex()) for stream, head in sorted(self.moved.items())
        ]

    @property
    def balances(self) -> list[Row]:
        """What to add to each account, ordered by name so that no two writers deadlock."""
        return [(account, amount) for account, amount in sorted(self.change.items()) if amount]

    @property
    def results(self) -> list[Row]:
        """What each player won or lost, by gaming day."""
        return [(*key, amount) for key, amount in sorted(self._results.items()) if amount]


_NEW = Head()


def groups_of(appends: Sequence[Append]) -> list[Row]:
    return [(name,) for name in sorted({one.fence.group for one in appends if one.fence})]


def commands_of(appends: Sequence[Append]) -> list[Row]:
    return [(one.answer.command,) for one in appends if one.answer is not None]


def losses_of(appends: Sequence[Append]) -> list[Row]:
    return sorted(
        {(limit.player, limit.since, limit.until) for one in appends for limit in one.losses}
    )


# The sequence of the log


_TURN = 0x43524F555057524C
"""The advisory lock of the process that is writing to the log."""
_STALLED = "500ms"
"""A process that stands still in the middle of a transaction loses it after so long: its turn and
its rows are free again."""
_TAKE_TURN = (
    f"SELECT set_config('idle_in_transaction_session_timeout', '{_STALLED}', true), "
    f"pg_advisory_xact_lock({_TURN})"
)
_HEADS = "SELECT id, version, hash FROM streams"
_LAST = "SELECT seq, mac, stream, events FROM records ORDER BY seq DESC LIMIT 1"


def take_turns(connection: Connection) -> None:
    """SQLite admits one writer at a time anyway."""
    if connection.dialect.name == "postgresql":
        execute(connection, _TAKE_TURN)


def in_their_places(
    connection: Connection, keys: Keyring, runs: list[Run], end: End | None
) -> tuple[list[Row], End]:
    """Rows of the log to be written next, numbered, and chained if there is a key; and the last
    one's place and link. `end` is where the log ends now, if that is known."""
    try:
        seq, link = end or last_link(connection)
    except ValueError:
        raise OtherKey("The link of the last record cannot be read: the log is damaged.") from None
    if link is None and not keys:
        rows = []
        for run in runs:
            seq += len(run.records)
            rows.append(run.row(seq, None))
        return rows, (seq, None)
    if link is None:
        link = Link(seq, key_id(keys.current), bytes.fromhex(_heads_digest(connection, seq)))
    links = list(chained(keys, link, [run.records for run in runs]))
    rows = [run.row(link.seq, link) for run, link in zip(runs, links, strict=True)]
    return rows, (links[-1].seq, links[-1])


def last_link(connection: Connection) -> End:
    """Where the log ends."""
    row: Any = execute(connection, _LAST).fetchone()
    if row is not None:
        return row[0], None if row[1] is None else _after(*row)
    return link_of_archive(connection)


def link_of_archive(connection: Connection) -> End:
    """The same at the end of the last archive."""
    marker = last_marker(connection)
    if marker is None:
        return 0, None
    kept = marker.link
    return marker.seq, Link.read(marker.seq, kept) if isinstance(kept, str) else None


def link_at(connection: Connection, seq: int) -> Link | None:
    """The state of the chain after one record that is still here and the last of its command in
    its stream: heads and proofs end nowhere else."""
    wanted = select(records.c.seq, records.c.mac, records.c.stream, records.c.events)
    row: Any = connection.execute(wanted.where(records.c.seq == seq)).first()
    try:
        return None if row is None or row[1] is None else _after(*row)
    except ValueError:
        return None  # the check of the chain reports it


def keys_named(connection: Connection) -> tuple[str, ...]:
    """The ids of all keys that the log here has used, oldest first."""
    ended, link = link_of_archive(connection)
    found = [] if link is None else [link.key]
    first = select(records.c.mac).where(records.c.mac.is_not(None)).order_by(records.c.seq)
    mac = connection.execute(first.limit(1)).scalar()
    if mac is not None:
        found.append(Link.unpacked(0, mac).key)
    for seq, run in runs_after(connection, OPERATION, 0):
        if seq > ended:
            found += [
                key_after(OPERATION, record.event, "")
                for record in run
                if record.event.startswith(KEY_CHANGED)
            ]
    return tuple(dict.fromkeys(found))


def _after(seq: int, stored: bytes, stream: str, events: bytes) -> Link:
    found = Link.unpacked(seq, stored)
    if stream != OPERATION:
        return found
    return Link(seq, key_after(stream, unpacked(events)[-1], found.key), found.mac)


def _heads_digest(connection: Connection, seq: int) -> str:
    heads = dict(read_head(row) for row in execute(connection, _HEADS).fetchall())
    return Anchor.at(seq, heads).digest
