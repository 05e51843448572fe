"""Deals drawn by chance, with the cards of other boxes open: what a decision loses in each.

A deal follows from its number alone (`philox`). The player's hand, the up card and the cards of
others are drawn; how the dealer's hands compare is then counted exactly, over all of them that
the rest of the deck can make. Processor and GPU run the same source, in whole numbers.

Cards are bits, four to a rank. A multiset of ranks a ≤ b ≤ c … has the place C(a, 1) + C(b+1, 2) +
C(c+2, 3) + … among those of its size.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from croupier.philox import SEEN, block

Numbers = NDArray[Any]

Whole = int | np.int64

Game = tuple[Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, int]
"""What a rank adds to a place, by how many cards are below it; kinds by the place of a whole hand,
and of the dealer's by the up card and the place of the others; kinds by a set of ranks in mixed
suits, and in one; the class of a kind; staying in less folding, by class and how the dealer's
hand compares; whether a kind stays in against an up card; the weakest kind that qualifies."""

DECK = 52
_RANKS, _SUITS, _STUD = 13, 4, 5
_WORDS, _CHUNKS = 4, 5
_BITS, _SIX_BITS = np.uint32(6), np.uint32(63)
_ZERO, _ONE, _TWO, _FOUR = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4)
_NIBBLE = np.uint64(15)
_ALL = np.uint64((1 << DECK) - 1)
_ONES, _THREES, _FIVES = (np.uint64(int(digit * _RANKS, 16)) for digit in "135")


@numba.njit(cache=True)
def deal(
    index: np.uint64, seed: np.uint64, size: int, known: int, seen: int
) -> tuple[np.uint64, Whole, np.uint64]:
    """The player's hand, the up card, and what is left of the deck beside the cards seen.

    Six bits are a card, unless they are none or one that is drawn already: so all are equally
    likely. Of the cards seen and those left, the fewer are drawn.
    """
    own, both, taken = _ZERO, _ZERO, _ZERO
    up, drawn = np.int64(0), 0
    few = min(seen, DECK - size - known - seen)
    wanted = size + known + few
    attempt = _ZERO
    while drawn < wanted:
        a, b, c, d = block(index, SEEN, attempt, seed)
        attempt += _ONE
        for _ in range(_WORDS):
            word = a
            a, b, c = b, c, d
            for _ in range(_CHUNKS):
                card = np.uint64(word & _SIX_BITS)
                word >>= _BITS
                bit = _ONE << card
                if card < np.uint64(DECK) and taken & bit == _ZERO and drawn < wanted:
                    taken |= bit
                    drawn += 1
                    if drawn == size:
                        own = taken
                    if drawn == size + known:
                        both = taken
                        up = np.int64(card)
    return own, up, _ALL & ~taken if few == seen else taken & ~both


@numba.njit(cache=True)
def by_rank(cards: np.uint64) -> np.uint64:
    """How many cards there are of each rank, four bits to a rank."""
    pairs = cards - (cards >> _ONE & _FIVES)
    return (pairs & _THREES) + (pairs >> _TWO & _THREES)


@numba.njit(cache=True)
def kind_of(cards: np.uint64, places: Numbers, of_ranks: Numbers, suited: Numbers) -> Whole:
    """The kind of a hand."""
    held = by_rank(cards)
    place, below, ranks = 0, 0, 0
    for rank in range(_RANKS):
        many = np.int64(held >> np.uint64(4 * rank) & _NIBBLE)
        if many:
            ranks |= 1 << rank
        for _ in range(many):
            place += places[below, rank]
            below += 1
    for suit in range(_SUITS):
        if cards & ~(_ONES << np.uint64(suit)) == _ZERO:
            return np.int64(suited[ranks])
    return np.int64(of_ranks[place])


@numba.njit(cache=True)
def _again(ways: Whole, left: Whole, times: int) -> Whole:
    """Ways to draw one more card of a rank, of which so many are drawn."""
    return ways * (left - times) // (times + 1)


@numba.njit(cache=True)
def _of_suit(cards: np.uint64, suit: np.uint64) -> Whole:
    """The ranks of one suit, a bit each."""
    ranks = np.int64(0)
    for rank in range(_RANKS):
        ranks |= np.int64(cards >> np.uint64(4 * rank) + suit & _ONE) << rank
    return ranks


@numba.njit(cache=True)
def against_up_card(
    own: Whole,
    up: Whole,
    left: np.uint64,
    places: Numbers,
    with_up: Numbers,
    mixed: Numbers,
    suited: Numbers,
    qualifies: int,
) -> tuple[Whole, Whole, Whole]:
    """The dealer's hands of the up card and four of those left: not qualifying, below, equal.

    They are counted by ranks; those of the up card's suit are then moved from where mixed suits
    rank to where a flush does.
    """
    held = by_rank(left)
    up_rank, up_suit = up // _SUITS, np.uint64(up % _SUITS)
    none, below, equal = np.int64(0), np.int64(0), np.int64(0)
    for d in range(_RANKS):
        of_d = np.int64(held >> np.uint64(4 * d) & _NIBBLE)
        if of_d == 0:
            continue
        for c in range(d + 1):
            of_c = np.int64(held >> np.uint64(4 * c) & _NIBBLE)
            twice = 1 if c == d else 0
            two = _again(of_d, of_c, twice)
            if two == 0:
                continue
            for b in range(c + 1):
                of_b = np.int64(held >> np.uint64(4 * b) & _NIBBLE)
                thrice = 1 + twice if b == c else 0
                three = _again(two, of_b, thrice)
                if three == 0:
                    continue
                place = places[3, d] + places[2, c] + places[1, b]
                for a in range(b + 1):
                    of_a = np.int64(held >> np.uint64(4 * a) & _NIBBLE)
                    ways = _again(three, of_a, 1 + thrice if a == b else 0)
                    made = with_up[up_rank, place + a]
                    none += ways if made < qualifies else 0
                    below += ways if qualifies <= made < own else 0
                    equal += ways if made >= qualifies and made == own else 0
    ranks = _of_suit(left, up_suit)
    for d in range(_RANKS):
        if ranks >> d & 1 == 0:
            continue
        for c in range(d):
            if ranks >> c & 1 == 0:
                continue
            for b in range(c):
                if ranks >> b & 1 == 0:
                    continue
                for a in range(b):
                    if ranks >> a & 1 == 0:
                        continue
                    flush = 1 << up_rank | 1 << d | 1 << c | 1 << b | 1 << a
                    made, better = mixed[flush], suited[flush]
                    none -= 1 if made < qualifies else 0
                    below -= 1 if qualifies <= made < own else 0
                    equal -= 1 if made >= qualifies and made == own else 0
                    below += 1 if better < own else 0
                    equal += 1 if better == own else 0
    return none, below, equal


@numba.njit(cache=True)
def against_three(
    own: Whole,
    left: np.uint64,
    places: Numbers,
    of_ranks: Numbers,
    mixed: Numbers,
    suited: Numbers,
    qualifies: int,
) -> tuple[Whole, Whole, Whole]:
    """The same for three cards, none of which is seen; a flush may be in any suit."""
    held = by_rank(left)
    none, below, equal = np.int64(0), np.int64(0), np.int64(0)
    for c in range(_RANKS):
        of_c = np.int64(held >> np.uint64(4 * c) & _NIBBLE)
        for b in range(c + 1):
            of_b = np.int64(held >> np.uint64(4 * b) & _NIBBLE)
            twice = 1 if b == c else 0
            two = _again(of_c, of_b, twice)
            if two == 0:
                continue
            for a in range(b + 1):
                of_a = np.int64(held >> np.uint64(4 * a) & _NIBBLE)
                ways = _again(two, of_a, 1 + twice if a == b else 0)
                made = of_ranks[places[2, c] + places[1, b] + a]
                none += ways if made < qualifies else 0
                below += ways if qualifies <= made < own else 0
                equal += ways if made >= qualifies and made == own else 0
    for suit in range(_SUITS):
        ranks = _of_suit(left, np.uint64(suit))
        for c in range(_RANKS):
            for b in range(c):
                for a in range(b):
                    flush = 1 << c | 1 << b | 1 << a
                    if ranks & flush != flush:
                        continue
                    made, better = mixed[flush], suited[flush]
                    none -= 1 if made < qualifies else 0
                    below -= 1 if qualifies <= made < own else 0
                    equal -= 1 if made >= qualifies and made == own else 0
                    below += 1 if better < own else 0
                    equal += 1 if better == own else 0
    return none, below, equal


@numba.njit(cache=True)
def regret(
    own: np.uint64, up: Whole, left: np.uint64, size: int, total: int, game: Game
) -> tuple[Whole, Whole]:
    """The class of a hand, and what its decision loses against the better one: 0 if it is right.

    The loss is for all of the dealer's hands together, of which there are `total`.
    """
    places, of_ranks, with_up, mixed, suited, classes, pays, stays, qualifies = game
    kind = kind_of(own, places, of_ranks, suited)
    if size == _STUD:
        none, below, equal = against_up_card(
            kind, up, left, places, with_up, mixed, suited, qualifies
        )
    else:
        none, below, equal = against_three(kind, left, places, of_ranks, mixed, suited, qualifies)
    number = np.int64(classes[kind])
    above = total - none - below - equal
    gain = (
        none * pays[number, 0]
        + below * pays[number, 1]
        + equal * pays[number, 2]
        + above * pays[number, 3]
    )
    wrong = (gain > 0) != stays[kind, up // _SUITS]
    return number, abs(gain) if wrong else 0


@numba.njit(cache=True, nogil=True)
def add_up(
    first: np.uint64,
    deals: int,
    seed: np.uint64,
    shape: tuple[int, int, int, int],
    game: Game,
    sums: Numbers,
) -> None:
    """Consecutive deals: for each class how many decisions are wrong, what they lose, and the
    squares of that. The shape is cards of a hand, cards up, cards seen, and dealer's hands."""
    size, known, seen, total = shape
    for number in range(deals):
        own, up, left = deal(first + np.uint64(number), seed, size, known, seen)
        hand, lost = regret(own, up, left, size, total, game)
        if lost:
            sums[hand, 0] += 1
            sums[hand, 1] += lost
            sums[hand, 2] += lost * lost
