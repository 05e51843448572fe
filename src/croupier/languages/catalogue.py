"""The catalogue: what a sentence of the program is in another language.

English is the source: a sentence is known by its English words, with names for what is put in
(`Box {number} takes no wagers for now.`). Beside this module is a gettext file for each further
language, where translators work; `make words` brings the files up to date and says what is missing.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from msgspec import Struct

from croupier.languages.punctuation import in_chinese
from croupier.languages.recognition import Recogniser

FOLDER = Path(__file__).parent
ENGLISH = "en"
_PAGES = "house/http/pages/static"

Say = Callable[[str], str]
"""What a sentence is in another language; the sentence itself where that is not known."""


class Language(Struct, frozen=True):
    """A language that people can choose."""

    tag: str
    name: str
    """In the language itself."""
    locale: str
    """How numbers and dates are written: Singapore's ways in this language, and 24 hours."""
    between: str = " "
    """What stands between two sentences."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.tag}.po"


LANGUAGES = {
    one.tag: one
    for one in (
        Language(ENGLISH, "English", "en-SG"),
        Language("zh-Hans", "简体中文", "zh-Hans-SG-u-hc-h23", ""),
        Language("ms", "Bahasa Melayu", "ms-SG-u-hc-h23"),
        Language("ta", "தமிழ்", "ta-SG-u-hc-h23"),
    )
}


class Catalogue:
    """The sentences of one language; what it lacks stays English."""

    def __init__(self, words: dict[str, str], spoken: Iterable[str] = (), between: str = " "):
        """`spoken` are the sentences that the house makes, which are recognised when finished."""
        self._words = words
        recogniser = Recogniser(words, spoken, between)
        say = recogniser.say if between else _with_punctuation(recogniser.say)
        self.say: Say = lru_cache(maxsize=10_000)(say)
        """What a finished sentence is in this language."""

    def word(self, sentence: str) -> str:
        """What the catalogue has for these very words, places and all."""
        return self._words.get(sentence, sentence)


def _with_punctuation(say: Say) -> Say:
    """Signs of Chinese among what is said in Chinese; what is not known stays as it is."""

    def punctuated(sentence: str) -> str:
        told = say(sentence)
        return told if told == sentence else in_chinese(told)

    return punctuated


@cache
def catalogue(tag: str) -> Catalogue:
    """That of a language; English has nothing to say otherwise."""
    return Catalogue({}) if tag == ENGLISH else read_catalogue(LANGUAGES[tag])


def read_catalogue(language: Language) -> Catalogue:
    entries = _finished(language.file)
    words = {_text(entry.id): _text(entry.string) for entry in entries}
    spoken = [_text(entry.id) for entry in entries if not _only_on_pages(entry)]
    return Catalogue(words, spoken, language.between)


def read_words(file: Path) -> dict[str, str]:
    """The sentences that a translator has finished."""
    return {_text(entry.id): _text(entry.string) for entry in _finished(file)}


def _finished(file: Path) -> list[Message]:
    with file.open("rb") as opened:
        entries = read_po(opened, ignore_obsolete=True)
    return [one for one in entries if _text(one.id) and _text(one.string) and not one.fuzzy]


def _text(given: object) -> str:
    """Entries with several forms, which gettext also has, are not used."""
    return given if isinstance(given, str) else ""


def _only_on_pages(entry: Message) -> bool:
    return all(place.startswith(_PAGES) for place, _ in entry.locations)


def chosen(wishes: str) -> str:
    """The language for wishes as a browser states them: `zh-SG,zh;q=0.9,en;q=0.8`."""
    stated = (_wish(one) for one in wishes.split(","))
    for tag, _ in sorted(stated, key=lambda wish: -wish[1]):
        known = [one for one in LANGUAGES if one.partition("-")[0] == tag.partition("-")[0].lower()]
        if known:
            return known[0]
    return ENGLISH


def _wish(one: str) -> tuple[str, float]:
    tag, _, weight = one.strip().partition(";q=")
    try:
        return tag, float(weight or 1)
    except ValueError:
        return tag, 0.0
