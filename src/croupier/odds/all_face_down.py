"""Further knowledge in games that show none of the dealer's cards: a card out of play, and cards
told by their backs.

Hands of three cards are so few that every pair is looked at: the player's up to a change of suits
(1,755 stand for 22,100), and all of the dealer's against each.
"""

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING, Any

from croupier.cards import RANKS
from croupier.odds.beside import SIZE, Card, Dealt, card_bits
from croupier.odds.deck import FULL_DECK, Deck, Ranks
from croupier.odds.errors import CannotPrice
from croupier.odds.forfeits import Prizes
from croupier.odds.remembered import Found, Gains
from croupier.odds.stay_gains import Game, marks_seen
from croupier.rulebooks.model import Rulebook

if TYPE_CHECKING:
    from numpy.typing import NDArray

_RESULTS = 4
"""The dealer does not qualify, is below, is equal, is above."""
_MATCHES, _NO_MATCH = "it matches a card of yours", "it matches none of yours"


class _Faced:
    """Every hand of the dealer's against each of the player's, by result."""

    def __init__(self, game: Game, deck: Deck) -> None:
        import numpy as np

        if game.kinds.size != SIZE:
            raise CannotPrice("without an up card this is counted for hands of three cards alone")
        self.game = game
        self.dealt = Dealt(game.kinds.order, deck)
        self.of_kind: NDArray[Any] = np.array([self.dealt.kind(hand) for hand in self.dealt.hands])

    def each(self) -> Iterator[tuple[tuple[Card, ...], int, int, "NDArray[Any]", "NDArray[Any]"]]:
        """A hand of the player's, its kind and how many it stands for; the dealer's hands that are
        left, by their places, and the result of each."""
        import numpy as np

        for own, ways in self.dealt.up_to_suits():
            kind = self.dealt.kind(own)
            left = np.flatnonzero((self.dealt.cards & np.uint64(card_bits(own))) == 0)
            dealer = self.of_kind[left]
            compared = 2 + (dealer > kind).astype(np.int64) - (dealer < kind)
            yield own, kind, ways, left, np.where(dealer < self.game.qualifies, 0, compared)


def dead_card(rulebook: Rulebook, deck: Deck = FULL_DECK, prizes: Prizes | None = None) -> Found:
    """The best play of one who has seen a card that is in neither hand, and a rule."""
    import numpy as np

    game = Game(rulebook, deck)
    faced, gains, dealt = _Faced(game, deck), Gains(game.kinds, prizes), 0
    cards = [(rank, suit) for rank in deck.ranks for suit in range(deck.suits)]
    place = {card: number for number, card in enumerate(cards)}
    of_hand = np.array([[place[card] for card in hand] for hand in faced.dealt.hands])
    total = comb(deck.size - SIZE - 1, SIZE)
    for own, kind, ways, left, results in faced.each():
        with_card = np.bincount(
            (of_hand[left] * _RESULTS + results[:, None]).ravel(), minlength=deck.size * _RESULTS
        ).reshape(deck.size, _RESULTS)
        without = np.bincount(results, minlength=_RESULTS) - with_card
        ranks = {rank for rank, _ in own}
        for matches, said in ((True, _MATCHES), (False, _NO_MATCH)):
            for high, seen in ((True, _high(rulebook)), (False, "it is lower")):
                some = [
                    place[card]
                    for card in cards
                    if card not in own
                    and (card[0] in ranks) == matches
                    and (card[0] >= rulebook.main.qualifies.value[0]) == high
                ]
                kinds, weight = np.full(len(some), kind), np.full(len(some), ways)
                gains.add(seen, said, game.into(gains, kinds, without[some].T, weight, total))
                dealt += ways * len(some) * total
    return game.found(gains, dealt)


def _high(rulebook: Rulebook) -> str:
    return f"it is {RANKS[rulebook.main.qualifies.value[0]]} or higher"


def marked_cards(
    rulebook: Rulebook, marked: Ranks, deck: Deck = FULL_DECK, prizes: Prizes | None = None
) -> Found:
    """The best play of one who knows the cards of some ranks by their backs, and so sees how many
    of each the dealer has; and a rule by those numbers."""
    import numpy as np

    game = Game(rulebook, deck)
    faced, gains, dealt = _Faced(game, deck), Gains(game.kinds, prizes), 0
    counts = [[rank for rank, _ in hand] for hand in faced.dealt.hands]
    told = np.array([[ranks.count(mark) for mark in marked] for ranks in counts], np.int64)
    seen, number = np.unique(told.reshape(len(counts), -1), axis=0, return_inverse=True)
    number = number.reshape(-1)
    for _, kind, ways, left, results in faced.each():
        by_number = np.bincount(
            number[left] * _RESULTS + results, minlength=len(seen) * _RESULTS
        ).reshape(len(seen), _RESULTS)
        for marks, hands in zip(seen, by_number, strict=True):
            if total := int(hands.sum()):
                one = np.array([kind]), hands[:, None], np.array([ways])
                by_kind = game.into(gains, *one, total)
                gains.add(marks_seen(marked, list(map(int, marks))), "", by_kind)
                dealt += ways * total
    return game.found(gains, dealt)
