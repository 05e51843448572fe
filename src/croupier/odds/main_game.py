"""Ante and stay-in wager: every deal counted, every strategy priced, the best one found.

`solve` takes the census of a rulebook once; `Solution.price` is then one pass over
its states for any pay table, ante or strategy.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import comb, lcm, sqrt
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from croupier import wagers
from croupier.money import Cents
from croupier.odds.deck import FULL_DECK, Deck, Kinds, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.strategy import OPTIMAL, Strategy, find_strategy
from croupier.ranking import HandClass, OrderOfHands
from croupier.rulebooks.model import Rulebook
from croupier.wagers import Against, Case

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.odds.counts import Counts, Stays

NO_HAND, WIN, STAND_OFF, LOSE = range(4)
Nets = Mapping[HandClass, tuple[Fraction, Fraction, Fraction, Fraction]]
"""The result of staying in, in antes: dealer not qualified, below, equal, above."""

_FOLD = Fraction(-1)


class Outcome(Struct, frozen=True):
    """One way a deal can end."""

    outcome: str
    deals: int
    net: Fraction
    """Won or lost by the player, in antes."""


class HandTally(Struct, frozen=True):
    """The outcomes of the deals in which the player held one class of hand."""

    no_hand: int
    win: int
    stand_off: int
    lose: int
    fold: int

    @property
    def stayed(self) -> int:
        return self.no_hand + self.win + self.stand_off + self.lose


class MainOdds(Struct, frozen=True, kw_only=True):
    """The exact odds of the main game under one strategy."""

    strategy: str
    deals: int
    stay_multiple: int
    outcomes: tuple[Outcome, ...]
    tallies: Mapping[HandClass, HandTally]
    stayed_by_kind: tuple[int, ...]
    """Deals stayed in by kind of hand, for wagers that a fold forfeits."""
    ante_bonus: Fraction | None
    """The ante bonus's part of the expectation."""

    @property
    def expected(self) -> Fraction:
        """What an ante of one is expected to win; negative favours the house."""
        return Fraction(sum(o.deals * o.net for o in self.outcomes), self.deals)

    @property
    def variance(self) -> Fraction:
        square = Fraction(sum(o.deals * o.net**2 for o in self.outcomes), self.deals)
        return square - self.expected**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def stay_frequency(self) -> Fraction:
        return Fraction(sum(t.stayed for t in self.tallies.values()), self.deals)

    @property
    def hit_frequency(self) -> Fraction:
        """How often a deal ends with a gain."""
        return Fraction(sum(o.deals for o in self.outcomes if o.net > 0), self.deals)

    @property
    def average_stake(self) -> Fraction:
        """Ante and stay-in wager together, in antes."""
        return 1 + self.stay_multiple * self.stay_frequency

    @property
    def element_of_risk(self) -> Fraction:
        """The loss per unit staked."""
        return -self.expected / self.average_stake


def nets(rulebook: Rulebook, ante: Cents | None = None) -> Nets:
    """The result of staying in for each class of hand.

    The payout limit of a box caps the stay-in wager's winnings (CSP 4.1.1, C8), so with
    a limit the result depends on the ante; without an ante none is reached.
    """
    if ante is not None and ante <= 0:
        raise CannotPrice("the ante is a positive number of cents")
    if ante is None:
        rulebook = structs.replace(rulebook, main=structs.replace(rulebook.main, payout_max=None))
    by_case = partial(_stayed, rulebook, ante or 1)
    return {
        hand: (
            by_case(hand, Against.NO_HAND),
            by_case(hand, Against.WINS),
            by_case(hand, Against.TIES),
            by_case(hand, Against.LOSES),
        )
        for hand in rulebook.hands.classes
    }


def _stayed(rulebook: Rulebook, ante: Cents, hand: HandClass, against: Against) -> Fraction:
    """The net of a hand that was played, in antes."""
    case, stay = Case(hand=hand, against=against), rulebook.stay.multiple * ante
    bonus = wagers.ante_bonus(rulebook, ante, case)
    back = wagers.ante(rulebook, ante, case).back + wagers.stay(rulebook, stay, case).back
    return Fraction(back + (bonus.back if bonus else 0) - ante - stay, ante)


