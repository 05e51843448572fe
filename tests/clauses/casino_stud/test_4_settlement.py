"""CSP, part 4, where it differs from MLP: four of a kind, and hands that are not shown."""

import pytest

from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    CSP,
    FLUSH,
    FOUR_OF_A_KIND,
    ROYAL_FLUSH,
    TWO_PAIRS,
    dealt,
    decided_by,
    played,
    refusal,
)


@pytest.mark.clause("CSP 4.2/four-of-a-kind")
@pytest.mark.parametrize("hand", [FOUR_OF_A_KIND, "3c 3d 3h 3s 9h"])
def test_4_2_four_of_a_kind_wins_500(hand: str) -> None:
    t = played(CSP, {1: hand}, jackpots=[1])
    assert t.outcome(1, "jackpot") == ("won", 500_00, 0)
    assert "CSP 4.2/four-of-a-kind" in decided_by(t, 1, "jackpot")
    assert t.meter == 1_000_000_00


@pytest.mark.clause("CSP 4.3")
def test_4_3_a_hand_that_is_not_shown_cannot_beat_the_dealer() -> None:
    t = dealt(CSP, {1: TWO_PAIRS}, ACE_KING)
    t.bet(1).reveal().do("decline_reveal", box=1).settle()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    for wager in ("ante", "bet"):
        assert "CSP 4.3" in decided_by(t, 1, wager)
    assert t.result.players["p1"].net == -300_00


@pytest.mark.clause("CSP 4.3")
def test_4_3_where_nothing_is_compared_nothing_need_be_shown() -> None:
    t = dealt(CSP, {1: TWO_PAIRS}, ACE_QUEEN)
    t.bet(1).reveal().do("decline_reveal", box=1).settle()
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(1, "bet") == ("returned", 0, 200_00)


@pytest.mark.clause("CSP 4.3")
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
@pytest.mark.parametrize("hand", [FLUSH, ROYAL_FLUSH])
def test_4_3_a_hand_that_is_not_shown_wins_no_jackpot(hand: str, dealer: str) -> None:
    t = dealt(CSP, {1: hand}, dealer, jackpots=[1])
    t.bet(1).reveal().do("decline_reveal", box=1).settle()
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert decided_by(t, 1, "jackpot") == {"CSP 4.3"}
    assert t.meter == 1_000_000_00


@pytest.mark.clause("CSP 4.3", "CSP 4.4")
def test_4_3_a_hand_claimed_before_has_been_established() -> None:
    t = dealt(CSP, {1: FLUSH}, ACE_KING, jackpots=[1])
    t.do("claim_jackpot", box=1).bet(1).reveal().do("decline_reveal", box=1).settle()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)


@pytest.mark.clause("CSP 4.3")
def test_4_3_a_hand_is_kept_closed_only_once_the_dealers_is_open() -> None:
    t = dealt(CSP, {1: TWO_PAIRS, 2: FLUSH}, jackpots=[2])
    t.bet(1).fold(2).do("decline_reveal", box=1)
    assert refusal(t) == ("not-revealed", "CSP 4.3")
    t.reveal().do("decline_reveal", box=2)
    assert refusal(t) == ("already-decided", "CSP 4.3")
    t.do("decline_reveal", box=1).do("decline_reveal", box=1)
    assert refusal(t) == ("already-decided", "CSP 4.3")
