"""A round of one box, by whole hands: two look-ups in a table of all hands.

The table holds every hand of the deck in the order of strength, its cards as 52 bits and its
kind above them. A round reads its random words in order. The first chooses the player's hand
and which of the dealer's cards is turned up; each of those after it chooses a hand, until one
has no card of the player's: that is the dealer's. Words that would favour some hands are
passed over, so every deal is exactly as likely as any other.

Processor (`loops`) and GPU (`gpu`) play rounds by these functions, each with a loop of its own.
"""

from functools import lru_cache

import numba
import numpy as np

from croupier.cards import DECK, RANKS
from croupier.philox import DRAWS, HANDS, block
from croupier.simulation.chance import below
from croupier.simulation.codes import AGAINST, FLAGS, LUCKY, MAGIC
from croupier.simulation.hands import (
    CARD_NUMBERS,
    CASE,
    CASE_BITS,
    CASES_BY_SUIT,
    KEY_BITS,
    SUITS_AT,
    UNDECIDED,
    Numbers,
    kind_by_key,
)
from croupier.wagers import Against

KIND_AT = len(DECK)
_WORDS = 4
SPLIT_KINDS = 1 << 64 - KIND_AT
"""A hand has room for so many kinds; the rest of a kind's number follows from its place."""

_KIND_AT = np.uint64(KIND_AT)
_CARDS = np.uint64((1 << KIND_AT) - 1)
_ZERO, _ONE, _HALF = np.uint64(0), np.uint64(1), np.uint64(32)
_KEY = np.uint32((1 << KEY_BITS) - 1)
_SUITS = np.uint32(0b1111 << SUITS_AT)
_AGAINST, _NO_HAND = AGAINST, int(Against.NO_HAND)
_ALWAYS, _NEVER = np.uint32(0xFFFFFFFF), np.uint32(0)

CASES = np.uint16((1 << CASE_BITS) - 1)
STAYS, LOOKS, BY_SUIT = (np.uint16(1 << CASE_BITS + place) for place in range(3))
"""Bits above the case of a kind: it stays in; that depends on the up card; its case depends
on the suit."""
NOT_ALONE = LOOKS | BY_SUIT

Deal = tuple[int, int, int, int, int]
"""Cards of a hand, number of hands, place from which kinds are in their upper half, and below
which remainder the word of the player's and of the dealer's hand is passed over."""

Rules = tuple[int, int, int, int, int, int, int]
"""Players, weakest qualifying kind, codes of the dealer's hand (0 where they do not count),
rounds to a magic card, rounds to a lucky draw, boxes, tables."""

Fold = tuple[int, int]
"""Hands from the weakest on that fold against any card and are paid alike, and their code."""


@lru_cache(maxsize=2)
def _sorted_hands(size: int, keys: bytes, numbers: bytes, suited: bytes, of_kind: bytes) -> Numbers:
    by_key = kind_by_key(np.frombuffer(keys, np.int32), np.frombuffer(numbers, np.int16))
    upto = np.cumsum(np.frombuffer(of_kind, np.int64))
    hands = np.empty(upto[-1], np.uint64)
    starts = np.append(0, upto[:-1])
    _fill(size, CARD_NUMBERS, by_key, np.frombuffer(suited, np.uint32), starts, hands)
    return hands


def all_hands(
    size: int, keys: Numbers, numbers: Numbers, suited: Numbers, of_kind: Numbers
) -> Numbers:
    """Every hand of the deck in order of strength, those of a kind in the order of cards.

    Built in every process, from kinds by key, what each makes in one suit, and how many hands
    are of each.
    """
    return _sorted_hands(
        size, keys.tobytes(), numbers.tobytes(), suited.tobytes(), of_kind.tobytes()
    )


@numba.njit(cache=True)
def _fill(
    size: int, deck: Numbers, by_key: Numbers, suited: Numbers, next_place: Numbers, hands: Numbers
) -> None:
    cards = np.arange(size)
    while True:
        ranks, suits, mask = np.uint32(0), _SUITS, _ZERO
        for place in range(size):
            ranks += deck[cards[place]]
            suits &= deck[cards[place]]
            mask |= _ONE << np.uint64(cards[place])
        kind = np.int64(by_key[ranks & _KEY])
        if suits:
            kind = np.int64(suited[kind])
        hands[next_place[kind]] = mask | np.uint64(kind % SPLIT_KINDS) << _KIND_AT
        next_place[kind] += 1
        moved = size - 1
        while moved >= 0 and cards[moved] == len(deck) - size + moved:
            moved -= 1
        if moved < 0:
            return
        cards[moved] += 1
        for place in range(moved + 1, size):
            cards[place] = cards[place - 1] + 1


def deal_of(size: int, of_kind: Numbers) -> Deal:
    """The numbers by which hands of this size are chosen."""
    hands, words = int(of_kind.sum()), 1 << 32
    split = int(of_kind[:SPLIT_KINDS].sum())
    return size, hands, split, words % (size * hands), words % hands


