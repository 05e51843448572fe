"""The pages under `docs/`: examples run, and what is generated is current."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.books import RULEBOOKS
from croupier.cli.main import COMMANDS
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.readings import OVERRIDABLE
from croupier.rulebooks.terms import Role
from croupier.rulebooks.wagers import Award, WagerKind
from croupier.script import read_script, replay, result_of
from croupier.script.format import JackpotEntry, TableEntry
from croupier.script.result import Result
from croupier.table.commands import Report
from tests.cli.running import run

DOCS = Path(__file__).resolve().parents[2] / "docs"
FORMAT = (DOCS / "script-format.md").read_text(encoding="utf-8")
BLOCKS: list[dict[str, Any]] = [
    json.loads(block) for block in re.findall(r"```json\n(.*?)```", FORMAT, re.DOTALL)
]
EXAMPLES = list(zip(BLOCKS[::2], BLOCKS[1::2], strict=True))


def played(script: dict[str, Any]) -> Any:
    result = result_of(replay(read_script(json.dumps(script))))
    return json.loads(msgspec.json.encode(result))


@pytest.mark.parametrize(("script", "result"), EXAMPLES)
def test_an_example_comes_out_as_printed(script: dict[str, Any], result: dict[str, Any]) -> None:
    assert script["format"] == "croupier-script/1"
    assert played(script) == result


def test_there_are_three_examples() -> None:
    assert len(EXAMPLES) == 3


def _tags() -> list[str]:
    """What `do` may be."""
    definitions = json.loads(run("schema", "script").stdout)["$defs"]
    commands = definitions["Script"]["properties"]["commands"]
    return list(commands["items"]["discriminator"]["mapping"])


@pytest.mark.parametrize(
    "word",
    [
        *_tags(),
        *RULEBOOKS,
        *(kind.value for kind in Irregularity),
        *(kind.value for kind in Decision if kind not in (Decision.HAND_BACK, Decision.ADVISE)),
        *(kind.value for kind in WagerKind),
        *(kind.value for kind in Award),
        *(role.value for role in Role),
        *OVERRIDABLE,
        *TableEntry.__struct_fields__,
        *JackpotEntry.__struct_fields__,
        *Report.__struct_fields__,
        *Result.__struct_fields__,
    ],
)
def test_the_page_of_the_format_tells_every_name(word: str) -> None:
    assert re.search(rf"\b{re.escape(word)}\b", FORMAT), word


@pytest.mark.parametrize("command", ["replay", "schema", "rules"])
def test_commands_that_the_pages_name_exist(command: str) -> None:
    assert f"croupier {command}" in FORMAT
    assert command in COMMANDS


def test_the_page_of_interpretations_is_current() -> None:
    written = (DOCS / "interpretations.md").read_text(encoding="utf-8")
    assert written == run("rules", "--readings-md").stdout, "run `make docs`"


def test_the_page_of_clauses_is_current() -> None:
    written = (DOCS / "clauses.md").read_text(encoding="utf-8")
    assert written == run("rules", "--table-md").stdout, "run `make evidence docs`"
