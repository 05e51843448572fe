"""The language of the command line: that of the environment, or the one asked for by `--lang`.

What a command says to people is made in English and said in their language here, where it is
written out. What programs read (JSON, scripts, exports, files) never passes through this module.
In English nothing is looked up, and neither the catalogue nor Babel is imported.
"""

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from croupier.odds.report.reader import Reader

CHOSEN = "CROUPIER_LANG"
_ENVIRONMENT = (CHOSEN, "LC_ALL", "LC_MESSAGES", "LANG")
_ENGLISH = "en"


_OBEYED = dict.fromkeys(
    (*range(32), *range(0x7F, 0xA0), *range(0x2028, 0x202F), *range(0x2066, 0x206A)), "?"
)
"""Control characters, line separators, and marks that change the direction of text."""


def visible(words: str) -> str:
    """Names, cards and reasons come from scripts and files: what a terminal would obey is shown as
    `?`."""
    return words.translate(_OBEYED)


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
    """Lines as people are shown them: every sentence in their language, and figures."""
    tag = language()
    if tag == _ENGLISH:
        return text
    from croupier.languages.lines import said as said_in

    return said_in(text, tag)


def punctuated(text: str) -> str:
    """What is put together from parts that are said already, with the signs of their language."""
    if language() != "zh-Hans":
        return text
    from croupier.languages.punctuation import in_chinese

    return in_chinese(text)


def reader() -> "Reader":
    """The person as the reader of a sheet or a picture."""
    from croupier.odds.report.reader import Reader

    return Reader(language(), said)


def tell(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Writes a line for people, as `click.echo` writes one for programs."""
    click.echo(said(text), err=err, nl=nl)
