"""What a text may cost its reader, asked before it is read.

A parser of TOML takes time and memory with the square of a key's parts, and a stranger's file of
a few thousand characters could hold everybody else up. No rulebook needs what is refused here.
"""

import re

from croupier.rulebooks.file.strings import STRING

DEEPEST_KEY = 8
"""So many parts has a dotted key at most."""
DEEPEST_NEST = 8
"""So many lists and tables stand within one another at most."""
MOST_KEYS = 4_000
"""So many keys and headings has a file at most; the longest of the package has 725 written out."""

_TOKEN = re.compile(
    rf"(?P<stepped_over>{STRING}|\#[^\n]*)|(?P<quote>[\"'])|(?P<dot>\.)"
    r"|(?P<opens>[\[{])|(?P<closes>[\]}])|(?P<equals>=)|(?P<ends>[,\n])",
    re.DOTALL,
)


class NotToml(ValueError):
    """A text that is no TOML, in the words of the parser."""


class TooMuch(NotToml):
    """A text that is not read at all, with the line at which it became too much."""

    def __init__(self, words: str, line: int) -> None:
        super().__init__(words)
        self.line = line


def demand_bounded(text: str) -> None:
    """Raises `TooMuch` for keys, nests or numbers of them that no rulebook has.

    Where the text is no TOML this may miscount; there the parser stops as well.
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
        return f"lists and tables stand at most {DEEPEST_NEST} deep in one another"
    if keys > MOST_KEYS:
        return f"a rulebook has at most {MOST_KEYS:,} keys, lists and tables"
    return None
