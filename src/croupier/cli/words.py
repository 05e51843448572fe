"""The language of the command line: that of the environment, or the one asked for by `--lang`.

What a command says to people is made in English and said in their language here, where it is
written out. What programs read (JSON, scripts, exports, files) never passes through this module.
In English nothing is looked up, and neither the catalogue nor Babel is imported.
"""

import os
import re

import click

CHOSEN = "CROUPIER_LANG"
_ENVIRONMENT = (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG")
_ENGLISH = "en"
_APART = re.compile(r"(  +|: (?=\S)|; | \()")
"""Between the columns of a line, after a label, between parts, and before what is in brackets."""
_AROUND = re.compile(r"([\s•,]*)(.*?)(\s*)", re.DOTALL)


class Typed(str):
    """What people type, or typed: the same in every language."""

    __slots__ = ()


def language() -> str:
    """The tag of the language that people are spoken to in."""
    wish = next((value for name in _ENVIRONMENT if (value := os.environ.get(name))), "")
    tag = wish.partition(".")[0].replace("_", "-")
    if tag[:2].lower() in ("", "c", "c-", "en", "po"):
        return _ENGLISH  # without reading a catalogue
    from croupier.languages.catalogue import chosen

    return chosen(tag)


def in_english() -> bool:
    return language() == _ENGLISH


def say(sentence: str) -> str:
    """A sentence in that language; English where the catalogue does not have it."""
    tag = language()
    if tag == _ENGLISH:
        return sentence
    from croupier.languages.catalogue import catalogue

    return catalogue(tag).say(sentence)


def said(text: str) -> str:
    """Lines as people are shown them: every sentence in their language, figures as CLDR has them.

    Indentation stays. A line that is not known as a whole is said in its parts.
    """
    tag = language()
    if tag == _ENGLISH:
        return text
    from croupier.languages.catalogue import LANGUAGES
    from croupier.languages.figures import with_figures

    lines = (_line(line) for line in text.split("\n"))
    return with_figures("\n".join(lines), LANGUAGES[tag].locale)


def _line(line: str) -> str:
    found = _AROUND.fullmatch(line)
    assert found is not None
    before, words, after = found.groups()
    return before + _known(words) + after


def _known(words: str) -> str:
    """As a whole, or else what is before the first gap, and what is after it."""
    told = say(words) if words else ""
    gap = _APART.search(words)
    if told != words or gap is None:
        return told
    return say(words[: gap.start()]) + gap[0] + _known(words[gap.end() :])


def tell(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Writes a line for people, as `click.echo` writes one for programs."""
    click.echo(said(text), err=err, nl=nl)
