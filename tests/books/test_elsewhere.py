"""Games of other places: files alone, played, priced and simulated like the five."""

from fractions import Fraction

import pytest

from croupier.books import ELSEWHERE, RULEBOOKS, check_text, file_text, find_rulebook
from croupier.odds import price
from croupier.simulation import simulate
from croupier.simulation.terms import Terms
from tests.playing import House

HANDS = 22_100
"""Of three cards."""


def test_they_stand_beside_the_five() -> None:
    assert list(ELSEWHERE) == ["poker-trois-cartes", "stud-poker-de-casino"]
    assert not set(ELSEWHERE) & set(RULEBOOKS)


@pytest.mark.parametrize("slug", list(ELSEWHERE))
def test_what_their_regulation_leaves_out_is_told(slug: str) -> None:
    checked = check_text(file_text(slug))
    assert checked.wrong == ()
    silent = {".".join(one.path): one.reading for one in checked.silent}
    assert silent["people.absent"] == "S10"
    assert "fold.keeps_jackpot" not in silent


def test_france_pays_eight_to_one_for_a_flush() -> None:
    t = House("stud-poker-de-casino", jackpot=None).open().ante(1, 10_00).close()
    t.deal({1: "2h 5h 9h Jh Kh"}, "Ac Kd 9s 5c 3c").wager(1, "relance").finish()
    assert t.result.refusals == ()
    assert [(one.wager, one.won, one.returned) for one in t.lines()] == [
        ("ante", 10_00, 10_00),
        ("relance", 160_00, 20_00),
    ]


def test_a_fold_in_france_loses_the_paire_plus() -> None:
    t = House("poker-trois-cartes", jackpot=None).open().ante(1, 10_00)
    t.wager(1, "paire_plus", 5_00).close().deal({1: "9c 9d 2s"}, "Qd 9h 8s").fold(1).finish()
    assert t.result.refusals == ()
    assert [(one.wager, one.result, one.won) for one in t.lines()] == [
        ("ante", "lost", 0),
        ("paire_plus", "lost", 0),
    ]


def test_prices_by_hand() -> None:
    """40, 30, 6, 3 and 1 on 48, 52, 720, 1,096 and 3,744 hands of 22,100, none of them folded."""
    sheet = price(find_rulebook("poker-trois-cartes"))
    won = 40 * 48 + 30 * 52 + 6 * 720 + 3 * 1_096 + 3_744
    lost = HANDS - 48 - 52 - 720 - 1_096 - 3_744
    assert sheet.side_wagers["paire_plus"].expected == Fraction(won - lost, HANDS)
    assert sheet.jackpots == {}
    assert sheet.main.ante_bonus == Fraction(5 * 48 + 4 * 52 + 720, HANDS)


@pytest.mark.parametrize("slug", list(ELSEWHERE))
def test_simulated_close_to_its_price(slug: str) -> None:
    rulebook = find_rulebook(slug)
    report = simulate(Terms(rulebook=rulebook), rounds=200_000, seed=11)
    found = report.estimates["main"]
    assert abs(found.mean - float(price(rulebook).main.expected)) < 5 * found.standard_error
