"""How often a player asks something of the cage in a gaming day: nobody makes the log grow so.

Asked before anything is decided, and by no proof: it is no matter of money.
"""

from datetime import datetime

from croupier.house.cage import commands as c
from croupier.house.cage.state import Cage, limit_set, practice_taken
from croupier.house.people.roles import Signature
from croupier.house.refusals import HouseCode, decline
from croupier.house.settings import Money

TAKES_A_DAY = 20
"""Of play money."""
LIMITS_A_DAY = 5
"""Changes of a loss limit; beyond them only what protects the player well."""


def demand_seldom(cage: Cage, command: c.CageCommand, by: Signature, at: datetime) -> None:
    """Raises `HouseRefused` where somebody has asked often enough today."""
    match command:
        case c.BuyIn(money=Money.PRACTICE):
            if cage.asked_on(practice_taken(by.id), at) >= TAKES_A_DAY:
                decline(
                    HouseCode.ASKED_TOO_OFTEN,
                    f"You have taken play money {TAKES_A_DAY} times today; come again tomorrow.",
                )
        case c.SetLossLimit() if command.player in (None, by.id):
            often = cage.asked_on(limit_set(by.id), at) >= LIMITS_A_DAY
            if often and not _is_much_lower(cage, command, by.id, at):
                decline(
                    HouseCode.ASKED_TOO_OFTEN,
                    f"You have changed your limit {LIMITS_A_DAY} times today; until tomorrow it "
                    "can only be lowered to half of what it is, or less.",
                )
        case _:
            pass


def _is_much_lower(cage: Cage, command: c.SetLossLimit, player: str, at: datetime) -> bool:
    """Whoever wants to be held back is; halving ends soon."""
    held = cage.limit(player, at)
    if command.amount is None:
        return False
    if held is None or held.amount is None:
        return True
    return command.period is held.period and 2 * command.amount <= held.amount > 0
