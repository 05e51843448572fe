"""A wrong payout: what a player was handed is not what was confirmed.

Found before the next opening call, it is put right as every other difference: what was really
handed over counts, and the acts of the round follow from it. Found later, its round is over: a
supervisor records whether it was put right at the table, or stays so. What a player keeps left the
tray. What a player lacks is due to them at the cage only while the acts of the round show what they
were handed; later it is handed over at the table, from the tray that holds it.

What stays moves money on a supervisor's word. It is held against what was handed for that very
wager, all reports of it together: nobody lacks more than they were handed, or keeps more than that
or than a losing wager paid as a winning one. What stays of one round beyond what the house lets one
person do (`second_person_above`) takes two: it is proposed at the cage, and recorded at the table
when a second person has agreed to it.
"""

from msgspec.structs import replace

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.settings import CageLimits
from croupier.house.model.table.acts import is_paid_in_chips
from croupier.house.model.table.payment import (
    ROUNDS_REMEMBERED,
    PaidRound,
    Payment,
    handed,
    paid_round,
)
from croupier.house.model.table.state import HouseTable
from croupier.money import Cents, dollars, in_dollars
from croupier.rulebooks.terms import Role
from croupier.table.state import Settled, Voided


def report_payment(
    table: HouseTable, command: hc.ReportPayment, *, agreed: bool = False
) -> tuple[h.WrongPayment, ...]:
    """What was found; raises `HouseRefused`. `agreed`: a second person has approved it."""
    current, on_table = table.game.round, _on_table(table, command.round)
    demand_role(command.by, Role.PIT_SUPERVISOR if command.stays or not on_table else Role.DEALER)
    assert command.by is not None
    if not is_paid_in_chips(table):
        decline(HouseCode.NO_SUCH_ACT, f"Nothing is paid in chips at table {table.name}.")
    if command.round > current.number or (command.round == current.number and not on_table):
        decline(
            HouseCode.NO_SUCH_ACT, f"Round {command.round} of table {table.name} is not paid yet."
        )
    if command.over == 0:
        decline(HouseCode.BAD_COMMAND, "Say how much too much or too little was handed over.")
    if command.wager not in table.game.rulebook.wagers:
        decline(HouseCode.BAD_COMMAND, f"This game has no {command.wager}.")
    if on_table:
        _demand_laid(table, command)
        _demand_handed(table.payment, command)
    elif command.stays and command.over < 0:
        decline(
            HouseCode.BAD_COMMAND,
            "What a player lacks from an earlier round is handed over at the table, and recorded "
            "then: nothing is owed at the cage on one person's word.",
        )
    if command.stays and command.second_person_above is not None:
        _demand_bounded(_paid(table, command.round), command)
        if not agreed:
            _demand_alone(_paid(table, command.round), command, command.second_person_above)
    settlement = table.payment.settlement if on_table else None
    return (
        h.WrongPayment(
            command.round,
            command.box,
            command.player,
            command.wager,
            command.over,
            command.by.id,
            command.reason,
            command.stays,
            settlement,
        ),
    )


def with_limits(command: hc.ReportPayment, limits: CageLimits) -> hc.ReportPayment:
    """With what the house has set, whatever was sent."""
    return replace(command, second_person_above=limits.second_person_above, by_two=True)


def takes_two(table: HouseTable, command: hc.ReportPayment) -> bool:
    """Whether it is more than the house lets one person do; nothing else is looked at."""
    if not command.stays or command.second_person_above is None:
        return False
    if _on_table(table, command.round):
        paid: PaidRound | None = paid_round(command.round, table.payment)
    else:
        paid = next((one for one in table.paid if one.number == command.round), None)
    return paid is not None and _together(paid, command) > command.second_person_above


def _on_table(table: HouseTable, number: int) -> bool:
    """Whether the acts of a round are still open to change."""
    current = table.game.round
    return number == current.number and isinstance(current, Settled | Voided)


