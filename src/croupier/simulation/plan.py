"""A game made ready to be played by number: arrays for the loops, money for the codes.

A plan is made once, from a rulebook; it is small, and any process that is handed it can
play any stretch of rounds.
"""

from collections.abc import Sequence
from functools import cached_property
from math import gcd

import numpy as np
from msgspec import Struct

from croupier.cards import Card
from croupier.odds.deck import kinds_of
from croupier.rulebooks.model import Award, WagerKind
from croupier.simulation import kernel, loops
from croupier.simulation.chance import rejected_below
from croupier.simulation.codes import Box, Coding
from croupier.simulation.deciding import stay_table
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.hands import (
    CARD_NUMBERS,
    Numbers,
    facts,
    hand_cases,
    kind_by_key,
    ranks_to_kind,
)
from croupier.simulation.paying import Line, Payments
from croupier.simulation.tally import Sums, Tally
from croupier.simulation.terms import Terms

MAIN, ALL = "main", "all_wagers"
_SQUARES_MAX = 1 << 62
_LISTED_MAX = 4096
CARD_OF = {int(number): Card(place) for place, number in enumerate(CARD_NUMBERS)}


class Plan(Struct, frozen=True, kw_only=True, dict=True):
    """All that a process needs to play rounds of one game."""

    size: int
    players: int
    rules: kernel.Rules
    coding: Coding
    payments: Payments
    wagers: tuple[str, ...]
    """Names of the sums that are kept; all wagers together last."""
    kind_keys: Numbers
    kind_numbers: Numbers
    facts: Numbers
    limits: Numbers

    @classmethod
    def of(cls, terms: Terms) -> "Plan":
        book = terms.rulebook
        kinds = kinds_of(book.hands)
        names, cases = hand_cases(kinds, book.jackpot.rows)
        widened = bool(terms.staked(WagerKind.DEALER_JACKPOT)) or terms.held_draws
        coding = Coding(names, widened)
        keys, numbers = ranks_to_kind(kinds)
        limits = rejected_below(book.hands.size, terms.players + 1)
        return cls(
            size=book.hands.size,
            players=terms.players,
            rules=(
                terms.players,
                kinds.weakest(book.qualifying_strength),
                coding.dealer_codes if widened else 0,
                terms.magic_every,
                terms.lucky_every,
                terms.boxes,
                terms.tables,
            ),
            coding=coding,
            payments=Payments.of(terms),
            wagers=_names(terms),
            kind_keys=keys,
            kind_numbers=numbers,
            facts=facts(kinds, stay_table(book, terms.strategy, terms.ante), cases),
            limits=np.array(limits, np.uint64),
        )

    @cached_property
    def table(self) -> kernel.Table:
        by_key = kind_by_key(self.kind_keys, self.kind_numbers)
        return (CARD_NUMBERS, by_key, self.facts, self.limits)

    # Money

    def nets(self, lines: Sequence[Line]) -> tuple[int, ...]:
        """What the lines of a box come to, by the names that are kept."""
        by_wager = {line.wager: line.net for line in lines}
        main = (WagerKind.ANTE, self.payments.rulebook.stay.wager, Award.ANTE_BONUS)
        kept = [
            sum(by_wager.get(part, 0) for part in (main if name == MAIN else (name,)))
            for name in self.wagers[:-1]
        ]
        return (*kept, sum(by_wager.values()))

    def code_nets(self, code: int) -> tuple[int, ...]:
        """What a code comes to for a box that is alone with it."""
        known = self._code_nets
        if code not in known:
            known[code] = self.nets(self.payments.round([self.coding.box(code)])[0])
        return known[code]

    @cached_property
    def _code_nets(self) -> dict[int, tuple[int, ...]]:
        return {}

    def is_unlike(self, box: Box) -> bool:
        """Whether what is paid depends on the other boxes too: shares of the meter, envy."""
        return bool(self.payments.envy_of(box) or self.payments.claims([box]))

    @cached_property
    def money(self) -> tuple[Numbers, Numbers, list[int]]:
        """Nets by code in whole units, codes that depend on others, and the units in cents."""
        boxes = [self.coding.box(code) for code in range(self.coding.size)]
        unlike = np.array([self.is_unlike(box) for box in boxes], np.bool_)
        nets = np.array(
            [
                [0] * len(self.wagers) if unlike[code] else self.code_nets(code)
                for code in range(self.coding.size)
            ],
            object,
        )
        units = [gcd(*column) or 1 for column in nets.T]
        return (nets // np.array(units, object)).astype(np.int64), unlike, units

    # Play

    def play(self, first: int, count: int, seed: int) -> Tally:
        """The rounds from the first on, by index."""
        if self.players == 1:
            return self._one_box(first, count, seed)
        return self._boxes(first, count, seed)

    def _one_box(self, first: int, count: int, seed: int) -> Tally:
        counts = np.zeros(self.coding.size, np.int64)
        loops.count(
            np.uint64(first), count, np.uint64(seed), self.size, self.table, self.rules, counts
        )
        came = _nonzero(counts)
        nets = {code: self.code_nets(code) for code in came}
        wagers = {}
        for place, name in enumerate(self.wagers):
            net = sum(times * nets[code][place] for code, times in came.items())
            squares = sum(times * nets[code][place] ** 2 for code, times in came.items())
            wagers[name] = Sums(net, squares, squares)
        together = [net[-1] for net in nets.values()]
        return Tally(count, count, came, wagers, min(together), max(together))

    def _boxes(self, first: int, count: int, seed: int) -> Tally:
        total = Tally(0, 0, {}, {})
        step = self._step()
        end = first + count
        while first < end:
            played, tally = self._stretch(first, min(step, end - first), seed)
            total += tally
            first += played
        return total

    def _step(self) -> int:
        """As many rounds as cannot overflow a sum of squares."""
        nets, _, _ = self.money
        most = int(np.abs(nets).max()) * self.players
        if most * most >= _SQUARES_MAX:
            raise CannotSimulate(
                "a round can come to more than can be squared exactly; stake less, or simulate "
                "one player"
            )
        return max(1, min(1 << 20, _SQUARES_MAX // (most * most + 1)))

    def _listed(
        self, first: int, count: int, seed: int
    ) -> tuple[int, Numbers, Numbers, Numbers, Numbers]:
        nets, unlike, _ = self.money
        counts = np.zeros(self.coding.size, np.int64)
        squares = np.zeros(len(self.wagers), np.int64)
        extremes = np.array([_SQUARES_MAX, -_SQUARES_MAX], np.int64)
        listed = np.empty(_LISTED_MAX, np.uint64)
        played, filled = loops.count_boxes(
            np.uint64(first),
            count,
            np.uint64(seed),
            self.size,
            self.table,
            self.rules,
            (nets, unlike),
            (counts, squares, extremes, listed),
        )
        return played, listed[:filled], counts, squares, extremes

    def _stretch(self, first: int, count: int, seed: int) -> tuple[int, Tally]:
        nets, _, units = self.money
        played, listed, counts, squares, extremes = self._listed(first, count, seed)
        came = _nonzero(counts)
        wagers = {}
        for place, name in enumerate(self.wagers):
            unit, net = units[place], nets[:, place]
            wagers[name] = Sums(
                unit * sum(times * int(net[code]) for code, times in came.items()),
                unit**2 * sum(times * int(net[code]) ** 2 for code, times in came.items()),
                unit**2 * int(squares[place]),
            )
        alike = played - len(listed)
        worst, best = (int(end) * units[-1] for end in extremes)
        tally = Tally(alike, alike * self.players, came, wagers, worst, best)
        return played, tally + self._one_by_one(listed, seed) if len(listed) else tally

    def _one_by_one(self, indices: Numbers, seed: int) -> Tally:
        """Rounds whose boxes share a meter or envy each other, each settled as a whole."""
        total = Tally(0, 0, {}, {})
        for codes in self.again(indices, seed)[0]:
            lines = self.payments.round([self.coding.box(int(code)) for code in codes])
            nets = [self.nets(box) for box in lines]
            wagers = {}
            for place, name in enumerate(self.wagers):
                own = [net[place] for net in nets]
                wagers[name] = Sums(sum(own), sum(net**2 for net in own), sum(own) ** 2)
            together = wagers[ALL].net
            counts: dict[int, int] = {}
            for code in codes:
                counts[int(code)] = counts.get(int(code), 0) + 1
            total += Tally(1, self.players, counts, wagers, together, together)
        return total

    def unlike_rounds(self, first: int, count: int, seed: int) -> list[int]:
        """Rounds in which what a box is paid may depend on the other boxes, by index."""
        found: list[int] = []
        end = first + count
        while first < end:
            played, listed = self._listed(first, min(self._step(), end - first), seed)[:2]
            found += map(int, listed)
            first += played
        return found

    def again(self, indices: Sequence[int] | Numbers, seed: int) -> tuple[Numbers, Numbers]:
        """Codes and dealt decks of single rounds."""
        wanted = np.asarray(indices, np.uint64)
        codes = np.empty((len(wanted), self.players), np.int64)
        # Room for one deck alone would be used over and over.
        decks = np.empty(max(len(wanted), 2) * kernel.DECK, np.uint32)
        kernel.play_rounds(wanted, np.uint64(seed), self.size, self.table, self.rules, codes, decks)
        return codes, decks.reshape(-1, kernel.DECK)[: len(wanted)]

    def hands(self, deck: Numbers) -> list[tuple[Card, ...]]:
        """The hands of a dealt deck: the boxes' in turn, then the dealer's."""
        cards = [CARD_OF[int(number)] for number in deck]
        return [
            tuple(cards[hand * self.size : (hand + 1) * self.size])
            for hand in range(self.players + 1)
        ]


def _names(terms: Terms) -> tuple[str, ...]:
    """The wagers and awards of a game, as they are estimated."""
    book = terms.rulebook
    names = [MAIN]
    if book.ante_bonus is not None:
        names.append(Award.ANTE_BONUS.value)
    for wager in (WagerKind.PAIR_PLUS, WagerKind.JACKPOT, WagerKind.DEALER_JACKPOT):
        if terms.staked(wager):
            names.append(wager.value)
    if book.envy and terms.staked(WagerKind.JACKPOT):
        names.append(Award.ENVY_BONUS.value)
    if book.draws is not None:
        names += [Award.MAGIC_CARD.value, Award.LUCKY_PLAYER.value, Award.LUCKY_DEALER.value]
    return (*names, ALL)


def _nonzero(counts: Numbers) -> dict[int, int]:
    return {int(code): int(counts[code]) for code in np.flatnonzero(counts)}


def play_block(shared: tuple[Plan, int], first: int, count: int) -> Tally:
    """A block as a worker plays it: the plan and the seed are what all blocks share."""
    plan, seed = shared
    return plan.play(first, count, seed)
