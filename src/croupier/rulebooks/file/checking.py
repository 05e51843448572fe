"""A third party's file: what is wrong with it, line by line, and what it leaves to readings."""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from croupier.rulebooks.clauses import BY_ID, UnknownClause, find
from croupier.rulebooks.consistency import Contradiction, contradictions
from croupier.rulebooks.file.bounds import NotToml, TooMuch
from croupier.rulebooks.file.citing import citations
from croupier.rulebooks.file.lines import line_near, lines_of
from croupier.rulebooks.file.merging import FindBase, parsed, whole
from croupier.rulebooks.file.silence import Silence, filled
from croupier.rulebooks.file.tables import Fault, Path, Tables, read_tables
from croupier.rulebooks.file.text import dotted
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.reach import unreachable

LONGEST = 200_000
"""The most characters in a rulebook file."""


UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Control characters, line separators and marks that change the direction of text."""


class Finding(Struct, frozen=True):
    """One thing to correct: where it is, and a sentence."""

    words: str
    path: Path = ()
    line: int | None = None

    def __str__(self) -> str:
        where = ("" if self.line is None else f"line {self.line}", dotted(self.path))
        told = ", ".join(part for part in where if part)
        return f"{told}: {self.words}" if told else self.words


class Checked(Struct, frozen=True):
    """What a check of a file's text finds."""

    rulebook: Rulebook | None
    """As the file gives it; none if it gives none."""
    wrong: tuple[Finding, ...] = ()
    """Missing, of the wrong type, or contradictory: the rulebook cannot be played."""
    idle: tuple[Finding, ...] = ()
    """What can never have an effect."""
    silent: tuple[Silence, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.wrong and not self.idle


class UnknownRulebook(ValueError):
    """A name without a rulebook that can be played."""


class BadRulebook(UnknownRulebook):
    """A text that is not a rulebook, or one that contradicts itself."""

    def __init__(self, name: str, wrong: Iterable[Finding]) -> None:
        self.name = name
        self.wrong = tuple(wrong)
        super().__init__(f"{name}: " + "; ".join(str(one) for one in self.wrong))


def read_rulebook(text: str, find_base: FindBase, name: str = "the rulebook") -> Rulebook:
    """The rulebook in a file; `BadRulebook` says what is wrong with it."""
    try:
        said = _say(parsed(text[: LONGEST + 1]), find_base)
    except NotToml:
        said = None
    if said is None or said.rulebook is None or said.faults or contradictions(said.rulebook):
        raise BadRulebook(name, check(text, find_base).wrong)
    return said.rulebook


def check(text: str, find_base: FindBase) -> Checked:
    """Everything that can be said about a file."""
    if len(text) > LONGEST:
        return Checked(None, (Finding(f"a rulebook has at most {LONGEST:,} characters"),))
    try:
        own = parsed(text)
    except TooMuch as error:
        return Checked(None, (Finding(str(error), line=error.line),))
    except NotToml as error:
        return Checked(None, (_syntax(str(error)),))
    lines = lines_of(text)

    def found(fault: Fault) -> Finding:
        return Finding(fault.words, fault.path, line_near(lines, fault.path))

    said = _say(own, find_base)
    if said.rulebook is None or said.faults:
        return Checked(None, tuple(found(one) for one in said.faults), silent=said.silent)
    against = tuple(_between(one, lines) for one in contradictions(said.rulebook))
    idle = () if against else tuple(found(Fault(*one)) for one in unreachable(said.rulebook))
    return Checked(said.rulebook, against, idle, said.silent)


def _between(one: Contradiction, lines: Mapping[Path, int]) -> Finding:
    """At the rule in this file itself: the other may be in its base, or a filled silence."""
    own = [rule for rule in one.rules if rule in lines]
    cause = own[0] if own else one.rules[0]
    return Finding(one.words, cause, line_near(lines, cause))


class _Said(Struct, frozen=True):
    """The tables together with those of their base."""

    rulebook: Rulebook | None
    faults: tuple[Fault, ...]
    silent: tuple[Silence, ...]


def _say(own: Tables, find_base: FindBase) -> _Said:
    tables, apart = whole(own, find_base)
    tables, silences = filled(tables)
    rulebook, faults = read_tables(tables)
    unknown = () if rulebook is None else _unknown_clauses(tables)
    unreadable = _unreadable(tables, ())
    return _Said(rulebook, (*apart, *faults, *unknown, *unreadable), silences)


def _unreadable(value: object, path: Path) -> Iterator[Fault]:
    """Names and words are shown to people, on pages and on terminals."""
    match value:
        case str() if UNREADABLE.search(value):
            yield Fault(path, "a control character, a line break or a mark that turns text round")
        case list():
            for item in value:
                yield from _unreadable(item, path)
        case dict():
            for key, item in value.items():
                if UNREADABLE.search(key):
                    yield Fault(path, f"{key[:40]!a} is a key with a control character in it")
                else:
                    yield from _unreadable(item, (*path, key))


def _syntax(words: str) -> Finding:
    """The parser's message, with its line where lines are reported."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", words)
    if found is None:
        return Finding(f"this is not TOML: {words}")
    line = None if found[2] is None else int(found[2])
    end = " at the end of the text" if line is None else ""
    return Finding(f"this is not TOML{end}: {found[1]}", line=line)


_DOCUMENTS = frozenset(clause.document for clause in BY_ID.values())


def _unknown_clauses(tables: Tables) -> Iterator[Fault]:
    """Clauses that a document of ours does not have; others cannot be looked up."""
    document = tables.get("document")
    if document not in _DOCUMENTS:
        return
    for path, number in citations(tables):
        if " " not in number:
            try:
                find(f"{document} {number}")
            except UnknownClause as error:
                yield Fault(path, str(error))
