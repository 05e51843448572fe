"""Hands to be dealt in an exercise: of a wanted class, so that rare ones come often enough."""

from collections.abc import Collection, Sequence

from croupier.cards import ACE, DECK, Card, rank_of, suit_of
from croupier.ranking import HandClass, OrderOfHands
from croupier.school.chance import Chance

_GROUPS = {
    HandClass.PAIR: (2,),
    HandClass.TWO_PAIRS: (2, 2),
    HandClass.THREE_OF_A_KIND: (3,),
    HandClass.FULL_HOUSE: (3, 2),
    HandClass.FOUR_OF_A_KIND: (4,),
}
_RUNS = (HandClass.STRAIGHT, HandClass.STRAIGHT_FLUSH, HandClass.ROYAL_FLUSH)
_SUITED = (HandClass.FLUSH, HandClass.STRAIGHT_FLUSH, HandClass.ROYAL_FLUSH)
_TRIES = 200


def hand_of(
    order: OrderOfHands, wanted: HandClass, taken: Collection[Card], chance: Chance
) -> tuple[Card, ...]:
    """A hand of the class, from what is left of the deck; any hand where none was found.

    Whether it is one says the order of hands alone: what is laid out here is a guess.
    """
    left = [card for card in DECK if card not in taken]
    for _ in range(_TRIES):
        hand = _guess(order.size, wanted, left, chance)
        if hand is not None and order.value(hand).hand_class is wanted:
            return tuple(chance.mixed(hand))
    return any_hand(order, taken, chance)


def any_hand(order: OrderOfHands, taken: Collection[Card], chance: Chance) -> tuple[Card, ...]:
    return tuple(chance.some([card for card in DECK if card not in taken], order.size))


def as_good(
    order: OrderOfHands, hand: Sequence[Card], taken: Collection[Card], chance: Chance
) -> tuple[Card, ...] | None:
    """A hand that ties with this one; none where the suits do not allow it."""
    found: list[Card] = []
    for card in hand:
        same = [
            one
            for one in DECK
            if rank_of(one) == rank_of(card) and one not in taken and one not in found
        ]
        if not same:
            return None
        found.append(chance.of(same))
    ties = order.value(found).strength == order.value(hand).strength
    return tuple(chance.mixed(found)) if ties else None


def _guess(size: int, wanted: HandClass, left: Sequence[Card], chance: Chance) -> list[Card] | None:
    if wanted in _SUITED:
        suit = chance.below(4)
        left = [card for card in left if suit_of(card) == suit]
    if wanted in _RUNS:
        top = chance.below(ACE - size + 3) + size - 2  # from the run that begins with a low ace
        ranks = [(top - step) % (ACE + 1) for step in range(size)]
        piles = [[card for card in left if rank_of(card) == rank] for rank in ranks]
        return [chance.of(pile) for pile in piles] if all(piles) else None
    hand: list[Card] = []
    groups = _GROUPS.get(wanted, ())
    for count, rank in zip(groups, chance.some(range(ACE + 1), len(groups)), strict=True):
        hand += chance.some([card for card in left if rank_of(card) == rank], count)
    rest = [card for card in left if card not in hand]
    hand += chance.some(rest, size - len(hand))
    return hand if len(hand) == size else None
