"""How often a player may ask the cage for something, and limits that players set themselves."""

from datetime import datetime, timedelta

from msgspec import Struct

from croupier.house.model.approvals import CONFIGURE
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.state import Cage, limit_set, practice_taken
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import Money

RAISED_AFTER = timedelta(hours=24)
"""A loss limit is lowered at once; raised or lifted, it holds this much longer."""
TAKES_A_DAY = 20
"""Of play money."""
LIMITS_A_DAY = 5
"""Changes of a loss limit; beyond them only what protects the player well."""


def demand_within_quota(cage: Cage, command: Struct, by: Signature, at: datetime) -> None:
    """Raises `HouseRefused` where somebody has asked often enough today.

    Asked before anything is decided, and by no proof: it is no matter of money.
    """
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


def set_limit(
    cage: Cage, command: c.SetLossLimit, by: Signature | None, at: datetime
) -> e.LossLimitSet:
    """Lowered at once; what makes it looser, or lifts it, waits a day."""
    player = command.player or (by.id if by is not None else "")
    if by is None or (by.id != player and by.role not in (*CONFIGURE, HouseRole.CAGE)):
        decline(HouseCode.NOT_YOURS, "A loss limit is set by the player, or by staff for them.")
    held = cage.limit(player, at)
    stricter = held is None or (
        command.amount is not None
        and held.amount is not None
        and command.period is held.period
        and command.amount <= held.amount
    )
    since = at if stricter else at + RAISED_AFTER
    return e.LossLimitSet(player, command.amount, command.period, since)
