"""Rounds by shuffling, compiled: deal card by card, value, decide, compare.

All that is known of a game comes in as arrays (`plan` makes them from a rulebook); what
comes out are the codes of the boxes. This is how rounds of several boxes are dealt, and by
version 1 of the generator those of one box too. Every hand takes one 64-bit word, read as a
fraction of 58 bits. Multiplied by the number of cards left its whole part chooses a card and
its fraction chooses the next; the few fractions that would favour some hands are rejected and
drawn again, so every order of cards is exactly as likely as any other.

One source serves hands of five and of three, processor and GPU: the size is a constant of
each entry point, so that its loops are unrolled. What takes an array in every round is inlined,
because passing one costs a reference count, which takes longer than the round.
"""

# ruff: noqa: PLR0913, PLR0917

import numba
import numpy as np

from croupier.philox import CARDS, philox
from croupier.simulation.chance import FRACTION
from croupier.simulation.codes import AGAINST, FLAGS, LUCKY, MAGIC
from croupier.simulation.dealing import Rules, against, draw
from croupier.simulation.hands import (
    CASE,
    CASE_BITS,
    CASES_BY_SUIT,
    FLUSH,
    RANK_AT,
    SUITS_AT,
    UNDECIDED,
    Numbers,
)

FIVE, THREE = 5, 3
DECK = 52

_ONE = np.uint64(1)
_FRACTION, _SPARE = np.uint64(FRACTION), np.uint64(64 - FRACTION)
_MASK = np.uint64((1 << FRACTION) - 1)
_KEY = np.uint32((1 << SUITS_AT) - 1)
_SUITS = np.uint32(0b1111 << SUITS_AT)
_RANK_AT, _SUITS_AT = np.uint32(RANK_AT), np.uint32(SUITS_AT)
_BIT, _NONE = np.uint32(1), np.uint32(0)
_ALWAYS, _NEVER = np.uint32(0xFFFFFFFF), np.uint32(0)

Table = tuple[Numbers, Numbers, Numbers, Numbers]
"""The deck in order; kinds by key; facts of the kinds; below which left-over fraction the
word of each hand is rejected."""


@numba.njit(cache=True, inline="always")
def _take(
    word: np.uint64, deck: Numbers, base: int, place: int, size: int
) -> tuple[np.uint32, np.uint32, np.uint64]:
    """Deal one hand to its places in the deck: its ranks, its suits, and what is left over."""
    fraction = word >> _SPARE
    ranks, suits = _NONE, _SUITS
    for card_number in range(size):
        here = place + card_number
        fraction *= np.uint64(DECK - here)
        there = np.uint64(base + here) + (fraction >> _FRACTION)
        fraction &= _MASK
        card = deck[there]
        deck[there] = deck[base + here]
        deck[base + here] = card
        ranks += card
        suits &= card
    return ranks, suits, fraction


@numba.njit(cache=True)
def _by_suits(answers: np.uint32, deck: Numbers, place: int, size: int, up_card: np.uint32) -> bool:
    """Where suits decide: the answer for the set of ranks held in the up card's suit."""
    held = _NONE
    for card_number in range(size):
        held |= _BIT << (deck[place + card_number] >> _RANK_AT)
    subset, position = _NONE, _NONE
    for rank in range(13):
        if held >> np.uint32(rank) & _BIT:
            for card_number in range(size):
                card = deck[place + card_number]
                if card >> _RANK_AT == rank and card & up_card & _SUITS:
                    subset |= _BIT << position
            position += _BIT
    return bool(answers >> subset & _BIT)


@numba.njit(cache=True)
def _case_by_suit(cases: np.uint32, first_card: np.uint32) -> np.uint32:
    """The case of a kind that some jackpot row takes in some suits only."""
    shift, suit = _NONE, first_card >> _SUITS_AT & np.uint32(0b1111)
    while suit > _BIT:
        shift, suit = shift + np.uint32(CASE_BITS), suit >> _BIT
    return cases >> shift & np.uint32((1 << CASE_BITS) - 1)


@numba.njit(cache=True)
def _holds(card: np.uint32, deck: Numbers, place: int, size: int) -> bool:
    found = False
    for card_number in range(size):
        found |= deck[place + card_number] == card
    return found


