"""Commands to a progressive, and the second person whom some of them need."""

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.house.app.idempotency import Accepted, demand_version
from croupier.house.app.recording import Beginning
from croupier.house.log.event_store import Conflict
from croupier.house.log.stream import Office, Stream, Write
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.approvals import Proposals, demand_no_configurer, may_approve, stream_of
from croupier.house.model.jackpot.decide import (
    AnyLinkCommand,
    decide_jackpot_registration,
    decide_link_command,
)
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.checks import demand_two_people
from croupier.house.model.people.roles import HouseRole, Signature, signed
from croupier.house.model.refusals import HouseCode, HouseRefused, decline
from croupier.house.model.table.decide import HOUSE_MANAGER
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.commands import OrderClaims
from croupier.jackpot.meter import BrokenMeter
from croupier.rulebooks.roles import Actor

if TYPE_CHECKING:
    from croupier.house.app.command_handler import CommandHandler


async def demand_second_person(
    handler: "CommandHandler",
    proposals: Proposals,
    command: hc.Approve,
    by: Signature,
    at: datetime,
) -> list[Stream[Any]]:
    """The stream that the approval rests on: a reset just before it counts, at any process."""
    people: Stream[Any] = await handler.streams.office(Office.PEOPLE)
    if people.dead:
        raise Conflict
    proposal = proposals.find(command.proposal)
    demand_two_people(people.state, by.id, proposal.by.id, at)
    demand_no_configurer(proposal.command, people.state.roles_of(by.id, at))
    return [people] if people.head.version else []


async def roles_needed(handler: "CommandHandler", command: hc.AnyCommand) -> frozenset[HouseRole]:
    """Who could agree to what the command approves; nobody in particular where it is another."""
    if not isinstance(command, hc.Approve):
        return frozenset()
    waiting = Proposals()
    kind, _, name = stream_of(command.proposal).partition(":")
    if kind == Office.CAGE:
        waiting = (await handler.streams.office(Office.CAGE)).state.proposals
    elif name in handler.streams.jackpots():
        waiting = (await handler.streams.jackpot(name)).state.proposals
    found = [one.command for one in waiting.open if one.id == command.proposal]
    return frozenset(may_approve(found[0])) if found else frozenset()


if TYPE_CHECKING:
    from croupier.house.app.command_handler import CommandHandler


class LinkService:
    """Carries out commands to progressives, and prepares new ones."""

    def __init__(self, handler: "CommandHandler") -> None:
        self._keeper = handler

    async def attempt(
        self,
        command: AnyLinkCommand,
        by: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        handler = self._keeper
        link = await handler.streams.jackpot(await self._jackpot_of(command))
        target = await self._taker(link.state, command)
        linked: list[Stream[HouseTable]] = []
        if isinstance(command, OrderClaims | hc.Approve):
            linked = [await handler.streams.table(table) for table in link.state.tables]
        reads: list[Stream[Any]] = [*linked] if target is None else [*linked, target]
        at = max(handler.now(), link.last_at)
        if isinstance(command, hc.Approve):
            waiting = link.state.proposals
            reads += await demand_second_person(handler, waiting, command, signed(by), at)
        if link.dead or any(one.dead for one in reads):
            raise Conflict
        demand_version(expected_version, link.head.version)
        states = [table.state for table in linked]
        taker = None if target is None else target.state
        try:
            decision = decide_link_command(link.state, states, taker, command, signed(by), at)
        except BrokenMeter as broken:
            await self.lose(link, str(broken))
            raise Conflict from None
        writes = [Write(link, (h.CommandGiven(command), *decision.events), decision.link)]
        if target is not None and decision.other is not None:
            writes.append(Write(target, decision.other.events, decision.other.link))
            reads.remove(target)
        return await handler.write(writes, reads, at, by, key)

    async def _jackpot_of(self, command: AnyLinkCommand) -> str:
        if isinstance(command, hc.Approve | hc.Decline):
            return stream_of(command.proposal).removeprefix("jackpot:")
        if not isinstance(command, OrderClaims):
            return command.jackpot
        names: set[str | None] = {
            (await self._keeper.streams.table(one.table)).state.jackpot for one in command.claims
        }
        [name] = names if len(names) == 1 else [None]
        if name is None:
            decline(HouseCode.NO_SUCH_JACKPOT, "The claims of one order are on one jackpot.")
        return name

    async def _taker(
        self, link: HouseJackpot, command: AnyLinkCommand
    ) -> Stream[HouseJackpot] | None:
        """The progressive that gets the money of one that is to be retired."""
        wanted = command
        if isinstance(command, hc.Approve):
            found = [one.command for one in link.proposals.open if one.id == command.proposal]
            wanted = found[0] if found else command  # type: ignore[assignment]
        if isinstance(wanted, hc.RetireJackpot) and wanted.to is not None:
            return await self._keeper.streams.jackpot(wanted.to)
        return None

    async def lose(self, link: Stream[HouseJackpot], reason: str) -> None:
        """A meter that does not add up is a link that is down (CSP 5.17, 5.18)."""
        name = link.state.name
        fail = hc.FailLink(jackpot=name, reason=reason, by=HOUSE_MANAGER)
        key = f"broken-meter:{name}:{link.state.failures}"
        with suppress(HouseRefused):  # somebody was faster
            await self._keeper.command(None, fail, HOUSE_MANAGER, key)

    async def beginning(self, command: hc.RegisterJackpot, by: Actor | None) -> Beginning:
        """What a new progressive will write to its stream."""
        stream = await self._keeper.streams.new(h.jackpot_stream(command.name))

        def decide(_: datetime) -> list[Write]:
            decision = decide_jackpot_registration(replace(command, by=by))
            return [Write(stream, decision.events, decision.link)]

        return Beginning(decide)
