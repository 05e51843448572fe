"""`croupier rules --file` and `--check`, `croupier schema rulebook`, files in place of names."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from croupier.books import RULEBOOKS, file_text
from tests.cli.running import run

MINE = 'extends = "three-card-poker@4"\nslug = "mine"\nname = "My Poker"\ndocument = "MY"\n'


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    return path


def test_a_file_is_printed_as_it_stands() -> None:
    result = run("rules", "--file", "multi-link-stud")
    assert result.exit_code == 0
    assert result.stdout == Path("src/croupier/books/multi-link-stud@2.toml").read_text("utf-8")


def test_a_sound_file(mine: Path) -> None:
    result = run("rules", "--check", str(mine))
    assert result.exit_code == 0
    assert result.stdout == f"{mine} is sound: My Poker, mine@4.\n"


def test_a_file_that_is_not(mine: Path) -> None:
    mine.write_text(MINE + "[stay]\nmultiple = 0\n", encoding="utf-8")
    result = run("rules", "--check", str(mine))
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "line 6, stay.multiple: 0 is not a whole number from 1 to 100",
        f"{mine} is not sound.",
    ]


def test_what_can_never_act_is_not_sound(mine: Path) -> None:
    row = '[ante_bonus.rows]\nfull_house = { pays = "9 to 1", clause = "9" }\n'
    mine.write_text(MINE + row, encoding="utf-8")
    result = run("rules", "--check", str(mine))
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "line 6, ante_bonus.rows.full_house: no hand of 3 cards is a full house (it can never act)"
    )


def test_a_check_for_programs(mine: Path) -> None:
    mine.write_text(MINE + "edition = 0\n", encoding="utf-8")
    result = run("rules", "--check", str(mine), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "sound": False,
        "rulebook": None,
        "wrong": [
            {
                "words": "0 is not a whole number from 1 to 1,000,000",
                "path": ["edition"],
                "line": 5,
            }
        ],
        "idle": [],
        "silent": [],
    }


@pytest.mark.parametrize("option", ["--file", "--check"])
def test_a_file_that_is_not_there(option: str) -> None:
    result = run("rules", option, "nowhere.toml")
    assert result.exit_code == 2
    assert result.stderr == "croupier: cannot read nowhere.toml: No such file or directory\n"


def test_one_thing_at_a_time(mine: Path) -> None:
    assert run("rules", "--check", str(mine), "--file", "casino-stud").exit_code == 2


def test_the_printed_book_of_a_file_is_whole(mine: Path) -> None:
    result = run("rules", str(mine))
    assert result.exit_code == 0
    assert "My Poker (mine@4)" in result.stdout
    assert "MY 4.3/pair" in result.stdout


def test_a_bad_file_is_refused_wherever_a_rulebook_is_named(mine: Path) -> None:
    mine.write_text("streets = 2\n" + MINE, encoding="utf-8")
    for command in (("rules",), ("odds",), ("simulate", "--rounds", "10")):
        result = run(command[0], str(mine), *command[1:])
        assert result.exit_code == 2
        assert "line 1, streets: several decision stages cannot be said yet" in result.stderr


def test_odds_of_a_file(mine: Path) -> None:
    """The main game that this file leaves alone has the published edge, 3.373 % of the ante."""
    priced = json.loads(run("odds", str(mine), "--json").stdout)
    assert (priced["rulebook"], priced["edition"]) == ("mine", 4)
    assert priced["wagers"]["main"]["expected"] == "-686689/20358520"


def test_a_script_names_a_file(mine: Path) -> None:
    script = {
        "format": "croupier-script/1",
        "tables": {"T": {"rulebook": str(mine), "boxes": 2}},
        "commands": [
            {"do": "open_bets"},
            {"do": "place_wager", "box": 1, "player": "Ann", "wager": "ante", "amount": 1000},
            {"do": "close_bets"},
            {"do": "deal", "hands": {"1": "As Ks Qd", "dealer": "2c 3d 5h"}},
            {"do": "place_wager", "box": 1, "wager": "play"},
            {"do": "reveal_dealer"},
            {"do": "settle"},
        ],
    }
    result = run("replay", "-", "--json", stdin=json.dumps(script))
    assert result.exit_code == 0, result.stderr
    played = json.loads(result.stdout)
    assert played["refusals"] == []
    # The dealer has no queen: the ante wins 10.00, the play goes back, a straight pays the bonus.
    ante = next(line for line in played["lines"] if line["wager"] == "ante")
    assert (ante["won"], ante["returned"]) == (1000, 1000)
    assert "MY 3.13.2" in ante["clauses"]


SCHEMA: dict[str, Any] = json.loads(run("schema", "rulebook").stdout)


def _described(schema: Any) -> list[str]:
    """Keys without a description."""
    missing = []
    for name, inner in schema.get("properties", {}).items():
        missing += [] if inner.get("description") else [name]
        missing += _described(inner)
    if isinstance(schema.get("additionalProperties"), dict):
        missing += _described(schema["additionalProperties"])
    return missing


def test_the_schema_tells_what_every_key_is() -> None:
    assert _described(SCHEMA) == []
    for definition in SCHEMA["$defs"].values():
        assert _described(definition) == []


def _as_json(text: str) -> Any:
    return json.loads(json.dumps(tomllib.loads(text), default=str))


@pytest.mark.parametrize("slug", list(RULEBOOKS))
def test_the_files_of_the_package_fit_the_schema(slug: str) -> None:
    jsonschema_rs.validator_for(SCHEMA).validate(_as_json(file_text(slug)))


@pytest.mark.parametrize(
    "more",
    [
        "streets = 2",
        'hands = "four_cards"',
        "[stay]\nmultiple = 0",
        '[main]\npayout_max = { value = "5" }',
        '[jackpot.rows.straight]\nprize = "15"',
        "[irregularities.rain]\nremedy = 'void'",
        '[betting]\nboxes_per_player = { value = "many" }',
    ],
)
def test_what_is_wrong_does_not_fit_the_schema(more: str) -> None:
    assert jsonschema_rs.validator_for(SCHEMA).is_valid(_as_json(MINE))
    assert not jsonschema_rs.validator_for(SCHEMA).is_valid(_as_json(f"{MINE}{more}"))
