"""MLP, part 5, where the fold rule of 3.12.1 makes it differ from CSP."""

import pytest

from tests.clauses.resorts_world.games import (
    FLUSH,
    MLP,
    NINE_HIGH,
    ROYAL_FLUSH,
    TWO_PAIRS,
    dealt,
    decided_by,
)


@pytest.mark.clause("MLP 5.5")
@pytest.mark.parametrize(("hand", "prize"), [(FLUSH, 100_00), (ROYAL_FLUSH, 1_000_000_00)])
@pytest.mark.parametrize("looked", [False, True])
def test_5_5_who_walks_away_keeps_the_jackpot_bet_as_a_folder_does(
    hand: str, prize: int, looked: bool
) -> None:
    t = dealt(MLP, {1: hand}, jackpots=[1], players={1: "ann"})
    if looked:
        t.view(1)
    t.leave("ann").finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert {"MLP 5.5", "MLP 3.12.1"} <= decided_by(t, 1, "ante")
    assert t.outcome(1, "jackpot") == ("won", prize, 0)


@pytest.mark.clause("MLP 5.5")
def test_5_5_who_walks_away_without_a_jackpot_hand_loses_both() -> None:
    t = dealt(MLP, {1: NINE_HIGH}, jackpots=[1], players={1: "ann"})
    t.leave("ann").finish()
    assert t.result.players["ann"].net == -105_00


@pytest.mark.clause("MLP 5.7.1")
def test_5_7_1_a_claimed_jackpot_hand_is_an_outcome_even_undecided() -> None:
    t = dealt(MLP, {1: FLUSH, 2: TWO_PAIRS}, jackpots=[1])
    t.do("claim_jackpot", box=1).report("technical_interruption")
    assert t.phase == "dealt"
    t.fold(1).bet(2).finish()
    assert t.won(1, "jackpot") == 100_00
