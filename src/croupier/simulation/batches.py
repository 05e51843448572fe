"""Rounds of one box on the processor: many at a time, in stages.

The random words of a batch are computed side by side, then hands are looked up side by side in
tables that a processor keeps close at hand (`packed`). Rounds still without a dealer's hand are
moved together between two tries.
"""

import numba
import numpy as np

from croupier.philox import HANDS, block
from croupier.simulation.codes import AGAINST
from croupier.simulation.dealing import (
    CASES,
    NOT_ALONE,
    STAYS,
    Deal,
    Fold,
    Rules,
    against,
    deal_one,
    dealer_place,
    drawn_on,
    kind_at,
    outcome,
    player_word,
    with_dealer,
)
from croupier.simulation.hands import Numbers
from croupier.simulation.packed import Packed, look_up

BATCH = 1024
"""Rounds of a batch: enough that the last few tries, of a few rounds each, hardly count, and few
enough that their words and hands stay close at hand."""

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_NUMBER, _PASSED_OVER, _KIND_AT = np.uint32(0x7FFF), np.uint32(0x8000), np.uint32(16)
"""A round that is played is one word: its number in the batch, whether its first word is passed
over, and the kind of the player's hand."""

OneBox = tuple[Numbers, Numbers, Numbers, Deal, Fold, Rules, Packed]
"""All hands; short facts and facts of the kinds; how hands are chosen; which fold at once;
the rules; all hands in small tables."""

Room = tuple[Numbers, Numbers, Numbers]
"""Where a batch is worked out: rows of 32 and of 64 bits, and codes."""

_PLACES, _KINDS, _SPARE, _LOW, _WAITING, _REST, READY, _DEALERS = range(5, 13)
"""Rows of 32 bits after the five of random words: what hands are looked up by and what they are,
the part of a dealer's word that tells whether it counts; rounds that wait for a dealer's hand,
those with more to be looked at, those whose codes are known, and the dealer's kinds in those. All
other rounds have folded at once."""


@numba.njit(cache=True)
def make_room() -> Room:
    narrow, wide = np.empty((13, BATCH), np.uint32), np.empty((4, BATCH), np.uint64)
    return narrow, wide, np.empty(BATCH, np.int64)


@numba.njit(cache=True)
def _deal(
    index: np.uint64, seed: np.uint64, deal: Deal, hands: Numbers
) -> tuple[np.uint64, np.uint32, np.uint64, np.uint32, np.uint64]:
    """A single round: one in 640 begins with a word that is passed over."""
    return deal_one(index, seed, deal, hands, np.uint32(0))


@numba.njit(cache=True, nogil=True)
def _words(first: np.uint64, rounds: np.uint64, seed: np.uint64, narrow: Numbers) -> None:
    """The first words of every round."""
    words, second, third, fourth = narrow[0], narrow[1], narrow[2], narrow[3]
    for number in range(rounds):
        a, b, c, d = block(first + number, HANDS, _ZERO, seed)
        words[number], second[number], third[number], fourth[number] = a, b, c, d


@numba.njit(cache=True, nogil=True)
def _own_hands(rounds: np.uint64, game: OneBox, room: Room) -> np.uint64:
    """Hands that do not fold at once, and so wait for a dealer's: how many."""
    deal, fold = game[3], game[4]
    narrow, own = room[0], room[1][0]
    size, all_hands = np.uint32(deal[0]), np.uint32(deal[1])
    below, fold_below = np.uint32(deal[3]), np.uint64(fold[0])
    words, places, kinds, numbers = narrow[0], narrow[_PLACES], narrow[_KINDS], narrow[_WAITING]
    waiting = _ZERO
    for number in range(rounds):
        place, _, counts = player_word(words[number], all_hands, size, below)
        numbers[waiting] = np.uint32(number) | (np.uint32(0) if counts else _PASSED_OVER)
        places[waiting] = place
        waiting += np.uint64((place >= fold_below) | (not counts))
    look_up(places, waiting, game[6], narrow[_SPARE], kinds, own)
    for at in range(waiting):
        numbers[at] |= kinds[at] << _KIND_AT
    return waiting


@numba.njit(cache=True, nogil=True)
def _dealer_hands(
    first: np.uint64, waiting: np.uint64, seed: np.uint64, game: OneBox, room: Room
) -> np.uint64:
    """A dealer's hand for each that waits; those that clash are moved together and try again."""
    deal = game[3]
    narrow, wide, _ = room
    all_hands, below = np.uint32(deal[1]), np.uint32(deal[4])
    second, third, fourth, fifth = narrow[1], narrow[2], narrow[3], narrow[4]
    places, kinds, low = narrow[_PLACES], narrow[_KINDS], narrow[_LOW]
    numbers, own, dealers = narrow[_WAITING], wide[0], wide[1]
    ready, ready_kinds, ready_own, ready_dealers = narrow[READY], narrow[_DEALERS], wide[2], wide[3]
    done, attempt, row, last = _ZERO, _ZERO, 1, 3
    while waiting:
        tries = narrow[row]
        for at in range(waiting):
            word = tries[np.uint64(numbers[at] & _NUMBER)]
            places[at], low[at] = dealer_place(word, all_hands)
        look_up(places, waiting, game[6], narrow[_SPARE], kinds, dealers)
        left = _ZERO
        for at in range(waiting):
            number, hand, dealer = numbers[at], own[at], dealers[at]
            again = np.uint64((hand & dealer) != _ZERO) | np.uint64(low[at] < below)
            ready[done], ready_kinds[done] = number, kinds[at]
            ready_own[done], ready_dealers[done] = hand, dealer
            done += _ONE - again
            numbers[left], own[left] = number, hand
            left += again
        waiting = left
        row += 1
        if row > last:
            row, last, attempt = 1, 4, attempt + _ONE
            for at in range(waiting):
                number = np.uint64(numbers[at] & _NUMBER)
                a, b, c, d = block(first + number, HANDS, attempt, seed)
                second[number], third[number], fourth[number], fifth[number] = a, b, c, d
    return done


