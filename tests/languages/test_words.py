"""That words come through the catalogue, and that its translations can be put in their place."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from msgspec import Struct
from msgspec.structs import fields

from croupier import table
from croupier.house import model
from croupier.house.http.pages.site import FOLDER
from croupier.languages.catalogue import ENGLISH, LANGUAGES, read_words
from croupier.languages.javascript import literals
from tools.sentences import PROGRAM, SILENT, sentences_of
from tools.words import collected, for_players, missing

OTHERS = [tag for tag in LANGUAGES if tag != ENGLISH]
PLACE = re.compile(r"\{(\w+)\}")
LOOKS_LIKE_WORDS = re.compile(r"\b[A-Z][a-z]{2,}|[a-z]{2}[.:?!] |[a-z]{2}\.$|, [a-z]")
FOR_PROGRAMS = re.compile(
    r"\((?:min|max|prefers)-.*\)|Enter|Escape|Backspace|Delete|Space Enter|PublicKeyCredential|"
    r"(?:button|input).*|zh-Hans|.*; Path=/.*|\{\}Text"
)
"""Media queries, keys, selectors, names of the browser, a cookie."""
NAMES = {
    ("languages.js", "English"),
    ("languages.js", "Bahasa Melayu"),
    ("net.js", "Croupier"),
    ("book/rulebook.js", "Pay tables"),
}
"""Names that are the same in every language, and one that the book goes by."""

PRINTING = {
    ("cli/words.py", "echo"),  # where words are said
    ("cli/trouble.py", "echo"),
    ("cli/help.py", "echo"),
    ("cli/console.py", "Console"),
    ("cli/odds.py", "Console"),  # bars of progress
    ("simulation/telling.py", "Console"),
}
"""Where the command line writes past the catalogue, and why that is right."""
AWAITING_MAX = {"zh-Hans": 0, "ms": 60, "ta": 60}
"""How many sentences may be new and not translated yet; English stands behind them."""


def words_in_code() -> Iterator[tuple[str, str]]:
    for path in sorted(FOLDER.rglob("*.js")):
        if path.parent.name != "text":
            name = path.relative_to(FOLDER).as_posix()
            for words in _literals(path.read_text("utf-8")):
                if LOOKS_LIKE_WORDS.search(words) and not FOR_PROGRAMS.fullmatch(words):
                    yield name, words


def _literals(source: str, start: int = 0, end: int | None = None) -> Iterator[str]:
    for one in literals(source, start, len(source) if end is None else end):
        yield "".join(part if isinstance(part, str) else "{}" for part in one.parts)
        for part in one.parts:
            if not isinstance(part, str):
                yield from _literals(source, *part)


def test_pages_say_nothing_that_is_not_in_their_texts() -> None:
    assert set(words_in_code()) == NAMES


def written_past_the_catalogue() -> Iterator[tuple[str, str]]:
    """Modules of the command line that print words themselves, not by `tell` or `console`."""
    for path in (*PROGRAM.glob("cli/*.py"), PROGRAM / "simulation" / "telling.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Console" | "SaidConsole" as name)):
                    pass
                case ast.Call(func=ast.Attribute(attr="echo" as name), args=[said, *_]) if any(
                    sentences_of(f"said = {ast.unparse(said)}")
                ):
                    pass
                case _:
                    continue
            yield path.relative_to(PROGRAM).as_posix(), name.removeprefix("Said")


def test_the_command_line_prints_words_by_the_catalogue_alone() -> None:
    assert set(written_past_the_catalogue()) <= PRINTING


def test_sentences_of_every_source_are_in_the_catalogue() -> None:
    sentences = collected()
    for sentence in (
        "Fold costs the Ante.",  # the gist of a clause
        "Otherwise the other nine tenths would vanish from the meter.",  # a reason of a reading
        "A jackpot is out of service; its tables take no jackpot wagers.",  # an alarm
        "The last 25 hits are kept",  # a requirement
        "What does {document} prescribe?",  # the school
        "Read the rulebooks and the clauses behind them.",  # help
        "there is no rulebook '{slug}'; there are {2}",  # a refusal
        "In which order are the wagers settled?",
    ):
        assert sentence in sentences


def test_no_module_is_silent_that_is_not_there() -> None:
    assert [pattern for pattern in SILENT if not any(PROGRAM.glob(pattern))] == []


def test_a_planted_sentence_is_collected() -> None:
    planted = 'def f(box: int) -> None:\n    raise Trouble(f"Nobody has put box {box} there.")\n'
    assert list(sentences_of(planted)) == ["Nobody has put box {box} there."]


@pytest.mark.parametrize("tag", OTHERS)
def test_a_translation_has_places_for_what_is_put_into_the_sentence(tag: str) -> None:
    strange = [
        sentence
        for sentence, said in read_words(LANGUAGES[tag].file).items()
        if not set(PLACE.findall(said)) <= set(PLACE.findall(sentence))
    ]
    assert strange == []


def test_sentences_are_translated() -> None:
    sentences = collected()
    assert len(sentences) > 3000
    parts = {"zh-Hans": sentences, "ms": for_players(sentences), "ta": for_players(sentences)}
    for tag, part in parts.items():
        lacking = missing(part, read_words(LANGUAGES[tag].file))
        assert len(lacking) <= AWAITING_MAX[tag], "\n".join((tag, *lacking))


def test_pages_ask_cldr_which_form_a_number_takes() -> None:
    """Two lists of boxes are written otherwise where there is one box: that is no plural."""
    compared = [
        (path.name, found[0])
        for path in sorted(FOLDER.glob("text/en*.js"))
        for found in re.finditer(r"[\w.]+ === 1\b", path.read_text("utf-8"))
    ]
    assert compared == [
        ("en_dealer.js", "boxes.length === 1"),
        ("en_pit.js", "boxes.length === 1"),
    ]


def named_in_the_log() -> Iterator[str]:
    """Commands, events and what events carry that can be shown in a line."""
    for package in (table, model):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            for kind in vars(import_module(found.name)).values():
                if not (isinstance(kind, type) and issubclass(kind, Struct)):
                    continue
                config = kind.__struct_config__
                if config.tag_field not in ("event", "do") or not str(config.tag).islower():
                    continue
                yield str(config.tag)
                if config.tag_field == "event":
                    yield from (one.encode_name for one in fields(kind) if _is_plain(one.type))


def _is_plain(kind: object) -> bool:
    return any(plain in str(kind) for plain in ("str", "int", "bool"))


def test_what_the_log_calls_by_name_has_words_on_the_pages_of_the_audit() -> None:
    module = (FOLDER / "text" / "en_names.js").read_text("utf-8")
    assert set(named_in_the_log()) - set(re.findall(r"^  (\w+): ", module, re.M)) == set()


def test_the_page_offers_the_languages_that_there_are() -> None:
    module = (FOLDER / "languages.js").read_text("utf-8")
    named = re.search(r"LANGUAGES = \{(.*)\};", module)
    assert named is not None
    offered = dict(re.findall(r'"?([\w-]+)"?: "([^"]+)"', named[1]))
    assert offered == {tag: one.name for tag, one in LANGUAGES.items()}
