"""One finished round in full: every act with its time and signature, its money, its proof."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct, structs

from croupier.cards import card_names
from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import AT_ONCE, LONG_AGO, fold_table, postings_of
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot import payables
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import Posting, Record, decode_event, table_stream
from croupier.house.model.settings import Money
from croupier.house.model.table import shuffle
from croupier.house.model.table import state as tables
from croupier.house.model.table.state import HouseTable
from croupier.house.read.history import paid_line, version_at
from croupier.house.read.rounds import round_records
from croupier.jackpot import events as j
from croupier.money import Cents
from croupier.rulebooks.clauses import BY_ID
from croupier.table import events as e
from croupier.table.commands import Deal
from croupier.table.state import Line, Settled, Voided
from croupier.table.views import AUDITOR, TableView, Viewer, view


class MeterAct(Struct, frozen=True):
    """One record of the meter's stream, with its signer."""

    at: datetime
    by: Signature | None
    stream: str
    version: int
    event: dict[str, Any]
    hash: str


def concerns(event: object, table: str, number: int) -> bool:
    return (getattr(event, "table", None), getattr(event, "round", None)) == (table, number)


def meter_acts(
    records: Iterable[tuple[Record, h.LogEvent]], table: str, number: int
) -> tuple[MeterAct, ...]:
    """In order; the round's contributions are among its own acts."""
    proposals: set[str] = set()
    found = []
    for record, event in records:
        match event:
            case h.Proposed(command=hc.PayJackpot() | hc.ReturnPayment() as pay) if concerns(
                pay, table, number
            ):
                proposals.add(event.proposal)
            case h.ProposalApproved() | h.ProposalDeclined() if event.proposal in proposals:
                pass
            case _ if isinstance(event, payables.Event) and concerns(event, table, number):
                pass
            case _:
                continue
        told = msgspec.json.decode(record.event)
        found.append(
            MeterAct(record.at, record.by, record.stream, record.version, told, record.hash.hex())
        )
    return tuple(found)


def is_unpaid(events: Iterable[h.LogEvent], table: str, number: int) -> bool:
    """Whether a hit of the round awaits payment, as far as these events tell."""
    due: payables.Payables = ()
    handed: payables.AllHanded = ()
    for event in events:
        if isinstance(event, payables.Event) and concerns(event, table, number):
            due, handed = payables.after(due, handed, event, Money.LIVE, LONG_AGO)
    return bool(due)


class NoSuchRound(Exception):
    """The round was never played, or is not over yet; one sentence."""


class RecordedEvent(Struct, frozen=True):
    """One record of the round."""

    stream: str
    version: int
    event: dict[str, Any]
    hash: str


class Act(Struct, frozen=True):
    """One command: who gave it, when, what followed, and the table after it."""

    at: datetime
    by: Signature | None
    command: str
    """Its name."""
    key: str
    events: tuple[RecordedEvent, ...]
    view: TableView
    """The table after it, as the chosen viewer saw it."""


class ShuffleProof(Struct, frozen=True):
    """The commitment before the bets and the seed after the round."""

    commitment: str
    seed: str
    seed_is_committed: bool
    cards_are_dealt: bool | None
    """Whether the cards dealt are those of the seed; none if no cards were dealt."""
    deck: str


class RoundRecord(Struct, frozen=True):
    """A round as it could be put before a court."""

    table: str
    round: int
    rulebook: str
    edition: str
    file: bool
    """Whether these rules came as a file."""
    fingerprint: str
    """SHA-256 of the rules that the round was opened with."""
    pay_tables: Mapping[str, Mapping[str, int]]
    limits: tuple[Cents, Cents]
    opened: datetime
    ended: datetime
    void: bool
    jackpot: str | None
    contribution: str
    """What the round added to the meter, in cents, exact to the fraction."""
    acts: tuple[Act, ...]
    lines: tuple[Line, ...]
    postings: tuple[Posting, ...]
    clauses: Mapping[str, str]
    """The gist of every cited clause."""
    shuffle: ShuffleProof | None
    payment: tuple[MeterAct, ...] = ()
    """What happened to its hits: won, confirmed, approved and paid, whenever that was."""


