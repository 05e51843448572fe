"""A wrong payout: what a player was handed is not what was confirmed.

Found before the next opening call, it is put right as every other difference: what was really
handed over counts, and the acts of the round follow from it. Found later, its round is over: a
supervisor records whether it was put right at the table, or stays so. What a player keeps left the
tray. What a player lacks is due to them at the cage only while the acts of the round show what they
were handed; later it is handed over at the table, from the tray that holds it.
"""

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.table.acts import is_paid_in_chips
from croupier.house.model.table.payment import ActKind, Payment, WagerKey
from croupier.house.model.table.state import HouseTable
from croupier.money import Cents, dollars
from croupier.rulebooks.terms import Role
from croupier.table.state import Settled, Voided

_SIGN = {ActKind.GIVE_BACK: 1, ActKind.PAY: 1, ActKind.COLLECT: -1}


def report_payment(table: HouseTable, command: hc.ReportPayment) -> tuple[h.TableStreamEvent, ...]:
    """What was found; raises `HouseRefused`."""
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
        _demand_handed(table.payment, command)
    elif command.stays and command.over < 0:
        decline(
            HouseCode.BAD_COMMAND,
            "What a player lacks from an earlier round is handed over at the table, and recorded "
            "then: nothing is owed at the cage on one person's word.",
        )
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


def _on_table(table: HouseTable, number: int) -> bool:
    """Whether the acts of a round are still open to change."""
    current = table.game.round
    return number == current.number and isinstance(current, Settled | Voided)


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


def handed(payment: Payment, wager: WagerKey) -> Cents:
    """What the player has got for a wager, by what was confirmed."""
    done = (one.act for one in payment.confirmed if one.act.key == wager)
    return sum(_SIGN.get(act.kind, 0) * act.amount for act in done)
