"""What cannot hold together within one rulebook.

A rule may be anything that its type allows, but some need each other: a wager needs an area on
the layout, a bonus that rows pay needs its rules. A table does not run a rulebook that
contradicts itself.
"""

from collections.abc import Iterator
from itertools import pairwise

from croupier.cards import ACE, DECK
from croupier.ranking import HandClass
from croupier.rulebooks.irregularities import SUITED, Irregularity, Remedy
from croupier.rulebooks.model import Absence, Device, Rulebook
from croupier.rulebooks.progressive import MeterShare
from croupier.rulebooks.wagers import JACKPOTS, Award, SideWager, WagerKind

OF_ONE_SUIT = (HandClass.FLUSH, HandClass.STRAIGHT_FLUSH, HandClass.ROYAL_FLUSH)
WHOLE = 100
ALWAYS_RULED = (
    Irregularity.FOREIGN_CARD,
    Irregularity.DECK_COUNT,
    Irregularity.MISDEAL,
    Irregularity.DEALER_CARD_COUNT,
    Irregularity.PLAYER_CARD_COUNT,
    Irregularity.CARDS_EXPOSED,
    Irregularity.DEALER_CARD_EXPOSED,
    Irregularity.TECHNICAL_INTERRUPTION,
    Irregularity.OTHER,
)
"""What can happen at any table; all else may be left to the rule on what is not covered."""


def contradictions(rulebook: Rulebook) -> tuple[str, ...]:
    """Each contradiction in a sentence; none in a sound rulebook."""
    return (
        *_of_areas(rulebook),
        *_of_side_wagers(rulebook),
        *_of_players(rulebook),
        *_of_qualifying(rulebook),
        *_of_rows(rulebook),
        *_of_people(rulebook),
        *_of_remedies(rulebook),
    )


def _of_areas(rulebook: Rulebook) -> Iterator[str]:
    areas, stay = rulebook.layout.areas.value, rulebook.stay.wager
    layout, targets = rulebook.layout, rulebook.progressive.targets.value
    if WagerKind.ANTE not in areas:
        yield "The layout has no area for the ante."
    if stay not in areas:
        yield f"The layout needs an area for the {stay}, the wager that keeps a hand in."
    for area in areas:
        if area not in rulebook.wagers:
            yield f"The layout has an area for '{area}', which is no wager of this game."
    if len({*areas}) < len(areas):
        yield "The layout has one area for each wager."
    if [target for target in JACKPOTS if target in areas] != list(targets):
        yield "The jackpot wagers are not those that the layout has areas for."
    if layout.boxes_min > layout.boxes_max:
        yield "The fewest boxes are more than the most."
    burnt = int(rulebook.dealing.burn.value)
    if (layout.boxes_max + 1) * rulebook.hands.size + burnt > len(DECK):
        yield f"The deck has too few cards for {layout.boxes_max} boxes and the dealer."
    for device in Device:
        if device not in rulebook.dealing.patterns:
            yield f"Nothing says how cards are dealt from a {device.value}."
    for name, (low, high) in layout.named.items():
        if not layout.boxes_min <= low <= high <= layout.boxes_max:
            yield f"Layout {name} has boxes that the rulebook does not allow."


def _of_side_wagers(rulebook: Rulebook) -> Iterator[str]:
    taken = (*WagerKind, rulebook.stay.wager, *Award)
    if rulebook.stay.wager in (*WagerKind, *Award):
        yield f"The wager that keeps a hand in cannot be called '{rulebook.stay.wager}'."
    for name, side in rulebook.side_wagers.items():
        if name in taken:
            yield f"A side wager cannot be called '{name}', which is something else."
        if name not in rulebook.layout.areas.value:
            yield f"The layout has no area for {name}, a side wager."
        yield from _of_pays(rulebook, name, side)


def _of_pays(rulebook: Rulebook, name: str, side: SideWager) -> Iterator[str]:
    known = rulebook.order_of(side.hand.value).classes
    if not side.pays.odds:
        yield f"The side wager {name} pays nothing."
    for hand in side.pays.odds:
        if hand not in known:
            yield f"The side wager {name} pays {hand.label}, which is no hand that it can be on."
        if hand not in side.pays.clauses:
            yield f"The side wager {name} pays {hand.label} by no clause."


def _of_players(rulebook: Rulebook) -> Iterator[str]:
    betting = rulebook.betting
    if betting.boxes_per_player.value == 0:
        yield "A player may hold at least one box."
    if betting.views_per_player.value == 0:
        yield "A player may look at one hand at least."


def _of_qualifying(rulebook: Rulebook) -> Iterator[str]:
    ranks = rulebook.main.qualifies.value
    falling = all(high > low for high, low in pairwise(ranks))
    known = all(0 <= rank <= ACE for rank in ranks)
    if not (falling and known and 0 < len(ranks) <= rulebook.hands.size):
        yield "The dealer qualifies with ranks that fall from the highest."


def _of_rows(rulebook: Rulebook) -> Iterator[str]:
    known = set(rulebook.hands.classes)
    for row in rulebook.progressive.rows:
        if row.hand.hand_class not in known:
            yield f"The jackpot pays {row.hand.hand_class.label}, which is no hand of this game."
        if isinstance(row.prize, MeterShare) and not 0 <= row.prize.percent <= WHOLE:
            yield f"The jackpot cannot pay {row.prize.percent} % of the meter."
        if row.hand.suits is not None and row.hand.hand_class not in OF_ONE_SUIT:
            yield f"The jackpot names suits for {row.hand.hand_class.label}, which has several."
    pays_envy = any(row.envy is not None for row in rulebook.progressive.rows)
    if pays_envy and rulebook.envy is None:
        yield "A row pays an envy bonus, but nothing says who gets it."
    if rulebook.envy is not None and not pays_envy:
        yield "There are rules on an envy bonus, but no row pays one."
    if (rulebook.jackpot is None) != (rulebook.fold.keeps_jackpot is None):
        yield "A progressive needs a rule on folding beside its wager, and nothing else does."
    if rulebook.draws is not None and rulebook.jackpot is None:
        yield "There are draws, but no jackpot wager that they could fall on."


def _of_people(rulebook: Rulebook) -> Iterator[str]:
    referred = Absence.REFER in (
        rulebook.people.absent.value,
        rulebook.people.absent_after_view.value,
    )
    if referred and Irregularity.LEFT_AFTER_VIEWING not in rulebook.irregularities:
        yield "Absence is referred to an official, but no rule says to whom."
    if rulebook.people.stop_action is not None and rulebook.people.restrict is None:
        yield "A player may be stopped from controlling several hands, but nobody may restrict one."


def _of_remedies(rulebook: Rulebook) -> Iterator[str]:
    failing = () if rulebook.jackpot is None else (Irregularity.JACKPOT_FAILURE,)
    for kind in (*ALWAYS_RULED, *failing):
        if kind not in rulebook.irregularities:
            yield f"{kind.value}: no rule says what is done about it."
    for kind, rule in rulebook.irregularities.items():
        if rule.remedy not in SUITED[kind]:
            names = ", ".join(sorted(remedy.name.lower() for remedy in SUITED[kind]))
            yield f"{kind.value}: the remedy does not suit it; there are {names}."
        puts_right = rule.remedy is Remedy.RECONSTRUCT_OR_INVALIDATE
        if rule.permit_withdrawal is not None and not puts_right:
            yield f"{kind.value}: others are let withdraw only where a hand is put right or out."
