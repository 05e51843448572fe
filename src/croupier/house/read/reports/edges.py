"""What the house keeps of each wager on average, exactly, under best play.

Ante and stay-in wager are priced together, per ante; where a payout limit can take effect, for
that very ante. Of a jackpot wager the table keeps what neither its own prizes nor the link take:
shares of the meter are the link's, and what the table passes on to meter and reserve is charged
to the link too.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from croupier.books import kept_rulebook
from croupier.money import Cents
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from croupier.rulebooks.wagers import JACKPOTS, WagerKind
from croupier.script.format import TableEntry


class Edge(Struct, frozen=True, eq=False):
    """What the house keeps of one unit on average, and the variance of a single wager.

    Each is worked out once and is one object: to compare two would take longer than to add them up.
    """

    keeps: Fraction
    variance: Fraction = Fraction(0)


class Link(Struct, frozen=True):
    """What the table passes on of each jackpot wager."""

    stake: Cents
    increment: str
    reserve: str

    @property
    def passed_on(self) -> Fraction:
        return Fraction(self.increment) + Fraction(self.reserve)


class Circumstances(Struct, frozen=True):
    """What the price of a wager depends on beside the rules."""

    ante: Cents | None = None
    """Where a payout limit can take effect."""
    others: int = 0
    """Hands of other players, where an envy bonus is paid for them."""
    magic: bool = False
    lucky: bool = False
    """Whether the draws of SSP 4.3 and 4.4 were held in this round."""


PLAIN = Circumstances()


def edge(
    entry: TableEntry, wager: str, link: Link | None = None, around: Circumstances = PLAIN
) -> Edge | None:
    """Of a wager that is placed by itself; none of one that cannot be counted exactly."""
    readings = tuple(sorted(entry.readings.items()))
    if wager in JACKPOTS:
        if link is None:
            return None
        return _jackpot(entry.rulebook, readings, WagerKind(wager), link, entry.boxes, around)
    return _wagers(entry.rulebook, readings, around.ante).get(wager)


def limited_ante(rulebook: Rulebook, ante: Cents) -> Cents | None:
    """The ante, where a payout limit can cut what its stay-in wager wins."""
    most = rulebook.main.payout_max
    if most is None:
        return None
    highest = max(rulebook.main.pays.odds.values())
    return ante if ante * rulebook.stay.multiple * highest > most.value else None


Readings = tuple[tuple[str, bool | int | str], ...]


@lru_cache(maxsize=256)
def _wagers(name: str, readings: Readings, ante: Cents | None) -> Mapping[str, Edge]:
    from croupier.odds import Question, price

    sheet = price(read_as(kept_rulebook(name), dict(readings)), Question(ante=ante))
    main = {WagerKind.ANTE.value: Edge(-sheet.main.expected, sheet.main.variance)}
    return main | {
        wager: Edge(-odds.expected, odds.variance) for wager, odds in sheet.side_wagers.items()
    }


@lru_cache(maxsize=256)
def _jackpot(
    name: str,
    readings: Readings,
    target: WagerKind,
    link: Link,
    boxes: int,
    around: Circumstances,
) -> Edge | None:
    """With an empty meter only the prizes that the table pays are left."""
    from croupier.odds import CannotPrice, JackpotTerms, Question, price

    rulebook = read_as(kept_rulebook(name), dict(readings))
    terms = JackpotTerms(
        meter=0,
        reset=0,
        stake=link.stake,
        boxes=boxes,
        players=around.others if rulebook.envy else 0,
        magic_every=int(around.magic),
        lucky_every=int(around.lucky),
    )
    try:
        odds = price(rulebook, Question(jackpot=terms)).jackpots[target]
    except (CannotPrice, KeyError):
        return None
    return Edge(-odds.expected_with_awards - link.passed_on, odds.pay_table.variance)
