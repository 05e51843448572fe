"""The inner loops: dealer's hands counted for many player's hands at once.

Kinds of hand are numbered by strength, so for one way to complete the dealer's hand
the player's kinds that beat it are a contiguous range: the work is multiplying and
adding slices. All arithmetic is on whole numbers. The functions are plain Python;
`kernels` compiles them when there is much to do.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[Any]
Flushes = tuple[Ints, Ints, Ints, Ints]
"""Number of each forbidden set, for each the running count of flushes that avoid it, and for each
kind how many flushes are weaker, taken as mixed hands and as flushes."""

ACE_KING, ABOVE = 13, 14
"""What a dealer's hand is to `blind_counts`, where it is not a pair of some rank."""


def mixed_counts(
    choose: Ints,
    known: Ints,
    completions: Ints,
    dealer: Ints,
    qualifies: int,
    parts: Ints,
    counts: Ints,
) -> None:
    """Dealer's hands without regard to suits, for every kind of player's hand.

    `choose[k, t, r]` holds, for every kind, in how many ways `t` cards of rank `r` can
    still be drawn when the dealer is known to hold `k` of them. `completions` are the
    multisets of the dealer's unknown ranks in lexicographic order, `dealer` the kind
    each completes. Fills `counts`: not qualifying, below, equal.
    """
    depth = completions.shape[1]
    counts[:] = 0
    for c in range(completions.shape[0]):
        changed = 0
        if c > 0:
            while changed < depth and completions[c, changed] == completions[c - 1, changed]:
                changed += 1
        run = 0
        for level in range(depth):
            rank = completions[c, level]
            run = run + 1 if level > 0 and completions[c, level - 1] == rank else 1
            if level >= changed:
                ways = choose[known[rank], run, rank]
                before = parts[level - run + 1]
                np.multiply(before, ways, parts[level + 1])
        made = dealer[c]
        if made < 0:
            continue
        whole = parts[depth]
        if made < qualifies:
            np.add(counts[0], whole, counts[0])
        else:
            counts[2, made] += whole[made]
            np.add(counts[1, made + 1 :], whole[made + 1 :], counts[1, made + 1 :])


