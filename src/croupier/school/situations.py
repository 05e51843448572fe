"""Something goes wrong at a table: the table as it is then, and the report of it.

Which report fits which moment is the engine's to say: what it refuses is drawn again.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec import Struct

from croupier.cards import DECK, Card, card_name, card_names
from croupier.game import Game
from croupier.money import dollars
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Device, Rulebook
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.wagers import WagerKind
from croupier.school.chance import Chance
from croupier.school.model import HandShown, Laid
from croupier.school.rounds import Round, Seat, draw_round, number_of_boxes, open_game
from croupier.table import commands as c
from croupier.table.dealing import DEALER

FULL_DECK = 52
BOXES = 2
K = Irregularity


class Moment(StrEnum):
    """How far the round has come when it is noticed."""

    BETTING = "Bets are open."
    CLOSED = "Bets are closed; no card is dealt yet."
    DEALT = "The cards are dealt; nobody has touched or looked at a hand."
    TOUCHED = "The cards are dealt; a player has touched a hand, but looked at none."
    LOOKED = "The cards are dealt, and a player has looked at a hand."
    FOLDED = "A player has looked at a hand and folded it."
    REVEALED = "Every box has decided, and the dealer's hand is turned up."
    SETTLED = "The round has been settled."


_EASY = (Moment.BETTING, Moment.DEALT, Moment.LOOKED)


class Situation(Struct, frozen=True):
    """What is seen, and what somebody says of it."""

    game: Game
    report: c.Report | None
    """None: the engine has noticed it by itself."""
    told: tuple[str, ...]
    hands: tuple[HandShown, ...]


class _Wrong(Struct, frozen=True):
    """What went wrong: words, the facts of the report, and how cards or wagers differ from it."""

    words: str
    facts: dict[str, Any] = {}
    hands: dict[int | str, str] | None = None
    """As they were dealt, where that is not as they should have been."""
    ante: int | None = None
    """The ante of the first box, where it is out of bounds."""
    one_player: bool = False
    """Both boxes are the first player's."""
    looks: tuple[int, ...] | None = None
    """The boxes that the players look at, instead of the first alone."""
    burn: bool = True


_RECONSTRUCTED = "The deal can be reconstructed."
_NOT_RECONSTRUCTED = "The deal cannot be reconstructed."


def draw_situation(rulebook: Rulebook, chance: Chance, level: int) -> Situation | None:
    """None where what was drawn does not go together."""
    kinds = [one for one in rulebook.irregularities if level > 1 or one not in _RARE]
    kind = chance.of(kinds)
    moment = chance.of(_EASY if level == 1 else tuple(Moment))
    dealt = draw_round(rulebook, chance, 1, BOXES)
    wrong = _WRONG[kind](rulebook, dealt, chance)
    if kind in (K.OVER_LIMIT, K.UNDER_LIMIT):
        moment = Moment.BETTING
    if wrong.looks is not None:
        moment = Moment.LOOKED
    if kind is K.DEALER_CARD_EXPOSED and moment in (Moment.REVEALED, Moment.SETTLED):
        return None  # all of them are
    if wrong.one_player:
        first = dealt.seats[0].player
        seats = tuple(Seat(one.box, first, one.hand, one.wagers) for one in dealt.seats)
        dealt = Round(seats, dealt.dealer, dealt.meter)
    device = Device.SHOE if kind in _OF_A_SHOE else Device.SHUFFLER
    if device not in rulebook.dealing.patterns:
        return None
    game = open_game(rulebook, dealt.meter, entry=EntryMode.RECORDING, device=device)
    _advance(game, dealt, moment, wrong)
    return _situation(game, dealt, kind, moment, wrong)


def _situation(
    game: Game, dealt: Round, kind: Irregularity, moment: Moment, wrong: _Wrong
) -> Situation | None:
    told = (_dealt_by(game), moment.value, wrong.words)
    hands = _seen(game, dealt, moment, wrong)
    if kind is K.LEFT_AFTER_VIEWING:
        if moment is not Moment.LOOKED:
            return None
        game.leave(dealt.seats[0].player)
        return Situation(game, None, told, hands) if game.table.matters else None
    return Situation(game, c.Report(irregularity=kind, **wrong.facts), told, hands)


def _dealt_by(game: Game) -> str:
    by = "a shoe" if game.table.settings.device is Device.SHOE else "a shuffler"
    if game.link is not None:
        return f"The table deals from {by}, with a progressive jackpot."
    return f"The table deals from {by}."


