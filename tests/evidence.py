"""Which tests prove which clause, collected from their marks.

    python -m tests.evidence            writes it into the package
    python -m tests.evidence --print    prints it

Tests are collected and not run. A test proves the clauses that its mark names:
`@pytest.mark.clause("CSP 3.12.1", "CSP 3.12.1/jackpot")`.
"""

import io
import json
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "croupier" / "rulebooks" / "clauses" / "evidence.json"

Proof = dict[str, list[str]]
"""Test ids by clause id, both sorted."""
EVIDENCE = pytest.StashKey[str]()
"""Where a run of the whole suite keeps what it collected anyway."""


def proof_by(items: Iterable[pytest.Item]) -> Proof:
    """What the marks of these tests say."""
    found: dict[str, set[str]] = {}
    for item in items:
        test = item.nodeid.partition("[")[0]
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                found.setdefault(clause, set()).add(test)
    return {clause: sorted(tests) for clause, tests in sorted(found.items())}


class _Collector:
    """A plug-in that notes all tests that pytest finds."""

    proof: Proof

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.proof = proof_by(items)


def collect() -> Proof:
    """The marks of every test under `tests/`."""
    collector = _Collector()
    arguments = ["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"]
    told = io.StringIO()
    with redirect_stdout(told):
        status = pytest.main([*arguments, f"--rootdir={ROOT}"], plugins=[collector])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit(f"The tests cannot be collected:\n{told.getvalue()}")
    return collector.proof


def written(proof: Proof) -> str:
    return json.dumps(proof, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    text = written(collect())
    if "--print" in sys.argv[1:]:
        sys.stdout.write(text)
    else:
        FILE.write_text(text, encoding="utf-8")