def _demand_laid(table: HouseTable, command: hc.ReportPayment) -> None:
    """A name that nobody at the box has is no wager that is still to be paid."""
    current, wager = table.game.round, (command.box, command.wager)
    assert isinstance(current, Settled | Voided)
    had = [one.player for one in current.lines if (one.box, one.wager) == wager]
    confirmed = (one.act.player for one in table.payment.confirmed if one.act.box == command.box)
    if command.player not in {*had, *confirmed}:
        decline(
            HouseCode.NO_SUCH_ACT,
            f"{command.player} had no {command.wager} on box {command.box} in round "
            f"{current.number}. Who had: {', '.join(had) or 'nobody'}.",
        )


def _demand_handed(payment: Payment, command: hc.ReportPayment) -> None:
    """It is held against what was confirmed: nobody was handed less than nothing."""
    wager = command.box, command.player, command.wager
    if not any(one.act.key == wager for one in payment.confirmed):
        decline(
            HouseCode.NO_SUCH_ACT,
            f"Nothing is confirmed yet for the {command.wager} of {command.player}, box "
            f"{command.box}: hand over what is listed.",
        )
    if (had := handed(payment, wager)) + command.over < 0:
        decline(
            HouseCode.BAD_COMMAND,
            f"{command.player} was handed {dollars(had)} for it, and no more can be missing.",
        )


def _paid(table: HouseTable, number: int) -> PaidRound:
    if _on_table(table, number):
        return paid_round(number, table.payment)
    found = next((one for one in table.paid if one.number == number), None)
    if found is None:
        decline(
            HouseCode.NO_SUCH_ACT,
            f"What was handed over in round {number} of table {table.name} is not kept: the house "
            f"keeps the last {ROUNDS_REMEMBERED} rounds that were paid. What the tray lacks or has "
            "too much is recorded when it is counted.",
        )
    return found


def _demand_bounded(paid: PaidRound, command: hc.ReportPayment) -> None:
    """Too much and too little are counted apart: one does not make room for the other."""
    wager = paid.find((command.box, command.player, command.wager))
    if wager is None:
        decline(
            HouseCode.NO_SUCH_ACT,
            f"{command.player} had no {command.wager} on box {command.box} in round {paid.number}: "
            "nothing was handed over for it.",
        )
    before = [one.over for one in paid.stays if one.key == wager.key]
    if command.over < 0:
        lacked = -sum(over for over in before if over < 0)
        if lacked - command.over > wager.handed:
            decline(
                HouseCode.BAD_COMMAND,
                f"{command.player} was handed {dollars(wager.handed)} for it, of which "
                f"{dollars(lacked)} are reported as missing already: no more can be missing.",
            )
        return
    most = max(wager.handed, 2 * wager.laid)
    kept = sum(over for over in before if over > 0)
    if kept + command.over > most:
        decline(
            HouseCode.BAD_COMMAND,
            f"At most {dollars(most)} too much can stay of this wager, and {dollars(kept)} are "
            "reported already. What else the tray lacks is recorded when it is counted.",
        )


def _together(paid: PaidRound, command: hc.ReportPayment) -> Cents:
    return sum(abs(one.over) for one in paid.stays) + abs(command.over)


def _demand_alone(paid: PaidRound, command: hc.ReportPayment, above: Cents) -> None:
    together = _together(paid, command)
    assert command.by is not None
    if together > above and command.by_two:
        decline(
            HouseCode.ROLE_TOO_LOW,
            f"With this, {in_dollars(together)} of round {paid.number} stay wrong. What is more "
            f"than {in_dollars(above)} together takes two people: one proposes it, another "
            "approves it.",
        )
    if together > above and not command.by.role.may_act_as(Role.SHIFT_MANAGER):
        decline(
            HouseCode.ROLE_TOO_LOW,
            f"With this, {dollars(together)} of round {paid.number} stay wrong. What is more than "
            f"{dollars(above)} together takes a shift manager.",
        )
