"""The rule to remember: the published thresholds and rules are found again, at their exact cost."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from croupier.books import RULEBOOKS, find_rulebook
from croupier.cards import DECK, RANKS, Card, rank_of, suit_of
from croupier.odds import (
    CannotPrice,
    StayWhen,
    Strategy,
    advise,
    named_strategies,
    solve,
    with_pays,
)
from croupier.odds.cells import cells
from croupier.odds.deck import kinds_of
from croupier.odds.rule import simple_rules
from croupier.odds.what_if import what_if
from croupier.ranking import FIVE_CARDS, THREE_CARDS, OrderOfHands
from croupier.rulebooks.model import Rulebook
from tests.house.model.table.books import HARBOUR

CASINO = find_rulebook("casino-stud")
CARIBBEAN = with_pays(CASINO, {"pays": ["royal_flush=100"]})
THREE = find_rulebook("three-card-poker")
THREE_WITH_UP_CARD = what_if(THREE, {"dealing": {"up_card": {"value": True}}})
DEALS = 19_933_230_517_200
BEST = 1_041_372_912_372
"""What perfect play of the classic game loses in all deals, as published."""


def test_ace_king_jack_eight_three_is_the_best_single_threshold() -> None:
    first = simple_rules(CARIBBEAN)[0]
    assert first.strategy.spoken() == ("ace-king-jack-eight-three or better",)
    assert first.cost * DEALS == 1_059_715_400_580 - BEST


def test_three_exceptions_are_the_published_three_rules() -> None:
    last = simple_rules(CARIBBEAN)[-1]
    assert last.cost * DEALS == 1_041_417_758_724 - BEST
    kinds = kinds_of(FIVE_CARDS)
    published = named_strategies(5)["three-rules"]
    assert (last.strategy.stays(kinds) == published.stays(kinds)).all()
    assert last.strategy.spoken() == (
        "a pair or better",
        "ace-king, when the up card matches one of yours and you hold a queen or a jack",
        "ace-king, when the up card is a two to ten and matches one of yours",
        "ace-king, when the up card is lower than your fourth highest card and you hold a queen",
    )


@pytest.mark.parametrize("slug", ["three-card-poker", "poker-trois-cartes"])
def test_queen_six_four_is_all_there_is_to_know_of_three_cards(slug: str) -> None:
    (only,) = simple_rules(find_rulebook(slug))
    assert only.strategy.spoken() == ("queen-six-four or better",)
    assert only.cost == 0


@pytest.mark.parametrize("slug", [*RULEBOOKS, "stud-poker-de-casino"])
def test_every_rulebook_has_a_rule_for_less_than_a_cent_in_a_hundred_dollars(slug: str) -> None:
    rules = simple_rules(find_rulebook(slug))
    costs = [rule.cost for rule in rules]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] * 10_000 < 1
    assert len(rules[-1].strategy.stay) <= 4


def test_where_the_dealer_always_lacks_a_hand_every_hand_stays_in() -> None:
    """Only an ace would qualify: too rare for three cards ever to fold."""
    (only,) = simple_rules(what_if(THREE, {"main": {"qualifies": {"value": ["ace"]}}}))
    assert only.strategy.spoken() == ("every hand",)


def test_no_other_threshold_costs_less() -> None:
    """With a card of the dealer's up: every hand of mixed suits tried as the threshold."""
    solution = solve(THREE_WITH_UP_CARD)
    best = simple_rules(THREE_WITH_UP_CARD)[0]
    tried = 0
    for kind in kinds_of(THREE_CARDS).kinds:
        if kind.suited or max(Counter(kind.ranks).values()) > 1:
            continue
        hand = " ".join(RANKS[rank] for rank in sorted(kind.ranks, reverse=True))
        if hand == "A 3 2":  # a straight, which its ranks name from the three down
            continue
        other = Strategy("other", (StayWhen(hand=hand),))
        assert solution.price(THREE_WITH_UP_CARD, other).expected <= best.expected, hand
        tried += 1
    assert tried == 286 - 1


