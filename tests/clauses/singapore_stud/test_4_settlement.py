"""Singapore Stud Poker, 4.1 and 4.2: what antes, bets and jackpot credits are paid."""

from typing import Any

import pytest

from tests.clauses.marina_bay import ACE_KING, NO_HAND, SSP, clauses, settled
from tests.playing import House

METER, RESET = 100_000_00, 20_000_00
CREDITS = {"meter": METER, "reset": RESET, "stake": 1_00}


@pytest.mark.clause("SSP 4.1")
def test_4_1_lines_say_by_which_terms_they_are_paid() -> None:
    t = settled(SSP, {1: "Qs Qh 6c 6h 4d"}, ACE_KING)
    assert "SSP 4.1.1" in clauses(t, 1, "ante")
    assert "SSP 4.1.2/two-pairs" in clauses(t, 1, "bet")


@pytest.mark.clause("SSP 4.1.1")
@pytest.mark.parametrize("dealer", [NO_HAND, ACE_KING])
@pytest.mark.parametrize("hand", ["7c 7h 7d 7s Jh", "As Ks Qs Js Ts", "8s 8h Qc Td 2d"])
@pytest.mark.parametrize("ante", [5_00, 10_00, 33_33])
def test_4_1_1_a_winning_ante_pays_even_money(ante: int, hand: str, dealer: str) -> None:
    t = settled(SSP, {1: hand}, dealer, ante=ante)
    assert t.outcome(1, "ante") == ("won", ante, ante)
    assert "SSP 4.1.1" in clauses(t, 1, "ante")


ROWS = [
    ("one-pair-or-lower", "8s 8h Qc Td 2d", 20_00),
    ("one-pair-or-lower", "As Kh Qd 5c 2d", 20_00),
    ("two-pairs", "Qs Qh 6c 6h 4d", 40_00),
    ("three-of-a-kind", "Ts Th Tc 6h 3d", 60_00),
    ("straight", "9c 8d 7c 6h 5s", 80_00),
    ("flush", "Jh 8h 6h 4h 2h", 100_00),
    ("full-house", "Ks Kh Kc As Ah", 140_00),
    ("four-of-a-kind", "7c 7h 7d 7s Jh", 400_00),
    ("straight-flush", "Jc Tc 9c 8c 7c", 1_000_00),
    ("straight-flush", "5s 4s 3s 2s As", 1_000_00),
    ("royal-flush", "Ah Kh Qh Jh Th", 5_000_00),
]


@pytest.mark.parametrize(
    ("row", "hand", "won"),
    [pytest.param(*row, marks=pytest.mark.clause(f"SSP 4.1.2/{row[0]}")) for row in ROWS],
)
def test_4_1_2_a_bet_of_twenty_pays_by_the_players_hand(row: str, hand: str, won: int) -> None:
    t = settled(SSP, {1: hand}, ACE_KING, ante=10_00)
    assert t.outcome(1, "bet") == ("won", won, 20_00)
    assert clauses(t, 1, "bet") == {"SSP 3.13.1", f"SSP 4.1.2/{row}"}


@pytest.mark.clause("SSP 4.1.2")
def test_4_1_2_the_players_hand_sets_the_odds_and_not_the_dealers() -> None:
    hands = {1: "As Ah 8d 6s 2d", 2: "9c 9d 9h 9s 3d"}
    t = settled(SSP, hands, "Qc Qd Js Th Kc", ante=10_00)
    assert t.outcome(1, "bet") == ("won", 20_00, 20_00)
    assert t.outcome(2, "bet") == ("won", 400_00, 20_00)


@pytest.mark.clause("SSP 4.1.2/royal-flush")
def test_4_1_2_no_cap_is_set_on_a_bet() -> None:
    t = settled(SSP, {1: "Ah Kh Qh Jh Th"}, ACE_KING, ante=10_000_00)
    assert t.outcome(1, "bet") == ("won", 5_000_000_00, 20_000_00)


# 4.2: the jackpot


def credits_laid(
    hand: str, dealer: str, *, own: int = 0, dealers: int = 0, **jackpot: Any
) -> House:
    """One box with so many credits of 1.00 on its own hand and on the dealer's; it folds."""
    t = House(SSP, jackpot={**CREDITS, **jackpot}).open().ante(1, 10_00)
    if own:
        t.jackpot(1, own * 1_00)
    if dealers:
        t.dealer_jackpot(1, dealers * 1_00)
    return t.close().deal({1: hand}, dealer).fold(1).finish()


