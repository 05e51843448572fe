"""Inputs that nobody meant: good ones with something changed, and noise."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**63,
    -(2**63) - 1,
    10**40,
    1.5,
    1e308,
    "",
    "x" * 300,
    "\x00",
    "\u202e",
    "\ud800",
    "Ah Ah",
    "=1+1",
    "2026-13-45",
    "9999-12-31T23:59:59+00:00",
    "NaN",
    "1E+5",
    [],
    {},
    [[]],
    {"": ""},
)
_NOISE = (b"{", b"}", b"[", b'"', b",", b":", b"\\", b"\xff", b"\x00", b"null", b"1e999", b"\xc3")


class Mutator:
    """Makes wrong inputs of right ones; the same ones for the same seed."""

    def __init__(self, corpus: Sequence[bytes], seed: int) -> None:
        self._corpus = corpus
        self._plain = [json.loads(one) for one in corpus]
        self._chance = random.Random(seed)

    def inputs(self, count: int) -> Iterator[bytes]:
        for _ in range(count):
            yield self.one()

    def one(self) -> bytes:
        if self._chance.random() < 0.4:
            return self._bytes(bytearray(self._chance.choice(self._corpus)))
        plain = self._chance.choice(self._plain)
        for _ in range(self._chance.randint(1, 3)):
            plain = self._changed(plain)
        return json.dumps(plain).encode("utf-8", "surrogatepass")

    def _bytes(self, text: bytearray) -> bytes:
        chance = self._chance
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(text) + 1)
            match chance.randrange(4):
                case 0:
                    text[place:place] = chance.choice(_NOISE)
                case 1:
                    del text[place : place + chance.randint(1, 20)]
                case 2:
                    text[place : place + 1] = bytes([chance.randrange(256)])
                case _:
                    return bytes(text[:place])
        return bytes(text)

    def _changed(self, value: Any) -> Any:
        """The same value with one thing in it changed, somewhere deep down."""
        chance = self._chance
        if chance.random() < 0.15 or not isinstance(value, dict | list) or not value:
            return self._other(value)
        if isinstance(value, dict):
            key = chance.choice(list(value))
            match chance.randrange(6):
                case 0:
                    return {name: one for name, one in value.items() if name != key}
                case 1:
                    return {**value, str(chance.choice(ODD)): chance.choice(ODD)}
                case _:
                    return {**value, key: self._changed(value[key])}
        place = chance.randrange(len(value))
        match chance.randrange(6):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return [*value[:place], value[place], *value[place:]]
            case 2:
                other = chance.randrange(len(value))
                swapped = list(value)
                swapped[place], swapped[other] = swapped[other], swapped[place]
                return swapped
            case _:
                return [*value[:place], self._changed(value[place]), *value[place + 1 :]]

    def _other(self, value: Any) -> Any:
        chance = self._chance
        if isinstance(value, bool):
            return not value
        if isinstance(value, int) and chance.random() < 0.6:
            return value + chance.choice((-1, 1, 100, -100, 10**6))
        if isinstance(value, str) and value and chance.random() < 0.6:
            place = chance.randrange(len(value))
            return value[:place] + chance.choice(("", "x", " ", "é", "0")) + value[place + 1 :]
        return chance.choice(ODD)