def test_exceptions_help_where_the_dealer_shows_a_card() -> None:
    first, *others = simple_rules(THREE_WITH_UP_CARD)
    assert others[-1].cost * 50 < first.cost
    assert all(0 < one.parts <= 2 for one in others[-1].strategy.stay[1:])


def test_a_hand_meets_a_condition_as_its_kind_does() -> None:
    """One hand at the table, against the table of all kinds."""
    drawn = Random(17)
    for order in (FIVE_CARDS, THREE_CARDS):
        kinds = kinds_of(order)
        for strategy in named_strategies(order.size).values():
            stays = strategy.stays(kinds)
            answers = Counter(_agrees(strategy, order, stays, drawn) for _ in range(300))
            assert answers[True] > 0


def _agrees(strategy: Strategy, order: OrderOfHands, stays: object, drawn: Random) -> bool:
    *hand, up_card = drawn.sample(DECK, order.size + 1)
    kind = kinds_of(order).index(map(rank_of, hand), len(set(map(suit_of, hand))) == 1)
    expected = bool(stays[kind, rank_of(up_card)])  # type: ignore[index]
    assert (strategy.met(order, hand, up_card) is not None) == expected, (strategy.name, hand)
    return expected


def test_a_strangers_file_has_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "harbour.toml"
    path.write_text(HARBOUR)
    (only,) = simple_rules(find_rulebook(str(path), files=True))
    assert only.strategy.spoken() == ("queen-six-four or better",)
    assert only.cost == 0


def test_pay_tables_beyond_reason_are_refused_in_a_sentence() -> None:
    richest = with_pays(CASINO, {"pays": ["pair=1000000"]})
    with pytest.raises(CannotPrice, match="pay too much"):
        simple_rules(richest)


@pytest.mark.slow
def test_the_cost_of_queen_six_four_hand_by_hand() -> None:
    """All 22,100 hands, each by the count that uses no arrays: no decision of the rule errs."""
    rule = simple_rules(THREE)[0].strategy
    hands = [(Card(a), Card(b), Card(c)) for a in range(52) for b in range(a) for c in range(b)]
    assert len(hands) == 22_100
    value: Fraction = Fraction()
    for hand in hands:
        given = advise(THREE, hand)
        stays = rule.met(THREE_CARDS, hand, None) is not None
        assert stays == (given.decision == "stay"), given.hand
        value += given.stay if stays else given.fold
    assert value / 22_100 == Fraction(-13_733_780, 407_170_400)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rulebook", "ranks"),
    [(CARIBBEAN, "AKQ76"), (CARIBBEAN, "AKJ83"), (CARIBBEAN, "54322"), (THREE_WITH_UP_CARD, "Q97")],
)
def test_the_gain_of_a_hand_card_by_card(rulebook: Rulebook, ranks: str) -> None:
    """Every way to deal these ranks and an up card, valued by the count that uses no arrays."""
    found = cells(rulebook)
    wanted = [RANKS.index(rank) for rank in ranks]
    kind = found.kinds.index(wanted, suited=False)
    gains = [Fraction()] * len(RANKS)
    deals = [0] * len(RANKS)
    for pattern, times in _suits(wanted).items():
        hand = tuple(Card(rank * 4 + suit) for rank, suit in zip(wanted, pattern, strict=True))
        for up_card in (card for card in DECK if card not in hand):
            given = advise(rulebook, hand, (up_card,))
            gains[rank_of(up_card)] += times * (given.stay - given.fold)
            deals[rank_of(up_card)] += times
    assert [int(n) for n in found.deals[kind]] == deals
    assert [Fraction(int(n), found.ante) for n in found.gains[kind]] == gains


def _suits(ranks: list[int]) -> Counter[tuple[int, ...]]:
    """Suits that differ in more than their names, and how often each is dealt; no flush."""
    patterns: Counter[tuple[int, ...]] = Counter()
    for suits in product(range(4), repeat=len(ranks)):
        cards = sorted(zip(ranks, suits, strict=True), reverse=True)
        ordered = cards == list(zip(ranks, suits, strict=True))
        if ordered and len(set(cards)) == len(cards) and len(set(suits)) > 1:
            names: dict[int, int] = {}
            patterns[tuple(names.setdefault(suit, len(names)) for suit in suits)] += 1
    return patterns
