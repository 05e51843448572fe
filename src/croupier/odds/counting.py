"""How the dealer's hand comes out against every hand of the player's, counted exactly.

A `Census` holds, for every state of knowledge at the moment of decision, in how many
ways the rest of the dealer's hand makes it not qualify, rank below, rank equal. It
does not depend on any pay table, so it is taken once and priced as often as asked.
"""

from collections.abc import Iterator
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.odds import loops
from croupier.odds.counts import BELOW, EQUAL, KIND, NO_HAND, WEIGHT
from croupier.odds.deck import Kinds, Ranks
from croupier.odds.flushes import Flushes, mask_of
from croupier.odds.kernels import loop
from croupier.ranking import RANK_KEYS

Ints = NDArray[Any]

_STEPS_A_STATE = 100
"""What filling in one state costs, in multiplications."""
_SORTED_MAX = 100_000
"""More states than this are not searched for equal ones."""


class Census:
    """The states of knowledge when `known` of the dealer's cards are seen."""

    def __init__(self, kinds: Kinds, qualifies: int, known: int) -> None:
        self.kinds = kinds
        self.known = known
        self.qualifies = kinds.weakest(qualifies)
        self.unknown = kinds.size - known
        unseen = kinds.deck.size - kinds.size - known
        self.completions = comb(unseen, self.unknown)
        """Ways to complete the dealer's hand: 163,185 with one card of five up."""
        self.deals = kinds.hands * comb(unseen + known, known) * self.completions
        self.classes = np.array([int(k.value.hand_class) for k in kinds.kinds], np.int8)
        self._tables = _KindTables(kinds)
        self.steps = len(kinds) * len(kinds.deck.multisets(known)) * self._steps_a_kind()
        """About how much work the census is, for the choice of loops."""

    def _steps_a_kind(self) -> int:
        sets_of_ranks = _STEPS_A_STATE * 2**self.kinds.size if self.known else 0
        return max(len(self.kinds.deck.multisets(self.unknown)), sets_of_ranks)

    def by_known_ranks(self) -> Iterator[tuple[Ranks, Ints]]:
        """States by the ranks of the dealer's known cards, one array a multiset."""
        buffer = np.empty((self._tables.states_max, 5), np.int32)
        for ranks in self.kinds.deck.multisets(self.known):
            yield ranks, self._states(ranks, buffer)

    def _states(self, known: Ranks, buffer: Ints) -> Ints:
        tables = self._tables
        held = np.zeros(13, np.int64)
        for rank in known:
            held[rank] += 1
        counts = self._mixed(known, held)
        distinct = len(set(known)) == len(known)
        flushes = Flushes(self.kinds, known) if distinct else None
        if not known:
            assert flushes is not None
            return self._open(counts, flushes)
        filled = 0
        if flushes is not None:
            suited_states = loop(loops.suited_states, self.steps)
            filled = suited_states(
                (tables.masks, tables.multiplicity, tables.suited),
                sum(1 << rank for rank in known),
                self.kinds.deck.suits,
                self.kinds.size,
                self.qualifies,
                counts,
                flushes.tables,
                buffer,
            )
        if len(known) > 1:
            filled = self._unsuited(held, counts, buffer, filled)
        return buffer[:filled]

    def _mixed(self, known: Ranks, held: Ints) -> Ints:
        """Dealer's hands by ranks alone, for every kind."""
        tables = self._tables
        completions = tables.completions(self.unknown)
        made = tables.mixed_kind(completions, known)
        counts = np.empty((3, len(self.kinds)), np.int32)
        parts = np.ones((self.unknown + 1, len(self.kinds)), np.int32)
        loop(loops.mixed_counts, self.steps)(
            tables.choose, held, completions, made, self.qualifies, parts, counts
        )
        return counts

    def _unsuited(self, held: Ints, counts: Ints, buffer: Ints, filled: int) -> int:
        """States whose known cards are of several suits: what the suited ones leave."""
        tables = self._tables
        suited = np.zeros(len(self.kinds), np.int64)
        np.add.at(suited, buffer[:filled, KIND], buffer[:filled, WEIGHT])
        weight = tables.deals_with(held) - suited
        rows = np.flatnonzero(weight)
        end = filled + len(rows)
        buffer[filled:end, KIND] = rows
        buffer[filled:end, WEIGHT] = weight[rows]
        buffer[filled:end, NO_HAND:] = counts[:, rows].T
        return end

    def _open(self, counts: Ints, flushes: Flushes) -> Ints:
        hand_kinds, suit_masks = self._tables.hands()
        states = np.empty((len(hand_kinds), 5), np.int32)
        states[:, KIND] = hand_kinds
        states[:, NO_HAND:] = counts[:, hand_kinds].T
        for suit in range(self.kinds.deck.suits):
            no_hand, below, equal = flushes.moved(suit_masks[:, suit], hand_kinds, self.qualifies)
            states[:, NO_HAND] += no_hand
            states[:, BELOW] += below
            states[:, EQUAL] += equal
        return _merged(states)


