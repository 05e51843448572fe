"""Singapore Stud Poker, 3.12 to 3.16: the dealer's hand, the comparison and the order of hands."""

import pytest

from croupier.ranking import HandClass
from croupier.table.events import CallMade, WagerSettled
from tests.clauses.marina_bay import (
    ACE_KING,
    NO_HAND,
    SSP,
    calls,
    class_of,
    clauses,
    compared,
    dealt,
    hands_seen_by,
    refusal,
    rulebook,
    settled,
    strength_of,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
FOUR_SEVENS = "7c 7h 7d 7s Jh"
CREDITS = {"meter": 100_000_00, "reset": 20_000_00, "stake": 1_00}
MIRRORED = {"won": "lost", "lost": "won", "standoff": "standoff"}


@pytest.mark.clause("SSP 3.12")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Kc Qd Js 9h 8c", False),
        ("Ac Qd Js Th 9c", False),  # the best hand that does not
        ("Ac Kd 4s 3h 2c", True),  # the worst that does
        ("Ac Kd Qs Jd 9c", True),
        ("2c 2d 3s 4h 6c", True),  # any pair
        ("5c 4d 3s 2h Ad", True),
        ("9d 6d 4d 3d 2d", True),
    ],
)
def test_3_12_the_dealer_needs_ace_king_or_better(dealer: str, qualifies: bool) -> None:
    t = settled(SSP, {1: FOUR_SEVENS}, dealer, ante=10_00)
    assert t.outcome(1, "bet") == (("won", 400_00, 20_00) if qualifies else ("returned", 0, 20_00))
    assert ("No hand" in calls(t)) is not qualifies


@pytest.mark.clause("SSP 3.12/announce")
def test_3_12_no_hand_is_called_before_anything_is_paid() -> None:
    t = settled(SSP, {1: TWO_PAIRS}, NO_HAND)
    [called] = [
        place
        for place, event in enumerate(t.events)
        if isinstance(event, CallMade) and event.text == "No hand"
    ]
    paid = [place for place, event in enumerate(t.events) if isinstance(event, WagerSettled)]
    assert called < min(paid)
    made = t.events[called]
    assert isinstance(made, CallMade)
    assert made.clauses == ("SSP 3.12/announce",)
    assert "No hand" not in calls(settled(SSP, {1: TWO_PAIRS}, ACE_KING))


@pytest.mark.clause("SSP 3.12.1")
def test_3_12_1_bets_go_back() -> None:
    t = settled(SSP, {1: "Ah Kh Qh Jh Th", 2: "4s 4c 8d 6s 2d"}, NO_HAND, ante=10_00)
    for box in (1, 2):
        assert t.outcome(box, "bet") == ("returned", 0, 20_00)
        assert clauses(t, box, "bet") == {"SSP 3.12.1"}


@pytest.mark.clause("SSP 3.12.2")
def test_3_12_2_antes_of_those_still_in_are_paid() -> None:
    t = settled(SSP, {1: "Js 8c 7d 4c 2d", 2: TWO_PAIRS}, NO_HAND, folds=[2], ante=10_00)
    assert t.outcome(1, "ante") == ("won", 10_00, 10_00)
    assert "SSP 3.12.2" in clauses(t, 1, "ante")
    assert t.outcome(2, "ante") == ("lost", 0, 0)


@pytest.mark.clause("SSP 3.12.2")
def test_3_12_2_even_the_ante_of_an_equal_hand() -> None:
    # A stand-off is for a dealer who has a hand (S15).
    t = settled(SSP, {1: "As Qh 9d 5c 3h"}, NO_HAND, ante=10_00)
    assert t.outcome(1, "ante") == ("won", 10_00, 10_00)


@pytest.mark.clause("SSP 3.12.3")
@pytest.mark.parametrize("declared", [False, True])
def test_3_12_3_a_jackpot_hand_is_paid_though_the_dealer_has_none(declared: bool) -> None:
    t = House(SSP, jackpot=CREDITS).open().ante(1, 10_00).jackpot(1, 1_00).close()
    t.deal({1: FLUSH}, NO_HAND).bet(1).reveal()
    if declared:
        assert hands_seen_by(t) == {}
        t.do("claim_jackpot", box=1)
        assert hands_seen_by(t) == {1: FLUSH}  # turned up for all to see
    t.settle()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == ("won", 50_00, 1_00)
    assert "SSP 3.12.3" in clauses(t, 1, "jackpot")


