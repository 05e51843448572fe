"""The fast count against slow ones that nobody needs to think about."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from croupier.books import find_rulebook
from croupier.cards import DECK, Card
from croupier.odds import advise, kernels, solve
from croupier.odds.advice import dealer_hands
from croupier.odds.counting import Census
from croupier.odds.deck import FULL_DECK, Deck, kinds_of
from croupier.odds.information import with_known_cards
from croupier.odds.main_game import nets
from croupier.odds.up_card import count_up_card
from croupier.rulebooks.model import Rulebook

CASINO_STUD = find_rulebook("casino-stud")
THREE_CARD_POKER = find_rulebook("three-card-poker")

ROYAL_DECK = Deck(ranks=(7, 8, 9, 10, 11, 12), suits=2)
"""Nines to aces in two suits: straights, flushes and royal flushes among 12 cards."""
COURT_DECK = Deck(ranks=(7, 9, 10, 11, 12), suits=3)
"""Nine and jack to ace in three suits: full houses and flushes among 15 cards."""


def cards_of(deck: Deck) -> list[Card]:
    return [card for card in DECK if card // 4 in deck.ranks and card % 4 < deck.suits]


def compared(rulebook: Rulebook, hand: Iterable[Card], dealer: Iterable[Card]) -> int:
    """0 dealer does not qualify, 1 below, 2 equal, 3 above the player's hand."""
    own = rulebook.hands.value(tuple(hand))
    other = rulebook.hands.value(tuple(dealer))
    if not rulebook.qualifies(other):
        return 0
    return 2 + (other.strength > own.strength) - (other.strength < own.strength)


def counted(
    rulebook: Rulebook, hand: tuple[Card, ...], known: tuple[Card, ...], deck: Deck = FULL_DECK
) -> list[int]:
    """Every completion of the dealer's hand, dealt one by one."""
    rest = [card for card in cards_of(deck) if card not in hand and card not in known]
    counts = [0, 0, 0, 0]
    for drawn in combinations(rest, rulebook.hands.size - len(known)):
        counts[compared(rulebook, hand, known + drawn)] += 1
    return counts


def found(rulebook: Rulebook, hand: tuple[Card, ...], known: tuple[Card, ...]) -> list[int]:
    hands = dealer_hands(rulebook, hand, known)
    return [hands.no_hand, hands.below, hands.equal, hands.above]


@pytest.mark.parametrize("seed", range(6))
def test_a_random_hand_and_up_card_dealt_one_by_one(seed: int) -> None:
    cards = tuple(Random(seed).sample(DECK, 6))
    hand, up_card = cards[:5], cards[5:]
    slow = counted(CASINO_STUD, hand, up_card)
    assert found(CASINO_STUD, hand, up_card) == slow
    pays = nets(CASINO_STUD)[CASINO_STUD.hands.value(hand).hand_class]
    value = sum(n * net for n, net in zip(slow, pays, strict=True)) / 163_185
    assert advise(CASINO_STUD, hand, up_card).stay == value


@pytest.mark.parametrize(
    ("hand", "up_card"),
    [
        ("As Kd Jh 8c 3s", "9c"),
        ("As Ks 9s 8s 3s", "2s"),
        ("Ah Kh Qh Jh Th", "9h"),
        ("5s 4d 3h 2c As", "6s"),
        ("Ad Kd Qs 7d 2d", "Td"),
    ],
)
def test_hands_in_which_suits_matter(hand: str, up_card: str) -> None:
    from croupier.cards import parse_cards

    own, up = parse_cards(hand), parse_cards(up_card)
    assert found(CASINO_STUD, own, up) == counted(CASINO_STUD, own, up)


@pytest.mark.parametrize("known", range(2, 6))
def test_random_hands_with_more_of_the_dealer_known(known: int) -> None:
    chance = Random(known)
    for _ in range(6):
        cards = tuple(chance.sample(DECK, 5 + known))
        hand, dealer = cards[:5], cards[5:]
        assert found(CASINO_STUD, hand, dealer) == counted(CASINO_STUD, hand, dealer)


