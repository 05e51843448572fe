"""The PAR sheet as a workbook: its formulas, computed by another reader, give the exact odds, and
after a change in the sheet those of the changed rulebook."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from croupier.books import find_rulebook
from croupier.cli.odds import odds
from croupier.odds import JackpotTerms, Question, price, with_pays
from croupier.odds.sheet import Sheet
from croupier.rulebooks.wagers import WagerKind
from tests.odds.spreadsheet import Workbook

SUMMARY, MAIN, JACKPOT = "PAR sheet", "Main game", "Jackpot"
EXPECTED, IN_STAKES = "expectation, in antes", "expectation, in stakes"
BEST = "decisions are the best for these pays"
SHARE_OF_A_CENT = Fraction(1, 10**12)
"""Frequencies with a fold in them are no finite decimals; a spreadsheet rounds those."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One workbook of each shape of game, written once."""
    folder = tmp_path_factory.mktemp("workbooks")
    write(folder / "casino-stud.xlsx", "casino-stud", "--ante", "$50")
    write(folder / "three-card-poker.xlsx", "three-card-poker", "--players", "1")
    write(folder / "singapore-stud.xlsx", "singapore-stud", "--magic-every", "10")
    return folder


def write(path: Path, *arguments: str) -> Workbook:
    result = CliRunner().invoke(odds, [*arguments, "--report", str(path)])
    assert result.exit_code == 0, result.output
    return Workbook(path)


def priced(slug: str, *, question: Question | None = None, **pays: str) -> Sheet:
    asked = {option: row.split() for option, row in pays.items()}
    return price(with_pays(find_rulebook(slug), asked), question or Question())


def test_the_formulas_give_the_published_figures(files: Path) -> None:
    """Exactly, as counts and pays are whole numbers; a reader that computes nothing sees them."""
    book = Workbook(files / "casino-stud.xlsx")
    assert book.value(MAIN, EXPECTED) == Fraction(-86_362_082_531, 1_661_102_543_100)
    assert book.value(JACKPOT, IN_STAKES) == Fraction(-3_186, 10_829)
    assert round(book.value(JACKPOT, "break-even meter"), 2) == Fraction("1503052.63")
    three = Workbook(files / "three-card-poker.xlsx")
    assert three.value(MAIN, EXPECTED) == Fraction(-686_689, 20_358_520)
    assert three.value("Pair plus", IN_STAKES) == Fraction(-308, 5_525)


@pytest.mark.parametrize("name", ["casino-stud", "three-card-poker", "singapore-stud"])
def test_what_is_shown_without_computing_is_what_the_formulas_give(files: Path, name: str) -> None:
    book = Workbook(files / f"{name}.xlsx")
    assert len(book.formulas) > 100
    for place, shown in book.cached.items():
        assert shown == pytest.approx(float(book.at(place)), rel=1e-12, abs=1e-15), place
    assert book.value(MAIN, BEST) == 1


@pytest.mark.parametrize(
    ("hand", "label", "pays"),
    [
        ("royal_flush", "royal flush", 100),
        ("flush", "flush", 6),
        ("two_pairs", "two pairs", 0),
        ("pair", "pair", 0),
        ("pair", "pair", 3),
        ("odd_cards", "odd cards", 0),
        ("odd_cards", "odd cards", 2),
        ("odd_cards", "odd cards", 40),
    ],
)
def test_another_pay_moves_the_edge_to_that_of_the_best_play(
    files: Path, hand: str, label: str, pays: int
) -> None:
    """Also where the best play folds other hands than before."""
    book = Workbook(files / "casino-stud.xlsx")
    book.change(MAIN, label, pays)
    main = priced("casino-stud", pays=f"{hand}={pays}").main
    assert book.value(MAIN, EXPECTED) == main.expected
    assert book.value(SUMMARY, "element of risk, of all that is staked") == main.element_of_risk
    assert book.value(SUMMARY, "hands stayed in") == main.stay_frequency
    deviation = float(book.value(SUMMARY, "standard deviation, in antes"))
    assert deviation == pytest.approx(main.standard_deviation)
    assert book.value(SUMMARY, BEST) == 1


def test_a_pay_whose_decisions_are_not_listed_says_so(files: Path) -> None:
    """And is priced by decisions that are not better than the best."""
    book = Workbook(files / "casino-stud.xlsx")
    before = book.value(MAIN, EXPECTED)
    for pays in (Fraction(3, 2), Fraction(1000)):
        book.change(MAIN, "odd cards", pays)
        assert book.value(SUMMARY, BEST) == 0
        assert before < book.value(MAIN, EXPECTED)
    assert book.value(MAIN, EXPECTED) < priced("casino-stud", pays="odd_cards=1000").main.expected
    book.change(MAIN, "odd cards", 1)
    book.change(MAIN, "royal flush", Fraction("99.5"))  # is never folded
    assert book.value(SUMMARY, BEST) == 1


