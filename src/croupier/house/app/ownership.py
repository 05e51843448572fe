"""Which process decides for which tables, where several serve one house.

The tables of one link, or a table without one, are a group. One process owns it: it decides all
commands to these tables and to their jackpot on a state that nobody else changes, and the others
forward to it. The processes divide the groups among themselves by the number of their tables. Every
append names the epoch under which it was decided (`Fence`), which the database compares: a process
that has lost a group, and does not know it yet, stores nothing for it.

The departments (people, cage, operation, school) have no owner: every process records log-ins there
and its own beginning and end. They are written, as everything is, on condition that they are
unchanged.
"""

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Protocol

from croupier.house.app.arrivals import Arrival, Arrivals
from croupier.house.app.idempotency import Accepted
from croupier.house.app.peers import Forwarded, Peers, Unreachable
from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import (
    Fence,
    Moved,
    OutcomeUnknown,
    StoreUnavailable,
)
from croupier.house.log.leases import Leases, Shared
from croupier.house.log.stream import BrokenStream, Stream
from croupier.house.model import commands as hc
from croupier.house.model.approvals import stream_of
from croupier.house.model.cage.commands import DepartmentCommand
from croupier.house.model.commands import AnyCommand
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.records import jackpot_stream, table_stream
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.commands import AdjustJackpot, OrderClaims

BEAT_SECONDS = 0.5
"""Between two signs of life."""
RETRY_SECONDS = 0.05
PATIENCE_SECONDS = 10.0
"""How long a command waits for its tables to get another owner, or for the answer of one."""

CLOCK_MAX = timedelta(seconds=2)
"""By which the clock of a process may differ from the database's: beyond, it decides nothing."""

log = logging.getLogger("croupier.house")

Here = Callable[[], Awaitable[Accepted]]


def group_of(stream: Stream[Any]) -> str | None:
    """The group that a stream belongs to, named after its jackpot or its only table."""
    state = stream.state
    if isinstance(state, HouseTable):
        return stream.name if state.jackpot is None else jackpot_stream(state.jackpot)
    return stream.name if isinstance(state, HouseJackpot) else None


class Owners(Protocol):
    """Asked before a command is decided, and again before it is stored."""

    @property
    def shared(self) -> bool:
        """Whether other processes may write too."""
        ...

    @property
    def process(self) -> str | None:
        """The name of this one among several."""
        ...

    @property
    def clock_error(self) -> timedelta:
        """By how much the clock here is wrong, if that is too much; fast if positive."""
        ...

    def is_alive(self, process: str | None) -> bool:
        """Whether another one is there."""
        ...

    def is_ours(self, group: str | None) -> bool: ...

    def fence(self, group: str | None) -> Fence | None:
        """What a command to the group is stored under; raises `Moved`."""
        ...

    async def at_owner(self, given: Forwarded, here: Here) -> Accepted:
        """Carry out a command where its group is owned."""
        ...


class Alone:
    """The only process of a house owns everything; so does a tool that is given a store."""

    shared = False
    process = None
    clock_error = timedelta()

    def is_alive(self, process: str | None) -> bool:
        return False

    def is_ours(self, group: str | None) -> bool:
        return True

    def fence(self, group: str | None) -> Fence | None:
        return None

    async def at_owner(self, given: Forwarded, here: Here) -> Accepted:
        return await here()


def new_owners(me: str, shared: Shared, tables: Mapping[str, int]) -> dict[str, str]:
    """The groups whose owner one process changes; `tables` says how many each group has.

    What nobody owns goes to whoever has the least: all processes work this out alike, and each
    takes its part. Who has too much gives some of it to whoever has the least.
    """
    load = dict.fromkeys(sorted(filter(shared.serves, shared.processes)), 0)
    free, mine = [], []
    for group in sorted(tables, key=lambda name: (-tables[name], name)):
        owner, _ = shared.leases.get(group, ("", 0))
        if owner not in load:
            free.append(group)
            continue
        load[owner] += tables[group]
        if owner == me:
            mine.append(group)
    changes: dict[str, str] = {}
    for group in free:
        least = min(load, key=load.__getitem__, default=me)
        load[least] = load.get(least, 0) + tables[group]
        if least == me:
            changes[group] = me
    for group in mine:
        least = min(load, key=load.__getitem__)
        if load[me] - load[least] > tables[group]:
            load[me] -= tables[group]
            load[least] += tables[group]
            changes[group] = least
    return changes