def _advance(game: Game, dealt: Round, moment: Moment, wrong: _Wrong) -> None:
    """Plays the round up to the moment."""
    steps = list(Moment)
    at = steps.index(moment)
    game.open_bets()
    for place, seat in enumerate(dealt.seats):
        amount = wrong.ante if wrong.ante is not None and place == 0 else seat.wagers["ante"]
        game.ante(seat.box, seat.player, amount)
    if at >= steps.index(Moment.CLOSED):
        game.close_bets()
    if at >= steps.index(Moment.DEALT):
        named = {str(box): cards for box, cards in (wrong.hands or dealt.hands).items()}
        game.give(c.Deal(hands=named, burn=wrong.burn))
    if moment is Moment.TOUCHED:
        game.give(c.HandleHand(box=dealt.seats[0].box))
    if at >= steps.index(Moment.LOOKED):
        for box in wrong.looks or (dealt.seats[0].box,):
            game.look(box)
    if at >= steps.index(Moment.FOLDED):
        game.fold(dealt.seats[0].box)
    if at >= steps.index(Moment.REVEALED):
        game.stay(dealt.seats[1].box)
        game.reveal()
    if moment is Moment.SETTLED:
        game.settle()


def _seen(game: Game, dealt: Round, moment: Moment, wrong: _Wrong) -> tuple[HandShown, ...]:
    """The layout: a player's hand lies face down, and so do the dealer's cards but the up card."""
    steps = list(Moment)
    at = steps.index(moment)
    lie = dict(wrong.hands or dealt.hands)
    rulebook = game.rulebook
    hands = []
    for place, seat in enumerate(dealt.seats):
        ante = wrong.ante if wrong.ante is not None and place == 0 else seat.wagers["ante"]
        cards = lie.pop(seat.box, "") if at >= steps.index(Moment.DEALT) else ""
        label = rulebook.label(WagerKind.ANTE)
        laid = (Laid(WagerKind.ANTE.value, label, ante),)
        hands.append(HandShown(seat.box, seat.player, _closed(cards), laid))
    if at < steps.index(Moment.DEALT):
        return tuple(hands)
    dealer = lie.pop(DEALER)
    hands += [HandShown(int(box), None, _closed(cards)) for box, cards in lie.items()]
    if at < steps.index(Moment.REVEALED):
        names = dealer.split()
        up = 1 if rulebook.dealing.up_card.value else 0
        dealer = " ".join([*["?"] * (len(names) - up), *names[len(names) - up :]])
    return (*hands, HandShown(None, None, dealer))


def _closed(cards: str) -> str:
    return " ".join("?" for _ in cards.split())


# What can go wrong


Make = Callable[[Rulebook, Round, Chance], _Wrong]


def _plain(words: str) -> Make:
    return lambda rulebook, dealt, chance: _Wrong(words)


