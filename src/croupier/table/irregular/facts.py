"""Whether a report can be taken, and whether its facts fit what lies on the table."""

from collections.abc import Mapping

from msgspec import structs

from croupier.cards import card_name, card_names, parse_card, parse_cards, repeated_cards
from croupier.refusal import Code, Refused, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import DealPattern, Device, WagerKind
from croupier.table.commands import Report
from croupier.table.dealing import DEALER, burns, deal_from_shoe, read_hands
from croupier.table.guards import demand_box
from croupier.table.irregular.exposure import cards_of, is_dealt_to_a_box
from croupier.table.irregular.remedies import TWO, anyone_handled, anyone_seen
from croupier.table.state import (
    Betting,
    Box,
    Closed,
    Dealt,
    Hand,
    Idle,
    Revealed,
    Settled,
    Table,
    Voided,
)

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
_COUNTS = frozenset({Irregularity.PLAYER_CARD_COUNT, Irregularity.DEALER_CARD_COUNT})


def kind_of(table: Table, report: Report) -> Irregularity:
    """The kind under which this document takes the report."""
    kind = report.irregularity
    return kind if kind in table.rulebook.irregularities else Irregularity.OTHER


def demand_timely(table: Table, report: Report, kind: Irregularity) -> bool:
    """Refuse what comes too early; tell whether it comes too late to change anything."""
    current = table.round
    if report.round is not None and report.round > current.number:
        refuse(Code.NOTHING_TO_REPORT, f"There has been no round {report.round} at this table.")
    if report.round is not None and report.round < current.number:
        return False
    about_hands = report.irregularity not in WITHOUT_CARDS | LIMITS | OF_THE_DECK
    if kind in LIMITS and not isinstance(current, Betting):
        refuse(
            Code.BETS_CLOSED,
            "Wagers over or under the limits are put right while bets are open; later they are "
            "settled by the rules.",
            table.rulebook.betting.over_maximum.clause,
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
    """A misdeal found late is something else."""
    if kind is Irregularity.MISDEAL:
        rule = table.rulebook.irregularities[kind]
        if rule.by_handled and anyone_handled(table):
            return Irregularity.OTHER, report
        if not rule.by_handled and anyone_seen(table):
            moves = report.moves or {}
            boxes = tuple(sorted({*map(int, moves), *moves.values()})) or None
            return Irregularity.DEALING_ERROR, structs.replace(report, boxes=boxes)
    return kind, report


def demand_facts(table: Table, report: Report, kind: Irregularity) -> None:
    """The facts must fit the table; shapes were checked when the command was read."""
    current = table.round
    if report.box is not None:
        demand_box(table, report.box)
    for number in report.boxes or ():
        demand_box(table, number)
    match kind:
        case Irregularity.PLAYER_CARD_COUNT:
            _demand_wagered(table, report.box)
            demand_corrected_hands(table, report)
        case Irregularity.DEALER_CARD_COUNT | Irregularity.DEALING_ERROR:
            demand_corrected_hands(table, report)
        case Irregularity.EXTRA_HAND_VIEWED:
            _demand_extra_hand(table, report.box)
        case Irregularity.CARDS_EXPOSED if report.cards is not None:
            _demand_dealt_to_boxes(table, report)
        case Irregularity.MISDEAL if report.moves:
            assert isinstance(current, Dealt | Revealed)
            demand_moves(table, current, report.moves)
        case Irregularity.DEALER_CARD_EXPOSED:
            assert isinstance(current, Dealt | Revealed)
            card = parse_card(report.card or "")
            if card not in current.deal.dealer:
                refuse(Code.FACT_MISSING, f"{report.card} is not one of the dealer's cards.")
        case Irregularity.SIMULTANEOUS_DRAW:
            _demand_drawn_together(table, report)
        case Irregularity.BURN_OMITTED:
            _demand_burn(table, report)
        case Irregularity.OVER_LIMIT | Irregularity.UNDER_LIMIT:
            _demand_beyond_limit(table, report, kind)
        case Irregularity.CONFIDENTIALITY | Irregularity.MULTIPLE_POSITIONS:
            _demand_player(table, report, kind)
        case _:
            pass


def _demand_wagered(table: Table, number: int | None) -> Box:
    current = table.round
    box = None if isinstance(current, Idle) or number is None else current.boxes.get(number)
    if box is None or not box.in_play:
        refuse(Code.NO_WAGER, f"Box {number} has no wager in this round.")
    return box


def _demand_extra_hand(table: Table, number: int | None) -> None:
    """A further hand of a player who has looked at another of their own first (CSP 5.19, C21)."""
    box = _demand_wagered(table, number)
    current = table.round
    looks = current.looks if isinstance(current, Dealt | Revealed) else ()
    seen = [look.box for look in looks if look.player == box.seated]
    if not seen or seen[0] == number:
        refuse(
            Code.NOTHING_TO_REPORT,
            f"Box {number} is no additional hand of {box.seated}'s: the hand first looked at "
            "stays valid. A look at another player's hand is reported as 'other'.",
            table.rulebook.irregularities[Irregularity.EXTRA_HAND_VIEWED].clauses[0],
        )


def _demand_dealt_to_boxes(table: Table, report: Report) -> None:
    for card in cards_of(report):
        if not is_dealt_to_a_box(table, card):
            refuse(
                Code.FACT_MISSING,
                f"{card_name(card)} was not dealt to a box; a card of the dealer's is reported "
                "as 'dealer_card_exposed'.",
            )


def _demand_player(table: Table, report: Report, kind: Irregularity) -> None:
    current = table.round
    assert not isinstance(current, Idle)
    held = [
        box
        for box in current.boxes.values()
        if (share := box.share_of(report.player or "")) is not None
        and share.in_play
        and box.out is None
    ]
    if not held:
        refuse(Code.NO_WAGER, f"{report.player} has no wager in this round.")
    controlled = [box for box in held if box.seated == report.player]
    if kind is Irregularity.MULTIPLE_POSITIONS and len(controlled) < TWO:
        refuse(
            Code.NOTHING_TO_REPORT,
            f"{report.player} controls no second hand; a part of another player's box is none.",
            table.rulebook.irregularities[kind].clauses[0],
        )


def corrected_hands(table: Table, report: Report) -> tuple[dict[int, Hand], Hand]:
    """The cards as they will lie once the report's moves and hands have put them right."""
    current = table.round
    assert isinstance(current, Dealt | Revealed | Settled)
    assert current.deal is not None
    hands = dict(current.deal.hands)
    if report.moves and isinstance(current, Dealt | Revealed):
        hands = demand_moves(table, current, report.moves)
    boxes, dealer = read_hands(report.hands or {})
    dealer_named = report.hands is not None and DEALER in report.hands
    return hands | boxes, dealer if dealer_named else current.deal.dealer


def demand_corrected_hands(table: Table, report: Report) -> None:
    """Corrected hands are whole, and a reconstruction has them wherever a size is wrong."""
    current = table.round
    if isinstance(current, Settled) and current.deal is None:
        refuse(Code.NOT_DEALT, "No cards were dealt in this round.")
    if not (report.reconstructable or report.hands or report.moves):
        return
    hands, dealer = corrected_hands(table, report)
    size = table.rulebook.hands.size
    if any(len(parse_cards(cards)) != size for cards in (report.hands or {}).values()):
        refuse(
            Code.WRONG_HANDS,
            f"A corrected hand has {size} cards.",
            table.rulebook.dealing.cards.clause,
        )
    twice = repeated_cards([card for hand in (*hands.values(), dealer) for card in hand])
    if twice:
        refuse(
            Code.CARD_TWICE,
            f"One deck has each card once; named twice: {card_names(twice)}.",
            table.rulebook.deck.clause,
        )
    if report.irregularity not in _COUNTS:
        return
    wrong = len(dealer) != size if report.box is None else len(hands.get(report.box, ())) != size
    if report.reconstructable and wrong:
        refuse(
            Code.FACT_MISSING,
            f"A reconstructed hand has {size} cards: give the corrected ones in 'hands'.",
            table.rulebook.dealing.cards.clause,
        )


def demand_moves(
    table: Table, current: Dealt | Revealed, moves: Mapping[str, int]
) -> dict[int, Hand]:
    """The hands after whole hands have moved; no two may end up in one place."""
    moved = {int(source): target for source, target in moves.items()}
    for number in (*moved, *moved.values()):
        demand_box(table, number)
    hands = dict(current.deal.hands)
    missing = [source for source in moved if source not in hands]
    if missing:
        refuse(Code.FACT_MISSING, f"There is no hand at box {missing[0]} to move.")
    kept = {number: hand for number, hand in hands.items() if number not in moved}
    placed = {target: hands[source] for source, target in moved.items()}
    if len(placed) < len(moved) or placed.keys() & kept.keys():
        refuse(Code.FACT_MISSING, "After these moves two hands would lie at one box.")
    return kept | placed


def dealt_boxes(current: Dealt | Revealed) -> list[int]:
    return sorted(current.deal.hands)


def _demand_drawn_together(table: Table, report: Report) -> None:
    """Cards come singly from a shoe alone (CSP 5.14, C38); those named have been dealt."""
    current = table.round
    assert isinstance(current, Dealt | Revealed)
    if table.settings.device is not Device.SHOE:
        refuse(
            Code.NOTHING_TO_REPORT,
            "A shuffler dispenses whole hands: no two cards are drawn from it together.",
            table.rulebook.irregularities[Irregularity.SIMULTANEOUS_DRAW].clauses[0],
        )
    if not report.order:
        return
    cards = parse_cards(report.order)
    deal = current.deal
    known = deal.shoe or tuple(
        card for hand in (*deal.hands.values(), deal.dealer) for card in hand
    )
    if repeated_cards(cards) or not set(cards) <= set(known):
        refuse(Code.FACT_MISSING, "The order must name dealt cards, each once.")


def reordered(table: Table, current: Dealt | Revealed, order: Hand) -> tuple[dict[int, Hand], Hand]:
    """The hands when the cards drawn together come in the order decided (CSP 5.14).

    The places that these cards hold are filled with them anew, first place first;
    every other card stays where it lies.
    """
    deal = current.deal
    hands = {number: list(hand) for number, hand in deal.hands.items()}
    dealer = list(deal.dealer)
    piles = [*(hands[number] for number in sorted(hands)), dealer]
    singly = table.rulebook.dealing.patterns[table.settings.device].value is DealPattern.SINGLY
    shoe = deal.shoe or ()
    drawn = {card: (place, 0) for place, card in enumerate(shoe)}
    places = sorted(
        (
            (drawn.get(card, (index, turn) if singly else (turn, index)), pile, index)
            for turn, pile in enumerate(piles)
            for index, card in enumerate(pile)
            if card in order
        ),
        key=lambda place: place[0],
    )
    burnt = {shoe[0]} if deal.burnt else set()
    skipped = sum(card in burnt for card in order)
    for (_, pile, index), card in zip(places, order[skipped:], strict=False):
        pile[index] = card
    return {number: tuple(hand) for number, hand in hands.items()}, tuple(dealer)


def _demand_burn(table: Table, report: Report) -> None:
    if not burns(table):
        refuse(
            Code.NOTHING_TO_REPORT,
            "With this device no card is burnt.",
            table.rulebook.dealing.burn.clause,
        )
    current = table.round
    assert isinstance(current, Dealt | Revealed)
    if report.reconstructable and current.deal.shoe is not None and not anyone_seen(table):
        try:
            deal_from_shoe(table, current.deal.shoe, dealt_boxes(current))
        except Refused as refused:
            refuse(
                Code.NOT_ENOUGH_CARDS,
                "The shoe has too few cards to deal again with the burn: it cannot be "
                "reconstructed.",
                refused.refusal.clause,
            )


def beyond_limit(table: Table, box: Box, wager: WagerKind, kind: Irregularity) -> int:
    """By how much a wager of the box is over the maximum, or under the minimum."""
    limits = table.settings.limits(wager)
    laid = box.ante if wager is WagerKind.ANTE else box.pair_plus
    if kind is Irregularity.OVER_LIMIT:
        return max(0, laid - limits.maximum)
    return max(0, limits.minimum - laid) if laid else 0


def _demand_beyond_limit(table: Table, report: Report, kind: Irregularity) -> None:
    box = _demand_wagered(table, report.box)
    entry = (WagerKind.ANTE, WagerKind.PAIR_PLUS)
    if not any(beyond_limit(table, box, wager, kind) for wager in entry):
        side = "over the maximum" if kind is Irregularity.OVER_LIMIT else "under the minimum"
        refuse(
            Code.NOTHING_TO_REPORT,
            f"No wager of box {report.box} is {side}.",
            table.rulebook.irregularities[kind].clauses[0],
        )
