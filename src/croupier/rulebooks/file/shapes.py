"""The shape of a file, derived from the types of the model.

A field added to the model is read, written and described without a change here.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.inspect import (
    CustomType,
    DictType,
    EnumType,
    Field,
    FrozenSetType,
    Metadata,
    NoneType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from croupier.ranking import HandClass
from croupier.rulebooks.file.spelling import (
    HAND,
    ORDER,
    PRIZE,
    WRITTEN,
    Leaf,
    enumeration,
    or_unlimited,
    plain,
)
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import HandPattern, MeterShare
from croupier.rulebooks.terms import ClauseId, Odds, Source
from croupier.rulebooks.wagers import EitherWay, PayTable


class Entry(Struct, frozen=True):
    """One key of a table, and what its value may be."""

    name: str
    shape: "Shape"
    required: bool
    default: Any = UNSET


class Record(Struct, frozen=True):
    """A table with given keys."""

    make: Callable[..., Any]
    entries: tuple[Entry, ...]
    title: str
    told: str
    """What it is, in the words of the model."""


class Table(Struct, frozen=True):
    """A table whose keys are of one kind."""

    key: Leaf
    item: "Shape"


class Named(Struct, frozen=True):
    """Several records in order, as a table by their names."""

    item: Record


class Several(Struct, frozen=True):
    """A list of single values."""

    item: Leaf
    make: Callable[..., Any]
    length: int | None = None


class Recast(Struct, frozen=True):
    """Something that files arrange differently from the model."""

    shape: "Shape"
    build: Callable[[Any], Any]
    take_apart: Callable[[Any], Any]


Shape: TypeAlias = Leaf | Record | Table | Named | Several | Recast


@cache
def rulebook_shape() -> Record:
    """The whole file."""
    shape = _shape(type_info(Rulebook))
    assert isinstance(shape, Record)
    return shape


def _shape(info: Type) -> Shape:
    match info:
        case Metadata(type=inner, extra=extra):
            return WRITTEN[extra["written"]] if extra and "written" in extra else _shape(inner)
        case StructType(cls=cls) if cls is PayTable:
            return Recast(_shape(type_info(_Pays)), _pay_table, _pays)
        case StructType(cls=cls) if cls is HandPattern:
            return HAND
        case StructType():
            return _record(info)
        case DictType(key_type=key, value_type=item):
            return Table(_leaf(key), _shape(item))
        case VarTupleType(item_type=StructType() as item):
            return Named(_record(item))
        case VarTupleType(item_type=item):
            return Several(_leaf(item), tuple)
        case TupleType(item_types=items):
            return Several(_leaf(items[0]), tuple, len(items))
        case FrozenSetType(item_type=item):
            return Several(_leaf(item), frozenset)
        case UnionType(types=types):
            return _union(types)
    return _leaf(info)


def _leaf(info: Type) -> Leaf:
    match info:
        case Metadata(type=inner, extra=extra):
            return WRITTEN[extra["written"]] if extra and "written" in extra else _leaf(inner)
        case EnumType(cls=cls):
            return enumeration(cls)
        case CustomType():
            return ORDER
    return plain(info)


def _union(types: tuple[Type, ...]) -> Shape:
    if any(isinstance(one, StructType) and one.cls is MeterShare for one in types):
        return PRIZE
    [item] = [one for one in types if not isinstance(one, NoneType)]
    # An optional field is none when left out; here none must be written.
    return or_unlimited(_leaf(item))


def _record(info: StructType) -> Record:
    cls: Any = getattr(info.cls, "__origin__", info.cls)
    own = sorted(info.fields, key=lambda field: field.name in Source.__struct_fields__)
    told = (cls.__doc__ or "").strip().split("\n", maxsplit=1)[0]
    return Record(cls, tuple(_entry(field) for field in own), cls.__name__, told)


def _entry(field: Field) -> Entry:
    info = field.type
    if field.required:
        return Entry(field.name, _shape(info), True)
    default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if default is None and isinstance(info, UnionType):
        some = [one for one in info.types if not isinstance(one, NoneType)]
        info = some[0] if len(some) == 1 else UnionType(tuple(some))
    return Entry(field.name, _shape(info), False, default)


# A pay table, which files write row by row


class _PayRow(Struct, frozen=True, kw_only=True):
    """What a class of hand pays."""

    pays: Odds
    clause: ClauseId


class _Pays(Struct, frozen=True, kw_only=True):
    """Odds "to 1" by class of hand; a class that has no row pays nothing."""

    clause: ClauseId
    either_way: EitherWay | None = None
    rows: Mapping[HandClass, _PayRow]


def _pay_table(written: _Pays) -> PayTable:
    return PayTable(
        {hand: row.pays for hand, row in written.rows.items()},
        {hand: row.clause for hand, row in written.rows.items()},
        written.clause,
        written.either_way,
    )


def _pays(table: PayTable) -> _Pays:
    rows = {
        hand: _PayRow(pays=odds, clause=table.clauses[hand]) for hand, odds in table.odds.items()
    }
    return _Pays(clause=table.clause, either_way=table.either_way, rows=rows)
