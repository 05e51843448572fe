"""The compliance page: every piece of evidence that it names is there."""

import ast
import json
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from croupier.cli.compliance import compliance
from croupier.cli.main import COMMANDS, croupier
from croupier.house.read.compliance import REQUIREMENTS, Requirement

ROOT = Path(__file__).resolve().parents[2]

ASKED = (
    "edition",
    "displayed at the table",
    "void refunds all",
    "last round",
    "single transactions",
    "parameters and meters",
    "25 hits",
    "near-simultaneous",
    "never reduced silently",
    "No parameter is changed in operation",
    "link is down",
    "power loss",
    "software authentication",
    "Two-person",
    "different powers",
    "cannot be altered",
    "displayed equals what was posted",
    "Test mode",
    "replay of the last game",
    "Significant events",
    "shuffle",
    "loss limits",
)
"""The list that the page answers, one word or two of each."""


@cache
def functions(path: str) -> frozenset[str]:
    """The tests of a module; one that is skipped by a mark proves nothing."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    return frozenset(
        node.name
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and not any("skip" in ast.unparse(mark) for mark in node.decorator_list)
    )


def missing(requirement: Requirement) -> list[str]:
    """The evidence that is not there."""
    gone = []
    for test in requirement.tests:
        path, _, name = test.partition("::")
        if name not in functions(path):
            gone.append(test)
    return gone + [command for command in requirement.commands if not exists(command)]


def exists(command: str) -> bool:
    """Whether the command and each of its options is one of the program's."""
    program, name, *words = command.split()
    if program != "croupier" or name not in COMMANDS:
        return False
    found = croupier.get_command(click.Context(croupier), name)
    assert found is not None
    options = {option for one in found.params for option in one.opts}
    return all(word in options for word in words if word.startswith("--"))


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda one: one.name)
def test_the_evidence_is_there(requirement: Requirement) -> None:
    assert requirement.tests or requirement.commands
    assert missing(requirement) == []


def test_evidence_that_is_not_there_is_noticed() -> None:
    here = "tests/compliance/test_page.py::test_evidence_that_is_not_there_is_noticed"
    assert missing(Requirement("x", "y", (here,), ("croupier verify --data DIR",))) == []
    for test in ("tests/nowhere.py::test_x", here + "_at_all", "tests/compliance/test_page.py"):
        assert missing(Requirement("x", "y", (test,))) == [test]
    for command in ("croupier fly", "croupier verify --wings", "sudo verify"):
        assert missing(Requirement("x", "y", (), (command,))) == [command]


@pytest.mark.parametrize("words", ASKED)
def test_every_requirement_that_was_asked_for_is_answered(words: str) -> None:
    assert any(words in one.name for one in REQUIREMENTS)


def test_the_command_prints_each_requirement() -> None:
    result = CliRunner().invoke(compliance)
    assert result.exit_code == (0 if all(one.met for one in REQUIREMENTS) else 1)
    for one in REQUIREMENTS:
        assert one.name in result.output
        assert all(test in result.output for test in one.tests)
        assert one.missing is None or one.missing in result.output
    assert [one.name for one in REQUIREMENTS if one.partly] == []
    assert f"{len(REQUIREMENTS)} of {len(REQUIREMENTS)} requirements are met" in result.output
    assert "partly" not in result.output
    told = json.loads(CliRunner().invoke(compliance, ["--json"]).stdout)
    assert [one["name"] for one in told] == [one.name for one in REQUIREMENTS]