@pytest.mark.clause("SSP 3.12.3")
def test_3_12_3_what_is_no_jackpot_hand_cannot_be_declared() -> None:
    t = dealt(SSP, {1: TWO_PAIRS}, NO_HAND, jackpots=[1]).bet(1).reveal()
    assert refusal(t.do("claim_jackpot", box=1)) == ("no-jackpot-hand", "SSP 4.2")


@pytest.mark.clause("SSP 3.13")
def test_3_13_the_dealer_meets_each_player_alone() -> None:
    hands = {
        1: TWO_PAIRS,
        2: "As Kh 9d 5c 3h",
        3: "Qd Jh 8c 4s 2d",
        4: "7c 7h 7d 7s Tc",
        5: "Ah Ks Td 6s 2h",
    }
    t = settled(SSP, hands, ACE_KING, folds=[4])
    assert [t.line(box, "ante").result.value for box in hands] == [
        "won",
        "standoff",
        "lost",
        "lost",
        "won",
    ]
    assert [line.box for line in t.lines() if line.wager == "bet"] == [1, 2, 3, 5]
    assert clauses(t, 4, "ante") == {"SSP 3.9"}


@pytest.mark.clause("SSP 3.13")
def test_3_13_no_player_can_keep_a_hand_from_the_comparison() -> None:
    t = dealt(SSP, {1: TWO_PAIRS}, ACE_KING).bet(1).reveal().do("decline_reveal", box=1)
    assert refusal(t) == ("not-in-this-game", "SSP 3.13")


@pytest.mark.clause("SSP 3.13.1")
def test_3_13_1_a_higher_hand_is_paid_on_ante_and_bet() -> None:
    t = settled(SSP, {1: "8s 8h Qc Td 2d"}, ACE_KING, ante=10_00)
    assert t.outcome(1, "ante") == ("won", 10_00, 10_00)
    assert t.outcome(1, "bet") == ("won", 20_00, 20_00)
    assert "SSP 3.13.1" in clauses(t, 1, "ante") & clauses(t, 1, "bet")


@pytest.mark.clause("SSP 3.13.2")
def test_3_13_2_a_lower_hand_loses_ante_and_bet() -> None:
    t = settled(SSP, {1: "Qs Jh 8c 4d 2d"}, ACE_KING, ante=10_00)
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    assert clauses(t, 1, "ante") == clauses(t, 1, "bet") == {"SSP 3.13.2"}


@pytest.mark.clause("SSP 3.13.3")
def test_3_13_3_jackpot_wagers_are_paid_whoever_won() -> None:
    t = House(SSP, jackpot=CREDITS).open().ante(1, 10_00)
    t.jackpot(1, 1_00).dealer_jackpot(1, 1_00).close()
    t.deal({1: FLUSH}, "Kc Kd Ks 9h 9c").bet(1).finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    assert t.outcome(1, "jackpot") == ("won", 50_00, 1_00)
    assert t.outcome(1, "dealer_jackpot") == ("won", 100_00, 1_00)
    for wager in ("jackpot", "dealer_jackpot"):
        assert "SSP 3.13.3" in clauses(t, 1, wager)
        assert "SSP 3.12.3" not in clauses(t, 1, wager)


# 3.14: the order of hands

