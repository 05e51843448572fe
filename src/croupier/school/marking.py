"""Answers compared with those of the engine, each with the clauses behind it."""

import re
from collections import Counter
from collections.abc import Mapping

from croupier.money import Cents
from croupier.rulebooks.clauses import BY_ID
from croupier.school.model import Ask, Because, Form, Key, Mark, Marked, Solved

_DOLLARS = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?")
_CHIPS = re.compile(r"(\d{1,6})\s*[x×]\s*\$?([\d,]{1,14}(?:\.\d{1,2})?)")
LONGEST = 1000
"""Of an answer, in characters."""


class BadAnswer(ValueError):
    """An answer that cannot be right or wrong: it does not fit its question."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name
        self.problem = problem


def mark(solved: Solved, given: Mapping[str, str]) -> Marked:
    """Every question marked; one that is not answered is wrong. Raises `BadAnswer`."""
    names = [ask.name for ask in solved.exercise.asks]
    for name in given:
        if name not in names:
            raise BadAnswer(name[:60], f"is not asked here; there are {', '.join(names)}")
    pairs = zip(solved.exercise.asks, solved.keys, strict=True)
    marks = tuple(_marked(ask, key, given.get(ask.name, "").strip()) for ask, key in pairs)
    return Marked(all(one.right for one in marks), marks)


def _marked(ask: Ask, key: Key, given: str) -> Mark:
    right = bool(given) and _read(ask, given) in (key.value, *key.also)
    because = tuple(
        Because(clause, BY_ID[clause].gist if clause in BY_ID else "") for clause in key.clauses
    )
    return Mark(ask.name, given, right, key.words, because, key.reading)


def _read(ask: Ask, given: str) -> str:
    """An answer in the form of the key."""
    if len(given) > LONGEST:
        raise BadAnswer(ask.name, f"has more than {LONGEST} characters")
    match ask.form:
        case Form.CHOICE:
            return _chosen(ask, given)
        case Form.MONEY:
            return str(_cents(ask, given))
        case Form.CHIPS:
            return _chips(ask, given)
        case Form.ORDER:
            return _order(ask, given)


def _chosen(ask: Ask, given: str) -> str:
    for option in ask.options:
        if given.casefold() in (option.value.casefold(), option.words.casefold()):
            return option.value
    known = ", ".join(option.value for option in ask.options)
    raise BadAnswer(ask.name, f"'{given}' is none of {known}")


def _cents(ask: Ask, given: str) -> Cents:
    found = _DOLLARS.fullmatch(given)
    if found is None:
        raise BadAnswer(ask.name, f"'{given}' is no amount: write dollars such as 150 or 1,500.50")
    whole, part = found.groups(default="")
    return int(whole.replace(",", "")) * 100 + int(part.ljust(2, "0") or 0)


def _chips(ask: Ask, given: str) -> str:
    """Values from high to low, each once."""
    parts = given.replace(";", " ").split()
    counted: Counter[Cents] = Counter()
    for part in parts:
        found = _CHIPS.fullmatch(part)
        if found is None:
            raise BadAnswer(ask.name, f"'{part}' is no number of chips: write 2x100 1x25")
        value = _cents(ask, found[2])
        if str(value) not in [option.value for option in ask.options]:
            raise BadAnswer(ask.name, f"there is no chip of {found[2]}")
        counted[value] += int(found[1])
    return " ".join(f"{counted[value]}x{value}" for value in sorted(counted, reverse=True))


def _order(ask: Ask, given: str) -> str:
    names = [part.strip() for part in given.split(",")]
    wanted = sorted(option.value for option in ask.options)
    if sorted(names) != wanted:
        raise BadAnswer(ask.name, f"name each of {', '.join(wanted)} once, with commas between")
    return ",".join(names)
