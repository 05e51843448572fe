"""`croupier rules --money`: what a changed rule is worth, and what an ambiguity costs."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import lines, run

DOCS = Path(__file__).parents[2] / "docs"


def test_what_the_page_of_the_odds_shows() -> None:
    text = (DOCS / "odds.md").read_text(encoding="utf-8")
    section = text.split("## The price of a word")[1].split("\n## ")[0]
    commands = re.findall(r"^croupier (rules .*)$", section, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        result = run(*command.split())
        assert result.exit_code == 0, result.stderr
    rows = re.findall(r"^\| `([a-z_. ]+)`, \S+ to \S+ \| (\S+) \|$", section, re.MULTILINE)
    found = json.loads(run(*commands[0].split(), "--json").stdout)
    assert {rule: Fraction(value) for rule, value in rows} == {
        change["rule"]: Fraction(change["effects"]["optimal"]["wagers"].get("jackpot", 0))
        for change in found["changes"]
    }


def page(*arguments: str, width: int = 120) -> list[str]:
    result = run("rules", *arguments, width=width)
    assert result.exit_code == 0, result.stderr
    return [" ".join(line.split()) for line in lines(result.stdout)]


def test_from_casino_stud_to_multi_link_stud() -> None:
    told = page("--diff", "casino-stud", "multi-link-stud", "--money", "--strategy", "pair")
    assert told[0] == "From casino-stud@6 to multi-link-stud@2"
    fold, four = told.index("fold.keeps_jackpot"), told.index("jackpot.rows.four of a kind.prize")
    assert told[fold:four] == [
        "fold.keeps_jackpot",
        "no CSP 3.12.1/jackpot reading C6",
        "→ yes MLP 3.12.1/jackpot, 4.2.1",
        "optimal exactly 0",
        "pair exactly 0",
        "decides what becomes of the wagers of a folded hand",
    ]
    assert told[four:] == [
        "jackpot.rows.four of a kind.prize",
        "$500.00 CSP 4.2/four-of-a-kind",
        "→ $2,000.00 MLP 4.2/four-of-a-kind",
        "optimal jackpot +0.072029 +60/833 house -$360.14",
        "pair jackpot +0.072029 +60/833 house -$360.14",
        "The whole difference",
        "optimal jackpot +0.072029 +60/833 house -$360.14",
        "pair jackpot +0.072029 +60/833 house -$360.14",
    ]


def test_for_programs() -> None:
    """1,500 dollars more on a stake of 10, once in 4,165: 150/4165 = 30/833."""
    result = run(
        "rules", "--diff", "casino-stud", "multi-link-stud", "--money", "--json",
        *("--stake", "1000", "--ante", "2500", "--meter", "5000000"),
    )  # fmt: skip
    found = json.loads(result.stdout)
    assert (found["ante"], found["stake"], found["meter"]) == (2500, 1000, 5_000_000)
    assert found["whole"]["optimal"]["wagers"] == {"jackpot": "30/833"}
    assert Fraction(found["whole"]["optimal"]["player_cents_a_round"]) == Fraction(30_000, 833)


def test_a_strategy_of_your_own_that_folds_flushes(tmp_path: Path) -> None:
    """100 dollars on a stake of 5, in 5,108 hands of 2,598,960."""
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\n[[stay]]\nhand = "2 2 2 3 3"\n', encoding="utf-8")
    arguments = ("--diff", "casino-stud", "multi-link-stud", "--money", "--json")
    found = json.loads(run("rules", *arguments, "--strategy-file", str(mine)).stdout)
    keeps = found["changes"][0]["effects"]
    assert keeps["optimal"]["wagers"] == {}
    assert Fraction(keeps["mine"]["wagers"]["jackpot"]) == Fraction(20 * 5_108, 2_598_960)


def test_interactions_and_events_have_their_sections() -> None:
    told = page("--diff", "singapore-stud", "casino-stud", "--money")
    assert "jackpot.targets + jackpot.rows.flush.prize" in told
    events = told[told.index("Changes that move no expectation, but what happens") :]
    order = events.index("jackpot.order")
    assert events[order : order + 4] == [
        "jackpot.order",
        "the hand entered first reading S4",
        "→ the hand dealt first CSP 4.5.2, 4.5.2/value",
        "decides which of two winners at different tables is paid first",
    ]


def test_another_game() -> None:
    told = page("--diff", "singapore-stud", "three-card-poker", "--money", width=200)
    assert any(line.startswith("Hands of 5 cards and of 3 are two games:") for line in told)
    assert not any(line.startswith("What several are worth") for line in told)
    whole = told[told.index("The whole difference") :]
    assert whole[2].startswith("ante bonus (in main) +")


def test_the_same_rulebook() -> None:
    assert page("--diff", "casino-stud", "casino-stud@6", "--money") == [
        "casino-stud@6 and casino-stud@6 have the same rules."
    ]


def test_what_each_ambiguity_costs() -> None:
    told = page("--readings", "--money", "singapore-stud", "--players", "2")
    place = told.index("ssp_multi = share_display")
    assert told[place + 1].startswith("optimal dealer jackpot -0.178430 ")
    assert "max_areas_per_player = 2 to 16" in told
    assert page("--readings", "--money", "casino-stud")[1] == (
        "leaves nothing open that a table may decide"
    )


def test_readings_for_programs() -> None:
    found = json.loads(run("rules", "--readings", "--money", "megalink-stud", "--json").stdout)
    assert [(one["reading"], one["ours"]) for one in found] == [
        ("M1", "literal_reset"), ("M12", "refer"),
    ]  # fmt: skip
    assert [other["choice"] for other in found[1]["others"]] == ["return", "fold"]


def test_a_narrow_terminal() -> None:
    result = run("rules", "--diff", "casino-stud", "megalink-stud", "--money", width=60)
    assert max(len(line) for line in result.stdout.splitlines()) <= 60


TWO = "--diff casino-stud multi-link-stud"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("--money", "--money goes with --diff or --readings"),
        ("--money casino-stud", "--money goes with --diff or --readings"),
        ("--money --coverage", "--money goes with --diff or --readings"),
        ("--readings casino-stud", "--readings tells what each choice costs: add --money"),
        ("--diff --readings --money", "ask one thing at a time: see 'croupier rules --help'"),
        (f"{TWO} --ante 100", "--ante is for a price: add --money"),
        (f"{TWO} --money --ante 0", "the ante is between 1 and 1000000000 cents"),
        (f"{TWO} --money --stake 0", "stake must be at least 1, not 0"),
        (
            f"{TWO} --money --strategy a --strategy-file b",
            "give --strategy or --strategy-file, not both",
        ),
        (
            f"{TWO} --money --strategy q64",
            "there is no strategy 'q64' for 5 cards; there are optimal, always, pair, ace-king, "
            "akj83, matching-rank, three-rules",
        ),
        (
            "--diff casino-stud --money",
            "--diff takes two rulebooks, as in --diff casino-stud multi-link-stud",
        ),
        (
            "--readings --money",
            "--readings takes one rulebook, as in --readings --money singapore-stud",
        ),
        (
            "--readings --money casino-stud@5",
            "casino-stud has no edition '5'; the one here is casino-stud@6",
        ),
    ],
)
def test_what_makes_no_sense(typed: str, sentence: str) -> None:
    result = run("rules", *typed.split())
    assert (result.exit_code, result.stderr) == (2, f"croupier: {sentence}\n")