class Solution:
    """All states of knowledge of a game and the dealer's hands against each, counted."""

    def __init__(self, kinds: Kinds, qualifies: int, known: int) -> None:
        import numpy as np

        self.kinds = kinds
        self.known = known
        unseen = kinds.deck.size - kinds.size - known
        self.completions = comb(unseen, kinds.size - known)
        """Ways to complete the dealer's hand: 163,185 with one card of five up."""
        self.deals = kinds.hands * (unseen + known if known else 1) * self.completions
        self.classes = np.array([int(kind.value.hand_class) for kind in kinds.kinds], np.int8)
        self.counts = _counted(kinds, qualifies, known)

    @cached_property
    def _states(self) -> tuple["NDArray[Any]", "NDArray[Any]"]:
        return self.counts.states()

    @property
    def states(self) -> "NDArray[Any]":
        """The states one by one: kind, weight, dealer's hands not qualifying, below, equal."""
        return self._states[0]

    @property
    def up_ranks(self) -> "NDArray[Any]":
        """The rank of the up card in each state; -1 for none."""
        return self._states[1]

    def optimum(self, terms: Nets) -> "NDArray[Any]":
        """The states in which staying in is worth strictly more than folding."""
        return self.answers(None, terms)

    def _optimum(self, terms: Nets) -> "Stays":
        import numpy as np

        whole, scale = scaled(terms)
        none, below, equal, above = whole[self.classes].T
        alone = self.completions * (above + scale)
        worth = np.array([none - above, below - above, equal - above, alone])
        return self.counts.decide(worth, self._flushes)

    @property
    def _flushes(self) -> int:
        """The most flushes that the dealer can have."""
        deck, missing = self.kinds.deck, self.kinds.size - self.known
        return comb(len(deck.ranks) - self.known, missing) * (1 if self.known else deck.suits)

    def margins(self, terms: Nets, of: "NDArray[Any] | None" = None) -> tuple["NDArray[Any]", int]:
        """Staying in less folding in each state, or those chosen, and what one ante is in it."""
        import numpy as np

        whole, scale = scaled(terms)
        states = (self.states if of is None else self.states[of]).astype(np.int64)
        pays = whole[self.classes[states[:, 0]]]
        above = self.completions - states[:, 2:].sum(axis=1)
        worth = (states[:, 2:] * pays[:, :3]).sum(axis=1) + above * pays[:, 3]
        ante = scale * self.completions
        return worth + ante, ante

    def answers(self, strategy: Strategy | None, terms: Nets) -> "NDArray[Any]":
        """Whether a strategy stays in, state by state; the optimum for none."""
        return self.counts.answers(self._stays(strategy, terms))

    def _stays(self, strategy: Strategy | None, terms: Nets) -> "Stays":
        """Where a strategy stays in; the optimum for none."""
        import numpy as np

        from croupier.odds.counts import Stays

        if strategy is None:
            return self._optimum(terms)
        if strategy.needs_up_card and self.known != 1:
            raise CannotPrice(
                f"the strategy '{strategy.name}' looks at the dealer's one up card; "
                f"here {self.known} of the dealer's cards are known"
            )
        cells = strategy.stays(self.kinds).T[: self.counts.ups]
        return Stays(cells, np.zeros(0, np.int64), np.zeros(0, np.bool_))

    def _tally(self, stays: "Stays") -> "NDArray[Any]":
        """Deals by kind of hand and how they end: not qualifying, below, equal, above, folded."""
        import numpy as np

        stayed, *hands = self.counts.stayed(stays)
        dealt = self.counts.sums[0].sum(axis=0)
        above = stayed * self.completions - sum(hands)
        return np.array([*hands, above, (dealt - stayed) * self.completions]).T

    def staying(self) -> "NDArray[Any]":
        """Deals by kind of hand and how they end if every hand stays in."""
        return self._tally(self._stays(find_strategy("always", self.kinds.size), {}))

    def price(
        self, rulebook: Rulebook, strategy: Strategy | str | None = None, ante: Cents | None = None
    ) -> MainOdds:
        """The exact odds under a strategy, by its name or its conditions; else the optimum."""
        if isinstance(strategy, str):
            strategy = find_strategy(strategy, rulebook.hands.size)
        terms = nets(rulebook, ante)
        by_kind = self._tally(self._stays(strategy, terms))
        name = strategy.name if strategy else OPTIMAL
        return main_odds(rulebook, terms, name, self.deals, self.classes, by_kind)


def _counted(kinds: Kinds, qualifies: int, known: int) -> "Counts":
    """The counts of a game: those kept by an earlier process, or else counted and kept."""
    from croupier.odds.keeping import fingerprint_of, keep_counts, read_counts

    fingerprint = fingerprint_of(kinds, qualifies, known)
    counts = read_counts(fingerprint)
    if counts is None:
        counts = _count(kinds, qualifies, known)
        keep_counts(fingerprint, counts)
    return counts


