"""The counts that every price of a game is made of: states of knowledge, and cells of them.

A *state* is all that a player can know when deciding; it has the number of deals it stands
for, and the dealer's hands that do not qualify, are below, are equal. A *cell* is a kind of hand
and a rank of the up card. Its states differ only by the dealer's flushes, which are few: so a
cell is decided as a whole, and state by state only where the flushes could turn the decision.
"""

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Ints = NDArray[Any]

KIND, WEIGHT, NO_HAND, BELOW, EQUAL = range(5)
"""Columns of a state: kind of hand, deals of player's and known cards, dealer's hands."""


class Stays(Struct, frozen=True, eq=False):
    """Where a strategy stays in."""

    cells: Ints
    """By up card and kind; no for a cell that is decided state by state."""
    places: Ints
    """The states of such cells,"""
    answers: Ints
    """and whether it stays in with each."""


class Counts:
    """Every state of a game, by up card, kind and suits; nothing here depends on a pay table."""

    def __init__(
        self, ups: int, first: Ints, weights: Ints, hands: Ints, sums: Ints | None = None
    ) -> None:
        self.ups = ups
        """How many ranks an up card has; one where there is none."""
        self.kinds = (len(first) - 1) // ups
        self.first = first
        """Where the states of each cell begin, by up card and kind, and where the last ends."""
        self.weights = weights
        self.hands = hands
        """Three rows: dealer's hands that do not qualify, are below, are equal."""
        self.sums = self._summed() if sums is None else sums
        """By up card and kind: the weights, and the three counts times their weights."""
        begins = np.minimum(first[:-1], len(weights) - 1)
        self._foremost = hands[:, begins].reshape(3, self.ups, self.kinds).astype(np.int64)

    @classmethod
    def of(cls, states: Ints, kinds: int) -> "Counts":
        """Those of a game without an up card, from its states in any order."""
        states = states[np.argsort(states[:, KIND], kind="stable")]
        first = np.searchsorted(states[:, KIND], np.arange(kinds + 1)).astype(np.int32)
        return cls(1, first, states[:, WEIGHT].copy(), states[:, NO_HAND:].T.copy())

    def _summed(self) -> Ints:
        held = np.diff(self.first) > 0
        starts = self.first[:-1][held]
        sums = np.zeros((4, len(held)), np.int64)
        weights = self.weights.astype(np.int64)
        sums[0, held] = np.add.reduceat(weights, starts)
        for row, hands in enumerate(self.hands, 1):
            sums[row, held] = np.add.reduceat(weights * hands, starts)
        return sums.reshape(4, self.ups, self.kinds)

    def states(self) -> tuple[Ints, Ints]:
        """Every state with its five columns, and the rank of its up card (-1 for none)."""
        sizes = np.diff(self.first)
        states = np.empty((len(self.weights), 5), np.int32)
        states[:, KIND] = np.repeat(np.tile(np.arange(self.kinds), self.ups), sizes)
        states[:, WEIGHT] = self.weights
        states[:, NO_HAND:] = self.hands.T
        ranks = np.arange(self.ups) if self.ups > 1 else np.array([-1])
        return states, np.repeat(np.repeat(ranks.astype(np.int8), self.kinds), sizes)

    def decide(self, worth: Ints, flushes: int) -> Stays:
        """Stay in wherever that gains.

        The gain is linear: `worth` has, for every kind, what each of the three counts adds to
        it, and what it is without them. Two states of a cell differ in at most `flushes` of the
        dealer's hands, each counted here in the one and there in the other.
        """
        none, below, equal, alone = worth
        gain = none * self._foremost[0] + below * self._foremost[1] + equal * self._foremost[2]
        gain += alone
        turned = flushes * (
            np.maximum(worth[:3].max(axis=0), 0) - np.minimum(worth[:3].min(axis=0), 0)
        )
        open_to_turn = (np.abs(gain) <= turned) & (self.sums[0] > 0)
        cells = np.flatnonzero(open_to_turn)
        begins, sizes = self.first[cells], self.first[cells + 1] - self.first[cells]
        places = np.arange(sizes.sum()) + np.repeat(begins - np.cumsum(sizes) + sizes, sizes)
        kinds = np.repeat(cells % self.kinds, sizes)
        dealt = self.hands[:, places].astype(np.int64)
        gains = (dealt * worth[:3, kinds]).sum(axis=0) + alone[kinds]
        return Stays((gain > 0) & ~open_to_turn, places, gains > 0)

    def stayed(self, stays: Stays) -> Ints:
        """By kind: the deals of player's and known cards with which a strategy stays in, and the
        three counts of the dealer's hands against them."""
        total: Ints = (self.sums * stays.cells).sum(axis=1)
        places = stays.places[stays.answers]
        cells = np.searchsorted(self.first, places, side="right") - 1
        weights = self.weights[places].astype(np.int64)
        np.add.at(total[0], cells % self.kinds, weights)
        for row, hands in enumerate(self.hands, 1):
            np.add.at(total[row], cells % self.kinds, weights * hands[places])
        return total

    def answers(self, stays: Stays) -> Ints:
        """Whether a strategy stays in, state by state."""
        found = np.repeat(stays.cells.ravel(), np.diff(self.first))
        found[stays.places] = stays.answers
        return found
