"""Side wagers on the dealer's and on both hands, priced exactly."""

from fractions import Fraction
from math import comb

import pytest
from msgspec import structs

from croupier.books import find_rulebook
from croupier.odds import CannotPrice, JackpotTerms, Question, price
from croupier.odds.contract import as_json
from croupier.odds.sheet import sheet_economics
from croupier.odds.together import classes_of_six
from croupier.ranking import HandClass
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.sources import Cited
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


def test_one_that_a_fold_forfeits_is_left_out() -> None:
    assert list(price(HARBOUR_THREE).side_wagers) == ["pair_plus", "six_card"]


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
    assert set(as_json(sheet)["wagers"]) == {"main", "ante_bonus", "pair_plus", "six_card"}
    with pytest.raises(CannotPrice, match="Harbour Three has no jackpot wager"):
        sheet_economics(sheet)
