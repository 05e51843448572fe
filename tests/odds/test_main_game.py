"""The optimum, the payout limit and strategies of one's own."""

import doctest
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier.odds
from croupier.books import RULEBOOKS, find_rulebook
from croupier.cards import parse_cards
from croupier.odds import (
    CannotPrice,
    Question,
    advise,
    named_strategies,
    price,
    read_strategy,
    what_if,
    with_pays,
)
from croupier.odds.decisions import decisions
from croupier.odds.main_game import nets, solve
from croupier.odds.strategy import floor_of
from croupier.ranking import HandClass

CASINO_STUD = find_rulebook("casino-stud")
THREE_CARD_POKER = find_rulebook("three-card-poker")

odds_to_one = st.integers(0, 60)
five_card_pays = st.fixed_dictionaries(
    {hand.slug: odds_to_one for hand in CASINO_STUD.hands.classes}
)


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_the_optimum_is_never_worse_than_a_named_strategy(slug: str) -> None:
    rulebook = find_rulebook(slug)
    solution = solve(rulebook)
    best = solution.price(rulebook).expected
    for name in named_strategies(rulebook.hands.size):
        assert solution.price(rulebook, name).expected <= best


@given(pays=five_card_pays, multiple=st.integers(1, 4))
@settings(max_examples=15)
def test_the_optimum_is_best_under_any_pays(pays: dict[str, int], multiple: int) -> None:
    rows = [f"{hand}={odds}" for hand, odds in pays.items()]
    rulebook = with_pays(what_if(CASINO_STUD, {"stay": {"multiple": multiple}}), {"pays": rows})
    solution = solve(rulebook)
    best = solution.price(rulebook)
    assert sum(outcome.deals for outcome in best.outcomes) == best.deals
    for name in named_strategies(5):
        assert solution.price(rulebook, name).expected <= best.expected


@pytest.mark.parametrize(
    ("ante", "royal_flush"),
    [
        (199_99, 501),
        (200_00, 501),
        (200_01, 1 + Fraction(100_000_00, 200_01)),
        (400_00, 251),
    ],
)
def test_a_box_wins_at_most_100_000_csp_4_1_1(ante: int, royal_flush: Fraction) -> None:
    assert nets(CASINO_STUD, ante)[HandClass.ROYAL_FLUSH][1] == royal_flush


def test_the_edge_rises_above_an_ante_of_200_csp_4_1_1() -> None:
    edges = [price(CASINO_STUD, Question(ante=ante)).main.expected for ante in (1, 200_00, 200_01)]
    assert edges[0] == edges[1] > edges[2]
    # Each royal flush that wins is worth 500 antes less what the limit leaves.
    lost = (500 - Fraction(100_000_00, 200_01)) * Fraction(16_759_740, 19_933_230_517_200)
    assert edges[1] - edges[2] == lost


def test_no_limit_no_effect_of_the_ante_ssp_4_1_2() -> None:
    rulebook = find_rulebook("singapore-stud")
    small, large = (price(rulebook, Question(ante=ante)).main for ante in (1_00, 10_000_00))
    assert small.expected == large.expected


def test_average_stake_and_element_of_risk() -> None:
    main = price(CASINO_STUD, Question(strategy="always")).main
    assert main.average_stake == 3
    assert main.element_of_risk == -main.expected / 3


@pytest.mark.parametrize(
    ("hand", "kind"),
    [
        ("", "7-5-4-3-2"),
        ("2 2", "5-4-3-2-2"),
        ("A K", "A-K-4-3-2"),
        ("A K J 8 3", "A-K-J-8-3"),
        ("2 2 2", "4-3-2-2-2"),
    ],
)
def test_the_weakest_hand_that_ranks_lead(hand: str, kind: str) -> None:
    kinds = solve(CASINO_STUD).kinds
    ranks = kinds.kinds[floor_of(hand, kinds)].ranks
    assert "-".join("23456789TJQKA"[rank] for rank in reversed(ranks)) == kind


