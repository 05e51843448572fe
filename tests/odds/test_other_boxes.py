"""The cards of other boxes: each deal counted exactly, and the interval that its average has."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.books import find_rulebook
from croupier.cards import DECK
from croupier.odds import CannotPrice, named_strategies
from croupier.odds.deck import kinds_of
from croupier.odds.main_game import nets
from croupier.odds.other_boxes import Regret, other_boxes
from croupier.odds.strategy import statement

CASINO_STUD = find_rulebook("casino-stud")
PAYS = nets(CASINO_STUD)
LONG_RUN = Fraction("0.02404")
"""Six boxes, by 20,000,000 deals: within 0.00024."""


def dealt_out(deck: list[int], seen: int) -> Fraction:
    """Staying in less folding, by every hand that the dealer can have."""
    cards = [DECK[number] for number in deck]
    own, up = CASINO_STUD.hands.value(cards[:5]), cards[5]
    total, count = Fraction(0), 0
    for drawn in combinations(cards[6 + seen :], 4):
        dealer = CASINO_STUD.hands.value([up, *drawn])
        place = 2 + (dealer.strength > own.strength) - (dealer.strength < own.strength)
        total += PAYS[own.hand_class][place if CASINO_STUD.qualifies(dealer) else 0] + 1
        count += 1
    return total / count


@pytest.mark.parametrize(("boxes", "deals"), [(6, 40), (5, 5), (3, 1)])
@pytest.mark.parametrize("name", ["three-rules", "always"])
def test_what_not_looking_loses_in_a_deal(boxes: int, deals: int, name: str) -> None:
    strategy = named_strategies(5)[name]
    decks = np.random.default_rng(7).permuted(np.tile(np.arange(52), (deals, 1)), axis=1)
    lost = Regret(CASINO_STUD, strategy).of(decks, 5 * boxes)
    stays = strategy.stays(kinds_of(CASINO_STUD.hands))
    found = 0
    for deck, one in zip(decks.tolist(), lost, strict=True):
        gain = dealt_out(deck, 5 * boxes)
        ranks = [card // 4 for card in deck[:5]]
        suited = len({card % 4 for card in deck[:5]}) == 1
        kind = kinds_of(CASINO_STUD.hands).index(ranks, suited)
        wrong = (gain > 0) != stays[kind, deck[5] // 4]
        found += wrong
        assert one == pytest.approx(float(abs(gain)) if wrong else 0)
    assert found or boxes < 6


def test_no_decision_loses_more_than_the_bound() -> None:
    """A folded hand of odd cards may have won 3 antes instead of losing 1; one that stayed in may
    have lost 3 instead."""
    assert Regret(CASINO_STUD, statement(5)).most == 4
    assert Regret(CASINO_STUD, named_strategies(5)["always"]).most == 2


@pytest.mark.slow
def test_more_boxes_are_worth_more() -> None:
    """An interval holds the figure of a hundred times as many deals, drawn for the page."""
    own = Fraction(-86_362_082_531, 1_661_102_543_100)
    one, three, six = (other_boxes(CASINO_STUD, boxes, 100_000) for boxes in (1, 3, 6))
    assert own < one.expected < three.expected < six.expected
    assert abs(six.expected - LONG_RUN) < six.either_way < Fraction("0.005")
    assert six.deals == 100_000


def test_where_it_cannot_be_drawn() -> None:
    with pytest.raises(CannotPrice, match="five cards with one up"):
        Regret(find_rulebook("three-card-poker"), statement(3))
    with pytest.raises(CannotPrice, match="at least 20,000 deals"):
        other_boxes(CASINO_STUD, 1, 100)
