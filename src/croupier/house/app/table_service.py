"""Commands to a table: decided with its linked meter, stored in both streams at once."""

import asyncio
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeGuard, get_args

from msgspec.structs import replace

from croupier.house.app.clock import Calendar
from croupier.house.app.idempotency import NOTHING_EXPECTED, Expected
from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import Conflict
from croupier.house.log.stream import Beginning, Decided, Department, Stream, Write
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.state import Cage
from croupier.house.model.jackpot.decide import decide_table_registration
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.records import jackpot_stream, table_stream
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import Cards, Money
from croupier.house.model.table.cards import Chance, refused_report
from croupier.house.model.table.confirming import with_chips
from croupier.house.model.table.decide import HOUSE_MANAGER, decide_table, demand_few_wagers
from croupier.house.model.table.edition import decide_edition
from croupier.house.model.table.rulebook import pinned
from croupier.house.model.table.state import HouseTable, evolve
from croupier.house.model.table.wrong_payment import report_payment, takes_two, with_limits
from croupier.house.sealing import Keyring
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Code
from croupier.rulebooks.settings import BadSetting
from croupier.rulebooks.terms import Actor
from croupier.script.format import TableEntry
from croupier.table.commands import OpenBets, TableCommand

_PLAYED: frozenset[type] = frozenset(get_args(TableCommand))
_BY_THE_CAGE = frozenset({hc.ConfirmActs, hc.ReportPayment, OpenBets})
"""Commands that depend on what the cage has settled: its chips, its limits, its days."""


def is_played(command: hc.AnyCommand) -> TypeGuard[TableCommand]:
    """Whether it is part of a game, and so decided by its table and the linked meter alone."""
    return type(command) in _PLAYED


class BrokenLink(Exception):
    """The meter of a progressive does not add up: its link is down (CSP 5.17, 5.18)."""

    def __init__(self, link: HouseJackpot, reason: str) -> None:
        super().__init__(reason)
        self.jackpot = link.name
        self.failures = link.failures


class TableService:
    """Decides commands to tables, and prepares new ones."""

    def __init__(self, streams: StreamCache, keys: Keyring, calendar: Calendar) -> None:
        self._streams = streams
        self._calendar = calendar
        self._keys = keys
        self._no_seed = Chance(keys, b"", b"")

    async def decide(
        self,
        name: str,
        command: hc.TableStreamCommand,
        expected: Expected,
        now: datetime,
        seed: Callable[[], bytes],
    ) -> Decided:
        """Raises `BrokenLink` if the linked meter does not add up."""
        expected.demand_time(now)
        streams = self._streams
        table = streams.held(table_stream(name)) or await streams.table(name)
        link: Stream[HouseJackpot] | None = None
        jackpot = table.state.jackpot
        if jackpot is not None:
            link = streams.held(jackpot_stream(jackpot)) or await streams.jackpot(jackpot)
            if table.dead:
                raise Conflict
        if expected is not NOTHING_EXPECTED:
            expected.demand_version(table.head.version)
            expected.demand_round(table.state.game.round.number)
        demand_few_wagers(table.state, command)
        others: list[Stream[HouseTable]] = []
        if type(command) in _BY_THE_CAGE:
            command = await self._by_the_cage(table, command, now)
        elif isinstance(command, hc.SignOn | hc.TakeSeat):
            others = await self._elsewhere(table, command)
        at = max(now, table.last_at)
        state = None if link is None else link.state
        try:
            decision = decide_table(table.state, state, command, at, self._chance(command, seed))
        except BrokenMeter as broken:
            assert link is not None
            raise BrokenLink(link.state, str(broken)) from None
        if decision.table_events and decision.only_repeats(table.stored):
            return Decided((), (table,), at)
        given = h.CommandGiven(decision.command)
        writes = [Write(table, (given, *decision.table_events), decision.table)]
        reads: list[Stream[Any]] = [*others]
        if link is not None and decision.link_events:
            assert decision.link is not None
            writes.append(Write(link, decision.link_events, decision.link))
        elif link is not None and decision.on_link:
            reads.append(link)
        return Decided(writes, reads, at)

    async def _by_the_cage(
        self, table: Stream[HouseTable], command: hc.TableStreamCommand, now: datetime
    ) -> hc.TableStreamCommand:
        """With what the cage has settled; raises `HouseRefused` on a day that it has closed."""
        cage = (await self._streams.department(Department.CAGE)).state
        if table.dead:
            raise Conflict
        match command:
            case hc.ConfirmActs():
                return with_chips(command, cage.chips)
            case hc.ReportPayment():
                return with_limits(command, cage.most)
            case _:
                if table.state.money is Money.LIVE:
                    _demand_open_day(cage, self._calendar.of(now))
                return command

    async def large_payment(
        self, name: str, command: hc.ReportPayment, expected: Expected
    ) -> hc.ReportPayment | None:
        """A wrong payment that stays and takes two people, as it is proposed."""
        table = await self._streams.table(name)
        cage = (await self._streams.department(Department.CAGE)).state
        filled = with_limits(command, cage.most)
        if not takes_two(table.state, filled):
            return None
        expected.demand_version(table.head.version)
        expected.demand_round(table.state.game.round.number)
        return replace(filled, table=name)

    async def wrongly_paid(self, command: hc.ReportPayment) -> Beginning:
        """What a table will write of a wrong payment that two people let stay."""
        assert command.table is not None
        table = await self._streams.table(command.table)

        def decide(at: datetime) -> list[Write]:
            events = report_payment(table.state, command, agreed=True)
            state = table.state
            for event in events:
                state = evolve(state, event, at)
            return [Write(table, events, state)]

        return Beginning(decide, (table,))

    async def _elsewhere(
        self, table: Stream[HouseTable], command: hc.SignOn | hc.TakeSeat
    ) -> list[Stream[HouseTable]]:
        """Where somebody who signs on, or sits down, may be already; raises `HouseRefused`.

        It is stored on condition that all of them stand where they stood: another process may let
        the same person sign on or sit down at one of them in this very moment.
        """
        state = table.state
        signs_on = isinstance(command, hc.SignOn) and state.dealing.cards is Cards.LIVE
        if not signs_on and not (isinstance(command, hc.TakeSeat) and _sits(state, command)):
            return []
        others = [
            await self._streams.table(other)
            for other in self._streams.tables()
            if other != state.name
        ]
        if table.dead or any(one.dead for one in others):
            raise Conflict
        if isinstance(command, hc.SignOn):
            others = [one for one in others if one.state.dealing.cards is Cards.LIVE]
            _demand_elsewhere_off(others, command)
        elif isinstance(command, hc.TakeSeat):
            others = [one for one in others if _holds_seats(one.state)]
            _demand_one_seat(others, command.player)
        return others

    def elsewhere(self, command: hc.SignOn | hc.TakeSeat) -> set[str]:
        """The tables at which whoever signs on, or sits down, is already, as far as is known."""
        found = set()
        for stream in self._streams.all_held():
            table = stream.state
            if not isinstance(table, HouseTable):
                continue
            if isinstance(command, hc.SignOn):
                there = command.by is not None and table.dealer == command.by.id
            else:
                there = command.player in table.seats.values()
            if there:
                found.add(stream.name)
        return found

    async def refused_report(
        self, name: str, command: hc.AnyCommand, code: Code
    ) -> hc.NoteRefusedReport | None:
        """The note that cards were named and refused, if they were."""
        table = await self._streams.table(name)
        note = refused_report(table.state, command, code)
        return None if note is None else replace(note, by=HOUSE_MANAGER)

    def _chance(self, command: hc.TableStreamCommand, seed: Callable[[], bytes]) -> Chance:
        if type(command) is OpenBets:
            return Chance(self._keys, seed(), os.urandom(16))
        return self._no_seed

    async def beginning(
        self, command: hc.RegisterTable, by: Actor | None, now: datetime
    ) -> Beginning:
        """What a new table will write, to its stream and to the jackpot that it joins."""
        await _read_aside(command.entry, now)
        stream = await self._streams.new(table_stream(command.name))
        link = None
        if command.entry.jackpot is not None:
            link = await self._streams.jackpot(command.entry.jackpot)

        def decide(at: datetime) -> list[Write]:
            events, table, joined = decide_table_registration(
                replace(command, by=by), None if link is None else link.state, at
            )
            begun = [Write(stream, events, table)]
            if link is not None and joined is not None:
                begun.append(Write(link, joined.events, joined.link))
            return begun

        return Beginning(decide, () if link is None else (link,))

    async def going_over(self, command: hc.ChangeEdition) -> Beginning:
        """What a table that changes to another edition will write."""
        table = await self._streams.table(command.table)
        wanted = replace(table.state.entry, rulebook=command.rulebook)
        await _read_aside(wanted, command.since)
        if table.dead:
            raise Conflict
        link = None
        if table.state.jackpot is not None:
            link = await self._streams.jackpot(table.state.jackpot)

        def decide(at: datetime) -> list[Write]:
            joined = None if link is None else link.state
            events, planned = decide_edition(table.state, joined, command, at)
            return [Write(table, events, planned)]

        reads = () if link is None else (link,)
        return Beginning(decide, (table, *reads), reads)


