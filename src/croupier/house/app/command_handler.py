"""Runs the tables and progressives of a house: decides, stores, and only then confirms.

Everything in memory is a cache. A command is decided on the newest state this process knows, even
before that is on disk, and is stored on condition that every stream it depends on is unchanged. If
another process was faster, the streams are read again and the command is decided again.

What was decided is stored in one transaction: records chained to their streams, postings derived
from their events, and the index of significant events.
"""

import os
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec import structs

from croupier.house.app.cage_service import CageService
from croupier.house.app.clock import Calendar, HouseClock
from croupier.house.app.idempotency import (
    IN_DEPARTMENTS,
    NOTHING_EXPECTED,
    Accepted,
    Expected,
    Idempotency,
    VersionConflict,
    as_answer,
    as_sent,
    asked_by,
)
from croupier.house.app.link_service import LinkService
from croupier.house.app.metrics import traced
from croupier.house.app.ownership import Alone, Owners, group_of
from croupier.house.app.peers import Forwarded
from croupier.house.app.stream_cache import StreamCache
from croupier.house.app.table_service import BrokenLink, TableService, is_played
from croupier.house.app.written import Written, write_down
from croupier.house.log.event_store import (
    Append,
    Conflict,
    EventStore,
    LossBound,
    LossLimitReached,
    Overdrawn,
    ReadOnly,
    StoreUnavailable,
    TooLarge,
)
from croupier.house.log.stream import CAGE, PEOPLE, Decided, Department, Write, fold
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import DepartmentCommand
from croupier.house.model.cage.day import UTC_DAYS, GamingDay
from croupier.house.model.jackpot.decide import AnyLinkCommand
from croupier.house.model.ledger.accounts import Bound, calls_for_recovery
from croupier.house.model.people.person import at_table
from croupier.house.model.people.roles import Signature, signed
from croupier.house.model.records import Head, table_stream
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.settings import CageLimits, ChipSet, ReportTerms
from croupier.house.model.significant import LARGE_WIN
from croupier.house.model.table import shuffle
from croupier.house.model.table.decide import HOUSE, HOUSE_MANAGER
from croupier.house.sealing import Keyring
from croupier.refusal import Code, Refused
from croupier.rulebooks.terms import Actor

replace = structs.replace

Deciding = Callable[[Any, datetime], Sequence[h.LogEvent]]
"""What a department decides, from its state and the time; raises `HouseRefused`."""


