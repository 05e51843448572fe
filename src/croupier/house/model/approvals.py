"""What takes two people: one proposes, a different one approves, and both are on record.

A proposal lives in the stream that it concerns: that of a jackpot, or the cage's, where new
tables and jackpots are proposed too. The command is decided when it is approved, on the state
of that moment.
"""

from datetime import datetime
from typing import TypeGuard

from msgspec import UNSET, Struct, UnsetType, structs

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage import commands as c
from croupier.house.model.cage.commands import ReopenDay
from croupier.house.model.cage.events import Found
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import JackpotTerms
from croupier.house.model.table.rulebook import named
from croupier.jackpot.commands import AdjustJackpot
from croupier.money import Cents, in_dollars

CONFIRM_HIT = (HouseRole.PIT_SUPERVISOR, HouseRole.PIT_MANAGER)
CONFIGURE = (HouseRole.SHIFT_MANAGER, HouseRole.ADMINISTRATOR)
"""Never in one role: whoever sets up a progressive does not confirm that somebody has won it."""
AT_CAGE = (HouseRole.CAGE,)
AT_TABLE = (HouseRole.DEALER, *CONFIRM_HIT, HouseRole.SHIFT_MANAGER)
COUNTING = (*CONFIRM_HIT, HouseRole.SHIFT_MANAGER, HouseRole.CAGE)
APPROVE_CONFIGURATION = (HouseRole.SHIFT_MANAGER,)
APPROVE_DAY = (HouseRole.SHIFT_MANAGER, HouseRole.CAGE)


class Proposal(Struct, frozen=True):
    """Something that waits for a second person."""

    id: str
    """The stream, a stroke and a number: `jackpot:J1/3`."""
    command: hc.TwoPersonCommand
    by: Signature
    at: datetime
    found: Found | UnsetType = UNSET
    """What the books said, where something was counted."""
    due: h.Due | UnsetType = UNSET
    """What was payable, where it is to be paid."""

    @property
    def number(self) -> int:
        return int(self.id.rpartition("/")[2])


class Proposals(Struct, frozen=True):
    """Of one stream."""

    made: int = 0
    open: tuple[Proposal, ...] = ()

    def find(self, name: str) -> Proposal:
        for proposal in self.open:
            if proposal.id == name:
                return proposal
        decline(HouseCode.NO_SUCH_PROPOSAL, f"No proposal '{name}' is open.")


Event = h.Proposed | h.ProposalApproved | h.ProposalDeclined


def evolve(proposals: Proposals, event: Event, at: datetime) -> Proposals:
    if isinstance(event, h.Proposed):
        added = Proposal(event.proposal, event.command, event.by, at, event.found, event.due)
        return Proposals(proposals.made + 1, (*proposals.open, added))
    left = tuple(one for one in proposals.open if one.id != event.proposal)
    return structs.replace(proposals, open=left)


def stream_of(proposal: str) -> str:
    """The stream that a proposal lives in."""
    return proposal.rpartition("/")[0]


def may_propose(command: hc.TwoPersonCommand) -> tuple[HouseRole, ...]:
    match command:
        case hc.PayJackpot():
            return CONFIRM_HIT
        case hc.ReturnPayment():
            return (*CONFIRM_HIT, HouseRole.CAGE)
        case c.TableBuyIn():
            return AT_TABLE
        case hc.ReportPayment():
            return (*CONFIRM_HIT, HouseRole.SHIFT_MANAGER)
        case c.CountFloat() | c.CorrectBuyIn():
            return COUNTING
        case c.CloseDrawer() | c.MoveBankroll():
            return (*AT_CAGE, HouseRole.SHIFT_MANAGER)
        case _ if isinstance(command, c.AtDesk):
            return AT_CAGE
        case c.CloseDay() | c.HandOverShift():
            return APPROVE_CONFIGURATION
        case _:
            return CONFIGURE


def may_approve(command: hc.TwoPersonCommand) -> tuple[HouseRole, ...]:
    """The cage may be the second to confirm a win, to let cash be changed at a table, and to open
    the books of a day again.

    Whoever makes accounts and gives powers proposes, and is nobody's second person.
    """
    match command:
        case hc.PayJackpot() | hc.ReturnPayment():
            return (*CONFIRM_HIT, HouseRole.CAGE)
        case c.TableBuyIn():
            return (*CONFIRM_HIT, *APPROVE_DAY)
        case c.CountFloat() | c.CorrectBuyIn():
            return COUNTING
        case hc.ReportPayment():
            return APPROVE_DAY
        case _ if isinstance(command, c.AtDesk | c.CloseDay | ReopenDay | c.MoveBankroll):
            return APPROVE_DAY
        case _:
            return APPROVE_CONFIGURATION


