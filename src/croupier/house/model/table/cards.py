"""Committed and closed cards of a table, and reports that name cards.

The rules compare what staff say they saw with the cards that were entered, so that a refusal
tells something about cards that lie closed. Each is on record before it is answered, and after
a few nobody asks again in the same round.
"""

from typing import NoReturn

from msgspec import Struct, structs

from croupier.cards import card_names
from croupier.house import sealing
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.records import table_stream
from croupier.house.model.refusals import HouseCode, decline, demand_house
from croupier.house.model.settings import Cards
from croupier.house.model.table import shuffle
from croupier.house.model.table.parts import Commitment, Sealing
from croupier.house.model.table.state import HouseTable
from croupier.house.sealing import Keyring, key_id
from croupier.refusal import Code
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor
from croupier.table import commands as c
from croupier.table.state import Betting, Closed, Dealt, Revealed, Settled, Voided

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
    table: HouseTable, command: c.TableCommand, chance: Chance | None
) -> tuple[c.TableCommand, tuple[h.TableStreamEvent, ...]]:
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
                shuffle.seal(chance.keys.current, table.name, number, chance.nonce, chance.seed),
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


def demand_no_card_facts(table: HouseTable, command: c.TableCommand) -> None:
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


def demand_face_up(table: HouseTable, command: c.ClaimJackpot) -> None:
    """Staff learn nothing of a closed hand by claiming for it: it is shown first, on record."""
    by, current = command.by, table.game.round
    if by is None or not by.role.is_staff or not isinstance(current, Dealt | Revealed):
        return
    box = current.boxes.get(command.box)
    own = box is not None and box.jackpot and not (box.shown or box.claimed)
    if own and table.dealing.cards is Cards.LIVE:
        decline(
            HouseCode.HAND_NOT_SHOWN,
            f"The hand of box {command.box} lies face down: show it, then claim for it.",
            table.game.rulebook.progressive.claim.clause,
        )


def names_cards(command: hc.AnyCommand) -> bool:
    """Whether a command says which cards lie where, so that its refusal may tell of others."""
    match command:
        case c.Report(hands=None, cards=None, card=None, order=None, moves=None):
            return False
        case c.Report():
            return True
        case c.CorrectEntry(cards=cards) | c.ShowHand(cards=cards) | c.RevealDealer(cards=cards):
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
        seed = shuffle.unseal(key, table, kept.round, bytes.fromhex(kept.nonce), kept.sealed)
        if seed is not None and shuffle.commitment(table, kept.round, seed) == kept.commitment:
            return seed
    return None


def seal_for(table: HouseTable, keys: Keyring) -> sealing.Seal | None:
    """What is sealed of a table as it stands; none between rounds, and in a house without key."""
    kept = table.sealing
    if kept is None or kept.key is not None:
        return None
    return sealing.Seal(kept.under, kept.nonce, _demand_key(table, kept, keys))


def sealing_events(table: HouseTable, chance: Chance) -> tuple[h.TableStreamEvent, ...]:
    """A round that opens gets a key; with its end everybody has it."""
    kept, current = table.sealing, table.game.round
    if kept is not None and kept.round == current.number:
        if kept.key is None and isinstance(current, Settled | Voided):
            key = _demand_key(table, kept, chance.keys)
            return (h.CardsOpened(kept.round, kept.nonce, key.hex()),)
    elif isinstance(current, Betting) and chance.keys and chance.nonce:
        nonce = chance.nonce.hex()
        key = sealing.round_key(chance.keys.current, table_stream(table.name), nonce)
        under = key_id(chance.keys.current)
        return (h.CardsSealed(current.number, under, nonce, sealing.commitment(key)),)
    return ()


def _demand_key(table: HouseTable, kept: Sealing, keys: Keyring) -> bytes:
    key = sealing.key_of(keys, table_stream(table.name), kept.under, kept.nonce)
    if key is None:
        decline(
            HouseCode.BAD_COMMAND,
            f"The cards of this round are sealed under the house's key {kept.under}, which this "
            "process does not have.",
        )
    return key


MOST_REFUSED = 5
"""Of one person at one table in one round."""


def refused_report(
    table: HouseTable, command: hc.AnyCommand, code: Code
) -> hc.NoteRefusedReport | None:
    """What the house has to note of a command that the rules refused, if anything."""
    if not _compares_cards(table, command):
        return None
    by: Actor | None = getattr(command, "by", None)
    if by is None or not by.role.is_staff:
        return None
    kind = command.irregularity if isinstance(command, c.Report) else None
    return hc.NoteRefusedReport(person=by.id, code=code, irregularity=kind)


def demand_few_refused(table: HouseTable, command: c.TableCommand) -> None:
    by = command.by
    if by is not None and _compares_cards(table, command):
        _demand_few(table, by.id)


def note_refused(
    table: HouseTable, command: hc.NoteRefusedReport
) -> tuple[h.TableStreamEvent, ...]:
    """Refusals that came together are counted one by one, and the surplus is answered alike."""
    demand_house(command.by)
    if table.dealing.cards is Cards.ELECTRONIC:
        decline(HouseCode.BAD_COMMAND, "No report names cards of an electronic table.")
    _demand_few(table, command.person)
    return (h.ReportRefused(command.person, command.code, command.irregularity),)


def _compares_cards(table: HouseTable, command: hc.AnyCommand) -> bool:
    return table.dealing.cards is not Cards.ELECTRONIC and names_cards(command)


def _demand_few(table: HouseTable, person: str) -> None:
    if table.refused_reports.get(person, 0) >= MOST_REFUSED:
        decline(
            HouseCode.REFUSED_TOO_OFTEN,
            f"{MOST_REFUSED} reports or corrections of yours that named cards were refused at "
            f"table {table.name} in this round; another official may report.",
        )
