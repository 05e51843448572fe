"""What a rulebook says under a clause: for documents without a registry."""

from collections.abc import Iterator

from msgspec import Struct

from croupier.rulebooks.clauses import UnknownClause
from croupier.rulebooks.facts import Fact, facts
from croupier.rulebooks.file.tables import Path, write_tables
from croupier.rulebooks.file.text import dotted
from croupier.rulebooks.model import Rulebook


class Citations(Struct, frozen=True):
    """A clause as far as a rulebook knows it: the values that cite it."""

    clause: str
    rulebook: str
    name: str
    document: str
    facts: tuple[Fact, ...]
    """The rules and notes that rest on it, in words."""
    keys: tuple[str, ...]
    """Every key of the file that cites it, including those without a sentence."""


def cited_in(rulebook: Rulebook, clause: str) -> Citations:
    """`HP 5`, or `5` alone; `UnknownClause` where nothing cites it."""
    full = clause if " " in clause else f"{rulebook.document} {clause}"
    told = tuple(fact for fact in facts(rulebook) if full in fact.clauses)
    keys = tuple(
        dict.fromkeys(
            dotted(_rule(path))
            for path, number in citations(write_tables(rulebook))
            if full in (number, f"{rulebook.document} {number}")
        )
    )
    if not told and not keys:
        raise UnknownClause(full)
    return Citations(full, rulebook.slug, rulebook.name, rulebook.document, told, keys)


def citations(value: object, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every clause that the tables of a file cite, and under which keys."""
    match value:
        case str() if path and _is_clause(path):
            yield path, value
        case list() if path and path[-1] == "also":
            for item in value:
                yield from citations(item, path)
        case dict():
            for key, item in value.items():
                yield from citations(item, (*path, key))


def _is_clause(path: Path) -> bool:
    return path[-1] in ("clause", "also") or "hand_clauses" in path or "either_way" in path


def _rule(path: Path) -> Path:
    """The rule that a citation belongs to."""
    return path[:-1] if path[-1] in ("clause", "also") else path
