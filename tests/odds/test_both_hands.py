"""Side wagers on the dealer's and on both hands, priced exactly."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from msgspec import structs

from croupier.books import find_rulebook
from croupier.cards import ACE, DECK, rank_of, suit_of
from croupier.odds import CannotPrice, JackpotTerms, Question, price
from croupier.odds.beside import classes_beside
from croupier.odds.contract import as_json
from croupier.odds.deck import Deck, kinds_of
from croupier.odds.sheet import sheet_economics
from croupier.odds.side_wagers import countable_sides
from croupier.odds.together import classes_of_six
from croupier.ranking import FIVE_CARDS, THREE_CARDS, HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Cited
from croupier.rulebooks.wagers import Backed
from tests.invented import DEALER_BONUS, HARBOUR_THREE, SIX_CARD

CASINO_STUD = find_rulebook("casino-stud")

# Published for the best five of six cards.
OF_SIX = {
    HandClass.ROYAL_FLUSH: 188,
    HandClass.STRAIGHT_FLUSH: 1_656,
    HandClass.FOUR_OF_A_KIND: 14_664,
    HandClass.FULL_HOUSE: 165_984,
    HandClass.FLUSH: 205_792,
    HandClass.STRAIGHT: 361_620,
    HandClass.THREE_OF_A_KIND: 732_160,
}


def test_the_best_five_of_six_cards() -> None:
    counts = classes_of_six()
    assert {hand: counts[hand] for hand in OF_SIX} == OF_SIX
    assert sum(counts.values()) == comb(52, 6) == 20_358_520


def test_a_royal_flush_is_in_188_of_them() -> None:
    # Four suits, and any of the other 47 cards.
    assert classes_of_six()[HandClass.ROYAL_FLUSH] == 4 * 47


def test_a_wager_on_both_hands() -> None:
    odds = price(HARBOUR_THREE).side_wagers["six_card"]
    back = (
        1001 * 188 + 201 * 1_656 + 51 * 14_664 + 26 * 165_984 + 16 * 205_792 + 11 * 361_620
    ) + 6 * 732_160
    assert odds.expected == Fraction(back, 20_358_520) - 1
    assert odds.hit_frequency == Fraction(sum(OF_SIX.values()), 20_358_520)


def with_kept_dealer_bonus() -> Rulebook:
    kept = structs.replace(DEALER_BONUS, kept_on_fold=Cited(value=True))
    sides = {**HARBOUR_THREE.side_wagers, "dealer_bonus": kept}
    book: Rulebook = structs.replace(HARBOUR_THREE, side_wagers=sides)
    return book


def test_a_wager_on_the_dealers_hand_hits_as_often_as_one_on_the_players() -> None:
    odds = price(with_kept_dealer_bonus()).side_wagers["dealer_bonus"]
    won = 30 * 48 + 20 * 52 + 5 * 720 + 3 * 1_096 + 3_744
    assert odds.expected == Fraction(won - 16_440, 22_100)


def test_three_aces_beside_each_class_of_the_dealers_hand() -> None:
    """There are four such hands, and of the other 49 cards the dealer has three."""
    kinds = kinds_of(THREE_CARDS)
    beside = classes_beside(THREE_CARDS, Backed.DEALER)
    aces = kinds.index((ACE, ACE, ACE), suited=False)
    assert beside[HandClass.THREE_OF_A_KIND][aces] == 4 * (12 * 4)
    # Two of a rank below the ace, and one of the 45 cards of other ranks.
    assert beside[HandClass.PAIR][aces] == 4 * (12 * 6 * 45)
    # Ten runs of each suit that need no ace, and Q-K-A and A-2-3 in the suit of the last ace.
    assert beside[HandClass.STRAIGHT_FLUSH][aces] == 4 * (4 * 10 + 2)
    assert sum(counts[aces] for counts in beside.values()) == 4 * comb(49, 3)


def test_three_aces_beside_each_class_of_both_hands() -> None:
    aces = kinds_of(THREE_CARDS).index((ACE, ACE, ACE), suited=False)
    beside = classes_beside(THREE_CARDS, Backed.BOTH)
    assert beside[HandClass.FOUR_OF_A_KIND][aces] == 4 * comb(48, 2)
    # The dealer has a pair of a lower rank and one of the 44 lower cards of others, or three.
    assert beside[HandClass.FULL_HOUSE][aces] == 4 * (12 * 6 * 44 + 12 * 4)


@pytest.mark.parametrize("backed", [Backed.DEALER, Backed.BOTH])
def test_all_hands_of_the_player_together_are_all_deals(backed: Backed) -> None:
    beside = classes_beside(THREE_CARDS, backed)
    if backed is Backed.BOTH:  # each six cards are dealt in 20 ways
        assert {hand: sum(beside[hand]) for hand in OF_SIX} == {
            hand: 20 * count for hand, count in OF_SIX.items()
        }
    else:
        assert sum(beside[HandClass.STRAIGHT_FLUSH]) == 48 * comb(49, 3)
        assert sum(beside[HandClass.PAIR]) == 3_744 * comb(49, 3)


@pytest.mark.parametrize("backed", [Backed.DEALER, Backed.BOTH])
@pytest.mark.parametrize("deck", [Deck((0, 1, 2, 3, 4, 12), 2), Deck((0, 1, 2, 12), 3)])
def test_every_deal_of_a_small_deck_one_by_one(backed: Backed, deck: Deck) -> None:
    cards = [card for card in DECK if rank_of(card) in deck.ranks and suit_of(card) < deck.suits]
    kinds = kinds_of(THREE_CARDS, deck)
    seen: Counter[tuple[HandClass, int]] = Counter()
    for own in combinations(cards, 3):
        kind = kinds.index(map(rank_of, own), len(set(map(suit_of, own))) == 1)
        for dealer in combinations([card for card in cards if card not in own], 3):
            both = backed is Backed.BOTH
            found = FIVE_CARDS.best(own + dealer) if both else THREE_CARDS.value(dealer)
            seen[found.hand_class, kind] += 1
    counted = {
        (hand, kind): count
        for hand, counts in classes_beside(THREE_CARDS, backed, deck).items()
        for kind, count in enumerate(counts)
        if count
    }
    assert counted == seen


def test_one_that_a_fold_forfeits_hits_while_the_hand_is_in() -> None:
    """Under `mimic`, which folds what is below a queen.

    Of the ten ranks up to the jack there are C(10,3) = 120 threes, eight of them runs: 112 by
    4 * 4 * 4 - 4 suits that are not all the same are 6,720 folded hands.
    """
    odds = price(HARBOUR_THREE, Question(strategy="mimic")).side_wagers["dealer_bonus"]
    found = {prize.name: prize.frequency for prize in odds.prizes}
    folded, deals = 6_720, 22_100 * comb(49, 3)
    # Three of a kind: one way of each rank that the player holds, four of each of the ten others.
    threes = 52 * comb(49, 3) - folded * (3 * 1 + 10 * 4)
    assert found["three of a kind"] == Fraction(threes, deals)
    # A pair: of a rank that the player holds 3 ways and 46 other cards, of another 6 and 45.
    pairs = 3_744 * comb(49, 3) - folded * (3 * 3 * 46 + 10 * 6 * 45)
    assert found["pair"] == Fraction(pairs, deals)


def test_who_never_folds_forfeits_nothing() -> None:
    always = price(HARBOUR_THREE, Question(strategy="always")).side_wagers
    assert list(always) == ["pair_plus", "dealer_bonus", "six_card"]
    assert always["dealer_bonus"] == price(with_kept_dealer_bonus()).side_wagers["dealer_bonus"]


def test_one_that_a_fold_forfeits_is_left_out_where_an_up_card_is_seen() -> None:
    shown = structs.replace(HARBOUR_THREE.dealing, up_card=Cited(value=True))
    book: Rulebook = structs.replace(HARBOUR_THREE, dealing=shown)
    assert countable_sides(book) == ("pair_plus", "six_card")


def test_ten_cards_together_are_left_out() -> None:
    areas = structs.replace(
        CASINO_STUD.layout.areas, value=(*CASINO_STUD.layout.areas.value, "ten_card")
    )
    book: Rulebook = structs.replace(
        CASINO_STUD,
        side_wagers={"ten_card": SIX_CARD},
        layout=structs.replace(CASINO_STUD.layout, areas=areas),
    )
    assert price(book).side_wagers == {}


def test_a_game_without_a_progressive_has_no_jackpot_figures() -> None:
    sheet = price(HARBOUR_THREE, Question(jackpot=JackpotTerms()))
    assert (sheet.jackpots, sheet.draws, sheet.envy) == ({}, {}, None)
    assert set(as_json(sheet)["wagers"]) == {
        *("main", "ante_bonus", "pair_plus", "dealer_bonus", "six_card")
    }
    with pytest.raises(CannotPrice, match="Harbour Three has no jackpot wager"):
        sheet_economics(sheet)
