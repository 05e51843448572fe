"""The sentences of the Python part of the program, for the catalogue.

A string or f-string with several words is a sentence, in the modules that speak to people. What an
f-string puts in has the name of the expression, or its number, as in the texts of the pages.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.house.model.people.roles import HouseRole
from croupier.ranking import RANK_NAMES, HandClass, plural
from croupier.rulebooks.facts import facts
from croupier.rulebooks.model import Rulebook

PROGRAM = Path(__file__).parents[1] / "src" / "croupier"
SPEAKING = (
    "cli/main.py",
    "cli/trouble.py",
    "ranking.py",
    "jackpot/*.py",
    "table/**/*.py",
    "odds/main_game.py",
    "odds/strategy.py",
    "rulebooks/facts.py",
    "rulebooks/how_to_play.py",
    "rulebooks/terms.py",
    "house/model/**/*.py",
    "house/app/people/*.py",
    "house/app/cage_service.py",
    "house/app/table_service.py",
    "house/app/link_service.py",
    "house/app/house.py",
    "house/app/idempotency.py",
    "house/http/accounts.py",
    "house/http/register.py",
    "house/http/refusals.py",
    "house/http/security.py",
    "house/http/shapes.py",
    "house/http/application.py",
    "house/http/money.py",
    "house/http/rounds.py",
    "house/http/pages/titles.py",
    "house/http/pages/site.py",
    "house/http/pages/felt.py",
    "house/http/pages/learning.py",
    "house/http/pages/coach.py",
    "house/http/pages/console.py",
    "house/http/pages/payment.py",
)
"""Modules whose words players and staff meet, on a page or in a refusal."""
PUT_TOGETHER = (
    *("twice", "more", "{percent} % of the meter", "{hand} {percent} % of the meter"),
    *("{hand}, when {conditions}", "matches one of yours"),
    *("Commands", "lose", "A-K-Q of spades", "A-K-Q of another suit"),
    *("is {low} to {high}", "is {low} or {high}", "second", "third", "fourth", "fifth"),
)
"""What the program puts together from single words."""
_SEVERAL_WORDS = re.compile(r"[A-Za-z’']{2,}[,.:;]? (?:[A-Za-z“(]|\{)|\} [a-z]{2,}|[A-Za-z]{3,}\.$")
_NOT_WORDS = re.compile(
    r".*(?:=\{|<|>|\\|Accept-|(?:^| )[a-z]+_[a-z]+(?: |$))|SELECT |croupier |/|default-src|"
    r"(?:people|table):|(?:exercise|graded|command|clause|passkey|passkey's|top) \S+$|"
    r"graded \{|exercise \{"
)
"""What a program reads, or only a developer: seals, names of fields, headers."""
_NAME = re.compile(r"(?:\w+\.)*(\w+)")
_CALL_WITH_NAME = re.compile(r"(?:\w+\.)*\w+\((?:\w+\.)*(\w+)\)")
_LONE = re.compile(r"[A-Za-z][a-z;,' -]+|[a-z][a-z0-9;:,' -]+")
"""Words of a fact without figures, calls or what it is about."""
BOOKS = "books/*.toml"
_SPOKEN_KEYS = frozenset({"text", "value", "name", "title", "label"})


def python_sentences() -> Iterator[tuple[str, str]]:
    """Each with the file it stands in."""
    paths = {path for pattern in SPEAKING for path in PROGRAM.glob(pattern)}
    for path in sorted(paths):
        place = path.relative_to(PROGRAM).as_posix()
        for sentence in sentences_of(path.read_text("utf-8")):
            yield sentence, place


def sentences_of(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    passed = _passed_over(tree)
    for node in ast.walk(tree):
        words = None if id(node) in passed else _words(node)
        if words and _SEVERAL_WORDS.search(words) and not _NOT_WORDS.match(words):
            yield words


def _passed_over(tree: ast.AST) -> set[int]:
    """Docstrings, parts of f-strings, and what is said to developers alone."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=value):
                passed.add(id(value))
            case ast.JoinedStr(values=values):
                passed |= {id(value) for value in values if isinstance(value, ast.Constant)}
            case (
                ast.keyword(arg="summary" | "description" | "pattern")
                | ast.Call(func=ast.Name(id="Meta" | "BrokenStream" | "CannotPrice"))
                | ast.Call(func=ast.Attribute(value=ast.Name(id="log")))
                | ast.Raise(exc=ast.Call(func=ast.Name(id="AssertionError" | "TypeError")))
            ):
                passed |= {id(inner) for inner in ast.walk(node)}
    return passed


def _words(node: ast.AST) -> str | None:
    match node:
        case ast.Constant(value=str(words)):
            return words
        case ast.JoinedStr(values=values):
            return _with_places(values)
    return None


def _with_places(values: list[ast.expr]) -> str:
    words, taken = "", dict[str, str]()
    for value in values:
        if isinstance(value, ast.Constant):
            words += str(value.value)
            continue
        assert isinstance(value, ast.FormattedValue)
        expression = ast.unparse(value.value)
        found = _NAME.fullmatch(expression) or _CALL_WITH_NAME.fullmatch(expression)
        name = str(len(taken) + 1) if found is None else found[1]
        if taken.get(name, expression) != expression:
            name = f"{name}{len(taken) + 1}"
        taken[name] = expression
        words += f"{{{name}}}"
    return words


def book_sentences() -> Iterator[tuple[str, str]]:
    """Calls, notices and notes of the rulebooks, and what games and wagers are called."""
    for path in sorted(PROGRAM.glob(BOOKS)):
        place = path.relative_to(PROGRAM).as_posix()
        for words in _of_book(tomllib.loads(path.read_text("utf-8"))):
            yield words, place


def _of_book(part: object, key: str = "") -> Iterator[str]:
    match part:
        case dict():
            for name, value in part.items():
                yield from _of_book(value, str(name))
        case str() if key in _SPOKEN_KEYS and (" " in part or part[:1].isupper()):
            yield part


def _told(rules: Rulebook) -> Iterator[str]:
    for fact in facts(rules):
        yield from (fact.subject, fact.value)


def _lone(words: str) -> str:
    """Without who decides it, which is said in brackets."""
    return re.sub(r" \([a-z ]+\)$", "", words)


def vocabulary() -> Iterator[tuple[str, str]]:
    """Words that are put into sentences: cards, hands, wagers, games and roles."""
    for rank, name in enumerate(RANK_NAMES):
        yield from ((name, "ranking.py"), (plural(rank), "ranking.py"))
        yield f"{'an' if name in ('ace', 'eight') else 'a'} {name}", "odds/strategy.py"
    for words in PUT_TOGETHER:
        yield words, "odds/strategy.py"
    for one in HandClass:
        yield one.label, "ranking.py"
    for role in HouseRole:
        yield role.label, "house/model/people/roles.py"
    for words in {_lone(words): None for rules in RULEBOOKS.values() for words in _told(rules)}:
        if _LONE.fullmatch(words):
            yield words, "rulebooks/facts.py"
    for rules in (*RULEBOOKS.values(), *ELSEWHERE.values()):
        place = f"books/{rules.edition_name}.toml"
        yield from ((rules.name, place), (rules.title, place), (rules.qualifying_hand, place))
        for wager in rules.wagers:
            yield from ((rules.label(wager), place), (wager.replace("_", " "), place))
