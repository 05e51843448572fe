"""Finished sentences, recognised by their words and said in another language.

The log holds what was said, in English, and so do answers that are kept for a repeated command: a
finished sentence is all there is of it. It is looked up as it is, then as a sentence with something
put in, then as several sentences one after another. What is put in is said too, if it is known.
"""

import re
from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

_PLACE = re.compile(r"\{(\w+)\}")
_NAMED = re.compile(
    r"(?:'|--|there are |none of |one of )\{(\w+)\}(?='| takes| has| is |$|\.$| \()"
)
_END = re.compile(r"(?<=[.?!”]) (?=[A-Z“])")
_EACH, _OF, _ALL = re.compile("; "), re.compile(": "), re.compile(r", and |, | and ")
_ANY, _CHAIN = re.compile(r" or (?!better\b|less\b|more\b)"), re.compile("-")
_PRICED = re.compile(r"(.*[a-z]) (\$[\d,]+(?:\.\d\d)?)")
_DECIDED = re.compile(r"(.+) \(([a-z ]+)\)")
"""A consequence, and who decides on it."""
_FIGURE = re.compile(r"[−-]?\$?[\d,.]+|[A-Z](?:, [A-Z])*|[2-9TJQKA][cdhs]")
"""A number, letters of layouts, a card: the same in every language."""
_LETTERS_MIN = 4
"""A sentence of fewer letters beside its places, and no figure, would be found in everything."""
_PHRASE = 4
"""Words of a value that may be a sentence with something put in itself."""
_SHORT = 8
"""Signs of a template that also fits what is something else: `three {1}`, `{1} wins`."""
_WITHIN_A_SENTENCE = r"(?:(?![.?!] [A-Z“]).)+"
_ADDED = rf"(?:[ ,;(]{_WITHIN_A_SENTENCE}?)?"
"""What may be added to a word or not: ` and more`, `, void`."""


class _Template(Struct, frozen=True):
    """A sentence with places, and the ways to find it: places take little, or some much."""

    needed: str
    """The longest piece of it between two places: without it in a sentence, nothing is tried."""
    patterns: tuple[re.Pattern[str], ...]
    said: str
    names: frozenset[str]
    """Places between apostrophes, of options and of what can be typed: in every language alike."""


