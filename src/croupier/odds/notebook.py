"""The front door for notebooks: a sheet by the name of its game, in one call."""

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from croupier.books import UnknownRulebook, find_rulebook
from croupier.money import Cents
from croupier.odds.errors import CannotPrice
from croupier.odds.sheet import Question, Sheet, price
from croupier.odds.side_wagers import JackpotTerms
from croupier.odds.strategy import OPTIMAL, Strategy
from croupier.odds.what_if import with_pays
from croupier.rulebooks.model import Rulebook

_TERMS = frozenset(JackpotTerms.__struct_fields__)


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
    ante: Cents | None = None,
    pays: Mapping[str, int] | None = None,
    **terms: Any,
) -> ShownSheet:
    """Every wager of a game, priced exactly; a notebook shows it as tables.

        croupier.odds.sheet("casino-stud", meter=150_000_000, pays={"royal_flush": 100})

    A rulebook is a name, a file `my.toml` or a `Rulebook`. Money is in cents. Further names are
    those of the command's options for the jackpot: meter, reset, stake, players, boxes and so on.
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
    question = Question(strategy=strategy, ante=ante, jackpot=JackpotTerms(**terms))
    return ShownSheet(**structs.asdict(price(book, question)))
