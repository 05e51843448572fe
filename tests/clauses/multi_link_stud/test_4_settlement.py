"""MLP, part 4, where it differs from CSP: four of a kind, who qualifies, and hands not shown."""

import pytest

from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    FLUSH,
    FOUR_OF_A_KIND,
    MLP,
    NINE_HIGH,
    ROYAL_FLUSH,
    TWO_PAIRS,
    dealt,
    decided_by,
    played,
    refusal,
    take_bets,
)


@pytest.mark.clause("MLP 4.2/four-of-a-kind")
@pytest.mark.parametrize("hand", [FOUR_OF_A_KIND, "3c 3d 3h 3s 9h"])
@pytest.mark.parametrize("fold", [False, True])
def test_4_2_four_of_a_kind_wins_2000(hand: str, fold: bool) -> None:
    t = dealt(MLP, {1: hand}, jackpots=[1])
    if fold:
        t.fold(1).finish()
    else:
        t.bet(1).finish()
    assert t.outcome(1, "jackpot") == ("won", 2_000_00, 0)
    assert "MLP 4.2/four-of-a-kind" in decided_by(t, 1, "jackpot")
    assert t.meter == 1_000_000_00


@pytest.mark.clause("MLP 4.2.1")
def test_4_2_1_a_jackpot_bet_in_this_round_and_a_listed_hand_qualify() -> None:
    t = played(MLP, {1: FLUSH}, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    assert "MLP 4.2.1" in decided_by(t, 1, "jackpot")


@pytest.mark.clause("MLP 4.2.1")
def test_4_2_1_without_a_jackpot_bet_in_this_round_nothing_is_due() -> None:
    t = played(MLP, {1: NINE_HIGH}, jackpots=[1])
    take_bets(t, [1])
    t.deal({1: FLUSH}, ACE_KING).bet(1).finish()
    assert not t.refusals
    assert not t.has_line(1, "jackpot", round=2)
    assert t.won(1, "bet", round=2) == 1_000_00


@pytest.mark.clause("MLP 4.2.1")
@pytest.mark.parametrize("dealer", ["Jh 8h 6h 4h 2h", "Ac Kc Qc Jc Tc"])
def test_4_2_1_the_players_own_five_cards_count_not_the_dealers(dealer: str) -> None:
    t = played(MLP, {1: "Jd Js 6c 6s 5d"}, dealer, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert t.meter == 1_000_000_00


@pytest.mark.clause("MLP 4.2.1")
def test_4_2_1_nor_another_players() -> None:
    t = played(MLP, {1: FLUSH, 2: TWO_PAIRS}, jackpots=[2])
    assert not t.has_line(1, "jackpot")
    assert t.outcome(2, "jackpot") == ("lost", 0, 0)


@pytest.mark.clause("MLP 4.3")
def test_4_3_a_hand_that_is_not_shown_counts_as_folded() -> None:
    t = dealt(MLP, {1: TWO_PAIRS}, ACE_KING)
    t.bet(1).reveal().do("decline_reveal", box=1).settle()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    for wager in ("ante", "bet"):
        assert "MLP 4.3" in decided_by(t, 1, wager)
    assert "folded" in MLP.rulebook.main.notes["Hand not shown"].text


@pytest.mark.clause("MLP 4.3")
def test_4_3_where_nothing_is_compared_nothing_need_be_shown() -> None:
    t = dealt(MLP, {1: TWO_PAIRS}, ACE_QUEEN)
    t.bet(1).reveal().do("decline_reveal", box=1).settle()
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(1, "bet") == ("returned", 0, 200_00)


@pytest.mark.clause("MLP 4.3")
@pytest.mark.parametrize("reading", ["paid", "fold"])
def test_4_3_the_other_reading_takes_the_ante_against_no_hand_too(reading: str) -> None:
    """Considered to have folded, whatever the dealer has; the BET goes back by 3.13 as ever."""
    t = dealt(
        MLP, {1: FLUSH}, ACE_QUEEN, jackpots=[1], readings={"mlp_unrevealed_no_hand": reading}
    )
    t.bet(1).reveal().do("decline_reveal", box=1).do("claim_jackpot", box=1).settle()
    lost = ("lost", 0, 0) if reading == "fold" else ("won", 100_00, 100_00)
    assert t.outcome(1, "ante") == lost
    assert ("MLP 4.3" in decided_by(t, 1, "ante")) is (reading == "fold")
    assert t.outcome(1, "bet") == ("returned", 0, 200_00)
    assert decided_by(t, 1, "bet") == {"MLP 3.13/bet-returned"}
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)


@pytest.mark.clause("MLP 4.3")
@pytest.mark.parametrize("hand", [FLUSH, ROYAL_FLUSH])
def test_4_3_the_jackpot_hand_is_the_players_to_establish(hand: str) -> None:
    t = dealt(MLP, {1: hand}, ACE_KING, jackpots=[1])
    t.bet(1).reveal().do("decline_reveal", box=1).settle()
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert decided_by(t, 1, "jackpot") == {"MLP 4.3"}
    assert t.meter == 1_000_000_00

    t = dealt(MLP, {1: hand}, ACE_KING, jackpots=[1])
    t.bet(1).do("claim_jackpot", box=1).reveal().do("decline_reveal", box=1).settle()
    assert not t.refusals
    assert t.won(1, "jackpot") == (100_00 if hand == FLUSH else 1_000_000_00)
    assert t.outcome(1, "ante") == ("lost", 0, 0)


@pytest.mark.clause("MLP 4.3")
def test_4_3_a_folded_hand_is_not_asked_for() -> None:
    t = dealt(MLP, {1: FLUSH}, jackpots=[1])
    t.fold(1).reveal().do("decline_reveal", box=1)
    assert refusal(t) == ("already-decided", "MLP 4.3")
    t.settle()
    assert t.won(1, "jackpot") == 100_00
