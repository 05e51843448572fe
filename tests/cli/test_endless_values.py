"""Numbers without end and times outside the calendar are bad input, not mistakes of the program."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli.main import croupier
from croupier.cli.trouble import UNFORESEEN

ENDLESS = "9" * 5_000
SCRIPT = {
    "format": "croupier-script/1",
    "tables": {"T1": {"rulebook": "casino-stud", "boxes": 5}},
    "commands": [{"do": "open_bets"}],
}


def run(*arguments: object, text: str | None = None) -> Result:
    return CliRunner().invoke(croupier, [str(one) for one in arguments], input=text)


def demand_refused(done: Result) -> None:
    assert done.exit_code == 2, done.output
    assert UNFORESEEN not in done.output
    assert len(done.output) > 15


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"])
def test_a_time_at_the_end_of_the_calendar(at: str) -> None:
    script = {**SCRIPT, "commands": [{"do": "open_bets", "at": at}]}
    done = run("replay", "-", text=json.dumps(script))
    demand_refused(done)
    assert "command 0 (open_bets), field 'at': " + at in done.output


def test_a_number_without_end_in_toml(tmp_path: Path) -> None:
    data = tmp_path / "house"
    data.mkdir(mode=0o700)
    (data / "croupier.toml").write_text(f"port = {ENDLESS}\n")
    for command in ("serve", "verify", "export"):
        demand_refused(run(command, "--data", data))
    file = tmp_path / "endless.toml"
    file.write_text(f"name = {ENDLESS}\n")
    demand_refused(run("odds", file))
    demand_refused(run("odds", "casino-stud", "--strategy-file", file))
    demand_refused(run("simulate", "floor", file))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(SCRIPT)[:-1] + f', "more": {ENDLESS}}}',
        json.dumps(SCRIPT).replace("5", ENDLESS),
        json.dumps(SCRIPT)[:-1] + f', "commands": [{{"do": "open_bets", "at": {ENDLESS}}}]}}',
    ],
)
def test_a_number_without_end_in_a_script(text: str) -> None:
    demand_refused(run("replay", "-", text=text))


def test_a_number_without_end_on_a_command_line(tmp_path: Path) -> None:
    demand_refused(run("serve", "--data", tmp_path / "new", "--port", ENDLESS))
    demand_refused(run("export", "--data", tmp_path, "--table", "T1", "--round", ENDLESS))
    demand_refused(run("verify", "--data", tmp_path, "--anchor", f"{ENDLESS}:{'0' * 64}"))
