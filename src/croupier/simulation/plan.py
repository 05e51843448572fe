"""A game prepared for simulation: arrays for the loops, money for the codes.

A plan is made once, from a rulebook; it is small, and any process that has it can play
any series of rounds.
"""

from collections.abc import Sequence
from functools import cached_property
from math import gcd
from typing import Protocol

import numpy as np
from msgspec import Struct

from croupier.cards import Card
from croupier.odds.deck import kinds_of
from croupier.rulebooks.wagers import JACKPOTS, Award, Backed, WagerKind
from croupier.simulation import batches, kernel, loops, sessions
from croupier.simulation.chance import rejected_below
from croupier.simulation.codes import Box, Coding
from croupier.simulation.dealing import Rules, all_hands, deal_of, fold_of, short_facts
from croupier.simulation.deciding import stay_table
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.hands import (
    CARD_NUMBERS,
    FLUSH,
    Numbers,
    facts,
    hand_cases,
    kind_by_key,
    ranks_to_kind,
)
from croupier.simulation.packed import packed
from croupier.simulation.paying import Line, Payments
from croupier.simulation.sharing import settled
from croupier.simulation.tally import Sums, Tally
from croupier.simulation.terms import Terms
from croupier.simulation.together import best_classes

MAIN, ALL = "main", "all_wagers"
FAR = 1 << 62
"""Beyond any sum that is kept in 64 bits."""
_LISTED_MAX = 4096
_STEP_ROUNDS = 1 << 20
CARD_OF = {int(number): Card(place) for place, number in enumerate(CARD_NUMBERS)}


