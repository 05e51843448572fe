"""Limits on a text, checked before it is parsed.

A TOML parser takes time and memory quadratic in the parts of a key, and an untrusted file of a
few thousand characters could hold up everybody else. No rulebook needs what is refused here.
"""

import re

from croupier.rulebooks.file.strings import STRING

DEEPEST_KEY = 8
"""The most parts that a dotted key may have."""
DEEPEST_NEST = 8
"""The deepest nesting of lists and tables."""
MOST_KEYS = 4_000
"""The most keys and headings in a file; the longest of the package has 725 when written out."""

_TOKEN = re.compile(
    rf"(?P<stepped_over>{STRING}|\#[^\n]*)|(?P<quote>[\"'])|(?P<dot>\.)"
    r"|(?P<opens>[\[{])|(?P<closes>[\]}])|(?P<equals>=)|(?P<ends>[,\n])",
    re.DOTALL,
)


class NotToml(ValueError):
    """A text that is not TOML, in the words of the parser."""


class TooMuch(NotToml):
    """A text that is not parsed at all, with the line at which it exceeded a limit."""

    def __init__(self, words: str, line: int) -> None:
        super().__init__(words)
        self.line = line


def demand_bounded(text: str) -> None:
    """Raises `TooMuch` for keys, nesting or numbers of keys that no rulebook has.

    If the text is not TOML this may miscount; the parser then stops as well.
    """
    dots = nested = keys = 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "quote":  # a string without an end
                return
            case "dot":
                dots += 1
            case "opens":
                dots, nested, keys = 0, nested + 1, keys + 1
            case "closes":
                dots, nested = 0, nested - 1
            case "equals":
                dots, keys = 0, keys + 1
            case "ends":
                dots = 0
        if wrong := _beyond(dots + 1, nested, keys):
            raise TooMuch(wrong, text.count("\n", 0, token.start()) + 1)


def _beyond(parts: int, nested: int, keys: int) -> str | None:
    if parts > DEEPEST_KEY:
        return f"a key has at most {DEEPEST_KEY} parts"
    if nested > DEEPEST_NEST:
        return f"lists and tables are nested at most {DEEPEST_NEST} deep"
    if keys > MOST_KEYS:
        return f"a rulebook has at most {MOST_KEYS:,} keys, lists and tables"
    return None
