"""A house in operation: its command handler, viewers, automatic dealer and background tasks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import datetime
from time import perf_counter
from typing import Any

from msgspec import structs

from croupier.house.app.automatic_dealer import Dealer
from croupier.house.app.catching_up import CatchingUp
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import IN_DEPARTMENTS, NOTHING_EXPECTED, Accepted, Expected
from croupier.house.app.link_service import roles_needed
from croupier.house.app.metrics import HouseCollector, Metrics, is_traced, traced
from croupier.house.app.ownership import Alone, Ownership, group_of
from croupier.house.app.peers import Forwarded, Peers
from croupier.house.app.people.authentication import TERMS, Authentication, Terms
from croupier.house.app.people.factors import Proving
from croupier.house.app.people.own_secrets import OwnSecrets
from croupier.house.app.people.passwords import Passwords
from croupier.house.app.people.reader import OneReader
from croupier.house.app.people.registry import Registry
from croupier.house.app.people.stream import PeopleStream
from croupier.house.app.rate_limiter import LoginLimiter
from croupier.house.app.recovery import Recovery
from croupier.house.app.subscriptions import Hub, Presence, WalletWatchers, demand_place
from croupier.house.log.event_store import EventStore, Moved, StoreUnavailable
from croupier.house.log.stream import DEPARTMENTS, Change, Department, Stream
from croupier.house.model.cage.day import UTC_DAYS, GamingDay
from croupier.house.model.cage.state import Cage
from croupier.house.model.commands import AnyCommand, Approve
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.credentials import Seals
from croupier.house.model.people.person import Person
from croupier.house.model.people.powers import (
    Place,
    demand_power,
    demand_text,
    tag_of,
)
from croupier.house.model.people.roles import Signature
from croupier.house.model.people.state import People
from croupier.house.model.records import table_stream
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.table.confirming import demand_reason
from croupier.house.model.table.decide import HOUSE, HOUSE_MANAGER
from croupier.house.model.table.foresight import Consequences, Foreseen, foresee
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import Keyring
from croupier.house.store.database import DatabaseStore
from croupier.table.commands import CorrectEntry, Rule

FRESH_SECONDS = 1.0
"""How long a good result is valid: the disk is asked once in this time, however many ask."""
PATIENCE_SECONDS = 10.0
"""A disk that has not written by then cannot take commands either."""


class Writable:
    """Asks the store, once for everybody who wants to know."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._trying: asyncio.Task[bool] | None = None
        self._tried_at = 0.0

    async def __call__(self) -> bool:
        now = asyncio.get_running_loop().time()
        trying = self._trying
        stale = now > self._tried_at + FRESH_SECONDS
        if trying is None or (trying.done() and (stale or not trying.result())):
            trying = self._trying = asyncio.create_task(self._try())
            self._tried_at = now
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await asyncio.shield(trying)
        except TimeoutError:
            return False

    async def _try(self) -> bool:
        try:
            await self._store.demand_writable()
        except StoreUnavailable:
            return False
        return True


SNAPSHOT_SECONDS = 0.5
SNAPSHOTS_AT_ONCE = 40
"""A few at a time, because commands wait while snapshots are made."""
log = logging.getLogger("croupier.house")


