"""The jackpot in the long run, and the blind box."""

from fractions import Fraction
from random import Random

import pytest

from croupier.books import find_rulebook
from croupier.odds import CannotPrice, JackpotTerms, Question, Traffic, price
from croupier.odds.blind import blind_box
from croupier.odds.economics import JackpotEconomics
from croupier.odds.sheet import sheet_economics


def long_run(slug: str, terms: JackpotTerms, traffic: Traffic) -> JackpotEconomics:
    question = Question(jackpot=terms, traffic=traffic)
    return sheet_economics(price(find_rulebook(slug), question))


TERMS = JackpotTerms(meter=1_000_000_00, reset=100_000_00, stake=5_00, boxes=7, tables=4)
TRAFFIC = Traffic(rounds_per_hour=40, participation=Fraction(1, 2), increment=Fraction(1, 5))


def test_time_between_hits() -> None:
    run = long_run("casino-stud", TERMS, TRAFFIC)
    assert run.wagers_per_hour == 4 * 7 * 20
    assert run.wagers_between_hits == 649_740
    assert run.hours_between_hits == Fraction(649_740, 560)
    # Half of all waits are shorter than 649,740 ln 2.
    assert abs(run.wagers_to_hit["50%"] - 450_365) <= 1


def test_what_is_won_is_what_was_put_in() -> None:
    """On average the meter pays out its growth and its resets, no more and no less."""
    run = long_run("casino-stud", TERMS, TRAFFIC)
    taken = Fraction(4, 2_598_960) + Fraction(36, 2_598_960) / 10
    put_in = Fraction(1_00) + Fraction(100_000_00, 649_740)
    assert run.amount_won_mean * taken == put_in


def test_the_increment_for_todays_meter_makes_it_the_mean() -> None:
    run = long_run("casino-stud", TERMS, TRAFFIC)
    fitting = Traffic(increment=run.increment_for_meter)
    assert long_run("casino-stud", TERMS, fitting).amount_won_mean == TERMS.meter


def test_every_unit_staked_goes_somewhere() -> None:
    run = long_run("megalink-stud", TERMS, TRAFFIC)
    funding = run.funding
    assert funding.growth + funding.reset + funding.fixed_prizes + funding.house == 1
    assert funding.fixed_prizes == Fraction(2_000 * 624 + 200 * 3_744 + 100 * 5_108, 5 * 2_598_960)


def test_without_smaller_shares_the_amount_won_follows_the_wait() -> None:
    run = long_run("three-card-poker", TERMS, TRAFFIC)
    for name, wagers in run.wagers_to_hit.items():
        grown = 100_000_00 + 1_00 * wagers
        assert abs(run.amount_won[name] - grown) < 0.005 * grown


def test_the_distribution_of_the_amount_won_against_a_simulation() -> None:
    """Events only: growth between hits is exponential, a straight flush takes a tenth."""
    run = long_run("casino-stud", TERMS, TRAFFIC)
    chance = Random(7)
    won: list[float] = []
    rate, meter = 40 / 2_598_960, 100_000_00.0
    while len(won) < 20_000:
        meter += 1_00 * chance.expovariate(rate)
        if chance.random() < 0.1:
            won.append(meter)
            meter = 100_000_00.0
        else:
            meter *= 0.9
    won.sort()
    for name, amount in run.amount_won.items():
        share = float(name.rstrip("%")) / 100
        assert abs(sum(w <= amount for w in won) / len(won) - share) < 0.015


def test_a_round_can_take_the_meter_and_three_resets() -> None:
    assert long_run("casino-stud", TERMS, TRAFFIC).round_liability == 1_300_000_00
    assert long_run("three-card-poker", TERMS, TRAFFIC).round_liability == 1_000_000_00


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rounds_per_hour": 0}, "at least one round"),
        ({"participation": Fraction(2)}, "participation"),
        ({"increment": Fraction(-1)}, "increment"),
    ],
)
def test_traffic_that_makes_no_sense(wrong: dict[str, Fraction], said: str) -> None:
    with pytest.raises(CannotPrice, match=said):
        Traffic(**wrong)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_blind_box_is_always_bet_csp_3_7() -> None:
    rulebook = find_rulebook("casino-stud")
    blind = blind_box(rulebook)
    assert blind.stay_at_least > -1
    assert blind.main.expected == price(rulebook, Question(strategy="always")).main.expected


@pytest.mark.parametrize("slug", ["three-card-poker", "singapore-stud"])
def test_where_every_hand_is_viewed_there_is_no_blind_box(slug: str) -> None:
    with pytest.raises(CannotPrice, match="no blind box"):
        blind_box(find_rulebook(slug))