def test_a_strategy_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "mine"\n[[stay]]\nhand = "2 2"\n[[stay]]\nhand = "A K"\nmatches = true\n'
    )
    own = price(CASINO_STUD, Question(strategy=read_strategy(path))).main
    known = price(CASINO_STUD, Question(strategy="matching-rank")).main
    assert own.strategy == "mine"
    assert own.expected == known.expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x"\n[[stay]]\nhand = "A X"\n', "'X' is not a rank"),
        ('name = "x"\n[[stay]]\nhand = "2 2 2 2 2"\n', "no hand of 5 cards is led by"),
        ('name = "x"\n[[stay]]\nwish = 1\n', "is not a strategy"),
        ('name = "x"\n[[stay]]\nup_below = 9\n', "has no 9th highest card"),
        ("name = ", "is not a strategy"),
    ],
)
def test_a_strategy_that_makes_no_sense(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(CannotPrice, match=said):
        price(CASINO_STUD, Question(strategy=read_strategy(path)))


def test_three_cards_know_no_up_card() -> None:
    with pytest.raises(CannotPrice, match="no strategy 'matching-rank' for 3 cards"):
        price(THREE_CARD_POKER, Question(strategy="matching-rank"))


def test_named_strategies_in_words() -> None:
    words = named_strategies(5)["three-rules"].words()
    assert words[0] == "a pair or better"
    assert words[1] == (
        "ace-king or better, when the up card is a two to queen and matches one of yours"
    )
    assert named_strategies(3)["q64"].words() == ("queen-six-four or better",)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"pays": ["five_of_a_kind=500"]}, "has no hand 'five_of_a_kind'"),
        ({"pays": ["flush=-1"]}, "main.pays.rows.flush.pays: '-1 to 1' is not odds"),
        ({"pays": ["flush"]}, "'flush' is not HAND=NUMBER"),
        ({"pays": ["flush=6", "Flush=7"]}, "'Flush' is named twice"),
        ({"side_pays": ["pair_plus.flush=3"]}, "Casino Stud Poker has no pair plus"),
        ({"ante_bonus_pays": ["flush=3"]}, "Casino Stud Poker has no ante bonus"),
        ({"jackpot_pays": ["straight=3"]}, "has no row 'straight'"),
        ({"jackpot_pays": ["royal_flush=101"]}, "jackpot.rows.royal flush.prize"),
        ({"jackpot_pays": ["flush=1.005"]}, "dollars and whole cents"),
        ({"jackpot_pays": ["flush=many"]}, "'flush=many' is not HAND=NUMBER"),
    ],
)
def test_other_pays_that_make_no_sense(asked: dict[str, list[str]], said: str) -> None:
    with pytest.raises(CannotPrice, match=re.escape(said)):
        with_pays(CASINO_STUD, asked)


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"stay": {"multiple": 0}}, "stay.multiple"),
        ({"main": {"qualifies": {"value": ["king", "ace"]}}}, "ranks that fall"),
        ({"main": {"nothing": 1}}, "main.nothing"),
    ],
)
def test_a_what_if_that_makes_no_sense(tables: dict[str, Any], said: str) -> None:
    with pytest.raises(CannotPrice, match=re.escape(said)):
        what_if(CASINO_STUD, tables)


def test_a_what_if_may_change_who_qualifies() -> None:
    harder = what_if(CASINO_STUD, {"main": {"qualifies": {"value": ["ace", "king", "queen"]}}})
    solution = solve(harder)
    no_hand = solution.price(harder, "always").tallies
    assert sum(t.no_hand for t in no_hand.values()) > sum(
        t.no_hand for t in solve(CASINO_STUD).price(CASINO_STUD, "always").tallies.values()
    )


@pytest.mark.slow
def test_every_decision_and_its_margin() -> None:
    told = list(decisions(CASINO_STUD))
    assert sum(decision.deals for decision in told) == 2_598_960 * 47
    main = solve(CASINO_STUD).price(CASINO_STUD)
    stayed = sum(decision.deals * decision.stay for decision in told)
    assert stayed / (2_598_960 * 47) == main.stay_frequency
    for decision in told:
        assert (decision.stay > 0) == (decision.margin_most > 0)
        assert (decision.stay == 1) == (decision.margin_least > 0)


@pytest.mark.slow
def test_a_decision_is_what_advice_says() -> None:
    told = {(d.hand, d.suited, d.up_card): d for d in decisions(CASINO_STUD)}
    given = advise(CASINO_STUD, parse_cards("As Kd Jh 8c 3s"), parse_cards("9c"))
    decision = told["A-K-J-8-3", False, "9"]
    assert decision.margin_least <= given.stay + 1 <= decision.margin_most


def test_the_example_in_the_package_is_true() -> None:
    assert doctest.testmod(croupier.odds).failed == 0
    assert doctest.testmod(croupier.odds).attempted > 0
