"""How single values are written in a rulebook's file: words, money, odds, ranks, clauses.

An enumeration is written by the names of its members, in lower case; the engine's own names may
change, but these may not, because files contain them.
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.inspect import BoolType, DateTimeType, IntType, StrType, Type

from croupier.money import dollars
from croupier.ranking import FIVE_CARDS, RANK_NAMES, THREE_CARDS, HandClass, OrderOfHands
from croupier.rulebooks.progressive import FixedSum, HandPattern, MeterShare, Prize, ToOne
from croupier.rulebooks.readings import UnknownReading, by_id
from croupier.rulebooks.terms import Money, Odds, Percent

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
ORDERS: Mapping[str, OrderOfHands] = {"five_cards": FIVE_CARDS, "three_cards": THREE_CARDS}
UNLIMITED = "unlimited"
"""For a number that may also be none."""


WIDEST = 128
"""Bits of a number that a message repeats."""


class Unreadable(ValueError):
    """A value that its field does not accept, or that files cannot express; says so in words."""


class Leaf(Struct, frozen=True):
    """A single value: from a file, into a file, and for a schema. Both ways know the document."""

    read: Callable[[Any, str], Any]
    write: Callable[[Any, str], Any]
    schema: Mapping[str, Any]


def shown(value: Any) -> str:
    """A value of a file as a message repeats it."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and value.bit_length() > WIDEST:
        return "a number of very many digits"  # which Python does not write out
    text = str(value).lower() if isinstance(value, bool) else str(value)
    short = text if len(text) <= 40 else f"{text[:37]}..."  # noqa: PLR2004
    return f"'{short}'" if isinstance(value, str) else short


def _demand_text(value: Any, wanted: str) -> str:
    if not isinstance(value, str):
        raise Unreadable(f"{shown(value)} is not {wanted}")
    return value


# Plain values


def plain(info: Type) -> Leaf:
    """A number, string, boolean or time as TOML has it, within the bounds of its type."""
    kind, wanted, schema = _plain(info)

    def read(value: Any, _: str) -> Any:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError:
            raise Unreadable(f"{shown(value)} is not {wanted}") from None

    return Leaf(read, lambda value, _: value, schema)


def _plain(info: Type) -> tuple[Any, str, dict[str, Any]]:
    match info:
        case BoolType():
            return bool, "true or false", {"type": "boolean"}
        case IntType(ge=low, le=high):
            between = f" from {low} to {high:,}" if high is not None else ""
            bounds = {"minimum": low, "maximum": high} if high is not None else {}
            number: Any = Annotated[int, Meta(ge=low, le=high)]
            return number, f"a whole number{between}", {"type": "integer", **bounds}
        case DateTimeType():
            words = "a time with its offset, such as 2020-06-28T08:00:00+08:00"
            return Annotated[datetime, Meta(tz=True)], words, {"description": words}
        case StrType(pattern=str() as pattern):
            name: Any = Annotated[str, Meta(pattern=pattern, max_length=info.max_length)]
            return name, _PATTERNS[pattern], {"type": "string", "pattern": _ends(pattern)}
        case StrType(min_length=low, max_length=high):
            text: Any = Annotated[str, Meta(min_length=low, max_length=high)]
            bounds = {"minLength": low, "maxLength": high} if high is not None else {}
            return text, "a text", {"type": "string", **bounds}
    raise TypeError(f"files have no way to write {info}")


def _ends(pattern: str) -> str:
    """As schemas spell the end of a text; to Python `$` is also before a last line break."""
    return pattern.replace(r"\Z", "$")


_PATTERNS = {
    r"^[a-z0-9]+(-[a-z0-9]+)*\Z": "a name of lower-case letters, digits and hyphens",
    r"^[a-z][a-z0-9_]*\Z": "a name of lower-case letters, digits and low lines",
    r"^[A-Z][A-Z0-9]*\Z": "a short name of capital letters and digits",
}


def member_name(member: Enum) -> str:
    """`whole_hands`."""
    return member.name.lower()


def enumeration(cls: type[Enum]) -> Leaf:
    by_name = {member_name(member): member for member in cls}

    def read(value: Any, _: str) -> Enum:
        found = by_name.get(value) if isinstance(value, str) else None
        if found is None:
            raise Unreadable(f"{shown(value)} is none of {', '.join(by_name)}")
        return found

    return Leaf(read, lambda member, _: member_name(member), {"enum": list(by_name)})


def or_unlimited(leaf: Leaf) -> Leaf:
    """A number that may also be none."""

    def read(value: Any, document: str) -> Any:
        if value == UNLIMITED:
            return None
        try:
            return leaf.read(value, document)
        except Unreadable as error:
            raise Unreadable(f"{error}, nor '{UNLIMITED}'") from None

    def write(value: Any, document: str) -> Any:
        return UNLIMITED if value is None else leaf.write(value, document)

    return Leaf(read, write, {"anyOf": [leaf.schema, {"const": UNLIMITED}]})


def _of_names(names: tuple[str, ...]) -> Leaf:
    """A number written as the name with that index."""

    def read(value: Any, _: str) -> int:
        if not isinstance(value, str) or value not in names:
            raise Unreadable(f"{shown(value)} is none of {', '.join(names)}")
        return names.index(value)

    def write(place: int, _: str) -> str:
        if not 0 <= place < len(names):
            raise Unreadable(f"{place} has no name")
        return names[place]

    return Leaf(read, write, {"enum": list(names)})


