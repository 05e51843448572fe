"""Files that nobody meant: good ones with something in them changed."""

import random
import re
import tomllib
from collections.abc import Iterator
from enum import Enum
from typing import Any

from croupier.books import RULEBOOKS, file_text
from croupier.ranking import RANK_NAMES
from croupier.rulebooks import irregularities, model, terms
from croupier.rulebooks.file import write_tables
from croupier.rulebooks.file.text import inline
from tests.fuzz.mutating import ODD

WORDS = sorted(
    {
        member.name.lower()
        for module in (irregularities, model, terms)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Enum)
        for member in found
    }
    | {*RANK_NAMES, "unlimited", "five_cards", "three_cards"}
)
LIKELY: tuple[Any, ...] = (
    *(True, False, 0, 1, 2, 3, 7, 9, 16),
    *("$5", "$1,000,000", "0 to 1", "7 to 1", "1000000 to 1", "0 % of the meter"),
    *("50 % of the meter", "straight_flush, ace high, of spades", "flush", "pair, two high"),
    *("X14", "4.1", ["ace"], ["queen", "jack"], ["ante", "bet"], ["jackpot"], {}),
)
_NOISE = ("{", "}", "[", "]", '"', "'", "=", ".", ",", "#", "\n", "\\", "\x00", "\t", '"""', "é")


class Mutator:
    """The same files for the same seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._texts = [file_text(slug) for slug in RULEBOOKS]
        self._tables = [write_tables(rulebook) for rulebook in RULEBOOKS.values()]
        self._names = [rulebook.edition_name for rulebook in RULEBOOKS.values()]

    def texts(self, count: int) -> Iterator[str]:
        for _ in range(count):
            match self._chance.randrange(10):
                case 0:
                    yield self._garbled(self._chance.choice(self._texts))
                case 1:
                    yield self._whole()
                case _:
                    yield self._extending()

    def _garbled(self, text: str) -> str:
        """Characters changed, put in or taken out."""
        chance = self._chance
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(text) + 1)
            text = (
                text[:place] + chance.choice((*_NOISE, "")) + text[place + chance.randint(0, 9) :]
            )
        return text

    def _whole(self) -> str:
        tables = self._chance.choice(self._tables)
        for _ in range(self._chance.randint(1, 3)):
            tables = self._changed(tables)
        return _text(tables)

    def _extending(self) -> str:
        """A few values said anew, each in its place."""
        number = self._chance.randrange(len(self._tables))
        said: dict[str, Any] = {"extends": self._names[number], "slug": "mutant", "document": "MUT"}
        for _ in range(self._chance.randint(1, 4)):
            self._say(said, self._tables[number])
        if self._chance.random() < 0.1:
            said["without"] = [self._chance.choice(("notes", "fold.keeps_jackpot", "people", "x"))]
        return _text(said)

    def _say(self, said: dict[str, Any], tables: dict[str, Any]) -> None:
        key = self._chance.choice(list(tables))
        value = tables[key]
        if isinstance(value, dict) and value and self._chance.random() < 0.95:
            inner = said.setdefault(key, {})
            if isinstance(inner, dict):
                self._say(inner, value)
        else:
            said[key] = self._other(value)

    def _changed(self, tables: dict[str, Any]) -> dict[str, Any]:
        key = self._chance.choice(list(tables))
        value = tables[key]
        match self._chance.randrange(12):
            case 0:
                return {name: one for name, one in tables.items() if name != key}
            case 1:
                return {**tables, str(self._chance.choice(ODD)): self._other(value)}
        if isinstance(value, dict) and value:
            return {**tables, key: self._changed(value)}
        return {**tables, key: self._other(value)}

    def _other(self, value: Any) -> Any:
        chance = self._chance
        if isinstance(value, bool):
            return not value
        match chance.randrange(5):
            case 0:
                return chance.choice(ODD)
            case 1:
                return chance.choice(WORDS)
            case 2 if isinstance(value, int):
                return value + chance.choice((-1, 1))
            case 2 if isinstance(value, str):
                return re.sub(r"\d+", str(chance.randrange(200)), value, count=1)
        return chance.choice(LIKELY)


def _text(tables: dict[str, Any]) -> str:
    """Every table on one line; what TOML cannot hold is left out."""
    lines = []
    for key, value in tables.items():
        try:
            line = f"{inline(str(key))} = {inline(value)}\n"
            tomllib.loads(line)
        except (TypeError, ValueError, OverflowError):
            continue
        lines.append(line)
    return "".join(lines)
