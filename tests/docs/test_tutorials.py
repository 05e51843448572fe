"""The tutorials: what they tell their reader to type works, and shows what they say."""

import asyncio
import doctest
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from croupier.house.store import database_url
from tests.docs.readme import ROOT
from tests.house.houses import KEY, keeping, play_round, register_jackpot, register_table
from tests.waiting import PATIENCE

FOLDER = ROOT / "docs" / "tutorials"


def blocks(page: str, language: str = "") -> list[str]:
    text = (FOLDER / page).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [block for name, block in found if name == language]


def typed(page: str) -> list[tuple[str, str]]:
    """Commands, each with what is said beside it."""
    lines = "".join(blocks(page)).splitlines()
    return [(line.partition(" # ")[0].strip(), line.partition(" # ")[2]) for line in lines]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-ec", command],
        cwd=folder,
        env={**own, "PATH": path, "CROUPIER_PORT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )


def works(command: str, folder: Path) -> str:
    done = run(command, folder)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr}"
    return done.stdout


def test_every_tutorial_is_followed_here() -> None:
    followed = {"first-round.md", "own-rulebook.md", "run-a-house.md", "audit-a-day.md"}
    assert {path.name for path in FOLDER.glob("*.md")} == followed


def test_a_first_round(tmp_path: Path) -> None:
    said = "\n".join(blocks("first-round.md", "pycon"))
    lesson = doctest.DocTestParser().get_doctest(said, {}, "first-round.md", None, 0)
    assert len(lesson.examples) > 12
    assert doctest.DocTestRunner().run(lesson).failed == 0
    [script] = blocks("first-round.md", "json")
    (tmp_path / "first.json").write_text(script, encoding="utf-8")
    [table, for_programs] = [works(command, tmp_path) for command, _ in typed("first-round.md")]
    assert "two pairs, queens and sixes" in table
    assert '"won": 40000' in for_programs or '"won":40000' in for_programs


def test_a_game_of_your_own(tmp_path: Path) -> None:
    """What its figures say is in the test of the pages on rulebooks."""
    game, line = blocks("own-rulebook.md", "toml")
    (tmp_path / "harbour.toml").write_text(f"{game}\n{line}", encoding="utf-8")
    told = [command for command, _ in typed("own-rulebook.md")]
    assert told[-1].startswith("croupier simulate harbour.toml --rounds")
    works(told[0], tmp_path)
    assert works("croupier rules --check harbour.toml", tmp_path).rstrip().endswith("@1.")


def test_run_a_house(tmp_path: Path) -> None:
    told = typed("run-a-house.md")
    [serve] = [command for command, when in told if when == "leave it running"]
    house = subprocess.Popen(
        [*(sys.executable, "-m"), *serve.split(), "--port", "0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert house.stdout is not None
        assert house.stdout.readline().startswith("The house is open at http://127.0.0.1:")
        for command, when in told:
            if when == "while it runs":
                works(command, tmp_path)
        assert house.stdout.readline().startswith("The administrator is 'admin'.")
        house.send_signal(signal.SIGINT)
        house.communicate(timeout=PATIENCE)
    finally:
        house.kill()
        house.wait()
    for command, when in told:
        if when == "after it has stopped":
            works(command, tmp_path)
    assert {when for _, when in told} == {
        *("leave it running", "while it runs", "after it has stopped")
    }


async def played(data: Path) -> None:
    """A house with a round at CSP-1."""
    data.mkdir()
    (data / "house.key").write_text(KEY.hex())
    (data / "house.key").chmod(0o600)
    async with keeping(database_url(data)) as handler:
        await register_jackpot(handler)
        await register_table(handler, "CSP-1")
        await play_round(handler, "CSP-1")


def test_audit_a_day(tmp_path: Path) -> None:
    asyncio.run(played(tmp_path / "house"))
    for command, when in typed("audit-a-day.md"):
        if when == "finds it":
            [forge] = blocks("audit-a-day.md", "python")
            subprocess.run([sys.executable, "-c", forge], cwd=tmp_path, check=True)
            found = run(command, tmp_path)
            assert found.returncode == 1
            assert "table:CSP-1 version" in found.stdout
            assert "its postings are not those of its event" in found.stdout
            assert "trigger postings_no_update: it is missing" in found.stdout
        else:
            works(command, tmp_path)
    assert (tmp_path / "events.csv").read_text().startswith("stream,")
    assert list((tmp_path / "rounds").glob("CSP-1-*.json"))
