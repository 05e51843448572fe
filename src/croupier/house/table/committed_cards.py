"""Cards of an electronic table: those of the shuffle that was committed to, and no others."""

from typing import NoReturn

from msgspec import Struct, structs

from croupier.cards import card_names
from croupier.house import commands as hc
from croupier.house import events as h
from croupier.house.keyring import Keyring
from croupier.house.refusals import HouseCode, decline
from croupier.house.table import shuffle
from croupier.house.table.state import Commitment, HouseTable
from croupier.rulebooks.irregularities import Irregularity
from croupier.table import commands as c
from croupier.table.state import Closed, Dealt, Revealed

replace = structs.replace

OF_PHYSICAL_CARDS = frozenset(
    {
        Irregularity.FOREIGN_CARD,
        Irregularity.UNSHUFFLED,
        Irregularity.INSUFFICIENT_CARDS,
        Irregularity.DECK_COUNT,
        Irregularity.COUNT_IN_DOUBT,
        Irregularity.MISDEAL,
        Irregularity.DEALER_CARD_COUNT,
        Irregularity.PLAYER_CARD_COUNT,
        Irregularity.CARDS_EXPOSED,
        Irregularity.DEALER_CARD_EXPOSED,
        Irregularity.BURN_OMITTED,
        Irregularity.FACE_UP_IN_SHOE,
        Irregularity.SIMULTANEOUS_DRAW,
        Irregularity.DEALING_ERROR,
    }
)
"""What goes wrong with cards that somebody shuffles, deals and holds."""


class Chance(Struct, frozen=True):
    """What an electronic table needs from outside: the house's key and a fresh seed."""

    keys: Keyring
    seed: bytes
    nonce: bytes


def with_cards(
    table: HouseTable, command: hc.AnyCommand, chance: Chance | None
) -> tuple[hc.AnyCommand, tuple[h.LogEvent, ...]]:
    """The command with the cards or draws that were committed; a new shuffle with a new round."""
    match command:
        case c.OpenBets():
            number = table.game.round.number + 1
            if chance is None:
                return command, (h.ShuffleCommitted(number, "", "", ""),)
            event = h.ShuffleCommitted(
                number,
                shuffle.commitment(table.name, number, chance.seed),
                chance.nonce.hex(),
                shuffle.seal(chance.keys.current, chance.nonce, chance.seed).hex(),
            )
            return command, (event,)
        case c.Deal() if chance is not None:
            if command.hands is not None or command.shoe is not None or not command.burn:
                _refuse_cards(table)
            order = shuffle.shuffled(joint_seed(table, chance.keys))
            return replace(command, shoe=card_names(order)), ()
        case c.Draw() if chance is not None:
            if (command.magic_card, command.lucky_box, command.lucky_dealer) != (None, None, None):
                _refuse_cards(table)
            current = table.game.round
            if isinstance(current, Closed | Dealt | Revealed) and current.draw.made:
                decline(HouseCode.ALREADY_DRAWN, "The draw of this round has been made.")
            dealing = table.dealing
            drawn = shuffle.drawn(
                joint_seed(table, chance.keys),
                table.game.settings.boxes,
                dealing.magic_every,
                dealing.lucky_every,
            )
            return replace(command, **structs.asdict(drawn)), ()
        case _:
            return command, ()


def demand_no_card_facts(table: HouseTable, command: hc.AnyCommand) -> None:
    """No report and no correction brings other cards to the table than the committed ones."""
    match command:
        case c.Report() if command.irregularity in OF_PHYSICAL_CARDS or names_cards(command):
            what = command.irregularity.value.replace("_", " ")
            decline(
                HouseCode.CARDS_ARE_COMMITTED,
                f"Table {table.name} deals the shuffle that it committed to, so a report of "
                f"'{what}' about its cards is not taken. What can go wrong here is reported as "
                "'technical_interruption', 'jackpot_failure' or 'other', without cards.",
            )
        case c.CorrectEntry() if names_cards(command):
            decline(
                HouseCode.CARDS_ARE_COMMITTED,
                f"Table {table.name} deals the shuffle that it committed to: nobody keyed its "
                "cards, and nobody corrects them.",
            )


def names_cards(command: hc.AnyCommand) -> bool:
    """Whether a report or a correction says which cards lie where."""
    match command:
        case c.Report(hands=None, cards=None, card=None, order=None, moves=None):
            return False
        case c.Report():
            return True
        case c.CorrectEntry(cards=cards):
            return cards is not None
        case _:
            return False


def _refuse_cards(table: HouseTable) -> NoReturn:
    decline(
        HouseCode.CARDS_ARE_COMMITTED,
        f"Table {table.name} deals the shuffle that it committed to; send the command without "
        "cards.",
    )


def committed_seed(table: HouseTable, keys: Keyring) -> bytes:
    kept = table.shuffle
    if kept is None or kept.round != table.game.round.number:
        decline(HouseCode.BAD_COMMAND, "No shuffle has been committed to in this round.")
    seed = unsealed(table.name, kept, keys)
    if seed is None:
        decline(
            HouseCode.BAD_COMMAND,
            "This process does not have the key that the shuffle was sealed with.",
        )
    return seed


def joint_seed(table: HouseTable, keys: Keyring) -> bytes:
    """What the cards of the round follow from: the house's seed and the players' parts."""
    seed = committed_seed(table, keys)
    assert table.shuffle is not None
    return shuffle.joint(seed, table.shuffle.added)


def unsealed(table: str, kept: Commitment, keys: Keyring) -> bytes | None:
    """The seed behind a commitment; none where it was sealed with another key."""
    if kept.seed is not None:
        return bytes.fromhex(kept.seed)
    for key in keys:
        seed = shuffle.seal(key, bytes.fromhex(kept.nonce), bytes.fromhex(kept.sealed))
        if shuffle.commitment(table, kept.round, seed) == kept.commitment:
            return seed
    return None
