"""`croupier odds`: the contract, the sheet, the report, and refusals in one sentence."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier.books import RULEBOOKS
from croupier.cli.odds import odds


def run(*arguments: str) -> Result:
    return CliRunner().invoke(odds, arguments, catch_exceptions=False)


def answer(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_contract() -> None:
    sheet = answer("casino-stud", "--pays", "royal_flush=100")
    assert sheet["rulebook"] == "casino-stud"
    assert sheet["strategy"] == "optimal"
    assert sheet["deals"] == 19_933_230_517_200
    main = sheet["wagers"]["main"]
    assert Fraction(main["expected"]) == Fraction(-1_041_372_912_372, 19_933_230_517_200)
    assert round(main["house_edge"], 8) == 0.05224306
    assert main["outcomes"][0] | {"frequency": 0, "one_in": 0} == {
        "outcome": "royal flush wins", "deals": 16_759_740, "net": 201, "frequency": 0, "one_in": 0,
    }  # fmt: skip
    jackpot = sheet["wagers"]["jackpot"]
    assert jackpot["meter"] == 100_000_000
    assert jackpot["break_even_meter"] == 150_305_264


@pytest.mark.parametrize(
    ("slug", "wagers"),
    [
        ("casino-stud", {"main", "jackpot"}),
        ("megalink-stud", {"main", "jackpot"}),
        ("multi-link-stud", {"main", "jackpot"}),
        (
            "singapore-stud",
            {"main", "jackpot", "dealer_jackpot", "magic_card", "lucky_player", "lucky_dealer"},
        ),
        ("three-card-poker", {"main", "ante_bonus", "pair_plus", "jackpot", "envy_bonus"}),
    ],
)
def test_each_wager_of_a_rulebook_has_its_key(slug: str, wagers: set[str]) -> None:
    found = answer(slug)["wagers"]
    assert set(found) == wagers
    for wager in found.values():
        Fraction(wager["expected"])


def test_a_net_that_is_no_whole_number_is_exact() -> None:
    outcomes = answer("casino-stud", "--ante", "30000")["wagers"]["main"]["outcomes"]
    assert outcomes[0]["net"] == "1003/3"


def test_what_if_four_of_a_kind_paid_2000() -> None:
    changed = answer("casino-stud", "--jackpot-pays", "four_of_a_kind=2000")
    approved = answer("multi-link-stud")
    assert changed["wagers"]["jackpot"]["expected"] == approved["wagers"]["jackpot"]["expected"]


def test_a_what_if_from_a_file_and_the_line_on_top(tmp_path: Path) -> None:
    path = tmp_path / "classic.toml"
    path.write_text(
        'extends = "casino-stud@6"\nslug = "classic"\n[main.pays.rows]\n'
        'royal_flush = { pays = "50 to 1" }\nflush = { pays = "6 to 1" }\n'
    )
    sheet = answer(str(path), "--pays", "royal_flush=100")
    nets = {o["outcome"]: o["net"] for o in sheet["wagers"]["main"]["outcomes"]}
    assert nets["royal flush wins"] == 201
    assert nets["flush wins"] == 13


def test_no_card_known_and_one_card_known() -> None:
    classic = ("casino-stud", "--pays", "royal_flush=100", "--dealer-cards-known")
    none, one = (answer(*classic, known) for known in "01")
    assert one["wagers"]["main"] == answer(*classic[:-1])["wagers"]["main"]
    assert none["deals"] * 5 == one["deals"]
    assert none["wagers"]["main"]["house_edge"] > one["wagers"]["main"]["house_edge"]


def test_three_card_poker_sees_no_card_of_the_dealers() -> None:
    assert answer("three-card-poker", "--dealer-cards-known", "0")["dealer_cards_known"] == 0


def test_advice() -> None:
    told = answer("--advise", "casino-stud", "As Kd Jh 8c 3s", "9c")
    assert told["decision"] == "fold"
    assert Fraction(told["stay"]) == Fraction(-11465, 10879)
    assert sum(told["dealer"].values()) == 163_185


def test_advice_in_words() -> None:
    result = run("--advise", "three-card-poker", "Qs 6d 4h")
    assert result.exit_code == 0
    assert result.stdout.startswith("Qs 6d 4h (queen high): stay\n")


def test_a_rule_to_remember() -> None:
    told = answer("--rule", "casino-stud", "--pays", "royal_flush=100")
    first, *_, last = told["rules"]
    assert told["stay"] == "bet"
    assert first["stay_with"] == ["ace-king-jack-eight-three or better"]
    assert Fraction(first["cost"]) == Fraction(18_342_488_208, 19_933_230_517_200)
    assert Fraction(last["cost"]) == Fraction(44_846_352, 19_933_230_517_200)


def test_a_rule_in_words() -> None:
    result = run("--rule", "three-card-poker")
    assert result.stdout == (
        "Three Card Poker: play or fold\n"
        "\n"
        "Stay in with queen-six-four or better\n"
        "    costs nothing: it is the best strategy\n"
    )


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_a_sheet_for_people(slug: str) -> None:
    result = run(slug, "--economics")
    assert result.exit_code == 0
    for heading in ("Main game", "Strategy", "Jackpot on the player's hand"):
        assert heading in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("poker",), "there is no rulebook 'poker'"),
        (("casino-stud@5",), "has no edition '5'"),
        (("casino-stud", "--strategy", "q64"), "there is no strategy 'q64'"),
        (("casino-stud", "--pays", "royal_flush"), "is not HAND=NUMBER"),
        (("casino-stud", "--pays", "royal_flush=ten"), "is not HAND=NUMBER"),
        (("casino-stud", "--pays", "royal=10"), "has no hand 'royal'"),
        (("casino-stud", "--side-pays", "pair_plus.flush=3"), "has no pair plus"),
        (("casino-stud", "--jackpot-pays", "flush=many"), "is not HAND=NUMBER"),
        (("casino-stud", "--dealer-cards-known", "6"), "between 0 and 5"),
        (("three-card-poker", "--dealer-cards-known", "4"), "between 0 and 3"),
        (
            ("casino-stud", "--strategy", "matching-rank", "--dealer-cards-known", "2"),
            "for one known",
        ),
        (("casino-stud", "--meter", "-1"), "meter cannot be negative"),
        (("casino-stud", "--stake", "0"), "stake must be at least 1"),
        (("casino-stud", "--ante", "0"), "the ante is between"),
        (("casino-stud", "--increment", "much"), "takes a number"),
        (("casino-stud", "--participation", "1.5"), "participation"),
        (("no-such-file.toml",), "cannot read no-such-file.toml"),
        (("casino-stud", "--strategy-file", "no-such-file.toml"), "cannot be read"),
        (("casino-stud", "--report", "sheet.doc"), "ends in .pdf, .html or .xlsx"),
        (("casino-stud", "As Kd Jh 8c 3s"), "a hand is for --advise"),
        (("--advise", "casino-stud"), "advice needs a hand"),
        (("--rule", "casino-stud", "--strategy", "pair"), "--strategy has no meaning with --rule"),
        (("--rule", "casino-stud", "--ante", "2500"), "--ante has no meaning with --rule"),
        (("--rule", "--advise", "casino-stud"), "--rule is for all hands"),
        (("--advise", "casino-stud", "As Kd Jh 8c 3s"), "needs the dealer's one up card"),
        (("--advise", "casino-stud", "As Kd Jh 8c", "9c"), "has 5 cards, not 4"),
        (("--advise", "casino-stud", "As Kd Jh 8c 3s", "As"), "As is given twice"),
        (("--advise", "casino-stud", "As Kd Jh 8c 3x", "9c"), "'3x' is not a card"),
        (("--advise", "three-card-poker", "As Kd Jh", "9c"), "has no up card"),
    ],
)
def test_a_question_without_sense_is_refused_in_one_sentence(
    arguments: tuple[str, ...], said: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("slug", "ending"), [("three-card-poker", "pdf"), ("three-card-poker", "html")]
)
def test_a_report(tmp_path: Path, slug: str, ending: str) -> None:
    path = tmp_path / f"sheet.{ending}"
    assert run(slug, "--report", str(path)).exit_code == 0
    content = path.read_bytes()
    if ending == "pdf":
        assert content.startswith(b"%PDF-")
        return
    page = content.decode()
    assert "407,170,400" in page
    assert "200 of 200 agree" in page
    assert page.count("<svg") == 2
    assert "http://" not in page.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["casino-stud", "--economics", "--increment", "1e-30"], "increment"),
        (["casino-stud", "--economics", "--participation", "1e-400"], "participation"),
        (["casino-stud", "--players", "3"], "envy"),
        (["three-card-poker", "--players", "16"], "at most 15"),
        (["casino-stud", "--magic-every", "5"], "no draws"),
        (["casino-stud", "--boxes", "100"], "boxes"),
        (["casino-stud", "--meter", str(10**16)], "meter"),
        (["casino-stud", "--pays", "flush=5", "--pays", "flush=6"], "named twice"),
        (["--advise", "casino-stud", "As Kd Jh 8c 3s", "9c", "--report", "x.pdf"], "--report"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_advise_is_a_command_of_its_own_and_an_option() -> None:
    asked = ("casino-stud", "As Kd Jh 8c 3s", "9c")
    assert run("advise", *asked).output == run("--advise", *asked).output
    assert answer("advise", *asked)["stay"] == "-11465/10879"
    assert "RULEBOOK [HAND] [UP_CARD]" in run("advise", "--help").output
    refused = run("advise", "casino-stud")
    assert refused.exit_code == 2
    assert 'advice needs a hand, such as "As Kd Jh 8c 3s"' in refused.output
    assert run("advise", *asked, "--meter", "5").exit_code == 2


@pytest.mark.parametrize(
    ("written", "cents"),
    [("500000", 500_000), ("$5,000", 500_000), ("$12.5", 1_250), ("$12.05", 1_205), ("$7", 700)],
)
def test_money_is_cents_or_dollars(written: str, cents: int) -> None:
    assert answer("three-card-poker", "--meter", written)["wagers"]["jackpot"]["meter"] == cents


@pytest.mark.parametrize("written", ["5,000", "$5,00", "$1.234", "$", "5.5", "$-5", "five"])
def test_what_is_no_amount_of_money(written: str) -> None:
    refused = run("three-card-poker", "--meter", written)
    assert refused.exit_code == 2
    assert f"'{written}' is no amount of money" in refused.output


def test_the_atlas_of_three_card_poker() -> None:
    known = answer("three-card-poker", "--atlas")["knowledge"]
    assert known[0]["known"] == "none of the dealer's cards, the game itself"
    assert Fraction(known[0]["expected"]) == Fraction(-686_689, 20_358_520)
    assert known[0] | {"expected": "", "expected_decimal": 0} == {
        "known": known[0]["known"], "expected": "", "expected_decimal": 0,
        "gain": "0/1", "gain_decimal": 0.0, "either_way": 0.0, "clauses": [],
        "stay_with": ["queen-six-four or better"], "cost": "0/1", "cost_decimal": 0.0,
        "wagers": {"pair_plus": "-308/5525", "jackpot": "18391/2210", "envy_bonus": "0/1"},
    }  # fmt: skip
    assert round(known[1]["expected_decimal"], 4) == 0.0348
    assert known[1]["clauses"] == ["TCP 5.5"]
    gains = [Fraction(one["gain"]) for one in known]
    assert gains[:4] == sorted(gains[:4])
    by_name = {one["known"]: one for one in known}
    burnt = by_name["a card out of play: burnt, or of another box"]
    assert (burnt["expected"], burnt["clauses"]) == ("-3929729/117061490", ["TCP 3.7"])
    aces = by_name["aces told by their backs"]
    assert (aces["expected"], aces["clauses"]) == ("3187507/50896300", ["TCP 5.5"])
    assert by_name["aces and kings told by their backs"]["expected"] == "15793293/101792600"
    assert known[-1]["known"] == "all cards of 6 other boxes"
    assert known[-1]["clauses"] == ["TCP 3.7"]
    assert 0 < known[-1]["either_way"] < 0.00001


def test_the_atlas_is_for_all_hands() -> None:
    assert "--blind has no meaning with --atlas" in run("casino-stud", "--atlas", "--blind").output
    assert "is for one" in run("casino-stud", "As Kd Jh 8c 3s", "--atlas").output