@numba.njit(cache=True)
def _add_draws(
    index: np.uint64,
    seed: np.uint64,
    size: int,
    rules: Rules,
    fresh: Numbers,
    deck: Numbers,
    base: int,
    codes: Numbers,
    number: int,
) -> None:
    """Codes of a round with its draws marked in them."""
    players, dealer_codes = rules[0], rules[2]
    magic, lucky_box, lucky_dealer = draw(index, seed, rules)
    card = fresh[magic - 1] if magic else _NONE
    dealer = LUCKY if lucky_dealer else 0
    if magic and _holds(card, deck, base + players * size, size):
        dealer += MAGIC
    for player in range(players):
        flags = LUCKY if lucky_box == player + 1 else 0
        if magic and _holds(card, deck, base + player * size, size):
            flags += MAGIC
        codes[number, player] += flags * dealer_codes + dealer


@numba.njit(cache=True, inline="always")
def shuffled_round(
    index: np.uint64,
    seed: np.uint64,
    size: int,
    table: Table,
    rules: Rules,
    codes: Numbers,
    number: int,
    decks: Numbers,
    base: int,
    kinds: Numbers,
) -> None:
    """A round of any number of boxes: its codes, and the deck as it was dealt.

    The boxes are dealt their hands in turn, the dealer the last. If a word is rejected,
    the round is dealt again from further words.
    """
    fresh, by_key, facts, limits = table
    players, qualifies, dealer_codes, magic_every, lucky_every, _, _ = rules
    attempt, sound = np.uint64(0), False
    while not sound:
        sound = True
        for place in range(DECK):
            decks[base + place] = fresh[place]
        for pair in range((players + 2) // 2):
            words = philox(index, CARDS + np.uint64(pair), attempt, seed)
            for half in range(2):
                hand = 2 * pair + half
                if hand <= players:
                    word = words[0] if half == 0 else words[1]
                    ranks, suits, left_over = _take(word, decks, base, hand * size, size)
                    kind = np.int64(by_key[ranks & _KEY])
                    if suits:
                        kind = np.int64(facts[kind, FLUSH])
                    kinds[hand] = kind
                    sound &= left_over >= limits[hand]
        attempt += _ONE
    dealer, dealer_place = kinds[players], base + players * size
    up_card = decks[dealer_place + size - 1]
    dealer_code = np.int64(0)
    if dealer_codes:
        dealer_case = facts[dealer, CASE]
        if dealer_case == UNDECIDED:
            dealer_case = _case_by_suit(facts[dealer, CASES_BY_SUIT], decks[dealer_place])
        dealer_code = np.int64(dealer_case) * FLAGS
    for player in range(players):
        kind, place = kinds[player], base + player * size
        answers = facts[kind, up_card >> _RANK_AT]
        stays = answers != _NEVER
        if stays and answers != _ALWAYS:
            stays = _by_suits(answers, decks, place, size, up_card)
        case = facts[kind, CASE]
        if case == UNDECIDED:
            case = _case_by_suit(facts[kind, CASES_BY_SUIT], decks[place])
        code = np.int64(case) * AGAINST + against(stays, kind, dealer, qualifies)
        if dealer_codes:
            code = code * (FLAGS * dealer_codes) + dealer_code
        codes[number, player] = code
    if magic_every or lucky_every:
        _add_draws(index, seed, size, rules, fresh, decks, base, codes, number)


@numba.njit(cache=True, inline="always")
def _rounds(
    indices: Numbers,
    seed: np.uint64,
    size: int,
    table: Table,
    rules: Rules,
    codes: Numbers,
    decks: Numbers,
) -> None:
    """Rounds by index. Where there is room for one deck only, it is used over and over."""
    kinds = np.empty(rules[0] + 2, np.int64)
    keep = DECK if len(decks) > DECK else 0
    for number in range(len(indices)):
        shuffled_round(
            indices[number], seed, size, table, rules, codes, number, decks, number * keep, kinds
        )


@numba.njit(cache=True, nogil=True)
def _rounds_five(
    indices: Numbers, seed: np.uint64, table: Table, rules: Rules, codes: Numbers, decks: Numbers
) -> None:
    _rounds(indices, seed, FIVE, table, rules, codes, decks)


@numba.njit(cache=True, nogil=True)
def _rounds_three(
    indices: Numbers, seed: np.uint64, table: Table, rules: Rules, codes: Numbers, decks: Numbers
) -> None:
    _rounds(indices, seed, THREE, table, rules, codes, decks)


@numba.njit(cache=True, nogil=True)
def play_rounds(
    indices: Numbers,
    seed: np.uint64,
    size: int,
    table: Table,
    rules: Rules,
    codes: Numbers,
    decks: Numbers,
) -> None:
    """Rounds by index: the codes of their boxes, and their decks where there is room."""
    if size == FIVE:
        _rounds_five(indices, seed, table, rules, codes, decks)
    else:
        _rounds_three(indices, seed, table, rules, codes, decks)
