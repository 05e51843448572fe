"""The whole registry of clauses as one table: how each is honoured, by which code and tests."""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct

from croupier.rulebooks.clauses import ALL, Clause

FILE = "evidence.json"

Evidence = Mapping[str, tuple[str, ...]]
"""Which tests prove which clause: test ids by clause id."""


def evidence() -> Evidence:
    """What `make docs` wrote and the package carries; nothing where the file was not made."""
    source = files("croupier.rulebooks.clauses") / FILE
    if not source.is_file():
        return {}
    return msgspec.json.decode(source.read_bytes(), type=dict[str, tuple[str, ...]])


class Row(Struct, frozen=True):
    """One clause with everything that stands for it."""

    clause: str
    document: str
    number: str
    kind: str
    gist: str
    honoured: str
    code: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def missing(self) -> str:
        """What is still owed: code, test, both or nothing."""
        owed = [name for name, have in (("code", self.code), ("test", self.tests)) if not have]
        return " and ".join(owed)


class Totals(Struct, frozen=True):
    """Counts over a document, or over all."""

    clauses: int
    with_code: int
    with_test: int
    honoured: dict[str, int]


class Coverage(Struct, frozen=True):
    """The table, its totals by document, and the clauses that lack something."""

    rows: tuple[Row, ...]
    documents: dict[str, Totals]
    total: Totals
    missing: dict[str, str]


def row_of(clause: Clause, proof: Evidence) -> Row:
    return Row(
        clause.id,
        clause.document,
        clause.number,
        clause.kind.value,
        clause.gist,
        clause.honoured.value,
        clause.code,
        tuple(proof.get(clause.id, ())),
    )


def coverage(proof: Evidence) -> Coverage:
    rows = tuple(row_of(clause, proof) for clause in ALL)
    documents = dict.fromkeys(row.document for row in rows)
    return Coverage(
        rows,
        {name: _totals([row for row in rows if row.document == name]) for name in documents},
        _totals(rows),
        {row.clause: row.missing for row in rows if row.missing},
    )


def _totals(rows: Sequence[Row]) -> Totals:
    return Totals(
        len(rows),
        sum(bool(row.code) for row in rows),
        sum(bool(row.tests) for row in rows),
        dict(sorted(Counter(row.honoured for row in rows).items())),
    )
