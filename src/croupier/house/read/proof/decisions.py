"""Repeats every decision: the events of a command are those that the log holds."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET, structs

from croupier.house.log.stream import BrokenStream
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.events import PrizePaid
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot.decide import (
    decide_jackpot_registration,
    decide_link,
    decide_link_command,
    decide_table_registration,
)
from croupier.house.model.jackpot.paying import on_slip, paid_at_desk
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.records import Record, jackpot_stream
from croupier.house.model.settings import Money
from croupier.house.model.table.decide import HOUSE_MANAGER, decide_table
from croupier.house.model.table.edition import decide_edition
from croupier.house.model.table.rulebook import Pinned, entry_of, is_of, rulebook_of
from croupier.house.model.table.state import HouseTable
from croupier.house.model.table.wrong_payment import report_payment
from croupier.house.read.proof.findings import Wrong
from croupier.jackpot.commands import AdjustJackpot
from croupier.rulebooks.terms import Actor
from croupier.script.format import TableEntry


class Expected:
    """Events by the stream that they belong to and the command that causes them."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], deque[h.LogEvent]] = {}
        self._alone: dict[tuple[str, str], deque[h.LogEvent]] = {}
        """Effects, in older logs, of commands that now take two people."""
        self.bound: set[str] = set()
        """Streams whose payment proposals state what is due; older ones did not."""

    def expect(self, stream: str, command: str, events: Iterable[h.LogEvent]) -> None:
        self._waiting[stream, command] = deque(events)

    def expect_alone(self, record: Record, events: Iterable[h.LogEvent]) -> None:
        """Expected instead if no proposal follows: one person was enough then."""
        self._alone[record.stream, record.command] = deque(events)

    def drop(self, command: str) -> None:
        """Stop waiting for whatever follows from the command."""
        for key in [one for one in self._waiting if one[1] == command]:
            del self._waiting[key]

    def demand_complete(self, stream: str) -> None:
        """What a decision depends on comes before it in the log of the house."""
        for other, command in self._waiting:
            if other == stream:
                raise BrokenStream(f"it stands between command {command} and what that caused")

    def compare(self, record: Record, event: h.LogEvent) -> None:
        """The record is what the rules make of its command."""
        key = (record.stream, record.command)
        if self._alone and not isinstance(event, h.CommandGiven):
            alone = self._alone.pop(key, None)
            if alone is not None and not isinstance(event, h.Proposed):
                self._waiting[key] = alone
        self._demand_turn(record)
        waiting = self._waiting.get(key)
        if not waiting:
            raise _wrong(record, "no command in the log leads to this event")
        wanted = waiting.popleft()
        if not waiting:
            del self._waiting[key]
        if type(event) is h.Proposed and isinstance(wanted, h.Proposed):
            wanted = self._as_then(record.stream, wanted, event)
        if not _same(wanted, event):
            tag = wanted.__struct_config__.tag
            raise _wrong(record, f"the rules lead to another event here: {tag}, {wanted}")

    def _as_then(self, stream: str, wanted: h.Proposed, event: h.Proposed) -> h.Proposed:
        """Without what is due, in logs from before it was kept; not once a stream has kept it."""
        if event.due is not UNSET:
            self.bound.add(stream)
        elif stream not in self.bound:
            return structs.replace(wanted, due=UNSET)
        return wanted

    def _demand_turn(self, record: Record) -> None:
        """A command writes to its streams one after another, to its own first."""
        for stream, command in self._waiting:
            if command == record.command:
                if stream != record.stream:
                    raise _wrong(record, f"stands before what its command did to {stream}")
                return

    def finish(self) -> None:
        """Nothing that follows from a command is missing."""
        for stream, _ in self._waiting:
            raise Wrong(stream, "events that follow from its last command are missing")


def _same(wanted: h.LogEvent, event: h.LogEvent) -> bool:
    """Seeds are drawn, not decided: they are proved when they are opened."""
    if type(event) is h.ShuffleCommitted or type(event) is h.ShuffleOpened:
        return type(wanted) is type(event) and wanted.round == event.round
    return wanted == event


def _wrong(record: Record, problem: str) -> Wrong:
    return Wrong.at(record.stream, record.version, problem)


_SEALS = frozenset({h.CardsSealed, h.CardsOpened})
_LEADING = frozenset(
    {h.CommandGiven, h.TableRegistered, hj.JackpotRegistered, h.EditionPlanned, h.WrongPayment}
)
"""As sets: a record is one of them or it is not, and to ask one class after another takes longer
than to compare the event."""


