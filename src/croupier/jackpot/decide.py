"""What the rules make of a command to a progressive itself."""

from collections.abc import Iterator

from croupier.jackpot.claims import pay_waiting
from croupier.jackpot.commands import AdjustJackpot, OrderClaims, PendingClaim
from croupier.jackpot.events import Claim, JackpotAdjusted, JackpotEvent
from croupier.jackpot.meter import Jackpot, LinkRound, evolve
from croupier.money import dollars
from croupier.refusal import Code, refuse
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Actor, Role


def demand_house(by: Actor | None, clause: str | None) -> Actor:
    """The House acts through a shift manager (C23)."""
    if by is None or not by.role.may_act_as(Role.SHIFT_MANAGER):
        refuse(Code.ROLE_TOO_LOW, "This takes a shift manager.", clause)
    return by


def order_claims(
    jackpot: Jackpot, rulebook: Rulebook, command: OrderClaims
) -> tuple[JackpotEvent, ...]:
    """Pay the claims listed at once, in that order; the rest keep waiting."""
    power = rulebook.progressive.house_order
    if not power.value:
        refuse(Code.NOT_IN_THIS_GAME, f"In {rulebook.name} no claim waits for an order.")
    demand_house(command.by, power.clause)
    events: list[JackpotEvent] = []
    for wanted in command.claims:
        for entry, claim in _waiting(jackpot, wanted, power.clause):
            paid = pay_waiting(jackpot, entry, [claim], rulebook.progressive)
            for event in paid:
                jackpot = evolve(jackpot, event)
            events += paid
    return tuple(events)


def _waiting(
    jackpot: Jackpot, wanted: PendingClaim, clause: str | None
) -> Iterator[tuple[LinkRound, Claim]]:
    found = [
        (entry, claim)
        for entry, claim in jackpot.pending()
        if entry.table == wanted.table
        and claim.box == wanted.box
        and wanted.round in (None, entry.number)
    ]
    if not found:
        refuse(
            Code.NO_SUCH_CLAIM,
            f"No claim of table {wanted.table}, box {wanted.box} waits on this jackpot.",
            clause,
        )
    if len(found) > 1:
        refuse(
            Code.NO_SUCH_CLAIM,
            f"Table {wanted.table}, box {wanted.box} has several claims: say of which round.",
            clause,
        )
    yield from found


def adjust(jackpot: Jackpot, command: AdjustJackpot) -> tuple[JackpotEvent, ...]:
    """A correction of the meter, with its reason; it never takes the meter below zero."""
    by = demand_house(command.by, None)
    if jackpot.meter + command.amount < 0:
        refuse(
            Code.BELOW_ZERO,
            f"The meter shows {dollars(jackpot.meter)}; it cannot fall by more.",
        )
    return (JackpotAdjusted(jackpot.id, command.amount, command.reason, by),)
