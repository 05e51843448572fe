"""The core reads no clock and touches nothing outside; imports are checked by `make check`."""

import ast
from pathlib import Path

import pytest

import croupier

ROOT = Path(croupier.__file__).parent
CORE = [
    path
    for part in ("cards", "ranking", "money", "refusal", "floor", "rulebooks", "jackpot", "table")
    for path in (ROOT.glob(f"{part}/**/*.py") if (ROOT / part).is_dir() else [ROOT / f"{part}.py"])
]
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "now", "today", "utcnow"}


def called(path: Path) -> set[str]:
    """Names of all functions and methods that a module calls."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {call.id for call in calls if isinstance(call, ast.Name)} | {
        call.attr for call in calls if isinstance(call, ast.Attribute)
    }


def test_the_core_is_all_there() -> None:
    assert len(CORE) > 40


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_is_read_or_written(path: Path) -> None:
    assert not called(path) & FORBIDDEN_CALLS
