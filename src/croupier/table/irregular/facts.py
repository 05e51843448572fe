"""Whether a report can be taken, and whether its facts fit the cards on the table."""

from collections.abc import Collection
from typing import TypeVar

from msgspec import structs

from croupier.cards import Card, parse_card, parse_cards
from croupier.refusal import Code, Refused, refuse
from croupier.rulebooks.irregularities import Irregularity, Remedy
from croupier.rulebooks.model import Device
from croupier.table.commands import Report
from croupier.table.dealing import burns, deal_from_shoe
from croupier.table.guards import demand_box
from croupier.table.hands import FaceDown, Lying, known_cards
from croupier.table.irregular.exposure import cards_of
from croupier.table.irregular.reconstruction import (
    corrected_hands,
    deal_of,
    demand_corrected_hands,
    in_order_of_the_deal,
)
from croupier.table.irregular.remedies import TWO, anyone_handled, anyone_seen
from croupier.table.state import (
    Betting,
    Box,
    Closed,
    Dealt,
    Idle,
    Revealed,
    Settled,
    Table,
    Voided,
)

Fact = TypeVar("Fact")

WITHOUT_CARDS = frozenset(
    {Irregularity.TECHNICAL_INTERRUPTION, Irregularity.JACKPOT_FAILURE, Irregularity.OTHER}
)
"""Reports that make sense before any card is on the table."""

AT_ANY_TIME = frozenset({Irregularity.JACKPOT_FAILURE, Irregularity.OTHER})
"""Reports that are taken between rounds too."""

AFTER_SETTLEMENT = AT_ANY_TIME | {
    Irregularity.FOREIGN_CARD,
    Irregularity.DECK_COUNT,
    Irregularity.COUNT_IN_DOUBT,
    Irregularity.UNSHUFFLED,
    Irregularity.DEALER_CARD_COUNT,
    Irregularity.PLAYER_CARD_COUNT,
}
"""Reports that can still change a settled round (X17); any other is noted."""

OF_THE_DECK = frozenset(
    {
        Irregularity.FOREIGN_CARD,
        Irregularity.DECK_COUNT,
        Irregularity.COUNT_IN_DOUBT,
        Irregularity.UNSHUFFLED,
        Irregularity.INSUFFICIENT_CARDS,
    }
)
"""Faults that are found from the opening call on, dealt or not: the round has begun (X29)."""

LIMITS = frozenset({Irregularity.OVER_LIMIT, Irregularity.UNDER_LIMIT})


def kind_of(table: Table, report: Report) -> Irregularity:
    """The kind under which this document takes the report."""
    kind = report.irregularity
    return kind if kind in table.rulebook.irregularities else Irregularity.OTHER


def demand_timely(table: Table, report: Report, kind: Irregularity) -> bool:
    """Refuse a report that comes too early; tell whether it comes too late to change anything."""
    current = table.round
    if report.round is not None and report.round > current.number:
        refuse(Code.NOTHING_TO_REPORT, f"There has been no round {report.round} at this table.")
    if report.round is not None and report.round < current.number:
        return False
    about_hands = report.irregularity not in WITHOUT_CARDS | LIMITS | OF_THE_DECK
    if kind in LIMITS and not isinstance(current, Betting):
        over = kind is Irregularity.OVER_LIMIT
        betting = table.rulebook.betting
        refuse(
            Code.BETS_CLOSED,
            "Wagers over or under the limits are corrected while bets are open; later they are "
            "settled by the rules.",
            betting.over_maximum.clause if over else betting.under_minimum.clause,
        )
    match current:
        case Idle() if report.irregularity not in AT_ANY_TIME:
            refuse(Code.NOTHING_TO_REPORT, "There is no round to report on.")
        case Betting() | Closed() if about_hands:
            refuse(Code.NOT_DEALT, "No cards have been dealt yet.")
        case Settled(deal=None) | Voided(deal=None) if about_hands:
            refuse(Code.NOT_DEALT, "No cards were dealt in this round.")
        case Settled() if kind not in AFTER_SETTLEMENT:
            return False
        case Voided() if kind not in AT_ANY_TIME:
            return False
    return True


