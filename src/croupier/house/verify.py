"""Proof for outsiders: the whole log decided anew, from the first record to the last.

Every command that stands in the log is given to the same rules again, on the state
that the records before it lead to; what comes out must be what was recorded. Seeds
that were opened must be the ones committed to, and must give the cards that were
dealt. Money must move as the events say, and add up to the balances.
"""

from collections import deque
from collections.abc import AsyncIterator, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import card_names
from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house import shuffle
from croupier.house.decide import decide_table
from croupier.house.fingerprint import fingerprint
from croupier.house.ledger import Ledger, post
from croupier.house.linking import (
    decide_jackpot_registration,
    decide_link,
    decide_table_registration,
)
from croupier.house.links import HouseJackpot
from croupier.house.log import Entry, EventStore, Head, Posting, Record
from croupier.house.offices import OFFICES
from croupier.house.refusals import HouseRefused
from croupier.house.stream import BrokenStream, demand_chained, fold, fold_jackpot, fold_table
from croupier.house.tables import HouseTable
from croupier.jackpot.commands import AdjustJackpot, OrderClaims
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

    @property
    def clean(self) -> bool:
        return self.wrong is None


async def verify(store: EventStore) -> Verification:
    """Replay the whole log and look at everything that it claims."""
    proof = Proof()
    wrong: str | None = None
    try:
        stored = await store.check(whole=True)
        for finding in stored.findings:
            raise Wrong(finding.where, finding.problem)
        heads, balances = await _standing(store)
        async for entry in entries(store):
            record = entry.record
            if record.version <= heads.get(record.stream, Head()).version:
                proof.take(record)
        proof.finish(heads)
        await _prove_ledger(store, proof, heads, balances)
    except Wrong as found:
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
    )


async def check_new(store: EventStore) -> Verification:
    """What the store itself can tell of the records since its last clean check."""
    found = await store.check()
    wrong = next((f"{one.where}: {one.problem}" for one in found.findings), None)
    return Verification(found.records, 0, 0, 0, 0, 0, 0, wrong)


async def _standing(store: EventStore) -> tuple[dict[str, Head], dict[str, int] | None]:
    """Where every stream stands, and the balances at that moment.

    A busy house moves on in between; its balances were then part of the store's own check.
    """
    heads = await store.heads()
    for _ in range(ATTEMPTS):
        balances = await store.balances()
        after = await store.heads()
        if after == heads:
            return heads, balances
        heads = after
    return heads, None


async def entries(store: EventStore, after: int = 0) -> AsyncIterator[Entry]:
    """The whole log in order."""
    while page := await store.scan(after, PAGE):
        for entry in page:
            yield entry
        after = page[-1].seq


