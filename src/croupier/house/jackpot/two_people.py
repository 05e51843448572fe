"""Commands to a progressive: what takes two people is proposed first, and decided when approved."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from msgspec import structs

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.jackpot import proposals
from croupier.house.jackpot import state as links
from croupier.house.jackpot.decide import (
    LinkCommand,
    LinkDecision,
    decide_link,
    demand_no_round,
    demand_not_retired,
    parameters_of,
)
from croupier.house.jackpot.payables import Payable
from croupier.house.jackpot.state import HouseJackpot
from croupier.house.ledger.wallets import account_of
from croupier.house.people.roles import Signature
from croupier.house.refusals import HouseCode, decline
from croupier.house.table.state import HouseTable
from croupier.jackpot import events as j
from croupier.jackpot.commands import AdjustJackpot
from croupier.money import dollars
from croupier.table.state import Settled, Voided

AnyLinkCommand = LinkCommand | hc.PayJackpot | hc.RetireJackpot | hc.Approve | hc.Decline


def decide_link_command(
    link: HouseJackpot,
    linked: Sequence[HouseTable],
    target: HouseJackpot | None,
    command: AnyLinkCommand,
    by: Signature | None,
    now: datetime,
) -> LinkDecision:
    """A command to a progressive by somebody; `target` is the one that a retired one goes to."""
    match command:
        case hc.PayJackpot() | AdjustJackpot() | hc.ChangeJackpot() | hc.RetireJackpot():
            demand_not_retired(link)
            if isinstance(command, hc.PayJackpot):
                _payable(link, command)
            elif isinstance(command, hc.ChangeJackpot):
                parameters_of(link, command)
            plain = structs.replace(command, at=None) if hasattr(command, "at") else command
            stream = h.jackpot_stream(link.name)
            return _after(link, (proposals.propose(link.proposals, stream, plain, by),), now)
        case hc.Approve():
            return _approved(link, linked, target, command, by, now)
        case hc.Decline():
            refused = proposals.refuse(link.proposals, command.proposal, command.reason, by)
            return _after(link, (refused,), now)
        case _:
            return decide_link(link, linked, command, now)


def _after(link: HouseJackpot, events: tuple[h.LogEvent, ...], now: datetime) -> LinkDecision:
    for event in events:
        link = links.evolve(link, event, now)
    return LinkDecision(events, link)


def _approved(
    link: HouseJackpot,
    linked: Sequence[HouseTable],
    target: HouseJackpot | None,
    command: hc.Approve,
    by: Signature | None,
    now: datetime,
) -> LinkDecision:
    """What was proposed, decided as things now stand; refused, the proposal stays open."""
    proposal, approved = proposals.approve(link.proposals, command.proposal, by)
    link = links.evolve(link, approved, now)
    wanted = proposal.command
    other = None
    match wanted:
        case hc.PayJackpot():
            done = _after(link, (_paid(link, linked, wanted),), now)
        case hc.RetireJackpot():
            done, other = _retired(link, linked, target, wanted, proposal.by, now)
        case AdjustJackpot() | hc.ChangeJackpot():
            done = decide_link(link, linked, wanted, now)
        case _:
            raise AssertionError("this is no matter of a jackpot")
    return LinkDecision((approved, *done.events), done.link, other)


# Payment


def _payable(link: HouseJackpot, command: hc.PayJackpot) -> Payable:
    place = (command.table, command.round, command.box, command.target)
    for one in link.payables:
        if one.place == place:
            return one
    decline(
        HouseCode.NO_SUCH_PAYABLE,
        f"Nothing is payable on jackpot {link.name} for table {command.table}, round "
        f"{command.round}, box {command.box}.",
    )


def _paid(
    link: HouseJackpot, linked: Sequence[HouseTable], command: hc.PayJackpot
) -> h.JackpotPaid:
    """To the winner, once the round is settled."""
    due = _payable(link, command)
    [table] = [one for one in linked if one.name == due.table]
    current = table.game.round
    if current.number == due.round and not isinstance(current, Settled | Voided):
        decline(
            HouseCode.ROUND_RUNNING,
            f"Round {due.round} of table {due.table} is not settled yet.",
        )
    account = account_of(table.money, due.player, recording=table.recording)
    return h.JackpotPaid(due.table, due.round, due.box, due.target, due.player, due.amount, account)


# The end of a link


def _retired(
    link: HouseJackpot,
    linked: Sequence[HouseTable],
    target: HouseJackpot | None,
    command: hc.RetireJackpot,
    proposed_by: Signature,
    now: datetime,
) -> tuple[LinkDecision, LinkDecision | None]:
    demand_not_retired(link)
    demand_no_round(linked)
    if link.meter.pending():
        decline(HouseCode.CLAIM_PENDING, f"A claim waits on jackpot {link.name}.")
    if link.payables:
        [first, *_] = link.payables
        decline(
            HouseCode.CLAIM_PENDING,
            f"{dollars(first.amount)} is still payable to {first.player}.",
        )
    returned = Fraction(link.wins, link.amount_in) if link.amount_in else Fraction(0)
    event = h.JackpotRetired(
        command.reason,
        command.to,
        link.meter.meter,
        link.reserve,
        link.overflow,
        link.amount_in,
        link.wins,
        str(returned),
    )
    done = _after(link, (event,), now)
    if command.to is None:
        return done, None
    return done, _given_on(event, link, target, proposed_by, now)


def _given_on(
    event: h.JackpotRetired,
    link: HouseJackpot,
    target: HouseJackpot | None,
    proposed_by: Signature,
    now: datetime,
) -> LinkDecision | None:
    """What the link held goes to another; what the house advanced for resets is set off."""
    assert target is not None
    demand_not_retired(target)
    if target.money is not link.money or target.name == link.name:
        decline(HouseCode.OTHER_MONEY, f"Jackpot {target.name} cannot take over this money.")
    amount = max(0, event.meter + event.reserve + event.overflow)
    actor = proposed_by.actor
    assert actor is not None
    if target.terms.limit is not None and target.meter.meter + amount > target.terms.limit:
        decline(
            HouseCode.BAD_SETTING,
            f"Jackpot {target.name} would be above its limit of {dollars(target.terms.limit)}.",
        )
    if not amount:
        return None
    reason = f"from retired jackpot {link.name}"
    return _after(target, (j.JackpotAdjusted(target.name, amount, reason, actor),), now)
