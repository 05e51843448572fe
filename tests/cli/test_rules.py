"""`croupier rules`: what a person reads about the rulebooks and their clauses."""

import json
from pathlib import Path

import pytest

from tests.cli.running import lines, run
from tests.house.model.table.books import HARBOUR


def test_the_list_of_rulebooks() -> None:
    page = lines(run("rules", width=140).stdout)
    assert page[0].split() == ["rulebook", "game", "document", "operator", "edition", "in", "force"]
    assert [row.split()[0] for row in page[2:7]] == [
        "singapore-stud",
        "casino-stud",
        "megalink-stud",
        "multi-link-stud",
        "three-card-poker",
    ]
    assert " ".join(page[3].split()) == (
        "casino-stud Casino Stud Poker CSP Resorts World at Sentosa 6 2020-06-28"
    )


def test_the_list_for_programs() -> None:
    listed = json.loads(run("rules", "--json").stdout)
    assert listed[4] == {
        "rulebook": "three-card-poker",
        "name": "Three Card Poker",
        "document": "TCP",
        "operator": "Marina Bay Sands",
        "edition": 4,
        "effective": "2013-05-09T00:00:00+08:00",
    }


@pytest.mark.parametrize("name", ["casino-stud", "casino-stud@6"])
def test_one_rulebook(name: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 0
    page = [" ".join(line.split()) for line in lines(result.stdout)]
    assert page[0] == "Casino Stud Poker (casino-stud@6)"
    for section in (
        "Identity",
        "Table",
        "Hands",
        "Wagers",
        "Course of a round",
        "Decisions",
        "Settlement",
        "Pay tables",
        "People",
    ):
        assert section in page
    for line in (
        "Dealer qualifies with ace-king or better CSP 1.14",
        "Fold: jackpot wager is lost CSP 3.12.1/jackpot reading C6",
        "Bet: royal flush 250 to 1 CSP 4.1/royal-flush",
        "Prize: four of a kind $500.00 CSP 4.2/four-of-a-kind",
        "foreign card void (pit supervisor) CSP 5.8.1, 5.22 reading X18",
    ):
        assert line in page


def test_a_silence_names_its_reading() -> None:
    page = [" ".join(line.split()) for line in lines(run("rules", "singapore-stud").stdout)]
    assert "Fold: jackpot wager stays in and can win reading S1" in page


def test_a_page_fits_its_terminal() -> None:
    assert max(len(line) for line in lines(run("rules", "megalink-stud", width=80).stdout)) <= 80


def test_the_facts_for_programs() -> None:
    told = json.loads(run("rules", "multi-link-stud", "--json").stdout)
    assert {
        "section": "Decisions",
        "subject": "Fold: jackpot wager",
        "value": "stays in and can win",
        "clauses": ["MLP 3.12.1/jackpot", "MLP 4.2.1"],
        "reading": None,
    } in told


def test_an_unknown_rulebook() -> None:
    result = run("rules", "holdem")
    assert result.exit_code == 2
    assert result.stderr.startswith("croupier: there is no rulebook 'holdem'; there are ")


def test_an_edition_that_is_not_here() -> None:
    result = run("rules", "casino-stud@5")
    assert result.exit_code == 2
    assert result.stderr == (
        "croupier: casino-stud has no edition '5'; the one here is casino-stud@6\n"
    )


def test_the_difference_of_the_twins() -> None:
    result = run("rules", "--diff", "casino-stud", "multi-link-stud", width=160)
    assert result.exit_code == 0
    rows = [line for line in lines(result.stdout) if line.startswith("  ") and line[2] != " "]
    assert [row[2:].split("  ")[0] for row in rows] == [
        "Game",
        "Document",
        "Edition",
        "Approval",
        "Fold: jackpot wager",
        "Hand not shown",
        "Prize: four of a kind",
        "Absent, undecided",
    ]


def test_no_difference() -> None:
    result = run("rules", "--diff", "casino-stud", "casino-stud@6")
    assert result.stdout == "casino-stud@6 and casino-stud@6 say the same.\n"


def test_the_difference_for_programs() -> None:
    found = json.loads(run("rules", "--diff", "casino-stud", "multi-link-stud", "--json").stdout)
    [prize] = [one for one in found if one["subject"] == "Prize: four of a kind"]
    assert (prize["left"]["value"], prize["right"]["value"]) == ("$500.00", "$2,000.00")
    [approval] = [one for one in found if one["subject"] == "Approval"]
    assert approval["right"] is None


@pytest.mark.parametrize(
    "arguments",
    [("--diff", "casino-stud"), ("--diff",), ("--diff", "casino-stud", "tcp", "mlp")],
)
def test_a_difference_takes_two(arguments: tuple[str, ...]) -> None:
    result = run("rules", *arguments)
    assert result.exit_code == 2
    assert result.stderr == (
        "croupier: --diff takes two rulebooks, as in --diff casino-stud multi-link-stud\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("casino-stud", "multi-link-stud"), "name one rulebook, or two with --diff"),
        (
            ("--coverage", "--clause", "CSP 1.1"),
            "ask one thing at a time: see 'croupier rules --help'",
        ),
        (("casino-stud", "--coverage"), "ask one thing at a time: see 'croupier rules --help'"),
    ],
)
def test_what_cannot_be_asked_together(arguments: tuple[str, ...], sentence: str) -> None:
    result = run("rules", *arguments)
    assert (result.exit_code, result.stderr) == (2, f"croupier: {sentence}\n")


