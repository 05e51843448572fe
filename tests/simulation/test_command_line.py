"""`croupier simulate`: the contract, rounds as scripts, and refusals in one sentence."""

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from croupier.books import RULEBOOKS, find_rulebook
from croupier.cli.simulate import simulate
from croupier.ranking import HandClass
from croupier.script import read_script, replay, result_of
from tests.waiting import PATIENCE


def run(*arguments: str) -> Result:
    return CliRunner().invoke(simulate, arguments, catch_exceptions=False)


def answer(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_the_contract() -> None:
    found = answer("casino-stud", "--rounds", "2e5", "--strategy", "akj83", "--seed", "7")
    assert found["rulebook"] == "casino-stud"
    assert found["rounds"] == 200_000
    assert found["seed"] == 7
    assert found["rounds_per_second"] > 0
    assert set(found["wagers"]) == {"main", "jackpot", "all_wagers"}
    for wager in found["wagers"].values():
        assert {"mean", "standard_error", "standard_deviation"} <= set(wager)
    assert sum(one["count"] for one in found["outcomes"]) == 200_000
    again = answer("--seed", "7", "--strategy", "akj83", "--rounds", "200_000", "casino-stud")
    assert again["wagers"] == found["wagers"]


@pytest.mark.parametrize(
    ("slug", "wagers"),
    [
        ("megalink-stud", {"main", "jackpot", "all_wagers"}),
        ("multi-link-stud", {"main", "jackpot", "all_wagers"}),
        (
            "singapore-stud",
            {
                "main",
                "jackpot",
                "dealer_jackpot",
                "magic_card",
                "lucky_player",
                "lucky_dealer",
                "all_wagers",
            },
        ),
        (
            "three-card-poker",
            {"main", "ante_bonus", "pair_plus", "jackpot", "envy_bonus", "all_wagers"},
        ),
    ],
)
def test_each_wager_of_a_rulebook_has_its_key(slug: str, wagers: set[str]) -> None:
    found = answer(slug, "--rounds", "1000", "--strategy", "always", "--seed", "1")
    assert set(found["wagers"]) == wagers


def test_a_side_wager_has_its_stake_by_name() -> None:
    common = ("three-card-poker", "--rounds", "1000", "--strategy", "always", "--seed", "1")
    assert "pair_plus" not in answer(*common, "--side", "pair_plus=0")["wagers"]
    found = answer(*common, "--pair-plus", "100", "--side", "pair_plus=2500")
    assert found["wagers"]["pair_plus"]["stake_cents"] == 2500


def test_exact_figures_beside() -> None:
    found = answer("three-card-poker", "--rounds", "1e5", "--seed", "3", "--exact")
    main = found["wagers"]["main"]
    assert Fraction(main["exact"]) == Fraction(-686_689, 20_358_520)
    assert abs(main["standard_errors_off"]) < 4


def test_until_a_half_width() -> None:
    found = answer("casino-stud", "--until", "0.005", "--strategy", "pair", "--seed", "2")
    assert 0 < found["wagers"]["main"]["half_width"] <= 0.005


def test_a_name_with_brackets_is_a_name(tmp_path: Path) -> None:
    """To the library that writes tables they would be marks of its own."""
    path = tmp_path / "brackets.toml"
    path.write_text(
        'extends = "casino-stud@6"\nslug = "mine"\nname = "Harbour [/nope] :one: Poker"\n'
    )
    said = run(str(path), "--rounds", "1000", "--seed", "1").stdout
    assert "Harbour [/nope] :one: Poker, edition 6" in said


def test_a_what_if_and_a_reading(tmp_path: Path) -> None:
    path = tmp_path / "classic.toml"
    path.write_text(
        'extends = "singapore-stud@4"\nslug = "classic"\n[main.pays.rows]\n'
        'royal_flush = { pays = "100 to 1" }\npair = { pays = "9 to 1" }\n'
    )
    terms = ("--rounds", "20000", "--strategy", "pair", "--seed", "2")
    common = ("singapore-stud", *terms)
    changed = answer(str(path), *terms)
    assert {one["outcome"]: one["net"] for one in changed["outcomes"]}["one pair wins"] == 19
    assert changed["fingerprint"] != answer(*common)["fingerprint"]
    forfeiting = answer(*common, "--reading", "fold_keeps_jackpot=false")
    assert forfeiting["wagers"]["dealer_jackpot"] != answer(*common)["wagers"]["dealer_jackpot"]


def test_pictures(tmp_path: Path) -> None:
    path = tmp_path / "rounds.svg"
    result = run("casino-stud", "--rounds", "5e4", "--strategy", "pair", "--plot", str(path))
    assert result.exit_code == 0
    assert "<svg" in path.read_text()


@pytest.mark.parametrize("slug", RULEBOOKS)
def test_a_page_for_people(slug: str) -> None:
    result = run(slug, "--rounds", "20000", "--strategy", "always", "--players", "2", "--exact")
    assert result.exit_code == 0
    for words in ("main", "outcome of the main game", "prizes of jackpot"):
        assert words in result.stdout


def test_a_round_is_shown_as_a_script() -> None:
    shown = run("casino-stud", "--seed", "7", "--show-round", "123456789", "--strategy", "akj83")
    assert shown.exit_code == 0
    script = read_script(shown.stdout)
    result = result_of(replay(script))
    assert not result.refusals
    assert {line.wager for line in result.lines} >= {"ante", "jackpot"}
    assert (
        run("casino-stud", "--seed", "7", "--show-round", "123456790", "--strategy", "akj83").stdout
        != shown.stdout
    )


def test_a_round_under_another_reading_is_shown_with_it() -> None:
    shown = run(
        "singapore-stud", "--seed", "7", "--show-round", "1e6", "--strategy", "pair",
        "--reading", "fold_keeps_jackpot=false", "--magic-every", "1",
    )  # fmt: skip
    script = json.loads(shown.stdout)
    assert script["tables"]["T1"]["readings"] == {"fold_keeps_jackpot": False}
    assert any(command["do"] == "draw" for command in script["commands"])
    assert not result_of(replay(read_script(shown.stdout))).refusals


def test_a_bankroll(tmp_path: Path) -> None:
    path = tmp_path / "ruin.svg"
    common = ("bankroll", "three-card-poker", "--bankroll", "100000", "--strategy", "q64",
              "--session-rounds", "50", "--sessions", "4000", "--seed", "1")  # fmt: skip
    found = answer(*common, "--plot", str(path))
    risk = found["risk_of_ruin"]
    assert abs(risk["mean"] - risk["exact"]) < 4 * risk["standard_error"]
    assert "<svg" in path.read_text()
    assert "risk of ruin" in run(*common).stdout


def test_a_floor(tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(
        'rulebook = "casino-stud"\nstrategy = "akj83"\nyears = 0.01\nhistories = 2\n'
        "[jackpot]\nmeter = 1_000_000_00\nreset = 100_000_00\n[[tables]]\ncount = 2\n"
    )
    picture = tmp_path / "floor.svg"
    common = ("floor", str(path), "--workers", "1", "--seed", "9")
    found = answer(*common, "--plot", str(picture))
    assert found["histories"] == 2
    assert found["seed"] == 9
    assert "<svg" in picture.read_text()
    assert "linked tables" in run(*common).stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("poker",), "there is no rulebook 'poker'"),
        (("casino-stud", "--rounds", "0"), "rounds is a whole number from 1"),
        (("casino-stud", "--rounds", "many"), "takes a whole number"),
        (("casino-stud", "--rounds", "1.5"), "takes a whole number"),
        (("casino-stud", "--until", "-1"), "half-width above zero"),
        (("casino-stud", "--strategy", "q64"), "there is no strategy 'q64'"),
        (("casino-stud", "--players", "10"), "1 to 9 players"),
        (("casino-stud", "--players", "0"), "1 to 9 players"),
        (("megalink-stud", "--players", "8"), "1 to 7 players"),
        (("casino-stud", "--seed", "-1"), "a seed is a whole number"),
        (("casino-stud", "--workers", "0"), "workers is a number from 1"),
        (("casino-stud", "--ante", "0"), "ante is 1 to"),
        (("casino-stud", "--jackpot", "2"), "jackpot is 0 to 1"),
        (("casino-stud", "--meter", "-1"), "meter: may not be below zero"),
        (("casino-stud", "--increment", "2"), "increment: must lie from 0 to 1"),
        (("singapore-stud", "--magic-every", "-1"), "magic_every is 0 for never"),
        (("casino-stud", "--magic-every", "100"), "Casino Stud Poker has no draws"),
        (("casino-stud", "--reading", "mood"), "is not NAME=VALUE"),
        (("casino-stud", "--reading", "mood=good"), "no such reading"),
        (("casino-stud", "--plot", "out.doc"), "a plot ends in .svg"),
        (("none.toml",), "cannot read none.toml"),
        (("casino-stud", "--show-round", "5"), "give --seed too"),
        (("casino-stud", "--seed", "1", "--show-round", "-5"), "rounds are numbered"),
        (("floor", "none.toml"), "cannot be read"),
        (("bankroll", "casino-stud", "--bankroll", "5"), "must cover one full round"),
        (("bankroll", "casino-stud", "--bankroll", "1e6", "--sessions", "0"), "sessions is"),
        (("casino-stud", "--side", "pair_plus=5"), "has no side wager 'pair_plus'"),
        (("three-card-poker", "--side", "pair_plus"), "is not NAME=CENTS"),
        (("three-card-poker", "--side", "pair_plus=-5"), "is not NAME=CENTS"),
        (("casino-stud", "--meter", "$5k"), "--meter: '$5k' is no amount of money"),
    ],
)
def test_bad_parameters_are_refused_in_one_sentence(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_money_is_cents_or_dollars_with_their_sign() -> None:
    common = ("three-card-poker", "--rounds", "500", "--seed", "7", "--strategy", "q64", "--json")
    cents = ("--ante", "2500", "--meter", "500000", "--side", "pair_plus=1050")
    dollars = ("--ante", "$25", "--meter", "$5,000", "--side", "pair_plus=$10.50")
    found = [json.loads(run(*common, *amounts).stdout) for amounts in (cents, dollars)]
    assert found[0]["wagers"]["pair_plus"]["net_cents"] % 1050 == 0
    assert found[0]["wagers"] == found[1]["wagers"]


def test_the_script_of_a_what_if_carries_its_text(tmp_path: Path) -> None:
    path = tmp_path / "what-if.toml"
    path.write_text(
        'extends = "casino-stud@6"\nslug = "what-if"\n[main.pays.rows]\n'
        'flush = { pays = "9 to 1" }\n'
    )
    script = json.loads(run(str(path), "--seed", "1", "--show-round", "5").stdout)
    said = find_rulebook(script["tables"]["T1"]["rulebook"])
    assert (said.slug, said.main.pays.odds[HandClass.FLUSH]) == ("what-if", 9)


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_what_is_known(workers: str) -> None:
    code = (  # what a shell runs in the background ignores the signal, and hands that down
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from croupier.cli.simulate import simulate; simulate()"
    )
    watched, terminal = pty.openpty()  # progress is told where somebody watches
    started = subprocess.Popen(
        [sys.executable, "-c", code, "casino-stud", "--rounds", "1e13", "--json",
         "--strategy", "akj83", "--workers", workers],
        stdout=subprocess.PIPE, stderr=terminal, start_new_session=True,
    )  # fmt: skip
    os.close(terminal)
    told = b""
    while b" rounds" not in told:
        told += os.read(watched, 4096)
    os.killpg(started.pid, signal.SIGINT)
    with suppress(OSError):  # the terminal is gone with its last program
        while os.read(watched, 4096):
            pass
    os.close(watched)
    said, _ = started.communicate(timeout=PATIENCE)
    assert started.returncode == 130
    found = json.loads(said)
    assert found["interrupted"]
    assert found["rounds"] > 0
