"""What identifies the rules that a program runs, whoever built it."""

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from croupier.ranking import OrderOfHands
from croupier.rulebooks import find_rulebook
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.script.format import TableEntry


def fingerprint(entry: TableEntry) -> str:
    """SHA-256 of every rule, pay table, clause and reading that a table goes by."""
    return _of(entry.rulebook, tuple(sorted(entry.readings.items())))


@cache
def _of(rulebook: str, readings: tuple[tuple[str, bool | int | str], ...]) -> str:
    return rulebook_hash(read_as(find_rulebook(rulebook), dict(readings)))


def rulebook_hash(rulebook: Rulebook) -> str:
    """SHA-256 of the rulebook as canonical JSON."""
    plain = msgspec.to_builtins(rulebook, enc_hook=_plain, str_keys=True, order="sorted")
    return sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def _plain(value: Any) -> Any:
    """What has no JSON form of its own."""
    if isinstance(value, OrderOfHands):
        return {"size": value.size, "classes": [str(one) for one in value.classes]}
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    raise TypeError(f"{type(value).__name__} has no place in a rulebook")
