"""CSP, part 3, where it differs from MLP: what a fold does to the jackpot bet."""

import pytest

from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    CSP,
    FLUSH,
    FOUR_OF_A_KIND,
    NINE_HIGH,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    dealt,
    decided_by,
    played,
)


@pytest.mark.clause("CSP 3.12.1/jackpot")
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
@pytest.mark.parametrize("hand", [FLUSH, FOUR_OF_A_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH])
def test_3_12_1_fold_forfeits_the_jackpot_bet(hand: str, dealer: str) -> None:
    t = dealt(CSP, {1: hand}, dealer, jackpots=[1])
    t.fold(1).finish()
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert decided_by(t, 1, "jackpot") == {"CSP 3.12.1/jackpot"}
    assert t.result.players["p1"].net == -105_00
    assert t.meter == 1_000_000_00


@pytest.mark.clause("CSP 3.12.1/jackpot")
def test_3_12_1_a_hand_claimed_before_the_fold_is_forfeited_too() -> None:
    t = dealt(CSP, {1: FLUSH}, jackpots=[1])
    t.do("claim_jackpot", box=1).fold(1).finish()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)


@pytest.mark.clause("CSP 3.12.1/jackpot")
def test_3_12_1_the_forfeited_bet_stays_in_the_meter() -> None:
    t = dealt(
        CSP,
        {1: FLUSH},
        jackpots=[1],
        jackpot={"meter": 1_000_00, "reset": 1_000_00, "stake": 5_00, "increment": "0.2"},
    )
    t.fold(1).finish()
    assert t.meter == 1_001_00


@pytest.mark.clause("CSP 3.12.1/jackpot", "CSP 4.5.1")
def test_3_12_1_a_folded_royal_is_passed_over_in_the_order_of_payment() -> None:
    t = dealt(CSP, {1: ROYAL_FLUSH, 2: STRAIGHT_FLUSH}, jackpots=[1, 2])
    t.fold(1).bet(2).finish()
    assert (t.won(1, "jackpot"), t.won(2, "jackpot")) == (0, 100_000_00)


@pytest.mark.clause("CSP 3.13/jackpot")
@pytest.mark.parametrize(
    ("hand", "prize"),
    [(FLUSH, 100_00), (FOUR_OF_A_KIND, 500_00), (STRAIGHT_FLUSH, 100_000_00)],
)
@pytest.mark.parametrize("dealer", [ACE_QUEEN, ACE_KING])
def test_3_13_jackpot_hands_are_paid_whatever_the_dealer_holds(
    hand: str, prize: int, dealer: str
) -> None:
    t = played(CSP, {1: hand}, dealer, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("won", prize, 0)
    assert "CSP 3.13/jackpot" in decided_by(t, 1, "jackpot")


@pytest.mark.clause("CSP 3.13/jackpot")
def test_3_13_without_a_jackpot_hand_the_bet_is_lost_though_the_ante_wins() -> None:
    t = played(CSP, {1: NINE_HIGH}, ACE_QUEEN, jackpots=[1])
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
