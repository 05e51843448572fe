"""`croupier replay`: exit statuses, input of every kind, and the report of regular rounds."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import lines, run, run_process, script
from tests.playing import House

OPEN, CLOSE = {"do": "open_bets"}, {"do": "close_bets"}
ANTE = {"do": "place_wager", "box": 1, "player": "ann", "wager": "ante", "amount": 10000}
SUE = {"id": "sue", "role": "shift_manager"}
REGULAR = script(
    OPEN,
    ANTE,
    CLOSE,
    {"do": "deal", "hands": {"1": "9s 9d Ah 4c 2d", "dealer": "Ac Kh 9h 8h 3c"}},
    {"do": "place_wager", "box": 1, "wager": "bet"},
    {"do": "reveal_dealer"},
    {"do": "settle"},
)
REFUSED = script(OPEN, ANTE, CLOSE, ANTE)


def words(text: str) -> list[str]:
    return [" ".join(line.split()) for line in lines(text)]


# Exit statuses


def test_a_script_that_was_played_is_0(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(REGULAR)
    assert run("replay", str(file)).exit_code == 0


def test_a_refusal_alone_is_0() -> None:
    assert run("replay", "-", stdin=REFUSED).exit_code == 0


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_refusal_is_1_when_strict(more: tuple[str, ...]) -> None:
    result = run("replay", "-", "--strict", *more, stdin=REFUSED)
    assert result.exit_code == 1
    assert result.stdout
    assert result.stderr == ""


def test_strict_is_0_without_a_refusal() -> None:
    assert run("replay", "-", "--strict", stdin=REGULAR).exit_code == 0


# For programs


def test_json_is_the_result_and_nothing_else() -> None:
    result = run("replay", "-", "--json", stdin=REGULAR)
    assert result.stderr == ""
    document = json.loads(result.stdout)
    assert document["format"] == "croupier-result/1"
    assert [(line["wager"], line["won"]) for line in document["lines"]] == [
        ("ante", 10000),
        ("bet", 20000),
    ]
    assert document["players"] == {"ann": {"staked": 30000, "received": 60000, "net": 30000}}


def test_json_of_a_process_reading_standard_input() -> None:
    done = run_process("replay", "-", "--json", stdin=REGULAR.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["tables"]["T1"]["phase"] == "settled"


# For people


def test_the_report_of_a_regular_round() -> None:
    page = words(run("replay", "-", stdin=REGULAR).stdout)
    assert page[:7] == [
        "T1, round 1: settled casino-stud@6",
        "box 1 ann 9s 9d Ah 4c 2d pair of nines, ace kicker bet",
        "Dealer Ac Kh 9h 8h 3c ace-king high qualifies, CSP 1.14",
        'called "Place your bets, please" CSP 3.2, "No more bets" CSP 3.9',
        "box player wager staked result won returned clauses",
        "1 ann ante 100.00 won 100.00 100.00 CSP 3.14.1, 4.1/ante-note",
        "1 ann bet 200.00 won 200.00 200.00 CSP 3.14.1, 4.1/one-pair-or-less",
    ]
    assert page[7:] == ["Players", "player staked received net", "ann 300.00 600.00 300.00"]


def test_the_report_lists_refusals_with_sentence_and_clause() -> None:
    page = words(run("replay", "-", stdin=REFUSED).stdout)
    place = page.index("Refused: 1")
    assert page[place + 1] == "command 3 place_wager CSP 5.11 Bets are closed for this round."


def test_a_dealer_who_does_not_qualify_and_says_so() -> None:
    house = House("megalink-stud", jackpot=None)
    house.open().ante(1, 1000, "ann").close()
    house.deal({1: "9s 9d Ah 4c 2d"}, "Qc Jh 9h 8h 3c").bet(1).finish()
    page = words(run("replay", "-", stdin=json.dumps(house.script), width=120).stdout)
    assert "Dealer Qc Jh 9h 8h 3c queen high does not qualify, MEGA 3.10.2" in page
    assert (
        'called "Place your bets, please" MEGA 3.1, "No more bets" MEGA 3.2, '
        '"No hand" MEGA 3.10.2/announce'
    ) in page


def test_the_account_of_the_jackpot_adds_up() -> None:
    jackpot = {"meter": 1_000_000_00, "reset": 100_000_00, "increment": "0.2"}
    house = House("casino-stud", jackpot=jackpot)
    house.open().ante(1, 1000, "ann").jackpot(1).close()
    house.deal({1: "As Ks Qs Js Ts"}, "Qc Jh 9h 8h 3c").bet(1).finish()
    house.do("adjust_jackpot", jackpot="J1", amount=-300, reason="float", by=SUE)
    page = words(run("replay", "-", stdin=json.dumps(house.script)).stdout)
    place = page.index("Jackpots")
    assert page[place + 1 : place + 9] == [
        "J1",
        "opening 1,000,000.00",
        "+ contributed 1.00",  # a fifth of 5.00
        "+ seeded by the House 100,000.00",
        "+ adjusted -3.00",
        "- paid to winners 1,000,001.00",
        "= meter 99,997.00",
        'J1: -3.00 adjusted by sue (shift manager), "float".',
    ]


def test_a_claim_that_waits() -> None:
    house = House("casino-stud", tables=("T1", "T2"))
    for table in ("T1", "T2"):
        house.open(table=table).ante(1, 1000, table.lower(), table=table)
        house.jackpot(1, table=table).close(table=table)
    house.deal({1: "9s 9d Ah 4c 2d"}, "Qc Jh 9h 8h 3c", table="T1")
    house.deal({1: "9h 8h 7h 6h 5h"}, "Ac Kh Qd 8s 3c", table="T2")
    house.bet(1, table="T2").finish(table="T2")
    page = words(run("replay", "-", stdin=json.dumps(house.script)).stdout)
    assert any(row.startswith("1 t2 jackpot 5.00 pending 0.00 0.00 ") for row in page)
    assert "J1: the claim of table T2, round 1, box 1 waits for its turn." in page
    assert "T1, round 1: still running casino-stud@6" in page
    assert "Dealer Qc Jh 9h 8h 3c queen high not opened" in page


def test_names_cannot_steer_the_terminal() -> None:
    evil = {**ANTE, "player": "[/red]\x1b[31mX\n"}
    page = run("replay", "-", stdin=script(OPEN, evil, CLOSE)).stdout
    assert "\x1b" not in page
    result = run("replay", "-", stdin=script(OPEN, evil, {**ANTE, "player": "ben"}))
    assert result.exit_code == 0
    assert "Box 1 is [/red]?[31mX?'s until the round is over." in " ".join(result.stdout.split())


# Bad input

HOUSE_OF_TWO: dict[str, Any] = {
    "tables": {
        "T1": {"rulebook": "casino-stud", "jackpot": "J1"},
        "T2": {"rulebook": "multi-link-stud", "jackpot": "J1"},
    },
    "jackpots": {"J1": {"meter": 1, "reset": 1}},
}


def _table(**keys: Any) -> dict[str, Any]:
    return {"tables": {"T1": {"rulebook": "casino-stud", **keys}}}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "this is not JSON: "),
        ("", "this is not JSON: "),
        ("[]", "the script: Expected 'object', got 'array'"),
        (script(extra=1), "the script, field 'extra': "),
        (script(OPEN, {"do": "dance"}), "command 1 (dance), field 'do': "),
        (script({"box": 1}), "command 0 (?), field 'do': "),
        (script({**OPEN, "boks": 1}), "command 0 (open_bets), field 'boks': "),
        (script(OPEN, {**ANTE, "box": "one"}), "command 1 (place_wager), field 'box': "),
        (script(OPEN, {**ANTE, "amount": -5}), "command 1 (place_wager), field 'amount': "),
        (script(OPEN, {**ANTE, "amount": 0}), "command 1 (place_wager), field 'amount': "),
        (script(OPEN, {**ANTE, "amount": 5.5}), "command 1 (place_wager), field 'amount': "),
        (script(OPEN, {**ANTE, "amount": True}), "command 1 (place_wager), field 'amount': "),
        (script({"do": "fold"}), "command 0 (fold), field 'box': "),
        (
            script(OPEN, {**ANTE, "box": 8}),
            "command 1 (place_wager), field 'box': there is no box 8; the table has boxes 1 to 7\n",
        ),
        (script({"do": "deal", "shoe": "As Kx"}), "command 0 (deal)"),
        (script({**OPEN, "table": "T9"}), "command 0 (open_bets), field 'table': "),
        (script({**OPEN, "by": {"id": "x", "role": "boss"}}), "command 0 (open_bets), field 'by"),
        (
            script({**OPEN, "at": "2024-01-02T00:00Z"}, {**CLOSE, "at": "2024-01-01T00:00Z"}),
            "command 1 (close_bets), field 'at': earlier than the command before\n",
        ),
        (
            script(**HOUSE_OF_TWO),
            "table T2, field 'rulebook': tables T1 and T2 share jackpot J1 and must run one "
            "rulebook\n",
        ),
        (script(**_table(jackpot="J9")), "table T1, field 'jackpot': "),
        (script(**_table(boxes=10)), "table T1, field 'boxes': 10 is not from 1 to 9"),
        (script(**_table(readings={"absent": "fold"})), "table T1, field 'readings.absent': "),
        (script(rulebook="holdem"), "table T1, field 'rulebook': there is no rulebook 'holdem'"),
        (script(format="croupier-script/2"), "the script, field 'format': "),
    ],
)
def test_bad_input_is_2_with_one_sentence(text: str, sentence: str) -> None:
    result = run("replay", "-", stdin=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"croupier: standard input: {sentence}")
    assert result.stderr.count("\n") == 1


def test_a_card_that_does_not_exist_is_named() -> None:
    result = run("replay", "-", stdin=script({"do": "deal", "shoe": "As Kx"}))
    assert "'Kx' is not a card" in result.stderr


def test_the_sentence_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text(script(OPEN, {**ANTE, "amount": -5}))
    done = run_process("replay", str(file))
    assert done.returncode == 2
    assert done.stderr.decode().startswith(
        f"croupier: {file}: command 1 (place_wager), field 'amount': "
    )
    assert done.stdout == b""


@pytest.mark.parametrize("content", [b"\x00\xff\xfe\x00", b'{"format": "\xff"}', b"\x1f\x8b\x08"])
def test_binary_input(content: bytes) -> None:
    result = run("replay", "-", stdin=content)
    assert result.exit_code == 2
    assert result.stderr.startswith("croupier: standard input: this is not JSON: ")
    assert result.stderr.count("\n") == 1


def test_deeply_nested_input() -> None:
    text = '{"format": "croupier-script/1", "tables": ' + "[" * 100_000
    result = run("replay", "-", stdin=text)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "none.json"
    result = run("replay", str(file))
    assert (result.exit_code, result.stderr) == (2, f"croupier: {file}: there is no such file\n")


def test_a_directory(tmp_path: Path) -> None:
    result = run("replay", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr == f"croupier: {tmp_path}: this is a directory, not a script\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    file = tmp_path / "closed.json"
    file.write_text(REGULAR)
    file.chmod(stat.S_IWUSR)
    result = run("replay", str(file))
    assert (result.exit_code, result.stderr) == (
        2,
        f"croupier: {file}: this file may not be read\n",
    )


def test_a_name_that_no_file_can_have() -> None:
    result = run("replay", "a\0b")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.replay.LARGEST", 2 << 20)
    file = tmp_path / "large.json"
    file.write_bytes(b" " * (2 << 20) + b" ")
    result = run("replay", str(file))
    assert result.exit_code == 2
    assert result.stderr == (f"croupier: {file}: too large for a script; at most 2 MiB are read\n")


def test_a_reader_who_goes_away_is_no_error(tmp_path: Path) -> None:
    house = House("casino-stud", jackpot=None)
    for _ in range(300):
        house.open().ante(1, 1000).close().deal({1: "9s 9d Ah 4c 2d"}, "Ac Kh 9h 8h 3c")
        house.bet(1).finish()
    file = tmp_path / "long.json"
    file.write_text(json.dumps(house.script))
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "replay", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    process.wait()
    assert complaint == b""
