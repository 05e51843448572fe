"""Flushes that the dealer's known cards of one suit may become.

A count by ranks alone takes every flush for a hand of mixed suits. Here it is known how many
there are up to any strength, taken either way, so that they can be moved to where they belong.
"""

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.odds.deck import Kinds, Ranks

Ints = NDArray[Any]

_SETS = 1 << 13
"""How many sets of ranks there are."""


class Flushes:
    """Flushes that known cards of one suit may become, sorted by strength.

    The order is the same for the flushes and for hands of those ranks in mixed suits: straights
    come last either way. `slots` numbers the sets of ranks that the player may hold in that
    suit; for each of them there is a running count of the flushes that avoid it. A count up to
    any strength is one look-up.
    """

    def __init__(
        self, kinds: Kinds, known: Ranks, *, dead: int = 0, marked: int = 0, drawn_marks: int = 0
    ) -> None:
        """So many `dead` cards beside the player's are known to be out of play; of the set of
        `marked` ranks, only flushes that draw just `drawn_marks` are counted."""
        mixed, suited = _kinds_of_sets(kinds)
        shown = mask_of(known)
        free = [rank for rank in kinds.deck.ranks if rank not in known]
        forbidden = _sets(tuple(free), 0, kinds.size + dead)
        self.slots = np.full(_SETS, -1, np.int32)
        self.slots[forbidden] = np.arange(len(forbidden))
        missing = kinds.size - len(known)
        drawn = _sets(tuple(free), missing, missing)
        drawn = drawn[drawn & marked == drawn_marks]
        drawn = drawn[np.argsort(mixed[drawn | shown])]
        self.avoid = np.zeros((len(forbidden), len(drawn) + 1), np.int16)
        """The running count, by slot."""
        np.cumsum(forbidden[:, None] & drawn == 0, axis=1, dtype=np.int16, out=self.avoid[:, 1:])
        numbers = np.arange(len(kinds) + 1)
        self.mixed_before = np.searchsorted(mixed[drawn | shown], numbers)
        self.flush_before = np.searchsorted(suited[drawn | shown], numbers)
        """For each kind, how many of the flushes are weaker, taken either way."""

    @property
    def tables(self) -> tuple[Ints, Ints, Ints, Ints]:
        """As a compiled loop takes them."""
        return self.slots, self.avoid, self.mixed_before, self.flush_before

    def moved(self, held: Ints, kinds: Ints, qualifies: int) -> tuple[Ints, Ints, Ints]:
        """By how much the flushes of a suit change the counts by ranks alone, for many hands
        at once: taken out as mixed hands, put in as flushes."""
        slot = self.slots[held]
        width = self.avoid.shape[1]
        flat, at = self.avoid.ravel(), slot * width
        none = flat[at + self.mixed_before[qualifies]]
        counted = kinds >= qualifies
        under = flat[at + self.mixed_before[kinds]]
        same = flat[at + self.mixed_before[kinds + 1]] - under
        weaker = flat[at + self.flush_before[kinds]]
        equal = flat[at + self.flush_before[kinds + 1]] - weaker
        return (
            -none,
            weaker - np.where(counted, under - none, 0),
            equal - np.where(counted, same, 0),
        )


@lru_cache(maxsize=4)
def _kinds_of_sets(kinds: Kinds) -> tuple[Ints, Ints]:
    """The kind that a set of ranks makes in mixed suits, and in one suit."""
    mixed, suited = np.full((2, _SETS), -1, np.int32)
    for ranks, number in kinds.suited.items():
        mask = mask_of(ranks)
        mixed[mask], suited[mask] = kinds.mixed[ranks], number
    return mixed, suited


@lru_cache(maxsize=64)
def _sets(ranks: Ranks, size_min: int, size_max: int) -> Ints:
    sizes = range(size_min, size_max + 1)
    masks = [mask_of(chosen) for size in sizes for chosen in combinations(ranks, size)]
    return np.array(masks, np.int16)


def mask_of(ranks: Ranks) -> int:
    """A set of ranks, a bit each."""
    return sum(1 << rank for rank in ranks)
