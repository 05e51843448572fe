"""Keeps the tables and progressives of a house: decides, stores, and only then says yes.

Everything in memory is a cache. A command is decided on the newest state this
process knows, even before that is on disk, and stored on condition that every
stream it rests on is as it was; where another process was faster, the streams are
read again and the command is decided anew.
"""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct, structs

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house import shuffle, two_people
from croupier.house.audit.significant import LARGE_WIN, listed
from croupier.house.cage.commands import OfficeCommand
from croupier.house.cage.desk import Desk
from croupier.house.day import UTC_DAYS, Calendar, GamingDay
from croupier.house.decide import HOUSE, HOUSE_MANAGER, Chance, decide_table
from croupier.house.holding import Holding
from croupier.house.ledger import post
from croupier.house.linking import (
    decide_jackpot_registration,
    decide_table_registration,
)
from croupier.house.links import HouseJackpot
from croupier.house.log import (
    Answer,
    Append,
    Bound,
    Conflict,
    EventStore,
    Head,
    LossLimitReached,
    Overdrawn,
    Posting,
    Record,
    Significant,
)
from croupier.house.offices import Office
from croupier.house.people.roles import Signature, signed
from croupier.house.refusals import HouseCode, HouseRefused, decline
from croupier.house.stream import Change, Stream, Write, fold
from croupier.house.tables import HouseTable
from croupier.house.wallets import debited
from croupier.jackpot.commands import AdjustJackpot, OrderClaims
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refused
from croupier.rulebooks.roles import Actor

ATTEMPTS = 100
ANSWERS_KEPT = 20_000

replace = structs.replace
_encode = msgspec.json.Encoder().encode


class Accepted(Struct, frozen=True):
    """A command was carried out and is on disk."""

    command: str
    """Its idempotency key."""
    stream: str
    version: int
    """Of the stream, after it."""


_read_answer = msgspec.json.Decoder(Accepted).decode


class VersionConflict(Exception):
    """The caller expected the stream at another version; nothing has happened."""

    def __init__(self, expected: int, version: int) -> None:
        super().__init__(
            f"It is at version {version}, not at {expected}: look again and decide anew."
        )
        self.version = version


class Contended(Exception):
    """Other processes kept being faster; nothing has happened and it may be tried again."""