def test_one_clause() -> None:
    result = run("rules", "--clause", "CSP 3.12.1/jackpot", width=120)
    assert result.exit_code == 0
    page = lines(result.stdout)
    assert page[:5] == [
        "CSP 3.12.1/jackpot  Fold also ends jackpot eligibility.",
        "  kind      jackpot",
        "  honoured  enforced: the engine decides by it",
        "  code      croupier.books.casino-stud.fold.keeps_jackpot",
        "            croupier.wagers.jackpot_forfeited",
    ]
    assert page[5].startswith("  tests     ")


def test_a_clause_for_programs() -> None:
    row = json.loads(run("rules", "--clause", "MEGA 3.15.2", "--json").stdout)
    assert (row["document"], row["number"], row["kind"]) == ("MEGA", "3.15.2", "jackpot")
    assert "croupier.jackpot.pricing._pool_of_parts" in row["code"]


def test_an_unknown_clause_suggests_near_ones() -> None:
    result = run("rules", "--clause", "CSP 3.12.9")
    assert result.exit_code == 2
    assert result.stderr.startswith("croupier: there is no clause 'CSP 3.12.9'; did you mean ")
    assert "CSP 3.12.1" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_clause_that_is_near_to_none() -> None:
    result = run("rules", "--clause", "nonsense")
    assert result.exit_code == 2
    assert result.stderr == (
        "croupier: there is no clause 'nonsense'; "
        "a clause is cited by document and number, as in 'CSP 3.12.1'\n"
    )


def test_a_clause_of_another_place_is_told_by_its_rulebook() -> None:
    result = run("rules", "--clause", "FRTC 55-21-1", width=120)
    assert lines(result.stdout) == [
        "FRTC 55-21-1  Poker trois cartes",
        "  rules  none",
        "  keys   betting.limits",
    ]


def test_a_clause_of_a_file(tmp_path: Path) -> None:
    """The game of the manual qualifies by its clause 4, and pays the ante bonus by its 7."""
    file = tmp_path / "harbour.toml"
    file.write_text(HARBOUR)
    for cited in ("HP 4", "4"):
        page = lines(run("rules", "--clause", cited, str(file), width=120).stdout)
        assert page == [
            "HP 4  Harbour Poker",
            "  rules  Dealer qualifies with: queen high or better",
            "  keys   main.qualifies",
        ]
    bonus = json.loads(run("rules", "--clause", "HP 7", str(file), "--json").stdout)
    assert sorted(bonus["keys"]) == [
        *("ante_bonus", "ante_bonus.either_way.hand", "ante_bonus.either_way.no_hand"),
        *(f"ante_bonus.rows.{hand}" for hand in ("straight", "straight_flush", "three_of_a_kind")),
    ]
    result = run("rules", "--clause", "HP 99", str(file))
    assert result.stderr.startswith("croupier: there is no clause 'HP 99'; ")


def test_one_reading() -> None:
    page = lines(run("rules", "--reading", "S1").stdout)
    assert page[0] == "S1  Is the jackpot wager of a folded hand still eligible?"
    assert "  name       fold_keeps_jackpot" in page
    assert "  choices    true, false" in page


def test_an_unknown_reading() -> None:
    result = run("rules", "--reading", "Z9")
    assert result.exit_code == 2
    assert result.stderr.startswith("croupier: there is no reading 'Z9'; readings run X1 to X32")


def test_the_coverage_for_programs() -> None:
    covered = json.loads(run("rules", "--coverage", "--json").stdout)
    assert covered["total"]["clauses"] == len(covered["rows"]) == 653
    assert covered["total"]["with_code"] == 653
    assert {name: one["clauses"] for name, one in covered["documents"].items()} == {
        "SSP": 89,
        "CSP": 169,
        "MEGA": 139,
        "TCP": 82,
        "MLP": 174,
    }
    assert covered["total"]["with_test"] == 653 - len(covered["missing"])


def test_the_coverage_for_people() -> None:
    page = run("rules", "--coverage", width=160).stdout
    assert "CSP 3.12.1/jackpot" in page
    totals = [line.split() for line in lines(page) if line.startswith("all ")]
    assert totals[0][:7] == ["all", "653", "486", "92", "46", "29", "653"]