def _demand_elsewhere_off(others: Sequence[Stream[HouseTable]], command: hc.SignOn) -> None:
    """Nobody stands at two tables with live cards; whoever relieves a dealer leaves their own
    table first."""
    assert command.by is not None
    for other in others:
        if other.state.dealer == command.by.id:
            decline(
                HouseCode.SIGNED_ON, f"You deal table {other.state.name}: sign off there first."
            )


def _holds_seats(table: HouseTable) -> bool:
    """People with chips that are worth something sit there in person. At practice tables names are
    parts that somebody plays, and with wallets nobody sits anywhere."""
    return table.recording and not table.practice


def _sits(table: HouseTable, command: hc.TakeSeat) -> bool:
    """Whoever bets on the box of somebody else stands (CSP 1.18), and may do so elsewhere too."""
    return _holds_seats(table) and command.player is not None and not command.shares


def _demand_one_seat(others: Sequence[Stream[HouseTable]], player: str | None) -> None:
    """Nobody sits at two tables at once. No proof asks this: logs from before may have it."""
    for other in others:
        for box, seated in other.state.seats.items():
            if seated == player:
                decline(
                    HouseCode.SEAT_TAKEN,
                    f"{player} sits at box {box} of table {other.state.name}: they leave that seat "
                    "first, at the console there or by the pit.",
                )


async def _read_aside(entry: TableEntry, at: datetime) -> None:
    """Read the text of a file, or refuse it, without holding up the house.

    The decision that follows finds it already read.
    """
    if "\n" not in entry.rulebook:
        return
    try:
        await asyncio.to_thread(pinned, entry, at)
    except BadSetting as error:
        decline(HouseCode.BAD_SETTING, str(error))


def _demand_open_day(cage: Cage, day: str) -> None:
    """No round begins on a day whose books are closed: it would be in those of another. What is
    under way goes on. No proof asks this."""
    if cage.is_closed(day):
        decline(
            HouseCode.DAY_CLOSED,
            f"The gaming day {day} is closed: rounds begin on the next one, or when two people "
            "open it again.",
        )
