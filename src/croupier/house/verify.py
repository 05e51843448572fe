"""Proof for outsiders: the whole log decided anew, from the first record to the last.

Every command that stands in the log is given to the same rules again, on the state
that the records before it lead to; what comes out must be what was recorded. Seeds
that were opened must be the ones committed to, and must give the cards that were
dealt. Money must move as the events say, and add up to the balances.
"""

from collections import deque
from collections.abc import AsyncIterator, Iterable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct, structs

from croupier.cards import card_names
from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house import shuffle
from croupier.house.audit.proving import NotListed, prove_significant
from croupier.house.decide import decide_table
from croupier.house.fingerprint import fingerprint
from croupier.house.keeper import Accepted
from croupier.house.ledger import Ledger, post
from croupier.house.linking import (
    decide_jackpot_registration,
    decide_link,
    decide_table_registration,
)
from croupier.house.links import HouseJackpot
from croupier.house.log import (
    Anchor,
    Answer,
    Bound,
    Entry,
    EventStore,
    Head,
    Marker,
    Posting,
    Record,
)
from croupier.house.offices import OFFICES, Office
from croupier.house.operation.events import ArchiveMade
from croupier.house.proving_money import CageProof, Wallets, prove_figures
from croupier.house.refusals import HouseRefused
from croupier.house.settings import Money
from croupier.house.snapshots import read_snapshot
from croupier.house.stream import BrokenStream, demand_chained, fold, fold_jackpot, fold_table
from croupier.house.tables import HouseTable
from croupier.house.two_people import decide_link_command
from croupier.jackpot.commands import AdjustJackpot
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refused
from croupier.rulebooks.roles import Actor
from croupier.table import commands as c
from croupier.table import events as e

PAGE = 5_000
ATTEMPTS = 5


class Wrong(Exception):
    """The first thing found wrong: where, and what."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


class Verification(Struct, frozen=True):
    """What was looked at, and the first thing found wrong, if anything was."""

    records: int
    commands: int
    rounds: int
    shuffles: int
    postings: int
    tables: int
    jackpots: int
    wrong: str | None = None
    anchor: str | None = None
    """Where the log stood: to be kept elsewhere, and given to the next verification."""

    @property
    def clean(self) -> bool:
        return self.wrong is None


async def verify(store: EventStore, anchors: Iterable[Anchor] = ()) -> Verification:
    """Replay the whole log and look at everything that it claims."""
    proof = Proof()
    answers = Answers(store)
    held = deque(sorted(anchors, key=lambda anchor: anchor.seq))
    wrong: str | None = None
    anchor: str | None = None
    seq = 0
    try:
        stored = await store.check(whole=True)
        for finding in stored.findings:
            raise Wrong(finding.where, finding.problem)
        anchor = str(stored.anchor)
        heads, balances, answered = await _standing(store)
        marker = await store.archived()
        if marker is not None:
            proof.resume(marker)
            seq = marker.seq
            held = deque(one for one in held if one.seq >= seq)
        async for entry in entries(store):
            while held and held[0].seq < entry.seq:
                proof.demand(held.popleft(), seq)
            record, seq = entry.record, entry.seq
            if record.version <= heads.get(record.stream, Head()).version:
                proof.take(record)
                await answers.take(record)
        for left in held:
            proof.demand(left, seq)
        proof.finish(heads)
        await _prove_figures(store, proof, 0 if marker is None else marker.seq)
        await answers.finish(answered)
        await _prove_ledger(store, proof, heads, balances, marker)
        await prove_significant(store, heads)
        await _prove_marker(store, marker)
    except (Wrong, NotListed) as found:
        wrong = str(found)
    return Verification(
        proof.records,
        proof.commands,
        proof.rounds,
        proof.shuffles,
        proof.postings,
        len(proof.tables),
        len(proof.jackpots),
        wrong,
        anchor,
    )


async def check_new(store: EventStore) -> Verification:
    """What the store itself can tell of the records since its last clean check."""
    found = await store.check()
    wrong = next((f"{one.where}: {one.problem}" for one in found.findings), None)
    return Verification(found.records, 0, 0, 0, 0, 0, 0, wrong, str(found.anchor))


async def _standing(
    store: EventStore,
) -> tuple[dict[str, Head], dict[str, int] | None, int | None]:
    """Where every stream stands, with the balances and the number of answers at that moment.

    A busy house moves on in between; its balances were then part of the store's own check.
    """
    heads = await store.heads()
    for _ in range(ATTEMPTS):
        balances = await store.balances()
        answered = await store.count_answers()
        after = await store.heads()
        if after == heads:
            return heads, balances, answered
        heads = after
    return heads, None, None


async def entries(store: EventStore, after: int = 0) -> AsyncIterator[Entry]:
    """The whole log in order."""
    while page := await store.scan(after, PAGE):
        for entry in page:
            yield entry
        after = page[-1].seq


class Answers:
    """What every command must have been answered: its stream, and the version after it.

    The records of a command are stored together. It is looked up once none of them has come
    for as long as it takes to read a page, so that memory does not grow with the log.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._recent: dict[str, tuple[str, int]] = {}
        self._before: dict[str, tuple[str, int]] = {}
        self._read = 0
        self._commands = 0

    async def take(self, record: Record) -> None:
        command = record.command
        due = self._recent.get(command) or self._before.pop(command, None)
        if due is None or due[0] == record.stream:  # the command's own stream is written first
            due = (record.stream, record.version)
        self._recent[command] = due
        self._read += 1
        if self._read % PAGE == 0:
            await self._look_up()

    async def finish(self, kept: int | None) -> None:
        """Every command has its answer; and where the house stood still, nothing else has."""
        await self._look_up()
        await self._look_up()
        if kept is not None and kept != self._commands:
            raise Wrong("answers", f"there are {kept}, and {self._commands} commands were given")

    async def _look_up(self) -> None:
        kept = await self._store.answers(list(self._before))
        for command, (stream, version) in self._before.items():
            answer = kept.get(command)
            if answer is None or not _says(answer, Accepted(command, stream, version)):
                where = f"{stream} version {version}"
                raise Wrong(where, f"command {command} was not answered by what it did")
        self._commands += len(self._before)
        self._before, self._recent = self._recent, {}