def _count(kinds: Kinds, qualifies: int, known: int) -> "Counts":
    if known:
        from croupier.odds.up_card import count_up_card

        return count_up_card(kinds, kinds.weakest(qualifies))
    from croupier.odds.counting import Census
    from croupier.odds.counts import Counts

    (_, states), *_ = Census(kinds, qualifies, known).by_known_ranks()
    return Counts.of(states, len(kinds))


def scaled(terms: Nets) -> tuple["NDArray[Any]", int]:
    """Nets as whole numbers, by class, and the scale that made them whole."""
    import numpy as np

    scale = lcm(*(net.denominator for row in terms.values() for net in row))
    whole = np.zeros((len(HandClass), 4), np.int64)
    for hand, row in terms.items():
        whole[hand] = [int(net * scale) for net in row]
    return whole, scale


def main_odds(
    rulebook: Rulebook,
    terms: Nets,
    strategy: str,
    deals: int,
    classes: "NDArray[Any]",
    by_kind: "NDArray[Any]",
) -> MainOdds:
    """Odds from the deals of every kind of hand, by how each ended."""
    tallies = {
        hand: HandTally(*by_kind[classes == hand].sum(axis=0).tolist())
        for hand in reversed(rulebook.hands.classes)
    }
    bonus = rulebook.ante_bonus
    return MainOdds(
        strategy=strategy,
        deals=deals,
        stay_multiple=rulebook.stay.multiple,
        outcomes=_outcomes(rulebook, terms, tallies),
        tallies=tallies,
        stayed_by_kind=tuple(by_kind[:, :4].sum(axis=1).tolist()),
        ante_bonus=Fraction(sum(tallies[h].stayed * odds for h, odds in bonus.odds.items()), deals)
        if bonus is not None
        else None,
    )


def _outcomes(
    rulebook: Rulebook, terms: Nets, tallies: Mapping[HandClass, HandTally]
) -> tuple[Outcome, ...]:
    """Deals by outcome: wins by row of the pay table, the rest together.

    A hand with an ante bonus keeps it whatever the dealer has, so its outcomes are
    separate; those of all other hands are the same four.
    """
    wins: dict[tuple[object, ...], list[HandClass]] = {}
    bonus = rulebook.ante_bonus.odds if rulebook.ante_bonus else {}
    for hand in tallies:
        row = rulebook.main.pays.clauses.get(hand)
        wins.setdefault((row, terms[hand][WIN], bonus.get(hand, 0)), []).append(hand)
    rows = [
        _total(f"{_group(hands)} wins", hands, "win", WIN, terms, tallies)
        for hands in wins.values()
    ]
    for hand in (h for h in tallies if h in bonus):
        for name, field, place in _REST:
            rows.append(_total(f"{hand.label}, {name}", [hand], field, place, terms, tallies))
    plain = [hand for hand in tallies if hand not in bonus]
    for name, field, place in _REST:
        rows.append(_total(name, plain, field, place, terms, tallies))
    rows.insert(-1, Outcome("fold", sum(t.fold for t in tallies.values()), _FOLD))
    return tuple(rows)


_REST = (
    ("dealer does not qualify", "no_hand", NO_HAND),
    ("stand-off", "stand_off", STAND_OFF),
    ("lose", "lose", LOSE),
)


def _total(
    name: str,
    hands: list[HandClass],
    field: str,
    place: int,
    terms: Nets,
    tallies: Mapping[HandClass, HandTally],
) -> Outcome:
    deals = sum(getattr(tallies[hand], field) for hand in hands)
    return Outcome(name, deals, terms[hands[0]][place])


def _group(hands: list[HandClass]) -> str:
    label = "one pair" if hands[0] is HandClass.PAIR else hands[0].label
    return f"{label} or less" if len(hands) > 1 else label


def own_known(rulebook: Rulebook) -> int:
    """How many of the dealer's cards the rulebook itself shows."""
    return 1 if rulebook.dealing.up_card.value else 0


def solve(rulebook: Rulebook, deck: Deck = FULL_DECK) -> Solution:
    """The solution of a rulebook's game; the same one for every pay table."""
    return _solve(rulebook.hands, rulebook.qualifying_strength, own_known(rulebook), deck)


@lru_cache(maxsize=4)
def _solve(order: OrderOfHands, qualifies: int, known: int, deck: Deck) -> Solution:
    return Solution(kinds_of(order, deck), qualifies, known)
