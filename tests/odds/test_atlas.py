"""What further knowledge is worth, against small decks dealt out completely."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from croupier.books import find_rulebook
from croupier.cards import DECK, Card, rank_of
from croupier.odds import solve
from croupier.odds.atlas import with_dead_card, with_marks
from croupier.odds.deck import Deck
from croupier.odds.main_game import nets

CASINO_STUD = find_rulebook("casino-stud")
ROYAL_DECK = Deck(ranks=(7, 8, 9, 10, 11, 12), suits=2)
"""Nines to aces in two suits: straights, flushes and royal flushes among 12 cards."""
WIDE_DECK = Deck(ranks=(0, 3, 4, 9, 10, 11, 12), suits=2)
"""Hands that do not qualify among 14 cards, and flushes."""

Known = Callable[[tuple[Card, ...], tuple[Card, ...], Card], list[object]]
"""For a player's hand, a dealer's and an up card: what may be known beside, a case for each."""


def best_play(deck: Deck, known: Known) -> Fraction:
    """Every deal dealt out; each thing that can be known is decided by itself."""
    cards = [card for card in DECK if card // 4 in deck.ranks and card % 4 < deck.suits]
    values = {hand: CASINO_STUD.hands.value(hand) for hand in combinations(cards, 5)}
    total, deals = Fraction(0), 0
    for hand, own in values.items():
        pays = nets(CASINO_STUD)[own.hand_class]
        stay: dict[object, Fraction] = defaultdict(Fraction)
        seen: dict[object, int] = defaultdict(int)
        for dealer in combinations([card for card in cards if card not in hand], 5):
            other = values[dealer]
            if not CASINO_STUD.qualifies(other):
                net = pays[0]
            else:
                net = pays[2 + (other.strength > own.strength) - (other.strength < own.strength)]
            for up in dealer:
                for beside in known(hand, dealer, up):
                    stay[up, beside] += net
                    seen[up, beside] += 1
        total += sum(max(stay[case], Fraction(-count)) for case, count in seen.items())
        deals += sum(seen.values())
    return total / deals


@pytest.mark.parametrize("deck", [ROYAL_DECK, pytest.param(WIDE_DECK, marks=pytest.mark.slow)])
def test_a_dead_card_on_a_deck_dealt_out_completely(deck: Deck) -> None:
    cards = [card for card in DECK if card // 4 in deck.ranks and card % 4 < deck.suits]

    def burnt(hand: tuple[Card, ...], dealer: tuple[Card, ...], _: Card) -> list[object]:
        return [card for card in cards if card not in hand and card not in dealer]

    assert with_dead_card(CASINO_STUD, deck) == best_play(deck, burnt)


@pytest.mark.parametrize("marked", [(12,), (12, 11)])
@pytest.mark.parametrize("deck", [ROYAL_DECK, pytest.param(WIDE_DECK, marks=pytest.mark.slow)])
def test_marked_cards_on_a_deck_dealt_out_completely(deck: Deck, marked: tuple[int, ...]) -> None:
    def backs(_: tuple[Card, ...], dealer: tuple[Card, ...], up: Card) -> list[object]:
        hidden = [rank_of(card) for card in dealer if card != up]
        return [tuple(hidden.count(mark) for mark in marked)]

    assert with_marks(CASINO_STUD, marked, deck) == best_play(deck, backs)


def test_aces_told_by_their_backs_are_worth_what_the_page_says() -> None:
    """The sum over both parts of what can be seen: at least the game itself."""
    aces = with_marks(CASINO_STUD, (12,))
    assert aces == Fraction(-83_840_293, 14_238_021_798)
    assert aces > solve(CASINO_STUD).price(CASINO_STUD).expected


@pytest.mark.slow
def test_nothing_marked_is_the_game_itself() -> None:
    assert with_marks(CASINO_STUD, ()) == solve(CASINO_STUD).price(CASINO_STUD).expected


@pytest.mark.slow
def test_a_card_out_of_play_is_worth_what_the_page_says() -> None:
    assert with_dead_card(CASINO_STUD) == Fraction(-35_951_554_787, 704_710_169_800)
