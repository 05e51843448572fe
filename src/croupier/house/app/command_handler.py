"""Runs the tables and progressives of a house: decides, stores, and only then confirms.

Everything in memory is a cache. A command is decided on the newest state this process knows, even
before that is on disk, and is stored on condition that every stream it depends on is unchanged. If
another process was faster, the streams are read again and the command is decided again.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from msgspec import structs

from croupier.house.app.cage_service import CageService
from croupier.house.app.clock import HouseClock
from croupier.house.app.idempotency import Accepted, Idempotency, as_answer, asked_by
from croupier.house.app.link_service import LinkService
from croupier.house.app.recording import Decided, Written, write_down
from croupier.house.app.stream_cache import StreamCache
from croupier.house.app.table_service import BrokenLink, TableService
from croupier.house.log.event_store import (
    Append,
    Conflict,
    EventStore,
    LossLimitReached,
    Overdrawn,
    ReadOnly,
    TooLarge,
)
from croupier.house.log.stream import Department, Write, fold
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import DepartmentCommand
from croupier.house.model.cage.day import UTC_DAYS, Calendar, GamingDay
from croupier.house.model.ledger.accounts import Bound
from croupier.house.model.people.roles import Signature, signed
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.settings import CageLimits
from croupier.house.model.significant import LARGE_WIN
from croupier.house.model.table import shuffle
from croupier.house.model.table.decide import HOUSE, HOUSE_MANAGER
from croupier.house.sealing import Keyring
from croupier.jackpot.commands import AdjustJackpot, OrderClaims
from croupier.refusal import Code, Refused
from croupier.rulebooks.roles import Actor

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
        self._keys = keys
        self.now = now or HouseClock().now
        self.seed = seed
        self.large_win = LARGE_WIN
        self.cage_limits: CageLimits | None = None
        """From the configuration; if none, as last recorded."""
        self.read_only: str | None = None
        """Why no commands are taken, if that is so; people can still come and go."""
        self.calendar = Calendar(days)
        self.tables = TableService(self.streams, keys)
        self.links = LinkService(self.streams)
        self.cage = CageService(store, self.streams, self.tables, self.links)
        self._idempotency = Idempotency(store)
        self._listeners: list[Callable[[Written], None]] = []

    def on_stored(self, listener: Callable[[Written], None]) -> None:
        """Register a listener for what each command wrote, called once it is on disk."""
        self._listeners.append(listener)

    async def command(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected_version: int | None = None,
    ) -> Accepted:
        """Carry out a command; returns once it is on disk.

        Raises `Refused` or `HouseRefused` (nothing happened), `VersionConflict`, `Contended` or
        `StoreUnavailable`. A repeated key gets the same answer; with a different command it is
        refused.
        """
        if self.read_only is not None:
            raise ReadOnly(self.read_only)
        if not isinstance(command, DepartmentCommand):
            itself = actor is HOUSE or actor is HOUSE_MANAGER
            plain = actor.actor if isinstance(actor, Signature) else actor
            by = command.by if itself else plain  # the house may act on a player's behalf
            if by is None and not itself:
                decline(HouseCode.ROLE_TOO_LOW, "This is for the staff and players of a table.")
            if command.by is not by or command.table is not None or command.at is not None:
                command = replace(command, by=by, table=None, at=None)
        try:
            return await self._idempotency.carry_out(
                key,
                lambda: self._attempt(table, command, actor, key, expected_version),
                asked_by(table, command, self._keys.first),
            )
        except Refused as refused:
            if table is not None:
                await self._note_refused(table, command, refused.refusal.code)
            raise

    async def _note_refused(self, table: str, command: hc.AnyCommand, code: Code) -> None:
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
            key, lambda: self._in_department(department, decide, by, key)
        )

    async def _attempt(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        await self.streams.department(Department.PEOPLE)
        try:
            decided = await self._decide(table, command, actor, expected_version)
        except BrokenLink as broken:
            await self.fail_link(broken)
            raise Conflict from None
        if not decided.writes:
            [stream] = decided.reads
            return Accepted(key, stream.name, stream.version)
        return await self.write(decided, actor, key)

    async def _decide(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        expected_version: int | None,
    ) -> Decided:
        now = self.now()
        match command:
            case hc.RegisterTable() | hc.RegisterJackpot() if actor is HOUSE_MANAGER:
                # The house's own set-up; anybody else needs a second person.
                new = await self.cage.beginning(command, actor, now)
                at = max(now, new.not_before)
                return Decided(new.begun(at), (), at)
            case (
                AdjustJackpot()
                | OrderClaims()
                | hc.ChangeJackpot()
                | hc.FailLink()
                | hc.RestoreLink()
                | hc.PayJackpot()
                | hc.ReturnPayment()
                | hc.RetireJackpot()
            ):
                return await self.links.decide(command, actor, expected_version, now)
            case hc.Approve(proposal=name) | hc.Decline(proposal=name) if not name.startswith(
                Department.CAGE
            ):
                return await self.links.decide(command, actor, expected_version, now)
            case (
                hc.RegisterTable()
                | hc.RegisterJackpot()
                | hc.Approve()
                | hc.Decline()
                | DepartmentCommand()
            ):
                return await self.cage.decide(command, signed(actor), now)
            case _:
                if table is None:
                    decline(HouseCode.NO_SUCH_TABLE, "Say which table the command is for.")
                return await self.tables.decide(table, command, expected_version, now, self.seed)

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
        at = max(self.now(), stream.last_at)
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
        streams = [*decided.reads, *(write.stream for write in writes)]
        expected = {stream.name: stream.head for stream in streams}
        people = self.streams.held(Department.PEOPLE)
        if people is None:  # dropped meanwhile: nothing may be awaited from here on
            raise Conflict
        signature = None if by is None else signed(by)
        written = write_down(writes, at, signature, key, self.large_win, people.state, self._keys)
        first = writes[0].stream
        for write in writes:
            if write.stream.stored is None:
                self.streams.begin(write.stream)
        proposal = next(
            (one.proposal for one in writes[0].events if isinstance(one, h.Proposed)), None
        )
        accepted = Accepted(key, first.name, first.head.version, proposal)
        day = self.calendar.of(at)
        append = Append(
            expected,
            written.records,
            written.postings,
            as_answer(accepted, self._idempotency.asked(key)),
            written.significant,
            (*decided.bounds, *[Bound(account) for account in written.guarded]),
            self.cage.loss_bounds(written.guarded, day, self.now())
            if first.name != Department.CAGE
            else (),
            day,
            written.pockets,
        )
        try:
            await self.store.append(append)
        except BaseException as error:
            for stream in streams:
                self.streams.drop(stream)
            if isinstance(error, Overdrawn | LossLimitReached | TooLarge):
                self.cage.explain(error, self.now())
            raise
        for write in writes:
            self.streams.settle(write.stream)
        for listener in self._listeners:
            listener(written)
        return accepted
