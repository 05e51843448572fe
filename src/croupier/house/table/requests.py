"""Wagers that players ask staff to place for them (MEGA 3.6).

Where wagers come out of a wallet, staff place one for its owner only on a request that the
owner made themself: for this table, box and wager, up to an amount, once, and in the round under
way. Where chips are physical the player's hand is the request, and staff write down what lies
there.
"""

from collections.abc import Sequence

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.ledger.wallets import is_bot
from croupier.house.refusals import HouseCode, decline
from croupier.house.table.state import HouseTable, WagerRequest, is_counted
from croupier.money import Cents, dollars
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Idle, Settled, Voided

REQUESTS_MAX = 10
"""Of one player in one round, used or not: nobody makes the log grow by asking."""


WAGERS_MAX = 50
"""That one player places while the bets of a round are open, withdrawn or not."""


def demand_few_wagers(table: HouseTable, command: hc.AnyCommand) -> None:
    """Placed and withdrawn again and again, wagers would fill the log; no proof asks this."""
    if is_counted(table, command):
        by = command.by  # type: ignore[union-attr]
        assert by is not None
        if table.placed.get(by.id, 0) >= WAGERS_MAX:
            decline(HouseCode.ASKED_TOO_OFTEN, f"That is enough: {WAGERS_MAX} wagers a round.")


def decide_request(table: HouseTable, command: hc.RequestWager) -> tuple[h.LogEvent, ...]:
    """A player asks; raises `HouseRefused`."""
    by = command.by
    if by is None or by.role.is_staff:
        decline(HouseCode.NOT_YOURS, "A player asks for themself.")
    if not table.from_wallets:
        decline(
            HouseCode.OTHER_MONEY,
            f"Table {table.name} is played with chips: give them to the dealer.",
        )
    if isinstance(table.game.round, Idle | Settled | Voided):
        decline(HouseCode.NO_ROUND, f"No round is under way at table {table.name}.")
    if command.box > table.game.settings.boxes:
        decline(HouseCode.BAD_COMMAND, f"Table {table.name} has no box {command.box}.")
    mine = [one for one in table.requests if one.player == by.id]
    if any(not one.used and _place(one) == (command.box, command.wager) for one in mine):
        decline(HouseCode.ASKED_ALREADY, "You have asked for this wager; staff will see to it.")
    if len(mine) >= REQUESTS_MAX:
        decline(HouseCode.ASKED_TOO_OFTEN, f"That is enough: {REQUESTS_MAX} requests a round.")
    return (h.WagerRequested(by.id, command.box, command.wager, command.amount),)


def used_request(
    table: HouseTable, command: c.PlaceWager, placed: Sequence[e.WagerPlaced]
) -> tuple[h.LogEvent, ...]:
    """The request that staff act on, now used up; raises `HouseRefused` where there is none.

    `placed` are the parts of the wager: whoever decides a shared box asks for all of them.
    """
    by = command.by
    if not placed or by is None or not by.role.is_staff or not table.from_wallets:
        return ()
    player = placed[0].player
    if command.wager == table.game.rulebook.stay.wager:
        assert not isinstance(table.game.round, Idle)
        player = table.game.round.boxes[command.box].seated
    if is_bot(player):
        return ()
    amount = sum(one.amount for one in placed)
    most = _asked(table, player, command.box, command.wager)
    if most is None or amount > most:
        what = f"{command.wager.replace('_', ' ')} of {dollars(amount)} on box {command.box}"
        asked = "has not asked" if most is None else f"asked for at most {dollars(most)}, not"
        decline(
            HouseCode.NOT_ASKED,
            f"{player} {asked} for this {what}: out of a wallet staff place what its owner has "
            "asked for in this round, and nothing else.",
            table.game.rulebook.betting.proxy.clause,
        )
    return (h.WagerRequestUsed(player, command.box, command.wager, amount, most),)


def _asked(table: HouseTable, player: str, box: int, wager: str) -> Cents | None:
    for one in table.requests:
        if not one.used and one.player == player and _place(one) == (box, wager):
            return one.most
    return None


def _place(request: WagerRequest) -> tuple[int, str]:
    return request.box, request.wager
