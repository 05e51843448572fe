"""A second person is another person: asked of the register as it is when they approve."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from croupier.house import commands as hc
from croupier.house.jackpot.proposals import (
    Proposals,
    demand_no_configurer,
    may_approve,
    stream_of,
)
from croupier.house.log.storing import Conflict
from croupier.house.people.hands import demand_two_people
from croupier.house.people.roles import HouseRole, Signature
from croupier.house.streams.offices import Office
from croupier.house.streams.stream import Stream

if TYPE_CHECKING:
    from croupier.house.keeping.keeper import Keeper


async def demand_second_person(
    keeper: "Keeper", proposals: Proposals, command: hc.Approve, by: Signature, at: datetime
) -> list[Stream[Any]]:
    """The stream that the approval rests on: a reset just before it counts, at any process."""
    people: Stream[Any] = await keeper.holding.office(Office.PEOPLE)
    if people.dead:
        raise Conflict
    proposal = proposals.find(command.proposal)
    demand_two_people(people.state, by.id, proposal.by.id, at)
    demand_no_configurer(proposal.command, people.state.roles_of(by.id, at))
    return [people] if people.head.version else []


async def roles_needed(keeper: "Keeper", command: hc.AnyCommand) -> frozenset[HouseRole]:
    """Who could agree to what the command approves; nobody in particular where it is another."""
    if not isinstance(command, hc.Approve):
        return frozenset()
    waiting = Proposals()
    kind, _, name = stream_of(command.proposal).partition(":")
    if kind == Office.CAGE:
        waiting = (await keeper.holding.office(Office.CAGE)).state.proposals
    elif name in keeper.holding.jackpots():
        waiting = (await keeper.holding.jackpot(name)).state.proposals
    found = [one.command for one in waiting.open if one.id == command.proposal]
    return frozenset(may_approve(found[0])) if found else frozenset()
