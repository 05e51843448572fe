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


def regrets(  # noqa: PLR0912, PLR0915 - a compiled loop calls no other function
    decks: Ints,
    seen: int,
    tables: tuple[Ints, Ints, Ints],
    worth: Ints,
    stays: Ints,
    qualifies: int,
    lost: Ints,
) -> None:
    """What a strategy loses in each deal by not looking at the `seen` cards of others.

    `worth[kind]` is staying in less folding by how the dealer's hand compares. The dealer's hands
    are counted by ranks, from what is left of each; then those of the up card's suit are moved
    from where mixed suits rank to where a flush does.
    """
    of_ranks, mixed, suited = tables
    made = np.zeros((13, 13, 13, 13, 13), np.int16)  # by the up card and four others, rising
    ranks = np.zeros(5, np.int64)
    for up in range(13):
        for a in range(13):
            for b in range(a, 13):
                for c in range(b, 13):
                    for d in range(c, 13):
                        ranks[0], ranks[1], ranks[2], ranks[3], ranks[4] = a, b, c, d, up
                        ranks.sort()
                        number = of_ranks[ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]]
                        made[up, a, b, c, d] = number
    left = np.zeros(13, np.int64)
    free = np.zeros(13, np.int64)
    for deal in range(decks.shape[0]):
        deck = decks[deal]
        up, suit = deck[5] // 4, deck[5] % 4
        mask, one_suit = 0, True
        for place in range(5):
            ranks[place] = deck[place] // 4
            mask |= 1 << ranks[place]
            one_suit = one_suit and deck[place] % 4 == deck[0] % 4
        ranks.sort()
        own = of_ranks[ranks[0], ranks[1], ranks[2], ranks[3], ranks[4]]
        if one_suit:
            own = suited[mask]
        left[:] = 0
        suits = 0
        for place in range(6 + seen, 52):
            left[deck[place] // 4] += 1
            if deck[place] % 4 == suit:
                free[suits] = 1 << (deck[place] // 4)
                suits += 1
        none, below, equal, total = 0, 0, 0, 0
        for a in range(13):
            for b in range(a, 13):
                two = left[a] * (left[a] - 1) // 2 if b == a else left[a] * left[b]
                if two == 0:
                    continue
                twice = 1 if b == a else 0
                for c in range(b, 13):
                    again = 1 + twice if c == b else 0
                    three = two * (left[c] - again) // (1 + again)
                    if three == 0:
                        continue
                    for d in range(c, 13):
                        more = 1 + again if d == c else 0
                        ways = three * (left[d] - more) // (1 + more)
                        dealer = made[up, a, b, c, d]
                        total += ways
                        if dealer < qualifies:
                            none += ways
                        elif dealer < own:
                            below += ways
                        elif dealer == own:
                            equal += ways
        for a in range(suits):
            for b in range(a):
                for c in range(b):
                    for d in range(c):
                        held = 1 << up | free[a] | free[b] | free[c] | free[d]
                        for dealer, moved in ((mixed[held], -1), (suited[held], 1)):
                            if dealer < qualifies:
                                none += moved
                            elif dealer < own:
                                below += moved
                            elif dealer == own:
                                equal += moved
        pays = worth[own]
        above = total - none - below - equal
        gain = none * pays[0] + below * pays[1] + equal * pays[2] + above * pays[3]
        if (gain > 0) != stays[own, up]:
            lost[deal] = abs(gain) / total
