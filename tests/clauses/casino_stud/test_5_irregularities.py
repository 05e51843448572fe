"""CSP, part 5, where the fold rule of 3.12.1 makes it differ from MLP."""

import pytest

from tests.clauses.resorts_world.games import CSP, FLUSH, ROYAL_FLUSH, TWO_PAIRS, dealt, decided_by


@pytest.mark.clause("CSP 5.5")
@pytest.mark.parametrize("hand", [FLUSH, ROYAL_FLUSH])
@pytest.mark.parametrize("looked", [False, True])
def test_5_5_who_walks_away_loses_the_jackpot_bet_as_a_folder_does(hand: str, looked: bool) -> None:
    t = dealt(CSP, {1: hand}, jackpots=[1], players={1: "ann"})
    if looked:
        t.view(1)
    t.leave("ann").finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert {"CSP 5.5", "CSP 3.12.1"} <= decided_by(t, 1, "ante")
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert "CSP 3.12.1/jackpot" in decided_by(t, 1, "jackpot")
    assert t.meter == 1_000_000_00


@pytest.mark.clause("CSP 5.7.1", "CSP 5.7.2")
@pytest.mark.parametrize(("bet", "phase"), [(False, "void"), (True, "dealt")])
def test_5_7_a_claim_is_an_outcome_only_once_no_fold_can_undo_it(bet: bool, phase: str) -> None:
    t = dealt(CSP, {1: FLUSH, 2: TWO_PAIRS}, jackpots=[1])
    t.do("claim_jackpot", box=1)
    if bet:
        t.bet(1)
    t.report("technical_interruption")
    assert t.phase == phase
