"""A module of page texts, with its sentences said in another language.

The texts of the pages are JavaScript modules with English in them. Every string and template in
such a module is a sentence of the catalogue, unless a program reads it: a key, a value to compare
with, a name in a list of names, an argument of `Intl`, or what a comment `/* code */` follows. A
translated module is the same code with other words in it, so it has every name and function that
the English one has, and is as large.

Signs that join what is said, such as `", "` and `${label}: ${value}`, are sentences too, in every
module of the pages: Chinese has signs of its own. Their places are numbered. A comment
`/* joined */` follows what joins whole sentences by a space, which Chinese does without.
"""

import json
import re
from collections.abc import Iterator

from msgspec import Struct

from croupier.languages.catalogue import Say
from croupier.languages.javascript import STRING, Literal, escaped, literals

_WORD = re.compile(r"[A-Za-z]{2}|\b[aA-Z]\b")
_PLACE = re.compile(r"\{(\w+)\}")
_LETTER = re.compile(r"[^\W\d_]")
_SIGNS = re.compile(r"^[,:;.] $|^\.$|\}[,:;.] |[,:;.] \{|^, \{| \(\{|\}[.:]$")
"""A separator, or one between places; a place in brackets; a stop behind one."""
_LOCALE = re.compile(r'"en-[A-Z]{2}"')
_NAME = re.compile(r"(?:\w+\.)*(\w+)")
_CALL_WITH_NAME = re.compile(r"(?:\w+\.)*\w+\((?:\w+\.)*(\w+)\)")
_CODE_BEFORE = re.compile(
    r"(?:[=!]==|\bcase|\bfrom|\bimport|\w\[|"
    r"\.(?:startsWith|endsWith|split|includes|replace|replaceAll|test|get)\()\s*$"
)
_JOINED_AFTER = re.compile(r"\s*/\* joined \*/")
_CODE_AFTER = re.compile(r"\s*(?:[=!]==|in\b|/\* code \*/)")
_BEFORE_KEY, _AFTER_KEY = re.compile(r"[{,]\s*$"), re.compile(r"\s*:")
_NAME_OF_CODE = re.compile(r"[a-z]+(?:_[a-z]+)+")
_LIST = re.compile(r'\[\s*"[a-z_]+"(?:,\s*"[a-z_]+")*,?\s*\]')


class Sentence(Struct, frozen=True):
    """A literal as the catalogue has it: places for expressions have names."""

    words: str
    places: dict[str, tuple[int, int]]
    line: int


class PageTexts:
    """One module of texts, in English."""

    def __init__(self, source: str, *, signs_only: bool = False) -> None:
        """Of a module that is not one of texts, only the signs are sentences."""
        self._source = source
        self._signs_only = signs_only
        lists = (found for found in _LIST.finditer(source) if "_" in found[0])
        self._names = {
            found.start() + name.start() for found in lists for name in STRING.finditer(found[0])
        }
        """Where names for programs stand in lists: one of a list has an underscore."""

    def sentences(self) -> Iterator[Sentence]:
        """Every sentence, also those within the places of others."""
        yield from self._sentences(0, len(self._source))

    def translated(self, say: Say, locale: str) -> str:
        """The module in another language; numbers and dates are written as `locale` has them."""
        return self._translated(0, len(self._source), say, locale)

    def _sentences(self, start: int, end: int) -> Iterator[Sentence]:
        for literal in literals(self._source, start, end):
            found = self._sentence(literal)
            if found is not None:
                yield found
            for part in literal.parts:
                if not isinstance(part, str):
                    yield from self._sentences(*part)

    def _translated(self, start: int, end: int, say: Say, locale: str) -> str:
        written, at = [], start
        tag = json.dumps(locale)
        for literal in literals(self._source, start, end):
            written.append(_LOCALE.sub(tag, self._source[at : literal.start]))
            written.append(self._said(literal, say, locale))
            at = literal.end
        written.append(_LOCALE.sub(tag, self._source[at:end]))
        return "".join(written)

    def _said(self, literal: Literal, say: Say, locale: str) -> str:
        found = self._sentence(literal)
        if found is not None and (words := say(found.words)) != found.words:
            places = {
                name: self._translated(*place, say, locale) for name, place in found.places.items()
            }
            return _written(words, places)
        if all(isinstance(part, str) for part in literal.parts):
            return _LOCALE.sub(json.dumps(locale), self._source[literal.start : literal.end])
        parts = (
            escaped(one) if isinstance(one, str) else f"${{{self._translated(*one, say, locale)}}}"
            for one in literal.parts
        )
        return f"`{''.join(parts)}`"

    def _sentence(self, literal: Literal) -> Sentence | None:
        """None if a program reads it, or if there is no word in it."""
        if self._is_code(literal):
            return None
        words, places = "", dict[str, tuple[int, int]]()
        for part in literal.parts:
            if isinstance(part, str):
                words += part
                continue
            name = self._name_of(part, places)
            places[name] = part
            words += f"{{{name}}}"
        plain = _PLACE.sub("", words)
        joins = _SIGNS.search(words) or _JOINED_AFTER.match(self._source, literal.end)
        if joins and not _LETTER.search(plain):
            return self._signs(literal)
        if (
            self._signs_only
            or not _WORD.search(plain)
            or "\\" in plain
            or _NAME_OF_CODE.fullmatch(plain)
        ):
            return None
        return Sentence(words, places, self._source.count("\n", 0, literal.start) + 1)

    def _signs(self, literal: Literal) -> Sentence:
        words, places = "", dict[str, tuple[int, int]]()
        for part in literal.parts:
            if not isinstance(part, str):
                places[str(len(places) + 1)] = part
            words += part if isinstance(part, str) else f"{{{len(places)}}}"
        return Sentence(words, places, self._source.count("\n", 0, literal.start) + 1)

    def _is_code(self, literal: Literal) -> bool:
        before = self._source[max(0, literal.start - 40) : literal.start]
        after = self._source[literal.end : literal.end + 40]
        return bool(
            literal.start in self._names
            or _LOCALE.fullmatch(self._source, literal.start, literal.end)
            or _CODE_BEFORE.search(before)
            or _CODE_AFTER.match(after)
            or (_BEFORE_KEY.search(before) and _AFTER_KEY.match(after))
        )

    def _name_of(self, place: tuple[int, int], taken: dict[str, tuple[int, int]]) -> str:
        """What is put in is called by its name, where it has one; otherwise by its number."""
        expression = self._source[slice(*place)].strip()
        found = _NAME.fullmatch(expression) or _CALL_WITH_NAME.fullmatch(expression)
        number = len(taken) + 1
        if found is None or found[1].isdecimal():
            return str(number)
        same = found[1] not in taken or self._source[slice(*taken[found[1]])].strip() == expression
        return found[1] if same else f"{found[1]}{number}"


def _written(words: str, places: dict[str, str]) -> str:
    if not places:
        return json.dumps(words, ensure_ascii=False)
    pieces = [escaped(piece) for piece in _PLACE.split(words)]
    for at in range(1, len(pieces), 2):
        pieces[at] = f"${{{places[pieces[at]]}}}" if pieces[at] in places else f"{{{pieces[at]}}}"
    return f"`{''.join(pieces)}`"
