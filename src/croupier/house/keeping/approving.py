"""A second person is another person: asked of the register as it is when they approve."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from croupier.house import commands as hc
from croupier.house.jackpot.proposals import Proposals
from croupier.house.log.storing import Conflict
from croupier.house.people.hands import demand_two_people
from croupier.house.people.roles import Signature
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
    proposer = proposals.find(command.proposal).by.id
    demand_two_people(people.state, by.id, proposer, at)
    return [people] if people.head.version else []
