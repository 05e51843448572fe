"""The front door for notebooks, and the example, executed."""

import ast
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier.odds
from croupier.odds import CannotPrice, JackpotTerms

EXAMPLE = Path(__file__).parents[2] / "docs" / "notebooks" / "exact-odds.ipynb"


def executed(path: Path) -> list[Any]:
    """What each code cell of a notebook shows: the value of its last expression."""
    shown = []
    names: dict[str, Any] = {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "code":
            *before, last = ast.parse("".join(cell["source"])).body
            assert isinstance(last, ast.Expr)
            exec(compile(ast.Module(before, []), str(path), "exec"), names)
            shown.append(eval(compile(ast.Expression(last.value), str(path), "eval"), names))
    return shown


def test_the_example_runs() -> None:
    sheet, (main, jackpot), dearer, adds_up = executed(EXAMPLE)
    assert main == Fraction(-86_362_082_531, 1_661_102_543_100)
    # All of the meter for 4 hands and a tenth for 36, of 2,598,960: $500,000 more on the meter.
    more = Fraction(4 * 10 + 36, 10 * 2_598_960) * 50_000_000 / 500
    assert jackpot == Fraction(-3_186, 10_829) + more
    # A royal flush wins in 16,759,740 deals, each 300 antes more (250 to 1 instead of 100, twice).
    assert dearer == float(Fraction(300 * 16_759_740, 19_933_230_517_200))
    assert adds_up is True
    shown = sheet._repr_html_()
    assert shown.startswith("<h3>Casino Stud Poker, edition 6</h3>")
    assert "5.1991 %" in shown
    assert "<script" not in shown


def test_rows_hold_every_outcome_of_every_wager() -> None:
    sheet = croupier.odds.sheet("three-card-poker", strategy="q64", players=2)
    rows = sheet.rows()
    assert {row["wager"] for row in rows} == {"main", "pair_plus", "jackpot"}
    pair_plus = [row for row in rows if row["wager"] == "pair_plus"]
    hit = sum(row["exact_frequency"] for row in pair_plus)
    won = sum(row["exact_frequency"] * row["exact_net"] for row in pair_plus)
    assert won - (1 - hit) == sheet.side_wagers["pair_plus"].expected


def test_a_table_of_pandas_needs_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = croupier.odds.sheet("three-card-poker")
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(CannotPrice, match=r"needs pandas: python -m pip install pandas"):
        sheet.to_dataframe()


def test_a_table_of_pandas() -> None:
    pytest.importorskip("pandas")
    sheet = croupier.odds.sheet("three-card-poker")
    frame = sheet.to_dataframe()
    assert list(frame["wager"].unique()) == ["main", "pair_plus", "jackpot"]
    assert len(frame) == len(sheet.rows())


def test_what_is_not_understood_is_said() -> None:
    with pytest.raises(CannotPrice, match="there is no 'metre'; there are strategy, ante"):
        croupier.odds.sheet("casino-stud", metre=5)
    with pytest.raises(CannotPrice, match="there is no rulebook 'poker'"):
        croupier.odds.sheet("poker")


def test_money_is_cents_or_dollars_with_their_sign() -> None:
    told = croupier.odds.sheet("three-card-poker", ante="$25", meter="$5,000", stake="$2.50")
    assert told.question.ante == 2_500
    assert told.question.jackpot == JackpotTerms(meter=500_000, stake=250)
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({"meter": "5k"}, "meter: '5k' is no amount of money: write whole cents"),
        ({"meter": 5.5}, "meter is a whole number, not 5.5"),
        ({"players": "$2"}, "players is a whole number, not '\\$2'"),
    )
    for wrong, said in refused:
        with pytest.raises(CannotPrice, match=said):
            croupier.odds.sheet("three-card-poker", **wrong)
