"""Contradictions within one rulebook.

A rule may be anything that its type allows, but some depend on each other: a wager needs an area
on the layout, a bonus that rows pay needs its rules. A table does not run a rulebook that
contradicts itself.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

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
"""What can happen at any table; anything else may be left to the rule on uncovered cases."""


class Contradiction(Struct, frozen=True):
    """A contradiction, in a sentence, and the rules concerned."""

    words: str
    rules: tuple[tuple[str, ...], ...]
    """By the names of the fields that lead to each, the likeliest cause first."""


def _against(words: str, *rules: str) -> Contradiction:
    return Contradiction(words, tuple(tuple(rule.split(".")) for rule in rules))


def contradictions(rulebook: Rulebook) -> tuple[Contradiction, ...]:
    """Empty for a sound rulebook."""
    return (
        *_of_areas(rulebook),
        *_of_layout(rulebook),
        *_of_side_wagers(rulebook),
        *_of_players(rulebook),
        *_of_qualifying(rulebook),
        *_of_rows(rulebook),
        *_of_progressive(rulebook),
        *_of_people(rulebook),
        *_of_remedies(rulebook),
    )


def _of_areas(rulebook: Rulebook) -> Iterator[Contradiction]:
    areas, stay = rulebook.layout.areas.value, rulebook.stay.wager
    targets = rulebook.progressive.targets.value
    if WagerKind.ANTE not in areas:
        yield _against("The layout has no area for the ante.", "layout.areas")
    if stay not in areas:
        words = f"The layout needs an area for the {stay}, the wager that keeps a hand in."
        yield _against(words, "stay.wager", "layout.areas")
    for area in areas:
        if area not in rulebook.wagers:
            words = f"The layout has an area for '{area}', which is not a wager of this game."
            yield _against(words, "layout.areas", "stay.wager", "side_wagers")
    if len({*areas}) < len(areas):
        yield _against("The layout has one area for each wager.", "layout.areas")
    if [target for target in JACKPOTS if target in areas] != list(targets):
        words = "The jackpot wagers are not those that the layout has areas for."
        yield _against(words, "jackpot.targets", "layout.areas", "jackpot")


def _of_layout(rulebook: Rulebook) -> Iterator[Contradiction]:
    layout = rulebook.layout
    if layout.boxes_min > layout.boxes_max:
        words = "The fewest boxes are more than the most."
        yield _against(words, "layout.boxes_min", "layout.boxes_max")
    burnt = int(rulebook.dealing.burn.value)
    if (layout.boxes_max + 1) * rulebook.hands.size + burnt > len(DECK):
        words = f"The deck has too few cards for {layout.boxes_max} boxes and the dealer."
        yield _against(words, "layout.boxes_max", "hands", "dealing.burn")
    for device in Device:
        if device not in rulebook.dealing.patterns:
            words = f"Nothing says how cards are dealt from a {device.value}."
            yield _against(words, "dealing.patterns")
    for name, (low, high) in layout.named.items():
        if not layout.boxes_min <= low <= high <= layout.boxes_max:
            words = f"Layout {name} has boxes that the rulebook does not allow."
            yield Contradiction(words, (("layout", "named", name),))


def _of_side_wagers(rulebook: Rulebook) -> Iterator[Contradiction]:
    taken = (*WagerKind, rulebook.stay.wager, *Award)
    if rulebook.stay.wager in (*WagerKind, *Award):
        words = f"The wager that keeps a hand in cannot be called '{rulebook.stay.wager}'."
        yield _against(words, "stay.wager")
    for name, side in rulebook.side_wagers.items():
        if name in taken:
            words = f"A side wager cannot be called '{name}', which is something else."
            yield _against(words, f"side_wagers.{name}", "stay.wager")
        if name not in rulebook.layout.areas.value:
            words = f"The layout has no area for {name}, a side wager."
            yield _against(words, "layout.areas", f"side_wagers.{name}")
        yield from _of_pays(rulebook, name, side)


def _of_pays(rulebook: Rulebook, name: str, side: SideWager) -> Iterator[Contradiction]:
    known, pays = rulebook.order_of(side.hand.value).classes, f"side_wagers.{name}.pays"
    if not side.pays.odds:
        yield _against(f"The side wager {name} pays nothing.", f"{pays}.rows", pays)
    for hand in side.pays.odds:
        row = f"{pays}.rows.{hand.slug}"
        if hand not in known:
            words = (
                f"The side wager {name} pays {hand.label}, which is not a hand that it can be on."
            )
            yield _against(words, row, f"side_wagers.{name}.hand")
        if hand not in side.pays.clauses:
            yield _against(f"The side wager {name} pays {hand.label} by no clause.", row)


def _of_players(rulebook: Rulebook) -> Iterator[Contradiction]:
    betting = rulebook.betting
    if betting.boxes_per_player.value == 0:
        yield _against("A player may hold at least one box.", "betting.boxes_per_player")
    if betting.views_per_player.value == 0:
        yield _against("A player may look at one hand at least.", "betting.views_per_player")


def _of_qualifying(rulebook: Rulebook) -> Iterator[Contradiction]:
    ranks = rulebook.main.qualifies.value
    falling = all(high > low for high, low in pairwise(ranks))
    known = all(0 <= rank <= ACE for rank in ranks)
    if not (falling and known and 0 < len(ranks) <= rulebook.hands.size):
        words = "The dealer qualifies with ranks that fall from the highest."
        yield _against(words, "main.qualifies")
    elif not any(
        value.hand_class is HandClass.ODD_CARDS and value.ranks[: len(ranks)] == ranks
        for value in rulebook.hands.all_values()
    ):
        words = "The dealer qualifies with ranks that lead no hand of odd cards."
        yield _against(words, "main.qualifies")


def _of_rows(rulebook: Rulebook) -> Iterator[Contradiction]:
    known = set(rulebook.hands.classes)
    for row in rulebook.progressive.rows:
        hand, prize = row.hand.hand_class, row.prize
        here = ("jackpot", "rows", row.name)
        if hand not in known:
            words = f"The jackpot pays {hand.label}, which is not a hand of this game."
            yield Contradiction(words, ((*here, "hand"), here))
        if isinstance(prize, MeterShare) and not 0 <= prize.percent <= WHOLE:
            words = f"The jackpot cannot pay {prize.percent} % of the meter."
            yield Contradiction(words, ((*here, "prize"), here))
        if row.hand.suits is not None and hand not in OF_ONE_SUIT:
            words = f"The jackpot names suits for {hand.label}, which has several."
            yield Contradiction(words, ((*here, "hand"), here))


def _of_progressive(rulebook: Rulebook) -> Iterator[Contradiction]:
    envious = [row.name for row in rulebook.progressive.rows if row.envy is not None]
    if envious and rulebook.envy is None:
        words = "A row pays an envy bonus, but nothing says who gets it."
        yield Contradiction(words, tuple(("jackpot", "rows", name, "envy") for name in envious))
    if rulebook.envy is not None and not envious:
        yield _against("There are rules on an envy bonus, but no row pays one.", "envy")
    if (rulebook.jackpot is None) != (rulebook.fold.keeps_jackpot is None):
        words = "A progressive needs a rule on folding beside its wager, and nothing else does."
        yield _against(words, "fold.keeps_jackpot", "jackpot")
    if rulebook.draws is not None and rulebook.jackpot is None:
        yield _against("There are draws, but no jackpot wager that they could fall on.", "draws")


def _of_people(rulebook: Rulebook) -> Iterator[Contradiction]:
    people = rulebook.people
    for name in ("absent", "absent_after_view"):
        referred = getattr(people, name).value is Absence.REFER
        if referred and Irregularity.LEFT_AFTER_VIEWING not in rulebook.irregularities:
            words = "Absence is referred to an official, but no rule says to whom."
            yield _against(words, f"people.{name}")
            break
    if people.stop_action is not None and people.restrict is None:
        words = (
            "A player may be stopped from controlling several hands, but nobody may restrict one."
        )
        yield _against(words, "people.stop_action")


def _of_remedies(rulebook: Rulebook) -> Iterator[Contradiction]:
    failing = () if rulebook.jackpot is None else (Irregularity.JACKPOT_FAILURE,)
    for kind in (*ALWAYS_RULED, *failing):
        if kind not in rulebook.irregularities:
            words = f"{kind.value}: no rule says what is done about it."
            yield _against(words, f"irregularities.{kind.value}")
    for kind, rule in rulebook.irregularities.items():
        here = f"irregularities.{kind.value}"
        if rule.remedy not in SUITED[kind]:
            names = ", ".join(sorted(remedy.name.lower() for remedy in SUITED[kind]))
            words = f"{kind.value}: the remedy does not suit it; there are {names}."
            yield _against(words, f"{here}.remedy")
        puts_right = rule.remedy is Remedy.RECONSTRUCT_OR_INVALIDATE
        if rule.permit_withdrawal is not None and not puts_right:
            words = f"{kind.value}: others may withdraw only if a hand is corrected or out."
            yield _against(words, f"{here}.permit_withdrawal", f"{here}.remedy")