class Plan(Struct, frozen=True, kw_only=True, dict=True):
    """All that a process needs to play rounds of one game."""

    size: int
    players: int
    by_hands: bool
    """Whether rounds are dealt by whole hands, or by shuffling."""
    rules: Rules
    coding: Coding
    payments: Payments
    wagers: tuple[str, ...]
    """Names of the sums that are kept; all wagers together last."""
    kind_keys: Numbers
    kind_numbers: Numbers
    kind_hands: Numbers
    """How many hands are of each kind."""
    facts: Numbers
    limits: Numbers

    @classmethod
    def of(cls, terms: Terms) -> "Plan":
        book = terms.rulebook
        kinds = kinds_of(book.hands)
        names, cases = hand_cases(kinds, book.progressive.rows)
        widened = (
            bool(terms.staked(WagerKind.DEALER_JACKPOT))
            or terms.held_draws
            or terms.stakes_on(Backed.DEALER)
        )
        coding = Coding(names, widened, terms.stakes_on(Backed.BOTH))
        keys, numbers = ranks_to_kind(kinds)
        limits = rejected_below(book.hands.size, terms.players + 1)
        return cls(
            size=book.hands.size,
            players=terms.players,
            by_hands=terms.players == 1 and terms.generator > 1,
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
            kind_hands=np.array([kind.hands for kind in kinds.kinds], np.int64),
            facts=facts(kinds, stay_table(book, terms.strategy, terms.ante), cases),
            limits=np.array(limits, np.uint64),
        )

    @cached_property
    def table(self) -> kernel.Table:
        by_key = kind_by_key(self.kind_keys, self.kind_numbers)
        return (CARD_NUMBERS, by_key, self.facts, self.limits)

    @cached_property
    def one_box(self) -> batches.OneBox:
        """What rounds of one box are played by, if whole hands are dealt."""
        hands = all_hands(
            self.size, self.kind_keys, self.kind_numbers, self.facts[:, FLUSH], self.kind_hands
        )
        short = short_facts(self.facts)
        fold = (0, 0) if self.coding.with_dealer else fold_of(self.kind_hands, short)
        deal, small = deal_of(self.size, self.kind_hands), packed(hands, self.kind_hands)
        return hands, short, self.facts, deal, fold, self.rules, small

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
        """The money of a code for a box on its own."""
        known = self._code_nets
        if code not in known:
            known[code] = self.nets(self.payments.round([self.coding.box(code)])[0])
        return known[code]

    @cached_property
    def patterns(self) -> dict[tuple[int, ...], list[tuple[int, ...]]]:
        """What patterns of boxes that depend on each other pay, as far as any came."""
        return {}

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
        if self.coding.with_both:
            return self._with_both(first, count, seed)
        if self.players > 1:
            return self._boxes(first, count, seed)
        counts = np.zeros(self.coding.size, np.int64)
        if self.by_hands:
            loops.count(np.uint64(first), count, np.uint64(seed), self.one_box, counts)
        else:
            for start in range(first, first + count, _LISTED_MAX):
                some = range(start, min(start + _LISTED_MAX, first + count))
                counts += np.bincount(self.again(some, seed)[0][:, 0], minlength=len(counts))
        return self.counted(count, counts)

    def counted(self, count: int, counts: Numbers) -> Tally:
        """What rounds of one box came to, from how often each code came."""
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
        step = self.step(_STEP_ROUNDS)
        end = first + count
        while first < end:
            played, tally = self._stretch(first, min(step, end - first), seed)
            total += tally
            first += played
        return total

    def step(self, most_rounds: int) -> int:
        """As many rounds as cannot overflow a sum of squares, up to a number of them."""
        nets, _, _ = self.money
        most = int(np.abs(nets).max()) * self.players
        if most * most >= FAR:
            raise CannotSimulate(
                "a round can come to more than can be squared exactly; stake less, or simulate "
                "one player"
            )
        return max(1, min(most_rounds, FAR // (most * most + 1)))

    def _listed(
        self, first: int, count: int, seed: int
    ) -> tuple[int, Numbers, Numbers, Numbers, Numbers]:
        nets, unlike, _ = self.money
        counts = np.zeros(self.coding.size, np.int64)
        squares = np.zeros(len(self.wagers), np.int64)
        extremes = np.array([FAR, -FAR], np.int64)
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
        played, listed, counts, squares, extremes = self._listed(first, count, seed)
        codes = self.again(listed, seed)[0]
        return played, self.summed(played, codes, counts, squares, extremes)

    def summed(
        self,
        played: int,
        listed: Numbers,
        counts: Numbers,
        squares: Numbers,
        extremes: Numbers,
    ) -> Tally:
        """What rounds of several boxes came to: most by their codes and squares, those in which
        boxes depend on each other by the codes of each."""
        nets, _, units = self.money
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
        if len(listed):
            tally += settled(self, listed)
        return tally

    def _with_both(self, first: int, count: int, seed: int) -> Tally:
        """Rounds whose both hands together matter: slower, since their cards are looked at."""
        total = Tally(0, 0, {}, {})
        for start in range(first, first + count, _LISTED_MAX):
            codes, _ = self.again(range(start, min(start + _LISTED_MAX, first + count)), seed)
            came, places = np.unique(codes, return_inverse=True)
            boxes = [self.coding.box(int(code)) for code in came]
            unlike = np.array([self.players > 1 and self.is_unlike(box) for box in boxes])
            apart = unlike[places.reshape(codes.shape)].any(axis=1)
            if not apart.all():
                total += self._alike(codes[~apart])
            if apart.any():
                total += settled(self, codes[apart])
        return total

    def _alike(self, rounds: Numbers) -> Tally:
        """Rounds by the codes of their boxes, none of which depends on another."""
        came, places, times = np.unique(rounds, return_inverse=True, return_counts=True)
        nets = np.array([self.code_nets(int(code)) for code in came], object)
        together = nets[places.reshape(rounds.shape)].sum(axis=1)
        wagers = {
            name: Sums(
                int(together[:, place].sum()),
                int((times * nets[:, place] ** 2).sum()),
                int((together[:, place] ** 2).sum()),
            )
            for place, name in enumerate(self.wagers)
        }
        worst, best = int(together[:, -1].min()), int(together[:, -1].max())
        counts = dict(zip(map(int, came), map(int, times), strict=True))
        return Tally(len(rounds), rounds.size, counts, wagers, worst, best)

    def sessions(
        self, first: int, count: int, seed: int, nets: Numbers, purse: sessions.Purse
    ) -> Numbers:
        """How sessions of one player ended, each a row of result, rounds and how."""
        ends = np.empty((count, 3), np.int64)
        shuffled = (not self.by_hands, self.size, self.table)
        sessions.play_sessions(
            np.uint64(first), np.uint64(seed), self.one_box, shuffled, nets, purse, ends
        )
        return ends

    def unlike_rounds(self, first: int, count: int, seed: int) -> list[int]:
        """Rounds in which what a box is paid may depend on the other boxes, by index."""
        found: list[int] = []
        end = first + count
        while first < end:
            played, listed = self._listed(first, min(self.step(_STEP_ROUNDS), end - first), seed)[
                :2
            ]
            found += map(int, listed)
            first += played
        return found

    def again(self, indices: Sequence[int] | Numbers, seed: int) -> tuple[Numbers, Numbers]:
        """Codes and dealt decks of single rounds."""
        wanted = np.asarray(indices, np.uint64)
        codes = np.empty((len(wanted), self.players), np.int64)
        if self.by_hands:
            cards = np.empty((len(wanted), 2 * self.size), np.int64)
            batches.play_again(wanted, np.uint64(seed), self.one_box, codes, cards)
            dealt: Numbers = CARD_NUMBERS[cards]
        else:
            # Room for one deck alone would be used over and over.
            decks = np.empty(max(len(wanted), 2) * kernel.DECK, np.uint32)
            kernel.play_rounds(
                wanted, np.uint64(seed), self.size, self.table, self.rules, codes, decks
            )
            dealt = decks.reshape(-1, kernel.DECK)[: len(wanted)]
        if self.coding.with_both:
            codes += self.coding.dealt * self._both(dealt)
        return codes, dealt

    def _both(self, decks: Numbers) -> Numbers:
        """The class of each box's hand and the dealer's together."""
        hands = decks[:, : (self.players + 1) * self.size].reshape(-1, self.players + 1, self.size)
        dealer = hands[:, self.players]
        return np.stack(
            [
                best_classes(np.concatenate((hands[:, box], dealer), axis=1))
                for box in range(self.players)
            ],
            axis=1,
        )

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
    names += [str(wager) for wager in (*book.side_wagers, *JACKPOTS) if terms.staked(wager)]
    if book.envy and terms.staked(WagerKind.JACKPOT):
        names.append(Award.ENVY_BONUS.value)
    if book.draws is not None:
        names += [Award.MAGIC_CARD.value, Award.LUCKY_PLAYER.value, Award.LUCKY_DEALER.value]
    return (*names, ALL)


def _nonzero(counts: Numbers) -> dict[int, int]:
    return {int(code): int(counts[code]) for code in np.flatnonzero(counts)}


class Player(Protocol):
    """Who plays rounds: a plan on the processor, or the GPU that has taken it over."""

    def play(self, first: int, count: int, seed: int) -> Tally: ...


def play_block(shared: tuple[Player, int], first: int, count: int) -> Tally:
    """A block as a worker plays it: the plan and the seed are what all blocks share."""
    plan, seed = shared
    return plan.play(first, count, seed)
