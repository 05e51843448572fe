"""What a player could gain by knowing more than the rules let a player know.

Every figure is the exact expectation of the best play with that knowledge: the dealer's cards are
counted for each thing that can be known, and each is decided by itself.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.cards import ACE, KING
from croupier.odds.deck import FULL_DECK, Deck, Kinds, Ranks, kinds_of
from croupier.odds.errors import CannotPrice
from croupier.odds.information import Progress, with_known_cards
from croupier.odds.main_game import nets, own_known, scaled, solve
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Knowledge(Struct, frozen=True, kw_only=True):
    """One kind of knowledge and what it is worth."""

    name: str
    expected: Fraction
    """Of the best play with it, in antes."""
    gain: Fraction
    """Over the game as its rules have it: what it costs the house for each ante."""
    clauses: tuple[str, ...]
    """Of the document, against coming by it."""


def atlas(rulebook: Rulebook, progress: Progress | None = None) -> tuple[Knowledge, ...]:
    """Every kind of knowledge that is counted exactly, and what the document has against it."""
    own = solve(rulebook).price(rulebook).expected
    shown = own_known(rulebook)
    exposed = _clauses(rulebook, Irregularity.DEALER_CARD_EXPOSED, Irregularity.CARDS_EXPOSED)
    others = _clauses(rulebook, Irregularity.CONFIDENTIALITY)
    views = rulebook.betting.views_per_player
    looked = (*others, *(views.clauses if views.value is not None else ()))
    figures = [
        (_dealer_cards(known, shown), expected, () if known <= shown else exposed)
        for known, expected in _by_known_cards(rulebook, progress)
    ]
    if shown and rulebook.hands.size == _STUD:
        figures += [
            ("a card out of play: burnt, or of another box", with_dead_card(rulebook), looked),
            ("aces told by their backs", with_marks(rulebook, (ACE,)), exposed),
            ("aces and kings told by their backs", with_marks(rulebook, (ACE, KING)), exposed),
        ]
    return tuple(
        Knowledge(name=name, expected=expected, gain=expected - own, clauses=clauses)
        for name, expected, clauses in figures
    )


_STUD = 5


def _dealer_cards(known: int, shown: int) -> str:
    cards = {0: "none of the dealer's cards", 1: "one of the dealer's cards"}
    name = cards.get(known, f"{known} of the dealer's cards")
    return f"{name}, the game itself" if known == shown else name


def _by_known_cards(
    rulebook: Rulebook, progress: Progress | None
) -> Iterator[tuple[int, Fraction]]:
    for known in range(rulebook.hands.size + 1):
        yield known, with_known_cards(rulebook, known, progress=progress).expected


def _clauses(rulebook: Rulebook, *kinds: Irregularity) -> tuple[str, ...]:
    rules = [rulebook.irregularities[kind] for kind in kinds if kind in rulebook.irregularities]
    return tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses))


def with_dead_card(rulebook: Rulebook, deck: Deck = FULL_DECK) -> Fraction:
    """The best play of one who has seen a card that is in neither hand."""
    import numpy as np

    from croupier.odds.flushes import Flushes
    from croupier.odds.up_card import count_by_ranks, holdings

    game = _Game(rulebook, deck)
    of_kind, masks, weights = holdings(game.kinds)
    gained = dealt = 0
    total = comb(deck.size - game.kinds.size - 2, game.kinds.size - 1)
    for dead in deck.ranks:
        (by_ranks,) = count_by_ranks(game.kinds, game.qualifies, dead)
        inside = masks >> dead & 1
        outside = deck.suits - 1 - (game.held(dead)[of_kind] - inside)
        for up_rank in deck.ranks:
            flushes = Flushes(game.kinds, (up_rank,), dead=1)
            free = masks >> up_rank & 1 == 0
            in_suit = free & (inside == 0) & (dead != up_rank)
            for chosen, many, mask in (
                (in_suit, np.ones_like(outside), 1 << dead),
                (free & (outside > 0), outside, 0),
            ):
                rows = np.flatnonzero(chosen)
                kinds = of_kind[rows]
                hands = by_ranks[:, up_rank, kinds].astype(np.int64)
                hands += flushes.moved(masks[rows] | mask, kinds, game.qualifies)
                weight = weights[rows].astype(np.int64) * many[rows]
                gained += int((weight * np.maximum(game.gains(kinds, hands, total), 0)).sum())
                dealt += int(weight.sum()) * total
    return Fraction(gained, dealt * game.scale) - 1


def with_marks(rulebook: Rulebook, marked: Ranks, deck: Deck = FULL_DECK) -> Fraction:
    """The best play of one who knows the cards of some ranks by their backs, and so sees how many
    of each the dealer has face down."""
    import numpy as np

    from croupier.odds.flushes import Flushes, mask_of
    from croupier.odds.up_card import count_by_ranks, holdings, left_in_deck

    game = _Game(rulebook, deck)
    size = game.kinds.size
    of_kind, masks, weights = holdings(game.kinds)
    parts = count_by_ranks(game.kinds, game.qualifies, marked=marked)
    left = left_in_deck(game.kinds)
    ways = np.array([[comb(n, t) for t in range(size)] for n in range(deck.size)])
    gained = dealt = 0
    for up_rank in deck.ranks:
        rows = np.flatnonzero(masks >> up_rank & 1 == 0)
        kinds = of_kind[rows]
        weight = weights[rows].astype(np.int64)
        drawn_sets = {
            sum(size ** marked.index(mark) for mark in some): mask_of(some)
            for many in range(len(marked) + 1)
            for some in combinations(marked, many)
            if up_rank not in some
        }
        for number, part in enumerate(parts):
            drawn = [number // size**place % size for place in range(len(marked))]
            if sum(drawn) >= size:
                continue
            still = [left[mark, kinds] - (mark == up_rank) for mark in marked]
            rest = deck.size - size - 1 - sum(still)
            total = ways[rest, size - 1 - sum(drawn)]
            for cards, many in zip(still, drawn, strict=True):
                total = total * ways[np.maximum(cards, 0), many]
            hands = part[:, up_rank, kinds].astype(np.int64)
            if number in drawn_sets:
                flushes = Flushes(
                    game.kinds, (up_rank,), marked=mask_of(marked), drawn_marks=drawn_sets[number]
                )
                hands += flushes.moved(masks[rows], kinds, game.qualifies)
            gained += int((weight * np.maximum(game.gains(kinds, hands, total), 0)).sum())
            dealt += int((weight * total).sum())
    return Fraction(gained, dealt * game.scale) - 1


class _Game:
    """A rulebook's kinds of hand and what each is worth, without a payout limit."""

    def __init__(self, rulebook: Rulebook, deck: Deck) -> None:
        import numpy as np

        if not own_known(rulebook):
            raise CannotPrice(f"{rulebook.name} shows no up card; this is counted for one")
        self.kinds: Kinds = kinds_of(rulebook.hands, deck)
        self.qualifies = self.kinds.weakest(rulebook.qualifying_strength)
        whole, self.scale = scaled(nets(rulebook))
        classes = np.array([int(kind.value.hand_class) for kind in self.kinds.kinds])
        self._worth = whole[classes].T

    def held(self, rank: int) -> "NDArray[Any]":
        """How many cards of a rank each kind has."""
        import numpy as np

        return np.array([kind.ranks.count(rank) for kind in self.kinds.kinds])

    def gains(self, kinds: "NDArray[Any]", hands: "NDArray[Any]", total: Any) -> "NDArray[Any]":
        """Staying in less folding, for kinds of hand and the dealer's hands against each."""
        none, below, equal, above = self._worth[:, kinds]
        gained: NDArray[Any] = (
            hands[0] * (none - above)
            + hands[1] * (below - above)
            + hands[2] * (equal - above)
            + total * (above + self.scale)
        )
        return gained