FIXED = [
    ("four-of-a-kind", "7c 7h 7d 7s Jh", 500),
    ("full-house", "Ks Kh Kc 9s 9h", 100),
    ("flush", "Jh 8h 6h 4h 2h", 50),
]
SMALL = "Qd Tc 5d 4c 3s"


@pytest.mark.parametrize(
    ("row", "hand", "odds"),
    [pytest.param(*row, marks=pytest.mark.clause(f"SSP 4.2/{row[0]}")) for row in FIXED],
)
@pytest.mark.parametrize("credits", [1, 2, 5])
def test_4_2_odds_are_paid_on_every_credit_and_the_stake_comes_back(
    row: str, hand: str, odds: int, credits: int
) -> None:
    for t, wager in (
        (credits_laid(hand, SMALL, own=credits), "jackpot"),
        (credits_laid(SMALL, hand, dealers=credits), "dealer_jackpot"),
    ):
        assert t.outcome(1, wager) == ("won", odds * credits * 1_00, credits * 1_00)
        assert f"SSP 4.2/{row}" in clauses(t, 1, wager)
        assert t.meter == METER


@pytest.mark.clause("SSP 4.2")
@pytest.mark.parametrize("hand", ["9c 8d 7c 6h 5s", "Ts Th Td 6h 3d", "Qs Qh 6c 6h 4d"])
def test_4_2_a_straight_or_less_wins_nothing(hand: str) -> None:
    t = credits_laid(hand, "Ac Jc 9s 5h 3c", own=1, dealers=1)
    for wager in ("jackpot", "dealer_jackpot"):
        assert t.outcome(1, wager) == ("lost", 0, 0)
        assert clauses(t, 1, wager) == {"SSP 4.2"}


@pytest.mark.clause("SSP 4.2/royal-flush")
@pytest.mark.parametrize("credits", [1, 5])
def test_4_2_a_royal_flush_takes_the_whole_meter_however_many_credits(credits: int) -> None:
    t = credits_laid("Ah Kh Qh Jh Th", SMALL, own=credits)
    assert t.outcome(1, "jackpot") == ("won", METER, 0)
    account = t.result.jackpots["J1"]
    assert (account.meter, account.paid, account.seeded) == (RESET, METER, RESET)


@pytest.mark.clause("SSP 4.2/straight-flush")
@pytest.mark.parametrize("credits", [1, 5])
def test_4_2_a_straight_flush_takes_a_tenth(credits: int) -> None:
    t = credits_laid("Jc Tc 9c 8c 7c", "Qd Td 5d 4s 3s", own=credits)
    assert t.outcome(1, "jackpot") == ("won", 10_000_00, 0)
    assert t.meter == 90_000_00


@pytest.mark.clause("SSP 4.2/straight-flush")
@pytest.mark.parametrize("meter", [1_000_04, 1_000_05, 1_000_06])
def test_4_2_a_tenth_is_rounded_half_up(meter: int) -> None:
    t = credits_laid("Jc Tc 9c 8c 7c", "Qd Td 5d 4s 3s", own=1, meter=meter)
    assert t.won(1, "jackpot") == (100_00 if meter == 1_000_04 else 100_01)


@pytest.mark.clause("SSP 4.2/royal-flush")
def test_4_2_the_rounds_own_credits_are_in_the_prize() -> None:
    # Three credits on the player and two on the dealer, a tenth of each: 0.50.
    t = credits_laid("Ah Kh Qh Jh Th", SMALL, own=3, dealers=2, increment="0.1")
    assert t.won(1, "jackpot") == METER + 50
    assert t.meter == RESET
    assert t.result.jackpots["J1"].contributed == 50


# 4.2: several winners (S4)

ROYAL, OTHER_ROYAL = "Ah Kh Qh Jh Th", "As Ks Qs Js Ts"
RUN, OTHER_RUN = "9h 8h 7h 6h 5h", "9s 8s 7s 6s 5s"


def several(
    own: dict[int, str],
    dealer: str,
    dealers: tuple[int, ...],
    *,
    meter: int = METER,
    readings: dict[str, str] | None = None,
) -> House:
    """Boxes with a credit on their own hand, and boxes with one on the dealer's."""
    rest = {1: "2c 3d 4c 5d 7c", 2: "2d 3c 4d 5c 7d", 3: "2h 3s 4s 6c Tc"}
    t = House(SSP, jackpot={**CREDITS, "meter": meter}, readings=readings or {}).open()
    hands = {box: own.get(box, rest[box]) for box in sorted({*own, *dealers})}
    for box in hands:
        t.ante(box, 10_00)
        if box in own:
            t.jackpot(box, 1_00)
        if box in dealers:
            t.dealer_jackpot(box, 1_00)
    t.close().deal(hands, dealer)
    for box in hands:
        t.fold(box)
    t.finish()
    assert not t.refusals
    return t


