"""What-ifs: a rulebook with other rows, read as its file would be.

A what-if is what a file says that extends the rulebook. `royal_flush=100`, on a command line or
in an address, is a short way to write a row of such a file.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.money import dollars
from croupier.odds.errors import CannotPrice
from croupier.rulebooks.changes import changes
from croupier.rulebooks.consistency import contradictions
from croupier.rulebooks.file import merged, read_tables, write_tables
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum, JackpotRow, MeterShare, ToOne
from croupier.rulebooks.wagers import PayTable

_NUMBER = r"-?\d{1,15}(\.\d{1,9})?"

Tables = Mapping[str, Any]
"""What a file says, as TOML has it."""

PAY_TABLES: Mapping[str, tuple[str, ...]] = {
    "pays": ("main", "pays"),
    "ante_bonus_pays": ("ante_bonus",),
}
"""The pay tables that can be asked about, by the name of the option, and where files have them."""
SIDE_PAYS, JACKPOT_PAYS = "side_pays", "jackpot_pays"
ASKED = (*PAY_TABLES, SIDE_PAYS, JACKPOT_PAYS)


def what_if(rulebook: Rulebook, said: Tables) -> Rulebook:
    """The rulebook with its values replaced by those of a file."""
    if not said:
        return rulebook
    found, faults = read_tables(merged(write_tables(rulebook), said))
    if found is None:
        raise CannotPrice("; ".join(f"{'.'.join(one.path)}: {one.words}" for one in faults))
    wrong = contradictions(found)
    if wrong:
        raise CannotPrice(" ".join(one.words for one in wrong))
    return found


def with_pays(rulebook: Rulebook, asked: Mapping[str, Sequence[str]]) -> Rulebook:
    """The rulebook with other rows: for each option, `HAND=NUMBER` as often as needed; for side
    wagers `WAGER.HAND=NUMBER`."""
    said: dict[str, Any] = {}
    for option, path in PAY_TABLES.items():
        pairs = _pairs(asked.get(option, ()))
        if pairs:
            said = merged(said, _nested(path, _odds_rows(rulebook, path, pairs)))
    for name, value in _pairs(asked.get(SIDE_PAYS, ())).items():
        wager, dot, hand = name.partition(".")
        if not dot:
            raise CannotPrice(f"'{name}={value}' is not WAGER.HAND=ODDS, such as pair_plus.flush=3")
        path = ("side_wagers", wager, "pays")
        said = merged(said, _nested(path, _odds_rows(rulebook, path, {hand: value})))
    prizes = _pairs(asked.get(JACKPOT_PAYS, ()))
    if prizes:
        said = merged(said, {"jackpot": {"rows": _prize_rows(rulebook, prizes)}})
    return what_if(rulebook, said)


def in_words(approved: Rulebook, rulebook: Rulebook) -> tuple[str, ...]:
    """Each rule that differs from the approved one: `main.pays.flush = 6 to 1`."""
    return tuple(
        f"{one.rule} = {'nothing' if one.after is None else one.after.words}"
        for one in changes(approved, rulebook)
    )


def row_slug(row: JackpotRow) -> str:
    """`a_k_q_of_spades`: the name of a jackpot row on a command line."""
    return "".join(letter if letter.isalnum() else "_" for letter in row.name.lower())


def _pairs(pairs: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not re.fullmatch(_NUMBER, value):
            raise CannotPrice(f"'{pair[:60]}' is not HAND=NUMBER, such as royal_flush=100")
        if name.lower() in found:
            raise CannotPrice(f"'{name}' is named twice")
        found[name.lower()] = value
    return found


def _nested(path: tuple[str, ...], rows: Tables) -> dict[str, Any]:
    nested: dict[str, Any] = {"rows": rows}
    for key in reversed(path):
        nested = {key: nested}
    return nested


def _odds_rows(
    rulebook: Rulebook, path: tuple[str, ...], pairs: Mapping[str, str]
) -> dict[str, Any]:
    table: Any = rulebook
    for name in path:
        table = table.get(name) if isinstance(table, Mapping) else getattr(table, name, None)
    if not isinstance(table, PayTable):
        what = path[1] if path[0] == "side_wagers" else path[-1]
        raise CannotPrice(f"{rulebook.name} has no {what.replace('_', ' ')}")
    side = rulebook.side_wagers.get(path[1]) if path[0] == "side_wagers" else None
    order = rulebook.hands if side is None else rulebook.order_of(side.hand.value)
    known = {hand.slug: hand for hand in order.classes}
    clause = {"clause": table.clause.removeprefix(f"{rulebook.document} ")}
    rows = {}
    for name, odds in pairs.items():
        if name not in known:
            raise CannotPrice(f"{rulebook.name} has no hand '{name}'; there are {', '.join(known)}")
        row = {"pays": f"{odds} to 1"}
        rows[name] = row if known[name] in table.odds else row | clause
    return rows


def _prize_rows(rulebook: Rulebook, pairs: Mapping[str, str]) -> dict[str, Any]:
    known = {row_slug(row): row for row in rulebook.progressive.rows}
    rows = {}
    for name, value in pairs.items():
        if name not in known:
            raise CannotPrice(
                f"the jackpot of {rulebook.name} has no row '{name}'; there are {', '.join(known)}"
            )
        rows[known[name].name] = {"prize": _prize(known[name], value)}
    return rows


def _prize(row: JackpotRow, value: str) -> str:
    """In the row's own unit."""
    amount = Fraction(value)
    match row.prize:
        case MeterShare():
            return f"{amount} % of the meter"
        case FixedSum():
            if (amount * 100).denominator != 1:
                raise CannotPrice(f"{row.name} pays a sum in dollars and whole cents")
            return f"${dollars(int(amount * 100))}"
        case ToOne():
            return f"{amount} to 1"
