"""What the documents show is run: snippets, commands, links."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = [line.split("#")[0].strip() for block in blocks("") for line in block.splitlines()]
    return [line for line in lines if line.startswith("croupier ")]


def test_the_library_snippet_runs_and_is_short() -> None:
    [snippet] = blocks("python")
    assert len(snippet.splitlines()) <= 15
    ran = subprocess.run(
        [sys.executable, "-c", snippet], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.splitlines() == [
        "ante won 10000 ('CSP 3.14.1', 'CSP 4.1/ante-note')",
        "bet won 40000 ('CSP 3.14.1', 'CSP 4.1/two-pairs')",
    ]


@pytest.mark.parametrize("command", commands())
def test_every_command_of_the_readme_works(command: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.strip()


def test_there_are_commands_to_run() -> None:
    assert len(commands()) >= 8


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text())
    assert targets or page != "README.md"
    for target in targets:
        assert (ROOT / target).exists(), target