class House:
    """Everything that one process runs."""

    def __init__(
        self,
        store: EventStore,
        key: bytes | Keyring,
        terms: Terms = TERMS,
        days: GamingDay = UTC_DAYS,
    ) -> None:
        self.coach = True
        """Whether players are shown the value of each decision."""
        self.store = store
        self.name = terms.title
        """The name of the house in heads that it signs."""
        self.keys = Keyring.of(key)
        self.handler = CommandHandler(store, self.keys, days=days)
        self.recovery = Recovery(self.handler)
        self.hub = Hub()
        self.metrics = Metrics()
        self.metrics.registry.register(HouseCollector(self.metrics, self.handler.streams, self.hub))
        self.before_stop: list[Callable[[], Awaitable[None]]] = []
        self.dealer = Dealer(self.handler)
        people = PeopleStream(self.handler)
        # Credentials are under the first key, which a change of key leaves alone, so sessions,
        # tokens, passkeys and passwords survive it. The log, chained under the newest key, confirms
        # that the house issued each of them.
        key = self.keys.first
        throttle = LoginLimiter(store.attempts, Seals(key))
        proving = Proving(people, store.credentials, Passwords(), throttle, key)
        self.proving = proving
        self.registry = Registry(people, store.credentials, proving, throttle)
        self.authentication = Authentication(people, proving, key, terms, store)
        self.own_secrets = OwnSecrets(people, store.credentials, proving, self.authentication, key)
        self.writable = Writable(store)
        self.presence = Presence()
        self.wallet_watchers = WalletWatchers()
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped = False
        self.keeps_snapshots = True
        self.catching_up = CatchingUp(store, self.handler.streams, self._wanted)
        self._owners: Ownership | None = None
        self.clock: Callable[[], datetime] = self._now
        """What is compared with the clock of the database: the clock by which records are dated."""

    async def start(self) -> None:
        """Resume every table where it stood."""
        await self.handler.streams.open()
        await self._say_anchor("started")
        streams = self.handler.streams
        streams.listen(self.hub.on_change)
        streams.listen(self._tell_dealer, HouseTable)
        streams.listen(self.dealer.on_change, HouseJackpot)
        streams.listen(self.presence.on_change, People)
        streams.listen(self.wallet_watchers.on_change, HouseTable, HouseJackpot, Cage)
        await self.handler.streams.department(Department.PEOPLE)
        await self.handler.streams.department(Department.OPERATION)
        if isinstance(self.store, DatabaseStore):
            self.store.on_commit(self.metrics.committed)
        if self.handler.read_only is None:
            await self.recovery.open()
            if self._owners is None:
                await self.listen_to_others()
            if self._owners is None:
                await self.dealer.open()
            else:
                await self._join(self._owners)
            self._begin(self.dealer.run())
        for work in (self.catching_up.hear(), self.catching_up.run(), self._snapshots()):
            self._begin(work)

    def _tell_dealer(self, stream: str, change: Change[HouseTable]) -> None:
        """The automatic dealer has nothing to do with tables that people deal."""
        if change.state.unattended:
            self.dealer.on_change(stream, change)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def listen_to_others(self, host: str = "", port: int = 0) -> None:
        """Be there for the other processes of the house; raises `OSError`.

        Without a host, at the address from which this machine reaches the database.
        """
        leases = self.store.leases
        if leases is None or not self.keys or self.handler.read_only is not None:
            return
        peers = Peers(self.keys, self._for_another)
        address = await peers.listen(host or await leases.own_address(), port)
        self._owners = Ownership(leases, self.handler.streams, peers, address, self.clock)

    def _now(self) -> datetime:
        return self.handler.now()

    async def _join(self, owners: Ownership) -> None:
        """Share the tables with the other processes."""
        owners.taken, owners.heard = self.dealer.take_over, self.catching_up.look_at
        self.handler.owners = owners
        await owners.open()
        self._begin(owners.run())

    async def _for_another(self, given: Forwarded) -> Accepted:
        """What another process forwards, because this one owns the tables; raises `Moved`."""
        owners = self._owners
        if owners is None:
            raise Moved
        group = await owners.group_of(given.table, given.command)
        if group is None:
            decline(HouseCode.BAD_COMMAND, "Every process decides this itself: none forwards it.")
        if not owners.is_ours(group):
            raise Moved
        person, actor = given.person, given.actor
        if person is not None and person.key is not None:
            return await self._give(person, given.table, given.command, given.key, given.expected)
        if person is not None or actor is None:  # only programs inside a house have no session
            decline(HouseCode.NOT_YOUR_POWER, "Nobody who has logged in gives this command.")
        by = next((one for one in (HOUSE, HOUSE_MANAGER) if one == actor), actor)
        return await self.handler.command(given.table, given.command, by, given.key, given.expected)

    def only_look(self, findings: Sequence[str]) -> None:
        """Open read-only: pages and reports work, but no commands are taken."""
        more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
        self.handler.read_only = (
            f"The house is open for reading only: {findings[0]}{more}. "
            "Stop it and run 'croupier repair'."
        )

    def let_one_read(self) -> str:
        """A part of a log, open for one person to read; returns their password."""
        self.keeps_snapshots = False
        self.handler.read_only = (
            "This is a part of a log, unpacked from archives to be read: it takes no command."
        )
        self.authentication = reader = OneReader.instead_of(self.authentication)
        return reader.password

    async def stop(self) -> None:
        """Stop dealing, save snapshots, and close the store once everything is on disk."""
        if self._stopped:
            return
        self._stopped = True
        for work in self.before_stop:
            await work()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.recovery.stop()
        await self._leave()
        try:
            if self.keeps_snapshots:
                await self.handler.streams.save_snapshots(1)
        except StoreUnavailable as error:
            log.warning("no snapshots", extra={"reason": str(error)})
        self.proving.passwords.close()
        await self._say_anchor("stopped")
        await self.store.close()

    async def _leave(self) -> None:
        """The others take over the tables of this process."""
        self.handler.owners = Alone()
        if self._owners is None:
            return
        try:
            await self._owners.leave()
        except StoreUnavailable as error:
            log.warning("the others will notice", extra={"reason": str(error)})

    async def _say_anchor(self, what: str) -> None:
        """Write the log's anchor to the process log, for those who keep it."""
        try:
            log.info(what, extra={"anchor": str(await self.store.anchor())})
        except StoreUnavailable as error:
            log.warning("no anchor", extra={"reason": str(error)})

    def give(
        self,
        person: Person,
        table: str | None,
        command: AnyCommand,
        key: str,
        expected: Expected = NOTHING_EXPECTED,
    ) -> Coroutine[Any, Any, Accepted]:
        """A command from outside, by somebody who may give it.

        The key is suffixed with the person's id, so that keys of different people, or of the house,
        never collide. The caller's part comes first: keys that begin with the time are close
        together on disk.
        """
        owners = self.handler.owners
        if owners.shared:
            giving = owners.at_owner(
                Forwarded(key, command, table, expected, person=person),
                lambda: self._give(person, table, command, key, expected),
            )
        else:
            giving = self._give(person, table, command, key, expected)
        if not is_traced():
            return giving
        said = {"croupier.command": tag_of(command), "croupier.table": table or ""}
        return traced(f"command {tag_of(command)}", giving, **said)

    async def _give(
        self, person: Person, table: str | None, command: AnyCommand, key: str, expected: Expected
    ) -> Accepted:
        """Where its tables are owned, whoever identified the person."""
        names_its_table = type(command) in IN_DEPARTMENTS
        where = getattr(command, "table", None) if names_its_table else table
        try:
            by = self._power_now(person, where, command, key)
            if by is None:
                by = await self._demand_power(person, where, command, key)
        except HouseRefused:
            before = await self._answered_before(person, table, command, key)
            if before is not None:
                return before
            if not await self.handler.outdated(where):
                raise
            by = await self._demand_power(person, where, command, key)
        started = perf_counter()
        try:
            accepted = await self.handler.command_here(
                table, command, by, f"{key}/{by.id}", expected
            )
        except BaseException as error:
            self.metrics.note(started, error)
            raise
        self.metrics.note(started)
        return Accepted(key, accepted.stream, accepted.version, accepted.proposal)

    async def _answered_before(
        self, person: Person, table: str | None, command: AnyCommand, key: str
    ) -> Accepted | None:
        """The answer to somebody who repeats what they had the power for when they gave it, and is
        still logged in."""
        if (await self.authentication.again(person)).id is None:
            return None
        found = await self.handler.answered(table, command, f"{key}/{person.id}")
        return found and structs.replace(found, command=key)

    def _power_now(
        self, person: Person, where: str | None, command: AnyCommand, key: str
    ) -> Signature | None:
        """As `_demand_power`, if nothing has to be waited for; otherwise none."""
        now = self.authentication.unchanged(person)
        if now is None or type(command) is Approve:
            return None
        table = None
        if where is not None:
            held = self.handler.streams.held(table_stream(where))
            if held is None:
                return None
            table = held.state
        return demand_power(now, command, _place(now, table, command, key))

    async def _demand_power(
        self, person: Person, where: str | None, command: AnyCommand, key: str
    ) -> Signature:
        """As they are now: a body that came slowly or an owner that had to be waited for may have
        taken longer than they had the power."""
        person = await self.authentication.again(person)
        _demand_somebody(person)
        table = None if where is None else (await self.handler.streams.table(where)).state
        place = _place(person, table, command, key)
        if isinstance(command, Approve):
            needed = await roles_needed(self.handler.streams, command)
            by = demand_power(person, command, place, needed)
            self.authentication.demand_approver(person)
            return by
        return demand_power(person, command, place)

    async def foresee(self, person: Person, table: str, command: Foreseen) -> Consequences:
        """What a ruling, a report or a correction by somebody would do; nothing happens."""
        stream, link = await self.table_and_link(table)
        by = demand_power(person, command, Place(table, stream.stored.dealer))
        if by.actor is None or not by.actor.role.is_staff:
            decline(HouseCode.NOT_YOUR_POWER, "Staff look ahead at what they decide.")
        command = structs.replace(command, by=by.actor, table=None, at=None)
        return foresee(stream.stored, link, command, self.handler.now())

    async def table_and_link(self, name: str) -> tuple[Stream[HouseTable], HouseJackpot | None]:
        table = await self.handler.streams.table(name)
        if table.stored.jackpot is None:
            return table, None
        return table, (await self.handler.streams.jackpot(table.stored.jackpot)).stored

    def _wanted(self, stream: Stream[Any]) -> bool:
        """A department's stream, or one that a viewer or the automatic dealer here follows."""
        if stream.name in DEPARTMENTS:
            return True
        state = stream.stored
        dealt_here = (
            isinstance(state, HouseTable)
            and state.unattended
            and self.handler.owners.is_ours(group_of(stream))
        )
        return dealt_here or self.hub.followed(stream.name)

    async def _snapshots(self) -> None:
        while True:
            await asyncio.sleep(SNAPSHOT_SECONDS)
            if not self.keeps_snapshots:
                continue
            try:
                await self.handler.streams.save_snapshots(at_most=SNAPSHOTS_AT_ONCE)
            except StoreUnavailable as error:
                log.warning("no snapshots", extra={"reason": str(error)})


def _demand_somebody(person: Person) -> None:
    if person.id is None:
        decline(HouseCode.NOT_YOUR_POWER, "Your log-in has ended; log in again.")


def _place(person: Person, table: HouseTable | None, command: AnyCommand, key: str) -> Place | None:
    """Where somebody gives a command, if its words and theirs there are in order."""
    _demand_somebody(person)
    place = None
    if table is not None:
        place = Place(table.name, table.dealer)
        demand_place(person, table, command)
    demand_text(command, key)
    if type(command) is Rule or type(command) is CorrectEntry:
        demand_reason(command)
    return place