SAMPLES = [
    ("SSP 3.14.1", HandClass.ROYAL_FLUSH, "Ad Kd Qd Jd Td"),
    ("SSP 3.14.2", HandClass.STRAIGHT_FLUSH, "Jc Tc 9c 8c 7c"),
    ("SSP 3.14.3", HandClass.FOUR_OF_A_KIND, "Ac Ah Ad As Jh"),
    ("SSP 3.14.4", HandClass.FULL_HOUSE, "Kc Kh Kd As Ah"),
    ("SSP 3.14.5", HandClass.FLUSH, "Jh 8h 6h 5h 2h"),
    ("SSP 3.14.6", HandClass.STRAIGHT, "9c 8d 7c 6h 5s"),
    ("SSP 3.14.7", HandClass.THREE_OF_A_KIND, "Ts Th Tc 6h 3d"),
    ("SSP 3.14.8", HandClass.TWO_PAIRS, "Qs Qh 6c 6h 3d"),
    ("SSP 3.14.9", HandClass.PAIR, "Ac Ah 8d 6h 5s"),
    ("SSP 3.14.10", HandClass.ODD_CARDS, "Qc Th 6d 5s 2h"),
]
FURTHER = [
    ("SSP 3.14.2", HandClass.STRAIGHT_FLUSH, "Kc Qc Jc Tc 9c"),
    ("SSP 3.14.2", HandClass.STRAIGHT_FLUSH, "5h 4h 3h 2h Ah"),
    ("SSP 3.14.5", HandClass.FLUSH, "2c Ac Kc Qc Jc"),
    ("SSP 3.14.5", HandClass.FLUSH, "9h 8h 7h 6h 4h"),
    ("SSP 3.14.6", HandClass.STRAIGHT, "Ac Kd Qs Jh Tc"),
    ("SSP 3.14.6", HandClass.STRAIGHT, "5c 4d 3s 2h As"),
    ("SSP 3.14.10", HandClass.ODD_CARDS, "2c Ad Ks Qh Jc"),
    ("SSP 3.14.10", HandClass.ODD_CARDS, "Ac Kc Qc Jc 9d"),
    ("SSP 3.14.10", HandClass.ODD_CARDS, "9c 8d 7c 6h 4s"),
]


@pytest.mark.parametrize(
    ("clause", "hand_class", "cards"),
    [pytest.param(*row, marks=pytest.mark.clause(row[0])) for row in SAMPLES + FURTHER],
)
def test_3_14_what_makes_a_hand(clause: str, hand_class: HandClass, cards: str) -> None:
    assert class_of(SSP, cards) is hand_class
    assert rulebook(SSP).hand_clauses[hand_class] == clause


@pytest.mark.parametrize(
    ("hand_class", "cards"),
    [
        pytest.param(*row[1:], marks=pytest.mark.clause(row[0]))
        for row in [
            ("SSP 3.14.1", HandClass.STRAIGHT, "Ad Kd Qd Jd Tc"),
            ("SSP 3.14.1", HandClass.FLUSH, "Ad Kd Qd Jd 9d"),
            ("SSP 3.14.1", HandClass.STRAIGHT_FLUSH, "Kd Qd Jd Td 9d"),
            ("SSP 3.14.2", HandClass.STRAIGHT, "Jc Tc 9c 8c 7d"),
            ("SSP 3.14.2", HandClass.FLUSH, "Jc Tc 9c 8c 6c"),
            ("SSP 3.14.4", HandClass.THREE_OF_A_KIND, "Kc Kh Kd As Qh"),
            ("SSP 3.14.5", HandClass.ODD_CARDS, "Jh 8h 6h 5h 2c"),
            ("SSP 3.14.6", HandClass.ODD_CARDS, "9c 8d 7c 6h 4s"),
            ("SSP 3.14.6", HandClass.ODD_CARDS, "2c Ad Ks Qh Jc"),
            ("SSP 3.14.8", HandClass.PAIR, "Qs Qh 6c 5h 3d"),
        ]
    ],
)
def test_3_14_one_card_off_makes_another_hand(hand_class: HandClass, cards: str) -> None:
    assert class_of(SSP, cards) is hand_class


