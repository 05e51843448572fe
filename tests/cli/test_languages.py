"""The command line in another language: its list of commands and its refusals."""

import os

import pytest
from click.testing import CliRunner

from croupier.cli.main import croupier
from croupier.cli.words import CHOSEN


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "")


def test_the_environment_says_in_which_language_commands_are_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "Compute the exact odds" in CliRunner().invoke(croupier, ["--help"]).output
    monkeypatch.setenv("LANG", "zh_SG.UTF-8")
    listed = CliRunner().invoke(croupier, ["--help"]).output
    assert "计算规则书的精确赔率。" in listed
    assert "Compute the exact odds" not in listed


def test_a_refusal_is_said_in_the_language_asked_for() -> None:
    refused = CliRunner().invoke(croupier, ["--lang", "zh-Hans", "odd"])
    assert refused.exit_code == 2
    assert "croupier: 没有命令“odd”；您是指“odds”吗？" in refused.output
    assert os.environ[CHOSEN] == "zh-Hans"