def clock_error(before: datetime, true: datetime | None, after: datetime) -> timedelta:
    """How far the true time is from a stretch of time in which somebody else told it."""
    if true is not None and before - true > CLOCK_MAX:
        return before - true
    if true is not None and true - after > CLOCK_MAX:
        return after - true
    return timedelta()


async def _nothing(_: Mapping[str, int]) -> None:
    pass


class Ownership:
    """What this process owns, as far as it knows, and who owns the rest."""

    shared = True

    def __init__(
        self,
        leases: Leases,
        streams: StreamCache,
        peers: Peers,
        address: str,
        now: Callable[[], datetime],
    ) -> None:
        self.process = os.urandom(8).hex()
        self.address = address
        self.clock_error = timedelta()
        self._now = now
        self.taken: Callable[[Collection[str]], None] = lambda _: None
        """Called with tables and jackpots that are this process's from now on."""
        self.heard: Callable[[Mapping[str, int]], Awaitable[None]] = _nothing
        """Called with what another process has stored for this one, before its caller hears."""
        self._leases = leases
        self._streams = streams
        self.peers = peers
        self._groups: dict[str, str] = {}
        """Of each table: a table never changes its link."""
        self._shared = Shared({}, {})
        self._arrivals = Arrivals()
        self._wake = asyncio.Event()
        self._beating = asyncio.Lock()

    async def group_of(self, table: str | None, command: AnyCommand) -> str | None:
        """The group that a command is decided in; none for the departments."""
        match command:
            case hc.Approve(proposal=name) | hc.Decline(proposal=name):
                kind, _, jackpot = stream_of(name).partition(":")
                return await self._of_jackpot(jackpot) if kind == "jackpot" else None
            case OrderClaims(claims=(claim, *_)):
                return await self._of_table(claim.table)
            case (
                AdjustJackpot()
                | hc.ChangeJackpot()
                | hc.FailLink()
                | hc.RestoreLink()
                | hc.PayJackpot()
                | hc.ReturnPayment()
                | hc.RetireJackpot()
            ):
                return await self._of_jackpot(command.jackpot)
            case DepartmentCommand() | hc.RegisterTable() | hc.RegisterJackpot():
                return None
            case _:
                return None if table is None else await self._of_table(table)

    async def _of_jackpot(self, name: str) -> str | None:
        """The group of a jackpot, also of one that was just registered elsewhere; none where there
        is none of this name."""
        try:
            return (await self._streams.jackpot(name)).name
        except HouseRefused:
            return None

    async def _of_table(self, name: str) -> str:
        """The group of a table; raises `HouseRefused` if there is none of this name."""
        group = self._groups.get(name)
        if group is None:
            group = group_of(await self._streams.table(name)) or table_stream(name)
            self._groups[name] = group
        return group

    def is_alive(self, process: str | None) -> bool:
        return process in self._shared.processes

    def is_ours(self, group: str | None) -> bool:
        return self._owner(group) == self.process

    def fence(self, group: str | None) -> Fence | None:
        if group is None:
            return None
        owner, epoch = self._shared.leases.get(group, ("", 0))
        if owner != self.process:
            raise Moved(f"Another process owns {group}.")
        return Fence(group, epoch)

    async def at_owner(self, given: Forwarded, here: Here) -> Accepted:
        """Raises `StoreUnavailable` if nobody owns its tables for too long."""
        if given.person is None or given.table is None:  # what the house itself gives is not sent
            return await self._at_owner(given, here, None)  # in frames of several
        arrival = self._arrivals.come(given.table)
        try:
            return await self._at_owner(given, here, arrival)
        finally:
            arrival.leave()

    async def _at_owner(self, given: Forwarded, here: Here, arrival: Arrival | None) -> Accepted:
        loop = asyncio.get_running_loop()
        until, sent = loop.time() + PATIENCE_SECONDS, False
        while arrival is None or await arrival.turn(until):
            # Asked each time: what belonged to no group may have been registered meanwhile.
            group = await self.group_of(given.table, given.command)
            owner = self._owner(group)
            try:
                if owner == self.process:
                    return await here()
                if owner is not None:
                    address, left = self._shared.processes[owner], until - loop.time()
                    accepted = await self.peers.ask(address, given, left)
                    await self.heard({accepted.stream: accepted.version})
                    return accepted
                if arrival is not None:
                    arrival.again()
                await self._beat(group)
                if self._owner(group) is not None:
                    continue
            except Moved:
                self._wake.set()
            except Unreachable as lost:
                sent = sent or lost.sent
            except StoreUnavailable as error:
                if sent:  # an owner that has gone may have stored it
                    raise OutcomeUnknown(str(error)) from error
                raise
            if self.peers.closed or loop.time() + RETRY_SECONDS > until:
                break
            if arrival is not None:
                arrival.again()
            await asyncio.sleep(RETRY_SECONDS)
        kind = OutcomeUnknown if sent else StoreUnavailable
        raise kind("The process that serves this table does not answer.")

    def _owner(self, group: str | None) -> str | None:
        """The process that owns it and is alive; what is in no group, every process decides."""
        if group is None:
            return self.process
        owner, _ = self._shared.leases.get(group, ("", 0))
        return owner if self._shared.serves(owner) else None

    # Staying alive

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await self._wake.wait()
            try:
                await self._beat()
            except StoreUnavailable as error:
                log.warning("no sign of life", extra={"reason": str(error)})
            except Exception:  # whatever it is, it must not be the last one
                log.exception("no sign of life")

    async def open(self) -> None:
        """Join those who serve the house."""
        await self._beat()

    async def leave(self) -> None:
        """The others take over at once."""
        await self.peers.close()
        await self._leases.leave(self.process)

    async def _beat(self, needed: str | None = None) -> None:
        """Say that this process is alive and take its part; a group that is needed now and has no
        owner is taken by whoever needs it."""
        async with self._beating:
            new = set(self._streams.tables()) - self._groups.keys()
            for name in new:
                with suppress(BrokenStream):  # nobody can serve it
                    await self._of_table(name)
            tables = Counter(self._groups.values())

            def wanted(found: Shared) -> dict[str, str]:
                if self.clock_error:
                    return {}
                changes = new_owners(self.process, found, tables)
                if needed is not None and not found.serves(found.leases.get(needed, ("",))[0]):
                    changes[needed] = self.process
                return changes

            before, address = self._now(), "" if self.clock_error else self.address
            found = await self._leases.renew(self.process, address, wanted)
            self.clock_error = clock_error(before, found.clock, self._now())
            if self.clock_error:
                log.error("wrong clock", extra={"seconds": self.clock_error.total_seconds()})
            self._take(found, new)

    def _take(self, found: Shared, new: Collection[str]) -> None:
        """From here on commands go by it; streams of groups that were another's are read anew."""
        ours = {group: lease for group, lease in found.leases.items() if lease[0] == self.process}
        gained = {group for group, lease in ours.items() if self._shared.leases.get(group) != lease}
        if gained:
            log.info("groups taken", extra={"groups": len(gained), "owned": len(ours)})
        for stream in self._streams.all_held() if gained else ():
            if group_of(stream) in gained:
                self._streams.drop(stream)
        lost = self._shared.processes.keys() - found.processes.keys()
        self._shared = found
        if lost:
            self.peers.keep(frozenset(found.processes.values()))
        taken = {table_stream(name) for name in new if self._groups.get(name) in ours}
        if gained:
            taken |= {table_stream(name) for name, group in self._groups.items() if group in gained}
            taken |= {group for group in gained if group.startswith("jackpot:")}
        if taken:
            self.taken(taken)