def short_facts(facts: Numbers) -> Numbers:
    """For every kind its case, and whether it stays in: one small number."""
    answers, cases = facts[:, : len(RANKS)], facts[:, CASE]
    first = answers[:, 0]
    alike = (answers == first[:, None]).all(axis=1) & ((first == _ALWAYS) | (first == _NEVER))
    short = np.where(cases == UNDECIDED, BY_SUIT, cases)
    short |= np.where(alike, np.where(first == _ALWAYS, STAYS, 0), LOOKS)
    return short.astype(np.uint16)


def fold_of(of_kind: Numbers, short: Numbers) -> Fold:
    """Where nothing depends on the dealer's hand, a hand that folds anyway needs none."""
    if short[0] & (STAYS | LOOKS | BY_SUIT):
        return 0, 0
    alike = int(np.argmax(np.append(short != short[0], True)))
    return int(of_kind[:alike].sum()), int(short[0]) * AGAINST


@numba.njit(cache=True, inline="always")
def kind_at(
    hand: np.uint64, place: np.uint64 | np.uint32, split: np.uint64 | np.uint32
) -> np.int64:
    """The kind of a hand from the table and its place there."""
    return np.int64(hand >> _KIND_AT) + np.int64(place >= split) * SPLIT_KINDS


@numba.njit(cache=True, inline="always")
def clash(hand: np.uint64, other: np.uint64) -> bool:
    """Whether two hands have a card in common."""
    return bool((hand & other & _CARDS) != _ZERO)


@numba.njit(cache=True, inline="always")
def card_at(hand: np.uint64, position: np.uint64) -> np.uint64:
    """One of the cards of a hand of up to five, counted from the lowest; without branches."""
    rest = hand & _CARDS
    for taken in range(4):
        rest = rest & (rest - _ONE) if np.uint64(taken) < position else rest
    card, step = _ZERO, _HALF
    for _ in range(6):
        empty = rest & ((_ONE << step) - _ONE) == _ZERO
        rest = rest >> step if empty else rest
        card = card + step if empty else card
        step >>= _ONE
    return card


@numba.njit(cache=True, inline="always")
def _subset(hand: np.uint64, suit: np.uint64) -> np.uint32:
    """Which of the ranks of a hand it holds in a suit, as bits from its lowest rank up."""
    subset, position = np.uint32(0), np.uint32(0)
    for rank in range(13):
        held = hand >> np.uint64(4 * rank) & np.uint64(0b1111)
        if held:
            subset |= np.uint32(held >> suit & _ONE) << position
            position += np.uint32(1)
    return subset


@numba.njit(cache=True, inline="always")
def stays_in(facts: Numbers, kind: np.int64, hand: np.uint64, up_card: np.uint64) -> bool:
    """What a hand does that looks at the up card."""
    answers = facts[kind, up_card >> np.uint64(2)]
    if answers == _ALWAYS:
        return True
    if answers == _NEVER:
        return False
    subset = _subset(hand, up_card & np.uint64(3))
    return bool((answers >> subset & np.uint32(1)) != np.uint32(0))


@numba.njit(cache=True, inline="always")
def against(stays: bool, kind: np.int64, dealer: np.int64, qualifies: int) -> int:
    """Fold first, then whether the dealer has a hand, then the comparison (S15)."""
    compared = 1 + int(kind < dealer) + 2 * int(kind == dealer)
    return int(stays) * (_NO_HAND + int(dealer >= qualifies) * compared)


@numba.njit(cache=True, inline="always")
def case_of(fact: np.uint16, facts: Numbers, kind: np.int64, hand: np.uint64) -> np.int64:
    """The case of a hand; where it depends on the suit, all its cards are of one."""
    if fact & BY_SUIT:
        suit = card_at(hand, _ZERO) & np.uint64(3)
        cases = np.uint64(facts[kind, CASES_BY_SUIT])
        return np.int64(cases >> np.uint64(CASE_BITS) * suit & np.uint64(CASES))
    return np.int64(fact & CASES)


@numba.njit(cache=True, inline="always")
def outcome(
    short: Numbers,
    facts: Numbers,
    kind: np.int64,
    hand: np.uint64,
    dealer: np.int64,
    dealer_hand: np.uint64,
    position: np.uint64,
    qualifies: int,
) -> np.int64:
    """The case of the player's hand and how it came out, as the first part of a code."""
    fact = short[kind]
    stays = (fact & STAYS) != np.uint16(0)
    if fact & LOOKS:
        stays = stays_in(facts, kind, hand, card_at(dealer_hand, position))
    return case_of(fact, facts, kind, hand) * _AGAINST + against(stays, kind, dealer, qualifies)


@numba.njit(cache=True, inline="always")
def player_word(
    word: np.uint32, hands: np.uint32, size: np.uint32, passed_below: np.uint32
) -> tuple[np.uint64, np.uint64, bool]:
    """The place of the player's hand, the position of the up card, and whether the word
    counts."""
    product = np.uint64(word) * np.uint64(hands)
    turned = np.uint64(np.uint32(product)) * np.uint64(size)
    return product >> _HALF, turned >> _HALF, bool(np.uint32(turned) >= passed_below)