# Citations


def _read_clause(value: Any, document: str) -> str:
    number = _demand_text(value, "the number of a clause")
    if not number or number != number.strip():
        raise Unreadable(f"{shown(value)} is not the number of a clause")
    # A clause of another document is written with that document's name.
    return number if " " in number else f"{document} {number}"


def _write_clause(clause: str, document: str) -> str:
    return clause.removeprefix(f"{document} ")


def _read_reading(value: Any, _: str) -> str:
    name = _demand_text(value, "the name of a reading")
    try:
        return by_id(name).id
    except UnknownReading as error:
        raise Unreadable(str(error)) from None


# Money, odds, prizes

_MONEY = r"\$(\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.(\d\d))?"
_ODDS = r"(\d{1,9}) to 1"
_SHARE = r"(\d{1,9}) ?% of the meter"


def _within(number: int, kind: Any, value: Any, write: Callable[[int], str]) -> int:
    try:
        return msgspec.convert(number, kind)  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        [bounds] = kind.__metadata__
        raise Unreadable(f"{shown(value)} is more than {write(bounds.le)}") from None


def _read_money(value: Any, _: str) -> int:
    found = re.fullmatch(_MONEY, value) if isinstance(value, str) else None
    if found is None:
        raise Unreadable(f"{shown(value)} is not a sum of money such as '$1,250' or '$2.50'")
    cents = int(found[1].replace(",", "")) * 100 + int(found[2] or 0)
    return _within(cents, Money, value, lambda most: _write_money(most, ""))


def _write_money(amount: int, _: str) -> str:
    return f"${dollars(amount).removesuffix('.00')}"


def _read_odds(value: Any, _: str) -> int:
    found = re.fullmatch(_ODDS, value) if isinstance(value, str) else None
    if found is None:
        raise Unreadable(f"{shown(value)} is not odds such as '50 to 1'")
    return _within(int(found[1]), Odds, value, "{:,} to 1".format)


def _read_prize(value: Any, document: str) -> Prize:
    text = value if isinstance(value, str) else ""
    if share := re.fullmatch(_SHARE, text):
        return MeterShare(_within(int(share[1]), Percent, value, "{} % of the meter".format))
    if text.startswith("$"):
        return FixedSum(_read_money(value, document))
    if re.fullmatch(_ODDS, text):
        return ToOne(_read_odds(value, document))
    raise Unreadable(
        f"{shown(value)} is not a prize such as '10 % of the meter', '$500' or '50 to 1'"
    )


def _write_prize(prize: Prize, document: str) -> str:
    match prize:
        case MeterShare(percent):
            return f"{percent} % of the meter"
        case FixedSum(amount):
            return _write_money(amount, document)
        case ToOne(odds):
            return f"{odds} to 1"


# Hands


_HAND = r"([a-z_]+)(?:, ([a-z]+) high)?(?:, of ([a-z]+(?: or [a-z]+){0,3}))?"


def _read_hand(value: Any, document: str) -> HandPattern:
    found = re.fullmatch(_HAND, value) if isinstance(value, str) else None
    if found is None:
        raise Unreadable(
            f"{shown(value)} is not a hand such as 'flush' or 'straight_flush, ace high, of spades'"
        )
    hand_class, top, suits = found.groups()
    return HandPattern(
        _CLASSES.read(hand_class, document),
        None if top is None else _RANK.read(top, document),
        None if suits is None else frozenset(_SUIT.read(one, "") for one in suits.split(" or ")),
    )


def _write_hand(hand: HandPattern, document: str) -> str:
    text: str = _CLASSES.write(hand.hand_class, document)
    if hand.top is not None:
        text += f", {_RANK.write(hand.top, document)} high"
    if hand.suits is not None:
        text += f", of {' or '.join(_SUIT.write(suit, '') for suit in sorted(hand.suits))}"
    return text


def _read_order(value: Any, _: str) -> OrderOfHands:
    order = ORDERS.get(value) if isinstance(value, str) else None
    if order is None:
        raise Unreadable(f"{shown(value)} is none of {', '.join(ORDERS)}")
    return order


def _write_order(order: OrderOfHands, _: str) -> str:
    for name, known in ORDERS.items():
        if known is order:
            return name
    raise Unreadable(f"{order} has no name")


def _text(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern}$"}


_CLASSES, _RANK, _SUIT = enumeration(HandClass), _of_names(RANK_NAMES), _of_names(SUIT_NAMES)
HAND = Leaf(_read_hand, _write_hand, _text(_HAND))
PRIZE = Leaf(_read_prize, _write_prize, {"anyOf": [_text(one) for one in (_SHARE, _MONEY, _ODDS)]})
ORDER = Leaf(_read_order, _write_order, {"enum": list(ORDERS)})
WRITTEN: Mapping[str, Leaf] = {
    "clause": Leaf(_read_clause, _write_clause, {"type": "string", "minLength": 1}),
    "reading": Leaf(_read_reading, lambda name, _: name, _text("[A-Z][0-9]+")),
    "money": Leaf(_read_money, _write_money, _text(_MONEY)),
    "odds": Leaf(_read_odds, lambda odds, _: f"{odds} to 1", _text(_ODDS)),
    "rank": _RANK,
}
"""By the mark that a type of the model carries."""
