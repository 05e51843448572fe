"""Cards and the single deck of 52 that all five documents play with.

A card is a small integer, so that hands compare, hash and copy at no cost: its
rank is `card // 4` (0 for a two, 12 for an ace) and its suit `card % 4`.
"""

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"

TWO, FIVE, TEN, QUEEN, KING, ACE = 0, 3, 8, 10, 11, 12
SPADES = SUITS.index("s")

DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

_NAMES = tuple(RANKS[card // 4] + SUITS[card % 4] for card in DECK)
_BY_NAME = {name: Card(number) for number, name in enumerate(_NAMES)}
_BY_NAME |= {"10" + suit: _BY_NAME["T" + suit] for suit in SUITS}


class NoSuchCard(ValueError):
    """A name that no card of the deck has."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"'{name}' is not a card: write a rank 2-9, T, J, Q, K or A and a suit c, d, h or s"
        )
        self.name = name


def rank_of(card: Card) -> int:
    """0 for a two up to 12 for an ace."""
    return card // 4


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; suits have no order (MEGA 3.3.1.3)."""
    return card % 4


def parse_card(name: str) -> Card:
    """The card written `As`, `Td` or `10d`."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise NoSuchCard(name) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by blanks, in the order written."""
    names = text.split()
    try:
        return tuple([_BY_NAME[name] for name in names])
    except KeyError as unknown:
        raise NoSuchCard(unknown.args[0]) from None


def card_name(card: Card) -> str:
    """`As`, `Td`."""
    return _NAMES[card]


def card_names(cards: Iterable[Card]) -> str:
    """`As Td 9c`, the inverse of `parse_cards`."""
    return " ".join([_NAMES[card] for card in cards])


def repeated_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards that occur more than once: one deck has each card once (X19)."""
    seen: set[Card] = set()
    repeated = []
    for card in cards:
        if card in seen:
            repeated.append(card)
        seen.add(card)
    return tuple(repeated)
