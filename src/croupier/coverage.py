"""The whole registry of clauses as one table: how each is honoured, and by which code and tests."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from croupier.books import RULEBOOKS
from croupier.rulebooks.clauses import ALL, Clause
from croupier.rulebooks.clauses.honouring import engine_code

FILE = "evidence.json"

Evidence = Mapping[str, tuple[str, ...]]
"""Which tests prove which clause: test ids by clause id."""


def evidence() -> Evidence:
    """What `make docs` wrote and the package ships; empty if the file was not made."""
    source = files("croupier.rulebooks.clauses") / FILE
    if not source.is_file():
        return {}
    return msgspec.json.decode(source.read_bytes(), type=dict[str, tuple[str, ...]])


class Row(Struct, frozen=True):
    """One clause with everything that backs it."""

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
        """What is still missing: code, test, both or nothing."""
        owed = [name for name, have in (("code", self.code), ("test", self.tests)) if not have]
        return " and ".join(owed)


class Totals(Struct, frozen=True):
    """Counts for one document, or for all."""

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


def honoured_by(clause: Clause) -> tuple[str, ...]:
    """Dotted names of what honours a clause: fields of its rulebook first, then engine code."""
    return tuple(dict.fromkeys((*_citing().get(clause.id, ()), *engine_code(clause))))


@cache
def _citing() -> Mapping[str, Sequence[str]]:
    """The fields of the rulebooks that cite a clause: `croupier.books.casino-stud.fold`."""
    found: dict[str, list[str]] = {}
    for slug, rulebook in RULEBOOKS.items():
        for text, name in _texts(rulebook, f"croupier.books.{slug}"):
            found.setdefault(text, []).append(name)
    return found


_PARTS = frozenset({"value", "clauses", "clause", "also", "reading", "text"})
"""Fields of a citation, which count as part of the value they belong to."""


def _texts(value: Any, name: str, *, named: bool = True) -> Iterator[tuple[str, str]]:
    """Every text in a rulebook, including clauses, with the dotted name of its field."""
    match value:
        case str():
            yield value, name
        case tuple() | Mapping():
            for item in value.values() if isinstance(value, Mapping) else value:
                yield from _texts(item, name, named=False)
        case Struct():
            for field in value.__struct_fields__:
                own = name if not named or field in _PARTS else f"{name}.{field}"
                yield from _texts(getattr(value, field), own, named=named)


def row_of(clause: Clause, proof: Evidence) -> Row:
    return Row(
        clause.id,
        clause.document,
        clause.number,
        clause.kind.value,
        clause.gist,
        clause.honoured.value,
        honoured_by(clause),
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