class Proof:
    """Takes the records of a log in order and raises `Wrong` at the first that does not follow."""

    def __init__(self) -> None:
        self.tables: dict[str, HouseTable] = {}
        self.jackpots: dict[str, HouseJackpot] = {}
        self.records = self.commands = self.rounds = self.shuffles = self.postings = 0
        self.balances: dict[str, int] = {}
        self.ledgers: dict[str, Ledger] = {}
        self.offices: dict[str, Any] = {name: kept.kind() for name, kept in OFFICES.items()}
        self._heads: dict[str, Head] = {}
        self._expected: dict[tuple[str, str], deque[h.LogEvent]] = {}
        self._shoes: dict[str, tuple[str | None, c.Draw | None]] = {}

    def take(self, record: Record) -> None:
        where = f"{record.stream} version {record.version}"
        try:
            self._heads[record.stream] = demand_chained(
                record, self._heads.get(record.stream, Head())
            )
            event = h.decode_event(record.event)
            if record.stream in OFFICES:
                self.offices[record.stream] = fold(
                    record.stream, self.offices[record.stream], event, record.at
                )
            else:
                self._decide(record, event)
                self._compare(where, record, event)
                self._fold(record, event)
            self._post(record, event)
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
        events: tuple[h.LogEvent, ...]
        if kind == "jackpot":
            link = self.jackpots[name]
            assert isinstance(
                command,
                AdjustJackpot | OrderClaims | hc.ChangeJackpot | hc.FailLink | hc.RestoreLink,
            )
            linked = [self.tables[table] for table in link.tables]
            events = decide_link(link, linked, command, record.at).events
            self._expect(record, (h.CommandGiven(command), *events))
            return
        table = self.tables[name]
        jackpot = None if table.jackpot is None else self.jackpots[table.jackpot]
        decision = decide_table(table, jackpot, command, record.at, None)
        self._expect(record, (h.CommandGiven(command), *decision.table_events))
        if decision.link_events:
            assert table.jackpot is not None
            stream = h.jackpot_stream(table.jackpot)
            self._expected[stream, record.command] = deque(decision.link_events)
        self._note_cards(name, command)

    def _decide_registration(
        self, record: Record, event: h.TableRegistered | h.JackpotRegistered
    ) -> None:
        name = record.stream.partition(":")[2]
        if isinstance(event, h.JackpotRegistered):
            register = hc.RegisterJackpot(
                name=name, entry=event.entry, terms=event.terms, by=_actor(record)
            )
            self._expect(record, decide_jackpot_registration(register).events)
            return
        if fingerprint(event.entry) != event.rulebook:
            raise Wrong(
                record.stream,
                f"this program's {event.entry.rulebook} is not the rulebook it was played by",
            )
        command = hc.RegisterTable(
            name=name, entry=event.entry, dealing=event.dealing, by=_actor(record)
        )
        link = None if event.entry.jackpot is None else self.jackpots[event.entry.jackpot]
        events, _, joined = decide_table_registration(command, link, record.at)
        self._expect(record, events)
        if joined is not None:
            self._expected[h.jackpot_stream(joined.link.name), record.command] = deque(
                joined.events
            )

    def _expect(self, record: Record, events: Iterable[h.LogEvent]) -> None:
        self._expected[record.stream, record.command] = deque(events)

    def _compare(self, where: str, record: Record, event: h.LogEvent) -> None:
        """The record is what the rules make of its command."""
        key = (record.stream, record.command)
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
        for one in posted.postings:
            self.postings += 1
            self.balances[one.debit] = self.balances.get(one.debit, 0) - one.amount
            self.balances[one.credit] = self.balances.get(one.credit, 0) + one.amount

    def finish(self, heads: dict[str, Head]) -> None:
        """Nothing that follows from a command is missing, and every stream ends here."""
        for stream, _ in self._expected:
            raise Wrong(stream, "events that follow from its last command are missing")
        for stream, head in heads.items():
            if self._heads.get(stream, Head()) != head:
                raise Wrong(stream, "does not end where the store says that it ends")


def _actor(record: Record) -> Actor | None:
    return None if record.by is None else record.by.actor


async def _prove_ledger(
    store: EventStore,
    proof: Proof,
    heads: dict[str, Head],
    balances: dict[str, int] | None,
) -> None:
    """The balances are what the events come to, and so is every single posting."""
    if balances is not None:
        for account in sorted(balances.keys() | proof.balances.keys()):
            kept, due = balances.get(account, 0), proof.balances.get(account, 0)
            if kept != due or account not in proof.balances:
                raise Wrong(f"account {account}", f"holds {kept}, and its events come to {due}")
    for stream, head in heads.items():
        await _prove_postings(store, stream, head.version)


async def _prove_postings(store: EventStore, stream: str, until: int) -> None:
    """Each posting of a stream is the one that its event means, and none is missing."""
    kept: deque[Posting] = deque()
    after = 0
    while page := await store.postings(stream, after, PAGE):
        if len(page) == PAGE:  # the last version may go on beyond the page
            page = [one for one in page if one.version < page[-1].version]
        kept += [one for one in page if one.version <= until]
        after = page[-1].version
    ledgers: dict[str, Ledger] = {}
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