def account(t: House) -> tuple[int, int, int]:
    jackpot = t.result.jackpots["J1"]
    return jackpot.meter, jackpot.paid, jackpot.seeded


@pytest.mark.clause("SSP 4.2/royal-flush")
@pytest.mark.parametrize(
    ("readings", "prizes", "paid", "seeded"),
    [
        # Each is due all of it at its turn: 100,000.00 and 20,000.00, added up and shared.
        ({}, [60_000_00, 60_000_00], 120_000_00, 2 * RESET),
        ({"ssp_multi": "pooled_sequential"}, [60_000_00] * 2, 120_000_00, 2 * RESET),
        ({"ssp_multi": "share_display"}, [50_000_00, 50_000_00], METER, RESET),
        ({"ssp_multi": "clockwise"}, [METER, RESET], 120_000_00, 2 * RESET),
    ],
)
def test_4_2_two_wagers_on_the_dealers_royal_flush(
    readings: dict[str, str], prizes: list[int], paid: int, seeded: int
) -> None:
    t = several({}, ROYAL, (1, 3), readings=readings)
    assert [t.won(box, "dealer_jackpot") for box in (1, 3)] == prizes
    assert account(t) == (RESET, paid, seeded)


@pytest.mark.clause("SSP 4.2/royal-flush")
def test_4_2_three_wagers_on_the_dealers_royal_flush() -> None:
    # 100,000.00 + 2 × 20,000.00 are 140,000.00: 46,666.66 each and two cents over.
    t = several({}, ROYAL, (1, 2, 3))
    assert [t.won(box, "dealer_jackpot") for box in (1, 2, 3)] == [46_666_67, 46_666_67, 46_666_66]
    assert account(t) == (RESET, 140_000_00, 3 * RESET)


@pytest.mark.clause("SSP 4.2/royal-flush")
def test_4_2_a_player_may_win_on_both_hands() -> None:
    t = several({1: OTHER_ROYAL}, ROYAL, (1,))
    assert t.won(1, "jackpot") == t.won(1, "dealer_jackpot") == 60_000_00


@pytest.mark.clause("SSP 4.2/royal-flush")
def test_4_2_cents_left_over_go_first_to_wagers_on_own_hands() -> None:
    t = several({2: OTHER_ROYAL}, ROYAL, (1,), meter=METER + 1)
    assert t.won(2, "jackpot") == 60_000_01
    assert t.won(1, "dealer_jackpot") == 60_000_00


@pytest.mark.clause("SSP 4.2/straight-flush")
@pytest.mark.parametrize(
    ("readings", "prizes", "meter"),
    [
        ({}, [9_500_00, 9_500_00], 81_000_00),  # 10,000.00 and 9,000.00, shared
        ({"ssp_multi": "share_display"}, [5_000_00, 5_000_00], 90_000_00),
        ({"ssp_multi": "clockwise"}, [10_000_00, 9_000_00], 81_000_00),
    ],
)
def test_4_2_two_wagers_on_the_dealers_straight_flush(
    readings: dict[str, str], prizes: list[int], meter: int
) -> None:
    t = several({}, RUN, (2, 3), readings=readings)
    assert [t.won(box, "dealer_jackpot") for box in (2, 3)] == prizes
    assert account(t) == (meter, METER - meter, 0)


@pytest.mark.clause("SSP 4.2/royal-flush", "SSP 4.2/straight-flush")
@pytest.mark.parametrize(
    ("readings", "royal", "straight_flush", "meter"),
    [
        ({}, 90_000_00, 10_000_00, RESET),  # the lower hand first
        ({"ssp_multi": "share_display"}, 90_000_00, 10_000_00, RESET),
        ({"ssp_multi": "clockwise"}, METER, 2_000_00, 18_000_00),  # box 1 first
    ],
)
def test_4_2_a_royal_flush_and_a_straight_flush(
    readings: dict[str, str], royal: int, straight_flush: int, meter: int
) -> None:
    t = several({1: ROYAL, 2: OTHER_RUN}, SMALL, (), readings=readings)
    assert (t.won(1, "jackpot"), t.won(2, "jackpot")) == (royal, straight_flush)
    assert t.meter == meter
