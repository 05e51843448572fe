"""`croupier serve --tables`: tables for play money from a file, rulebooks in files beside it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from croupier.cli.serve import serve
from tests.house.houses import MANAGER
from tests.house.model.table.books import HARBOUR
from tests.house.serving import Program, http_to, introduced

TABLE = {"do": "register_table", "name": "HP-1", "money": "practice"}


def _file(folder: Path, *commands: object) -> str:
    path = folder / "tables.json"
    path.write_text(json.dumps(commands))
    return str(path)


async def test_a_table_runs_a_file_and_is_set_up_once(tmp_path: Path, sqlite_url: str) -> None:
    book = tmp_path / "harbour.toml"
    book.write_text(HARBOUR)
    bot = {"box": 1, "name": "Ada (bot)", "strategy": "simple", "ante": 1000}
    commands = _file(
        tmp_path,
        TABLE | {"entry": {"rulebook": str(book)}},
        {"do": "seat_bot", "table": "HP-1", **bot},
    )
    tokens = await introduced(sqlite_url, MANAGER)
    running = Program("--data", str(tmp_path), "--tables", commands)
    versions = []
    try:
        for _ in range(2):
            running.start()
            async with http_to(running.address, tokens[MANAGER.id]) as http:
                [found] = (await http.get("/api/tables")).json()
            assert (found["table"], found["rulebook"]) == ("HP-1", "harbour-poker@1")
            versions.append(found["version"])
            running.end()
            book.unlink(missing_ok=True)  # the log has it
            commands = _file(tmp_path, TABLE | {"entry": {"rulebook": "harbour-poker@1"}})
    finally:
        running.end()
    assert versions[0] == versions[1]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (TABLE | {"entry": {"rulebook": "none-such.toml"}}, "cannot read none-such.toml"),
        (TABLE | {"entry": {"rulebook": "poker"}}, "there is no rulebook 'poker'"),
        (TABLE | {"entry": {"rulebook": "casino-stud"}, "money": "live"}, "takes two people"),
        ({"do": "open_bets"}, "Invalid value 'open_bets'"),
        ({"do": "seat_bot", "box": 1, "name": "x", "strategy": "s", "ante": 1}, "names no table"),
    ],
)
def test_what_cannot_be_set_up_is_said(tmp_path: Path, command: object, words: str) -> None:
    asked = ["--data", str(tmp_path), "--port", "0", "--tables", _file(tmp_path, command)]
    found = CliRunner().invoke(serve, asked)
    assert found.exit_code != 0
    assert words in found.output
    assert "Traceback" not in found.output
