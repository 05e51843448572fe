"""A hand on the table: its cards, or the fact that it lies face down and nobody has keyed it yet.

At a table without a card-reading shoe staff enter cards when they are turned. Until then a hand is
`FaceDown`: it can be moved, counted and taken out of the round, but not valued, so that whatever
needs its cards has to ask for them first.
"""

from collections.abc import Iterable, Sequence
from typing import final

from msgspec import Struct

from croupier.cards import Card, card_names, parse_cards

Hand = tuple[Card, ...]

UNKNOWN = "?"
"""How a card that lies face down is written."""


@final
class FaceDown(Struct, frozen=True):
    """A hand whose cards are not known, apart from those that everybody has seen."""

    box: int
    """Where it was put down, 0 for the dealer: two that look alike are still two hands."""
    count: int
    seen: Hand = ()

    def __len__(self) -> int:
        return self.count


Lying = Hand | FaceDown


def read_hand(text: str, box: int) -> Lying:
    """`As Kd …`, or `? ? … Kd` where some of the cards lie face down."""
    if UNKNOWN not in text:
        return parse_cards(text)
    names = text.split()
    known = [name for name in names if name != UNKNOWN]
    cards = parse_cards(" ".join(known))
    return cards if len(known) == len(names) else FaceDown(box, len(names), cards)


def hand_text(hand: Lying) -> str:
    """The inverse of `read_hand`; a card that was seen stands last, as the up card does."""
    if type(hand) is not FaceDown:
        return card_names(hand)
    return " ".join([*[UNKNOWN] * (hand.count - len(hand.seen)), *card_names(hand.seen).split()])


def known_cards(hands: Iterable[Lying]) -> list[Card]:
    """Every card that is known to lie in one of the hands."""
    return [card for hand in hands for card in (hand.seen if type(hand) is FaceDown else hand)]


def places(hand: Lying) -> Sequence[Card | None]:
    """The cards in their places; none where one lies face down."""
    if not isinstance(hand, FaceDown):
        return hand
    return [*[None] * (hand.count - len(hand.seen)), *hand.seen]


def whole(hand: Lying | None, size: int) -> Hand | None:
    """The cards of a hand that is known and has all of them."""
    return hand if isinstance(hand, tuple) and len(hand) == size else None
