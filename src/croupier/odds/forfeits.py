"""Other wagers of one who knows more: what a fold forfeits counts when it is decided.

Side wagers and jackpots are wagered before any card is dealt, so what is known later changes their
worth only where a fold forfeits them (CSP 3.12.1). Whoever then holds a prize and knows the hand to
be beaten weighs the prize against the further loss. Both wagers are played for the best together,
and what that costs against the best of each is taken off the jackpot.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from croupier import wagers
from croupier.money import Cents
from croupier.odds.deck import FULL_DECK, Deck, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.main_game import LOSE, nets
from croupier.odds.sheet import Question, price
from croupier.odds.side_wagers import JackpotTerms, row_hits
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.wagers import Award, WagerKind

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Prizes:
    """What a hand that stays in keeps and a fold forfeits, in antes, by kind of hand.

    No hand loses more than the stay-in wager by staying in, so a prize above that is never folded,
    and counts as if it were just that.
    """

    def __init__(
        self, rulebook: Rulebook, terms: JackpotTerms, ante: Cents, deck: Deck = FULL_DECK
    ) -> None:
        import numpy as np

        kinds = kinds_of(rulebook.hands, deck)
        most = -1 - min(row[LOSE] for row in nets(rulebook).values())
        prizes = [Fraction(0)] * len(kinds)
        self.classes: tuple[HandClass, ...] = ()
        """Those with a prize to forfeit."""
        if wagers.jackpot_forfeited(rulebook, folded=True):
            by_class = self._by_class(rulebook, terms, ante)
            self.classes = tuple(by_class)
            prizes = [
                min(most, by_class.get(kind.value.hand_class, Fraction(0))) for kind in kinds.kinds
            ]
        self.scale = lcm(*(prize.denominator for prize in prizes))
        self.whole: NDArray[Any] = np.array([int(prize * self.scale) for prize in prizes], np.int64)
        dealt = (prize * kind.hands for prize, kind in zip(prizes, kinds.kinds, strict=True))
        self.expected = sum(dealt, Fraction(0)) / kinds.hands
        """If none were ever forfeited."""

    @staticmethod
    def _by_class(
        rulebook: Rulebook, terms: JackpotTerms, ante: Cents
    ) -> Mapping[HandClass, Fraction]:
        kinds = kinds_of(rulebook.hands).kinds
        paid = price(rulebook, _unfolded(terms)).jackpots[WagerKind.JACKPOT].pay_table.prizes
        found: dict[HandClass, Fraction] = {}
        hit: dict[HandClass, int] = {}
        for row, number, hands in row_hits(
            rulebook.hands, tuple(row.hand for row in rulebook.progressive.rows)
        ):
            hand = kinds[number].value.hand_class
            worth = (paid[row].pays + paid[row].returns_stake) * terms.stake / ante
            if found.setdefault(hand, worth) != worth:
                raise CannotPrice("a fold forfeits prizes that differ within a class of hands")
            hit[hand] = hit.get(hand, 0) + hands
        for hand, count in hit.items():
            if count != sum(kind.hands for kind in kinds if kind.value.hand_class is hand):
                raise CannotPrice("a fold forfeits prizes that only some hands of a class have")
        return found

    def __bool__(self) -> bool:
        return bool(self.whole.any())


def _unfolded(terms: JackpotTerms) -> Question:
    return Question(strategy="always", jackpot=terms)


def other_wagers(rulebook: Rulebook, terms: JackpotTerms) -> dict[str, Fraction]:
    """What the wagers beside the main game are worth if no fold forfeits them, in their stakes."""
    sheet = price(rulebook, _unfolded(terms))
    found = {
        name: odds.expected
        for name, odds in sheet.side_wagers.items()
        if rulebook.side_wagers[name].kept_on_fold.value
    }
    found |= {
        target.value: jackpot.expected_with_awards for target, jackpot in sheet.jackpots.items()
    }
    if sheet.envy is not None:
        found[Award.ENVY_BONUS.value] = sheet.envy
    return found


def with_forfeits(
    worth: Mapping[str, Fraction], forfeited: Fraction, terms: JackpotTerms, ante: Cents
) -> dict[str, Fraction]:
    """The same, less what is forfeited at best, in antes."""
    jackpot = WagerKind.JACKPOT.value
    lost = forfeited * ante / terms.stake
    return {name: value - (lost if name == jackpot else 0) for name, value in worth.items()}