def _says(answer: Answer, accepted: Accepted) -> bool:
    try:
        told = msgspec.json.decode(answer.reply, type=Accepted)
    except msgspec.MsgspecError:
        return False
    return (answer.stream, told) == (accepted.stream, accepted)


class Standing(Struct, frozen=True):
    """Where a log, or a part of it, leads to."""

    heads: dict[str, Head]
    balances: dict[str, int]
    states: dict[str, tuple[Any, Ledger | None]]


class Proof:
    """Takes the records of a log in order and raises `Wrong` at the first that does not follow."""

    def __init__(self) -> None:
        self.tables: dict[str, HouseTable] = {}
        self.jackpots: dict[str, HouseJackpot] = {}
        self.records = self.commands = self.rounds = self.shuffles = self.postings = 0
        self.wallets = Wallets()
        self.balances = self.wallets.held
        self.cage = CageProof()
        self.ledgers: dict[str, Ledger] = {}
        self.offices: dict[str, Any] = {name: kept.kind() for name, kept in OFFICES.items()}
        self._heads: dict[str, Head] = {}
        self._expected: dict[tuple[str, str], deque[h.LogEvent]] = {}
        self._alone: dict[tuple[str, str], deque[h.LogEvent]] = {}
        """What commands meant that take two people now, in logs from before."""
        self._shoes: dict[str, tuple[str | None, c.Draw | None]] = {}

    def resume(self, marker: Marker) -> None:
        """Go on from where an archive ends."""
        self._heads = dict(marker.heads)
        self.wallets.held.update(marker.balances)
        for stream, kept in marker.states.items():
            state, ledger = read_snapshot(stream, kept)
            if ledger is not None:
                self.ledgers[stream] = ledger
            kind, _, name = stream.partition(":")
            if isinstance(state, HouseTable):
                self.tables[name] = state
            elif isinstance(state, HouseJackpot):
                self.jackpots[name] = state
            else:
                self.offices[kind] = state

    def standing(self) -> "Standing":
        """Where the records lead to; nothing that follows from a command may be missing."""
        self.finish(self._heads)
        states: dict[str, Any] = {}
        for stream in self._heads:
            kind, _, name = stream.partition(":")
            by_kind: dict[str, Any] = {"table": self.tables, "jackpot": self.jackpots}
            state = by_kind[kind][name] if name else self.offices[kind]
            states[stream] = (state, self.ledgers.get(stream))
        return Standing(dict(self._heads), dict(self.balances), states)

    def take(self, record: Record) -> None:
        where = f"{record.stream} version {record.version}"
        try:
            self._heads[record.stream] = demand_chained(
                record, self._heads.get(record.stream, Head())
            )
            event = h.decode_event(record.event)
            bounds: tuple[Bound, ...] = ()
            if record.stream in OFFICES:
                if record.stream == Office.CAGE:
                    bounds = self.cage.take(
                        self.offices[Office.CAGE], record, event, self.tables, self.jackpots
                    )
                self.offices[record.stream] = fold(
                    record.stream, self.offices[record.stream], event, record.at
                )
            else:
                self._decide(record, event)
                self._compare(where, record, event)
                self._fold(record, event)
            self._post(record, event)
            self.wallets.demand(bounds)
        except (BrokenStream, BrokenMeter) as error:
            raise Wrong(where, str(error)) from None
        except (Refused, HouseRefused) as refused:
            raise Wrong(where, f"the rules refuse this command: {refused}") from None
        except msgspec.MsgspecError as error:
            raise Wrong(where, f"no event of this program: {error}") from None
        except (KeyError, AttributeError, AssertionError, ValueError) as error:
            raise Wrong(where, f"does not fit what was before it: {error!r}") from None
        self.records += 1

    # Deciding anew

    def _decide(self, record: Record, event: h.LogEvent) -> None:
        match event:
            case h.CommandGiven():
                self.commands += 1
                self._decide_command(record, event.command)
            case h.TableRegistered() | h.JackpotRegistered():
                self._decide_registration(record, event)

    def _decide_command(self, record: Record, command: hc.AnyCommand) -> None:
        kind, _, name = record.stream.partition(":")
        self._demand_complete(record.stream)
        if kind == "jackpot":
            link = self.jackpots[name]
            self._decide_link(record, link, command)
            return
        table = self.tables[name]
        jackpot = None if table.jackpot is None else self.jackpots[table.jackpot]
        decision = decide_table(table, jackpot, command, record.at, None)
        if table.jackpot is not None and decision.on_link:
            self._demand_complete(h.jackpot_stream(table.jackpot))
        self._expect(record, (h.CommandGiven(command), *decision.table_events))
        if decision.link_events:
            assert table.jackpot is not None
            stream = h.jackpot_stream(table.jackpot)
            self._expected[stream, record.command] = deque(decision.link_events)
        self._note_cards(name, command)

    def _decide_link(self, record: Record, link: HouseJackpot, command: Any) -> None:
        linked = [self.tables[table] for table in link.tables]
        given = h.CommandGiven(command)
        target = self._taker(link, command)
        decision = decide_link_command(link, linked, target, command, record.by, record.at)
        self._expect(record, (given, *decision.events))
        if decision.other is not None:
            stream = h.jackpot_stream(decision.other.link.name)
            self._expected[stream, record.command] = deque(decision.other.events)
        if link.money is None and isinstance(command, AdjustJackpot | hc.ChangeJackpot):
            # Before there were proposals one person was enough.
            direct = decide_link(link, linked, command, record.at)
            self._alone[record.stream, record.command] = deque(direct.events)

    def _taker(self, link: HouseJackpot, command: Any) -> HouseJackpot | None:
        if isinstance(command, hc.Approve):
            command = link.proposals.find(command.proposal).command
        if isinstance(command, hc.RetireJackpot) and command.to is not None:
            return self.jackpots[command.to]
        return None

    def _decide_registration(
        self, record: Record, event: h.TableRegistered | h.JackpotRegistered
    ) -> None:
        name = record.stream.partition(":")[2]
        if isinstance(event, h.JackpotRegistered):
            register = hc.RegisterJackpot(
                name=name,
                entry=event.entry,
                terms=event.terms,
                money=event.money or Money.LIVE,
                by=_actor(record),
            )
            [made] = decide_jackpot_registration(register).events
            self._expect(record, [_as_recorded(made, event.money)])
            return
        if fingerprint(event.entry) != event.rulebook:
            raise Wrong(
                record.stream,
                f"this program's {event.entry.rulebook} is not the rulebook it was played by",
            )
        command = hc.RegisterTable(
            name=name,
            entry=event.entry,
            dealing=event.dealing,
            money=event.money or Money.LIVE,
            by=_actor(record),
        )
        link = None if event.entry.jackpot is None else self.jackpots[event.entry.jackpot]
        if event.money is None and link is not None and link.money is None:
            link = structs.replace(link, money=Money.LIVE)  # both are from before wallets
        events, _, joined = decide_table_registration(command, link, record.at)
        made, *timers = events
        self._expect(record, [_as_recorded(made, event.money), *timers])
        if joined is not None:
            self._expected[h.jackpot_stream(joined.link.name), record.command] = deque(
                joined.events
            )

    def _demand_complete(self, stream: str) -> None:
        """What a decision rests on stands before it in the log of the house."""
        for other, command in self._expected:
            if other == stream:
                raise BrokenStream(f"it stands between command {command} and what that caused")

    def _demand_turn(self, where: str, key: tuple[str, str]) -> None:
        """A command writes to its streams one after another, to its own first."""
        for other in self._expected:
            if other[1] == key[1]:
                if other != key:
                    raise Wrong(where, f"stands before what its command did to {other[0]}")
                return

    def demand(self, anchor: Anchor, seq: int) -> None:
        """The log up to here, its record `seq`, is what it was when the anchor was taken."""
        if seq < anchor.seq:
            raise Wrong("log", f"it ends at {seq}, and went to {anchor.seq} at the anchor")
        if Anchor.at(anchor.seq, self._heads) != anchor:
            raise Wrong("log", f"up to {anchor.seq} it is not what it was at the anchor")

    def _expect(self, record: Record, events: Iterable[h.LogEvent]) -> None:
        self._expected[record.stream, record.command] = deque(events)

    def _compare(self, where: str, record: Record, event: h.LogEvent) -> None:
        """The record is what the rules make of its command."""
        key = (record.stream, record.command)
        if not isinstance(event, h.CommandGiven):
            alone = self._alone.pop(key, None)
            if alone is not None and not isinstance(event, h.Proposed):
                self._expected[key] = alone
        self._demand_turn(where, key)
        waiting = self._expected.get(key)
        if not waiting:
            raise Wrong(where, "no command in the log leads to this event")
        wanted = waiting.popleft()
        if not waiting:
            del self._expected[key]
        if isinstance(event, h.ShuffleCommitted | h.ShuffleOpened):
            same = type(wanted) is type(event) and wanted.round == event.round
        else:
            same = wanted == event
        if not same:
            tag = wanted.__struct_config__.tag
            raise Wrong(where, f"the rules lead to another event here: {tag}, {wanted}")

    # Cards

    def _note_cards(self, table: str, command: hc.AnyCommand) -> None:
        shoe, draw = self._shoes.get(table, (None, None))
        match command:
            case c.OpenBets():
                self._shoes[table] = (None, None)
            case c.Deal():
                self._shoes[table] = (command.shoe, draw)
            case c.Draw():
                self._shoes[table] = (shoe, command)

    def _prove_shuffle(self, table: HouseTable, event: h.ShuffleOpened) -> None:
        """The seed is the one committed to, and gave the cards and draws of the round."""
        kept = table.shuffle
        seed = bytes.fromhex(event.seed)
        if kept is None or shuffle.commitment(table.name, event.round, seed) != kept.commitment:
            raise BrokenStream("the seed is not the one that was committed to")
        shoe, draw = self._shoes.get(table.name, (None, None))
        if shoe is not None and shoe != card_names(shuffle.shuffled(seed)):
            raise BrokenStream("the cards dealt are not those of the committed shuffle")
        if draw is not None:
            dealing = table.dealing
            drawn = shuffle.drawn(
                seed, table.game.settings.boxes, dealing.magic_every, dealing.lucky_every
            )
            if (drawn.magic_card, drawn.lucky_box, drawn.lucky_dealer) != (
                draw.magic_card,
                draw.lucky_box,
                draw.lucky_dealer,
            ):
                raise BrokenStream("the draws are not those of the committed seed")
        self.shuffles += 1

    # Where things stand

    def _fold(self, record: Record, event: h.LogEvent) -> None:
        kind, _, name = record.stream.partition(":")
        if kind == "jackpot":
            after = fold_jackpot(name, self.jackpots.get(name), event, record.at)
            after.meter.check()
            self.jackpots[name] = after
            return
        before = self.tables.get(name)
        if isinstance(event, h.ShuffleOpened) and before is not None:
            self._prove_shuffle(before, event)
        if isinstance(event, e.RoundSettled | e.RoundVoided):
            self.rounds += 1
        self.tables[name] = fold_table(name, before, event, record.at)

    def _post(self, record: Record, event: h.LogEvent) -> None:
        posted = post(self.ledgers, [(record, event)])
        self.ledgers = dict(posted.ledgers)
        self.postings += len(posted.postings)
        ledger = posted.ledgers.get(record.stream)
        relative = getattr(ledger, "money", Money.LIVE) is None
        self.wallets.take(record.command, posted.postings, relative=relative)

    def finish(self, heads: dict[str, Head]) -> None:
        """Nothing that follows from a command is missing, and every stream ends here."""
        for stream, _ in self._expected:
            raise Wrong(stream, "events that follow from its last command are missing")
        try:
            self.cage.finish()
            self.wallets.finish()
        except BrokenStream as error:
            raise Wrong("money", str(error)) from None
        for stream, head in heads.items():
            if self._heads.get(stream, Head()) != head:
                raise Wrong(stream, "does not end where the store says that it ends")