class Decisions:
    """Decides on the tables and progressives as the records so far have left them."""

    def __init__(
        self,
        tables: Mapping[str, HouseTable],
        jackpots: Mapping[str, HouseJackpot],
        agreed: dict[str, hc.OtherStreamCommand],
    ) -> None:
        self.commands = 0
        self._agreed = agreed
        """What two people agreed to and is still to follow, by the key of the approval."""
        self._tables = tables
        self._jackpots = jackpots
        self.expected = Expected()
        self._untold: set[str] = set()
        """Commands that cannot be decided again, because they depend on sealed cards."""

    def skip(self, command: str) -> None:
        """Accept whatever follows from this command as it is."""
        self._untold.add(command)
        self.expected.drop(command)

    def take(self, record: Record, event: h.LogEvent) -> None:
        """Before a record is folded: it follows from the command that it names."""
        kind = type(event)
        if record.command in self._untold or kind in _SEALS:
            return  # seals are proved separately (`cards.py`)
        if kind in _LEADING:
            self._lead(record, event)
        self.expected.compare(record, event)

    def _lead(self, record: Record, event: h.LogEvent) -> None:
        """From here on certain events have to follow."""
        match event:
            case h.CommandGiven():
                self.commands += 1
                self._decide(record, event.command)
            case h.TableRegistered():
                self._register_table(record, event)
            case hj.JackpotRegistered():
                self._register_jackpot(record, event)
            case h.EditionPlanned():
                self._plan_edition(record, event)
            case h.WrongPayment() if record.command in self._agreed:
                self._agree_payment(record)
            case _:
                pass

    def finish(self) -> None:
        """Nothing that follows from a command is missing."""
        self.expected.finish()
        for wanted in self._agreed.values():
            name = wanted.name if isinstance(wanted, hc.Registration) else wanted.table
            raise Wrong("cage", f"what was approved for {name} did not follow")

    def _decide(self, record: Record, command: hc.AnyCommand) -> None:
        kind, _, name = record.stream.partition(":")
        self.expected.demand_complete(record.stream)
        if kind == "jackpot":
            self._decide_link(record, self._jackpots[name], command)
        elif isinstance(command, hc.TableStreamCommand):
            self._decide_table(record, self._tables[name], command)
        else:
            raise Wrong.at(record.stream, record.version, "no table is asked for this")

    def _decide_table(
        self, record: Record, table: HouseTable, command: hc.TableStreamCommand
    ) -> None:
        jackpot = None if table.jackpot is None else self._jackpots[table.jackpot]
        decision = decide_table(table, jackpot, command, record.at, None)
        if table.jackpot is not None and decision.on_link:
            self.expected.demand_complete(jackpot_stream(table.jackpot))
        self._expect(record, (h.CommandGiven(command), *decision.table_events))
        if decision.link_events:
            assert table.jackpot is not None
            self._expect_at(table.jackpot, record, decision.link_events)

    def _decide_link(self, record: Record, link: HouseJackpot, command: Any) -> None:
        linked = [self._tables[table] for table in link.tables]
        target = self._taker(link, command)
        decision = decide_link_command(link, linked, target, command, record.by, record.at)
        self._expect(record, (h.CommandGiven(command), *decision.events))
        if decision.other is not None:
            self._expect_at(decision.other.link.name, record, decision.other.events)
        if link.money is None and isinstance(command, AdjustJackpot | hc.ChangeJackpot):
            direct = decide_link(link, linked, command, record.at)
            self.expected.expect_alone(record, direct.events)

    def expect_prize(self, record: Record, event: PrizePaid) -> None:
        """What the jackpot records of a prize that the cage has paid in cash."""
        payable = on_slip(self._jackpots[event.jackpot], event.slip)
        assert payable is not None  # the cage's entry was decided on it
        self._expect_at(event.jackpot, record, (paid_at_desk(payable, str(event.drawer)),))

    def _taker(self, link: HouseJackpot, command: Any) -> HouseJackpot | None:
        """The progressive that receives the money of one that is to be retired."""
        if isinstance(command, hc.Approve):
            command = link.proposals.find(command.proposal).command
        if isinstance(command, hc.RetireJackpot) and command.to is not None:
            return self._jackpots[command.to]
        return None

    # Registration

    def _demand_registered(self, record: Record, command: hc.Registration) -> None:
        """By two people, or by the house itself when it was set up."""
        if record.by is None or record.by.id != HOUSE_MANAGER.id:
            self.demand_agreed(record, structs.replace(command, by=None))

    def demand_agreed(self, record: Record, command: hc.OtherStreamCommand) -> None:
        if self._agreed.pop(record.command, None) != command:
            raise Wrong.at(record.stream, record.version, "two people did not agree to this")

    def _register_jackpot(self, record: Record, event: hj.JackpotRegistered) -> None:
        command = hc.RegisterJackpot(
            name=record.stream.partition(":")[2],
            entry=event.entry,
            terms=event.terms,
            money=event.money or Money.LIVE,
            by=_actor(record),
        )
        if event.money is not None:
            self._demand_registered(record, command)
        [made] = decide_jackpot_registration(command).events
        self._expect(record, (_as_recorded(made, event.money),))

    def _register_table(self, record: Record, event: h.TableRegistered) -> None:
        by = Pinned(event.edition, event.book, event.rulebook)
        _demand_rules(record, entry_of(event), by, event.entry.rulebook)
        command = hc.RegisterTable(
            name=record.stream.partition(":")[2],
            entry=event.entry,
            dealing=event.dealing,
            money=event.money or Money.LIVE,
            by=_actor(record),
        )
        if event.money is not None:
            self._demand_registered(record, command)
        link = None if event.entry.jackpot is None else self._jackpots[event.entry.jackpot]
        if event.money is None and link is not None and link.money is None:
            link = structs.replace(link, money=Money.LIVE)  # both are from before wallets
        events, _, joined = decide_table_registration(
            command, link, record.at, by, event.play_chips, event.tray
        )
        made, *timers = events
        self._expect(record, (_as_recorded(made, event.money), *timers))
        if joined is not None:
            self._expect_at(joined.link.name, record, joined.events)

    # Editions

    def _plan_edition(self, record: Record, event: h.EditionPlanned) -> None:
        table = self._tables[record.stream.partition(":")[2]]
        command = hc.ChangeEdition(
            table=table.name, rulebook=event.asked, since=event.since, reason=event.reason
        )
        self.demand_agreed(record, command)
        link = None if table.jackpot is None else self._jackpots[table.jackpot]
        by = Pinned(event.edition, event.book, event.rulebook)
        entry = structs.replace(table.entry, rulebook=by.book or event.edition)
        _demand_rules(record, entry, by, event.asked)
        events, _ = decide_edition(table, link, command, record.at, by)
        self._expect(record, events)

    # Wrong payments

    def _agree_payment(self, record: Record) -> None:
        """What two people let stay, at the table that they agreed on."""
        wanted = self._agreed[record.command]
        name = record.stream.partition(":")[2]
        if not isinstance(wanted, hc.ReportPayment) or wanted.table != name:
            raise _wrong(record, "two people did not agree to this")
        self.demand_agreed(record, wanted)
        self._expect(record, report_payment(self._tables[name], wanted, agreed=True))

    def _expect(self, record: Record, events: tuple[h.LogEvent, ...]) -> None:
        self.expected.expect(record.stream, record.command, events)

    def _expect_at(self, jackpot: str, record: Record, events: tuple[h.LogEvent, ...]) -> None:
        """What the same command does to a progressive."""
        self.expected.expect(jackpot_stream(jackpot), record.command, events)


def _demand_rules(record: Record, entry: TableEntry, by: Pinned, asked: str) -> None:
    """The rules have the recorded fingerprint, under the name that was asked for."""
    if not is_of(entry, by.rulebook):
        name = by.edition or asked
        raise Wrong(record.stream, f"this program's {name} is not the rulebook it was played by")
    if by.edition is None:
        return
    edition = rulebook_of(entry).edition_name
    is_name = by.book is None and asked in (edition, edition.partition("@")[0])
    is_text = by.book is not None and "\n" in asked
    if edition != by.edition or not (is_name or is_text):
        raise Wrong(record.stream, f"what was asked for is not {by.edition}")


def _as_recorded(event: Any, money: Money | None) -> h.LogEvent:
    """A registration as recorded, perhaps before there were wallets."""
    registered: h.LogEvent = structs.replace(event, money=money)
    return registered


def _actor(record: Record) -> Actor | None:
    return None if record.by is None else record.by.actor
