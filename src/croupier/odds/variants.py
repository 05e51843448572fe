"""What-if: a rulebook with other pay tables, made without touching the rulebook.

A variant names only what it changes. From the command line or from a TOML file it
comes to the same value, and what makes no sense for a game is refused in a sentence.
"""

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from croupier.cards import RANKS
from croupier.odds.errors import CannotPrice
from croupier.ranking import HandClass
from croupier.rulebooks.model import (
    FixedSum,
    JackpotRow,
    MeterShare,
    PayTable,
    Prize,
    Rulebook,
    ToOne,
)
from croupier.rulebooks.sources import Cited

Number = int | float | str

_ODDS_MAX = 1_000_000
_PERCENT_MAX = 100
_MULTIPLE_MAX = 100


class Variant(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The changes of a what-if; what is left out stays as approved."""

    base: str | None = None
    """The rulebook that a file is meant for."""
    pays: Mapping[str, int] = {}
    """Odds to 1 of the stay-in wager, by class of hand."""
    pair_plus_pays: Mapping[str, int] = {}
    ante_bonus_pays: Mapping[str, int] = {}
    jackpot_pays: Mapping[str, Number] = {}
    """By row, in the row's own unit: percent of the meter, dollars, or odds to 1."""
    qualifies: str | None = None
    """Ranks that the dealer needs, such as `A K` or `Q`."""
    stay_multiple: int | None = None
    payout_max: int | None = None
    """Most that a box's stay-in wager wins, in cents; 0 lifts the limit."""
    fold_keeps_jackpot: bool | None = None

    def applied_to(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook as it would be."""
        if self.base is not None and self.base != rulebook.slug:
            raise CannotPrice(f"the variant is for {self.base}, not for {rulebook.slug}")
        main = rulebook.main
        if self.pays:
            main = structs.replace(main, pays=_with_odds(rulebook, main.pays, self.pays))
        if self.qualifies is not None:
            main = structs.replace(main, qualifies=_qualification(rulebook, self.qualifies))
        if self.payout_max is not None:
            main = structs.replace(main, payout_max=_payout_max(self.payout_max))
        changes: dict[str, Any] = {"main": main}
        if self.pair_plus_pays:
            side = rulebook.side_wagers.get("pair_plus")
            if side is None:
                raise CannotPrice(f"{rulebook.name} has no pair plus wager")
            side = structs.replace(side, pays=_with_odds(rulebook, side.pays, self.pair_plus_pays))
            changes["side_wagers"] = {**rulebook.side_wagers, "pair_plus": side}
        if self.ante_bonus_pays:
            table = _demand(rulebook, rulebook.ante_bonus, "ante bonus")
            changes["ante_bonus"] = _with_odds(rulebook, table, self.ante_bonus_pays)
        if self.jackpot_pays:
            rows = _with_prizes(rulebook, self.jackpot_pays)
            changes["jackpot"] = structs.replace(rulebook.progressive, rows=rows)
        if self.stay_multiple is not None:
            changes["stay"] = structs.replace(rulebook.stay, multiple=_multiple(self.stay_multiple))
        if self.fold_keeps_jackpot is not None:
            keeps = rulebook.fold.keeps_jackpot
            if keeps is None:
                raise CannotPrice(f"{rulebook.name} has no jackpot wager")
            keeps = structs.replace(keeps, value=self.fold_keeps_jackpot)
            changes["fold"] = structs.replace(rulebook.fold, keeps_jackpot=keeps)
        return structs.replace(rulebook, **changes)

    def merged(self, other: "Variant") -> "Variant":
        """This variant with another's changes on top."""
        tables = ("pays", "pair_plus_pays", "ante_bonus_pays", "jackpot_pays")
        changed: dict[str, Any] = {
            name: getattr(other, name)
            for name in self.__struct_fields__
            if getattr(other, name) is not None
        }
        changed |= {name: {**getattr(self, name), **getattr(other, name)} for name in tables}
        return structs.replace(self, **changed)

    def words(self) -> tuple[str, ...]:
        """Each change in a few words."""
        said = []
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name == "base" or value is None or value == {}:
                continue
            if isinstance(value, Mapping):
                said += [f"{name}: {row} = {pays}" for row, pays in value.items()]
            else:
                said.append(f"{name} = {value}")
        return tuple(said)


def read_variant(path: Path) -> Variant:
    """A variant from a TOML file."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Variant)
    except OSError as error:
        raise CannotPrice(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:  # not TOML, not text, a number without end, or another document
        raise CannotPrice(f"{path} is no rulebook variant: {error}") from None
    except RecursionError:
        raise CannotPrice(f"{path} is no rulebook variant: it is nested too deeply") from None


def read_pays(pairs: tuple[str, ...], number: Callable[[str], Any]) -> dict[str, Any]:
    """`royal_flush=100` and the like, as written on a command line."""
    pays = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if name.strip().lower() in pays:
            raise CannotPrice(f"'{name.strip()}' is named twice")
        try:
            pays[name.strip().lower()] = number(value.strip())
        except (ValueError, ZeroDivisionError):
            equals = ""
        if not equals:
            raise CannotPrice(f"'{pair}' is not HAND=NUMBER, such as royal_flush=100")
    return pays


def _demand(rulebook: Rulebook, table: PayTable | None, what: str) -> PayTable:
    if table is None:
        raise CannotPrice(f"{rulebook.name} has no {what}")
    return table


def _with_odds(rulebook: Rulebook, table: PayTable, pays: Mapping[str, int]) -> PayTable:
    classes = {hand.slug: hand for hand in rulebook.hands.classes}
    odds = dict(table.odds)
    for name, value in pays.items():
        hand = classes.get(name)
        if hand is None:
            raise CannotPrice(
                f"{rulebook.name} has no hand '{name}'; there are {', '.join(classes)}"
            )
        if not 0 <= value <= _ODDS_MAX:
            raise CannotPrice(f"odds of {value} to 1 for {hand.label} make no sense")
        odds[hand] = value
    clauses = dict(table.clauses) | {
        classes[name]: f"{table.clause} (what-if)"
        for name in pays
        if classes[name] not in table.odds
    }
    return structs.replace(table, odds=odds, clauses=clauses)


def row_slug(row: JackpotRow) -> str:
    """`a_k_q_of_spades`: the name by which a command line or a file calls a jackpot row."""
    return "".join(letter if letter.isalnum() else "_" for letter in row.name.lower())


def _with_prizes(rulebook: Rulebook, pays: Mapping[str, Number]) -> tuple[JackpotRow, ...]:
    known = {row_slug(row) for row in rulebook.progressive.rows}
    for name in pays:
        if name not in known:
            raise CannotPrice(
                f"the jackpot of {rulebook.name} has no row '{name}'; there are "
                f"{', '.join(row_slug(row) for row in rulebook.progressive.rows)}"
            )
    return tuple(
        structs.replace(row, prize=_prize(row, pays[row_slug(row)]))
        if row_slug(row) in pays
        else row
        for row in rulebook.progressive.rows
    )


def _prize(row: JackpotRow, value: Number) -> Prize:
    amount = _exact(row, value)
    cents = amount * 100
    match row.prize:
        case MeterShare():
            if amount.denominator != 1 or not 0 <= amount <= _PERCENT_MAX:
                raise CannotPrice(f"{row.name} pays a whole percentage of the meter, 0 to 100")
            return MeterShare(int(amount))
        case FixedSum():
            if cents.denominator != 1 or amount < 0:
                raise CannotPrice(f"{row.name} pays a sum in dollars and whole cents")
            return FixedSum(int(cents))
        case ToOne():
            if amount.denominator != 1 or not 0 <= amount <= _ODDS_MAX:
                raise CannotPrice(f"{row.name} pays whole odds to 1")
            return ToOne(int(amount))


def _exact(row: JackpotRow, value: Number) -> Fraction:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise CannotPrice(f"'{value}' is no number for {row.name}") from None


def _qualification(rulebook: Rulebook, text: str) -> Cited[tuple[int, ...]]:
    ranks = tuple(RANKS.find(rank) for rank in text.split())
    falling = all(a > b for a, b in pairwise(ranks))
    if not ranks or len(ranks) > rulebook.hands.size or -1 in ranks or not falling:
        raise CannotPrice(f"'{text}' is no qualifying hand: write falling ranks such as 'A K'")
    if not any(
        value.hand_class is HandClass.ODD_CARDS and value.ranks[: len(ranks)] == ranks
        for value in rulebook.hands.all_values()
    ):
        raise CannotPrice(f"no hand without a pair is led by '{text}'")
    return Cited(value=ranks)


def _multiple(value: int) -> int:
    if not 1 <= value <= _MULTIPLE_MAX:
        raise CannotPrice("the stay-in wager is 1 to 100 times the ante")
    return value


PAYOUT_MAX = 10**12
"""Times the number of dealer's hands, it still fits into the counters of the solver."""


def _payout_max(value: int) -> Cited[int] | None:
    if not 0 <= value <= PAYOUT_MAX:
        raise CannotPrice(f"the payout limit is up to {PAYOUT_MAX} cents, or 0 for none")
    return Cited(value=value) if value else None
