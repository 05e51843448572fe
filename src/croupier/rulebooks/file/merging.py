"""A file that extends another: what it says replaces what the other says.

Tables are merged, to any depth; a list or a single value replaces. Entries of the base that this
file leaves out are named in `without`.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec import Struct

from croupier.rulebooks.file.bounds import NotToml, demand_bounded
from croupier.rulebooks.file.spelling import shown
from croupier.rulebooks.file.tables import Fault, Path, Tables

EXTENDS, WITHOUT = "extends", "without"
DEEPEST = 8
"""The longest chain of bases."""


class Base(Struct, frozen=True):
    """The text that `extends` names, and how to find its own base from there."""

    text: str
    find: "FindBase"


FindBase: TypeAlias = Callable[[str], Base]
"""The base of a name; `LookupError` or `ValueError`, in words, where there is none."""


def parsed(text: str) -> dict[str, Any]:
    demand_bounded(text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotToml(str(error)) from None


def whole(tables: Tables, find: FindBase, depth: int = 0) -> tuple[dict[str, Any], list[Fault]]:
    """The tables of a file with those of its base, and what prevents merging."""
    own = {key: value for key, value in tables.items() if key not in (EXTENDS, WITHOUT)}
    if EXTENDS not in tables:
        stray = [Fault((WITHOUT,), "nothing is extended")] if WITHOUT in tables else []
        return own, stray
    try:
        base, faults = _base(tables[EXTENDS], find, depth)
    except (LookupError, ValueError) as error:
        return own, [Fault((EXTENDS,), error.args[0])]
    faults = [Fault((EXTENDS,), f"{'.'.join(fault.path)}: {fault.words}") for fault in faults]
    faults += _strike(base, tables.get(WITHOUT, []))
    return merged(base, own), faults


def _base(name: Any, find: FindBase, depth: int) -> tuple[dict[str, Any], list[Fault]]:
    if not isinstance(name, str):
        raise LookupError(f"{shown(name)} is not the name of a rulebook")
    if depth == DEEPEST:
        raise LookupError(f"more than {DEEPEST} files extend one another")
    base = find(name)
    return whole(_parsed_base(base.text), base.find, depth + 1)


@lru_cache(maxsize=16)
def _parsed_base(text: str) -> dict[str, Any]:
    """What many files extend is parsed once; nobody changes it in place."""
    return parsed(text)


def merged(base: Tables, own: Tables) -> dict[str, Any]:
    """The base with the new values; the order is the base's."""
    result = dict(base)
    for key, value in own.items():
        below = result.get(key)
        both = isinstance(below, Mapping) and isinstance(value, Mapping)
        result[key] = merged(below, value) if both else value  # type: ignore[arg-type]
    return result


def _strike(base: dict[str, Any], names: Any) -> list[Fault]:
    """Removes from the base what `without` names."""
    if not isinstance(names, list):
        return [Fault((WITHOUT,), f"{shown(names)} is not a list")]
    return [
        Fault((WITHOUT,), f"the base has no {shown(name)}")
        for name in names
        if not _struck(base, _keys(name))
    ]


def _keys(name: Any) -> Path:
    """The keys of a dotted name, quoted as TOML quotes them; none if it is not such a name."""
    try:
        found: Any = parsed(f"{name} = 0")
    except NotToml:
        return ()
    keys = []
    while isinstance(found, dict):
        if len(found) != 1:
            return ()
        [(key, found)] = found.items()
        keys.append(key)
    return tuple(keys)


def _struck(base: dict[str, Any], keys: Path) -> bool:
    """Whether it was there to be removed; tables further down are copied first."""
    if not keys or keys[0] not in base:
        return False
    first, *rest = keys
    if not rest:
        del base[first]
        return True
    inner = base[first]
    if not isinstance(inner, dict):
        return False
    base[first] = dict(inner)
    return _struck(base[first], tuple(rest))
