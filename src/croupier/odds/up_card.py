"""One card of the dealer's up: every state of the game counted by whole arrays.

The same counts as `counting` makes for any number of known cards by compiled loops; here for
the game as it is dealt, fast from the first call, since nothing has to be compiled or loaded.
"""

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.odds.counts import Counts
from croupier.odds.deck import Kinds, Ranks
from croupier.odds.flushes import Flushes

Ints = NDArray[Any]

_RANKS = 13


def count_up_card(kinds: Kinds, qualifies: int) -> Counts:
    """All states, by the rank of the up card; `qualifies` is the first kind that does."""
    by_ranks = count_by_ranks(kinds, qualifies)[0]
    of_kind, masks, weights = holdings(kinds)
    parts = []
    first = [np.zeros(1, np.int64)]
    for up_rank in range(_RANKS):
        possible = np.flatnonzero((masks >> up_rank & 1 == 0) & (up_rank in kinds.deck.ranks))
        own, mask = of_kind[possible], masks[possible]
        hands = by_ranks[:, up_rank, own]
        if len(possible):
            hands += Flushes(kinds, (up_rank,)).moved(mask, own, qualifies)
        parts.append((weights[possible], hands))
        ends = np.searchsorted(own, np.arange(1, len(kinds) + 1))
        first.append(first[-1][-1] + ends)
    return Counts(
        _RANKS,
        np.concatenate(first).astype(np.int32),
        np.concatenate([weight for weight, _ in parts]),
        np.concatenate([hands for _, hands in parts], axis=1),
    )


def _held(kinds: Kinds) -> Ints:
    """How many cards of each rank a kind has, by rank and kind."""
    ranks = np.array([kind.ranks for kind in kinds.kinds])
    held = np.zeros((_RANKS, len(kinds)), np.int8)
    for place in range(kinds.size):
        held[ranks[:, place], np.arange(len(kinds))] += 1
    return held


def left_in_deck(kinds: Kinds, dead: int | None = None) -> Ints:
    """How many cards of each rank a hand of each kind leaves, less a dead card of one rank."""
    deck = kinds.deck
    in_deck = np.isin(np.arange(_RANKS), deck.ranks) * deck.suits
    left: Ints = in_deck[:, None] - _held(kinds)
    if dead is not None:
        left[dead] -= 1
    return left.clip(0)


def count_by_ranks(
    kinds: Kinds, qualifies: int, dead: int | None = None, marked: Ranks = ()
) -> Ints:
    """Dealer's hands by ranks alone: not qualifying, below, equal; by up card and kind.

    A whole hand of the dealer's with `h` cards of some rank has one of them up in `h` of the
    ways in which its cards can be drawn, over all up cards of that rank: each row is the sum over
    them, and divided by how many there are at the end. Kinds are sorted, so a hand is below a
    contiguous slice of them; hands that begin with the same ranks share their products.

    A card of the rank `dead` may be known to be out of play. The counts are parted by how many
    cards of each `marked` rank the dealer has face down: all in one part if none is marked.
    """
    deck, size = kinds.deck, kinds.size
    left = left_in_deck(kinds, dead)
    ways = np.array([[comb(n, t) for n in range(deck.suits + 1)] for t in range(size + 1)])
    choose = ways.astype(np.int32)[:, left]
    counts = np.zeros((size ** len(marked), 3, _RANKS, len(kinds)), np.int32)
    parts = np.ones((size + 1, len(kinds)), np.int32)
    whole = parts[size]
    before: Ranks = ()
    for ranks in deck.multisets(size):
        same = next((n for n, rank in enumerate(before) if rank != ranks[n]), 0)
        for level in range(same, size):
            rank = ranks[level]
            run = ranks[: level + 1].count(rank)
            np.multiply(parts[level + 1 - run], choose[run, rank], parts[level + 1])
        before = ranks
        made = kinds.mixed[ranks]
        above = whole[made + 1 :]
        for rank in ranks:
            none, below, equal = counts[part_of(ranks, rank, marked, size) if marked else 0]
            if made < qualifies:
                np.add(none[rank], whole, none[rank])
                continue
            beaten = below[rank, made + 1 :]
            np.add(beaten, above, beaten)
            equal[rank, made] += whole[made]
    counts //= np.maximum(left, 1).astype(np.int32)
    return counts


def part_of(ranks: Ranks, up_rank: int, marked: Ranks, size: int) -> int:
    """The part of the counts for a dealer's hand: how many of each marked rank are face down."""
    return sum(
        (ranks.count(mark) - (mark == up_rank)) * size**place for place, mark in enumerate(marked)
    )


def holdings(kinds: Kinds) -> tuple[Ints, Ints, Ints]:
    """What a hand may hold in the up card's suit: kind, set of ranks, and how many pairs of a
    hand and a suit are so. Sorted by kind, the largest sets first.

    Of two cards of a rank one is in the suit or none; what is left goes to the other suits.
    """
    suits, size = kinds.deck.suits, kinds.size
    held = _held(kinds)
    suited = np.array([kind.suited for kind in kinds.kinds])
    distinct = (held > 0).sum(axis=0)
    ways = np.array(
        [[comb(suits - 1, n - here) if n else 0 for n in range(suits + 1)] for here in (0, 1)]
    )
    parts = []
    for number in sorted(set(distinct.tolist())):
        own = np.flatnonzero(distinct == number)
        ranks = np.nonzero(held[:, own].T)[1].reshape(len(own), number)
        here = np.arange(2**number - 1, -1, -1)[:, None] >> np.arange(number) & 1
        masks = (here << ranks[:, None, :]).sum(axis=2)
        cards = held[ranks, own[:, None]]
        hands = ways[here, cards[:, None, :]].prod(axis=2)
        if number == size:  # the flushes among them are kinds of their own
            flushes = np.zeros(2**number, np.int64)
            flushes[0] += 1
            flushes[-1] += suits - 1
            hands = np.where(suited[own, None], flushes, hands - flushes)
        parts.append((np.repeat(own, 2**number), masks.ravel(), hands.ravel() * suits))
    of_kind, masks, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(of_kind, kind="stable")
    order = order[weights[order] > 0]
    return of_kind[order], masks[order], weights[order].astype(np.uint16)