@pytest.mark.clause("SSP 3.14")
def test_3_14_ten_classes_from_the_highest_to_the_lowest() -> None:
    strengths = [strength_of(SSP, cards) for _, _, cards in SAMPLES]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len({hand_class for _, hand_class, _ in SAMPLES}) == 10


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        pytest.param(higher, lower, marks=pytest.mark.clause(clause))
        for clause, higher, lower in [
            ("SSP 3.14.1", "Ad Kd Qd Jd Td", "Kc Qc Jc Tc 9c"),
            ("SSP 3.14.2", "5h 4h 3h 2h Ah", "Kc Kd Kh Ks Ac"),
            ("SSP 3.14.2", "Jc Tc 9c 8c 7c", "Ac Ah Ad As Jh"),
            ("SSP 3.14.3", "2c 2h 2d 2s 3h", "Ac Ah Ad Ks Kh"),
            ("SSP 3.14.4", "2c 2h 2d 3s 3h", "Ac Kc Qc Jc 9c"),
            ("SSP 3.14.5", "7h 5h 4h 3h 2h", "Ac Kd Qs Jh Tc"),
            ("SSP 3.14.6", "5c 4d 3s 2h As", "Ac Ah Ad Ks Qh"),
            ("SSP 3.14.7", "2s 2h 2c 4h 3d", "As Ah Kc Kh Qd"),
            ("SSP 3.14.8", "3s 3h 2c 2h 4d", "Ac Ah Kd Qh Js"),
            ("SSP 3.14.9", "2c 2h 5d 4h 3s", "Ac Kd Qs Jh 9c"),
        ]
    ],
)
def test_3_14_the_lowest_of_a_class_beats_the_highest_of_the_next(higher: str, lower: str) -> None:
    assert strength_of(SSP, higher) > strength_of(SSP, lower)


# 3.15, 3.16: hands of one class

TIES = [
    ("SSP 3.15/a", "Qc Jd Ts 9h 8c", "Td 9s 8h 7c 6d", "won"),
    ("SSP 3.15/b", "8c 8d Qs Th 2c", "8s 8h Jd 9c 7d", "won"),
    ("SSP 3.15/c", "Ac Kd Js 4h 2c", "Ad Ks Th 6c 3d", "won"),
    ("SSP 3.14.6", "6c 5d 4s 3h 2c", "5c 4d 3s 2h Ac", "won"),  # the ace counts low
    ("SSP 3.14.2", "6c 5c 4c 3c 2c", "5h 4h 3h 2h Ah", "won"),
    ("SSP 3.15", "8c 8d Qs Th 3c", "8s 8h Qd Tc 2d", "won"),
    ("SSP 3.15", "Ac Kd Js 5h 2c", "Ad Ks Jh 4c 3d", "won"),
    ("SSP 3.15", "9s 9h 9c 2h 2d", "8c 8d 8s Ah Ac", "won"),
    ("SSP 3.15", "9c 9d 9h 9s 2c", "8c 8d 8h 8s Ac", "won"),
    ("SSP 3.15", "Qs Qh 6c 6h 3d", "Jc Jd Ts Th Ac", "won"),
    ("SSP 3.15", "Qs Qh 6c 6h 4d", "Qc Qd 6s 6d 3c", "won"),
    ("SSP 3.15", "Kh Jh 9h 5h 2h", "Kd Jd 9d 4d 3d", "won"),
    ("SSP 3.15", "9s 9h 4c 3h 2d", "8c 8d As Kh Qc", "won"),
    ("SSP 3.16", "As Kh 9d 5c 4h", ACE_KING, "won"),  # the last card decides
    ("SSP 3.16", "As Kh 9d 5c 2h", ACE_KING, "lost"),
    ("SSP 3.16", "As Kh 9d 5c 3h", ACE_KING, "standoff"),
    ("SSP 3.16", "Qs Jh Td 9c 8h", "Qd Jc Ts 9h 8d", "standoff"),
    ("SSP 3.16", "8s 8h Qc Td 2d", "8c 8d Qs Th 2c", "standoff"),
    ("SSP 3.16", "As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "standoff"),
]


@pytest.mark.parametrize(
    ("player", "dealer", "result"),
    [pytest.param(*row[1:], marks=pytest.mark.clause(row[0])) for row in TIES],
)
def test_3_15_hands_of_one_class_are_split_by_their_cards(
    player: str, dealer: str, result: str
) -> None:
    assert compared(SSP, player, dealer) == result
    assert compared(SSP, dealer, player) == MIRRORED[result]


@pytest.mark.clause("SSP 3.16")
def test_3_16_a_tie_is_a_stand_off_on_ante_and_bet() -> None:
    t = settled(SSP, {1: "As Kh 9d 5c 3h"}, ACE_KING, ante=10_00, jackpots=[1])
    assert t.outcome(1, "ante") == ("standoff", 0, 10_00)
    assert t.outcome(1, "bet") == ("standoff", 0, 20_00)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)  # it is no part of the stand-off
    assert "SSP 3.16" in clauses(t, 1, "ante") & clauses(t, 1, "bet")