@numba.njit(cache=True, nogil=True)
def _alone(done: np.uint64, game: OneBox, room: Room) -> np.uint64:
    """Codes of hands as such; what more has to be looked at for is listed: how many."""
    short, rules = game[1], game[5]
    narrow, _, codes = room
    qualifies, every = rules[1], np.uint64(rules[2] > 0)
    ready, dealers, rest = narrow[READY], narrow[_DEALERS], narrow[_REST]
    left = _ZERO
    for at in range(done):
        number = ready[at]
        kind, dealer = np.uint64(number >> _KIND_AT), np.int64(dealers[at])
        fact, passed_over = short[kind], (number & _PASSED_OVER) != np.uint32(0)
        stays = (fact & STAYS) != np.uint16(0)
        came = against(stays, np.int64(kind), dealer, qualifies)
        codes[at] = np.int64(fact & CASES) * AGAINST + came
        rest[left] = at
        left += np.uint64((fact & NOT_ALONE) != np.uint16(0)) | np.uint64(passed_over) | every
    return left


@numba.njit(cache=True, nogil=True)
def _rest(first: np.uint64, left: np.uint64, seed: np.uint64, game: OneBox, room: Room) -> None:
    """Codes that depend on the up card, on suits, on the dealer's case or on draws."""
    hands, short, facts, deal, _, rules, _ = game
    narrow, wide, codes = room
    size, all_hands, split = np.uint32(deal[0]), np.uint32(deal[1]), np.uint32(deal[2])
    qualifies, dealer_codes, draws = rules[1], rules[2], rules[3] + rules[4] > 0
    words, ready = narrow[0], narrow[READY]
    for place in range(left):
        at = np.uint64(narrow[_REST, place])
        number, hand, dealer_hand = np.uint64(ready[at] & _NUMBER), wide[2, at], wide[3, at]
        kind, dealer = np.int64(ready[at] >> _KIND_AT), np.int64(narrow[_DEALERS, at])
        index = first + number
        _, position, counts = player_word(words[number], all_hands, size, np.uint32(deal[3]))
        if not counts:
            hand, own_place, dealer_hand, dealer_place, position = _deal(index, seed, deal, hands)
            kind = kind_at(hand, own_place, split)
            dealer = kind_at(dealer_hand, dealer_place, split)
        code = outcome(short, facts, kind, hand, dealer, dealer_hand, position, qualifies)
        if dealer_codes:
            code = with_dealer(code, short, facts, dealer, dealer_hand, dealer_codes)
        if draws:
            code += drawn_on(index, seed, rules, hand, dealer_hand)
        codes[at] = code


@numba.njit(cache=True, nogil=True)
def play_batch(first: np.uint64, count: int, seed: np.uint64, game: OneBox, room: Room) -> int:
    """Consecutive rounds of one box, at most a batch: how many codes are in the room."""
    rounds = np.uint64(count)
    _words(first, rounds, seed, room[0])
    done = _dealer_hands(first, _own_hands(rounds, game, room), seed, game, room)
    _rest(first, _alone(done, game, room), seed, game, room)
    return int(done)


@numba.njit(cache=True, nogil=True)
def play_rounds_of_one(
    first: np.uint64, seed: np.uint64, game: OneBox, room: Room, codes: Numbers
) -> None:
    """Consecutive rounds of one box, at most a batch of them: their codes in order."""
    done = play_batch(first, len(codes), seed, game, room)
    codes[:] = game[4][1]
    for at in range(done):
        codes[room[0][READY, at] & _NUMBER] = room[2][at]


@numba.njit(cache=True, nogil=True)
def play_again(
    indices: Numbers, seed: np.uint64, game: OneBox, codes: Numbers, cards: Numbers
) -> None:
    """Single rounds by index: their codes, and the cards of both hands, the up card last."""
    hands, _, _, deal, _, _, _ = game
    size, room = deal[0], make_room()
    for number in range(len(indices)):
        play_rounds_of_one(indices[number], seed, game, room, codes[number])
        own, _, dealer, _, position = _deal(indices[number], seed, deal, hands)
        at = 0
        for card in range(52):
            if own >> np.uint64(card) & _ONE:
                cards[number, at] = card
                at += 1
        dealt = 0
        for card in range(52):
            if dealer >> np.uint64(card) & _ONE:
                if np.uint64(dealt) == position:
                    cards[number, 2 * size - 1] = card
                else:
                    cards[number, at] = card
                    at += 1
                dealt += 1
