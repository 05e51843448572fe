"""The money part of a proof: no wallet below zero, and the cage's commands decided again."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, structs

from croupier.house.log.event_store import EventStore
from croupier.house.log.stream import BrokenStream
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import stream_of
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import corrections
from croupier.house.model.cage import events as ce
from croupier.house.model.cage.day import Standing
from croupier.house.model.cage.decide import (
    Command,
    approved_elsewhere,
    closed_by,
    corrected_by,
    decide_cage,
    named_table,
)
from croupier.house.model.cage.state import Cage
from croupier.house.model.cage.surroundings import Surroundings, TableKept
from croupier.house.model.jackpot.payables import Payable
from croupier.house.model.jackpot.paying import on_slip
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.ledger.accounts import Bound, is_wallet
from croupier.house.model.people.roles import Signature
from croupier.house.model.records import Posting, Record
from croupier.house.model.settings import Money
from croupier.house.model.table.state import HouseTable
from croupier.money import Cents, dollars


class Wallets:
    """Balances in the order of the log: between two commands no wallet is below zero."""

    def __init__(self) -> None:
        self.held: dict[str, int] = {}
        self._last: dict[str, str] = {}
        """The last command that moved each wallet: the balance is checked after all of it."""
        self._told: set[str] = set()
        """Wallets already reported as below zero."""

    def take(self, command: str, postings: tuple[Posting, ...], *, relative: bool) -> None:
        """`relative`: from a table that predates wallets."""
        broken = None
        for one in postings:
            for account, amount in ((one.debit, -one.amount), (one.credit, one.amount)):
                if is_wallet(account) and not relative:
                    if self._last.get(account, command) != command:
                        broken = broken or self._broken(account)
                    self._last[account] = command
                self.held[account] = self.held.get(account, 0) + amount
        if broken is not None:
            raise broken

    def _broken(self, account: str) -> BrokenStream | None:
        """A wallet below zero, reported once."""
        if self.held.get(account, 0) >= 0 or account in self._told:
            return None
        self._told.add(account)
        return BrokenStream(
            f"account {account} came to {dollars(self.held[account])} by command "
            f"{self._last[account]}"
        )

    def finish(self) -> None:
        for account in self._last:
            if (broken := self._broken(account)) is not None:
                raise broken

    def demand(self, bounds: tuple[Bound, ...]) -> None:
        """What a command of the cage had to leave behind."""
        for bound in bounds:
            held = self.held.get(bound.account, 0)
            if (bound.least is not None and held < bound.least) or (
                bound.most is not None and held > bound.most
            ):
                raise BrokenStream(f"account {bound.account} did not allow it")


class Figure(Struct, frozen=True):
    """A count or a closing, to be compared with the ledger of its moment."""

    cage: Cage
    command: Command
    by: Signature | None
    record: Record
    event: ce.FloatCounted | ce.DayClosed | h.Proposed | h.ProposalApproved
    table: TableKept | None
    practice: frozenset[str]
    physical: frozenset[str] = frozenset()
    agreed: h.ProposalApproved | None = None
    """Where two people closed a day: the approval before it."""

    @property
    def since(self) -> int:
        """The record of the house before the first one that it depends on."""
        last = self.cage.last_report
        return 0 if last is None else last.seq


class CageProof:
    """Decides the commands of the cage again, on the state that results from the records."""

    def __init__(
        self, tables: Mapping[str, HouseTable], jackpots: Mapping[str, HouseJackpot]
    ) -> None:
        """With the tables and jackpots as the proof has them at each record."""
        self._tables, self._jackpots = tables, jackpots
        self.figures: list[Figure] = []
        self.elsewhere: dict[str, hc.OtherStreamCommand] = {}
        """What two people agreed to, by the key of the approval, until it has followed."""
        self._given: tuple[Record, Command] | None = None
        self._expected: deque[h.LogEvent] = deque()
        self._bounds: tuple[Bound, ...] = ()
        self._agreed: Figure | None = None
        """The approval of a closing that is still to follow."""
        self._wrong: str | None = None
        """The last command in which something was found wrong."""
        self._buy_ins = corrections.BuyIns()
        self._first = 0
        """The version of the first record that this proof has."""

    def take(self, cage: Cage, record: Record, event: Any) -> tuple[Bound, ...]:
        """Before a record is folded; returns the bounds for accounts once it is posted."""
        self._first = self._first or record.version
        self._buy_ins.take(record.version, event)
        if record.command == self._wrong:
            return ()  # already reported for an earlier event, or for the command
        try:
            return self._take(cage, record, event)
        except Exception:
            if not isinstance(event, h.CommandGiven):
                self._given, self._wrong = None, record.command
                self._expected.clear()
            raise

    def _take(self, cage: Cage, record: Record, event: Any) -> tuple[Bound, ...]:
        if isinstance(event, h.CommandGiven):
            try:
                self.finish()
            finally:
                self._expected.clear()
                self._given = (record, event.command)  # type: ignore[assignment]
            return ()
        if self._given is not None:
            self._decide(cage, record, event)
        if not self._expected and self._agreed is not None:
            self._close(record, event)
        if not self._expected:
            raise BrokenStream("no command in the log leads to this event")
        wanted = self._expected.popleft()
        if wanted != event:
            raise BrokenStream(f"the cage's rules lead to another event here: {wanted}")
        return () if self._expected else self._bounds

    def _close(self, record: Record, event: Any) -> None:
        """The closing that two people agreed to, in the same command."""
        agreed, self._agreed = self._agreed, None
        assert agreed is not None
        if not isinstance(event, ce.DayClosed) or record.command != agreed.record.command:
            raise BrokenStream("two people have closed a day, and its closing is missing")
        assert isinstance(agreed.event, h.ProposalApproved)
        self.figures.append(
            structs.replace(agreed, record=record, event=event, agreed=agreed.event)
        )
        self._expected = deque([event])

    def _decide(self, cage: Cage, record: Record, event: Any) -> None:
        assert self._given is not None
        given, command = self._given
        self._given = None
        if given.command != record.command:
            raise BrokenStream("events that follow from the command before are missing")
        name = named_table(cage, command)
        if (wanted := approved_elsewhere(cage, command)) is not None:
            self.elsewhere[given.command] = wanted
        table = None if name is None else _kept(self._tables[name])
        closing = closed_by(cage, command) is not None
        if closing and isinstance(event, h.ProposalApproved):
            # What follows is held against the ledger; this half of it then too.
            self._agreed = self._figure(cage, command, given.by, record, event, None)
            self._expected, self._bounds = deque([event]), ()
            return
        waits = isinstance(command, c.CountFloat) and isinstance(event, h.Proposed)
        if waits or isinstance(event, ce.FloatCounted | ce.DayClosed):
            self.figures.append(self._figure(cage, command, given.by, record, event, table))
            self._expected = deque([event])
            self._bounds = ()
            return
        bought = None
        if (correction := corrected_by(cage, command)) is not None:
            bought = self._buy_ins.find(correction.receipt)
            if bought is None and correction.receipt < self._first:  # in an archive
                self._expected, self._bounds = deque([event]), ()
                return
        around = Surroundings(
            table,
            physical=self._physical() if closing else frozenset(),
            bought=bought,
            prize=self._prize(command),
        )
        decision = decide_cage(cage, command, given.by, record.at, around)
        self._expected, self._bounds = deque(decision.events), decision.bounds

    def _prize(self, command: Command) -> Payable | None:
        if not isinstance(command, c.PayPrize):
            return None
        link = self._jackpots.get(stream_of(command.slip).removeprefix("jackpot:"))
        return None if link is None else on_slip(link, command.slip)

    def _figure(
        self,
        cage: Cage,
        command: Command,
        by: Signature | None,
        record: Record,
        event: Any,
        table: TableKept | None,
    ) -> Figure:
        practice = [f"table:{one.name}" for one in self._tables.values() if one.practice]
        practice += [
            f"jackpot:{one.name}" for one in self._jackpots.values() if one.money is Money.PRACTICE
        ]
        return Figure(
            cage, command, by, record, event, table, frozenset(practice), self._physical()
        )

    def _physical(self) -> frozenset[str]:
        states = self._tables.values()
        return frozenset(one.name for one in states if one.recording and not one.practice)

    def finish(self) -> None:
        if self._expected or self._given is not None or self._agreed is not None:
            raise BrokenStream("events that follow from its last command are missing")


def _kept(table: HouseTable) -> TableKept:
    return TableKept(table.money, table.recording)


async def prove_figures(store: EventStore, figures: list[Figure]) -> None:
    """Counts and closings are what the ledger said after the record that they name."""
    for figure in figures:
        event, cage = figure.event, figure.cage
        meters: dict[str, Cents | None] = {}
        if isinstance(event, ce.FloatCounted):
            seq = event.seq
        elif isinstance(event, h.Proposed):
            seq = _seq_of(event)
        else:
            assert isinstance(event, ce.DayClosed)
            report = event.report
            seq = report.seq
            meters = {one.jackpot: one.meter for one in report.meters}
            for one in report.meters:
                if one.meter is not None and one.meter != one.ledger:
                    raise BrokenStream(
                        f"jackpot {one.jackpot} shows another amount than its account"
                    )
            await _prove_end(store, figure, event.day, seq)
        found = await store.standing(seq)
        standing = Standing(seq, found.accounts, meters, figure.practice)
        before = 0 if cage.last_report is None else cage.last_report.seq
        passed_on = await store.passed_on(before, seq) if isinstance(event, ce.DayClosed) else {}
        around = Surroundings(figure.table, standing, passed_on, figure.physical)
        decision = decide_cage(cage, figure.command, figure.by, figure.record.at, around)
        led_to = tuple(_as_written(one, event) for one in decision.events)
        if led_to != ((event,) if figure.agreed is None else (figure.agreed, event)):
            raise BrokenStream(f"the ledger leads to other figures: {led_to}")


def _as_written(decided: Any, event: Any) -> Any:
    """A closing as the program of its time wrote it: older ones do not name patrons' chips."""
    if not isinstance(decided, ce.DayClosed) or not isinstance(event, ce.DayClosed):
        return decided
    if event.report.chips is not UNSET:
        return decided
    return structs.replace(
        decided, report=structs.replace(decided.report, chips=UNSET, remainders=UNSET)
    )


def _seq_of(count: h.Proposed) -> int:
    """The record on which a count that awaits a second person is based."""
    if count.found is UNSET or count.found.seq is None:
        raise BrokenStream("a count was proposed that is held against no record")
    return count.found.seq


async def _prove_end(store: EventStore, figure: Figure, day: str, seq: int) -> None:
    """A past day is closed as it ended: none of the next day's results are included."""
    end = figure.cage.days.ends(day)
    if figure.record.at < end:
        return
    around = await store.scan(max(0, seq - 1), 2)
    for entry in around:
        if (entry.record.at < end) is not (entry.seq <= seq):
            raise BrokenStream(f"the gaming day {day} was closed with results of another day")
