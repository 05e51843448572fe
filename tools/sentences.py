"""The sentences of the Python part of the program, for the catalogue.

A string or f-string with several words is a sentence, in the modules that speak to people. What an
f-string puts in has the name of the expression, or its number, as in the texts of the pages.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.cli.help import sentences
from croupier.cli.telling import so
from croupier.house.model.people.roles import HouseRole
from croupier.house.read.reports.tables import COMPARED
from croupier.odds.strategy import OPTIMAL, named_strategies
from croupier.ranking import RANK_NAMES, HandClass, plural
from croupier.rulebooks.clauses import BY_ID, Honour
from croupier.rulebooks.clauses.model import Kind as ClauseKind
from croupier.rulebooks.facts import facts
from croupier.rulebooks.irregularities import IN_WORDS
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.readings import READINGS
from croupier.school import Kind as Exercises
from croupier.wagers import Result as Outcome

PROGRAM = Path(__file__).parents[1] / "src" / "croupier"
SILENT = (
    # descriptions for programs: schemas, OpenAPI, AsyncAPI, help of metrics, health
    *("cli/schema_words.py", "cli/rulebook_words.py", "house/app/metrics.py"),
    *("house/http/description.py", "house/http/streaming_description.py", "house/http/health.py"),
    # the documentation, which is English
    "cli/reference.py",
    # what the registry of rules hands out itself (`rule_sentences`), and a rulebook within it
    *("rulebooks/clauses/[!_]*.py", "rulebooks/readings/[!_]*.py", "rulebooks/file/silence.py"),
    # exceptions and `repr` of the library, which are Python's and in English as Python's are
    *("__init__.py", "__main__.py", "game.py", "gym.py"),
    # records of the log of the program, frequent events of the store, names of languages
    *("odds/keeping.py", "house/store/dictionary.py", "languages/*.py"),
    # names of typefaces, statements of databases
    "odds/report/typefaces.py",
    *("house/store/leases.py", "house/store/schema.py", "house/store/migrations/**/*.py"),
)
"""Modules whose words do not go through the catalogue; those of all others do."""
PUT_TOGETHER = (
    *("twice", "more", "{percent} % of the meter", "{hand} {percent} % of the meter"),
    *("{hand}, when {conditions}", "matches one of yours", "matches none of yours"),
    *(
        "{hand} or less wins",
        "{count} of {chip}",
        "{names}: {low} to {high} boxes",
    ),
    *("lose", "A-K-Q of spades", "A-K-Q of another suit"),
    *("is {low} to {high}", "is {low} or {high}", "second", "third", "fourth", "fifth"),
)
"""What the program puts together from single words."""
ON_CONSOLES = (
    *("rulebook", "game", "operator", "edition", "casinos in France", "because", "name"),
    *("choices", "documents", "clauses", "kind", "honoured", "code", "tests", "rules", "keys"),
    *("figure", "value", "odds", "net", "cost", "share", "hours", "at", "stay", "fold", "player"),
    *("dealer", "nobody", "folded", "out", "settled", "running", "void", "called", "shown"),
    *("received", "returned", "staked", "wager", "box", "opening", "right", "WRONG", "met"),
    *("partly", "test", "Players", "Jackpots", "document", "all", "none", "who", "level", "done"),
    *("+ contributed", "+ adjusted", "= meter", "prize", "hits", "one in", "exact", "a year"),
    *("outcome", "hands", "deviation", "mean", "true", "false", "1 player", "exercise", "new"),
    *("qualifies", "{price} a box", "taken", "no more", "preparing", "Dealer", "result", "main"),
    *(
        "all wagers",
        "a shoe",
        "a shuffler",
        'Reason: "{reason}".',
        "command",
        "command {number}",
        "shown to {player}",
        "lucky player",
    ),
    *("lucky dealer", "magic card", "kind"),
)
"""Headings and labels of one word."""
IN_DOCUMENTS = (
    *("Parameter", "Clause", "Device", "Cards", "Automatic", "What", "Who", "Part", "Amount"),
    *("Table", "Edition", "Rounds", "Value", "Hand", "Prize", "Boxes", "Ante", "Who may"),
    *("contributed", "seeded", "adjusted", "paid", "display", "ledger", "reserve", "overflow"),
    *("payable", "stake", "increment", "limit", "money", "live", "Parameters", "Prizes", "no"),
    *("Equipment", "configure", "yes", "NO", "shoe", "shuffler", "electronic", "rounds"),
    *("strategy", "check", "expectation", "rule", "stand-off", "folding", "lives", "what-if"),
    *("pays", "unit", "frequency", "adds", "squares", "to 1", "stake, $", "reset, $", "meter, $"),
    *(
        "wins",
        "loses",
        "folds",
        "deals",
        "Decisions",
        "from",
        "to",
        "one",
        "one card",
        "amount",
        "clause",
    ),
    *("hand", "meter", "jackpot", "pay jackpot", "return payment", "adjust jackpot"),
    *("remedy {what}, decided by {who}", "loses to no hand {one}, claim survives {other}"),
    *("loses to no hand {one}, claim survives {other}, seen by {who}",),
    *("magic card {one}, lucky player {two}, lucky dealer {three}",),
    *("Not Found", "days time zone", "starts", "contributions", "“{first}”, then “{second}”"),
    *("Awards", "break-even {amount}", "{multiple} × ante"),
    *("change jackpot", "retire jackpot", "known cards", "blind box"),
)
"""Labels of one word or two in a PAR sheet and in a dossier."""
_OF_CLICK = (
    *("Answer:", "Usage:", "Options:", "Commands:", "Error:", "Show this message and exit."),
    *("Show the version and exit.", "default: {value}", "default: (one for each core)"),
    *("Missing argument '{name}'.", "Missing option '{name}'.", "Missing command."),
    "No such option '{name}'.",
    *("No such option '{name}'. (Did you mean one of: {names}?)", "{value} is not one of {names}."),
    *("No such option '{name}'. Did you mean {names}?", "No such command '{name}'."),
    *("Got unexpected extra argument ({given})", "Got unexpected extra arguments ({given})"),
    *("Option '{name}' requires an argument.", "Option '{name}' does not take a value."),
    *("Invalid value for '{name}'", "'{value}' is not a valid integer."),
    *("'{value}' is not a valid float.", "{value} is not in the range {range}."),
    *("Directory '{name}' does not exist.", "File '{name}' does not exist."),
    *("[OPTIONS]", "COMMAND", "[ARGS]..."),
    *("Directory '{name}' is a file.", "File '{name}' is a directory.", "required"),
)
"""Sentences of the library that reads the command line."""
_SEVERAL_WORDS = re.compile(r"[A-Za-z’']{2,}[,.:;]? (?:[A-Za-z“(]|\{)|\} [a-z]{2,}|[A-Za-z]{3,}\.$")
_NOT_WORDS = re.compile(
    r".*(?:=\{|<|>|\\|Accept-|(?:^| )[a-z]+_[a-z]+(?: |$))|SELECT |/|default-src|\n|# Settings |"
    r"(?:people|table):|(?:exercise|graded|command|clause|passkey|passkey's|top) \S+$|"
    r"graded \{|exercise \{| ?croupier (?!.* prints)|(?:[2-9TJQKA][cdhs] ?)+$|\(\[|\{[:}]|"
    r"WITH \{|.* RETURNING |"
    r"(?:LOCK TABLE|SET SESSION|PRAGMA|DROP|ALTER|LISTEN|BEGIN|REPEATABLE|Bearer|attachment;) |"
    r"asyncio|from croupier|Could not decode|"
    r"cards \{stream|proof \{seq|differences \{edition|search \{|key in|public, max-age|"
    r"(?:par-sheet|advice|game) \{(?:tag|hand|found)\}|offset points$|Mapping\[|made good$|"
    r"wins of $|#?\[#|shown to \{player\}  |"
    r"adjusted: \{OVERFLOW|(?:CHECK constraint|PRIMARY KEY|UNIQUE|typeof| BEGIN RAISE|CAST)\b|"
    r"#(?:set document|block\(|align\(|table\()"
)
"""What a program reads, or only a developer: seals, names of fields, headers."""
_LETTERS = re.compile(r"[A-Za-z]{2}")
_MARKS = re.compile(r"^#+ ?")
"""The mark of a column of amounts in a sheet of odds, and those of a heading in a document."""
_NAME = re.compile(r"(?:\w+\.)*(\w+)")
_CALL_WITH_NAME = re.compile(r"(?:\w+\.)*\w+\((?:\w+\.)*(\w+)\)")
_LONE = re.compile(r"[A-Za-z][a-z;,' -]+|[a-z][a-z0-9;:,' -]+")
"""Words of a fact without figures, calls or what it is about."""
BOOKS = "books/*.toml"
_SPOKEN_KEYS = frozenset({"text", "value", "name", "title", "label"})


def python_sentences() -> Iterator[tuple[str, str]]:
    """Each with the file it stands in."""
    silent = {path for pattern in SILENT for path in PROGRAM.glob(pattern)}
    for path in sorted(set(PROGRAM.rglob("*.py")) - silent):
        place = path.relative_to(PROGRAM).as_posix()
        for sentence in sentences_of(path.read_text("utf-8")):
            yield sentence, place


def sentences_of(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    passed = _passed_over(tree)
    for node in ast.walk(tree):
        words = None if id(node) in passed else _words(node)
        if words and _SEVERAL_WORDS.search(words) and not _NOT_WORDS.match(words):
            yield _MARKS.sub("", words)


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
                ast.keyword(arg="summary" | "description" | "pattern" | "metavar" | "style")
                | ast.Call(func=ast.Name(id="Meta" | "BrokenStream"))
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


def help_sentences() -> Iterator[tuple[str, str]]:
    """The help of every command, as it is written out."""
    for path in sorted((PROGRAM / "cli").glob("*.py")):
        place = path.relative_to(PROGRAM).as_posix()
        for text in _help_texts(ast.parse(path.read_text("utf-8"))):
            for sentence in sentences(cleandoc(text)):
                if _LETTERS.search(sentence) and not sentence.startswith("croupier "):
                    yield sentence, place
    for words in _OF_CLICK:
        yield words, "cli/help.py"


def _help_texts(tree: ast.AST) -> Iterator[str]:
    """The docstrings of commands, and what is said of their options."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(decorator_list=made) if any(map(_is_command, made)):
                yield ast.get_docstring(node) or ""
            case ast.keyword(arg="help", value=ast.Constant(value=str(words))):
                yield words


