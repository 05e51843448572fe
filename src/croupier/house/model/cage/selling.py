"""What is sold in chips is what chips come to: at the cage, and at a table for cash in its box."""

from croupier.chips import cut
from croupier.house.model.cage import commands as c
from croupier.house.model.cage import events as e
from croupier.house.model.cage.decide import Command
from croupier.house.model.cage.surroundings import Surroundings
from croupier.house.model.ledger.accounts import chips as chips_of
from croupier.house.model.refusals import HouseCode, decline
from croupier.house.model.settings import ChipSet
from croupier.money import in_dollars


def demand_chips_for(command: Command, chips: ChipSet, around: Surroundings) -> None:
    """Raises `HouseRefused` where no chips come to the amount; no proof asks this."""
    match command:
        case c.BuyChips(amount=amount):
            pass
        case c.TableBuyIn(amount=amount) if around.table is not None and around.table.recording:
            pass
        case c.CorrectBuyIn(amount=amount) if _was_chips(around):
            pass
        case _:
            return
    over = amount % chips.smallest
    cut_to = sum(value * count for value, count in cut(amount, chips.values))
    if not over or cut_to == amount:
        return
    below, above = amount - over, amount - over + chips.smallest
    nearest = in_dollars(above) if not below else f"{in_dollars(below)} or {in_dollars(above)}"
    decline(
        HouseCode.BAD_COMMAND,
        f"No chips come to {in_dollars(amount)}: the smallest is {in_dollars(chips.smallest)}. "
        f"Take in {nearest}.",
    )


def _was_chips(around: Surroundings) -> bool:
    if around.bought is None:
        return False
    event = around.bought.event
    if isinstance(event, e.TableBoughtIn):
        return event.account == chips_of(event.player)
    return isinstance(event, e.ChipsBought)