class _KindTables:
    """The kinds of hand as arrays."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        deck = kinds.deck
        self.hands_of_kind = np.array([kind.hands for kind in kinds.kinds], np.int64)
        self.suited = np.array([kind.suited for kind in kinds.kinds], np.bool_)
        self.multiplicity = np.zeros((len(kinds), 13), np.int8)
        for number, kind in enumerate(kinds.kinds):
            for rank in kind.ranks:
                self.multiplicity[number, rank] += 1
        self.masks = ((self.multiplicity > 0) << np.arange(13)).sum(axis=1)
        self.states_max = sum(2 ** len(set(kind.ranks)) + 1 for kind in kinds.kinds)
        in_deck = np.array([deck.suits if rank in deck.ranks else 0 for rank in range(13)])
        left = in_deck - self.multiplicity
        size = kinds.size
        ways = np.array(
            [[comb(n, t) for t in range(size + 1)] for n in range(deck.suits + 1)], np.int32
        )
        self.choose = np.empty((size + 1, size + 1, 13, len(kinds)), np.int32)
        for held in range(size + 1):
            still = np.clip(left - held, 0, None)
            self.choose[held] = np.moveaxis(ways[still], (0, 1, 2), (2, 1, 0))
        self._mixed_keys = np.array(sorted((_key(r), i) for r, i in kinds.mixed.items()))

    def completions(self, cards: int) -> Ints:
        multisets = self.kinds.deck.multisets(cards)
        return np.array(multisets, np.int8).reshape(len(multisets), cards)

    def mixed_kind(self, completions: Ints, known: Ranks) -> Ints:
        """The kind that each completion makes of the known ranks; -1 where no deck has it."""
        keys = np.array(RANK_KEYS)[completions].sum(axis=1) + _key(known)
        return self._kind_of_key(keys)

    def _kind_of_key(self, keys: Ints) -> Ints:
        known, numbers = self._mixed_keys.T
        found = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        return np.where(known[found] == keys, numbers[found], -1)

    def deals_with(self, held: Ints) -> Ints:
        """Deals of a player's hand of each kind together with known cards of these ranks."""
        total = self.hands_of_kind.copy()
        for rank in np.flatnonzero(held):
            total *= self.choose[0, held[rank], rank]
        return total

    def hands(self) -> tuple[Ints, Ints]:
        """Every hand of the deck: its kind, and its ranks in each suit as sets."""
        kinds = self.kinds
        deck = kinds.deck
        chosen = np.fromiter(
            chain.from_iterable(combinations(range(deck.size), kinds.size)),
            np.int8,
            kinds.hands * kinds.size,
        ).reshape(kinds.hands, kinds.size)
        ranks = np.repeat(np.array(deck.ranks), deck.suits)[chosen]
        suits = chosen % deck.suits
        suit_masks = np.stack(
            [((suits == suit) << ranks).sum(axis=1) for suit in range(deck.suits)], axis=1
        )
        hand_kinds = self._kind_of_key(np.array(RANK_KEYS)[ranks].sum(axis=1))
        flush = np.full(1 << 13, -1)
        flush[[mask_of(held) for held in kinds.suited]] = list(kinds.suited.values())
        for suit in range(kinds.deck.suits):
            of_one_suit = flush[suit_masks[:, suit]]
            hand_kinds = np.where(of_one_suit >= 0, of_one_suit, hand_kinds)
        return hand_kinds, suit_masks


def _merged(states: Ints) -> Ints:
    """States that differ in nothing made one; where there are too many to sort, left as one
    for each hand."""
    if len(states) > _SORTED_MAX:
        states[:, WEIGHT] = 1
        return states
    single, count = np.unique(states[:, [KIND, NO_HAND, BELOW, EQUAL]], axis=0, return_counts=True)
    merged = np.empty((len(single), 5), np.int32)
    merged[:, [KIND, NO_HAND, BELOW, EQUAL]] = single
    merged[:, WEIGHT] = count
    return merged


def _key(ranks: Ranks) -> int:
    return sum(RANK_KEYS[rank] for rank in ranks)
