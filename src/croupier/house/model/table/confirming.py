"""The dealer confirms what was done, and the opening call waits until all of it is."""

from msgspec.structs import replace

from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.refusals import HouseCode, decline, demand_role
from croupier.house.model.settings import Cards, ChipSet, OddMoney
from croupier.house.model.table.acts import Act, in_chips, is_paid_in_chips, open_acts, prizes
from croupier.house.model.table.payment import ActKind
from croupier.house.model.table.state import HouseTable
from croupier.money import dollars
from croupier.rulebooks.terms import Role
from croupier.table import commands as c
from croupier.table.state import Settled, Voided

_DOES = {
    ActKind.TAKE: "take",
    ActKind.GIVE_BACK: "give back",
    ActKind.PAY: "pay",
    ActKind.COLLECT: "collect",
}


def confirm(
    table: HouseTable, link: HouseJackpot | None, command: hc.ConfirmActs
) -> tuple[h.TableStreamEvent, ...]:
    """What was done is on record; raises `HouseRefused` where there is nothing such to do."""
    demand_role(command.by, Role.DEALER)
    assert command.by is not None
    current, payment = table.game.round, table.payment
    if not isinstance(current, Settled | Voided) or not is_paid_in_chips(table):
        decline(HouseCode.NO_SUCH_ACT, f"Nothing is to be paid in chips at table {table.name}.")
    if command.waits_for_prizes:
        _demand_released(table, link)
    all_acts = open_acts(table, link, stakes_apart=command.stakes_apart)
    by_name = {act.id: act for act in all_acts}
    for name in command.acts:
        if name not in by_name:
            decline(
                HouseCode.NO_SUCH_ACT,
                f"'{name}' is done already, or the round was settled anew since: look again.",
            )
    acts = tuple(by_name[name] for name in dict.fromkeys(command.acts))
    assert command.smallest_chip is not None
    rounded = payment.rounded if command.rounds_once else None
    handed = in_chips(all_acts, command.smallest_chip, command.odd_money or OddMoney.ROUND, rounded)
    return (
        h.ActsConfirmed(
            current.number,
            payment.settlement,
            command.by.id,
            tuple(part for act in acts for part in act.parts),
            tuple(odd for act in acts for odd in handed[act.id].of(act.player)),
        ),
    )


def with_chips(command: hc.ConfirmActs, chips: ChipSet) -> hc.ConfirmActs:
    """With what the house has set, whatever was sent."""
    return replace(
        command,
        smallest_chip=chips.smallest,
        odd_money=chips.odd_money,
        rounds_once=True,
        remembered=True,
        stakes_apart=True,
        waits_for_prizes=True,
    )


def demand_paid(table: HouseTable, link: HouseJackpot | None) -> None:
    """No round beside a prize that is being verified, and none before the last one is paid.

    Where cards are dealt by a program nobody stands at a table, and nothing lies on it. A prize
    that goes to a wallet holds the table as well: its cards are the proof.
    """
    if table.dealing.cards is not Cards.LIVE or table.money is None:
        return
    _demand_released(table, link)
    left = open_acts(table, link)
    if left:
        decline(HouseCode.ACTS_OPEN, f"Not confirmed yet: {_said(left[0])}. Confirm what is done.")


def _demand_released(table: HouseTable, link: HouseJackpot | None) -> None:
    """Nothing is handed over at a table whose cards are the proof of a prize: if they turn out to
    be wrong, the round is settled otherwise, and for every box."""
    for prize in prizes(table, link):
        if prize.waits:
            decline(
                HouseCode.PRIZE_WAITS,
                f"A jackpot prize of {prize.player}, box {prize.box}, is being verified: the cards "
                "stay where they are, and nothing is handed over, until two people have released "
                "it.",
            )


def demand_reason(command: c.Rule | c.CorrectEntry) -> None:
    """Whoever rules, or puts an entry right, says why: it is on record, and the dealer reads it."""
    if not command.reason.strip():
        what = "a ruling" if isinstance(command, c.Rule) else "a correction"
        decline(HouseCode.REASON_NEEDED, f"Say why: {what} takes a reason, for the record.")


def _said(act: Act) -> str:
    where = "" if act.box is None else f", box {act.box}"
    return f"{_DOES[act.kind]} {dollars(act.amount)}, {act.player}{where}"