def demand_power(by: Signature | None, roles: tuple[HouseRole, ...]) -> Signature:
    if by is None or by.role not in roles:
        named = " or ".join(f"a {role.label}" for role in roles)
        decline(HouseCode.ROLE_TOO_LOW, f"This takes {named}.")
    return by


def demand_no_configurer(command: hc.TwoPersonCommand, roles: frozenset[HouseRole]) -> None:
    """Whatever else somebody is: a configuring role keeps them from confirming a win."""
    if isinstance(command, hc.PayJackpot | hc.ReturnPayment) and not roles.isdisjoint(CONFIGURE):
        decline(HouseCode.NOT_YOUR_POWER, "Whoever may configure a jackpot confirms no hit of it.")


def propose(
    proposals: Proposals, stream: str, command: hc.TwoPersonCommand, by: Signature | None
) -> h.Proposed:
    by = demand_power(by, may_propose(command))
    for one in proposals.open:
        if one.command == command:
            decline(HouseCode.PROPOSED_ALREADY, f"{one.by.id} has proposed this: {one.id}.")
    return h.Proposed(f"{stream}/{proposals.made + 1}", command, by)


def approve(
    proposals: Proposals, name: str, by: Signature | None
) -> tuple[Proposal, h.ProposalApproved]:
    """The proposal, for whoever now decides its command, and the event that ends it."""
    proposal = proposals.find(name)
    by = demand_power(by, may_approve(proposal.command))
    if by.id == proposal.by.id:
        decline(
            HouseCode.SAME_PERSON,
            f"{by.id} has proposed it; a different person has to approve it.",
        )
    return proposal, h.ProposalApproved(name, proposal.by)


def refuse(
    proposals: Proposals, name: str, reason: str, by: Signature | None
) -> h.ProposalDeclined:
    """Whoever could propose or approve it may decline it, the first person too."""
    proposal = proposals.find(name)
    demand_power(by, (*may_approve(proposal.command), *may_propose(proposal.command)))
    return h.ProposalDeclined(name, reason)


def is_payment(command: hc.TwoPersonCommand) -> TypeGuard[hc.PayJackpot]:
    return isinstance(command, hc.PayJackpot)


def to_pay(due: h.Due) -> str:
    """What a second person has to know of a payment."""
    said = f"{in_dollars(due.amount)} to {due.player}"
    if due.chips is not UNSET and due.chips != due.amount:
        said += f" ({in_dollars(due.chips)} in chips)"
    if due.before:
        said += f" (already paid {in_dollars(due.before)} before)"
    if due.unreturned:
        said += f" (others have {in_dollars(due.unreturned)} of this round to give back)"
    return said


def _terms_of(command: hc.RegisterJackpot) -> str:
    """Whoever approves a jackpot is shown all that moves its money."""
    entry = command.entry
    return _listed(entry.stake, entry.reset, entry.increment, entry.max_credits, command.terms)


def _parameters(command: hc.ChangeJackpot) -> str:
    return _listed(
        command.stake, command.reset, command.increment, command.max_credits, command.terms
    )


def _listed(
    stake: Cents | None,
    reset: Cents | None,
    increment: str | None,
    credits: int | None,
    terms: JackpotTerms | None,
) -> str:
    """Parameters as a second person reads them; none of those that stay as they are."""
    said = []
    if stake is not None:
        said.append(f"stake {in_dollars(stake)}")
    if reset is not None:
        said.append(f"reset {in_dollars(reset)}")
    if increment is not None:
        said.append(f"increment {increment}")
    if credits is not None:
        said.append(f"most credits {credits}")
    if terms is not None:
        said.append("no limit" if terms.limit is None else f"limit {in_dollars(terms.limit)}")
        said.append(f"reserve {terms.reserve}")
    return ", ".join(said) or "what they are"


