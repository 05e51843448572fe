"""Rounds, compiled: deal, value, decide, compare.

All that is known of a game comes in as arrays (`plan` makes them from a rulebook); what
comes out are the codes of the boxes. One source serves hands of five and of three: the
size is a constant of each entry point, so that its loops are unrolled. The loops are
written out, because passing an array to a function in every round costs a reference
count in every round, which takes longer than the round.
"""

import numba
import numpy as np

from croupier.simulation.chance import CARDS, DRAWS, FRACTION, below, philox
from croupier.simulation.codes import AGAINST, FLAGS, LUCKY, MAGIC
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
from croupier.wagers import Against

FIVE, THREE = 5, 3
DECK = 52
_AGAINST = AGAINST
_NO_HAND = int(Against.NO_HAND)

_ONE, _TWO = np.uint64(1), np.uint64(2)
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

Rules = tuple[int, int, int, int, int, int, int]
"""Players, weakest qualifying kind, codes of the dealer's hand (0 where they do not count),
rounds to a magic card, rounds to a lucky draw, boxes, tables."""


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


@numba.njit(cache=True, inline="always")
def _against(stays: bool, kind: np.int64, dealer: np.int64, qualifies: int) -> int:
    """Fold first, then whether the dealer has a hand, then the comparison (S15)."""
    compared = 1 + int(kind < dealer) + 2 * int(kind == dealer)
    return int(stays) * (_NO_HAND + int(dealer >= qualifies) * compared)


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
def draw(
    index: np.uint64, seed: np.uint64, fresh: Numbers, rules: Rules
) -> tuple[np.uint32, int, bool]:
    """What the jackpot system picks: magic card (0 for none), lucky box (0), lucky dealer."""
    _, _, _, magic_every, lucky_every, boxes, tables = rules
    magic, lucky_box, lucky_dealer = _NONE, 0, False
    if magic_every:
        drawn = below(np.uint64(magic_every * DECK), index, DRAWS, seed)
        if drawn < DECK:
            magic = fresh[drawn]
    if lucky_every:
        drawn = below(np.uint64(lucky_every * boxes), index, DRAWS + _ONE, seed)
        if drawn < boxes:
            lucky_box = int(drawn) + 1
        lucky_dealer = below(np.uint64(lucky_every * tables), index, DRAWS + _TWO, seed) == 0
    return magic, lucky_box, lucky_dealer


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
) -> None:
    """Codes of a round with its draws marked in them."""
    players, dealer_codes = rules[0], rules[2]
    magic, lucky_box, lucky_dealer = draw(index, seed, fresh, rules)
    dealer = LUCKY if lucky_dealer else 0
    if magic and _holds(magic, deck, base + players * size, size):
        dealer += MAGIC
    for player in range(players):
        flags = LUCKY if lucky_box == player + 1 else 0
        if magic and _holds(magic, deck, base + player * size, size):
            flags += MAGIC
        codes[player] += flags * dealer_codes + dealer


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
    """Rounds of any number of boxes: the codes of each, and the decks as they were dealt.

    The boxes are dealt their hands in turn, the dealer the last. If a word is rejected,
    the round is dealt again from further words. Where there is room for one deck only, it
    is used over and over.
    """
    fresh, by_key, facts, limits = table
    players, qualifies, dealer_codes, magic_every, lucky_every, _, _ = rules
    kinds = np.empty(players + 2, np.int64)
    keep = DECK if len(decks) > DECK else 0
    for number in range(len(indices)):
        index, base, attempt, sound = indices[number], number * keep, np.uint64(0), False
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
            code = np.int64(case) * _AGAINST + _against(stays, kind, dealer, qualifies)
            if dealer_codes:
                code = code * (FLAGS * dealer_codes) + dealer_code
            codes[number, player] = code
        if magic_every or lucky_every:
            _add_draws(index, seed, size, rules, fresh, decks, base, codes[number])


@numba.njit(cache=True, inline="always")
def _rounds_of_one(
    first: np.uint64,
    seed: np.uint64,
    size: int,
    table: Table,
    rules: Rules,
    codes: Numbers,
    again: Numbers,
) -> int:
    """Consecutive rounds of one box, the fast way: no word but the first two is looked at.

    Rounds that need more, by a rejected word or a draw, are listed in `again` by their
    place in `codes`; returns how many.
    """
    fresh, by_key, facts, limits = table
    _, qualifies, dealer_codes, magic_every, lucky_every, _, _ = rules
    limit, dealer_limit = limits[0], limits[1]
    draws = magic_every + lucky_every > 0
    deck = fresh.copy()
    listed = 0
    for number in range(len(codes)):
        for place in range(DECK):
            deck[place] = fresh[place]
        word, dealer_word = philox(first + np.uint64(number), CARDS, np.uint64(0), seed)
        ranks, suits, left_over = _take(word, deck, 0, 0, size)
        dealer_ranks, dealer_suits, dealer_left_over = _take(dealer_word, deck, 0, size, size)
        if left_over < limit or dealer_left_over < dealer_limit or draws:
            again[listed] = number
            listed += 1
            continue
        kind, dealer = np.int64(by_key[ranks & _KEY]), np.int64(by_key[dealer_ranks & _KEY])
        if suits:
            kind = np.int64(facts[kind, FLUSH])
        if dealer_suits:
            dealer = np.int64(facts[dealer, FLUSH])
        up_card = deck[2 * size - 1]
        answers = facts[kind, up_card >> _RANK_AT]
        stays = answers != _NEVER
        if stays and answers != _ALWAYS:
            stays = _by_suits(answers, deck, 0, size, up_card)
        case = facts[kind, CASE]
        if case == UNDECIDED:
            case = _case_by_suit(facts[kind, CASES_BY_SUIT], deck[0])
        code = np.int64(case) * _AGAINST + _against(stays, kind, dealer, qualifies)
        if dealer_codes:
            dealer_case = facts[dealer, CASE]
            if dealer_case == UNDECIDED:
                dealer_case = _case_by_suit(facts[dealer, CASES_BY_SUIT], deck[size])
            code = code * (FLAGS * dealer_codes) + np.int64(dealer_case) * FLAGS
        codes[number] = code
    return listed


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
def _rounds_of_one_five(
    first: np.uint64, seed: np.uint64, table: Table, rules: Rules, codes: Numbers, again: Numbers
) -> int:
    return _rounds_of_one(first, seed, FIVE, table, rules, codes, again)


@numba.njit(cache=True, nogil=True)
def _rounds_of_one_three(
    first: np.uint64, seed: np.uint64, table: Table, rules: Rules, codes: Numbers, again: Numbers
) -> int:
    return _rounds_of_one(first, seed, THREE, table, rules, codes, again)


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


@numba.njit(cache=True, nogil=True)
def play_rounds_of_one(
    first: np.uint64, seed: np.uint64, size: int, table: Table, rules: Rules, codes: Numbers
) -> None:
    """Consecutive rounds of one box: their codes."""
    again = np.empty(len(codes), np.int64)
    if size == FIVE:
        listed = _rounds_of_one_five(first, seed, table, rules, codes, again)
    else:
        listed = _rounds_of_one_three(first, seed, table, rules, codes, again)
    if listed:
        indices, own = np.empty(listed, np.uint64), np.empty((listed, 1), np.int64)
        for number in range(listed):
            indices[number] = first + np.uint64(again[number])
        play_rounds(indices, seed, size, table, rules, own, table[0].copy())
        for number in range(listed):
            codes[again[number]] = own[number, 0]
