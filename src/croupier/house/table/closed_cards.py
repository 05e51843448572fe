"""Closed cards of a running round: which events bear them, and the key that they lie under."""

from typing import TYPE_CHECKING

from croupier.house import events as h
from croupier.house import sealing
from croupier.house.keyring import Keyring, key_id
from croupier.house.refusals import HouseCode, decline
from croupier.house.table.state import HouseTable, Sealing
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Betting, Settled, Voided

if TYPE_CHECKING:
    from croupier.house.table.committed_cards import Chance

CARD_EVENTS = frozenset(
    {
        e.CardsDealt,
        e.HandsCorrected,
        e.DrawMade,
        e.ReportNoted,
        e.IrregularityDecided,
        e.MatterOpened,
        h.StaffCalled,
    }
)
"""Hands, draws that are not shown yet, and reports, whose facts and words may name cards."""
CARD_COMMANDS = frozenset({c.Deal, c.Draw, c.Report, c.CorrectEntry})
"""Commands that bear the same."""


def bears_cards(event: h.LogEvent) -> bool:
    if isinstance(event, h.CommandGiven):
        return type(event.command) in CARD_COMMANDS
    return type(event) in CARD_EVENTS


def seal_for(table: HouseTable, keys: Keyring) -> sealing.Seal | None:
    """What is sealed of a table as it stands; none between rounds, and in a house without key."""
    kept = table.sealing
    if kept is None or kept.key is not None:
        return None
    return sealing.Seal(kept.under, kept.nonce, _demand_key(table, kept, keys))


def sealing_events(table: HouseTable, chance: "Chance | None") -> tuple[h.LogEvent, ...]:
    """A round that opens gets a key; with its end everybody has it."""
    if chance is None:
        return ()
    kept, current = table.sealing, table.game.round
    if kept is not None and kept.round == current.number:
        if kept.key is None and isinstance(current, Settled | Voided):
            key = _demand_key(table, kept, chance.keys)
            return (h.CardsOpened(kept.round, kept.nonce, key.hex()),)
    elif isinstance(current, Betting) and chance.keys and chance.nonce:
        nonce = chance.nonce.hex()
        key = sealing.round_key(chance.keys.current, h.table_stream(table.name), nonce)
        under = key_id(chance.keys.current)
        return (h.CardsSealed(current.number, under, nonce, sealing.commitment(key)),)
    return ()


def _demand_key(table: HouseTable, kept: Sealing, keys: Keyring) -> bytes:
    key = sealing.key_of(keys, h.table_stream(table.name), kept.under, kept.nonce)
    if key is None:
        decline(
            HouseCode.BAD_COMMAND,
            f"The cards of this round are sealed under the house's key {kept.under}, which this "
            "process does not have.",
        )
    return key