class CommandHandler:
    """The only way into the house's streams, for people, devices, dealers and bots alike."""

    def __init__(
        self,
        store: EventStore,
        key: bytes | Keyring,
        *,
        now: Callable[[], datetime] | None = None,
        seed: Callable[[], bytes] = shuffle.new_seed,
        days: GamingDay = UTC_DAYS,
    ) -> None:
        keys = Keyring.of(key)
        self.store = store
        if keys:  # a reader leaves the store as it is
            store.chain_under(keys)
        self.streams = StreamCache(store, keys.current or None)
        self._keys, self._first_key = keys, keys.first
        self.now = now or HouseClock().now
        self.seed = seed
        self.large_win = LARGE_WIN
        self.cage_limits: CageLimits | None = None
        self.chips: ChipSet | None = None
        """Both from the configuration; if none, as last recorded."""
        self.report_terms = ReportTerms()
        self.read_only: str | None = None
        """Why no commands are taken, if that is so; people can still come and go."""
        self.calendar = Calendar(days)
        self.tables = TableService(self.streams, keys, self.calendar)
        self.links = LinkService(self.streams)
        self.cage = CageService(store, self.streams, self.tables, self.links)
        self.owners: Owners = Alone()
        """Which process decides; until it has joined others, this one does."""
        self._idempotency = Idempotency(store)
        self._listeners: list[Callable[[Written], None]] = []

    def on_stored(self, listener: Callable[[Written], None]) -> None:
        """Register a listener for commands that leave a debt, make one payable, or play with chips;
        it is called with what they wrote, once that is on disk."""
        self._listeners.append(listener)

    async def command(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected: Expected = NOTHING_EXPECTED,
    ) -> Accepted:
        """Carry out a command, wherever its tables are owned; returns once it is on disk.

        Raises `Refused` or `HouseRefused` (nothing happened), `VersionConflict`, `Contended` or
        `StoreUnavailable`. A repeated key gets the same answer; with a different command it is
        refused.
        """
        command = as_sent(command)
        asked = asked_by(table, command, self._first_key)
        command = self._demand_giver(command, actor)
        if not self.owners.shared:
            return await self._carry_out(table, command, actor, key, expected, asked)
        plain = None if isinstance(actor, Signature) else actor
        return await self.owners.at_owner(
            Forwarded(key, command, table, expected, actor=plain),
            lambda: self._carry_out(table, command, actor, key, expected, asked),
        )

    def command_here(
        self, table: str | None, command: hc.AnyCommand, by: Signature, key: str, expected: Expected
    ) -> Coroutine[Any, Any, Accepted]:
        """By this process or, raising `Moved`, not at all: no signature waits for an owner."""
        command = as_sent(command)
        asked = asked_by(table, command, self._first_key)
        return self._carry_out(table, self._demand_giver(command, by), by, key, expected, asked)

    async def answered(
        self, table: str | None, command: hc.AnyCommand, key: str
    ) -> Accepted | None:
        """What this very command was answered under its key, if it was; raises `HouseRefused` if
        that was another one."""
        asked = asked_by(table, as_sent(command), self._first_key)
        return await self._idempotency.answered(key, asked)

    def _demand_giver(self, command: hc.AnyCommand, actor: Actor | Signature) -> hc.AnyCommand:
        """The command with whoever gives it."""
        if self.read_only is not None:
            raise ReadOnly(self.read_only)
        if type(command) in IN_DEPARTMENTS:
            return command
        given: Any = command
        if actor is HOUSE or actor is HOUSE_MANAGER:
            by = given.by  # the house may act on a player's behalf
        else:
            by = at_table(actor) if type(actor) is Signature else actor
            # Whoever answers a need brings chips from the cage, and deals no cards.
            if by is None and type(command) is not hc.AnswerNeed:
                decline(HouseCode.ROLE_TOO_LOW, "This is for the staff and players of a table.")
        if given.by is not by or given.table is not None or given.at is not None:
            return replace(command, by=by, table=None, at=None)
        return command

    async def _carry_out(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected: Expected,
        asked: str,
    ) -> Accepted:
        try:
            return await self._idempotency.carry_out(
                key, asked, self._attempt, table, command, actor, key, expected
            )
        except Refused as refused:
            if table is not None:
                await self.note_refused(table, command, refused.refusal.code)
            raise

    async def outdated(self, table: str | None, command: hc.AnyCommand | None = None) -> bool:
        """Whether what a refusal is based on is not, or no longer, on disk.

        What was decided here just before may not be stored after all; and another process may have
        changed something. The tables that this one owns are changed elsewhere only by what the cage
        approves, unless it owns them no longer and does not know it yet.
        """
        names: set[str] = {Department.PEOPLE, Department.CAGE}
        if table is not None:
            names.add(table_stream(table))
            held = self.streams.held(table_stream(table))
            names.add((held and group_of(held)) or table_stream(table))
        if isinstance(command, AnyLinkCommand):
            names |= await self.links.based_on(command)
        elif isinstance(command, hc.SignOn | hc.TakeSeat):
            names |= self.tables.elsewhere(command)
        return await self._have_changed(names)

    async def _have_changed(self, names: set[str]) -> bool:
        """Whether any of these streams has to be read again."""
        if await self.streams.undone(names):
            return True
        return self.owners.shared and await self.streams.outdated(names)

    async def note_refused(self, table: str, command: hc.AnyCommand, code: Code) -> None:
        """That cards were named and refused is on disk before anybody learns of it."""
        note = await self.tables.refused_report(table, command, code)
        if note is not None:
            key = f"refused-report:{os.urandom(16).hex()}"  # several at once all count
            await self.command(table, note, HOUSE_MANAGER, key)

    async def record(
        self, department: Department, decide: Deciding, by: Signature | None, key: str
    ) -> Accepted:
        """Record what happened in a department; returns once it is on disk."""
        return await self._idempotency.carry_out(
            key, None, self._in_department, department, decide, by, key
        )

    async def _attempt(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected: Expected,
    ) -> Accepted:
        if self.streams.held(PEOPLE) is None:
            await self.streams.department(PEOPLE)
        try:
            now = self.now()
            if table is not None and is_played(command):
                deciding = self.tables.decide(table, command, expected, now, self.seed)
            else:
                deciding = self._decide(table, command, actor, expected, now)
            decided = await traced("decide", deciding)
        except BrokenLink as broken:
            await self.fail_link(broken)
            raise Conflict from None
        except (Refused, HouseRefused, VersionConflict):
            if await self.outdated(table, command):
                raise Conflict from None
            raise
        if not decided.writes:
            [stream] = decided.reads
            before = await self._idempotency.answered(key, self._idempotency.asked(key))
            return before or Accepted(key, stream.name, stream.version)
        return await traced("append", self.write(decided, actor, key))

    async def _decide(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        expected: Expected,
        now: datetime,
    ) -> Decided:
        """What is not decided at a table alone."""
        expected.demand_time(now)
        if isinstance(command, hc.Approve | hc.Decline):
            if command.proposal.startswith(Department.CAGE):
                return await self.cage.decide(command, signed(actor), now)
            return await self.links.decide(command, actor, expected, now)
        if isinstance(command, AnyLinkCommand):
            return await self.links.decide(command, actor, expected, now)
        if isinstance(command, hc.Registration) and actor is HOUSE_MANAGER:
            # The house's own set-up; anybody else needs a second person.
            new = await self.cage.beginning(command, actor, now)
            at = max(now, new.not_before)
            return Decided(new.begun(at), (), at)
        if isinstance(command, hc.Registration | DepartmentCommand):
            return await self.cage.decide(command, signed(actor), now)
        if table is None:
            decline(HouseCode.NO_SUCH_TABLE, "Say which table the command is for.")
        if isinstance(command, hc.ReportPayment):
            large = await self.tables.large_payment(table, command, expected)
            if large is not None:
                return await self.cage.decide(large, signed(actor), now)
        return await self.tables.decide(table, command, expected, now, self.seed)

    async def fail_link(self, broken: BrokenLink) -> None:
        """A meter that does not add up is a link that is down (CSP 5.17, 5.18)."""
        fail = hc.FailLink(jackpot=broken.jackpot, reason=str(broken), by=HOUSE_MANAGER)
        key = f"broken-meter:{broken.jackpot}:{broken.failures}"
        with suppress(HouseRefused):  # somebody else was faster
            await self.command(None, fail, HOUSE_MANAGER, key)

    async def _in_department(
        self, department: Department, decide: Deciding, by: Signature | None, key: str
    ) -> Accepted:
        await self.streams.department(Department.PEOPLE)
        stream = await self.streams.department(department)
        at = max(self.now() - self.owners.clock_error, stream.last_at)
        events = tuple(decide(stream.state, at))
        if not events:
            return Accepted(key, department, stream.head.version)
        state = stream.state
        for event in events:
            state = fold(department, state, event, at)
        return await self.write(Decided([Write(stream, events, state)], (), at), by, key)

    async def write(self, decided: Decided, by: Actor | Signature | None, key: str) -> Accepted:
        """Store what was decided, entirely or not at all; from here on others build on it."""
        writes, at = decided.writes, decided.at
        expected: dict[str, Head] = {}
        for stream in decided.reads:
            expected[stream.name] = stream.head
        for write in writes:
            expected[write.stream.name] = write.stream.head
        if self.owners.clock_error and writes[0].stream.name != Department.OPERATION:
            raise StoreUnavailable("The clock of this process is wrong: it decides nothing.")
        fence = self.owners.fence(group_of(writes[0].stream)) if self.owners.shared else None
        people = self.streams.held(PEOPLE)
        if people is None:  # dropped meanwhile: nothing may be awaited from here on
            raise Conflict
        signature = None if by is None else signed(by)
        try:
            written = write_down(
                writes, at, signature, key, self.large_win, people.state, self._keys
            )
        except HouseRefused:  # because of somebody whom it concerns
            if await self._have_changed({Department.PEOPLE}):
                raise Conflict from None
            raise
        first = writes[0].stream
        for write in writes:
            if write.stream.stored is None:
                self.streams.begin(write.stream)
        proposal = None
        for one in writes[0].events:
            if type(one) is h.Proposed:
                proposal = one.proposal
                break
        accepted = Accepted(key, first.name, first.head.version, proposal)
        day = self.calendar.of(at)
        limits: tuple[LossBound, ...] = ()
        cage = self.streams.held(CAGE)
        if cage is not None and cage.state.limits and first.name != CAGE:
            limits = self.cage.loss_bounds(written.guarded, day, self.now())
        bounds = decided.bounds
        if written.guarded:
            bounds = (*bounds, *map(Bound, written.guarded))
        append = Append(
            expected,
            written.records,
            written.postings,
            as_answer(accepted, self._idempotency.asked(key)),
            written.significant,
            bounds,
            limits,
            day,
            written.pockets,
            fence,
        )
        try:
            await self.store.append(append)
        except BaseException as error:
            for stream in decided.reads:
                self.streams.drop(stream)
            for write in writes:
                self.streams.drop(write.stream)
            if isinstance(error, Overdrawn | LossLimitReached | TooLarge):
                self.cage.explain(error, self.now(), None if signature is None else signature.id)
            raise
        for write in writes:
            self.streams.settle(write.stream)
        if self._listeners and any(map(calls_for_recovery, written.postings)):
            for listener in self._listeners:
                listener(written)
        return accepted
