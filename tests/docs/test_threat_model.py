"""The threat model names tests; they are there."""

import ast
import re

from tests.docs.readme import ROOT

PAGE = ROOT / "docs" / "security.md"


def functions() -> set[str]:
    """Every test of the project that no mark skips for good."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                marks = {ast.unparse(mark) for mark in node.decorator_list}
                if not any(mark.startswith("pytest.mark.skip(") for mark in marks):
                    found.add(node.name)
    return found


def test_the_tests_of_the_threat_model_are_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    assert len(named) > 60
    assert named <= functions(), named - functions()


def test_every_threat_has_somebody_an_answer_and_a_test() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text.partition("## Who may try what")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) > 20
    assert rows[0].split("|")[1].strip()
    for row in rows:
        _, _, tried, stopped, shown, _ = row.split("|")
        assert tried.strip(), row
        assert stopped.strip(), row
        assert "`test_" in shown, row
