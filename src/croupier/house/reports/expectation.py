"""What the exact mathematics of a rulebook says that a table should win.

Compared is what the house keeps of wagers that were played to the end with what it keeps on
average under best play: ante and stay-in wager together, per ante; side wagers per stake; a
jackpot wager per stake at the meter that was displayed when the gaming day began, the whole
prize counted as paid. Players who do not play best lose more than that.
"""

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from croupier.books import kept_rulebook
from croupier.money import Cents
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry

COMPARED = __doc__.partition("\n\n")[2].replace("\n", " ").strip()


class Edge(Struct, frozen=True):
    """What the house keeps on average of one unit, and how much a single round scatters."""

    keeps: Fraction
    variance: Fraction


Edges = dict[str, Edge]


def edges(entry: TableEntry, meter: Cents | None, stake: Cents | None, reset: Cents) -> Edges:
    """The edge of each wager that is laid by itself; takes a second the first time."""
    readings = tuple(sorted(entry.readings.items()))
    found = dict(_main(entry.rulebook, readings))
    if meter is not None and stake is not None:
        found |= _jackpots(entry.rulebook, readings, meter, stake, reset, entry.boxes)
    return found


@lru_cache(maxsize=64)
def _main(name: str, readings: tuple[tuple[str, bool | int | str], ...]) -> Edges:
    from croupier.odds import price

    sheet = price(read_as(kept_rulebook(name), dict(readings)))
    main: Edges = {WagerKind.ANTE: Edge(-sheet.main.expected, sheet.main.variance)}
    return main | {
        wager: Edge(-odds.expected, odds.variance) for wager, odds in sheet.side_wagers.items()
    }


@lru_cache(maxsize=256)
def _jackpots(
    name: str,
    readings: tuple[tuple[str, bool | int | str], ...],
    meter: Cents,
    stake: Cents,
    reset: Cents,
    boxes: int,
) -> Edges:
    from croupier.odds import CannotPrice, JackpotTerms, Question, price

    try:
        terms = JackpotTerms(meter=meter, stake=stake, reset=reset, boxes=boxes)
        rulebook = read_as(kept_rulebook(name), dict(readings))
        sheet = price(rulebook, Question(jackpot=terms))
    except CannotPrice:
        return {}
    return {
        target: Edge(-odds.pay_table.expected, odds.pay_table.variance)
        for target, odds in sheet.jackpots.items()
    }
