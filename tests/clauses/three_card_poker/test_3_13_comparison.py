"""Three Card Poker, 3.13 to 3.15: the dealer's hand and what it means for each wager."""

import pytest

from tests.clauses.marina_bay import (
    JACK_HIGH,
    QUEEN_HIGH,
    TCP,
    call,
    calls,
    clauses,
    dealt,
    refusal,
    settled,
)
from tests.playing import House

KING_HIGH = "Kh 8d 2c"
PAIR_OF_ACES = "Ac Ah 8s"
STRAIGHT = "8h 7c 6h"


# 3.13: the dealer does not qualify


@pytest.mark.clause("TCP 3.13")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Js Th 8c", False),  # the best hand that does not
        ("5s 3h 2c", False),
        ("Qs 3h 2c", True),  # the worst that does
        ("Qs 4h 2c", True),
        ("Ks 3h 2c", True),
        ("2s 2h 3c", True),
        ("Js 9s 2s", True),
        ("Js Th 9c", True),
    ],
)
def test_3_13_the_dealer_needs_queen_high_or_better(dealer: str, qualifies: bool) -> None:
    t = settled(TCP, {1: "Ac Ad Ah"}, dealer, ante=10_00)
    assert t.outcome(1, "play") == (("won", 10_00, 10_00) if qualifies else ("returned", 0, 10_00))


@pytest.mark.clause("TCP 3.13.1")
@pytest.mark.parametrize("hand", [KING_HIGH, "9s 5h 3d"])
def test_3_13_1_the_play_earns_nothing_and_comes_back(hand: str) -> None:
    t = settled(TCP, {1: hand}, JACK_HIGH, ante=10_00)
    assert t.outcome(1, "play") == ("returned", 0, 10_00)
    assert clauses(t, 1, "play") == {"TCP 3.13.1"}


@pytest.mark.clause("TCP 3.13.2")
def test_3_13_2_antes_of_those_still_in_are_paid() -> None:
    t = settled(TCP, {1: "9s 5h 3d", 2: PAIR_OF_ACES}, JACK_HIGH, folds=[2], ante=10_00)
    assert t.outcome(1, "ante") == ("won", 10_00, 10_00)
    assert {"TCP 3.13.2", "TCP 4.1/ante"} <= clauses(t, 1, "ante")
    assert t.outcome(2, "ante") == ("lost", 0, 0)


@pytest.mark.clause("TCP 3.13.3")
def test_3_13_3_the_ante_bonus_is_paid_all_the_same() -> None:
    t = settled(TCP, {1: STRAIGHT}, "Js Th 4c", ante=10_00)
    assert [(line.wager, line.result.value, line.won, line.returned) for line in t.lines()] == [
        ("ante", "won", 10_00, 10_00),
        ("play", "returned", 0, 10_00),
        ("ante_bonus", "won", 10_00, 0),
    ]
    assert "TCP 3.13.3" in clauses(t, 1, "ante_bonus")


def test_t4_no_ante_bonus_after_a_fold() -> None:
    t = settled(TCP, {1: STRAIGHT}, "Js Th 4c", folds=[1], ante=10_00)
    assert not t.has_line(1, "ante_bonus")


@pytest.mark.clause("TCP 3.13.4")
def test_3_13_4_pair_plus_is_paid_all_the_same() -> None:
    t = House(TCP).open().pair_plus(1, 10_00).close().deal({1: PAIR_OF_ACES}, "Js Th 4c").finish()
    assert t.outcome(1, "pair_plus") == ("won", 10_00, 10_00)
    assert "TCP 3.13.4" in clauses(t, 1, "pair_plus")


# 3.14: the dealer qualifies


@pytest.mark.clause("TCP 3.14")
def test_3_14_the_dealer_meets_each_player_alone() -> None:
    hands = {1: KING_HIGH, 2: "Qh Jc 9d", 3: "Qd 7d 2s", 4: "4s 4h 2d", 5: "5s 5h 3d"}
    t = House(TCP).open()
    for box in (1, 2, 3, 4):
        t.ante(box, 10_00)
    t.pair_plus(5, 10_00).close().deal(hands, QUEEN_HIGH)
    t.play(1).play(2).play(3).fold(4).finish()
    assert [t.line(box, "play").result.value for box in (1, 2, 3)] == ["won", "standoff", "lost"]
    assert clauses(t, 4, "ante") == {"TCP 3.8"}
    assert [line.wager for line in t.lines() if line.box == 5] == ["pair_plus"]


