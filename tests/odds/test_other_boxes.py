"""The cards of other boxes: each deal counted exactly, and the interval that its average has."""

import os
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from croupier.books import RULEBOOKS, find_rulebook
from croupier.cards import DECK, Card
from croupier.odds import CannotPrice, drawn_deals, named_strategies, solve, with_pays
from croupier.odds.deck import kinds_of
from croupier.odds.main_game import nets
from croupier.odds.other_boxes import BOXES, SEED, Drawing, Drawn, other_boxes
from croupier.odds.strategy import statement
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook

ROOT = Path(__file__).parents[2]
CASINO_STUD = find_rulebook("casino-stud")
THREE_CARD_POKER = find_rulebook("three-card-poker")


def cards_of(bits: np.uint64) -> list[Card]:
    return [DECK[number] for number in range(52) if int(bits) >> number & 1]


def dealt_out(rulebook: Rulebook, hand: list[Card], up: list[Card], left: list[Card]) -> Fraction:
    """Staying in less folding, by every hand that the dealer can have."""
    own = rulebook.hands.value(hand)
    total, pays = Fraction(0), nets(rulebook)[own.hand_class]
    for drawn in combinations(left, len(hand) - len(up)):
        dealer = rulebook.hands.value([*up, *drawn])
        place = 2 + (dealer.strength > own.strength) - (dealer.strength < own.strength)
        total += pays[place if rulebook.qualifies(dealer) else 0] + 1
    return total


@pytest.mark.parametrize(
    ("rulebook", "boxes", "deals", "names"),
    [
        (CASINO_STUD, 6, 30, ("three-rules", "always")),
        (CASINO_STUD, 4, 3, ("three-rules",)),
        (THREE_CARD_POKER, 6, 15, ("q64", "always")),
    ],
)
def test_what_not_looking_loses_in_a_deal(
    rulebook: Rulebook, boxes: int, deals: int, names: tuple[str, ...]
) -> None:
    kinds = kinds_of(rulebook.hands)
    wrong = 0
    for name in names:
        strategy = named_strategies(rulebook.hands.size)[name]
        drawing = Drawing(rulebook, strategy)
        size, known, seen, total = drawing.shape(boxes)
        stays = strategy.stays(kinds)
        for number in range(deals):
            own, up, left = drawn_deals.deal(
                np.uint64(number), np.uint64(SEED + boxes), size, known, seen
            )
            found = drawn_deals.regret(own, up, left, size, total, drawing.game)
            hand, shown = cards_of(own), [DECK[up]] if known else []
            gain = dealt_out(rulebook, hand, shown, cards_of(left))
            suited = len({card % 4 for card in hand}) == 1
            kind = kinds.index([card // 4 for card in hand], suited)
            lost = abs(gain) if (gain > 0) != stays[kind, up // 4 if known else 0] else 0
            place = list(rulebook.hands.classes).index(kinds.kinds[kind].value.hand_class)
            assert found == (place, lost)
            wrong += lost > 0
    assert wrong


@pytest.mark.parametrize("boxes", [1, 4, 5, 6])
def test_every_card_of_a_deal_is_as_likely_as_any_other(boxes: int) -> None:
    """5 cards, one up and the rest, no card twice; each comes up within five deviations."""
    left_cards = 46 - 5 * boxes
    counts = np.zeros((3, 52))
    deals = 20_000
    for number in range(deals):
        hand, card, rest = drawn_deals.deal(np.uint64(number), np.uint64(1), 5, 1, 5 * boxes)
        own, up, left = int(hand), 1 << int(card), int(rest)
        assert (own.bit_count(), left.bit_count()) == (5, left_cards)
        assert own & up == own & left == up & left == 0
        for row, bits in enumerate((own, up, left)):
            counts[row] += [bits >> card & 1 for card in range(52)]
    for row, many in enumerate((5, 1, left_cards)):
        share = many / 52
        assert np.abs(counts[row] - deals * share).max() < 5 * np.sqrt(deals * share * (1 - share))


def test_no_decision_loses_more_than_the_bound() -> None:
    """A folded hand of odd cards may have won 3 antes instead of losing 1; one that stayed in may
    have lost 3 instead."""
    assert Drawing(CASINO_STUD, statement(5)).most == 4
    assert Drawing(CASINO_STUD, named_strategies(5)["always"]).most == 2


def test_an_interval_by_hand() -> None:
    """Of 100,001 deals 10 lose a whole ante each: the mean is 10/100,001, the variance that of ten
    ones; ln(4,000,000) = 15.2018."""
    drawing = Drawing(CASINO_STUD, statement(5))
    unit = drawing.shape(1)[3]
    sums = [[10, 10 * unit, 10 * unit**2], *[[0, 0, 0]] * 9]
    found = drawing.interval(1, Drawn(100_001, sums))
    base = Fraction(-86_362_082_531, 1_661_102_543_100) - Fraction(311_433, 138_425_211_925)
    assert found.expected == base + Fraction(10, 100_001)
    variance = 10 * (1 - 10 / 100_001) / 100_000
    by_hand = (2 * variance * 15.2018 / 100_001) ** 0.5 + 7 * 4 * 15.2018 / (3 * 100_000)
    assert float(found.either_way) == pytest.approx(by_hand, rel=1e-5)


def test_a_gpu_draws_the_same_deals() -> None:
    """Its kernel in numba's simulator, against the processor."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.odds.on_simulated_gpu"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["equal", "equal"], done.stderr


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_intervals_for_the_approved_rules_are_narrow(slug: str) -> None:
    """No wider than 0.01 % of the ante; more boxes are worth more; none folds two pairs."""
    found = [other_boxes(RULEBOOKS[slug], boxes) for boxes in BOXES]
    assert max(one.either_way for one in found) <= Fraction(1, 20_000)
    assert [one.expected for one in found] == sorted(one.expected for one in found)
    own = solve(RULEBOOKS[slug]).price(RULEBOOKS[slug]).expected
    assert found[0].expected - found[0].either_way > own
    assert not any(one.overruled[HandClass.FLUSH] for one in found)


@pytest.mark.parametrize("rulebook", [CASINO_STUD, THREE_CARD_POKER])
def test_deals_drawn_anew_agree_with_those_that_are_kept(rulebook: Rulebook) -> None:
    kept, anew = other_boxes(rulebook, 6), other_boxes(rulebook, 6, 20_000)
    assert (kept.deals, anew.deals) == (2**31 if rulebook is CASINO_STUD else 2**30, 20_000)
    assert abs(kept.expected - anew.expected) < kept.either_way + anew.either_way


def test_other_pays_are_drawn_anew() -> None:
    changed = with_pays(CASINO_STUD, {"pays": ["flush=6"]})
    assert Drawing(changed, statement(5)).kept(1) is None
    assert Drawing(CASINO_STUD, statement(5)).kept(1) is not None


def test_where_it_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotPrice, match="at least 20,000 deals"):
        other_boxes(CASINO_STUD, 1, 100)
    monkeypatch.setattr("croupier.gpu.usable_cuda", lambda: None)
    with pytest.raises(CannotPrice, match="needs an NVIDIA GPU"):
        other_boxes(CASINO_STUD, 1, 20_000, gpu=True)
