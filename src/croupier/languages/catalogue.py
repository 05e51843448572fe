"""The catalogue: what a sentence of the program is in another language.

English is the source: a sentence is known by its English words, with names for what is put in
(`Box {number} takes no wagers for now.`). Beside this module is a gettext file for each further
language, where translators work; `make words` brings the files up to date and says what is missing.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

from babel.messages.pofile import read_po
from msgspec import Struct

FOLDER = Path(__file__).parent
ENGLISH = "en"
_PLACE = re.compile(r"\{(\w+)\}")


class Language(Struct, frozen=True):
    """A language that people can choose."""

    tag: str
    name: str
    """In the language itself."""
    locale: str
    """How numbers and dates are written: Singapore's ways in this language."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.tag}.po"


LANGUAGES = {
    one.tag: one
    for one in (
        Language(ENGLISH, "English", "en-SG"),
        Language("zh-Hans", "简体中文", "zh-Hans-SG"),
        Language("ms", "Bahasa Melayu", "ms-SG"),
        Language("ta", "தமிழ்", "ta-SG"),
    )
}


class Catalogue:
    """The sentences of one language; what it lacks stays English."""

    def __init__(self, words: dict[str, str]) -> None:
        self._words = words
        templates = (sentence for sentence in words if _PLACE.search(sentence))
        self._patterns = [
            (_pattern(one), one) for one in sorted(templates, key=_literal_length, reverse=True)
        ]
        self.say = lru_cache(maxsize=10_000)(self._say)

    def word(self, sentence: str) -> str:
        """What stands in the catalogue for these very words."""
        return self._words.get(sentence, sentence)

    def _say(self, said: str) -> str:
        """A finished sentence, recognised by its words; what is put in is said too if it is known.

        The log holds what was said in English, and so do answers that are kept for a repeated
        command: the finished sentence is all there is.
        """
        if said in self._words:
            return self._words[said]
        for pattern, template in self._patterns:
            found = pattern.fullmatch(said)
            if found is not None:
                values = {name: self._say(value) for name, value in found.groupdict().items()}
                return filled(self._words[template], values)
        return said


def filled(template: str, values: dict[str, str]) -> str:
    return _PLACE.sub(lambda place: values.get(_group(place[1]), place[0]), template)


def _group(name: str) -> str:
    return f"n{name}" if name.isdecimal() else name


def _literal_length(template: str) -> int:
    return len(_PLACE.sub("", template))


def _pattern(template: str) -> re.Pattern[str]:
    seen, written, at = set[str](), "", 0
    for place in _PLACE.finditer(template):
        name = _group(place[1])
        written += re.escape(template[at : place.start()])
        written += f"(?P={name})" if name in seen else f"(?P<{name}>.+?)"
        seen.add(name)
        at = place.end()
    return re.compile(written + re.escape(template[at:]), re.DOTALL)


@cache
def catalogue(tag: str) -> Catalogue:
    """That of a language; English has nothing to say otherwise."""
    if tag == ENGLISH:
        return Catalogue({})
    return Catalogue(read_words(LANGUAGES[tag].file))


def read_words(file: Path) -> dict[str, str]:
    """The sentences that a translator has finished."""
    with file.open("rb") as opened:
        entries = read_po(opened, ignore_obsolete=True)
    return {
        entry.id: entry.string
        for entry in entries
        if isinstance(entry.id, str)
        and isinstance(entry.string, str)
        and entry.id
        and entry.string
        and not entry.fuzzy
    }


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