@pytest.mark.parametrize("ante", [30_000, 1_000_000])
def test_another_ante_meets_the_payout_limit(files: Path, ante: int) -> None:
    """CSP 4.1.1: at most $100,000 a box; 5.213095 % and 6.071028 % of the ante."""
    book = Workbook(files / "casino-stud.xlsx")
    book.change(MAIN, "ante, $; 0 where no limit is reached", Fraction(ante, 100))
    main = priced("casino-stud", question=Question(ante=ante)).main
    assert book.value(MAIN, EXPECTED) == main.expected
    assert book.value(SUMMARY, BEST) == 1


def test_meter_stake_and_prizes_move_the_jackpot(files: Path) -> None:
    book = Workbook(files / "casino-stud.xlsx")
    book.change(JACKPOT, "meter, $", 250_000)
    book.change(JACKPOT, "stake, $", Fraction(5, 2))
    book.change(JACKPOT, "four of a kind", 2_000)
    book.change(JACKPOT, "straight flush", 20)
    terms = JackpotTerms(meter=25_000_000, stake=250)
    found = priced(
        "casino-stud",
        question=Question(jackpot=terms),
        jackpot_pays="four_of_a_kind=2000 straight_flush=20",
    ).jackpots[WagerKind.JACKPOT]
    assert book.value(JACKPOT, IN_STAKES) == found.pay_table.expected
    assert found.break_even is not None
    assert book.value(JACKPOT, "break-even meter") == found.break_even / 100
    deviation = float(book.value(JACKPOT, "standard deviation, in stakes"))
    assert deviation == pytest.approx(found.pay_table.standard_deviation)
    assert book.value(MAIN, EXPECTED) == priced("casino-stud").main.expected


def test_side_wager_ante_bonus_and_envy(files: Path) -> None:
    book = Workbook(files / "three-card-poker.xlsx")
    book.change("Pair plus", "straight", 6)
    book.change("Pair plus", "flush", 3)
    book.change(MAIN, "straight", 2, "C")
    book.change(JACKPOT, "other players at the table", 4)
    question = Question(jackpot=JackpotTerms(players=4))
    rows: dict[str, Any] = {
        "side_pays": "pair_plus.straight=6 pair_plus.flush=3",
        "ante_bonus_pays": "straight=2",
    }
    sheet = priced("three-card-poker", question=question, **rows)
    assert book.value("Pair plus", IN_STAKES) == sheet.side_wagers["pair_plus"].expected
    assert book.value(MAIN, EXPECTED) == sheet.main.expected
    with_envy = book.value(JACKPOT, "house edge with draws and envy bonus")
    assert -with_envy == sheet.jackpots[WagerKind.JACKPOT].expected_with_awards


@pytest.mark.parametrize("players", [0, 1, 3])
def test_draws_and_winners_that_share(files: Path, players: int) -> None:
    """S4: those with a wager on the dealer's hand win together."""
    book = Workbook(files / "singapore-stud.xlsx")
    for page, lucky in ((JACKPOT, "lucky player"), ("Dealer jackpot", "lucky dealer")):
        book.change(page, "other players at the table", players)
        book.change(page, "magic card: a draw in so many rounds, 0 for none", 12)
        book.change(page, f"{lucky}: a draw in so many rounds, 0 for none", 30)
    terms = JackpotTerms(players=players, magic_every=12, lucky_every=30)
    sheet = priced("singapore-stud", question=Question(jackpot=terms))
    for page, target in (
        (JACKPOT, WagerKind.JACKPOT),
        ("Dealer jackpot", WagerKind.DEALER_JACKPOT),
    ):
        found = sheet.jackpots[target]
        assert book.value(page, IN_STAKES) == found.pay_table.expected
        assert found.break_even is not None
        assert book.value(page, "break-even meter") == found.break_even / 100
        with_draws = -book.value(page, "house edge with draws and envy bonus")
        assert abs(with_draws - found.expected_with_awards) < SHARE_OF_A_CENT


def test_a_named_strategy_keeps_its_decisions_whatever_is_paid(tmp_path: Path) -> None:
    book = write(tmp_path / "pair.xlsx", "casino-stud", "--strategy", "pair")
    book.change(MAIN, "pair", 2)
    book.change(MAIN, "odd cards", 5)
    rulebook = with_pays(find_rulebook("casino-stud"), {"pays": ["pair=2", "odd_cards=5"]})
    main = price(rulebook, Question(strategy="pair")).main
    assert book.value(MAIN, EXPECTED) == main.expected
    assert book.value(MAIN, "decisions are the strategy's for these pays") == 1


@pytest.mark.slow
def test_more_known_cards_are_priced_as_they_are(tmp_path: Path) -> None:
    """Best decisions at other pays are not listed for these, and the sheet says when it matters."""
    book = write(tmp_path / "known.xlsx", "three-card-poker", "--dealer-cards-known", "1")
    question = Question(known=1)
    assert book.value(MAIN, EXPECTED) == priced("three-card-poker", question=question).main.expected
    assert book.value(MAIN, BEST) == 1
    book.change(MAIN, "pair", 2)
    assert book.value(MAIN, BEST) == 0


def test_the_same_sheet_makes_the_same_file(files: Path, tmp_path: Path) -> None:
    write(tmp_path / "again.xlsx", "three-card-poker", "--players", "1")
    assert (tmp_path / "again.xlsx").read_bytes() == (files / "three-card-poker.xlsx").read_bytes()