async def _prove_figures(store: EventStore, proof: Proof, since: int) -> None:
    """Those that rest on archived records were proved when the archive was made."""
    figures = [one for one in proof.cage.figures if one.since >= since]
    try:
        await prove_figures(store, figures)
    except (BrokenStream, HouseRefused) as error:
        raise Wrong("cage", str(error)) from None


def _as_recorded(event: Any, money: Money | None) -> h.LogEvent:
    """A registration as it stands in the log, which may be from before there were wallets."""
    registered: h.LogEvent = structs.replace(event, money=money)
    return registered


def _actor(record: Record) -> Actor | None:
    return None if record.by is None else record.by.actor


async def _prove_ledger(
    store: EventStore,
    proof: Proof,
    heads: dict[str, Head],
    balances: dict[str, int] | None,
    marker: Marker | None,
) -> None:
    """The balances are what the events come to, and so is every single posting."""
    if balances is not None:
        for account in sorted(balances.keys() | proof.balances.keys()):
            kept, due = balances.get(account, 0), proof.balances.get(account, 0)
            if kept != due or account not in proof.balances:
                raise Wrong(f"account {account}", f"holds {kept}, and its events come to {due}")
    for stream, head in heads.items():
        begun = None if marker is None else marker.states.get(stream)
        ledger = None if begun is None else read_snapshot(stream, begun)[1]
        await _prove_postings(store, stream, head.version, ledger)


