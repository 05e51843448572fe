"""A rule to remember for one who knows more of the dealer's cards than the rules show.

The player looks at what the known cards are and at how many of them match a card of the hand, and
stays in from some hand on: the best such hand for each case, found and priced in whole numbers.
"""

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.cards import RANKS
from croupier.odds.counting import Census
from croupier.odds.deck import FULL_DECK, Deck, Kinds, Ranks, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.information import Progress
from croupier.odds.kernels import loop
from croupier.odds.main_game import nets, scaled
from croupier.odds.rule import threshold
from croupier.odds.strategy import StayWhen, Strategy
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.odds.forfeits import Prizes

_WHOLE_MAX = 2**63
_NAMED_MAX = 3
"""Of a hand from which on to stay in, so many cards are named: ace-king-ten."""
_MATCHES = ("none of them matches yours", "one of them matches", "two or more of them match")
_CERTAIN = "every hand that will not lose more than its ante"
_MADE = {
    (4,): HandClass.FOUR_OF_A_KIND,
    (3,): HandClass.THREE_OF_A_KIND,
    (2, 2): HandClass.TWO_PAIRS,
    (2,): HandClass.PAIR,
}


class Remembered(Struct, frozen=True):
    """A rule in words, a line for each case, and its expectation in antes."""

    lines: tuple[str, ...]
    expected: Fraction


class Found(Struct, frozen=True):
    """What some knowledge is worth."""

    expected: Fraction
    """Of the best play, in antes."""
    rule: Remembered
    forfeited: Fraction = Fraction(0)
    """What prizes that a fold forfeits cost at best, in antes."""


class Gains:
    """What staying in gains over folding, by case and kind of hand."""

    def __init__(self, kinds: Kinds, prizes: "Prizes | None" = None) -> None:
        self.kinds = kinds
        self.prizes = prizes if prizes else None
        self.best = 0
        """All that can be gained by deciding each state for itself."""
        self._with_prizes = 0
        self._fixed: dict[str, int] = {}
        self._cases: dict[tuple[str, str], NDArray[Any]] = {}

    def weigh(self, kinds: "NDArray[Any]", gained: "NDArray[Any]", deals: "NDArray[Any]") -> None:
        """Decide states by what staying in gains and the prizes that it keeps, of so many deals."""
        import numpy as np

        if self.prizes is None:
            return
        # Where there is no prize the decision is that of the main game.
        kept = deals * self.prizes.whole[kinds]
        both = np.maximum(gained * self.prizes.scale + kept, 0)
        alone = np.maximum(gained, 0) * self.prizes.scale
        self._with_prizes += int((both - alone).sum())

    def forfeited(self, deals: int, scale: int) -> Fraction:
        """What the best play of both gives up of the best of each, in antes."""
        if self.prizes is None:
            return Fraction(0)
        return self.prizes.expected - Fraction(self._with_prizes, deals * scale * self.prizes.scale)

    def fixed(self, words: str, gain: int) -> None:
        """A case that the words alone decide."""
        self._fixed[words] = self._fixed.get(words, 0) + gain

    def add(self, seen: str, matching: str, by_kind: "NDArray[Any]") -> None:
        """A case with a threshold of its own: what is seen, and how it matches one's hand."""
        case = seen, matching
        self._cases[case] = self._cases[case] + by_kind if case in self._cases else by_kind

    def found(self, deals: int, scale: int) -> "Found":
        """The best play, in deals of which each is worth so many parts of an ante."""
        parts = deals * scale
        return Found(
            Fraction(self.best, parts) - 1, self.remembered(parts), self.forfeited(deals, scale)
        )

    def remembered(self, deals: int) -> Remembered:
        """The best threshold of every case; `deals` are in the units of the gains."""
        lines, gain = list(self._fixed), sum(self._fixed.values())
        hands: dict[str, dict[str, str]] = {}
        for (seen, matching), by_kind in self._cases.items():
            hands.setdefault(seen, {})[matching], gained = threshold(
                by_kind, self.kinds, _NAMED_MAX
            )
            gain += gained
        for seen, by_match in hands.items():
            alike = len(set(by_match.values())) == 1
            for matching, hand in list(by_match.items())[: 1 if alike else None]:
                (floor,) = Strategy("", (StayWhen(hand=hand),)).spoken()
                case = seen if alike else f"{seen}, {matching}"
                lines.append(f"{case}: {floor}" if case else floor)
        return Remembered(tuple(lines), Fraction(gain, deals) - 1)