async def round_record(
    store: EventStore, streams: StreamCache, table: str, number: int, viewer: Viewer = AUDITOR
) -> RoundRecord:
    """The whole round; raises `NoSuchRound` while it is running."""
    stream = await streams.table(table)
    records = await round_records(store, table, stream.version, number)
    if records is None:
        raise NoSuchRound(f"Round {number} was never played at table {table}.")
    told = _RoundFold(await _registered(store, stream.stored, number), viewer)
    jackpot = stream.stored.jackpot
    if jackpot is not None:
        await told.read_meter(store, streams, jackpot, records)
    for record in records:
        told.take(record)
    if told.ended is None:
        raise NoSuchRound(f"Round {number} of table {table} is not over yet.")
    postings = await _postings(store, stream.name, records)
    return told.record(records, postings)


async def _registered(store: EventStore, now: HouseTable, number: int) -> HouseTable:
    """The table as registered, with the edition that the round was opened with.

    The present table if the record of its registration is in an archive.
    """
    first = await store.read(table_stream(now.name), 0, 1)
    event = decode_event(first[0].event) if first else None
    table = tables.registered(now.name, event) if isinstance(event, h.TableRegistered) else now
    return tables.with_edition_of(table, now, number)


async def _postings(store: EventStore, stream: str, records: Sequence[Record]) -> list[Posting]:
    first, last = records[0].version, records[-1].version
    return [one async for one in postings_of(store, stream, first - 1, last)]


class _RoundFold:
    """Folds a round and notes each act on the way."""

    def __init__(self, state: HouseTable, viewer: Viewer) -> None:
        self.state = state
        self.viewer = viewer
        self.ended: datetime | None = None
        self.void = False
        self.lines: list[Line] = []
        self.groups: list[tuple[Record, list[RecordedEvent], TableView]] = []
        self.shoe: str | None = None
        self.name: str | None = None
        self._link: list[tuple[Record, h.LogEvent, Cents]] = []
        self._link_postings: list[Posting] = []
        self._meter: Cents | None = None
        self._stake: Cents | None = None
        self._scale = 1

    async def read_meter(
        self, store: EventStore, streams: StreamCache, jackpot: str, records: Sequence[Record]
    ) -> None:
        """The display at each moment of the round, from the postings."""
        link = await streams.jackpot(jackpot)
        self.name, self._stake = jackpot, link.stored.meter.settings.stake
        self._scale = link.stored.meter.scale
        first = await version_at(store, link.name, link.version, records[0].at)
        account = f"jackpot:{jackpot}"
        self._meter = await store.moved(link.name, account, first - 1)
        keys = {record.command for record in records}
        number = self._number(records)
        found: list[Record] = []
        events: list[h.LogEvent] = []
        after = first - 1
        while page := await store.read(link.name, after, AT_ONCE):
            found += page
            events += [decode_event(one.event) for one in page]
            after = page[-1].version
            if len(page) < AT_ONCE or (
                page[-1].at > records[-1].at and not is_unpaid(events, self.state.name, number)
            ):
                break
        meter = self._meter
        moves = await _postings(store, link.name, found) if found else []
        by_version: dict[int, list[Posting]] = {}
        for one in moves:
            by_version.setdefault(one.version, []).append(one)
        for record, event in zip(found, events, strict=True):
            own = by_version.get(record.version, [])
            meter += sum(one.amount * _sign(one, account) for one in own)
            self._link.append((record, event, meter))
            if record.command in keys or concerns(event, self.state.name, number):
                self._link_postings += own

    @staticmethod
    def _number(records: Iterable[Record]) -> int:
        for record in records:
            event = decode_event(record.event)
            if isinstance(event, e.BetsOpened):
                return event.round
        return 0

    def take(self, record: Record) -> None:
        event = decode_event(record.event)
        if not isinstance(event, h.TableRegistered):
            self.state = fold_table(self.state.name, self.state, event, record.at)
        self._note(record, event)
        seen = self._view(record)
        told = RecordedEvent(
            record.stream, record.version, msgspec.json.decode(record.event), record.hash.hex()
        )
        if self.groups and self.groups[-1][0].command == record.command:
            first, events, _ = self.groups[-1]
            self.groups[-1] = (first, [*events, told], seen)
        else:
            self.groups.append((record, [told], seen))

    def _note(self, record: Record, event: h.LogEvent) -> None:
        match event:
            case h.CommandGiven(command=Deal(shoe=shoe)):
                self.shoe = shoe
            case e.WagerSettled(line=line):
                self.lines.append(line)
            case e.SettlementReversed():
                self.lines, self.ended = [], None
            case e.RoundSettled() | e.RoundVoided():
                self.ended = record.at
                self.void = isinstance(event, e.RoundVoided)

    def _view(self, record: Record) -> TableView:
        seen = view(self.state.game, None, self.viewer)
        if self._meter is None:
            return seen
        shown = [meter for one, _, meter in self._link if one.at <= record.at]
        return structs.replace(
            seen,
            jackpot=shown[-1] if shown else self._meter,
            jackpot_stake=self._stake,
            jackpot_available=self.state.game.jackpot_available,
        )

    def record(self, records: Sequence[Record], postings: list[Posting]) -> RoundRecord:
        game = self.state.game
        assert self.ended is not None
        assert isinstance(game.round, Settled | Voided)
        number = game.round.number
        own = [
            (one, event) for one, event, _ in self._link if concerns(event, self.state.name, number)
        ]
        lines = self.lines
        for _, event in own:
            if isinstance(event, j.JackpotWon):
                lines = [paid_line(line, event) for line in lines]
        return RoundRecord(
            table=self.state.name,
            round=number,
            rulebook=game.rulebook.slug,
            edition=game.rulebook.edition_name,
            file=self.state.from_file,
            fingerprint=self.state.rulebook,
            pay_tables=_pay_tables(game.rulebook),
            limits=(game.settings.ante.minimum, game.settings.ante.maximum),
            opened=records[0].at,
            ended=self.ended,
            void=self.void,
            jackpot=self.name,
            contribution=_contribution((event for _, event in own), self._scale),
            acts=tuple(self._act(*group, own) for group in self.groups),
            lines=tuple(lines),
            postings=(*postings, *self._link_postings),
            clauses=_clauses(records),
            shuffle=self._proof(),
            payment=meter_acts(
                ((one, event) for one, event, _ in self._link), self.state.name, number
            ),
        )

    def _act(
        self,
        first: Record,
        events: list[RecordedEvent],
        seen: TableView,
        link: Sequence[tuple[Record, h.LogEvent]],
    ) -> Act:
        given = events[0].event
        named = given["command"]["do"] if given["event"] == "command_given" else given["event"]
        moved = [
            RecordedEvent(one.stream, one.version, msgspec.json.decode(one.event), one.hash.hex())
            for one, _ in link
            if one.command == first.command
        ]
        return Act(first.at, first.by, named, first.command, (*events, *moved), seen)

    def _proof(self) -> ShuffleProof | None:
        kept = self.state.shuffle
        if kept is None or kept.seed is None or kept.round != self.state.game.round.number:
            return None
        seed = bytes.fromhex(kept.seed)
        deck = card_names(shuffle.shuffled(shuffle.joint(seed, kept.added)))
        return ShuffleProof(
            kept.commitment,
            kept.seed,
            shuffle.commitment(self.state.name, kept.round, seed) == kept.commitment,
            None if self.shoe is None else self.shoe == deck,
            deck,
        )


