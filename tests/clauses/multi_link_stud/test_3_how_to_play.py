"""MLP, part 3, where it differs from CSP: folding keeps the jackpot bet alive; the jackpot's list
of hands."""

import pytest

from croupier.cards import parse_cards
from croupier.ranking import HandClass
from croupier.wagers import jackpot_row
from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    MLP,
    NINE_HIGH,
    ROYAL_FLUSH,
    STRAIGHT,
    STRAIGHT_FLUSH,
    dealt,
    decided_by,
    played,
)


@pytest.mark.clause("MLP 3.12.1/jackpot")
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
@pytest.mark.parametrize(
    ("hand", "prize"),
    [
        (FLUSH, 100_00),
        (FULL_HOUSE, 200_00),
        (FOUR_OF_A_KIND, 2_000_00),
        (STRAIGHT_FLUSH, 100_000_00),
        (ROYAL_FLUSH, 1_000_000_00),
    ],
)
def test_3_12_1_fold_keeps_the_jackpot_bet(hand: str, prize: int, dealer: str) -> None:
    t = dealt(MLP, {1: hand}, dealer, jackpots=[1])
    t.fold(1).finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert "MLP 3.12.1" in decided_by(t, 1, "ante")
    assert t.outcome(1, "jackpot") == ("won", prize, 0)
    assert {"MLP 3.12.1/jackpot", "MLP 4.2.1"} & decided_by(t, 1, "jackpot")
    # The ante and the jackpot stake are gone.
    assert t.result.players["p1"].net == prize - 105_00


@pytest.mark.clause("MLP 3.12.1/jackpot")
def test_3_12_1_a_folded_hand_without_a_prize_loses_the_jackpot_bet() -> None:
    t = dealt(MLP, {1: STRAIGHT}, jackpots=[1])
    t.fold(1).finish()
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert decided_by(t, 1, "jackpot") == {"MLP 4.2"}


@pytest.mark.clause("MLP 3.12.1/jackpot", "MLP 4.5.1")
def test_3_12_1_a_folded_royal_has_its_place_in_the_order_of_payment() -> None:
    t = dealt(MLP, {1: ROYAL_FLUSH, 2: STRAIGHT_FLUSH}, jackpots=[1, 2])
    t.fold(1).bet(2).finish()
    assert (t.won(1, "jackpot"), t.won(2, "jackpot")) == (1_000_000_00, 10_000_00)


def rank_in_the_list(cards: str) -> int | None:
    """1 for the highest class of the jackpot's list; none where it has no place."""
    hand = parse_cards(cards)
    row = jackpot_row(MLP.rulebook, hand, MLP.rulebook.hands.value(hand))
    return None if row is None else 1 + MLP.rulebook.progressive.rows.index(row)


@pytest.mark.clause("MLP 3.15")
def test_3_15_the_jackpot_has_five_classes_in_order() -> None:
    assert [row.hand.hand_class for row in MLP.rulebook.progressive.rows] == [
        HandClass.ROYAL_FLUSH,
        HandClass.STRAIGHT_FLUSH,
        HandClass.FOUR_OF_A_KIND,
        HandClass.FULL_HOUSE,
        HandClass.FLUSH,
    ]
    hands = (ROYAL_FLUSH, STRAIGHT_FLUSH, FOUR_OF_A_KIND, FULL_HOUSE, FLUSH)
    assert [rank_in_the_list(hand) for hand in hands] == [1, 2, 3, 4, 5]
    assert rank_in_the_list("9c 8d 7c 6h 5s") is None


@pytest.mark.parametrize(
    ("place", "is_one", "is_none"),
    [
        pytest.param(
            1,
            ("Ad Kd Qd Jd Td", "Tc Jc Qc Kc Ac"),
            ("Kd Qd Jd Td 9d", "Ad Kd Qd Jd Ts"),
            id="royal-flush",
            marks=pytest.mark.clause("MLP 3.15/royal-flush"),
        ),
        pytest.param(
            2,
            ("Qc Jc Tc 9c 8c", "5h 4h 3h 2h Ah", "Kd Qd Jd Td 9d"),
            ("Ac Kc Qc Jc Tc", "Qc Jc Tc 9c 8d", "Qc Jc Tc 9c 7c"),
            id="straight-flush",
            marks=pytest.mark.clause("MLP 3.15/straight-flush"),
        ),
        pytest.param(
            3,
            ("Kc Kh Kd Ks Jh", "2c 2h 2d 2s 3h"),
            ("Kc Kh Kd Js Jh", "Kc Kh Kd Js Th"),
            id="four-of-a-kind",
            marks=pytest.mark.clause("MLP 3.15/four-of-a-kind"),
        ),
        pytest.param(
            4,
            ("Kc Kh Kd Js Jh", "2c 2h 2d As Ah"),
            ("Kc Kh Js Jh Td", "Kc Kh Kd Js Td"),
            id="full-house",
            marks=pytest.mark.clause("MLP 3.15/full-house"),
        ),
        pytest.param(
            5,
            ("Kh Jh 9h 5h 2h", "7s 5s 4s 3s 2s"),
            ("Kh Jh 9h 5h 2d", "6s 5s 4s 3s 2s"),
            id="flush",
            marks=pytest.mark.clause("MLP 3.15/flush"),
        ),
    ],
)
def test_3_15_a_class_is_what_its_row_says(
    place: int, is_one: tuple[str, ...], is_none: tuple[str, ...]
) -> None:
    assert {rank_in_the_list(cards) for cards in is_one} == {place}
    assert place not in {rank_in_the_list(cards) for cards in is_none}


@pytest.mark.clause("MLP 3.15")
def test_3_15_below_the_list_nothing_is_won() -> None:
    for hand in (STRAIGHT, NINE_HIGH):
        t = played(MLP, {1: hand}, jackpots=[1])
        assert t.outcome(1, "jackpot") == ("lost", 0, 0)
