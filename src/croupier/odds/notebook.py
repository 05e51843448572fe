"""The front door for notebooks: a sheet by the name of its game, in one call."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from croupier.books import UnknownRulebook, find_rulebook
from croupier.money import Cents, amount_in
from croupier.odds.errors import CannotPrice
from croupier.odds.sheet import Question, Sheet, price
from croupier.odds.side_wagers import JackpotTerms
from croupier.odds.strategy import OPTIMAL, Strategy
from croupier.odds.what_if import with_pays
from croupier.rulebooks.model import Rulebook

_TERMS = frozenset(JackpotTerms.__struct_fields__)
_MONEY = frozenset({"ante", "meter", "reset", "stake"})


class ShownSheet(Sheet, frozen=True, kw_only=True):
    """A sheet that a notebook shows as tables."""

    def _repr_html_(self) -> str:
        from croupier.odds.report.html import as_fragment
        from croupier.odds.report.sections import sheet_sections

        return as_fragment(self.title, sheet_sections(self))


def sheet(
    rulebook: str | Rulebook,
    *,
    strategy: Strategy | str = OPTIMAL,
    ante: Cents | str | None = None,
    pays: Mapping[str, int] | None = None,
    **terms: Any,
) -> ShownSheet:
    """Every wager of a game, priced exactly; a notebook shows it as tables.

        croupier.odds.sheet("casino-stud", meter=150_000_000, pays={"royal_flush": 100})

    A rulebook is a name, a file `my.toml` or a `Rulebook`. Money is in cents, or in dollars with
    their sign (`"$5,000"`). Further names are those of the command's options for the jackpot:
    meter, reset, stake, players, boxes and so on.
    """
    if unknown := sorted(set(terms) - _TERMS):
        names = ", ".join(sorted(_TERMS))
        raise CannotPrice(f"there is no '{unknown[0]}'; there are strategy, ante, pays, {names}")
    try:
        book = find_rulebook(rulebook, files=True) if isinstance(rulebook, str) else rulebook
    except UnknownRulebook as error:
        raise CannotPrice(str(error)) from None
    if pays:
        book = with_pays(book, {"pays": [f"{hand}={odds}" for hand, odds in pays.items()]})
    numbers = {name: _number(name, value) for name, value in terms.items()}
    asked = None if ante is None else _number("ante", ante)
    question = Question(strategy=strategy, ante=asked, jackpot=JackpotTerms(**numbers))
    return ShownSheet(**structs.asdict(price(book, question)))


def _number(name: str, value: object) -> int:
    """A whole number as it is given, or as money is written."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    try:
        if name in _MONEY and isinstance(value, str):
            return amount_in(value)
    except ValueError as error:
        raise CannotPrice(f"{name}: {error}") from None
    raise CannotPrice(f"{name} is a whole number, not {value!r}")
