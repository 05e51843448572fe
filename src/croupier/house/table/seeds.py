"""What players add to the shuffle, so that neither they nor the house can choose it.

The house commits to its seed with the opening call. Before that, in an earlier round, each
player's browser has fixed its own part by a hash; while bets are open it opens that part and fixes
the next one. The house commits without knowing the parts, and a part that was fixed before the
commitment cannot be chosen after it, not even by a player who knows the house's seed.
"""

from hashlib import sha256

from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.refusals import HouseCode, decline
from croupier.house.settings import Cards
from croupier.house.table.state import HouseTable
from croupier.table.state import Betting, Idle


def fixed_by(seed: str) -> str:
    """The hash that fixes a part before it is opened."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def add_seed(table: HouseTable, command: hc.AddSeed) -> tuple[h.LogEvent, ...]:
    """A player opens a part and fixes the next; raises `HouseRefused`."""
    by = command.by
    if by is None or by.role.is_staff:
        decline(HouseCode.NOT_YOURS, "Players add to the shuffle, nobody does it for them.")
    if table.dealing.cards is not Cards.ELECTRONIC:
        decline(HouseCode.BAD_SEED, f"Table {table.name} is dealt by hand: there is no seed.")
    current = table.game.round
    if isinstance(current, Idle) or not any(box.share_of(by.id) for box in current.boxes.values()):
        decline(HouseCode.NOT_SEATED, "Only players with a wager in the round add to its shuffle.")
    if by.id in table.next_seeds:
        decline(HouseCode.BAD_SEED, "You have fixed your part of the next round already.")
    if command.seed is not None:
        if not isinstance(current, Betting):
            decline(HouseCode.BAD_SEED, "Bets are closed, and with them the shuffle.")
        if table.seeds_due.get(by.id) != fixed_by(command.seed):
            decline(HouseCode.BAD_SEED, "This is not what you fixed in the round before.")
    return (h.SeedAdded(by.id, command.seed, command.next),)
