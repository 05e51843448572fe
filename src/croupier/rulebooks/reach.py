"""Parts of a rulebook without effect: rows that no hand reaches, rules that never apply."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from croupier.cards import SUITS
from croupier.ranking import HandValue, OrderOfHands
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook, UnderMinimum
from croupier.rulebooks.terms import Source
from croupier.rulebooks.wagers import PayTable, WagerKind

Idle = tuple[tuple[str, ...], str]
"""The names of the fields that lead to it, and why it has no effect."""


def unreachable(rulebook: Rulebook) -> tuple[Idle, ...]:
    """Each in a sentence; empty if everything in the rulebook can happen."""
    return (*_pay_rows(rulebook), *_jackpot_rows(rulebook), *_rules(rulebook))


def _pay_rows(rulebook: Rulebook) -> Iterator[Idle]:
    tables: dict[tuple[str, ...], PayTable] = {("main", "pays"): rulebook.main.pays}
    if rulebook.ante_bonus is not None:
        tables["ante_bonus",] = rulebook.ante_bonus
    for path, table in tables.items():
        for hand in table.odds:
            if hand not in rulebook.hands.classes:
                words = f"no hand of {rulebook.hands.size} cards is a {hand.label}"
                yield (*path, "rows", hand.slug), words


def _jackpot_rows(rulebook: Rulebook) -> Iterator[Idle]:
    """Rows whose every hand is taken by an earlier row."""
    rows = rulebook.progressive.rows
    taken_by: dict[int, set[int]] = {place: set() for place in range(len(rows))}
    for value, suit in product(_kinds(rulebook.hands), range(len(SUITS))):
        met = [place for place, row in enumerate(rows) if row.hand.matches(value, suit)]
        for place in met:
            taken_by[place].add(met[0])
    for place, first in taken_by.items():
        path = ("jackpot", "rows", rows[place].name)
        if not first:
            yield path, "no hand of this game meets the row"
        elif place not in first:
            names = " and ".join(rows[one].name for one in sorted(first))
            yield path, f"every hand that meets the row is taken before it, by {names}"


@cache
def _kinds(order: OrderOfHands) -> tuple[HandValue, ...]:
    """One hand of each class and highest rank: rows distinguish no others."""
    return tuple({(one.hand_class, one.ranks[0]): one for one in order.all_values()}.values())


def _rules(rulebook: Rulebook) -> Iterator[Idle]:
    betting, targets = rulebook.betting, rulebook.progressive.targets.value
    if rulebook.draws is not None and WagerKind.DEALER_JACKPOT not in targets:
        yield ("draws", "lucky_dealer"), "no wager of the layout backs the dealer's hand"
    if Irregularity.BURN_OMITTED in rulebook.irregularities and not rulebook.dealing.burn.value:
        yield ("irregularities", "burn_omitted"), "no card is burnt before a deal"
    if betting.short_again != Source() and betting.under_minimum.value is not UnderMinimum.ONCE:
        yield ("betting", "short_again"), "every ante under the minimum plays, not one only"
    one_box = betting.boxes_per_player.value == 1
    if one_box and betting.one_view_notice is not None:
        yield ("betting", "one_view_notice"), "no player has a further box"
