"""Bankrolls: risk of ruin against the exact one, sessions that add up."""

from collections import Counter

import pytest

from croupier.books import RULEBOOKS
from croupier.odds import solve
from croupier.simulation.bankroll import (
    Purse,
    SessionTally,
    exact_ruin,
    play_sessions,
    quantiles,
    shared_by_sessions,
    simulate,
)
from croupier.simulation.crews import Alone
from croupier.simulation.errors import CannotSimulate
from croupier.simulation.plan import Plan
from croupier.simulation.terms import Terms

ANTE = 100_00
SEED = 4


def main_only(slug: str, strategy: str) -> Terms:
    return Terms(
        rulebook=RULEBOOKS[slug],
        strategy=strategy,
        ante=ANTE,
        sides=dict.fromkeys(RULEBOOKS[slug].side_wagers, 0),
        jackpot=0,
        dealer_jackpot=0,
    )


def played(terms: Terms, purse: Purse, sessions: int) -> SessionTally:
    shared = shared_by_sessions(terms, Plan.of(terms), purse, SEED)
    return simulate(Alone(shared), purse, sessions)[0]


@pytest.mark.parametrize(
    ("slug", "strategy", "antes", "rounds"),
    [
        ("casino-stud", "akj83", 20, 100),
        ("casino-stud", "pair", 50, 300),
        ("megalink-stud", "always", 12, 60),
        ("three-card-poker", "q64", 15, 150),
        ("three-card-poker", "mimic", 6, 40),
    ],
)
def test_the_risk_of_ruin_is_the_exact_one(
    slug: str, strategy: str, antes: int, rounds: int
) -> None:
    terms, purse = main_only(slug, strategy), Purse(bankroll=antes * ANTE, rounds=rounds)
    exact = exact_ruin(terms, purse)
    tally = played(terms, purse, 20_000)
    assert exact is not None
    assert 0.02 < exact < 0.98
    assert abs(tally.risk - exact) < 4 * tally.risk_error


def test_exact_ruin_in_one_round_by_hand() -> None:
    """A round needs three antes: of four, only a loss of ante and bet leaves less."""
    terms, purse = main_only("casino-stud", "akj83"), Purse(bankroll=4 * ANTE, rounds=1)
    odds = solve(terms.rulebook).price(terms.rulebook, "akj83", ANTE)
    lost = sum(one.deals for one in odds.outcomes if one.net == -3)
    assert exact_ruin(terms, purse) == pytest.approx(lost / odds.deals, rel=1e-12)


def test_sessions_are_the_simulated_rounds_in_order() -> None:
    terms = main_only("casino-stud", "ace-king")
    plan, purse = Plan.of(terms), Purse(bankroll=10_000 * ANTE, rounds=50)
    tally = played(terms, purse, 40)
    assert tally.rounds == 40 * 50
    assert tally.result == plan.play(0, 2_000, SEED).wagers["all_wagers"].net


def test_any_division_of_the_sessions_has_the_same_total() -> None:
    terms = Terms(rulebook=RULEBOOKS["singapore-stud"], strategy="pair", magic_every=4)
    purse = Purse(bankroll=3_000_00, rounds=60, target=6_000_00)
    shared = shared_by_sessions(terms, Plan.of(terms), purse, SEED)
    whole = play_sessions(shared, 0, 500)
    assert play_sessions(shared, 0, 123) + play_sessions(shared, 123, 377) == whole
    assert whole.sessions == 500
    assert 0 < whole.reached < 500
    assert 0 < whole.ruined < 500
    assert sum(whole.results.values()) == 500
    assert sum(whole.ruins.values()) == whole.ruined


def test_a_target_ends_the_session() -> None:
    terms = main_only("casino-stud", "ace-king")
    tally = played(terms, Purse(bankroll=30 * ANTE, rounds=2_000, target=40 * ANTE), 2_000)
    assert tally.reached + tally.ruined <= tally.sessions
    assert min(value for value in tally.results if value >= 10) == 10
    assert tally.reached == sum(n for value, n in tally.results.items() if value >= 10)


def test_quantiles() -> None:
    assert quantiles(Counter({1: 50, 2: 49, 9: 1}), (0.5, 0.51, 0.99, 1.0)) == {
        "50%": 1,
        "51%": 2,
        "99%": 2,
        "100%": 9,
    }
    assert quantiles(Counter()) == {}


@pytest.mark.parametrize(
    ("purse", "said"),
    [
        (Purse(bankroll=299_99, rounds=10), "must cover one full round"),
        (Purse(bankroll=500_00, rounds=0), "a session has 1 to"),
        (Purse(bankroll=500_00, rounds=10, target=500_00), "above the bankroll"),
    ],
)
def test_purses_that_make_no_sense(purse: Purse, said: str) -> None:
    with pytest.raises(CannotSimulate, match=said):
        purse.check(main_only("casino-stud", "pair"))


def test_exact_ruin_is_not_claimed_where_it_is_not_known() -> None:
    terms, purse = main_only("casino-stud", "pair"), Purse(bankroll=20 * ANTE, rounds=10)
    beside = Terms(rulebook=terms.rulebook, strategy="pair", jackpot=1)
    assert exact_ruin(beside, Purse(bankroll=20 * ANTE, rounds=10)) is None
    assert exact_ruin(terms, Purse(bankroll=20 * ANTE + 1, rounds=10)) is None
    assert exact_ruin(terms, Purse(bankroll=20 * ANTE, rounds=10, target=30 * ANTE)) is None
    assert exact_ruin(terms, purse) is not None
