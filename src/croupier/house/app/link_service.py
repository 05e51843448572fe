"""Commands to a progressive, and the second person that some of them need."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from croupier.house.app.idempotency import Expected
from croupier.house.app.stream_cache import StreamCache
from croupier.house.app.table_service import BrokenLink
from croupier.house.log.event_store import Conflict
from croupier.house.log.stream import Beginning, Decided, Department, Stream, Write
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import Proposals, demand_no_configurer, may_approve, stream_of
from croupier.house.model.jackpot.decide import (
    AnyLinkCommand,
    decide_jackpot_registration,
    decide_link_command,
)
from croupier.house.model.jackpot.paying import with_chips
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.checks import demand_two_people
from croupier.house.model.people.roles import HouseRole, Signature, signed
from croupier.house.model.records import jackpot_stream, table_stream
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.commands import OrderClaims
from croupier.jackpot.meter import BrokenMeter
from croupier.rulebooks.terms import Actor


async def demand_second_person(
    streams: StreamCache,
    proposals: Proposals,
    command: hc.Approve,
    by: Signature,
    at: datetime,
) -> list[Stream[Any]]:
    """The stream that the approval depends on: a reset just before it counts, in any process."""
    people: Stream[Any] = await streams.department(Department.PEOPLE)
    if people.dead:
        raise Conflict
    proposal = proposals.find(command.proposal)
    demand_two_people(people.state, by.id, proposal.by.id, at)
    demand_no_configurer(proposal.command, people.state.roles_of(by.id, at))
    return [people] if people.head.version else []


async def roles_needed(streams: StreamCache, command: hc.Approve) -> frozenset[HouseRole]:
    """Who may agree to what the command approves."""
    waiting = Proposals()
    kind, _, name = stream_of(command.proposal).partition(":")
    if kind == Department.CAGE:
        waiting = (await streams.department(Department.CAGE)).state.proposals
    elif name in streams.jackpots():
        waiting = (await streams.jackpot(name)).state.proposals
    found = [one.command for one in waiting.open if one.id == command.proposal]
    return frozenset(may_approve(found[0])) if found else frozenset()


class LinkService:
    """Decides commands to progressives, and prepares new ones."""

    def __init__(self, streams: StreamCache) -> None:
        self._streams = streams

    async def decide(
        self,
        command: AnyLinkCommand,
        by: Actor | Signature,
        expected: Expected,
        now: datetime,
    ) -> Decided:
        """Raises `BrokenLink` if the meter does not add up."""
        streams = self._streams
        link = await streams.jackpot(await self._jackpot_of(command))
        target = await self._taker(link.state, command)
        linked: list[Stream[HouseTable]] = []
        if isinstance(command, hc.PayJackpot | hc.ReturnPayment):
            cage = (await streams.department(Department.CAGE)).state
            command = with_chips(command, cage.chips)
        if isinstance(command, OrderClaims | hc.Approve | hc.PayJackpot):
            linked = [await streams.table(table) for table in link.state.tables]
        reads: list[Stream[Any]] = [*linked] if target is None else [*linked, target]
        at = max(now, link.last_at)
        if isinstance(command, hc.Approve):
            waiting = link.state.proposals
            reads += await demand_second_person(streams, waiting, command, signed(by), at)
        if link.dead or any(one.dead for one in reads):
            raise Conflict
        expected.demand_version(link.head.version)
        states = [table.state for table in linked]
        taker = None if target is None else target.state
        try:
            decision = decide_link_command(link.state, states, taker, command, signed(by), at)
        except BrokenMeter as broken:
            raise BrokenLink(link.state, str(broken)) from None
        writes = [Write(link, (h.CommandGiven(command), *decision.events), decision.link)]
        if target is not None and decision.other is not None:
            writes.append(Write(target, decision.other.events, decision.other.link))
            reads.remove(target)
        return Decided(writes, reads, at)

    async def based_on(self, command: AnyLinkCommand) -> set[str]:
        """The streams that a refusal of it may be based on."""
        try:
            name = jackpot_stream(await self._jackpot_of(command))
        except HouseRefused:
            return set()
        link = self._streams.held(name)
        if link is None:
            return {name}
        taker = await self._taker(link.state, command)
        takers = () if taker is None else (taker.name,)
        return {name, *takers, *map(table_stream, link.state.tables)}

    async def _jackpot_of(self, command: AnyLinkCommand) -> str:
        if isinstance(command, hc.Approve | hc.Decline):
            return stream_of(command.proposal).removeprefix("jackpot:")
        if not isinstance(command, OrderClaims):
            return command.jackpot
        names: set[str | None] = {
            (await self._streams.table(one.table)).state.jackpot for one in command.claims
        }
        [name] = names if len(names) == 1 else [None]
        if name is None:
            decline(HouseCode.NO_SUCH_JACKPOT, "The claims of one order are on one jackpot.")
        return name

    async def _taker(
        self, link: HouseJackpot, command: AnyLinkCommand
    ) -> Stream[HouseJackpot] | None:
        """The progressive that receives the money of one that is to be retired."""
        wanted = command
        if isinstance(command, hc.Approve):
            found = [one.command for one in link.proposals.open if one.id == command.proposal]
            wanted = found[0] if found else command  # type: ignore[assignment]
        if isinstance(wanted, hc.RetireJackpot) and wanted.to is not None:
            return await self._streams.jackpot(wanted.to)
        return None

    async def beginning(self, command: hc.RegisterJackpot, by: Actor | None) -> Beginning:
        """What a new progressive will write to its stream."""
        stream = await self._streams.new(jackpot_stream(command.name))

        def decide(_: datetime) -> list[Write]:
            decision = decide_jackpot_registration(replace(command, by=by))
            return [Write(stream, decision.events, decision.link)]

        return Beginning(decide)
