"""Hands to practise with, drawn near the borderline, and what a decision costs, exactly.

A seed stands for a hand, so whoever grades need not remember what was drawn. Half of the hands are
to be played and half to be folded, whatever their share in the game: guessing gains nothing.
"""

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.cards import Card, rank_of, repeated_cards, suit_of
from croupier.odds.advice import Advice, advise
from croupier.odds.cells import Cells, cells
from croupier.odds.errors import CannotPrice
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SUITS = 4


class Level(Struct, frozen=True):
    """How near to the borderline hands are drawn."""

    reach: float
    """Share of all kinds of hand that lie on either side of those that depend on the up card."""
    margin: float
    """The most that the better decision may gain, in antes."""


LEVELS = (Level(0.08, 0.5), Level(0.02, 0.25), Level(0.005, 0.1))
"""From easy to hard."""


class Choice(StrEnum):
    """What can be done with a hand."""

    STAY = "stay"
    FOLD = "fold"


class Exercise(Struct, frozen=True):
    """A hand to decide."""

    hand: tuple[Card, ...]
    """From the highest card to the lowest."""
    up_card: tuple[Card, ...]
    """Of the dealer; empty in a game without one."""


class Grade(Struct, frozen=True):
    """A decision, and what it gives away."""

    advice: Advice
    choice: Choice

    @property
    def is_right(self) -> bool:
        return self.choice == self.advice.decision

    @property
    def cost(self) -> Fraction:
        """Antes lost on average against the better decision."""
        return Fraction(0) if self.is_right else self.advice.margin


def draw(rulebook: Rulebook, seed: str, level: int = 1) -> Exercise:
    """The hand that a seed stands for, at a level from 1."""
    if not 1 <= level <= len(LEVELS):
        raise CannotPrice(f"the levels are 1 to {len(LEVELS)}, not {level}")
    found = cells(rulebook)
    numbers = _numbers(f"{rulebook.edition_name} {level} {seed}")
    sides = _near(found, LEVELS[level - 1])
    if not any(side.any() for side in sides):
        raise CannotPrice(
            f"{rulebook.name} leaves nothing to practise: one decision is always best"
        )
    first = next(numbers) % len(sides)
    side = sides[first] if sides[first].any() else sides[1 - first]
    kind, up_rank = _pick(found.deals * side, next(numbers))
    shape = found.kinds.kinds[kind]
    return _dealt(shape.ranks, shape.suited, up_rank if found.known else None, numbers)


def grade(rulebook: Rulebook, exercise: Exercise, choice: Choice) -> Grade:
    """What a decision costs, for exactly these cards."""
    return Grade(advise(rulebook, exercise.hand, exercise.up_card), choice)


def _near(found: Cells, level: Level) -> tuple["NDArray[Any]", "NDArray[Any]"]:
    """The cells near the borderline: those to be played, and those to be folded."""
    import numpy as np

    played = np.flatnonzero((found.gains > 0).any(axis=1))
    folded = np.flatnonzero((found.gains < 0).any(axis=1))
    near = np.zeros(found.gains.shape, np.bool_)
    if len(played) and len(folded):
        first, last = sorted((int(played[0]), int(folded[-1])))
        reach = round(level.reach * len(found.kinds))
        near[max(0, first - reach) : last + reach + 1] = True
    near &= np.nan_to_num(np.abs(found.margins()), nan=np.inf) <= level.margin
    return near & (found.gains > 0), near & (found.gains <= 0)


def _pick(weights: "NDArray[Any]", chance: int) -> tuple[int, int]:
    """A cell, each as likely as it is dealt."""
    sums = weights.ravel().cumsum()
    place = int(sums.searchsorted(chance % int(sums[-1]), side="right"))
    columns: int = weights.shape[1]
    return divmod(place, columns)


def _dealt(
    ranks: tuple[int, ...], suited: bool, up_rank: int | None, numbers: Iterator[int]
) -> Exercise:
    """Suits for the ranks: whatever comes, until they make that kind of hand."""
    while True:
        hand = tuple(_card(rank, next(numbers)) for rank in sorted(ranks, reverse=True))
        up_card = () if up_rank is None else (_card(up_rank, next(numbers)),)
        one_suit = len(set(map(suit_of, hand))) == 1
        if suited:
            hand = tuple(_card(rank_of(card), suit_of(hand[0])) for card in hand)
        if (suited or not one_suit) and not repeated_cards((*hand, *up_card)):
            return Exercise(hand, up_card)


def _card(rank: int, chance: int) -> Card:
    return Card(rank * _SUITS + chance % _SUITS)


def _numbers(seed: str) -> Iterator[int]:
    """Numbers that look drawn, and are the same for the same seed."""
    for place in count():
        yield int.from_bytes(sha256(f"{seed} {place}".encode()).digest()[:8])
