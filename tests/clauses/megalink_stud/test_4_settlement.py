"""Megalink Singapore Stud Poker, 4: what antes, bets and jackpot wagers are paid."""

import pytest

from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    MILLION,
    NO_HAND,
    RESET,
    clauses,
    settled,
)


@pytest.mark.clause("MEGA 4.1")
def test_4_1_lines_say_by_which_terms_they_are_paid() -> None:
    t = settled(MEGA, {1: "Qs Qh 6c 6h 4d"}, ACE_KING)
    assert t.outcome(1, "ante") == ("won", 25_00, 25_00)
    assert t.outcome(1, "bet") == ("won", 100_00, 50_00)  # 2 to 1
    assert "MEGA 4.1.1" in clauses(t, 1, "ante")
    assert "MEGA 4.1.2/two-pairs" in clauses(t, 1, "bet")


@pytest.mark.clause("MEGA 4.1.1")
@pytest.mark.parametrize("dealer", [NO_HAND, ACE_KING, "Kc Kd Qs Jd Td"])
@pytest.mark.parametrize("hand", ["7c 7h 7d 7s Jh", "Ah As 8d 4s 2d"])
@pytest.mark.parametrize("ante", [5_00, 25_00, 33_33])
def test_4_1_1_a_winning_ante_pays_even_money(ante: int, hand: str, dealer: str) -> None:
    t = settled(MEGA, {1: hand}, dealer, ante=ante)
    assert t.outcome(1, "ante") == ("won", ante, ante)
    assert "MEGA 4.1.1" in clauses(t, 1, "ante")


ROWS = [
    ("royal-flush", "Ah Kh Qh Jh Th", 12_500_00),
    ("straight-flush", "Jc Tc 9c 8c 7c", 2_500_00),
    ("straight-flush", "5s 4s 3s 2s As", 2_500_00),
    ("four-of-a-kind", "7c 7h 7d 7s Jh", 1_000_00),
    ("full-house", "Ks Kh Kc As Ah", 350_00),
    ("flush", "Jh 8h 6h 4h 2h", 250_00),
    ("straight", "9c 8d 7c 6h 5s", 200_00),
    ("three-of-a-kind", "Ts Th Tc 6h 3d", 150_00),
    ("two-pairs", "Qs Qh 6c 6h 4d", 100_00),
    ("one-pair-or-lower", "8s 8h Qc Td 2d", 50_00),
    ("one-pair-or-lower", "As Kh Qd 5c 2d", 50_00),
]


@pytest.mark.parametrize(
    ("row", "hand", "won"),
    [pytest.param(*row, marks=pytest.mark.clause(f"MEGA 4.1.2/{row[0]}")) for row in ROWS],
)
def test_4_1_2_a_bet_of_fifty_pays_by_the_players_hand(row: str, hand: str, won: int) -> None:
    t = settled(MEGA, {1: hand}, ACE_KING)
    assert t.outcome(1, "bet") == ("won", won, 50_00)
    assert clauses(t, 1, "bet") == {"MEGA 3.10.3.1", f"MEGA 4.1.2/{row}"}


@pytest.mark.clause("MEGA 4.1.2")
def test_4_1_2_the_players_hand_sets_the_odds_and_not_the_dealers() -> None:
    # A pair of kings is 1 to 1 against two pairs of the dealer; four nines are 20 to 1.
    t = settled(
        MEGA,
        {1: "Kh Ks 8d 6s 2d", 2: "9c 9d 9h 9s 3d"},
        "Qc Qd Js Th Ac",
    )
    assert t.outcome(1, "bet") == ("won", 50_00, 50_00)
    assert t.outcome(2, "bet") == ("won", 1_000_00, 50_00)


@pytest.mark.clause("MEGA 4.1.2/royal-flush")
def test_4_1_2_no_cap_is_set_on_a_bet() -> None:
    t = settled(MEGA, {1: "Ah Kh Qh Jh Th"}, ACE_KING, ante=10_000_00)
    assert t.outcome(1, "bet") == ("won", 5_000_000_00, 20_000_00)


JACKPOTS = [
    ("royal-flush", "Ah Kh Qh Jh Th", MILLION, RESET),
    ("straight-flush", "Jc Tc 9c 8c 7c", 100_000_00, 900_000_00),
    ("straight-flush", "5s 4s 3s 2s As", 100_000_00, 900_000_00),
    ("four-of-a-kind", "7c 7h 7d 7s Jh", 2_000_00, MILLION),
    ("full-house", "Ks Kh Kc As Ah", 200_00, MILLION),
    ("flush", "Jh 8h 6h 4h 2h", 100_00, MILLION),
]


@pytest.mark.parametrize(
    ("row", "hand", "prize", "meter"),
    [pytest.param(*row, marks=pytest.mark.clause(f"MEGA 4.2/{row[0]}")) for row in JACKPOTS],
)
@pytest.mark.parametrize("dealer", [NO_HAND, ACE_KING])
def test_4_2_jackpot_prizes(row: str, hand: str, prize: int, meter: int, dealer: str) -> None:
    t = settled(MEGA, {1: hand}, dealer, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("won", prize, 0)  # the stake is spent
    assert f"MEGA 4.2/{row}" in clauses(t, 1, "jackpot")
    assert t.meter == meter


@pytest.mark.clause("MEGA 4.2")
@pytest.mark.parametrize("hand", ["9c 8d 7c 6h 5s", "Ts Th Tc 6h 3d", "Qs Qh 6c 6h 4d"])
def test_4_2_a_straight_or_less_wins_nothing(hand: str) -> None:
    t = settled(MEGA, {1: hand}, ACE_KING, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert clauses(t, 1, "jackpot") == {"MEGA 4.2"}


@pytest.mark.clause("MEGA 4.2")
def test_4_2_a_wager_wins_its_highest_row_only() -> None:
    # A royal flush is also a straight flush and a flush: the meter, and nothing on top.
    t = settled(MEGA, {1: "Ah Kh Qh Jh Th"}, ACE_KING, jackpots=[1])
    assert t.won(1, "jackpot") == MILLION
    account = t.result.jackpots["J1"]
    assert (account.paid, account.seeded) == (MILLION, RESET)


@pytest.mark.clause("MEGA 4.2/royal-flush", "MEGA 4.2/straight-flush")
def test_4_2_the_rounds_own_wagers_are_in_the_prize() -> None:
    # 12.5 % of 5.00 is 62.5 cents: two wagers make 1.25.
    jackpot = {"meter": 1_000_00, "reset": 100_00, "increment": "0.125"}
    hands = {1: "Jc Tc 9c 8c 7c", 2: "8s 8h Qc Td 2d"}
    t = settled(MEGA, hands, ACE_KING, jackpots=[1, 2], jackpot=jackpot)
    assert t.won(1, "jackpot") == 100_13  # a tenth of 1,001.25, half up
    assert t.meter == 901_12
    assert t.result.jackpots["J1"].contributed == 1_25


@pytest.mark.clause("MEGA 4.2/four-of-a-kind")
@pytest.mark.parametrize("stake", [1_00, 5_00, 10_00])
def test_4_2_a_fixed_prize_does_not_grow_with_the_stake(stake: int) -> None:
    jackpot = {"meter": MILLION, "reset": RESET, "stake": stake}
    t = settled(MEGA, {1: "7c 7h 7d 7s Jh"}, ACE_KING, jackpots=[1], jackpot=jackpot)
    assert (t.line(1, "jackpot").staked, t.won(1, "jackpot")) == (stake, 2_000_00)