def specific_kind(table: Table, report: Report, kind: Irregularity) -> tuple[Irregularity, Report]:
    """A misdeal found late counts as something else."""
    if kind is Irregularity.MISDEAL:
        rule = table.rulebook.irregularities[kind]
        if rule.remedy is Remedy.MOVE_UNHANDLED and anyone_handled(table):
            return Irregularity.OTHER, report
        if rule.remedy is Remedy.MOVE_UNSEEN and anyone_seen(table):
            if Irregularity.DEALING_ERROR not in table.rulebook.irregularities:
                return Irregularity.OTHER, report
            moves = report.moves or {}
            boxes = tuple(sorted({*map(int, moves), *moves.values()})) or None
            return Irregularity.DEALING_ERROR, structs.replace(report, boxes=boxes)
    return kind, report


def demand_facts(table: Table, report: Report, kind: Irregularity) -> None:
    """The facts must fit the table; shapes were checked when the command was read."""
    if report.box is not None:
        demand_box(table, report.box)
    for number in report.boxes or ():
        demand_box(table, number)
    match kind:
        case Irregularity.PLAYER_CARD_COUNT:
            if not _lets_others_withdraw(table, report):
                _demand_wagered(table, _given(report.box, "box"))
            demand_corrected_hands(table, report)
        case Irregularity.DEALER_CARD_COUNT | Irregularity.DEALING_ERROR:
            demand_corrected_hands(table, report)
            _demand_left_with_hands(table, report)
        case Irregularity.EXTRA_HAND_VIEWED:
            _demand_extra_hand(table, _given(report.box, "box"))
        case Irregularity.CARDS_EXPOSED if cards_of(report):
            _demand_dealt_to_boxes(table, report)
        case Irregularity.CARDS_EXPOSED:
            _given(report.count, "count")
        case Irregularity.MISDEAL if report.moves:
            _demand_left_with_hands(table, report)
        case Irregularity.DEALER_CARD_EXPOSED:
            deal = deal_of(table)
            card = parse_card(_given(report.card, "card"))
            if not _may_lie([card], [deal.dealer], elsewhere=deal.hands.values()):
                refuse(Code.FACT_MISSING, f"{report.card} is not one of the dealer's cards.")
        case Irregularity.SIMULTANEOUS_DRAW:
            _demand_drawn_together(table, report)
        case Irregularity.BURN_OMITTED:
            _demand_burn(table, report)
        case Irregularity.OVER_LIMIT | Irregularity.UNDER_LIMIT:
            _demand_beyond_limit(table, report, kind)
        case Irregularity.CONFIDENTIALITY | Irregularity.MULTIPLE_POSITIONS:
            _demand_player(table, report, kind)


def _given(fact: Fact | None, name: str) -> Fact:
    """A fact that a report cannot do without, required of callers that use the rules directly."""
    if fact is None:
        refuse(Code.FACT_MISSING, f"This report needs '{name}'.")
    return fact


def _demand_wagered(table: Table, number: int) -> Box:
    current = table.round
    assert not isinstance(current, Idle)
    box = current.boxes.get(number)
    if box is None or not box.in_play:
        refuse(Code.NO_WAGER, f"Box {number} has no wager in this round.")
    return box


def _lets_others_withdraw(table: Table, report: Report) -> bool:
    """Before the reveal the others may be let go although the hand is out (MEGA 5.7.1, M35)."""
    current = table.round
    rule = table.rulebook.irregularities[Irregularity.PLAYER_CARD_COUNT]
    return (
        bool(report.permit_withdrawal and rule.permit_withdrawal)
        and isinstance(current, Dealt)
        and report.box in current.boxes
    )


def _demand_extra_hand(table: Table, number: int) -> None:
    """A further hand of a player who has looked at another of their own first (CSP 5.19, C21)."""
    box = _demand_wagered(table, number)
    current = table.round
    assert isinstance(current, Dealt | Revealed)
    seen = [look.box for look in current.looks if look.player == box.seated]
    if not seen or seen[0] == number:
        rule = table.rulebook.irregularities[Irregularity.EXTRA_HAND_VIEWED]
        refuse(
            Code.NOTHING_TO_REPORT,
            f"Box {number} is not an additional hand of {box.seated}'s: the hand viewed first "
            "stays valid. Report a look at another player's hand as 'other'.",
            ((rule.stays_valid if seen else rule.goes_on) or rule).clause,
        )


def _demand_dealt_to_boxes(table: Table, report: Report) -> None:
    deal = deal_of(table)
    if not _may_lie(cards_of(report), [*deal.hands.values()], elsewhere=[deal.dealer]):
        refuse(
            Code.FACT_MISSING,
            "Not every card that is named was dealt to a box; a card of the dealer's is reported "
            "as 'dealer_card_exposed'.",
        )


