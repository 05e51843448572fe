"""Scripts of strangers: what they name and say is shown, and nothing of it is obeyed."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run, script

OBEYED = "\x1b]0;x\x07\x1b[2J\x9b2J\u202e\u2028\u2066"


def named(rulebook: str) -> str:
    """A script whose table runs the rules of this name."""
    return script({"do": "open_bets"}, rulebook=rulebook)


@pytest.mark.parametrize(
    "command",
    [
        {"do": OBEYED},
        {"do": "deal", "shoe": OBEYED},
        {"do": "fold", "box": 1, "table": OBEYED},
        {"do": "place_wager", "box": 1, "wager": "ante", "player": OBEYED, "amount": 10_00},
    ],
)
def test_nothing_that_a_terminal_obeys_is_written(command: dict[str, Any]) -> None:
    other = {"do": "place_wager", "box": 1, "wager": "ante", "player": "bob", "amount": 10_00}
    done = run("replay", "-", stdin=script({"do": "open_bets"}, command, other))
    told = done.output + done.stderr
    assert not set(OBEYED) - set("]0;x[2J") & set(told)
    assert "?]0;x?" in told


def test_what_a_file_holds_is_not_repeated(tmp_path: Path) -> None:
    """A file of one line is no name of a rulebook."""
    secret = tmp_path / "secret"
    secret.write_text("PASSWORD=hunter2\0HOME=/root")
    done = run("replay", "-", stdin=named(str(secret)))
    assert done.exit_code == 2
    assert "hunter2" not in done.output + done.stderr
    assert "this is not TOML" in done.stderr


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_only_ordinary_files_are_opened(tmp_path: Path, kind: str) -> None:
    """Reading a pipe that nobody writes to would never end."""
    place = tmp_path / "pipe.toml"
    if kind == "pipe":
        os.mkfifo(place)
    elif kind == "device":
        place = Path("/dev/zero")
    else:
        place.mkdir()
    extending = tmp_path / "mine.toml"
    extending.write_text(f"extends = {json.dumps(str(place))}\n")
    done = run("replay", "-", stdin=named(str(place)))
    assert done.exit_code == 2
    assert f"cannot read {place}: it is no ordinary file" in done.stderr
    if place.suffix:
        done = run("rules", "--check", str(extending))
        assert done.exit_code == 1
        assert "no ordinary file" in done.output
