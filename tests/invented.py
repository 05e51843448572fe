"""A game that nobody plays: three cards, no progressive, and side wagers on every hand."""

from msgspec import structs

from croupier.books import find_rulebook
from croupier.ranking import HandClass
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Cited
from croupier.rulebooks.wagers import Backed, PayTable, SideWager

TCP = find_rulebook("three-card-poker")

DEALER_PAYS = {
    HandClass.STRAIGHT_FLUSH: 30,
    HandClass.THREE_OF_A_KIND: 20,
    HandClass.STRAIGHT: 5,
    HandClass.FLUSH: 3,
    HandClass.PAIR: 1,
}
SIX_CARD_PAYS = {
    HandClass.ROYAL_FLUSH: 1000,
    HandClass.STRAIGHT_FLUSH: 200,
    HandClass.FOUR_OF_A_KIND: 50,
    HandClass.FULL_HOUSE: 25,
    HandClass.FLUSH: 15,
    HandClass.STRAIGHT: 10,
    HandClass.THREE_OF_A_KIND: 5,
}


def table(number: str, odds: dict[HandClass, int]) -> PayTable:
    """A pay table whose rows are cited `HT 5/pair`."""
    return PayTable(odds, {hand: f"HT {number}/{hand.slug}" for hand in odds}, f"HT {number}")


DEALER_BONUS = SideWager(
    label="Dealer Bonus",
    hand=Cited("HT 2", value=Backed.DEALER),
    pays=table("5", DEALER_PAYS),
    alone=Cited("HT 3", value=False),
    kept_on_fold=Cited("HT 4", value=False),
)
SIX_CARD = SideWager(
    label="Six Card Bonus",
    hand=Cited("HT 2", value=Backed.BOTH),
    pays=table("6", SIX_CARD_PAYS),
    alone=Cited("HT 3", value=True),
    kept_on_fold=Cited("HT 4", value=True),
)

HARBOUR_THREE: Rulebook = structs.replace(
    TCP,
    slug="harbour-three",
    name="Harbour Three",
    jackpot=None,
    envy=None,
    fold=structs.replace(TCP.fold, keeps_jackpot=None),
    side_wagers={**TCP.side_wagers, "dealer_bonus": DEALER_BONUS, "six_card": SIX_CARD},
    layout=structs.replace(
        TCP.layout,
        areas=structs.replace(
            TCP.layout.areas, value=("ante", "play", "pair_plus", "dealer_bonus", "six_card")
        ),
    ),
    irregularities={
        kind: rule
        for kind, rule in TCP.irregularities.items()
        if kind is not Irregularity.JACKPOT_FAILURE
    },
)