def summary(proposal: Proposal) -> str:  # noqa: PLR0912 - a case a command
    """What is proposed, in a sentence."""
    command = proposal.command
    match command:
        case hc.PayJackpot():
            what = "" if proposal.due is UNSET else f" {to_pay(proposal.due)} for"
            return (
                f"Pay{what} the {command.target.replace('_', ' ')} win of table {command.table}, "
                f"round {command.round}, box {command.box}, on jackpot {command.jackpot}"
                f"{', in cash at the cage' if command.cash else ''}."
            )
        case hc.ReturnPayment():
            return (
                f"{command.player} has handed back {in_dollars(command.amount)} in chips, of the "
                f"payment for table {command.table}, round {command.round}, on jackpot "
                f"{command.jackpot} that was undone."
            )
        case AdjustJackpot():
            return (
                f"Correct jackpot {command.jackpot} by {in_dollars(command.amount)}: "
                f"{command.reason}"
            )
        case hc.ChangeJackpot():
            return (
                f"Change the parameters of jackpot {command.jackpot} to {_parameters(command)}: "
                f"{command.reason}"
            )
        case hc.RetireJackpot():
            where = "the house" if command.to is None else f"jackpot {command.to}"
            return f"Retire jackpot {command.jackpot}, its money to {where}: {command.reason}"
        case c.CloseDay():
            why = "" if command.reason is None else f": {command.reason}"
            return f"Close the gaming day {command.day}{why}"
        case ReopenDay():
            return f"Open the gaming day {command.day} again: {command.reason}"
        case hc.RegisterTable():
            link = "" if command.entry.jackpot is None else f", linked to {command.entry.jackpot}"
            return (
                f"Register table {command.name} for {command.money} money: "
                f"{named(command.entry.rulebook)}{link}."
            )
        case hc.ChangeEdition():
            return (
                f"From {command.since:%d %B %Y, %H:%M %Z} on, table {command.table} runs "
                f"{named(command.rulebook)}: {command.reason}"
            )
        case hc.AdmitShoe():
            end = "" if command.until is None else f" until {command.until:%d %B %Y, %H:%M %Z}"
            return (
                f"Let a shoe, '{command.name}', deal the cards of table {command.table}{end}: "
                f"{proposal.by.id} makes its token."
            )
        case hc.ReportPayment():
            way = "too much, which stays with them"
            if command.over < 0:
                way = "too little, which is due to them at the cage"
            return (
                f"{command.player} was handed {in_dollars(abs(command.over))} {way}, for the "
                f"{command.wager.replace('_', ' ')} of box {command.box} in round {command.round} "
                f"of table {command.table}: {command.reason}"
            )
        case hc.RegisterJackpot():
            return (
                f"Register jackpot {command.name} for {command.money} money, with "
                f"{in_dollars(command.entry.meter)} on the meter: {_terms_of(command)}."
            )
        case c.BuyIn():
            return f"Buy-in of {in_dollars(command.amount)} for {command.player}."
        case c.CashOut():
            return f"Cash-out of {in_dollars(command.amount)} for {command.player}."
        case c.BuyChips():
            return f"Chips for {in_dollars(command.amount)}, sold to {command.player}."
        case c.RedeemChips():
            return f"Chips for {in_dollars(command.amount)}, bought back from {command.player}."
        case c.PayRemainder():
            return (
                f"{in_dollars(command.amount)} in coin for {command.player}, which no chip can pay."
            )
        case c.TableBuyIn():
            return (
                f"Buy-in of {in_dollars(command.amount)} for {command.player} at table "
                f"{command.table}."
            )
        case c.Fill():
            return f"Fill of {in_dollars(command.amount)} for table {command.table}."
        case c.Credit():
            return f"Credit of {in_dollars(command.amount)} from table {command.table}."
        case c.CountFloat() | c.CountDrop():
            what = "float" if isinstance(command, c.CountFloat) else "drop box"
            assert proposal.found is not UNSET
            return (
                f"Count of the {what} of table {command.table}: {in_dollars(command.amount)}, "
                f"where the books have {in_dollars(proposal.found.expected)}."
            )
        case c.CloseDrawer():
            assert proposal.found is not UNSET
            return (
                f"Count of the drawer of {command.cashier}: {in_dollars(command.amount)}, "
                f"where the records have {in_dollars(proposal.found.expected)}: {command.reason}"
            )
        case c.MoveBankroll(way=way):
            what = "Bring {} into the safe" if way is c.Direction.IN else "Take {} out of the safe"
            return f"{what.format(in_dollars(command.amount))}: {command.reason}"
        case c.CorrectBuyIn():
            return (
                f"Put the buy-in of receipt {command.receipt} right, to "
                f"{in_dollars(command.amount)}: {command.reason}"
            )
        case c.HandOverShift():
            return (
                f"{command.to} takes over from {proposal.by.id}, as shift '{command.name}': "
                f"{command.remarks}"
            )
        case c.RecountDrop():
            return (
                f"Put the last count of the drop box of table {command.table} right, to "
                f"{in_dollars(command.amount)}: {command.reason}"
            )
