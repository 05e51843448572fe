"""The cards and kinds of hand as arrays that a compiled loop reads.

A card is one number with everything that a round needs: its rank key in the
low bits, one bit for its suit, its rank on top. Adding up five cards gives the key of
the hand's ranks, a bitwise AND of them tells whether all are of one suit.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, RANKS, SUITS, rank_of, suit_of
from croupier.odds.deck import Kinds
from croupier.ranking import CARD_KEYS, RANK_KEYS, HandClass
from croupier.rulebooks.progressive import JackpotRow

Numbers = NDArray[Any]

KEY_BITS = 23
SUITS_AT, RANK_AT = KEY_BITS, KEY_BITS + 4
NO_ROW = -1

FLUSH, CASE, CASES_BY_SUIT = range(len(RANKS), len(RANKS) + 3)
"""Columns of the facts of a kind after those of the up card's rank."""
CASE_BITS = 8
UNDECIDED = np.uint32(0xFFFFFFFF)
"""The case of a kind that some jackpot row takes in some suits only."""

CARD_NUMBERS = np.array(
    [CARD_KEYS[card] | 1 << SUITS_AT + suit_of(card) | rank_of(card) << RANK_AT for card in DECK],
    np.uint32,
)
"""The deck in order, as a loop sees it."""

HandCase = tuple[HandClass, int]
"""A class of hand, and the jackpot row that it takes (or `NO_ROW`): all that is paid for."""


def ranks_to_kind(kinds: Kinds) -> tuple[Numbers, Numbers]:
    """Keys of every multiset of ranks, and the kind each makes in mixed suits."""
    keys = [sum(RANK_KEYS[rank] for rank in ranks) for ranks in kinds.mixed]
    return np.array(keys, np.int32), np.array(list(kinds.mixed.values()), np.int16)


def facts(kinds: Kinds, stay: Numbers, cases: list[tuple[int, ...]]) -> Numbers:
    """One row of a cache line for every kind: when it stays in against each up card, what
    the same ranks make in one suit, and its case."""
    table = np.empty((len(kinds), CASES_BY_SUIT + 1), np.uint32)
    table[:, : len(RANKS)] = stay
    table[:, FLUSH] = np.arange(len(kinds))
    for ranks, suited in kinds.suited.items():
        table[kinds.mixed[ranks], FLUSH] = suited
    for number, by_suit in enumerate(cases):
        table[number, CASE] = by_suit[0] if len(set(by_suit)) == 1 else UNDECIDED
        table[number, CASES_BY_SUIT] = sum(
            case << CASE_BITS * suit for suit, case in enumerate(by_suit)
        )
    return table


def hand_cases(
    kinds: Kinds, rows: tuple[JackpotRow, ...]
) -> tuple[tuple[HandCase, ...], list[tuple[int, ...]]]:
    """The cases that are paid differently, and for every kind its case by the suit of the
    first card."""
    numbers: dict[HandCase, int] = {}
    by_kind = []
    for kind in kinds.kinds:
        cases = []
        for suit in range(len(SUITS)):
            row = next(
                (n for n, row in enumerate(rows) if row.hand.matches(kind.value, suit)), NO_ROW
            )
            case = (kind.value.hand_class, row)
            cases.append(numbers.setdefault(case, len(numbers)))
        by_kind.append(tuple(cases))
    return tuple(numbers), by_kind


@lru_cache(maxsize=2)
def _whole_table(keys: bytes, numbers: bytes) -> Numbers:
    table = np.zeros(1 << KEY_BITS, np.int16)
    table[np.frombuffer(keys, np.int32)] = np.frombuffer(numbers, np.int16)
    return table


def kind_by_key(keys: Numbers, numbers: Numbers) -> Numbers:
    """The kind of mixed suits by key: long, sparse, and built in every process."""
    return _whole_table(keys.tobytes(), numbers.tobytes())