@numba.njit(cache=True, inline="always")
def dealer_place(word: np.uint32, hands: np.uint32) -> tuple[np.uint32, np.uint32]:
    """The place of a hand, and what is left of its word, by which it counts or not."""
    product = np.uint64(word) * np.uint64(hands)
    return np.uint32(product >> _HALF), np.uint32(product)


@numba.njit(cache=True, inline="always")
def dealer_word(
    word: np.uint32, hands: np.uint32, passed_below: np.uint32
) -> tuple[np.uint64, bool]:
    """The place of a hand, and whether the word counts."""
    product = np.uint64(word) * np.uint64(hands)
    return product >> _HALF, bool(np.uint32(product) >= passed_below)


@numba.njit(cache=True, inline="always")
def _tried(
    word: np.uint32, count: np.uint32, below: np.uint32, hand: np.uint64, table: Numbers
) -> tuple[np.uint64, np.uint32, bool]:
    """A hand for the dealer, its place, and whether it will do."""
    place, counts = dealer_word(word, count, below)
    dealer = table[place]
    return dealer, np.uint32(place), counts and not clash(hand, dealer)


@numba.njit(cache=True, inline="always")
def deal_one(
    index: np.uint64, seed: np.uint64, deal: Deal, table: Numbers, fold_below: np.uint32
) -> tuple[np.uint64, np.uint32, np.uint64, np.uint32, np.uint64]:
    """A round from its words in order: both hands, each with its place, and the position of the
    up card. A hand that folds at once gets no dealer's."""
    size, count = np.uint32(deal[0]), np.uint32(deal[1])
    player_below, below = np.uint32(deal[3]), np.uint32(deal[4])
    number, used = _ZERO, 1
    a, b, c, d = block(index, HANDS, number, seed)
    found, position, counts = player_word(a, count, size, player_below)
    while not counts:
        used += 1
        if used > _WORDS:
            number, used = number + _ONE, 1
            a, b, c, d = block(index, HANDS, number, seed)
        else:
            a, b, c = b, c, d
        found, position, counts = player_word(a, count, size, player_below)
    player = np.uint32(found)
    if player < fold_below:
        return _ZERO, player, _ZERO, player, position
    hand = table[player]
    dealer, place, fits = _tried(b, count, below, hand, table)
    fits = fits and used < _WORDS
    if not fits:
        dealer, place, fits = _tried(c, count, below, hand, table)
        fits = fits and used < _WORDS - 1
        if not fits:
            dealer, place, fits = _tried(d, count, below, hand, table)
            fits = fits and used < _WORDS - 2
    while not fits:
        number += _ONE
        a, b, c, d = block(index, HANDS, number, seed)
        dealer, place, fits = _tried(a, count, below, hand, table)
        if not fits:
            dealer, place, fits = _tried(b, count, below, hand, table)
        if not fits:
            dealer, place, fits = _tried(c, count, below, hand, table)
        if not fits:
            dealer, place, fits = _tried(d, count, below, hand, table)
    return hand, player, dealer, place, position


@numba.njit(cache=True, inline="always")
def with_dealer(
    code: np.int64,
    short: Numbers,
    facts: Numbers,
    dealer: np.int64,
    dealer_hand: np.uint64,
    dealer_codes: int,
) -> np.int64:
    """A code with the dealer's case in it, where wagers depend on that."""
    case = case_of(short[dealer], facts, dealer, dealer_hand)
    return code * (FLAGS * dealer_codes) + case * FLAGS


@numba.njit(cache=True)
def draw(index: np.uint64, seed: np.uint64, rules: Rules) -> tuple[int, int, bool]:
    """What the jackpot system picks: the magic card's number in the deck, from 1 (0 for none),
    the lucky box (0 for none), the lucky dealer."""
    _, _, _, magic_every, lucky_every, boxes, tables = rules
    magic, lucky_box, lucky_dealer = 0, 0, False
    if magic_every:
        drawn = below(np.uint64(magic_every * KIND_AT), index, DRAWS, seed)
        if drawn < np.uint64(KIND_AT):
            magic = int(drawn) + 1
    if lucky_every:
        drawn = below(np.uint64(lucky_every * boxes), index, DRAWS + _ONE, seed)
        if drawn < np.uint64(boxes):
            lucky_box = int(drawn) + 1
        tickets = np.uint64(lucky_every * tables)
        lucky_dealer = below(tickets, index, DRAWS + _ONE + _ONE, seed) == _ZERO
    return magic, lucky_box, lucky_dealer


@numba.njit(cache=True)
def drawn_on(
    index: np.uint64, seed: np.uint64, rules: Rules, hand: np.uint64, dealer_hand: np.uint64
) -> np.int64:
    """What the draws of a round of one box add to its code."""
    magic, lucky_box, lucky_dealer = draw(index, seed, rules)
    own = LUCKY if lucky_box == 1 else 0
    dealer = LUCKY if lucky_dealer else 0
    if magic:
        card = np.uint64(magic - 1)
        own += MAGIC * int(hand >> card & _ONE)
        dealer += MAGIC * int(dealer_hand >> card & _ONE)
    return np.int64(own * rules[2] + dealer)
