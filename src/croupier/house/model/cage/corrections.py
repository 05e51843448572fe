"""A buy-in that was entered wrongly is put right by two people, on the day it was made.

It is named by its receipt, the number of its record in the cage's stream. What was counted since
has found the difference already, and stands; so has a day that is closed.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct, structs

from croupier.house.model import events as h
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import CageLimits
from croupier.money import Cents, dollars

BuyIn = e.BoughtIn | e.ChipsBought | e.TableBoughtIn
_LIMITS = {"table_bought_in": "table_buy_in"}


class Bought(Struct, frozen=True):
    """A buy-in as it was recorded."""

    event: BuyIn
    counted: bool = False
    """The drawer, float or box that it concerns was counted since."""

    def followed_by(self, event: object) -> "Bought":
        """With what was recorded after it."""
        return structs.replace(self, counted=True) if self._is_counted_by(event) else self

    def _is_counted_by(self, event: object) -> bool:
        counted = event.command if isinstance(event, h.Proposed) else event
        if isinstance(self.event, e.TableBoughtIn):
            kinds = (e.FloatCounted, e.DropCounted, c.CountFloat, c.CountDrop)
            return isinstance(counted, kinds) and counted.table == self.event.table
        drawn = self.event.drawer
        return isinstance(counted, e.DrawerClosed | c.CloseDrawer) and counted.cashier == drawn


def bought(events: Iterable[h.LogEvent]) -> Bought | None:
    """The buy-in that the first of these is, with what followed; none where it is none."""
    found = None
    for event in events:
        if found is not None:
            found = found.followed_by(event)
        elif isinstance(event, BuyIn):
            found = Bought(event)
        else:
            return None
    return found


class BuyIns:
    """Those of one gaming day, by receipt, as a proof comes by them."""

    def __init__(self) -> None:
        self._day = ""
        self._found: dict[int, Bought] = {}

    def take(self, receipt: int, event: object) -> None:
        if isinstance(event, BuyIn):
            if event.day != self._day:
                self._day, self._found = event.day, {}
            self._found[receipt] = Bought(event)
        elif isinstance(event, e.FloatCounted | e.DropCounted | e.DrawerClosed | h.Proposed):
            self._found = {number: one.followed_by(event) for number, one in self._found.items()}

    def find(self, receipt: int) -> Bought | None:
        return self._found.get(receipt)


def corrected(
    command: c.CorrectBuyIn,
    found: Bought | None,
    before: Mapping[int, Cents],
    day: str,
    most: CageLimits,
) -> e.BuyInCorrected:
    """What two people agree to; `before` are corrections made so far. Raises `HouseRefused`."""
    if found is None:
        decline(HouseCode.BAD_COMMAND, f"Receipt {command.receipt} is of no buy-in.")
    event = found.event
    if event.day != day:
        decline(
            HouseCode.DAY_CLOSED,
            f"The buy-in of receipt {command.receipt} was made on {event.day}: it is {day}, and "
            "nothing is dated elsewhere.",
        )
    if found.counted:
        decline(
            HouseCode.COUNTED_SINCE,
            "It was counted since, and the count has found the difference: there is nothing left "
            "to put right.",
        )
    was = before.get(command.receipt, event.amount)
    if was == command.amount:
        decline(HouseCode.BAD_COMMAND, f"It stands at {dollars(was)} already.")
    what = str(event.__struct_config__.tag)
    most.demand_within(_LIMITS.get(what, "buy_in"), command.amount)
    put_right = e.BuyInCorrected(
        command.receipt, what, event.player, was, command.amount, day, command.reason
    )
    if isinstance(event, e.TableBoughtIn):
        return structs.replace(put_right, table=event.table, account=event.account)
    return structs.replace(put_right, drawer=event.drawer)
