"""Exposed cards add up over a round, each counted once (X28)."""

from msgspec import structs

from croupier.cards import Card, card_names, parse_cards
from croupier.rulebooks.irregularities import Irregularity
from croupier.table.commands import Report
from croupier.table.hands import FaceDown, known_cards
from croupier.table.state import Dealt, Revealed, Settled, Table

KINDS = (Irregularity.CARDS_EXPOSED, Irregularity.DEALER_CARD_EXPOSED)


def cards_of(report: Report) -> tuple[Card, ...]:
    """The cards that a report names, each once."""
    named = report.card if report.irregularity is Irregularity.DEALER_CARD_EXPOSED else report.cards
    return tuple(dict.fromkeys(parse_cards(named or "")))


def _counted(report: Report) -> int:
    cards = cards_of(report)
    if cards:
        return len(cards)
    assert report.count is not None
    return report.count


def exposed_with(table: Table, report: Report) -> int:
    """How many cards have been exposed in the round, with those of this report."""
    current = table.round
    assert isinstance(current, Dealt | Revealed | Settled)
    return sum(_counted(one) for one in (*current.exposed, report))


def news_of(table: Table, report: Report) -> Report | None:
    """A report without the cards that are already known; none if nothing is left.

    The up card is known, and so are cards named in a report that counts or still waits.
    """
    current = table.round
    if report.irregularity not in KINDS or not isinstance(current, Dealt | Revealed):
        return report
    cards = cards_of(report)
    if not cards:
        return report
    waiting = [one.report for one in table.matters if one.report.irregularity in KINDS]
    known = {card for one in (*current.exposed, *waiting) for card in cards_of(one)}
    news = [card for card in cards if card not in known and card != current.deal.up_card]
    if not news:
        return None
    if report.irregularity is Irregularity.DEALER_CARD_EXPOSED:
        return report
    hands = current.deal.hands
    unplaced = set(news) - set(known_cards(hands.values()))
    boxes = tuple(
        number
        for number, hand in sorted(hands.items())
        if set(known_cards([hand])) & set(news) or (unplaced and isinstance(hand, FaceDown))
    )
    return structs.replace(report, cards=card_names(news), boxes=boxes)