def suited_states(
    kinds: tuple[Ints, Ints, Ints],
    known_mask: int,
    suits: int,
    size: int,
    qualifies: int,
    counts: Ints,
    flushes: Flushes,
    states: Ints,
) -> int:
    """States in which the dealer's known cards are of one suit, so a flush is possible.

    A state is a kind and the set of its ranks that the player holds in that suit, which
    the dealer therefore cannot draw. Each flush counted by `mixed_counts` as a hand of
    mixed suits is subtracted there and added where it belongs. Returns how many states.
    """
    masks, multiplicity, suited = kinds
    slots, avoiding, mixed_before, flush_before = flushes
    other = suits - 1
    ways_in = (0, 1, other, other * (other - 1) // 2, other * (other - 1) * (other - 2) // 6)
    ways_out = (1, ways_in[2], ways_in[3], ways_in[4], 0)
    not_qualifying = mixed_before[qualifies]
    filled = 0
    for kind in range(masks.shape[0]):
        full = masks[kind] & ~known_mask
        subset = full
        while True:
            weight = 1
            if suited[kind]:
                weight = 0
                if subset == 0:
                    weight = other
                elif subset == masks[kind]:
                    weight = 1
            else:
                distinct = 0
                for rank in range(13):
                    held = multiplicity[kind, rank]
                    if held:
                        distinct += 1
                        weight *= ways_in[held] if subset >> rank & 1 else ways_out[held]
                if distinct == size:
                    if subset == 0:
                        weight -= other
                    elif subset == masks[kind]:
                        weight -= 1
            if weight > 0:
                avoid = avoiding[slots[subset]]
                below = avoid[flush_before[kind]]
                equal = avoid[flush_before[kind + 1]] - below
                if kind >= qualifies:
                    under = avoid[mixed_before[kind]]
                    below -= under - avoid[not_qualifying]
                    equal -= avoid[mixed_before[kind + 1]] - under
                states[filled, 0] = kind
                states[filled, 1] = weight * suits
                states[filled, 2] = counts[0, kind] - avoid[not_qualifying]
                states[filled, 3] = counts[1, kind] + below
                states[filled, 4] = counts[2, kind] + equal
                filled += 1
            if subset == 0:
                break
            subset = (subset - 1) & full
    return filled


def decide(states: Ints, net: Ints, classes: Ints, fold: int, total: int, stay: Ints) -> None:
    """Stay in where that is worth strictly more than folding.

    `net[class]` is what a stayed-in hand of the class comes to when the dealer does not
    qualify, is below, equal and above, in whole parts of the ante.
    """
    for s in range(states.shape[0]):
        pays = net[classes[states[s, 0]]]
        none = np.int64(states[s, 2])
        below = np.int64(states[s, 3])
        equal = np.int64(states[s, 4])
        above = total - none - below - equal
        value = none * pays[0] + below * pays[1] + equal * pays[2] + above * pays[3]
        stay[s] = value > fold * total


def gained(states: Ints, net: Ints, classes: Ints, fold: int, total: int, out: Ints) -> None:
    """By kind of hand, what staying in gains over folding in all deals, and where it gains."""
    for s in range(states.shape[0]):
        kind = states[s, 0]
        pays = net[classes[kind]]
        none = np.int64(states[s, 2])
        below = np.int64(states[s, 3])
        equal = np.int64(states[s, 4])
        above = total - none - below - equal
        value = none * pays[0] + below * pays[1] + equal * pays[2] + above * pays[3]
        gain = np.int64(states[s, 1]) * (value - fold * total)
        out[kind, 0] += gain
        if gain > 0:
            out[kind, 1] += gain


def tally(states: Ints, stay: Ints, total: int, out: Ints) -> None:
    """Deals by kind of hand: not qualifying, below, equal, above, folded."""
    for s in range(states.shape[0]):
        kind = states[s, 0]
        weight = np.int64(states[s, 1])
        if stay[s]:
            none = np.int64(states[s, 2])
            below = np.int64(states[s, 3])
            equal = np.int64(states[s, 4])
            out[kind, 0] += weight * none
            out[kind, 1] += weight * below
            out[kind, 2] += weight * equal
            out[kind, 3] += weight * (total - none - below - equal)
        else:
            out[kind, 4] += weight * total


def blind_counts(held: Ints, up_rank: int, completions: Ints, made: Ints, counts: Ints) -> None:
    """For each viewed hand, dealer's hands that do not qualify, and those an unseen hand beats.

    By ranks alone, and only where both are plain: ace-king high beaten by a pair or
    better, a pair beaten by a higher pair or anything above. `made` tells what each
    completion of the up card is: -1 not qualifying, 13 ace-king high, 0 to 12 a pair of
    that rank, 14 anything else. Unseen hands are numbered by elementary symmetric
    functions of the cards that are left of each rank.
    """
    left = np.zeros(13, np.int64)
    free = np.zeros(13, np.int64)
    choose = ((1, 0, 0, 0, 0), (1, 1, 0, 0, 0), (1, 2, 1, 0, 0), (1, 3, 3, 1, 0), (1, 4, 6, 4, 1))
    symmetric = np.zeros(6, np.int64)
    for hand in range(held.shape[0]):
        counts[hand, :] = 0
        for rank in range(13):
            left[rank] = 4 - held[hand, rank]
        left[up_rank] -= 1
        if left[up_rank] < 0:
            counts[hand, 0] = -1
            continue
        for c in range(completions.shape[0]):
            ways = 1
            for rank in range(13):
                ways *= choose[left[rank]][completions[c, rank]]
            if ways == 0 or made[c] == ABOVE:
                continue
            if made[c] < 0:
                counts[hand, 0] += ways
                continue
            symmetric[:] = 0
            symmetric[0] = 1
            cards = 0
            for rank in range(13):
                free[rank] = left[rank] - completions[c, rank]
                cards += free[rank]
                for order in range(5, 0, -1):
                    symmetric[order] += free[rank] * symmetric[order - 1]
            total = cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) // 120
            beaten = total - symmetric[5]
            if made[c] < ACE_KING:
                for rank in range(made[c] + 1):
                    one = symmetric[1] - free[rank]
                    two = symmetric[2] - free[rank] * one
                    three = symmetric[3] - free[rank] * two
                    beaten -= choose[free[rank]][2] * three
            counts[hand, 1] += ways * beaten
