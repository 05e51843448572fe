"""The records of a log taken in order: each has to follow from those before it."""

from typing import Any

import msgspec
from msgspec import Struct, UnsetType

from croupier.house import events as h
from croupier.house.cage.day import UTC_DAYS, Calendar, GamingDay
from croupier.house.jackpot.proposals import demand_no_configurer
from croupier.house.jackpot.state import HouseJackpot
from croupier.house.ledger.persons import Way, movements
from croupier.house.ledger.posting import Ledger, post
from croupier.house.log.records import Anchor, Head, Marker, Posting, Record, Snapshot
from croupier.house.log.storing import Bound
from croupier.house.operation.events import HouseOpened, calendar_of
from croupier.house.people.hands import demand_two_people
from croupier.house.people.signing import demand_signed
from croupier.house.people.standing import demand_standing
from croupier.house.proof.decisions import Decisions
from croupier.house.proof.money import CageProof, Wallets
from croupier.house.proof.results import Results
from croupier.house.proof.sealings import demand_all_published, prove_sealing
from croupier.house.proof.shuffles import Shuffles
from croupier.house.proof.signers import Signers
from croupier.house.proof.wrong import Wrong
from croupier.house.refusals import HouseRefused
from croupier.house.settings import Money
from croupier.house.streams.offices import OFFICES, Office
from croupier.house.streams.snapshots import read_snapshot, snapshot_bytes
from croupier.house.streams.stream import (
    BrokenStream,
    demand_chained,
    fold,
    fold_jackpot,
    fold_table,
)
from croupier.house.table.state import HouseTable
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refused
from croupier.table import events as e


class Standing(Struct, frozen=True):
    """Where a log, or a part of it, leads to."""

    heads: dict[str, Head]
    balances: dict[str, int]
    states: dict[str, tuple[Any, Ledger | None]]
    results: dict[str, int] | UnsetType
    days: dict[str, dict[str, int]] | UnsetType
    calendar: tuple[str, str]


