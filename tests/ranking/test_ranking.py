"""Hand values: published counts, a second evaluator, and the order of every class."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from croupier.cards import DECK, Card, parse_cards, rank_of, suit_of
from croupier.ranking import (
    FIVE_CARDS,
    RANK_KEYS,
    THREE_CARDS,
    HandClass,
    OrderOfHands,
    describe,
)

C = HandClass

FIVE_COUNTS = {
    C.ROYAL_FLUSH: 4,
    C.STRAIGHT_FLUSH: 36,
    C.FOUR_OF_A_KIND: 624,
    C.FULL_HOUSE: 3_744,
    C.FLUSH: 5_108,
    C.STRAIGHT: 10_200,
    C.THREE_OF_A_KIND: 54_912,
    C.TWO_PAIRS: 123_552,
    C.PAIR: 1_098_240,
    C.ODD_CARDS: 1_302_540,
}
THREE_COUNTS = {
    C.STRAIGHT_FLUSH: 48,
    C.THREE_OF_A_KIND: 52,
    C.STRAIGHT: 720,
    C.FLUSH: 1_096,
    C.PAIR: 3_744,
    C.ODD_CARDS: 16_440,
}


def slowly(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    """A second evaluator: sorts, counts and looks, with nothing in common with the first."""
    ranks = sorted((rank_of(card) + 2 for card in cards), reverse=True)
    flush = len({suit_of(card) for card in cards}) == 1
    low = [1 if rank == 14 else rank for rank in ranks]
    runs = [
        run
        for run in (ranks, sorted(low, reverse=True))
        if all(high - rest == 1 for high, rest in pairwise(run))
    ]
    many = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in many]
    kickers = [rank for _, rank in many]
    if len(cards) == 3:
        if runs:
            return (5 if flush else 3), runs[0]
        if shape == [3]:
            return 4, kickers
        return (2 if flush else 1 if shape == [2, 1] else 0), kickers
    if runs and flush:
        return (9 if runs[0][0] == 14 else 8), runs[0]
    if shape == [4, 1]:
        return 7, kickers
    if shape == [3, 2]:
        return 6, kickers
    if flush:
        return 5, kickers
    if runs:
        return 4, runs[0]
    return {(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), kickers


def counted(order: OrderOfHands) -> Counter[HandClass]:
    value = order.value
    return Counter(value(hand).hand_class for hand in combinations(DECK, order.size))


def test_three_card_counts_are_the_published_ones() -> None:
    assert counted(THREE_CARDS) == THREE_COUNTS


def test_five_card_counts_are_the_published_ones() -> None:
    assert counted(FIVE_CARDS) == FIVE_COUNTS


def test_every_multiset_of_ranks_has_its_own_key() -> None:
    sums = {
        sum(RANK_KEYS[rank] for rank in ranks)
        for ranks in combinations_with_replacement(range(13), 5)
        if max(Counter(ranks).values()) <= 4
    }
    assert len(sums) == 6_175


def one_hand_of_every_value(order: OrderOfHands) -> list[tuple[Card, ...]]:
    """All rank multisets in mixed suits, and all sets of ranks in one suit."""
    hands = []
    for ranks in combinations_with_replacement(range(13), order.size):
        if max(Counter(ranks).values()) > 4:
            continue
        places: Counter[int] = Counter()
        hand = []
        for rank in ranks:
            hand.append(Card(rank * 4 + places[rank]))
            places[rank] += 1
        if len(set(ranks)) == order.size:
            hands.append(tuple(hand))
            hand[0] = Card(hand[0] + 1)
        hands.append(tuple(hand))
    return hands


@pytest.mark.parametrize("order", [FIVE_CARDS, THREE_CARDS], ids=["five cards", "three cards"])
def test_the_second_evaluator_orders_every_value_alike(order: OrderOfHands) -> None:
    hands = one_hand_of_every_value(order)
    assert len(hands) == {5: 6_175 + 1_287, 3: 455 + 286}[order.size]
    hands.sort(key=lambda hand: order.value(hand).strength)
    for weaker, stronger in pairwise(hands):
        left, right = order.value(weaker).strength, order.value(stronger).strength
        assert (left < right) == (slowly(weaker) < slowly(stronger))
        assert (left == right) == (slowly(weaker) == slowly(stronger))


@pytest.mark.slow
def test_the_second_evaluator_agrees_on_all_2_598_960_hands() -> None:
    seen: dict[int, tuple[int, list[int]]] = {}
    for hand in combinations(DECK, 5):
        strength, slow = FIVE_CARDS.value(hand).strength, slowly(hand)
        assert seen.setdefault(strength, slow) == slow
    ordered = [seen[strength] for strength in sorted(seen)]
    assert len(ordered) == 7_462
    assert all(low < high for low, high in pairwise(ordered))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ad Kd Qd Jd Td", "royal flush"),
        ("5h 4h 3h 2h Ah", "straight flush, five high"),
        ("9c 9d 9h 9s 2c", "four nines"),
        ("6c 6d 6h 2s 2c", "full house, sixes over twos"),
        ("Kh Jh 9h 5h 2h", "flush, king high"),
        ("Ac Kd Qs Jh Tc", "straight, ace high"),
        ("Tc Td Ts Jh 2c", "three tens"),
        ("Qs Qh 6c 6h 4d", "two pairs, queens and sixes"),
        ("9s 9h Ac 4d 3d", "pair of nines, ace kicker"),
        ("Ac Kd 9s 5h 3c", "ace-king high"),
        ("Ac Qd 9s 5h 3c", "ace high"),
    ],
)
def test_hands_are_called_as_a_dealer_would(cards: str, name: str) -> None:
    assert describe(FIVE_CARDS.value(parse_cards(cards))) == name


def test_nothing_wraps_round_the_ace() -> None:
    assert FIVE_CARDS.value(parse_cards("3c 2d As Kh Qc")).hand_class is C.ODD_CARDS
    assert THREE_CARDS.value(parse_cards("2d Ac Ks")).hand_class is C.ODD_CARDS
