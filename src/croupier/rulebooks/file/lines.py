"""The line numbers of keys in a file.

The TOML library gives values without their positions. This reads a text that the library has
accepted, and notes the line of every key; it skips over values.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from croupier.rulebooks.file.strings import STRING
from croupier.rulebooks.file.tables import Path

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(STRING, re.DOTALL)
_PART = rf"(?:[A-Za-z0-9_-]+|{STRING})"
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*", re.DOTALL)
_OTHER = re.compile(r"[^,\]\}\n#]+")


def lines_of(text: str) -> Mapping[Path, int]:
    """The line of every key of a text that is TOML."""
    return _Scan(text).lines


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.place = 0
        self._line, self._counted = 1, 0
        self.lines: dict[Path, int] = {}
        section: Path = ()
        while self._skip_blank():
            if self.text[self.place] == "[":
                section = self._heading()
            else:
                self._pair(section)

    def _skip_blank(self) -> bool:
        self._match(_BLANK)
        return self.place < len(self.text)

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.place)
        assert found is not None, self.text[self.place : self.place + 20]
        self.place = found.end()
        return found[0]

    def _heading(self) -> Path:
        while self.text[self.place] in "[ \t":
            self.place += 1
        path = self._key(())
        while self.place < len(self.text) and self.text[self.place] in "] \t":
            self.place += 1
        return path

    def _key(self, below: Path) -> Path:
        """Reads a key, dotted or not, and notes its line."""
        line = self._line_here()
        found: Any = tomllib.loads(f"{self._match(_KEY)} = 0")
        path = below
        while isinstance(found, dict):
            [(key, found)] = found.items()
            path = (*path, key)
            self.lines.setdefault(path, line)
        return path

    def _line_here(self) -> int:
        """Counted on from the last key: counting from the start each time would be quadratic."""
        self._line += self.text.count("\n", self._counted, self.place)
        self._counted = self.place
        return self._line

    def _pair(self, below: Path) -> None:
        path = self._key(below)
        self.place = self.text.index("=", self.place) + 1
        self._value(path)

    def _value(self, path: Path) -> None:
        self._skip_blank()
        match self.text[self.place]:
            case "{":
                self._several("}", path, pairs=True)
            case "[":
                self._several("]", path, pairs=False)
            case '"' | "'":
                self._match(_STRING)
            case _:
                self._match(_OTHER)

    def _several(self, end: str, path: Path, *, pairs: bool) -> None:
        self.place += 1
        while self._skip_blank() and self.text[self.place] != end:
            if self.text[self.place] == ",":
                self.place += 1
            elif pairs:
                self._pair(path)
            else:
                self._value(path)
        self.place += 1


def line_near(lines: Mapping[Path, int], path: Path) -> int | None:
    """The line of a key, or of the nearest table around it."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None