async def _prove_marker(store: EventStore, marker: Marker | None) -> None:
    """The marker from which the store begins is the one whose digest stands in the log."""
    if marker is None:
        return
    digest = sha256(msgspec.json.encode(marker, order="deterministic")).hexdigest()
    after = 0
    while page := await store.read(Office.OPERATION, after, PAGE):
        after = page[-1].version
        for record in page:
            event = h.decode_event(record.event)
            if isinstance(event, ArchiveMade) and event.marker == digest:
                return
    raise Wrong("archive", "the marker from which the log begins is not the one that was recorded")


async def _prove_postings(
    store: EventStore, stream: str, until: int, ledger: Ledger | None = None
) -> None:
    """Each posting of a stream is the one that its event means, and none is missing."""
    kept: deque[Posting] = deque()
    after = 0
    while page := await store.postings(stream, after, PAGE):
        if len(page) == PAGE:  # the last version may go on beyond the page
            page = [one for one in page if one.version < page[-1].version]
        kept += [one for one in page if one.version <= until]
        after = page[-1].version
    ledgers: dict[str, Ledger] = {} if ledger is None else {stream: ledger}
    after = 0
    while after < until:
        records = await store.read(stream, after, min(PAGE, until - after))
        if not records:
            break
        after = records[-1].version
        pairs = [(record, h.decode_event(record.event)) for record in records]
        posted = post(ledgers, pairs)
        ledgers = dict(posted.ledgers)
        for wanted in posted.postings:
            if not kept or kept.popleft() != wanted:
                where = f"{stream} version {wanted.version}"
                raise Wrong(where, "its postings are not those of its event")
    if kept:
        where = f"{stream} version {kept[0].version}"
        raise Wrong(where, "has a posting that follows from no event")
