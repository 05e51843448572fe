"""Keeps the tables and progressives of a house: decides, stores, and only then says yes.

Everything in memory is a cache. A command is decided on the newest state this
process knows, even before that is on disk, and stored on condition that every
stream it rests on is as it was; where another process was faster, the streams are
read again and the command is decided anew.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from msgspec import structs

from croupier.house.app.cage_service import CageService
from croupier.house.app.clock import HouseClock
from croupier.house.app.idempotency import Accepted, Idempotency, as_answer, asked_by
from croupier.house.app.link_service import LinkService
from croupier.house.app.recording import Beginning, write_down
from croupier.house.app.stream_cache import StreamCache
from croupier.house.app.table_service import TableService
from croupier.house.keyring import Keyring
from croupier.house.log.event_store import (
    Append,
    Conflict,
    EventStore,
    LossLimitReached,
    Overdrawn,
    ReadOnly,
    TooLarge,
)
from croupier.house.log.stream import Office, Stream, Write, fold
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import OfficeCommand
from croupier.house.model.cage.day import UTC_DAYS, Calendar, GamingDay
from croupier.house.model.ledger.accounts import Bound
from croupier.house.model.people.roles import Signature, signed
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import CageLimits
from croupier.house.model.significant import LARGE_WIN
from croupier.house.model.table import shuffle
from croupier.house.model.table.decide import HOUSE, HOUSE_MANAGER
from croupier.jackpot.commands import AdjustJackpot, OrderClaims
from croupier.refusal import Refused
from croupier.rulebooks.roles import Actor

replace = structs.replace

Deciding = Callable[[Any, datetime], Sequence[h.LogEvent]]
"""What an office makes of something, from its state and the time; raises `HouseRefused`."""


class CommandHandler:
    """The one way into the house's streams, for people, devices, dealers and bots alike."""

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
        if keys:  # who only reads leaves the store as it is
            store.chain_under(keys)
        self.streams = StreamCache(store, keys.current or None)
        self._keys = keys
        self.now = now or HouseClock().now
        self.seed = seed
        self.large_win = LARGE_WIN
        self.cage_limits: CageLimits | None = None
        """As the configuration has them; none: as they were last recorded."""
        self.read_only: str | None = None
        """Why no command is taken, where that is so; people still come and go."""
        self.calendar = Calendar(days)
        self.cage = CageService(self)
        self.tables = TableService(self, keys)
        self.links = LinkService(self)
        self._once = Idempotency(store)

    async def command(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected_version: int | None = None,
    ) -> Accepted:
        """Carry out a command; returns once it is on disk.

        Raises `Refused` or `HouseRefused` (nothing happened), `VersionConflict`,
        `Contended` or `StoreUnavailable`. A key answered before is answered alike, and
        refused with another command.
        """
        if self.read_only is not None:
            raise ReadOnly(self.read_only)
        if not isinstance(command, OfficeCommand):
            itself = actor is HOUSE or actor is HOUSE_MANAGER
            plain = actor.actor if isinstance(actor, Signature) else actor
            by = command.by if itself else plain  # the house may act in a player's place
            if by is None and not itself:
                decline(HouseCode.ROLE_TOO_LOW, "This is for the staff and players of a table.")
            if command.by is not by or command.table is not None or command.at is not None:
                command = replace(command, by=by, table=None, at=None)
        try:
            return await self._once.carry_out(
                key,
                lambda: self._attempt(table, command, actor, key, expected_version),
                asked_by(table, command, self._keys.first),
            )
        except Refused as refused:
            if table is not None:
                await self.tables.note_refused(table, command, refused.refusal.code)
            raise

    async def record(
        self, office: Office, decide: Deciding, by: Signature | None, key: str
    ) -> Accepted:
        """Write down what happened in an office; returns once it is on disk."""
        return await self._once.carry_out(key, lambda: self._in_office(office, decide, by, key))

    async def _attempt(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        await self.streams.office(Office.PEOPLE)
        match command:
            case hc.RegisterTable() | hc.RegisterJackpot():
                if actor is HOUSE_MANAGER:  # the first set-up; anybody else needs a second person
                    new = await self.beginning(command, actor)
                    at = max(self.now(), new.not_before)
                    return await self.write(new.begun(at), [], at, actor, key)
                return await self.cage.attempt(command, signed(actor), key)
            case (
                AdjustJackpot()
                | OrderClaims()
                | hc.ChangeJackpot()
                | hc.FailLink()
                | hc.RestoreLink()
                | hc.PayJackpot()
                | hc.RetireJackpot()
            ):
                return await self.links.attempt(command, actor, key, expected_version)
            case hc.Approve(proposal=name) | hc.Decline(proposal=name):
                if name.startswith(Office.CAGE):
                    return await self.cage.attempt(command, signed(actor), key)
                return await self.links.attempt(command, actor, key, expected_version)
            case OfficeCommand():
                return await self.cage.attempt(command, signed(actor), key)
            case _:
                if table is None:
                    decline(HouseCode.NO_SUCH_TABLE, "Say which table the command is for.")
                return await self.tables.attempt(table, command, actor, key, expected_version)

    async def beginning(self, command: hc.Registration, by: Actor | None) -> Beginning:
        """What a new table or jackpot will write; raises `HouseRefused`."""
        if isinstance(command, hc.RegisterTable):
            return await self.tables.beginning(command, by)
        return await self.links.beginning(command, by)

    async def _in_office(
        self, office: Office, decide: Deciding, by: Signature | None, key: str
    ) -> Accepted:
        await self.streams.office(Office.PEOPLE)
        stream = await self.streams.office(office)
        at = max(self.now(), stream.last_at)
        events = tuple(decide(stream.state, at))
        if not events:
            return Accepted(key, office, stream.head.version)
        state = stream.state
        for event in events:
            state = fold(office, state, event, at)
        return await self.write([Write(stream, events, state)], [], at, by, key)

    async def write(
        self,
        writes: Sequence[Write],
        reads: Sequence[Stream[Any]],
        at: datetime,
        by: Actor | Signature | None,
        key: str,
        bounds: tuple[Bound, ...] = (),
    ) -> Accepted:
        """Store what was decided, whole or not at all; from here on others build on it."""
        streams = [*reads, *(write.stream for write in writes)]
        expected = {stream.name: stream.head for stream in streams}
        people = self.streams.held(Office.PEOPLE)
        if people is None:  # it was let go meanwhile: nothing may be awaited from here on
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
            as_answer(accepted, self._once.asked(key)),
            written.significant,
            (*bounds, *[Bound(account) for account in written.guarded]),
            self.cage.loss_bounds(written.guarded, day) if first.name != Office.CAGE else (),
            day,
            written.pockets,
        )
        try:
            await self.store.append(append)
        except BaseException as error:
            for stream in streams:
                self.streams.drop(stream)
            if isinstance(error, Overdrawn | LossLimitReached | TooLarge):
                self.cage.explain(error)
            raise
        for write in writes:
            self.streams.settle(write.stream)
        self.cage.note(written.postings)
        if written.pockets:
            self.cage.note_pockets(written.postings)
        return accepted