def _may_lie(
    cards: Collection[Card], hands: Collection[Lying], elsewhere: Collection[Lying]
) -> bool:
    """Whether the cards lie in these hands, as far as they are known."""
    known = known_cards(hands)
    others = [card for card in cards if card not in known]
    closed = sum(len(hand) - len(hand.seen) for hand in hands if isinstance(hand, FaceDown))
    return len(others) <= closed and not set(others) & set(known_cards(elsewhere))


def _demand_left_with_hands(table: Table, report: Report) -> None:
    """Moves leave no box that had a hand, and has a wager, without one."""
    hands, _ = corrected_hands(table, report)
    current = table.round
    assert not isinstance(current, Idle)
    for number in deal_of(table).hands:
        box = current.boxes.get(number)
        if number not in hands and box is not None and box.enters:
            refuse(Code.FACT_MISSING, f"After these moves there is no hand at box {number}.")


def _demand_player(table: Table, report: Report, kind: Irregularity) -> None:
    current = table.round
    assert not isinstance(current, Idle)
    player = _given(report.player, "player")
    held = [
        box
        for box in current.boxes.values()
        if (share := box.share_of(player)) is not None and share.in_play and box.out is None
    ]
    if not held:
        refuse(Code.NO_WAGER, f"{player} has no wager in this round.")
    controlled = [box for box in held if box.seated == player]
    if kind is Irregularity.MULTIPLE_POSITIONS and len(controlled) < TWO:
        refuse(
            Code.NOTHING_TO_REPORT,
            f"{player} controls no second hand; a share of another player's box does not count.",
            table.rulebook.irregularities[kind].clause,
        )


def _demand_drawn_together(table: Table, report: Report) -> None:
    """Only a shoe gives single cards (CSP 5.14, C38); those named have been dealt."""
    if table.settings.device is not Device.SHOE:
        refuse(
            Code.NOTHING_TO_REPORT,
            "A shuffler dispenses whole hands: no two cards are drawn from it together.",
            table.rulebook.irregularities[Irregularity.SIMULTANEOUS_DRAW].clause,
        )
    if not report.order:
        return
    cards = parse_cards(report.order)
    if len(cards) < TWO:
        refuse(
            Code.FACT_MISSING,
            "Two cards or more are drawn together: name them in the order decided.",
            table.rulebook.irregularities[Irregularity.SIMULTANEOUS_DRAW].clause,
        )
    places = [card for card in in_order_of_the_deal(table) if card is not None and card in cards]
    if sorted(places) != sorted(cards):
        refuse(Code.FACT_MISSING, "The order must name dealt cards, each once.")


def _demand_burn(table: Table, report: Report) -> None:
    if not burns(table):
        refuse(
            Code.NOTHING_TO_REPORT,
            "With this device no card is burnt.",
            table.rulebook.dealing.burn.clause,
        )
    deal = deal_of(table)
    if report.reconstructable and deal.shoe is not None and not anyone_seen(table):
        try:
            deal_from_shoe(table, deal.shoe, sorted(deal.hands))
        except Refused as refused:
            refuse(
                Code.NOT_ENOUGH_CARDS,
                "The shoe has too few cards to deal again with the burn: it cannot be "
                "reconstructed.",
                refused.refusal.clause,
            )


def beyond_limit(table: Table, box: Box, wager: str, kind: Irregularity) -> int:
    """By how much a wager of the box is over the maximum, or under the minimum."""
    limits = table.settings.limits_of(wager)
    laid = box.entry(wager)
    if kind is Irregularity.OVER_LIMIT:
        return max(0, laid - limits.maximum)
    return max(0, limits.minimum - laid) if laid else 0


def _demand_beyond_limit(table: Table, report: Report, kind: Irregularity) -> None:
    box = _demand_wagered(table, _given(report.box, "box"))
    entry = table.rulebook.entry_wagers
    if not any(beyond_limit(table, box, wager, kind) for wager in entry):
        side = "over the maximum" if kind is Irregularity.OVER_LIMIT else "under the minimum"
        refuse(
            Code.NOTHING_TO_REPORT,
            f"No wager of box {report.box} is {side}.",
            table.rulebook.irregularities[kind].clause,
        )
