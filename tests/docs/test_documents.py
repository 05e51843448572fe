"""What the documents show holds: the snippet runs, links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from tests.docs.readme import ROOT, blocks


def test_the_library_snippet_runs_and_is_short() -> None:
    [snippet] = blocks("python")
    assert len(snippet.splitlines()) <= 15
    ran = subprocess.run(
        [sys.executable, "-c", snippet], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.splitlines() == [
        "ante won 10000 ('CSP 3.14.1', 'CSP 4.1/ante-note')",
        "bet won 40000 ('CSP 3.14.1', 'CSP 4.1/two-pairs')",
        "not-dealt CSP 3.12 No cards have been dealt in a running round.",
    ]


PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert targets or page.name != "README.md"
    for target in targets:
        assert "://" in target or (page.parent / target).exists(), target


def test_the_citation_is_of_this_version() -> None:
    said = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {croupier.__version__}\n" in said


def test_each_decision_has_its_own_number() -> None:
    numbers = [int(path.name[:4]) for path in sorted((ROOT / "docs/decisions").glob("*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_change_says_its_effect_on_money() -> None:
    changes = re.split(
        r"^(?=- |#)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M
    )
    entries = [one for one in changes if one.startswith("- ")]
    assert len(entries) > 100
    assert [one for one in entries if "ffect on money:" not in one] == []