Deciding = Callable[[Any, datetime], Sequence[h.LogEvent]]
"""What an office makes of something, from its state and the time; raises `HouseRefused`."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class Keeper:
    """The one way into the house's streams, for people, devices, dealers and bots alike."""

    def __init__(
        self,
        store: EventStore,
        key: bytes,
        *,
        now: Callable[[], datetime] = utc_now,
        seed: Callable[[], bytes] = shuffle.new_seed,
        days: GamingDay = UTC_DAYS,
    ) -> None:
        self.store = store
        self.holding = Holding(store)
        self.now = now
        self.large_win = LARGE_WIN
        self.calendar = Calendar(days)
        self.desk = Desk(self)
        self._key = key
        self._seed = seed
        self._in_flight: dict[str, asyncio.Future[Accepted]] = {}
        self._answers: OrderedDict[str, Accepted] = OrderedDict()

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
        `Contended` or `StoreUnavailable`. A key answered before is answered alike.
        """
        if not isinstance(command, OfficeCommand):
            itself = actor is HOUSE or actor is HOUSE_MANAGER
            plain = actor.actor if isinstance(actor, Signature) else actor
            by = command.by if itself else plain  # the house may act in a player's place
            if by is None and not itself:
                decline(HouseCode.ROLE_TOO_LOW, "This is for the staff and players of a table.")
            if command.by is not by or command.table is not None or command.at is not None:
                command = replace(command, by=by, table=None, at=None)
        return await self._once(
            key, lambda: self._attempt(table, command, actor, key, expected_version)
        )

    async def record(
        self, office: Office, decide: Deciding, by: Signature | None, key: str
    ) -> Accepted:
        """Write down what happened in an office; returns once it is on disk."""
        return await self._once(key, lambda: self._in_office(office, decide, by, key))

    async def _once(self, key: str, attempt: Callable[[], Awaitable[Accepted]]) -> Accepted:
        """Carry out what has not been answered yet, and let repetitions wait for it."""
        if (known := self._answers.get(key)) is not None:
            return known
        if (running := self._in_flight.get(key)) is not None:
            return await asyncio.shield(running)
        future: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
        self._in_flight[key] = future
        try:
            accepted = await self._carry_out(key, attempt)
        except BaseException as error:
            if isinstance(error, Exception):
                future.set_exception(error)
                future.exception()  # nobody else may have waited for it
            else:
                future.cancel()
            raise
        finally:
            del self._in_flight[key]
        self._remember(accepted)
        future.set_result(accepted)
        return accepted

    async def _carry_out(self, key: str, attempt: Callable[[], Awaitable[Accepted]]) -> Accepted:
        for number in range(ATTEMPTS):
            if number:
                await asyncio.sleep(min(0.001 * number, 0.02))
            try:
                return await attempt()
            except (Refused, HouseRefused, VersionConflict):
                if (answer := await self._answered(key)) is not None:
                    return answer
                raise
            except Conflict:
                if (answer := await self._answered(key)) is not None:
                    return answer
        raise Contended("Others kept changing the same table or jackpot; try again.")

    async def _answered(self, key: str) -> Accepted | None:
        found = await self.store.answered(key)
        return None if found is None else _read_answer(found.reply)

    def _remember(self, accepted: Accepted) -> None:
        self._answers[accepted.command] = accepted
        if len(self._answers) > ANSWERS_KEPT:
            self._answers.popitem(last=False)

    async def _attempt(
        self,
        table: str | None,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        match command:
            case hc.RegisterTable():
                return await self._register_table(command, actor, key)
            case hc.RegisterJackpot():
                return await self._register_jackpot(command, actor, key)
            case (
                AdjustJackpot()
                | OrderClaims()
                | hc.ChangeJackpot()
                | hc.FailLink()
                | hc.RestoreLink()
                | hc.PayJackpot()
                | hc.RetireJackpot()
            ):
                return await self._at_link(command, actor, key, expected_version)
            case hc.Approve(proposal=name) | hc.Decline(proposal=name):
                if name.startswith(Office.CAGE):
                    return await self.desk.attempt(command, signed(actor), key)
                return await self._at_link(command, actor, key, expected_version)
            case OfficeCommand():
                return await self.desk.attempt(command, signed(actor), key)
            case _:
                if table is None:
                    decline(HouseCode.NO_SUCH_TABLE, "Say which table the command is for.")
                return await self._at_table(table, command, actor, key, expected_version)

    # Tables

    async def _at_table(
        self,
        name: str,
        command: hc.AnyCommand,
        actor: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        table = await self.holding.table(name)
        link: Stream[HouseJackpot] | None = None
        if table.state.jackpot is not None:
            link = await self.holding.jackpot(table.state.jackpot)
            if table.dead:
                raise Conflict
        if expected_version is not None and expected_version != table.head.version:
            raise VersionConflict(expected_version, table.head.version)
        at = max(self.now(), table.last_at)
        state = None if link is None else link.state
        try:
            decision = decide_table(table.state, state, command, at, self._chance(command))
        except BrokenMeter as broken:
            assert link is not None
            await self.lose(link, str(broken))
            raise Conflict from None
        given = h.CommandGiven(decision.command)
        writes = [Write(table, (given, *decision.table_events), decision.table)]
        reads = []
        if link is not None and decision.link_events:
            assert decision.link is not None
            writes.append(Write(link, decision.link_events, decision.link))
        elif link is not None and decision.on_link:
            reads.append(link)
        return await self.write(writes, reads, at, actor, key)

    def _chance(self, command: hc.AnyCommand) -> Chance:
        if command.__struct_config__.tag != "open_bets":
            return Chance(self._key, b"", b"")
        return Chance(self._key, self._seed(), os.urandom(16))

    # Progressives and registration

    async def _at_link(
        self,
        command: two_people.AnyLinkCommand,
        actor: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        name = await self._jackpot_of(command)
        link = await self.holding.jackpot(name)
        target = await self._taker(link.state, command)
        linked: list[Stream[HouseTable]] = []
        if isinstance(command, OrderClaims | hc.Approve):
            linked = [await self.holding.table(table) for table in link.state.tables]
        reads: list[Stream[Any]] = [*linked] if target is None else [*linked, target]
        if link.dead or any(one.dead for one in reads):
            raise Conflict
        if expected_version is not None and expected_version != link.head.version:
            raise VersionConflict(expected_version, link.head.version)
        at = max(self.now(), link.last_at)
        states = [table.state for table in linked]
        taker = None if target is None else target.state
        try:
            decision = two_people.decide_link_command(
                link.state, states, taker, command, signed(actor), at
            )
        except BrokenMeter as broken:
            await self.lose(link, str(broken))
            raise Conflict from None
        writes = [Write(link, (h.CommandGiven(command), *decision.events), decision.link)]
        if target is not None and decision.other is not None:
            writes.append(Write(target, decision.other.events, decision.other.link))
            reads.remove(target)
        return await self.write(writes, reads, at, actor, key)

    async def _taker(
        self, link: HouseJackpot, command: two_people.AnyLinkCommand
    ) -> Stream[HouseJackpot] | None:
        """The progressive that gets the money of one that is to be retired."""
        wanted = command
        if isinstance(command, hc.Approve):
            found = [one.command for one in link.proposals.open if one.id == command.proposal]
            wanted = found[0] if found else command  # type: ignore[assignment]
        if isinstance(wanted, hc.RetireJackpot) and wanted.to is not None:
            return await self.holding.jackpot(wanted.to)
        return None

    async def lose(self, link: Stream[HouseJackpot], reason: str) -> None:
        """A meter that does not add up is a link that is down (CSP 5.17, 5.18)."""
        name = link.state.name
        fail = hc.FailLink(jackpot=name, reason=reason, by=HOUSE_MANAGER)
        key = f"broken-meter:{name}:{link.state.failures}"
        with suppress(HouseRefused):  # somebody was faster
            await self.command(None, fail, HOUSE_MANAGER, key)

    async def _jackpot_of(self, command: two_people.AnyLinkCommand) -> str:
        if isinstance(command, hc.Approve | hc.Decline):
            return two_people.stream_of(command.proposal).removeprefix("jackpot:")
        if not isinstance(command, OrderClaims):
            return command.jackpot
        names: set[str | None] = {
            (await self.holding.table(one.table)).state.jackpot for one in command.claims
        }
        [name] = names if len(names) == 1 else [None]
        if name is None:
            decline(HouseCode.NO_SUCH_JACKPOT, "The claims of one order are on one jackpot.")
        return name

    async def _register_jackpot(
        self, command: hc.RegisterJackpot, actor: Actor | Signature, key: str
    ) -> Accepted:
        stream = await self._new(h.jackpot_stream(command.name))
        decision = decide_jackpot_registration(command)
        write = Write(stream, decision.events, decision.link)
        return await self.write([write], [], self.now(), actor, key)

    async def _register_table(
        self, command: hc.RegisterTable, actor: Actor | Signature, key: str
    ) -> Accepted:
        stream = await self._new(h.table_stream(command.name))
        link = None
        if command.entry.jackpot is not None:
            link = await self.holding.jackpot(command.entry.jackpot)
        at = self.now() if link is None else max(self.now(), link.last_at)
        events, table, joined = decide_table_registration(
            command, None if link is None else link.state, at
        )
        writes = [Write(stream, events, table)]
        if link is not None and joined is not None:
            writes.append(Write(link, joined.events, joined.link))
        return await self.write(writes, [], at, actor, key)

    async def _new(self, name: str) -> Stream[Any]:
        """A stream that does not exist yet."""
        try:
            plain = name.partition(":")[2]
            await (
                self.holding.table(plain)
                if name.startswith("table:")
                else self.holding.jackpot(plain)
            )
        except HouseRefused:
            return Stream(name, Head(), None)
        decline(HouseCode.NAME_TAKEN, f"There is a {name.replace(':', ' ')} already.")

    # Offices

    async def _in_office(
        self, office: Office, decide: Deciding, by: Signature | None, key: str
    ) -> Accepted:
        stream = await self.holding.office(office)
        at = max(self.now(), stream.last_at)
        events = tuple(decide(stream.state, at))
        if not events:
            return Accepted(key, office, stream.head.version)
        state = stream.state
        for event in events:
            state = fold(office, state, event, at)
        return await self.write([Write(stream, events, state)], [], at, by, key)

    # Storing

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
        expected = {stream.name: stream.head for stream in reads}
        signature = None if by is None else signed(by)
        records: list[Record] = []
        postings: list[Posting] = []
        significant: list[Significant] = []
        guarded: set[str] = set()
        for write in writes:
            stream = write.stream
            expected[stream.name] = stream.head
            added = stream.next_records(write.events, at, signature, key)
            records += added
            known = {} if stream.ledger is None else {stream.name: stream.ledger}
            posted = post(known, zip(added, write.events, strict=True))
            postings += posted.postings
            ledger = posted.ledgers.get(stream.name)
            if stream.name == Office.CAGE or getattr(ledger, "money", None) is not None:
                guarded |= debited(posted.postings)
            before = stream.state
            number = before.game.round.number if isinstance(before, HouseTable) else None
            significant += listed(zip(added, write.events, strict=True), number, self.large_win)
            stream.advance(Change(added, write.events, write.state, ledger))
        first = writes[0].stream
        if first.stored is None:
            self.holding.begin(first)
        accepted = Accepted(key, first.name, first.head.version)
        answer = Answer(key, first.name, _encode(accepted))
        day = self.calendar.of(at)
        append = Append(
            expected,
            tuple(records),
            tuple(postings),
            answer,
            tuple(significant),
            (*bounds, *[Bound(account) for account in guarded]),
            self.desk.loss_bounds(guarded, day) if first.name != Office.CAGE else (),
            day,
        )
        try:
            await self.store.append(append)
        except BaseException as error:
            for write in writes:
                self.holding.drop(write.stream)
            for stream in reads:
                self.holding.drop(stream)
            if isinstance(error, Overdrawn | LossLimitReached):
                self.desk.explain(error)
            raise
        for write in writes:
            self.holding.settle(write.stream)
        self.desk.note(postings)
        return accepted