class Recogniser:
    """The sentences of one language that the house makes."""

    def __init__(self, words: Mapping[str, str], spoken: Iterable[str], between: str) -> None:
        self._words = {one.strip(): said.strip() for one, said in words.items()}
        self._between = between
        templates = {one for one in spoken if _PLACE.search(one) and _is_distinct(one)}
        self._templates = [
            _Template(
                max(_PLACE.split(one.strip())[::2], key=len),
                tuple(_pattern(one, much) for much in _Much),
                words[one].strip(),
                frozenset(_NAMED.findall(one)),
            )
            for one in sorted(templates, key=lambda one: (-_letters(one), -len(one), one))
        ]

    def say(self, said: str) -> str:
        whole = self._whole(said) or self._list(said)
        if whole is not None:
            return whole
        record = self._record(said)
        if record is not None:
            return record
        sentences = _END.split(said)
        known = [self._whole(one) for one in sentences]
        if not any(known):
            return said
        between = self._between if all(known) else " "
        return between.join(one or as_it_is for one, as_it_is in zip(known, sentences, strict=True))

    def _record(self, said: str) -> str | None:
        """`bought in: player ann, amount 500.00`: an event by its name, and its facts."""
        event, colon, facts = said.partition(": ")
        if not colon or event not in self._words or "{" in facts:
            return None
        told = [self._fact(one) for one in facts.split(", ")]
        known = [one for one in told if one is not None]
        if 2 * len(known) < len(told):
            return None
        parts = zip(facts.split(", "), told, strict=True)
        comma, of = (", ", ": ") if self._between else ("，", "：")
        return self._words[event] + of + comma.join(one or as_it_is for as_it_is, one in parts)

    def _fact(self, said: str) -> str | None:
        """`amount 500.00`, `roles pit_supervisor`: by the longest name that is known."""
        if said in self._words:
            return self._words[said]
        words = said.split(" ")
        for end in range(len(words) - 1, 0, -1):
            name = " ".join(words[:end])
            known = self._words.get(name.capitalize()) or self._words.get(name)
            if known is not None:
                value = " ".join(words[end:])
                told = self._words.get(value.replace("_", " ")) or self._fact(value)
                return f"{known} {told or value}"
        return None

    def _whole(self, said: str) -> str | None:
        known = self._words.get(said) or self._words.get(said[:1].lower() + said[1:])
        if known is None and " " in said:
            known = self._words.get(said[:1].upper() + said[1:])
        if known is None and "_" in said:
            known = self._words.get(said.replace("_", " "))
        if known is not None:
            return known
        if said[:1] + said[-1:] in ('""', "“”") and "“" not in said[1:]:
            inner = said[1:-1]
            told = self.say(inner)
            return f"“{self.say(inner[:1].lower() + inner[1:]) if told == inner else told}”"
        decided = _DECIDED.fullmatch(said)
        if decided is not None and {decided[1], decided[2]} <= self._words.keys():
            what, by = self._words[decided[1]], self._words[decided[2]]
            return f"{what} ({by})" if self._between else f"{what}（{by}）"
        priced = _PRICED.fullmatch(said)
        if priced is not None and priced[1] in self._words:
            return f"{self._words[priced[1]]} {priced[2]}"
        lower = said[:1].lower() + said[1:]
        known = self._with_places(said) or self._as_a_sentence(said)
        if known is None and lower != said:
            known = self._with_places(lower)
            known = known and known[:1].upper() + known[1:]
        return known

    def _as_a_sentence(self, said: str) -> str | None:
        """What is a clause of a sentence elsewhere: `there is no rulebook '{slug}'`."""
        if not (said.endswith(".") and said[:1].isupper()):
            return None
        words = said[:1].lower() + said[1:-1]
        known = self._words.get(words) or self._with_places(words)
        return known and known + ("." if self._between else "。")

    def _with_places(self, said: str) -> str | None:
        """The first template that fits; one of a word or two must leave nothing unknown, if another
        that fits leaves nothing, or if the sentence is a list of what is known."""
        first = None
        for template in self._templates:
            found = template.needed in said and template.patterns[0].fullmatch(said)
            if not found:
                continue
            others = (one.fullmatch(said) for one in template.patterns[1:])
            ways = [found, *(one for one in others if one is not None)]
            best = min(ways, key=self._unknown)
            if not self._unknown(best) or (first is None and len(template.needed) > _SHORT):
                return self._filled(template, best)
            if len(template.needed) > _SHORT or not self._has_strange_words(best):
                first = first or (template, best)
        return None if first is None else self._list(said) or self._filled(*first)

    def _unknown(self, found: re.Match[str]) -> int:
        """How many of the values put in are neither figures nor words that are known."""
        return sum(not self._is_known(one.strip()) for one in found.groupdict().values())

    def _has_strange_words(self, found: re.Match[str]) -> bool:
        """Whether several words were put in that are not known: then it is another sentence."""
        values = (one.strip() for one in found.groupdict().values())
        return any(" " in one and not self._is_known(one) for one in values)

    def _is_known(self, value: str) -> bool:
        if not value or _FIGURE.fullmatch(value) or value in self._words:
            return True
        if value.count(" ") < _PHRASE and self._with_places(value) is not None:
            return True
        return self._list(value) is not None

    def _filled(self, template: _Template, found: re.Match[str]) -> str:
        def put_in(place: re.Match[str]) -> str:
            value = found[_group(place[1])]
            return value if place[1] in template.names else self._value(value)

        return _PLACE.sub(put_in, template.said)

    def _value(self, value: str) -> str:
        """A word, a sentence within a sentence, or a list of such."""
        text = value.strip()
        if not text:
            return ""
        known = self._words.get(text) or self._words.get(text[:1].upper() + text[1:])
        if known is None and text[:1].isupper() and ", " in text:
            known = self._with_places(text[:1].lower() + text[1:])
        return known or self._list(text) or self._by_role(text) or self.say(value)

    def _by_role(self, said: str) -> str | None:
        """`sue (pit supervisor)`: a name, and what the person is."""
        found = _DECIDED.fullmatch(said)
        role = found and self._words.get(found[2])
        return f"{found[1]} ({role})" if found and role else None

    def _list(self, said: str) -> str | None:
        """`Jackpot and Pair Plus`, `a king or an ace`, `ace-king`: if every part of it is known."""
        comma = ", " if self._between else "、"
        of, each = (": ", "; ") if self._between else ("：", "；")
        for separator, sign in (
            *((_EACH, each), (_OF, of), (_ALL, comma), (_ANY, comma)),
            (_CHAIN, "-"),
        ):
            parts = separator.split(said)
            known = [self._whole(part) or self._list(part) for part in parts if len(parts) > 1]
            if known and None not in known:
                return sign.join(part for part in known if part is not None)
        return None


def _group(name: str) -> str:
    """A group of a regular expression does not begin with a digit."""
    return f"n{name}" if name.isdecimal() else name


def _letters(template: str) -> int:
    return sum(sign.isalpha() for sign in _PLACE.sub("", template))


def _is_distinct(template: str) -> bool:
    words = _PLACE.sub("", template)
    figure = any(sign.isdecimal() for sign in words)
    return figure or _letters(template) >= _LETTERS_MIN or "box" in words.lower()


class _Much(Enum):
    """Which places take in as much as they can."""

    NONE = "none"
    FIRST = "the first"
    BEFORE_ANOTHER = "those right before another"


def _pattern(template: str, much: "_Much") -> re.Pattern[str]:
    """No place goes past the end of a lone sentence."""
    text = template.strip()
    anything = ".+" if _END.search(text) else _WITHIN_A_SENTENCE
    seen, written, at = set[str](), "", 0
    for place in _PLACE.finditer(text):
        name = _group(place[1])
        written += re.escape(text[at : place.start()])
        greedy = (much is _Much.FIRST and not seen) or (
            much is _Much.BEFORE_ANOTHER and text[place.end() :].startswith("{")
        )
        taken = anything if greedy else f"{anything}?"
        if text[: place.start()][-1:].isalnum() or (seen and place.start() == at):
            taken = _ADDED
        written += f"(?P={name})" if name in seen else f"(?P<{name}>{taken})"
        seen.add(name)
        at = place.end()
    return re.compile(written + re.escape(text[at:]), re.DOTALL)
