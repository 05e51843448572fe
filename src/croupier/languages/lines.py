"""Lines of text for people, whole or put together from parts, in another language.

Indentation stays. A line that is not known as a whole is said in its parts: what is before the
first gap, and what is after it.
"""

import re

from croupier.languages.catalogue import LANGUAGES, Say, catalogue
from croupier.languages.figures import with_figures
from croupier.languages.punctuation import in_chinese

_APART = re.compile(r"(  +|: (?=\S)|; | \(| (?=reading [A-Z]+\d)|(?<=\w), (?=[a-z]+$))")
"""Between the columns of a line, after a label, between parts, before what is in brackets, before
a reading behind clauses, and before a last remark."""
_AROUND = re.compile(r"([\s•,]*)(.*?)(\s*)", re.DOTALL)


def said(text: str, tag: str) -> str:
    """Lines as people are shown them: every sentence in the language, figures by CLDR."""
    say = catalogue(tag).say
    lines = "\n".join(_line(line, say) for line in text.split("\n"))
    figured = with_figures(lines, LANGUAGES[tag].locale)
    return figured if LANGUAGES[tag].between else in_chinese(figured)


def _line(line: str, say: Say) -> str:
    found = _AROUND.fullmatch(line)
    assert found is not None
    before, words, after = found.groups()
    return before + _known(words, say) + after


def _known(words: str, say: Say) -> str:
    """As a whole, or else what is before the first gap, and what is after it."""
    told = say(words) if words else ""
    gap = _APART.search(words)
    if told != words or gap is None:
        return told
    rest = words[gap.end() :]
    closed = gap[0] == " (" and rest.endswith(")") and say(rest) == rest
    if closed:
        rest = rest[:-1]
    return say(words[: gap.start()]) + gap[0] + _known(rest, say) + (")" if closed else "")