def _is_command(decorator: ast.expr) -> bool:
    return re.match(r"\w+\.(?:command|group)\b", ast.unparse(decorator)) is not None


def rule_sentences() -> Iterator[tuple[str, str]]:
    """What clauses say, in our words, and readings with their questions and reasons."""
    for clause in BY_ID.values():
        yield clause.gist, "rulebooks/clauses"
    for reading in READINGS:
        for words in (reading.question, reading.choice, reading.reason):
            yield words, "rulebooks/readings"


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
        yield from (fact.section, fact.subject, fact.value, *fact.value.split("; "))


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
    for decision in IN_WORDS:
        yield so(decision), "cli/telling.py"
    for role in HouseRole:
        yield role.label, "house/model/people/roles.py"
    books = (*RULEBOOKS.values(), *ELSEWHERE.values())
    for words in {_lone(words): None for rules in books for words in _told(rules)}:
        if _LONE.fullmatch(words):
            yield words, "rulebooks/facts.py"
    for kind in (*ClauseKind, *Honour, *Outcome, *Exercises):
        yield kind.value, "cli/clause_pages.py"
    for words in ON_CONSOLES:
        yield words, "cli/console.py"
    yield COMPARED, "house/read/reports/tables.py"
    for words in IN_DOCUMENTS:
        yield words, "odds/report"
    for name in (OPTIMAL, *named_strategies(5), *named_strategies(3)):
        yield name, "odds/strategy.py"
    for rules in books:
        place = f"books/{rules.edition_name}.toml"
        yield from ((rules.name, place), (rules.title, place), (rules.qualifying_hand, place))
        for wager in rules.wagers:
            yield from ((rules.label(wager), place), (wager.replace("_", " "), place))
