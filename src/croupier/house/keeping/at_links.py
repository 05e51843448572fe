"""Commands to a progressive, with the tables and the other progressive that they rest on."""

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.jackpot.decide import decide_jackpot_registration
from croupier.house.jackpot.proposals import stream_of
from croupier.house.jackpot.state import HouseJackpot
from croupier.house.jackpot.two_people import AnyLinkCommand, decide_link_command
from croupier.house.keeping.approving import demand_second_person
from croupier.house.keeping.beginning import Beginning
from croupier.house.keeping.once import Accepted, demand_version
from croupier.house.log.storing import Conflict
from croupier.house.people.roles import Signature, signed
from croupier.house.refusals import HouseCode, HouseRefused, decline
from croupier.house.streams.stream import Stream, Write
from croupier.house.table.decide import HOUSE_MANAGER
from croupier.house.table.state import HouseTable
from croupier.jackpot.commands import OrderClaims
from croupier.jackpot.meter import BrokenMeter
from croupier.rulebooks.roles import Actor

if TYPE_CHECKING:
    from croupier.house.keeping.keeper import Keeper


class AtLinks:
    """Carries out commands to progressives, and prepares new ones."""

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper

    async def attempt(
        self,
        command: AnyLinkCommand,
        by: Actor | Signature,
        key: str,
        expected_version: int | None,
    ) -> Accepted:
        keeper = self._keeper
        link = await keeper.holding.jackpot(await self._jackpot_of(command))
        target = await self._taker(link.state, command)
        linked: list[Stream[HouseTable]] = []
        if isinstance(command, OrderClaims | hc.Approve):
            linked = [await keeper.holding.table(table) for table in link.state.tables]
        reads: list[Stream[Any]] = [*linked] if target is None else [*linked, target]
        at = max(keeper.now(), link.last_at)
        if isinstance(command, hc.Approve):
            waiting = link.state.proposals
            reads += await demand_second_person(keeper, waiting, command, signed(by), at)
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
        return await keeper.write(writes, reads, at, by, key)

    async def _jackpot_of(self, command: AnyLinkCommand) -> str:
        if isinstance(command, hc.Approve | hc.Decline):
            return stream_of(command.proposal).removeprefix("jackpot:")
        if not isinstance(command, OrderClaims):
            return command.jackpot
        names: set[str | None] = {
            (await self._keeper.holding.table(one.table)).state.jackpot for one in command.claims
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
            return await self._keeper.holding.jackpot(wanted.to)
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
        stream = await self._keeper.holding.new(h.jackpot_stream(command.name))

        def decide(_: datetime) -> list[Write]:
            decision = decide_jackpot_registration(replace(command, by=by))
            return [Write(stream, decision.events, decision.link)]

        return Beginning(decide)
