"""A newcomer reads README from the top and types what it says, in a copy of this folder."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from croupier.house.store.packing import unpacked
from tests.docs.readme import ROOT, Line, lines
from tests.waiting import PATIENCE, again_and_again
from tests.web.playing_pages.visiting import DESKTOP, visiting

OPENS = "The house is open at "
THIS_VERY_RUN = "make test"
WHILE_IT_RUNS = "while it runs"
FILES = ("Makefile", "requirements.txt", "pyproject.toml", "README.md")
FOLDERS = ("src", "tests", "docs")


class Newcomer:
    """Somebody in a terminal, in a folder whose name has a blank."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name)
        for name in FILES:
            shutil.copy2(ROOT / name, folder / name)
        bin_folder = folder / ".venv" / "bin"  # installed already: what is tested is this program
        bin_folder.parent.mkdir()
        bin_folder.symlink_to(Path(sys.prefix) / "bin")
        (folder / ".venv" / ".installed").touch()
        own = {name: value for name, value in os.environ.items() if _is_own(name)}
        self.environment = {
            **own,
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "CROUPIER_PORT": "0",  # as 8000 may be taken here
        }

    def types(self, command: str) -> str:
        """What it prints; it must succeed, and complain of nothing."""
        ran = subprocess.run(
            ["sh", "-ec", command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, ran.stderr) == (0, ""), command
        assert ran.stdout.strip(), command
        return ran.stdout

    @contextmanager
    def running(self, command: str) -> Iterator[str]:
        """The address that it prints; it is ended by Ctrl-C, which all in the terminal get."""
        process = subprocess.Popen(
            ["sh", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            assert line.startswith(OPENS), line or "it ended"
            yield line.removeprefix(OPENS).split()[0]
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.communicate(timeout=PATIENCE)

    def closed_in_good_order(self) -> bool:
        with closing(sqlite3.connect(self.folder / "house" / "house.db")) as house:
            last = "SELECT events FROM records WHERE stream = 'operation' ORDER BY seq DESC LIMIT 1"
            [packed] = house.execute(last).fetchone()
            return b'"event":"house_stopped"' in unpacked(packed)[-1]


def _is_own(name: str) -> bool:
    """Not of the house of whoever runs the tests, nor of the `make` that runs them."""
    return not name.startswith(("CROUPIER_", "MAKE", "MFLAGS"))


def play_a_round(page: Page) -> None:
    """At a table with its own clock: who comes too late on a slow machine plays the next round."""
    ante = page.locator('.felt.phase-betting [data-spot="1/ante"]:not(:has(.amount))')
    look = page.get_by_role("button", name="Look at my cards").last
    stay = page.get_by_role("button", name="Bet $50.00")
    for _ in again_and_again():
        expect(ante.or_(stay).first).to_be_visible()
        with suppress(TooLate):
            if ante.is_visible():
                ante.click(timeout=5_000)
            if look.is_visible():
                look.click(timeout=5_000)
            if stay.is_visible():
                stay.click(timeout=5_000)
                return


def read_the_record(page: Page) -> None:
    """The round is over once it is among one's own; its shuffle is checked in the browser."""
    past = page.locator(".past-round")
    nothing = page.get_by_role("dialog").get_by_text("You have not finished a round")
    for _ in again_and_again():
        page.get_by_role("button", name="My rounds").click()
        expect(past.or_(nothing).first).to_be_visible()
        if past.count():
            break
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    past.first.click()
    expect(page.get_by_role("dialog")).to_contain_text(
        "The seed has the fingerprint that this browser was shown"
    )


def visit(address: str, chromium: Browser, table: str) -> None:
    with visiting(chromium, address, DESKTOP) as guest:
        page = guest.go("/")
        page.get_by_role("listitem").filter(has_text=table).get_by_role("link").click()
        play_a_round(page)
        # Who comes too late is refused, and the browser notes that; anything else is a complaint.
        guest.complaints[:] = [one for one in guest.complaints if "status of 409" not in one]
        read_the_record(page)


@pytest.fixture
def newcomer(tmp_path: Path) -> Newcomer:
    return Newcomer(tmp_path / "a casino")


def test_what_readme_says_works_in_its_order(newcomer: Newcomer, chromium: Browser) -> None:
    told = [line for line in lines() if line.command != THIS_VERY_RUN]
    assert told[0].command == "make run"
    for line in told:
        follow(newcomer, chromium, line)


def follow(newcomer: Newcomer, chromium: Browser, line: Line) -> None:
    if line.command == "make run":
        with newcomer.running(line.command) as address:
            visit(address, chromium, "CSP-1")
        assert newcomer.closed_in_good_order()
    elif line.comment == WHILE_IT_RUNS:
        with newcomer.running("make run"):
            newcomer.types(line.command)
    else:
        newcomer.types(line.command)


@pytest.mark.parametrize(
    "act",
    [
        *("make run", "make test", "croupier tour", "croupier rules", "croupier odds"),
        *("croupier simulate", "croupier schema", "croupier replay tests/", "croupier compliance"),
        *(".venv/bin/croupier verify", ".venv/bin/croupier export"),
        *("for script in rounds/*.json", ".venv/bin/croupier backup"),
        *(".venv/bin/croupier restore", ".venv/bin/croupier verify --data copy"),
    ],
)
def test_readme_tells_the_whole_story(act: str) -> None:
    """What the test above follows cannot be lost from README unnoticed."""
    assert [line for line in lines() if line.command.startswith(act)]


def test_a_backup_is_made_while_the_house_runs() -> None:
    [backup] = [line for line in lines() if " backup " in line.command]
    assert backup.comment == WHILE_IT_RUNS
