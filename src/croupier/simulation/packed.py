"""Every hand of the deck by its place in the order of strength, from tables of 200 KB.

The table of all hands (`dealing.all_hands`) takes 21 MB, and a processor that looks hands up there
mostly waits for memory. But hands of one kind differ in their suits alone, and the suits follow
each other alike for all kinds of one shape: five different ranks, a pair beside three others. So a
hand is worked out from its kind, which gives the ranks, and from its place within the kind, which
gives the suits. Kinds of odd cards and pairs are found by a division, as all of them have equally
many hands, the others by a table.

On a GPU the table of all hands is as fast, and stays. So does that of hands of three cards, which
takes 177 KB itself.
"""

import numba
import numpy as np

from croupier.cards import RANKS, SUITS
from croupier.simulation.dealing import KIND_AT
from croupier.simulation.hands import Numbers

_SUITS, _RANKS = len(SUITS), len(RANKS)
_NIBBLE = (1 << _SUITS) - 1
_SHIFT_BITS = 6
_SHIFTS_AT = 32
_RANKS_MAX = 5
_WORDS = 1 << 32
_ZERO, _HALF = np.uint64(0), np.uint64(32)
_NIBBLES, _NIBBLE_BITS = np.uint64(_NIBBLE), np.uint64(_SUITS)
_SHIFT, _SHIFT_STEP = np.uint64((1 << _SHIFT_BITS) - 1), np.uint64(_SHIFT_BITS)

Runs = tuple[int, int, int, int, int]
"""Kinds of equally many hands: place at which the second run begins, and the third; by what a
place is multiplied to find the kind in each of the first two; kind at which the second begins."""

Packed = tuple[Runs, Numbers, Numbers, Numbers, Numbers]
"""The runs; kinds of the places after them, by fours; for each kind where its ranks stand and what
makes a place the number of its suits; all suits. The table of all hands if it is small, or else
nothing."""

_SMALL_HANDS = 1 << 16
_KIND_AT = np.uint64(KIND_AT)
_CARDS = np.uint64((1 << KIND_AT) - 1)


def packed(hands: Numbers, of_kind: Numbers) -> Packed:
    """The small tables that say the same as the table of all hands."""
    starts = np.append(0, np.cumsum(of_kind)[:-1])
    runs, by_place = _kinds(of_kind, starts)
    whole = hands[: len(hands) if len(hands) <= _SMALL_HANDS else 0]
    return runs, by_place, *_suits(hands, of_kind, starts), whole


def _kinds(many: Numbers, starts: Numbers) -> tuple[Runs, Numbers]:
    """How the kind of a hand is found by its place."""
    ends = [*np.flatnonzero(np.diff(many))[:2] + 1]
    first, second = (int(starts[end]) for end in ends)
    by = [-(-_WORDS // int(many[0])), -(-_WORDS // int(many[ends[0]]))]
    rest = np.repeat(np.arange(ends[1], len(many)), many[ends[1] :] // _SUITS)
    assert len(rest) * _SUITS == many[ends[1] :].sum()
    return (first, second, by[0], by[1], int(ends[0])), np.append(0, rest).astype(np.uint16)


def _suits(table: Numbers, many: Numbers, starts: Numbers) -> tuple[Numbers, Numbers]:
    """What is kept of each kind, and the suits of all shapes: a nibble for each rank, from the
    lowest on, with a bit for each suit in which it is held."""
    at_ranks = np.arange(0, _SUITS * _RANKS, _SUITS).astype(np.uint64)
    cards = table[starts, None] >> at_ranks
    held = np.bitwise_count(cards & _NIBBLE)
    ranks = np.argsort(held == 0, axis=1, kind="stable")[:, :_RANKS_MAX]
    shapes = np.column_stack([many, np.take_along_axis(held, ranks, axis=1)])
    _, examples, shape = np.unique(shapes, axis=0, return_index=True, return_inverse=True)
    suits = [
        _lined_up(table[starts[kind] : starts[kind] + many[kind]], ranks[kind]) for kind in examples
    ]
    begins = np.append(0, np.cumsum([len(some) for some in suits])[:-1])
    to_suits = (begins[shape.reshape(-1)] - starts) % _WORDS
    places = np.arange(_SHIFTS_AT, _SHIFTS_AT + _RANKS_MAX * _SHIFT_BITS, _SHIFT_BITS)
    shifts = (ranks * _SUITS << places).sum(axis=1)
    return (to_suits | shifts).astype(np.uint64), np.concatenate(suits)


def _lined_up(hands: Numbers, ranks: Numbers) -> Numbers:
    """The nibbles of some ranks side by side."""
    found = np.zeros(len(hands), np.uint32)
    for place, rank in enumerate(ranks):
        nibble = hands >> np.uint64(_SUITS * rank) & np.uint64(_NIBBLE)
        found |= nibble.astype(np.uint32) << np.uint32(_SUITS * place)
    return found


@numba.njit(cache=True, nogil=True)
def look_up(
    places: Numbers,
    count: np.uint64,
    tables: Packed,
    spare: Numbers,
    kinds: Numbers,
    hands: Numbers,
) -> None:
    """Kinds and cards of the hands at some places. In three steps, so that all but the looking up
    is done for several hands at a time."""
    runs, by_place, of_kind, suits, whole = tables
    if len(whole):
        for at in range(count):
            hand = whole[np.uint64(places[at])]
            kinds[at], hands[at] = np.uint32(hand >> _KIND_AT), hand & _CARDS
        return
    second, third = np.uint32(runs[0]), np.uint32(runs[1])
    by_first, by_second = np.uint64(np.uint32(runs[2])), np.uint64(np.uint32(runs[3]))
    second_kind = np.uint32(runs[4])
    for at in range(count):
        place = places[at]
        early = np.uint32(np.uint64(place) * by_first >> _HALF)
        late = np.uint32(np.uint64(place - second) * by_second >> _HALF) + second_kind
        kind = early if place < second else late
        kinds[at] = kind if place < third else np.uint32(0)
        after = (place - third >> np.uint32(2)) + np.uint32(1)
        spare[at] = np.uint32(0) if place < third else after
    for at in range(count):
        kind = kinds[at] + np.uint32(by_place[np.uint64(spare[at])])
        fact = of_kind[np.uint64(kind)]
        kinds[at], hands[at] = kind, fact
        spare[at] = suits[np.uint64(np.uint32(places[at] + np.uint32(fact)))]
    for at in range(count):
        shifts, nibbles = hands[at] >> _HALF, np.uint64(spare[at])
        hand = _ZERO
        for _ in range(_RANKS_MAX):
            hand |= (nibbles & _NIBBLES) << (shifts & _SHIFT)
            nibbles >>= _NIBBLE_BITS
            shifts >>= _SHIFT_STEP
        hands[at] = hand
