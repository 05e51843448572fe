"""Nothing in the documents is honoured by a promise: every clause has code and a test."""

import json
import subprocess
import sys
from operator import attrgetter
from pkgutil import resolve_name

import pytest

from croupier.books import RULEBOOKS
from croupier.coverage import honoured_by
from croupier.rulebooks.clauses import ALL, BY_ID, Clause, Kind, mlp
from croupier.rulebooks.clauses.honouring import HONOURING, Honouring
from tests.evidence import EVIDENCE, FILE, ROOT

NEED_PROOF = frozenset(Kind)
"""All fourteen kinds: definition, equipment, betting, dealing, decision, comparison, ranking,
settlement, jackpot, display, responsibility, general, irregularity, discretion."""


@pytest.fixture(scope="module")
def collected(pytestconfig: pytest.Config) -> str:
    """The evidence as the tests give it now: those of this run, or else collected for it."""
    if EVIDENCE in pytestconfig.stash:
        return pytestconfig.stash[EVIDENCE]
    run = subprocess.run(
        [sys.executable, "-m", "tests.evidence", "--print"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_evidence_in_the_package_is_current(collected: str) -> None:
    assert FILE.read_text(encoding="utf-8") == collected, "run `make docs`"


def test_marks_name_clauses_that_exist(collected: str) -> None:
    assert sorted(set(json.loads(collected)) - set(BY_ID)) == []


def test_every_clause_has_a_test(collected: str) -> None:
    proved = json.loads(collected)
    missing = [clause.id for clause in ALL if clause.kind in NEED_PROOF and clause.id not in proved]
    assert missing == []


def test_every_clause_has_code_that_honours_it() -> None:
    assert [clause.id for clause in ALL if not honoured_by(clause)] == []


def _resolve(name: str) -> None:
    """Raises where what is named does not exist."""
    in_books = name.removeprefix("croupier.books.")
    slug, _, field = in_books.partition(".")
    if slug in RULEBOOKS:
        attrgetter(field)(RULEBOOKS[slug])
    else:
        resolve_name(name)


@pytest.mark.parametrize("document", ["SSP", "CSP", "MEGA", "TCP", "MLP"])
def test_the_code_named_exists(document: str) -> None:
    names = {name for clause in ALL if clause.document == document for name in honoured_by(clause)}
    for name in names:
        _resolve(name)


def test_code_is_named_within_the_product() -> None:
    assert all(name.startswith("croupier.") for clause in ALL for name in honoured_by(clause))


def _lists(row: Honouring, document: str, number: str, clause: Clause) -> bool:
    return Honouring(row.code, {document: (number,)}).covers(clause)


def test_every_number_in_the_honouring_table_meets_a_clause() -> None:
    idle = [
        f"{document} {number}"
        for row in HONOURING
        for document, numbers in row.numbers.items()
        for number in numbers
        if not any(_lists(row, document, number, clause) for clause in ALL)
    ]
    # What MLP leaves out of CSP is listed for CSP.
    assert {entry.removeprefix("MLP ") for entry in idle} == mlp.LEFT_OUT
    assert all(entry.startswith("MLP ") for entry in idle)


def test_a_clause_names_its_field_of_the_rulebook_and_the_code_that_acts_on_it() -> None:
    assert honoured_by(BY_ID["CSP 3.12.1/jackpot"]) == (
        "croupier.books.casino-stud.fold.keeps_jackpot",
        "croupier.wagers.jackpot_forfeited",
    )
    assert honoured_by(BY_ID["MLP 3.12.1/jackpot"])[0] == (
        "croupier.books.multi-link-stud.fold.keeps_jackpot"
    )
