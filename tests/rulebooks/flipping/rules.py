"""Every rule of a rulebook, found by walking its types, and the other values it could have.

The walk knows structs, mappings, tuples and the types of their fields, and no name of a rule: a
field that is added to the model is flipped from then on. Clauses, readings, notes and what a
rulebook is called are no rules.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from enum import Enum
from functools import cache, partial, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

from croupier.books import RULEBOOKS
from croupier.ranking import HandClass, OrderOfHands
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Cited, Note, Role, Source
from croupier.rulebooks.wagers import EitherWay

Path = tuple[str, ...]
Put = Callable[[Any], Rulebook]

NAMES = frozenset(
    {"slug", "name", "short_name", "label", "document", "operator", "edition", "effective"}
)
"""What a rulebook, a wager or a row is called, by whom and since when."""
CLAUSES = frozenset({"clause", "clauses", "hand_clauses", "also", "reading"})
"""Fields of text that hold clauses or the name of a reading."""


class Flip(NamedTuple):
    """A rulebook in which one rule is another."""

    rule: str
    value: Any
    rulebook: Rulebook


class Rule(NamedTuple):
    """A rule where it stands: its value, its declared type, and how to put another there."""

    path: Path
    value: Any
    type: Any
    put: Put

    @property
    def name(self) -> str:
        return ".".join(self.path)

    def flips(self) -> Iterator[Flip]:
        """The rulebook with each other value that this rule could have."""
        for value in _others(self):
            yield Flip(self.name, value, self.put(value))


def rules_of(rulebook: Rulebook) -> list[Rule]:
    return list(_walk(rulebook, Rulebook, (), lambda changed: changed))


def _walk(value: Any, declared: Any, path: Path, put: Put) -> Iterator[Rule]:
    inner, optional = _without_none(declared)
    if optional and (value is None or not _is_citation(inner)):
        if not _is_citation(inner):
            yield Rule(path, value, declared, put)
        if value is None:
            return
    origin = get_origin(inner) or inner
    match value:
        case Note():
            return
        case Cited():
            [of] = get_args(inner)
            yield from _walk(value.value, of, path, partial(_in_struct, value, "value", put))
        case Source() | EitherWay() if type(value) in (Source, EitherWay):
            return
        case Struct():
            yield from _fields(value, path, put)
        case Mapping():
            _, of = get_args(inner)
            for key, one in value.items():
                step = key.name.lower() if isinstance(key, Enum) else str(key)
                yield from _walk(one, of, (*path, step), partial(_in_mapping, value, key, put))
        case tuple() if _is_row(value):
            for place, one in enumerate(value):
                within = partial(_in_tuple, value, place, put)
                yield from _walk(one, type(one), (*path, str(place)), within)
        case _ if not optional:
            assert origin is not str or path[-1] not in CLAUSES | NAMES
            yield Rule(path, value, declared, put)


def _fields(value: Struct, path: Path, put: Put) -> Iterator[Rule]:
    for field, declared in get_type_hints(type(value)).items():
        if field == "notes" or (field in CLAUSES and _holds_text(declared)):
            continue
        if field in NAMES and (len(path) == 0 or declared is str):
            continue
        one = getattr(value, field)
        yield from _walk(one, declared, (*path, field), partial(_in_struct, value, field, put))


def _holds_text(declared: Any) -> bool:
    inner, _ = _without_none(declared)
    return inner is str or str in get_args(inner)


def _is_row(value: tuple[Any, ...]) -> bool:
    return any(isinstance(one, Struct) for one in value)


def _is_citation(declared: Any) -> bool:
    return declared in (Source, EitherWay, Note)


def _without_none(declared: Any) -> tuple[Any, bool]:
    if get_origin(declared) in (Union, UnionType) and NoneType in get_args(declared):
        others = [one for one in get_args(declared) if one is not NoneType]
        return reduce(or_, others), True
    return declared, False


def _in_struct(struct: Struct, field: str, put: Put, value: Any) -> Rulebook:
    return put(structs.replace(struct, **{field: value}))


def _in_mapping(mapping: Mapping[Any, Any], key: Any, put: Put, value: Any) -> Rulebook:
    return put({**mapping, key: value})


def _in_tuple(items: tuple[Any, ...], place: int, put: Put, value: Any) -> Rulebook:
    return put((*items[:place], value, *items[place + 1 :]))


# Other values


def _others(rule: Rule) -> Iterator[Any]:
    inner, optional = _without_none(rule.type)
    value = rule.value
    if optional:
        if value is None:
            samples = _samples(rule.path, rule.type)
            yield from samples
            yield from (one - 1 for one in samples if isinstance(one, int))
            for one in samples:
                if isinstance(one, Cited) and type(one.value) is int:
                    yield structs.replace(one, value=1)  # a limit that bites
        else:
            yield None
    match value:
        case None | Struct():
            return
        case bool():
            yield not value
        case Role():
            yield from (role for role in Role if role.is_staff and role is not value)
        case Enum():
            yield from (one for one in type(value) if one is not value)
        case int():
            yield from (value + 1, value - 1)
        case str():
            yield f"{value}!"
        case frozenset():
            yield frozenset({(max(value) + 1) % 4})
        case OrderOfHands():
            yield _exchanged(value)
        case tuple():
            yield from _other_tuples(value, inner)
        case datetime() | _:
            raise AssertionError(f"{rule.name}: no other value of {type(value)} is known")


def _other_tuples(value: tuple[Any, ...], declared: Any) -> Iterator[Any]:
    if all(isinstance(one, Enum) for one in value):
        kinds = type(value[0])
        yield from (tuple(one for one in value if one is not left) for left in value)
        yield from ((*value, one) for one in kinds if one not in value)
    elif all(isinstance(one, str) for one in value):
        names = dict.fromkeys(name for book in RULEBOOKS.values() for name in book.wagers)
        yield from (tuple(one for one in value if one != left) for left in value)
        yield from ((*value, name) for name in names if name not in value)
    else:
        for place in range(len(value)):
            for step in (-1, 1):
                yield (*value[:place], value[place] + step, *value[place + 1 :])


@cache
def _exchanged(order: OrderOfHands) -> OrderOfHands:
    """Straight and flush in each other's place."""
    swap = {HandClass.STRAIGHT: HandClass.FLUSH, HandClass.FLUSH: HandClass.STRAIGHT}
    return OrderOfHands(order.size, tuple(swap.get(one, one) for one in order.classes))


def _samples(path: Path, declared: Any) -> list[Any]:
    """What other rulebooks have there, or in a field of that name and type."""
    found = _everywhere()
    return found.get((path, declared)) or [
        value
        for (other, type_), values in found.items()
        if other[-1] == path[-1] and type_ == declared
        for value in values
    ]


@cache
def _everywhere() -> dict[tuple[Path, Any], list[Any]]:
    found: dict[tuple[Path, Any], list[Any]] = {}
    for rulebook in RULEBOOKS.values():
        for rule in rules_of(rulebook):
            values = found.setdefault((rule.path, rule.type), [])
            if rule.value is not None and rule.value not in values:
                values.append(rule.value)
    return found
