"""What further knowledge is worth where no card of the dealer's is shown, against small decks dealt
out completely."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.books import find_rulebook
from croupier.cards import DECK, Card, rank_of
from croupier.odds import CannotPrice, all_face_down, atlas, solve
from croupier.odds.deck import Deck
from croupier.odds.main_game import nets

THREE_CARD_POKER = find_rulebook("three-card-poker")
PAYS = nets(THREE_CARD_POKER)
DECKS = [Deck(ranks=(0, 1, 9, 10, 11, 12), suits=2), Deck(ranks=(3, 10, 11, 12), suits=3)]
"""Hands of every class and hands that do not qualify, among 12 cards in two and in three suits."""
EACH_DECK = pytest.mark.parametrize("deck", DECKS, ids=["two suits", "three suits"])

Seen = Callable[[tuple[Card, ...], tuple[Card, ...]], list[object]]
"""For a player's hand and a dealer's: what may be known beside, a case for each."""


def cards_of(deck: Deck) -> list[Card]:
    return [card for card in DECK if card // 4 in deck.ranks and card % 4 < deck.suits]


def best_play(deck: Deck, seen: Seen) -> Fraction:
    """Every deal dealt out; each thing that can be known is decided by itself."""
    cards = cards_of(deck)
    values = {hand: THREE_CARD_POKER.hands.value(hand) for hand in combinations(cards, 3)}
    total, deals = Fraction(0), 0
    for hand, own in values.items():
        stay: dict[object, Fraction] = defaultdict(Fraction)
        known: dict[object, int] = defaultdict(int)
        for dealer in combinations([card for card in cards if card not in hand], 3):
            other = values[dealer]
            compared = 2 + (other.strength > own.strength) - (other.strength < own.strength)
            result = PAYS[own.hand_class][compared if THREE_CARD_POKER.qualifies(other) else 0]
            for case in seen(hand, dealer):
                stay[case] += result
                known[case] += 1
        total += sum(max(stay[case], Fraction(-count)) for case, count in known.items())
        deals += sum(known.values())
    return total / deals


@EACH_DECK
def test_a_dead_card_on_a_deck_dealt_out_completely(deck: Deck) -> None:
    def burnt(hand: tuple[Card, ...], dealer: tuple[Card, ...]) -> list[object]:
        return [card for card in cards_of(deck) if card not in hand + dealer]

    found = atlas.dead_card(THREE_CARD_POKER, deck)
    assert found.expected == best_play(deck, burnt) > best_play(deck, lambda *_: [None])
    assert found.rule.expected <= found.expected


@EACH_DECK
@pytest.mark.parametrize("marked", [(12,), (12, 11)])
def test_marked_cards_on_a_deck_dealt_out_completely(deck: Deck, marked: tuple[int, ...]) -> None:
    def backs(_: tuple[Card, ...], dealer: tuple[Card, ...]) -> list[object]:
        return [tuple([rank_of(card) for card in dealer].count(mark) for mark in marked)]

    found = atlas.marked_cards(THREE_CARD_POKER, marked, deck)
    assert found.expected == best_play(deck, backs) > best_play(deck, lambda *_: [None])
    assert found.rule.expected <= found.expected


def test_nothing_marked_is_the_game_itself() -> None:
    found = atlas.marked_cards(THREE_CARD_POKER, ())
    assert found.expected == solve(THREE_CARD_POKER).price(THREE_CARD_POKER).expected
    assert found.rule.lines == ("all: queen-six-four or better",)
    assert found.rule.expected == found.expected


@pytest.mark.slow
def test_a_burnt_card_and_backs_are_worth_what_the_page_says() -> None:
    assert atlas.dead_card(THREE_CARD_POKER).expected == Fraction(-3_929_729, 117_061_490)
    aces = atlas.marked_cards(THREE_CARD_POKER, (12,)).expected
    assert aces == Fraction(3_187_507, 50_896_300)
    both = atlas.marked_cards(THREE_CARD_POKER, (12, 11)).expected
    assert both == Fraction(15_793_293, 101_792_600)


def test_hands_of_five_cards_are_not_looked_at_in_pairs() -> None:
    with pytest.raises(CannotPrice, match="three cards alone"):
        all_face_down.dead_card(find_rulebook("casino-stud"))