def _counted(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    number = FULL_DECK - 1 + chance.below(3)
    return _Wrong(f"The deck is counted: it has {number} cards.", {"counted": number})


def _misdealt(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    """The hand of the second box lies at a box without a wager."""
    seat = dealt.seats[1]
    taken = {one.box for one in dealt.seats}
    empty = [box for box in range(1, number_of_boxes(rulebook) + 1) if box not in taken]
    if not empty or chance.one_in(3):
        return _Wrong("Hands lie at the wrong boxes, and moving whole hands does not put it right.")
    at = chance.of(empty)
    lie = dealt.hands
    lie[at] = lie.pop(seat.box)
    return _Wrong(
        f"The hand of box {seat.box} was dealt to box {at}, which has no wager.",
        {"moves": {str(at): seat.box}},
        hands=lie,
    )


def _miscounted(place: Callable[[Round], int | str]) -> Make:
    """A card too many or too few in a hand."""

    def make(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
        where = place(dealt)
        lie = dealt.hands
        proper = lie[where].split()
        spare = _undealt(dealt, chance)
        more = chance.one_in(2)
        lie[where] = " ".join([*proper, card_name(spare)] if more else proper[:-1])
        whose = "The dealer" if where == DEALER else f"Box {where}"
        can = chance.one_in(2)
        has = f"{whose} has {len(proper) + (1 if more else -1)} cards."
        words = " ".join((has, _RECONSTRUCTED if can else _NOT_RECONSTRUCTED))
        facts: dict[str, Any] = {"reconstructable": can}
        if can:
            facts["hands"] = {str(where): " ".join(proper)}
        if where != DEALER:
            facts["box"] = where
        return _Wrong(words, facts, hands=lie)

    return make


def _undealt(dealt: Round, chance: Chance) -> Card:
    taken = {*dealt.dealer, *(card for seat in dealt.seats for card in seat.hand)}
    return chance.of([card for card in DECK if card not in taken])


def _exposed(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    seat = chance.of(dealt.seats)
    cards = chance.some(seat.hand, 1 + chance.below(2))
    words = (
        f"While box {seat.box} is dealt to, 1 card falls face up: {card_names(cards)}."
        if len(cards) == 1
        else f"While box {seat.box} is dealt to, {len(cards)} cards fall face up: "
        f"{card_names(cards)}."
    )
    return _Wrong(words, {"cards": card_names(cards)})


def _dealers_exposed(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    card = card_name(chance.of(dealt.dealer[:-1]))
    words = f"As the cards were dealt, one of the dealer's was exposed by accident: {card}."
    return _Wrong(words, {"card": card})


def _not_burnt(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    can = chance.one_in(2)
    words = (
        "No card was burnt before the deal, which can be reconstructed."
        if can
        else "No card was burnt before the deal, which cannot be reconstructed."
    )
    return _Wrong(words, {"reconstructable": can}, burn=False)


def _together(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    first, second = dealt.seats[0].hand[0], dealt.seats[1].hand[0]
    order = card_names((second, first))
    return _Wrong(f"Two cards came out of the shoe together: {order}.", {"order": order})


def _dealing_error(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    box = chance.of(dealt.seats).box
    return _Wrong(
        f"After the deal it is found that box {box} was dealt to out of turn.", {"boxes": (box,)}
    )


def _extra_hand(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    first, second = (seat.box for seat in dealt.seats)
    meant = chance.one_in(2)
    words = (
        f"The player of boxes {first} and {second} looked at box {first} first and then at box "
        f"{second}, {'on purpose' if meant else 'by mistake'}."
    )
    facts = {"box": second, "intentional": meant}
    return _Wrong(words, facts, one_player=True, looks=(first, second))


def _confided(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    player = dealt.seats[0].player
    words = f"{player} shows the hand to another player."
    return _Wrong(words, {"player": player}, looks=(dealt.seats[0].box,))


def _two_positions(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    player = dealt.seats[0].player
    words = f"{player} controls both hands, against the rule that a player decides one."
    return _Wrong(words, {"player": player}, one_player=True)


def _over(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    seat = dealt.seats[0]
    ante = 10_000_00 + (1 + chance.below(20)) * 100_00
    words = f"The ante of box {seat.box} is {dollars(ante)}; the maximum is 10,000.00."
    return _Wrong(words, {"box": seat.box}, ante=ante)


def _under(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    seat = dealt.seats[0]
    ante = (1 + chance.below(4)) * 100
    words = f"The ante of box {seat.box} is {dollars(ante)}; the minimum is 5.00."
    return _Wrong(words, {"box": seat.box}, ante=ante)


def _other(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    words = chance.of(
        (
            "A player says that the dealer promised to take back the ante.",
            "Stacks of chips fall over, and two players disagree about whose they are.",
            "A player disputes the change that was given for a note.",
        )
    )
    return _Wrong(words, {"description": words})


def _left(rulebook: Rulebook, dealt: Round, chance: Chance) -> _Wrong:
    return _Wrong(f"{dealt.seats[0].player}, who has looked at the hand, leaves the table.")


_WRONG: dict[Irregularity, Make] = {
    K.FOREIGN_CARD: _plain("A card that is not of this deck is found among the cards."),
    K.UNSHUFFLED: _plain("It is found that the cards of this round were not shuffled."),
    K.INSUFFICIENT_CARDS: _plain("There are too few cards to complete the deal."),
    K.DECK_COUNT: _counted,
    K.COUNT_IN_DOUBT: _counted,
    K.MISDEAL: _misdealt,
    K.DEALER_CARD_COUNT: _miscounted(lambda dealt: DEALER),
    K.PLAYER_CARD_COUNT: _miscounted(lambda dealt: dealt.seats[1].box),
    K.CARDS_EXPOSED: _exposed,
    K.DEALER_CARD_EXPOSED: _dealers_exposed,
    K.BURN_OMITTED: _not_burnt,
    K.FACE_UP_IN_SHOE: _plain("A card lies face up in the shoe, and is found when it is drawn."),
    K.SIMULTANEOUS_DRAW: _together,
    K.DEALING_ERROR: _dealing_error,
    K.TECHNICAL_INTERRUPTION: _plain("The device that deals the cards stops working."),
    K.JACKPOT_FAILURE: _plain("The jackpot system fails."),
    K.EXTRA_HAND_VIEWED: _extra_hand,
    K.CONFIDENTIALITY: _confided,
    K.MULTIPLE_POSITIONS: _two_positions,
    K.OVER_LIMIT: _over,
    K.UNDER_LIMIT: _under,
    K.OTHER: _other,
    K.LEFT_AFTER_VIEWING: _left,
}
_OF_A_SHOE = (K.BURN_OMITTED, K.FACE_UP_IN_SHOE, K.SIMULTANEOUS_DRAW)
_RARE = (K.OTHER, K.LEFT_AFTER_VIEWING, K.DEALING_ERROR, K.COUNT_IN_DOUBT)
"""Not among the first that are learnt."""
