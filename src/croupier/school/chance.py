"""Chance that is the same for the same seed, on every machine and in every version of Python."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Numbers that look drawn."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def below(self, limit: int) -> int:
        """A number from 0, below the limit; the limits here are far too small to be uneven."""
        self._drawn += 1
        digest = sha256(f"{self._seed} {self._drawn}".encode()).digest()
        return int.from_bytes(digest[:8]) % limit

    def of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def one_in(self, number: int) -> bool:
        return self.below(number) == 0

    def some(self, things: Sequence[T], count: int) -> list[T]:
        """So many of them, each once, in the order drawn."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def mixed(self, things: Sequence[T]) -> list[T]:
        return self.some(things, len(things))
