"""Corrected cards: hands moved or corrected, and cards drawn together in the order decided."""

from collections.abc import Mapping

from croupier.cards import Card
from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.table.commands import Report
from croupier.table.dealing import (
    DEALER,
    clause_on_number,
    demand_each_once,
    demand_turned,
    read_hands,
)
from croupier.table.guards import demand_box
from croupier.table.hands import FaceDown, Hand, Lying, known_cards, places
from croupier.table.state import Deal, Dealt, Revealed, Settled, Table

COUNTS = frozenset({Irregularity.PLAYER_CARD_COUNT, Irregularity.DEALER_CARD_COUNT})


def deal_of(table: Table) -> Deal:
    """The cards of the round; a report about hands is not taken if there are none."""
    current = table.round
    assert isinstance(current, Dealt | Revealed | Settled)
    assert current.deal is not None
    return current.deal


def corrected_hands(table: Table, report: Report) -> tuple[dict[int, Lying], Lying]:
    """The cards once the report's moves and hands have corrected them."""
    deal = deal_of(table)
    hands = moved_hands(table, report.moves) if report.moves else dict(deal.hands)
    boxes, dealer = read_hands(report.hands or {})
    dealer_named = report.hands is not None and DEALER in report.hands
    return hands | boxes, dealer if dealer_named else deal.dealer


def demand_corrected_hands(table: Table, report: Report) -> None:
    """Corrected hands are whole, and a reconstruction has them wherever a size is wrong."""
    if not (report.reconstructable or report.hands or report.moves):
        return
    hands, dealer = corrected_hands(table, report)
    size = table.rulebook.hands.size
    boxes, dealers = read_hands(report.hands or {})
    given = [*boxes.values(), *([dealers] if DEALER in (report.hands or {}) else [])]
    if any(len(hand) != size for hand in given):
        refuse(
            Code.WRONG_HANDS,
            f"A corrected hand has {size} cards.",
            clause_on_number(table),
        )
    demand_each_once(
        table,
        known_cards((*hands.values(), dealer)),
        known_cards(given),
    )
    current = table.round
    if isinstance(current, Dealt | Revealed):
        demand_turned(current, dealer)
    if report.irregularity not in COUNTS:
        return
    wrong = len(dealer) != size if report.box is None else len(hands.get(report.box, ())) != size
    if report.reconstructable and wrong:
        refuse(
            Code.FACT_MISSING,
            f"A reconstructed hand has {size} cards: give the corrected ones in 'hands'.",
            clause_on_number(table),
        )


def moved_hands(table: Table, moves: Mapping[str, int]) -> dict[int, Lying]:
    """The hands after whole hands have moved; no two may end up in one place."""
    moved = {int(source): target for source, target in moves.items()}
    for number in (*moved, *moved.values()):
        demand_box(table, number)
    hands = dict(deal_of(table).hands)
    missing = [source for source in moved if source not in hands]
    if missing:
        refuse(Code.FACT_MISSING, f"There is no hand at box {missing[0]} to move.")
    kept = {number: hand for number, hand in hands.items() if number not in moved}
    placed = {target: hands[source] for source, target in moved.items()}
    if len(placed) < len(moved) or placed.keys() & kept.keys():
        refuse(Code.FACT_MISSING, "After these moves two hands would be at one box.")
    return kept | placed


def in_order_of_the_deal(table: Table) -> list[Card | None]:
    """The cards of a shoe in the order in which they came, one to each hand and then the next,
    with what was burnt and what was left over (CSP 3.10); none for a card that lies face down."""
    deal = deal_of(table)
    lying = [*(deal.hands[number] for number in sorted(deal.hands)), deal.dealer]
    piles = [places(hand) for hand in lying]
    longest = max(map(len, piles))
    lie = [pile[turn] for turn in range(longest) for pile in piles if turn < len(pile)]
    shoe = deal.shoe or ()
    burnt = 1 if deal.burnt else 0
    return [*shoe[:burnt], *lie, *shoe[burnt + len(lie) :]]


def reordered(table: Table, order: Hand) -> tuple[dict[int, Lying], Lying]:
    """The hands when the cards drawn together come in the order decided (CSP 5.14).

    The places of these cards are filled with them again, first place first;
    every other card stays where it is.
    """
    lie = [card for card in in_order_of_the_deal(table) if card in order]
    becomes = dict(zip(lie, order, strict=True))

    def again(hand: Lying) -> Lying:
        if isinstance(hand, FaceDown):
            return hand
        return tuple(becomes.get(card, card) for card in hand)

    deal = deal_of(table)
    return {number: again(hand) for number, hand in deal.hands.items()}, again(deal.dealer)