def _sign(posting: Posting, account: str) -> int:
    return (posting.credit == account) - (posting.debit == account)


def _contribution(events: Iterable[h.LogEvent], scale: int) -> str:
    units = 0
    for event in events:
        if isinstance(event, j.JackpotGrew):
            units += sum(one.units for one in event.contributions)
        elif isinstance(event, j.ContributionsReturned):
            units -= sum(one.units for one in event.contributions)
    whole, rest = divmod(units, scale)
    return f"{whole}" if not rest else f"{whole} {rest}/{scale}"


def _pay_tables(rulebook: Any) -> dict[str, dict[str, int]]:
    """By wager and hand, odds to one, with the clause in the name."""
    found = {}
    for name, table in (
        ("stay-in wager", rulebook.main.pays),
        ("ante bonus", rulebook.ante_bonus),
        *((name.replace("_", " "), side.pays) for name, side in rulebook.side_wagers.items()),
    ):
        if table is not None:
            found[f"{name} ({table.clause})"] = {
                hand.slug: odds for hand, odds in table.odds.items()
            }
    return found


def _clauses(records: Sequence[Record]) -> dict[str, str]:
    cited: set[str] = set()
    for record in records:
        _collect(msgspec.json.decode(record.event), cited)
    return {clause: BY_ID[clause].gist for clause in sorted(cited) if clause in BY_ID}


def _collect(value: Any, cited: set[str]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "clauses" and isinstance(inner, list):
                cited.update(str(one) for one in inner)
            else:
                _collect(inner, cited)
    elif isinstance(value, list):
        for inner in value:
            _collect(inner, cited)