@pytest.mark.slow
def test_the_census_holds_what_single_hands_give() -> None:
    """200 random hands and up cards: the state they belong to is in the census."""
    solution = solve(CASINO_STUD)
    places: dict[tuple[int, int], set[tuple[int, ...]]] = defaultdict(set)
    for state, up in zip(solution.states.tolist(), solution.up_ranks.tolist(), strict=True):
        places[state[0], up].add(tuple(state[2:]))
    chance = Random(2020)
    for _ in range(200):
        cards = chance.sample(DECK, 6)
        hand, up_card = tuple(cards[:5]), tuple(cards[5:])
        suited = len({card % 4 for card in hand}) == 1
        kind = solution.kinds.index([card // 4 for card in hand], suited)
        counts = tuple(found(CASINO_STUD, hand, up_card)[:3])
        assert counts in places[kind, up_card[0] // 4]


@pytest.mark.parametrize("deck", [FULL_DECK, ROYAL_DECK, COURT_DECK])
def test_whole_arrays_and_compiled_loops_count_the_same(deck: Deck) -> None:
    """Two ways to the states with one card up, the one for speed at the start."""
    kinds, qualifies = kinds_of(CASINO_STUD.hands, deck), CASINO_STUD.qualifying_strength
    counts = count_up_card(kinds, kinds.weakest(qualifies))
    states, up_ranks = counts.states()
    looped = [(up, part.copy()) for up, part in Census(kinds, qualifies, 1).by_known_ranks()]
    assert np.array_equal(states, np.concatenate([part for _, part in looped]))
    assert np.array_equal(
        up_ranks, np.repeat([r for (r,), _ in looped], [len(p) for _, p in looped])
    )
    weights = states[:, 1].astype(np.int64)
    assert counts.sums[0].sum() == weights.sum()
    for column, row in enumerate(counts.sums[1:], 2):
        assert row.sum() == (weights * states[:, column]).sum()


@pytest.mark.slow
def test_a_decision_for_a_cell_is_that_of_each_of_its_states() -> None:
    """Random pay tables: the optimum of cells and flushes is the one state by state."""
    solution = solve(CASINO_STUD)
    chance = Random(20)
    split = 0
    for _ in range(12):
        pays = {hand: chance.choice((0, 1, 2, 5, 40)) for hand in CASINO_STUD.hands.classes}
        terms = {h: tuple(map(Fraction, (1, 1 + 2 * n, 0, -3))) for h, n in pays.items()}
        margins, _ = solution.margins(terms)  # type: ignore[arg-type]
        stay = solution.optimum(terms)  # type: ignore[arg-type]
        assert np.array_equal(stay, margins > 0)
        split += len(set(solution.states[stay, 0]) & set(solution.states[~stay, 0]))
    assert split > 0


def best_play(rulebook: Rulebook, deck: Deck, known: int) -> tuple[Fraction, int]:
    """Expectation and deals of perfect play, every deal of a small deck dealt out."""
    cards = cards_of(deck)
    size = rulebook.hands.size
    values = {hand: rulebook.hands.value(hand) for hand in combinations(cards, size)}
    total, deals = Fraction(0), 0
    for hand, own in values.items():
        rest = [card for card in cards if card not in hand]
        pays = nets(rulebook)[own.hand_class]
        stay: dict[tuple[Card, ...], Fraction] = defaultdict(Fraction)
        seen: dict[tuple[Card, ...], int] = defaultdict(int)
        for dealer in combinations(rest, size):
            other = values[dealer]
            if not rulebook.qualifies(other):
                net = pays[0]
            else:
                net = pays[2 + (other.strength > own.strength) - (other.strength < own.strength)]
            for shown in combinations(dealer, known):
                stay[shown] += net
                seen[shown] += 1
        total += sum(max(stay[shown], Fraction(-count)) for shown, count in seen.items())
        deals += sum(seen.values())
    return total, deals


@pytest.mark.parametrize("compiled_above", [0, pytest.param(10**12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("known", range(6))
def test_a_small_deck_of_two_suits_dealt_out_completely(
    known: int, compiled_above: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "LITTLE", compiled_above)
    total, deals = best_play(CASINO_STUD, ROYAL_DECK, known)
    odds = with_known_cards(CASINO_STUD, known, deck=ROYAL_DECK)
    assert odds.deals == deals
    assert odds.expected == total / deals


@pytest.mark.slow
@pytest.mark.parametrize("known", range(6))
def test_a_small_deck_of_three_suits_dealt_out_completely(known: int) -> None:
    total, deals = best_play(CASINO_STUD, COURT_DECK, known)
    odds = with_known_cards(CASINO_STUD, known, deck=COURT_DECK)
    assert odds.deals == deals
    assert odds.expected == total / deals


@pytest.mark.parametrize(
    "known", [0, *(pytest.param(known, marks=pytest.mark.slow) for known in (1, 2, 3))]
)
def test_three_cards_from_a_small_deck_dealt_out_completely(known: int) -> None:
    deck = Deck(ranks=(0, 1, 2, 9, 10, 12), suits=3)
    total, deals = best_play(THREE_CARD_POKER, deck, known)
    odds = with_known_cards(THREE_CARD_POKER, known, deck=deck)
    assert odds.deals == deals
    assert odds.expected == total / deals


def test_three_card_poker_dealt_out_completely() -> None:
    """All 407,170,400 pairings, hand against hand."""
    hands = list(combinations(DECK, 3))
    values = [THREE_CARD_POKER.hands.value(hand) for hand in hands]
    strength = np.array([value.strength for value in values])
    cards = np.array([sum(1 << card for card in hand) for hand in hands])
    qualifies = np.array([THREE_CARD_POKER.qualifies(value) for value in values])
    terms = nets(THREE_CARD_POKER)
    total, pairings = Fraction(0), 0
    for own, value in enumerate(values):
        dealer = cards & cards[own] == 0
        no_hand = int((dealer & ~qualifies).sum())
        below = int((dealer & qualifies & (strength < strength[own])).sum())
        above = int((dealer & qualifies & (strength > strength[own])).sum())
        equal = int(dealer.sum()) - no_hand - below - above
        counts = (no_hand, below, equal, above)
        pays = terms[value.hand_class]
        stay = sum(n * net for n, net in zip(counts, pays, strict=True))
        total += max(stay, Fraction(-sum(counts)))
        pairings += sum(counts)
    odds = solve(THREE_CARD_POKER).price(THREE_CARD_POKER)
    assert pairings == odds.deals == 407_170_400
    assert odds.expected == total / pairings