@pytest.mark.clause("TCP 3.14")
def test_3_14_no_player_can_keep_a_hand_from_the_comparison() -> None:
    t = dealt(TCP, {1: KING_HIGH}, QUEEN_HIGH).play(1).reveal().do("decline_reveal", box=1)
    assert refusal(t) == ("not-in-this-game", "TCP 3.14")


@pytest.mark.clause("TCP 3.14.1")
def test_3_14_1_a_higher_hand_is_paid_on_ante_and_play() -> None:
    t = settled(TCP, {1: KING_HIGH}, QUEEN_HIGH, ante=10_00)
    assert t.outcome(1, "ante") == ("won", 10_00, 10_00)
    assert t.outcome(1, "play") == ("won", 10_00, 10_00)
    assert "TCP 3.14.1" in clauses(t, 1, "ante") & clauses(t, 1, "play")


@pytest.mark.clause("TCP 3.14.2")
def test_3_14_2_a_lower_hand_loses_ante_and_play() -> None:
    t = settled(TCP, {1: "Qh 8d 2c"}, QUEEN_HIGH, ante=10_00)
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "play") == ("lost", 0, 0)
    assert clauses(t, 1, "ante") == clauses(t, 1, "play") == {"TCP 3.14.2"}


@pytest.mark.clause("TCP 3.14.3")
def test_3_14_3_equal_hands_are_called_a_stand_off() -> None:
    t = settled(TCP, {1: "Qh Jc 9d", 2: "Kh 8s 2d"}, QUEEN_HIGH, ante=10_00)
    assert t.outcome(1, "ante") == ("standoff", 0, 10_00)
    assert t.outcome(1, "play") == ("standoff", 0, 10_00)
    assert "TCP 3.14.3" in clauses(t, 1, "ante") & clauses(t, 1, "play")
    assert call(t, "Stand-off").clauses == ("TCP 3.14.3",)  # once, for box 1
    assert "Stand-off" not in calls(settled(TCP, {1: KING_HIGH}, QUEEN_HIGH))


@pytest.mark.clause("TCP 3.13.2")
def test_3_13_2_even_the_ante_of_an_equal_hand() -> None:
    # A stand-off is for a dealer who qualifies.
    t = settled(TCP, {1: "Jh Ts 8d"}, "Jd Tc 8s", ante=10_00)
    assert t.outcome(1, "ante") == ("won", 10_00, 10_00)
    assert "Stand-off" not in calls(t)


@pytest.mark.clause("TCP 3.14.4")
@pytest.mark.parametrize(
    ("hand", "dealer", "ante", "bonus"),
    [
        (STRAIGHT, "Ks Kh Kd", "lost", 10_00),
        (STRAIGHT, "8s 7h 6s", "standoff", 10_00),
        (STRAIGHT, QUEEN_HIGH, "won", 10_00),
        ("Ts Th Tc", "Ks Kh Kd", "lost", 40_00),
        ("8h 7h 6h", "9s 8s 7s", "lost", 50_00),
    ],
)
def test_3_14_4_the_ante_bonus_is_paid_whatever_the_comparison(
    hand: str, dealer: str, ante: str, bonus: int
) -> None:
    t = settled(TCP, {1: hand}, dealer, ante=10_00)
    assert t.line(1, "ante").result.value == ante
    assert t.outcome(1, "ante_bonus") == ("won", bonus, 0)
    assert "TCP 3.14.4" in clauses(t, 1, "ante_bonus")


@pytest.mark.clause("TCP 3.14.5")
def test_3_14_5_pair_plus_is_paid_whatever_the_comparison() -> None:
    t = House(TCP).open().ante(1, 10_00).pair_plus(1, 10_00).close()
    t.deal({1: PAIR_OF_ACES}, "Ks Kh Kd").play(1).finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "play") == ("lost", 0, 0)
    assert t.outcome(1, "pair_plus") == ("won", 10_00, 10_00)
    assert "TCP 3.14.5" in clauses(t, 1, "pair_plus")


@pytest.mark.clause("TCP 3.15")
@pytest.mark.parametrize("dealer", ["8s 8h 8d", JACK_HIGH, QUEEN_HIGH])
def test_3_15_the_jackpot_is_paid_whatever_the_dealer_has(dealer: str) -> None:
    t = settled(TCP, {1: "7s 7h 7d"}, dealer, jackpots=[1], ante=10_00)
    assert t.outcome(1, "jackpot") == ("won", 150_00, 0)
    assert "TCP 3.15" in clauses(t, 1, "jackpot")
    if dealer == "8s 8h 8d":
        assert t.outcome(1, "ante") == t.outcome(1, "play") == ("lost", 0, 0)
