"""Takes the records of a log in order: each has to follow from those before it."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, UnsetType

from croupier.house.app.clock import Calendar
from croupier.house.log.snapshots import read_snapshot, snapshot_bytes
from croupier.house.log.stream import (
    DEPARTMENTS,
    BrokenStream,
    Department,
    Ledger,
    demand_chained,
    fold,
    fold_jackpot,
    fold_table,
    post,
)
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import demand_no_configurer
from croupier.house.model.cage.day import UTC_DAYS, GamingDay
from croupier.house.model.cage.events import BuyInCorrected, PrizePaid
from croupier.house.model.cage.transfers import issuer
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.accounts import (
    Bound,
    Way,
    demand_standing,
    movements,
)
from croupier.house.model.operation.events import HouseOpened, calendar_of
from croupier.house.model.people.checks import (
    demand_signed,
    demand_still_agreed,
    demand_two_people,
    demand_voucher,
)
from croupier.house.model.people.events import PeopleEvent, ShoeAdmitted, TokenMade, TokenVouched
from croupier.house.model.people.roles import TokenPower
from croupier.house.model.people.tokens import demand_agreed_shoe
from croupier.house.model.records import (
    Anchor,
    Head,
    Marker,
    Posting,
    Record,
    Snapshot,
    decode_event,
    table_stream,
)
from croupier.house.model.school.events import ExerciseAnswered
from croupier.house.model.settings import Money
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.cards import Shuffles, demand_all_published, prove_sealing
from croupier.house.read.proof.decisions import Decisions
from croupier.house.read.proof.findings import Noted, Wrong
from croupier.house.read.proof.money import CageProof, Wallets
from croupier.house.read.proof.postings import Results
from croupier.house.read.proof.signers import Signers
from croupier.table import events as e


class Looked(Struct, frozen=True):
    """What a record that could be read says."""

    event: h.LogEvent
    postings: tuple[Posting, ...] | None
    """What follows from it; none if that cannot be told."""


_NEW = Head()
_BY_TWO = frozenset({h.ProposalApproved, h.CommandGiven})


class Standing(Struct, frozen=True):
    """The state that results from a log, or from a part of it."""

    heads: dict[str, Head]
    balances: dict[str, int]
    states: dict[str, tuple[Any, Ledger | None]]
    results: dict[str, int] | UnsetType
    days: dict[str, dict[str, int]] | UnsetType
    calendar: tuple[str, str]


class Proof:
    """Takes the records of a log in order, and says of each whether it follows."""

    def __init__(self) -> None:
        self.tables: dict[str, HouseTable] = {}
        self.jackpots: dict[str, HouseJackpot] = {}
        self.departments: dict[str, Any] = {name: kept.kind() for name, kept in DEPARTMENTS.items()}
        self.records = self.rounds = self.postings = 0
        self.shuffles = Shuffles()
        self.cage = CageProof(self.tables, self.jackpots)
        self.decisions = Decisions(self.tables, self.jackpots, self.cage.elsewhere)
        self.wallets = Wallets()
        self.results = Results()
        self.ledgers: dict[str, Ledger] = {}
        self.signers = Signers()
        self.calendar = Calendar(UTC_DAYS)
        self.heads: dict[str, Head] = {}
        self.looked: Looked | None = None
        """What the last record says; none where it is closed or cannot be read."""
        self.earlier = 0
        """Anchors of records that were moved to an archive."""
        self.closed: dict[str, int] = {}
        """Tables in a round whose cards could not be opened: from which version on, by stream."""
        self.lost: set[str] = set()
        """Streams with a record that cannot be folded: from there on only the money is proved."""

    def resume(self, marker: Marker) -> None:
        """Continue from the end of an archive."""
        self.heads = dict(marker.heads)
        self.wallets.held.update(marker.balances)
        if not isinstance(marker.calendar, UnsetType):
            self.calendar = Calendar(GamingDay(*marker.calendar))
        self.results.resume(marker.results, marker.days, self.calendar.of(marker.until))
        self.begin(marker.states)

    def begin(self, states: Mapping[str, bytes]) -> None:
        """Every stream as a snapshot of the place where the proof begins."""
        for stream, kept in states.items():
            state, ledger = read_snapshot(stream, kept)
            if ledger is not None:
                self.ledgers[stream] = ledger
            kind, _, name = stream.partition(":")
            if isinstance(state, HouseTable):
                self.tables[name] = state
            elif isinstance(state, HouseJackpot):
                self.jackpots[name] = state
            else:
                self.departments[kind] = state
        self.signers.resume(self.departments[Department.PEOPLE])

    def take(self, record: Record) -> None:
        """Raises `Wrong` if the record does not follow."""
        for wrong in self.problems(record):
            raise wrong

    def problems(self, record: Record) -> list[Wrong]:
        """What does not follow about the record; the proof continues from what it says."""
        found: list[Wrong] = []
        noted = Noted(record, found)
        before = self.heads.get(record.stream, _NEW)
        self.heads[record.stream] = record.head
        self.records += 1
        self.looked = None
        with noted:
            demand_chained(record, before)
        if record.closed:
            with noted:
                self._pass_over(record)
            return found
        with noted:
            event = decode_event(record.event)
        if not noted.failed:
            self._look_at(record, event, noted)
        return found

    def _look_at(self, record: Record, event: h.LogEvent, noted: Noted) -> None:
        bounds: tuple[Bound, ...] = ()
        posted: tuple[Posting, ...] | None = None
        if record.stream in self.lost:
            self.decisions.skip(record.command)
        else:
            with noted:
                bounds = self._decide(record, event)
            if noted.failed:
                self.decisions.skip(record.command)
            with noted:
                self._fold(record, event)
            if noted.failed:
                self.lost.add(record.stream)
        with noted:
            posted = self._post(record, event)
            self._demand_money_right(record, event, posted)
        with noted:
            self.wallets.demand(bounds)
        self.looked = Looked(event, posted)

    def _pass_over(self, record: Record) -> None:
        """Cards are sealed here: from now on only the table's money can be followed."""
        self.closed.setdefault(record.stream, record.version)
        self.decisions.skip(record.command)
        prove_sealing(self.tables.get(record.stream.partition(":")[2]), record, None)

    def _is_untold(self, record: Record, event: h.LogEvent) -> bool:
        """Whether the record depends on a table that could not be followed."""
        if record.stream in self.closed:
            return True
        kind, _, name = record.stream.partition(":")
        if kind != "jackpot" or not isinstance(event, h.CommandGiven):
            return False
        tables = {table_stream(one) for one in self.jackpots[name].tables}
        return not tables.isdisjoint(self.closed.keys() | self.lost)

    def _decide(self, record: Record, event: h.LogEvent) -> tuple[Bound, ...]:
        """Before a record is folded; returns the bounds for accounts once it is posted."""
        kind, _, name = record.stream.partition(":")
        self._demand_two(record, event)
        if self._is_untold(record, event):
            self.decisions.skip(record.command)
            if isinstance(event, e.RoundSettled | e.RoundVoided):
                raise BrokenStream("the round is over, and no key was published for its cards")
            if kind == "table":
                return ()
        if self.departments[Department.OPERATION].sessions:
            self.signers.demand(record, event, self.departments[Department.PEOPLE], self.tables)
        match kind:
            case "table":
                self.decisions.take(record, event)
                self._prove_cards(self.tables.get(name), name, record, event)
            case "jackpot":
                self.decisions.take(record, event)
            case Department.CAGE:
                department = self.departments[Department.CAGE]
                bounds = self.cage.take(department, record, event)
                if isinstance(event, PrizePaid):
                    self.decisions.expect_prize(record, event)
                return bounds
            case Department.PEOPLE if isinstance(event, PeopleEvent):
                demand_signed(self.departments[Department.PEOPLE], event, record.by, record.at)
                self._prove_token(record, event)
            case Department.SCHOOL if isinstance(event, ExerciseAnswered):
                if record.by is None or record.by.id != event.person:
                    raise BrokenStream("an exercise was answered in the name of somebody else")
            case _:
                pass
        return ()

    def _demand_two(self, record: Record, event: h.LogEvent) -> None:
        """Whoever approves, and whoever takes in chips that another let go, is somebody else."""
        if record.by is None or type(event) not in _BY_TWO:
            return
        kind, _, name = record.stream.partition(":")
        people = self.departments[Department.PEOPLE]
        if isinstance(event, h.ProposalApproved):
            demand_two_people(people, record.by.id, event.proposed_by.id, record.at)
            if kind == "jackpot":
                proposed = self.jackpots[name].proposals.find(event.proposal).command
                demand_no_configurer(proposed, people.roles_of(record.by.id, record.at))
        if isinstance(event, h.CommandGiven) and kind == Department.CAGE:
            sender = issuer(self.departments[Department.CAGE].slips, event.command)
            if sender is not None:
                demand_two_people(people, record.by.id, sender, record.at)

    def _prove_token(self, record: Record, event: h.LogEvent) -> None:
        """Two people agreed to a device that deals cards; others vouched for doubted tokens."""
        operation = self.departments[Department.OPERATION]
        people = self.departments[Department.PEOPLE]
        match event:
            case ShoeAdmitted(name=name, place=table, until=until):
                agreed = hc.AdmitShoe(table=table, name=name, until=until)
                self.decisions.demand_agreed(record, agreed)
            case TokenMade(power=TokenPower.SHOE, proposal=proposal) if operation.shoes_by_two:
                demand_agreed_shoe(people, record.at, event)
                if operation.shoes_asked_again:
                    demand_still_agreed(people, proposal, record.at)
            case TokenVouched(token=token) if record.by is not None:
                demand_voucher(people, token, record.by.id, record.at)
            case _:
                pass

    def _prove_cards(
        self, table: HouseTable | None, name: str, record: Record, event: h.LogEvent
    ) -> None:
        prove_sealing(table, record, event)
        match event:
            case h.CommandGiven():
                self.shuffles.note(name, event.command)
            case h.ShuffleOpened() if table is not None:
                self.shuffles.prove(table, event)
            case _:
                pass

    def _fold(self, record: Record, event: h.LogEvent) -> None:
        """The state after the record, and what must hold there."""
        kind, _, name = record.stream.partition(":")
        if kind == "table":
            if record.stream not in self.closed:
                self._fold_table(name, record, event)
        elif kind == "jackpot":
            link = fold_jackpot(name, self.jackpots.get(name), event, record.at)
            self.jackpots[name] = link
            link.meter.check()
        else:
            self._fold_department(record, event)

    def _fold_table(self, name: str, record: Record, event: h.LogEvent) -> None:
        kind = type(event)
        if kind is e.RoundSettled or kind is e.RoundVoided:
            self.rounds += 1
        table = fold_table(name, self.tables.get(name), event, record.at)
        self.tables[name] = table
        if kind is e.RoundSettled:
            self.shuffles.prove_settled(table)

    def _fold_department(self, record: Record, event: h.LogEvent) -> None:
        before = self.departments[record.stream]
        if isinstance(event, HouseOpened):
            self.calendar = Calendar(calendar_of(event, self.calendar.days))
        after = self.departments[record.stream] = fold(record.stream, before, event, record.at)
        if record.stream == Department.PEOPLE:
            self.signers.learn(record, event, before, after)

    def _post(self, record: Record, event: h.LogEvent) -> tuple[Posting, ...]:
        posted = post(record.stream, self.ledgers.get(record.stream), ((record, event),))
        if posted.ledger is not None:
            self.ledgers[record.stream] = posted.ledger
        self.postings += len(posted.postings)
        return posted.postings

    def _demand_money_right(
        self, record: Record, event: h.LogEvent, postings: tuple[Posting, ...]
    ) -> None:
        """Nobody's wallet is below zero, and results are those of the day."""
        if not postings:
            return
        money = getattr(self.ledgers[record.stream], "money", Money.LIVE)
        relative = money is None
        if not relative:
            self._demand_standing(record, event, postings)
        self.wallets.take(record.command, postings, relative=relative)
        day = self.calendar.of(record.at)
        self.results.take(postings, relative=relative, pockets=money is Money.LIVE, day=day)

    def _demand_standing(
        self, record: Record, event: h.LogEvent, postings: tuple[Posting, ...]
    ) -> None:
        """Cash came from, and went to, people who were in the register and allowed to play.

        Wagers were checked too, against the register as their process knew it then. Buy-ins that
        were put right were not checked by the first programs that did so.
        """
        if isinstance(event, BuyInCorrected):
            return
        for moved in movements(record, event, postings, stay=None):
            if moved.live and moved.way in (Way.IN, Way.OUT):
                demand_standing(self.departments[Department.PEOPLE], moved, record.at)

    def compare(self, kept: Snapshot, said: bytes) -> None:
        """A house starts from its snapshots: each is what results from the records up to it."""
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
        return by_kind[kind][name] if name else self.departments[kind]

    def demand(self, anchor: Anchor, seq: int) -> None:
        """The log up to here, its record `seq`, is what it was when the anchor was taken."""
        if seq < anchor.seq:
            raise Wrong("log", f"it ends at {seq}, and went to {anchor.seq} at the anchor")
        if Anchor.at(anchor.seq, self.heads) != anchor:
            raise Wrong("log", f"up to {anchor.seq} it is not what it was at the anchor")

    def finish(self, heads: dict[str, Head]) -> None:
        """Raises `Wrong` if something that follows from a command is missing."""
        for wrong in self.missing(heads):
            raise wrong

    def missing(self, heads: dict[str, Head]) -> list[Wrong]:
        """Consequences of commands that are missing, and streams that do not end here."""
        found: list[Wrong] = []
        for look in (self.decisions.finish, self._demand_published, self._demand_money):
            try:
                look()
            except Wrong as wrong:
                found.append(wrong)
        for stream, head in heads.items():
            if self.heads.get(stream) != head:
                found.append(Wrong(stream, "does not end where the store says that it ends"))
        return found

    def _demand_published(self) -> None:
        demand_all_published(self.tables)

    def _demand_money(self) -> None:
        try:
            self.cage.finish()
            self.wallets.finish()
        except BrokenStream as error:
            raise Wrong("money", str(error)) from None

    def standing(self) -> Standing:
        """The state after the records; nothing that follows from a command may be missing."""
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
            (self.calendar.days.time_zone, self.calendar.days.starts),
        )
