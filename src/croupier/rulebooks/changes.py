"""What changes from one rulebook to another, rule by rule, and each change on its own.

Two rulebooks are walked side by side by their types, and no rule is known by name: a rule that is
added to the model is compared from then on. Clauses, readings, notes and what a rulebook is called
are not rules. A change can be made without the others, so each can be priced alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import reduce
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs

from croupier.cards import RANKS
from croupier.money import dollars
from croupier.ranking import HandClass, OrderOfHands
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, HandPattern, JackpotRow, MeterShare, ToOne
from croupier.rulebooks.terms import Cited, Note, Source
from croupier.rulebooks.wagers import EitherWay, PayTable

Path = tuple[Any, ...]
"""Fields, keys of mappings and rows of pay tables that lead to a rule."""

_NAMES = frozenset({"slug", "name", "short_name", "document", "operator", "edition", "effective"})
_CITATIONS = frozenset({"clause", "clauses", "hand_clauses", "also", "reading", "notes"})
_NO_RULES = _NAMES | _CITATIONS
_UNSAID = Source()


class Side(Struct, frozen=True):
    """A rule as one of the two rulebooks has it."""

    words: str
    source: Source


class Change(Struct, frozen=True):
    """One rule that is not the same in both."""

    path: Path
    before: Side | None
    """None where the rulebook has no such rule."""
    after: Side | None
    put: Any
    """What replaces it: the value with its citations."""

    @property
    def rule(self) -> str:
        """`jackpot.rows.four of a kind.prize`: its path in the rulebook."""
        return ".".join(_step(step) for step in self.path)

    @property
    def section(self) -> str:
        return str(self.path[0])


def changes(left: Rulebook, right: Rulebook) -> tuple[Change, ...]:
    """Every rule that differs between left and right, in the order of the rulebook."""
    return tuple(_compared(left, right, (), _UNSAID, _UNSAID))


def applied(rulebook: Rulebook, some: Iterable[Change]) -> Rulebook:
    """The rulebook with these changes, and no others."""
    return reduce(lambda book, one: _with(book, one.path, one.put), some, rulebook)


# Walking


def _compared(left: Any, right: Any, path: Path, mine: Source, theirs: Source) -> Iterator[Change]:
    """The changes below a path; the sources are for values that have none of their own."""
    match left, right:
        case _ if _cites_only(left, right):
            return
        case Cited() | None, Cited() | None:
            if left is None or right is None or left.value != right.value:
                yield Change(path, _side(left, path, mine), _side(right, path, theirs), right)
        case PayTable(), PayTable():
            yield from _pay_table(left, right, path)
        case Struct(), Struct() if type(left) is type(right) and _has_citations(left):
            for field in left.__struct_fields__:
                if field not in _NO_RULES:
                    yield from _compared(
                        getattr(left, field),
                        getattr(right, field),
                        (*path, field),
                        _source(left, field),
                        _source(right, field),
                    )
        case (Mapping(), Mapping()):
            for key in dict.fromkeys((*left, *right)):
                yield from _compared(left.get(key), right.get(key), (*path, key), mine, theirs)
        case (tuple(), tuple()) if (order := _order_of_rows(left, right)) is not None:
            yield from _rows(left, right, order, path)
        case _ if not _same(left, right):
            yield Change(path, _side(left, path, mine), _side(right, path, theirs), right)


def _cites_only(left: Any, right: Any) -> bool:
    return all(one is None or type(one) in (Source, EitherWay, Note) for one in (left, right))


def _side(value: Any, path: Path, nearest: Source) -> Side | None:
    if value is None:
        return None
    said = value.value if isinstance(value, Cited) else value
    return Side(_told(said, path), _own_source(value) or nearest)


def _plain(source: Source) -> Source:
    return Source(source.clause, source.also, source.reading)


def _has_citations(value: Struct) -> bool:
    """A struct without any is one value: a prize, a pattern."""
    return isinstance(value, Source) or any(
        field in _CITATIONS or isinstance(getattr(value, field), Source)
        for field in value.__struct_fields__
    )


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, OrderOfHands) and isinstance(right, OrderOfHands):
        return (left.size, left.classes) == (right.size, right.classes)
    return bool(left == right)


def _own_source(value: Any) -> Source | None:
    """For a whole table, row or section that only one of the two has."""
    if isinstance(value, Source):
        return _plain(value)
    clause = getattr(value, "clause", None)
    if clause is not None:
        return Source(clause)
    if isinstance(value, Struct):
        within = [getattr(value, field) for field in value.__struct_fields__]
        clauses = dict.fromkeys(
            clause for one in within if isinstance(one, Source) for clause in one.clauses
        )
        readings = [one.reading for one in within if isinstance(one, Source) and one.reading]
        if clauses or readings:
            return Source(None, tuple(clauses), readings[0] if readings else None)
    return None


def _source(owner: Struct, field: str) -> Source:
    """Where a value without a clause comes from: its owner, or what is cited after it."""
    own = _own_source(owner) if isinstance(owner, Source | JackpotRow) else None
    if own is not None:
        return own
    fields = owner.__struct_fields__
    for later in fields[fields.index(field) :]:
        found = getattr(owner, later)
        if later == "notes":
            continue
        if isinstance(found, Source):
            return _plain(found)
        if later in _CITATIONS and isinstance(found, Mapping):
            return Source(None, tuple(dict.fromkeys(found.values())))
    return _UNSAID


# Pay tables and rows


def _pay_table(left: PayTable, right: PayTable, path: Path) -> Iterator[Change]:
    """A row that is missing pays nothing."""
    for hand in sorted({*left.odds, *right.odds}, reverse=True):
        before, after = left.odds.get(hand), right.odds.get(hand)
        if before != after:
            put = None if after is None else (after, right.clauses[hand])
            yield Change((*path, hand), _paid(left, hand), _paid(right, hand), put)


def _paid(table: PayTable, hand: HandClass) -> Side | None:
    if hand not in table.odds:
        return None
    return Side(in_words(ToOne(table.odds[hand])), Source(table.clauses[hand]))


class _Row(Struct, frozen=True):
    """A row by its hand, and the order in which the rows of both are looked through."""

    hand: HandPattern
    name: str
    order: tuple[HandPattern, ...]


def _order_of_rows(left: Any, right: Any) -> tuple[HandPattern, ...] | None:
    """The hands of both lists in an order that both keep; none if these are not such rows."""
    if not all(isinstance(row, JackpotRow) for row in (*left, *right)):
        return None
    mine, theirs = [row.hand for row in left], [row.hand for row in right]
    if len(set(mine)) < len(mine) or len(set(theirs)) < len(theirs):
        return None
    places = [mine.index(hand) for hand in theirs if hand in mine]
    if any(later < earlier for earlier, later in pairwise(places)):
        return None
    order = list(mine)
    place = 0
    for hand in theirs:
        if hand in order:
            place = order.index(hand) + 1
        else:
            order.insert(place, hand)
            place += 1
    return tuple(order)


def _rows(
    left: tuple[JackpotRow, ...],
    right: tuple[JackpotRow, ...],
    order: tuple[HandPattern, ...],
    path: Path,
) -> Iterator[Change]:
    mine = {row.hand: row for row in left}
    theirs = {row.hand: row for row in right}
    for hand in order:
        row, other = mine.get(hand), theirs.get(hand)
        name = (row or theirs[hand]).name
        yield from _compared(row, other, (*path, _Row(hand, name, order)), _UNSAID, _UNSAID)


# Applying a change


def _with(node: Any, path: Path, put: Any) -> Any:
    if not path:
        return put
    step, rest = path[0], path[1:]
    match node, step:
        case PayTable(), HandClass():
            return _with_row(node, step, put)
        case tuple(), _Row():
            rows = {row.hand: row for row in node}
            rows[step.hand] = _with(rows.get(step.hand), rest, put)
            there = [row for row in rows.values() if row is not None]
            return tuple(sorted(there, key=lambda row: step.order.index(row.hand)))
        case Mapping(), _:
            within = {**node, step: _with(node.get(step), rest, put)}
            return {key: one for key, one in within.items() if one is not None}
        case _:
            return structs.replace(node, **{step: _with(getattr(node, step), rest, put)})


def _with_row(table: PayTable, hand: HandClass, put: tuple[int, str] | None) -> PayTable:
    odds = {row: paid for row, paid in table.odds.items() if row is not hand}
    clauses = {row: clause for row, clause in table.clauses.items() if row is not hand}
    if put is not None:
        odds[hand], clauses[hand] = put
    return structs.replace(table, odds=odds, clauses=clauses)


# Words

_UNITS: Mapping[str, Callable[[Any], str]] = {
    "payout_max": lambda cents: f"${dollars(cents)}",
    "envy": lambda cents: f"${dollars(cents)}",
    "qualifies": lambda ranks: " ".join(RANKS[rank] for rank in ranks),
}
"""Fields whose numbers are money or ranks."""


def _told(value: Any, path: Path) -> str:
    unit = _UNITS.get(str(path[-1]))
    return in_words(value) if unit is None or isinstance(value, Struct) else unit(value)


def _step(step: Any) -> str:
    match step:
        case _Row():
            return step.name
        case HandClass():
            return step.slug
        case Enum():
            return str(step.value)
        case _:
            return str(step)


def in_words(value: Any) -> str:
    """A rule's value for people."""
    match value:
        case None:
            return "any number"
        case bool():
            return "yes" if value else "no"
        case MeterShare(percent=percent):
            return f"{percent} % of the meter"
        case FixedSum(amount=amount):
            return f"${dollars(amount)}"
        case ToOne(odds=odds):
            return f"{odds} to 1"
        case OrderOfHands():
            return f"hands of {value.size} cards"
        case PayTable():
            rows = sorted(value.odds.items(), reverse=True)
            return ", ".join(f"{hand.label} {odds} to 1" for hand, odds in rows)
        case JackpotRow(prize=prize, envy=None):
            return in_words(prize)
        case JackpotRow(prize=prize, envy=Cited() as envy):
            return f"{in_words(prize)}, envy bonus ${dollars(envy.value)}"
        case Enum():
            return str(value.value).replace("_", " ")
        case Struct():
            return _fields_in_words(value)
        case Mapping():
            return ", ".join(f"{_step(key)} {in_words(one)}" for key, one in value.items())
        case tuple() | frozenset():
            return ", ".join(in_words(one) for one in value) or "none"
        case _:
            return str(value)


def _fields_in_words(value: Struct) -> str:
    told = []
    for field in value.__struct_fields__:
        one = getattr(value, field)
        if field not in _NO_RULES and one is not None and not _cites_only(one, None):
            said = _told(one.value if isinstance(one, Cited) else one, (field,))
            told.append(f"{field.replace('_', ' ')} {said}")
    return ", ".join(told)