def known_cards(
    rulebook: Rulebook,
    known: int,
    *,
    deck: Deck = FULL_DECK,
    prizes: "Prizes | None" = None,
    progress: Progress | None = None,
) -> Found:
    """The best play of one who knows so many of the dealer's cards, and a rule to remember."""
    import numpy as np

    from croupier.odds import loops

    kinds = kinds_of(rulebook.hands, deck)
    terms = nets(rulebook)
    whole, scale = scaled(terms)
    census = Census(kinds, rulebook.qualifying_strength, known)
    most = max(abs(net) for row in terms.values() for net in row)
    if (most + 1) * scale * census.deals >= _WHOLE_MAX:
        raise CannotPrice("the pay tables pay too much for a search among simple rules")
    gains = Gains(kinds, prizes)
    sort = _Cases(rulebook, kinds)
    gained = loop(loops.gained, census.steps)
    parts = len(deck.multisets(known))
    for done, (ranks, states) in enumerate(census.by_known_ranks(), 1):
        by_kind = np.zeros((len(kinds), 2), np.int64)
        gained(states, whole, census.classes, -scale, census.completions, by_kind)
        gains.best += int(by_kind[:, 1].sum())
        if gains.prizes is not None:
            _weigh(gains, states, census, whole, scale)
        if known == rulebook.hands.size:
            gains.fixed(_CERTAIN, int(by_kind[:, 1].sum()))
        else:
            sort.into(gains, ranks, by_kind[:, 0])
        if progress is not None:
            progress(done, parts)
    return gains.found(census.deals, scale)


def _weigh(
    gains: Gains, states: "NDArray[Any]", census: Census, whole: "NDArray[Any]", scale: int
) -> None:
    """The states whose hands have a prize."""
    import numpy as np

    assert gains.prizes is not None
    some = states[gains.prizes.whole[states[:, 0]] > 0].astype(np.int64)
    kinds, weights = some[:, 0], some[:, 1]
    hands = np.column_stack((some[:, 2:5], census.completions - some[:, 2:5].sum(axis=1)))
    gained = (hands * (whole[census.classes[kinds]] + scale)).sum(axis=1)
    gains.weigh(kinds, weights * gained, weights * census.completions * scale)


class _Cases:
    """How a player sorts what the dealer's known cards are."""

    def __init__(self, rulebook: Rulebook, kinds: Kinds) -> None:
        import numpy as np

        self.kinds = kinds
        self.qualifies = rulebook.main.qualifies.value
        self.held: NDArray[Any] = np.array(
            [[rank in kind.ranks for kind in kinds.kinds] for rank in range(len(RANKS))]
        )

    def into(self, gains: Gains, known: Ranks, by_kind: "NDArray[Any]") -> None:
        """Add the gains of one set of known ranks to the case in which it is."""
        import numpy as np

        beaten = self._beats(known)
        if beaten is not None:
            words = "a pair or better among them: a higher one, or a better hand"
            gains.fixed(words, int(by_kind[beaten:].sum()))
            return
        case = self._said(known)
        matches = self.held[list(known)].sum(axis=0) if known else np.zeros(len(by_kind))
        for number, words in enumerate(_MATCHES[: len(known) + 1]):
            last = number == len(_MATCHES) - 1
            chosen = matches >= number if last else matches == number
            gains.add(case, words, np.where(chosen, by_kind, 0))

    def _beats(self, known: Ranks) -> int | None:
        """The weakest hand that beats the pair or better that the known cards make."""
        counts = Counter(known)
        made = tuple(sorted((n for n in counts.values() if n > 1), reverse=True))
        if not made:
            return None
        lead = max(rank for rank, n in counts.items() if n == made[0])
        hand_class = _MADE[made]
        for number, kind in enumerate(self.kinds.kinds):
            value = kind.value
            if value.hand_class > hand_class or (
                value.hand_class == hand_class and value.ranks[0] > lead
            ):
                return number
        return len(self.kinds)

    def _said(self, known: Ranks) -> str:
        """Of the ranks that the dealer qualifies with, which are among the known cards."""
        if not known:
            return ""
        if len(self.qualifies) == 1:
            highest = max(known)
            return f"{RANKS[highest]} the highest" if highest >= self.qualifies[0] else "all lower"
        among = [rank for rank in self.qualifies if rank in known]
        if len(among) == len(self.qualifies):
            return f"{' and '.join(RANKS[rank] for rank in among)} among them"
        of = " or ".join(RANKS[rank] for rank in self.qualifies)
        return f"one {of} among them" if among else f"no {of} among them"