class Proof:
    """Takes the records of a log in order and raises `Wrong` at the first that does not follow."""

    def __init__(self) -> None:
        self.tables: dict[str, HouseTable] = {}
        self.jackpots: dict[str, HouseJackpot] = {}
        self.offices: dict[str, Any] = {name: kept.kind() for name, kept in OFFICES.items()}
        self.records = self.rounds = self.postings = 0
        self.shuffles = Shuffles()
        self.cage = CageProof()
        self.decisions = Decisions(self.tables, self.jackpots, self.cage.elsewhere)
        self.wallets = Wallets()
        self.results = Results()
        self.ledgers: dict[str, Ledger] = {}
        self.signers = Signers()
        self._calendar = Calendar(UTC_DAYS)
        self.heads: dict[str, Head] = {}
        self.earlier = 0
        """Anchors of what was moved into an archive."""
        self.closed: dict[str, int] = {}
        """Tables in a round whose cards could not be opened: from which version on, by stream."""

    def resume(self, marker: Marker) -> None:
        """Go on from where an archive ends."""
        self.heads = dict(marker.heads)
        self.wallets.held.update(marker.balances)
        if not isinstance(marker.calendar, UnsetType):
            self._calendar = Calendar(GamingDay(*marker.calendar))
        self.results.resume(marker.results, marker.days, self._calendar.of(marker.until))
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
        self.signers.resume(self.offices[Office.PEOPLE])

    def take(self, record: Record) -> None:
        try:
            before = self.heads.get(record.stream, Head())
            self.heads[record.stream] = demand_chained(record, before)
            if record.closed:
                self._pass_over(record)
                return
            event = h.decode_event(record.event)
            bounds = self._follow(record, event)
            self._post(record, event)
            self.wallets.demand(bounds)
        except (BrokenStream, BrokenMeter) as error:
            problem = str(error)
        except (Refused, HouseRefused) as refused:
            problem = f"the rules refuse this command: {refused}"
        except msgspec.MsgspecError as error:
            problem = f"no event of this program: {error}"
        except (KeyError, AttributeError, AssertionError, ValueError) as error:
            problem = f"does not fit what was before it: {error!r}"
        else:
            self.records += 1
            return
        raise Wrong.at(record.stream, record.version, problem)

    def _pass_over(self, record: Record) -> None:
        """Cards lie closed here: from now on the table cannot be followed, only its money."""
        table = self.tables.get(record.stream.partition(":")[2])
        prove_sealing(table, record, None)
        self.closed.setdefault(record.stream, record.version)
        self.decisions.skip(record.command)
        self.records += 1

    def _is_closed(self, record: Record, event: h.LogEvent) -> bool:
        """Whether the record rests on cards that lie closed."""
        if record.stream in self.closed:
            return True
        kind, _, name = record.stream.partition(":")
        if kind != "jackpot" or not isinstance(event, h.CommandGiven):
            return False
        return any(h.table_stream(one) in self.closed for one in self.jackpots[name].tables)

    def _follow(self, record: Record, event: h.LogEvent) -> tuple[Bound, ...]:
        """Decide and fold a record; returns what accounts have to keep to once it is posted."""
        if isinstance(event, h.ProposalApproved) and record.by is not None:
            people = self.offices[Office.PEOPLE]
            demand_two_people(people, record.by.id, event.proposed_by.id, record.at)
        kind, _, name = record.stream.partition(":")
        if isinstance(event, h.ProposalApproved) and kind == "jackpot" and record.by is not None:
            proposed = self.jackpots[name].proposals.find(event.proposal).command
            held = self.offices[Office.PEOPLE].roles_of(record.by.id, record.at)
            demand_no_configurer(proposed, held)
        if self._is_closed(record, event):
            self.decisions.skip(record.command)
            if isinstance(event, e.RoundSettled | e.RoundVoided):
                raise BrokenStream("the round is over, and no key was published for its cards")
            if kind == "table":
                return ()
        if self.offices[Office.OPERATION].sessions:
            self.signers.demand(record, event, self.offices[Office.PEOPLE], self.tables)
        match kind:
            case "table":
                self.decisions.take(record, event)
                self._fold_table(name, record, event)
            case "jackpot":
                self.decisions.take(record, event)
                link = fold_jackpot(name, self.jackpots.get(name), event, record.at)
                link.meter.check()
                self.jackpots[name] = link
            case _:
                return self._in_office(record, event)
        return ()

    def _fold_table(self, name: str, record: Record, event: h.LogEvent) -> None:
        before = self.tables.get(name)
        prove_sealing(before, record, event)
        match event:
            case h.CommandGiven():
                self.shuffles.note(name, event.command)
            case h.ShuffleOpened() if before is not None:
                self.shuffles.prove(before, event)
            case e.RoundSettled() | e.RoundVoided():
                self.rounds += 1
            case _:
                pass
        table = self.tables[name] = fold_table(name, before, event, record.at)
        if isinstance(event, e.RoundSettled):
            self.shuffles.prove_settled(table)

    def _in_office(self, record: Record, event: h.LogEvent) -> tuple[Bound, ...]:
        office = self.offices[record.stream]
        bounds: tuple[Bound, ...] = ()
        if record.stream == Office.CAGE:
            bounds = self.cage.take(office, record, event, self.tables, self.jackpots)
        elif record.stream == Office.PEOPLE:
            demand_signed(office, event, record.by, record.at)
        elif isinstance(event, HouseOpened):
            self._calendar = Calendar(calendar_of(event, self._calendar.days))
        after = self.offices[record.stream] = fold(record.stream, office, event, record.at)
        if record.stream == Office.PEOPLE:
            self.signers.learn(event, record.at, office, after)
        return bounds

    def _post(self, record: Record, event: h.LogEvent) -> None:
        posted = post(self.ledgers, [(record, event)])
        self.ledgers = dict(posted.ledgers)
        self.postings += len(posted.postings)
        ledger = posted.ledgers.get(record.stream)
        money = getattr(ledger, "money", Money.LIVE)
        relative = money is None
        if not relative:
            self._demand_standing(record, event, posted.postings)
        self.wallets.take(record.command, posted.postings, relative=relative)
        if posted.postings:
            day = self._calendar.of(record.at)
            live = money is Money.LIVE
            self.results.take(posted.postings, relative=relative, pockets=live, day=day)

    def _demand_standing(
        self, record: Record, event: h.LogEvent, postings: tuple[Posting, ...]
    ) -> None:
        """Cash came from, and went to, people who were in the register and might play.

        Wagers were looked at too, on what their process knew of the register then.
        """
        for moved in movements(record, event, postings, stay=None):
            if moved.live and moved.way in (Way.IN, Way.OUT):
                demand_standing(self.offices[Office.PEOPLE], moved, record.at)

    def compare(self, kept: Snapshot, said: bytes) -> None:
        """A house starts from its snapshots: each is where the records up to it lead."""
        state = self._state(kept.stream)
        plain = snapshot_bytes(state, self.ledgers.get(kept.stream))
        try:
            same = read_snapshot(kept.stream, said) == read_snapshot(kept.stream, plain)
        except (msgspec.MsgspecError, KeyError, ValueError) as error:
            raise Wrong.at(kept.stream, kept.version, f"its snapshot: {error}") from None
        if not same:
            raise Wrong.at(kept.stream, kept.version, "its snapshot is not what the records say")

    def _state(self, stream: str) -> Any:
        kind, _, name = stream.partition(":")
        by_kind: dict[str, Any] = {"table": self.tables, "jackpot": self.jackpots}
        return by_kind[kind][name] if name else self.offices[kind]

    def demand(self, anchor: Anchor, seq: int) -> None:
        """The log up to here, its record `seq`, is what it was when the anchor was taken."""
        if seq < anchor.seq:
            raise Wrong("log", f"it ends at {seq}, and went to {anchor.seq} at the anchor")
        if Anchor.at(anchor.seq, self.heads) != anchor:
            raise Wrong("log", f"up to {anchor.seq} it is not what it was at the anchor")

    def finish(self, heads: dict[str, Head]) -> None:
        """Nothing that follows from a command is missing, and every stream ends here."""
        self.decisions.finish()
        demand_all_published(self.tables)
        try:
            self.cage.finish()
            self.wallets.finish()
        except BrokenStream as error:
            raise Wrong("money", str(error)) from None
        for stream, head in heads.items():
            if stream not in self.heads or self.heads[stream] != head:
                raise Wrong(stream, "does not end where the store says that it ends")

    def standing(self) -> Standing:
        """Where the records lead to; nothing that follows from a command may be missing."""
        self.finish(self.heads)
        states: dict[str, Any] = {}
        for stream in self.heads:
            states[stream] = (self._state(stream), self.ledgers.get(stream))
        held = dict(self.wallets.held)
        return Standing(
            dict(self.heads),
            held,
            states,
            self.results.standing(),
            self.results.days(),
            (self._calendar.days.time_zone, self._calendar.days.starts),
        )
