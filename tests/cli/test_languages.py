"""The command line in another language: help, refusals and what commands print for people."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from croupier.cli.main import COMMANDS, croupier
from croupier.cli.words import CHOSEN, say, tell

ENGLISH = re.compile(r"(?<![\w.=-])[A-Za-z]+ [a-z]{3,}(?![\w.=-])")
"""Two words of English one after the other, or more."""
HAN = "\u3400-\u9fff"
LATIN = re.compile(rf"[{HAN}] ?[,:;?!](?!\S)|[,:;?!()] ?[{HAN}]|[{HAN}] ?[()]|[{HAN}]\.(?!\w)")
"""A sign of English beside a Chinese character."""
NAMES = re.compile(
    r"\b(?:CSP|SSP|MLP|MEGA|TCP) [\w./-]+(?:, [\w./-]+)*|Resorts World at Sentosa|Marina Bay Sands|"
    r"croupier [\w .\"=…\\-]+|(?:tests|croupier)[\w./:]+|“[^”]*”|\[[^]]*\]|'[^']*'|"
    r"[Pp]aire plus|；有 [\w, -]+$|\w+\.rows\.[\w .]+"
)
"""Clauses, names of operators, commands, files, calls of the dealer and what people type."""
SHOWN = [
    "rules",
    "rules casino-stud",
    "rules megalink-stud",
    "rules --diff casino-stud multi-link-stud",
    "rules --clause CSP+3.12.1",
    "rules --reading M1",
    "odds three-card-poker",
    "odds casino-stud --rule",
    "odds megalink-stud --economics",
    "school exercise casino-stud irregularity --seed 3",
    "school answer casino-stud pay --seed 7 ante6=5",
    "replay tests/playthroughs/casino-stud.json",
    "simulate three-card-poker --rounds 1000 --seed 7",
    "compliance",
    "odds casino-stud --strategy nope",
    "odds advise casino-stud As+Kd",
    "rules --reading Z9",
    "tour --no-pause",
]


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("COLUMNS", "180")


def printed(call: str, language: str) -> str:
    words = [word.replace("+", " ") for word in call.split()]
    return CliRunner().invoke(croupier, ["--lang", language, *words]).output


def left_in_english(output: str) -> list[str]:
    lines = (NAMES.sub("", line) for line in output.splitlines())
    return [line for line in lines if ENGLISH.search(line)]


def with_english_signs(output: str) -> list[str]:
    lines = (line.removeprefix("croupier: ") for line in output.splitlines())
    return [line for line in lines if LATIN.search(line.replace("(1) 条", ""))]


def commands() -> Iterator[str]:
    """Every command with help of its own."""
    yield ""
    for name in COMMANDS:
        command = croupier.get_command(click.Context(croupier), name)
        yield name
        for inner in command.commands if isinstance(command, click.Group) else ():
            yield f"{name} {inner}"


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


def test_what_a_single_command_refuses_is_said_too() -> None:
    assert printed("odds nope", "zh-Hans").startswith(
        "croupier: 没有规则书“nope”；有 singapore-stud"
    )
    wrong = printed("odds --nope", "zh-Hans")
    assert wrong.startswith("用法：croupier odds [选项] RULEBOOK [HAND] [UP_CARD]\n")
    assert "请用“croupier odds --help”查看帮助。" in wrong
    assert "错误：没有选项“--nope”。" in wrong
    assert "Error: No such option '--nope'." in printed("odds --nope", "en")


def test_help_of_every_command_is_in_the_language_asked_for() -> None:
    helped = {name: printed(f"{name} --help".strip(), "zh-Hans") for name in commands()}
    assert len(helped) > len(COMMANDS)
    assert [name for name, text in helped.items() if "用法：" not in text] == []
    assert [line for text in helped.values() for line in left_in_english(text)] == []
    assert [line for text in helped.values() for line in with_english_signs(text)] == []


@pytest.mark.parametrize("call", SHOWN)
def test_what_is_printed_for_people_is_in_their_language(call: str) -> None:
    output = printed(call, "zh-Hans")
    assert left_in_english(output) == []
    assert with_english_signs(output) == []


def test_a_sentence_that_bypasses_the_catalogue_is_found() -> None:
    assert left_in_english("共 3 局\nNobody has translated this yet.\n") == [
        "Nobody has translated this yet."
    ]
    assert with_english_signs(
        "共 3 局, 1 局作废\n共 3 局，1 局作废 (CSP 5.22)\n注格 1：赢.\n共 3.5 局"
    ) == [
        "共 3 局, 1 局作废",
        "共 3 局，1 局作废 (CSP 5.22)",
        "注格 1：赢.",
    ]


def test_numbers_money_and_dates_are_written_as_cldr_has_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(CHOSEN, "zh-Hans")
    tell("5.00 is too little: the limits are 10.00 to 1000.00.")
    assert capsys.readouterr().out == "5.00 过少：限额为 10.00 至 1,000.00。\n"
    assert "2020年6月28日" in printed("rules", "zh-Hans")
    assert "2020-06-28" in printed("rules", "en")


@pytest.mark.parametrize(
    "call", ["rules casino-stud --json", "odds three-card-poker --json", "schema script"]
)
def test_what_programs_read_is_the_same_in_every_language(call: str) -> None:
    assert printed(call, "zh-Hans") == printed(call, "en")
    assert json.loads(printed(call, "zh-Hans"))


def test_what_people_type_is_not_translated() -> None:
    shown = printed("school exercise three-card-poker winner --seed 1", "zh-Hans")
    assert "    player（闲家的手牌赢）" in shown
    assert "回答：croupier school answer three-card-poker winner --seed 1 " in shown


def test_english_needs_neither_the_catalogue_nor_babel() -> None:
    program = (
        "import sys; from croupier.cli.main import croupier\n"
        "croupier(['rules', '--reading', 'S1'], standalone_mode=False)\n"
        "print([name for name in sys.modules if name.startswith(('babel', 'croupier.lang'))])"
    )
    environment = {**os.environ, "LANG": "en_SG.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_english_is_said_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHOSEN, "en-SG")
    assert say("All is well.") == "All is well."
