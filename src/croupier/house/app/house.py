"""A house in operation: its command handler, viewers, automatic dealer and background tasks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from msgspec import structs

from croupier.house.app.automatic_dealer import Dealer
from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import NOTHING_EXPECTED, Accepted, Expected
from croupier.house.app.link_service import roles_needed
from croupier.house.app.metrics import HouseCollector, Metrics
from croupier.house.app.people.authentication import TERMS, Authentication, Terms
from croupier.house.app.people.factors import Proving
from croupier.house.app.people.own_secrets import OwnSecrets
from croupier.house.app.people.passwords import Passwords
from croupier.house.app.people.registry import Registry
from croupier.house.app.people.stream import PeopleStream
from croupier.house.app.rate_limiter import LoginLimiter
from croupier.house.app.recovery import Recovery
from croupier.house.app.subscriptions import Hub, Presence, WalletWatchers, demand_place
from croupier.house.log.event_store import EventStore, StoreUnavailable
from croupier.house.log.stream import DEPARTMENTS, Department, Stream
from croupier.house.model.cage.commands import DepartmentCommand
from croupier.house.model.cage.day import UTC_DAYS, GamingDay
from croupier.house.model.commands import AnyCommand, Approve
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.credentials import Seals
from croupier.house.model.people.powers import Person, Place, demand_power, demand_text
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.table.confirming import demand_reason
from croupier.house.model.table.foresight import Consequences, Foreseen, foresee
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import Keyring
from croupier.house.store.database import DatabaseStore
from croupier.table.commands import Rule

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
        self._moved: dict[str, int] = {}
        self._missed = False
        self._heard = asyncio.Event()

    async def start(self) -> None:
        """Resume every table where it stood."""
        await self.handler.streams.open()
        await self._say_anchor("started")
        streams = self.handler.streams
        streams.listen(self.hub.on_change)
        streams.listen(self.dealer.on_change, _is_dealers)
        streams.listen(self.presence.on_change, lambda state: isinstance(state, People))
        streams.listen(self.wallet_watchers.on_change)
        await self.handler.streams.department(Department.PEOPLE)
        await self.handler.streams.department(Department.OPERATION)
        if isinstance(self.store, DatabaseStore):
            self.store.on_commit(self.metrics.committed)
        if self.handler.read_only is None:
            await self.recovery.open()
            await self.dealer.open()
            self._begin(self.dealer.run())
        for work in (self._hear(), self._catch_up(), self._snapshots()):
            self._begin(work)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    def only_look(self, findings: Sequence[str]) -> None:
        """Open read-only: pages and reports work, but no commands are taken."""
        more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
        self.handler.read_only = (
            f"The house is open for reading only: {findings[0]}{more}. "
            "Stop it and run 'croupier repair'."
        )

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
        try:
            if self.keeps_snapshots:
                await self.handler.streams.save_snapshots(1)
        except StoreUnavailable as error:
            log.warning("no snapshots", extra={"reason": str(error)})
        self.proving.passwords.close()
        await self._say_anchor("stopped")
        await self.store.close()

    async def _say_anchor(self, what: str) -> None:
        """Write the log's anchor to the process log, for those who keep it."""
        try:
            log.info(what, extra={"anchor": str(await self.store.anchor())})
        except StoreUnavailable as error:
            log.warning("no anchor", extra={"reason": str(error)})

    async def give(
        self,
        person: Person,
        table: str | None,
        command: AnyCommand,
        key: str,
        expected: Expected = NOTHING_EXPECTED,
    ) -> Accepted:
        """A command from outside, by somebody who may give it.

        The key is suffixed with the person's id, so that keys of different people, or of the house,
        never collide. The caller's part comes first: keys that begin with the time are close
        together on disk.
        """
        names_its_table = isinstance(command, DepartmentCommand)
        where = getattr(command, "table", None) if names_its_table else table
        place = None
        if where is not None:
            state = (await self.handler.streams.table(where)).state
            place = Place(where, state.dealer)
            demand_place(person, state, command)
        demand_text(command, key)
        if isinstance(command, Rule):
            demand_reason(command)
        if isinstance(command, Approve):
            needed = await roles_needed(self.handler.streams, command)
            by = demand_power(person, command, place, needed)
            self.authentication.demand_approver(person)
        else:
            by = demand_power(person, command, place)
        accepted = await self.metrics.timed(
            self.handler.command(table, command, by, f"{key}/{by.id}", expected)
        )
        return structs.replace(accepted, command=key)

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

    async def _hear(self) -> None:
        """Note what any process stores, however fast it comes."""
        async for moved in self.store.changes():
            if moved:
                self._moved.update(moved)
            else:
                self._missed = True
            self._heard.set()

    async def _catch_up(self) -> None:
        """Keep up with what other processes store."""
        while True:
            await self._heard.wait()
            self._heard.clear()
            try:
                if self._missed:
                    self._missed = False
                    self._moved.update(await self.handler.streams.missing())
                moved, self._moved = self._moved, {}
                await self.handler.streams.catch_up(moved, self._wanted)
            except StoreUnavailable as error:
                log.warning("out of touch", extra={"reason": str(error)})
                self._missed = True

    def _wanted(self, stream: Stream[Any]) -> bool:
        """A department's stream, or one that a viewer or the automatic dealer follows."""
        if stream.name in DEPARTMENTS:
            return True
        state = stream.stored
        unattended = isinstance(state, HouseTable) and state.unattended
        return unattended or self.hub.followed(stream.name)

    async def _snapshots(self) -> None:
        while True:
            await asyncio.sleep(SNAPSHOT_SECONDS)
            try:
                await self.handler.streams.save_snapshots(at_most=SNAPSHOTS_AT_ONCE)
            except StoreUnavailable as error:
                log.warning("no snapshots", extra={"reason": str(error)})


def _is_dealers(state: Any) -> bool:
    """Whether the automatic dealer acts on it: unattended tables, and links that may be down."""
    return state.unattended if isinstance(state, HouseTable) else isinstance(state, HouseJackpot)
