"""Turning cards face up: a player's hand, or the dealer's, keyed when it was not known before."""

from croupier.cards import card_names, parse_cards
from croupier.ranking import describe
from croupier.refusal import Code, refuse
from croupier.rulebooks.irregularities import Irregularity
from croupier.table import events as e
from croupier.table.commands import RevealDealer, ShowHand
from croupier.table.dealing import clause_on_number, demand_each_once
from croupier.table.evolve import Draft
from croupier.table.guards import (
    demand_dealt,
    demand_hand,
    demand_nothing_open,
    demand_player_act,
    demand_present,
    demand_staff,
)
from croupier.table.hands import FaceDown, Hand, Lying, known_cards
from croupier.table.irregular.exposure import cards_of
from croupier.table.settlement import (
    demand_proper_deal,
    demand_shown,
    price_again,
    reverse_settlement,
    settle_round,
)
from croupier.table.state import Dealt, Revealed, Settled, Table


def show_hand(draft: Draft, command: ShowHand) -> None:
    """A hand is turned, before or after the dealer's; until the cards are cleared a missed jackpot
    hand is still honoured, and the round settled anew with it (X22)."""
    table = draft.table
    current = table.round
    if not isinstance(current, Dealt | Revealed | Settled) or current.deal is None:
        refuse(Code.NOT_DEALT, "There is no hand to show: no cards are on the table.")
    box = demand_hand(table, current, command.box)
    hand = current.deal.hands[command.box]
    if isinstance(hand, FaceDown):
        demand_staff(command.by)
    else:
        demand_player_act(table, box, command.box, command.by)
        demand_present(table, box.seated)
    if box.shown:
        refuse(Code.ALREADY_DECIDED, f"The hand of box {command.box} has been shown.")
    cards = _turned(table, hand, command.cards, f"box {command.box}", command.box)
    settled = isinstance(current, Settled)
    if settled:
        reverse_settlement(draft)
    draft.emit(e.HandShown(card_names(cards), command.box))
    price_again(draft)
    after = draft.table.round
    if settled and isinstance(after, Revealed):
        demand_proper_deal(draft.table, after)
        demand_shown(draft.table, after)
        settle_round(draft)


def reveal_dealer(draft: Draft, command: RevealDealer) -> None:
    """The dealer's hand is turned up once every hand is decided."""
    table = draft.table
    rules = table.rulebook
    demand_staff(command.by)
    current = demand_dealt(table)
    demand_nothing_open(table)
    waiting = [number for number, box in sorted(current.boxes.items()) if box.must_decide]
    if waiting:
        boxes = ", ".join(map(str, waiting))
        refuse(
            Code.UNDECIDED_BOXES,
            f"Box {boxes} has yet to stay in or fold.",
            rules.play.reveal.clause,
        )
    cards = _turn_dealer(draft, command)
    draft.emit(e.DealerRevealed())
    if len(cards) != rules.hands.size:
        return
    value = rules.hands.value(cards)
    if rules.play.announce_hand.value:
        spoken = describe(value).capitalize()
        draft.emit(e.CallMade(spoken, rules.play.announce_hand.clauses))
    no_hand = rules.play.announce_no_hand
    if no_hand is not None and not rules.qualifies(value):
        draft.emit(e.CallMade(no_hand.value, no_hand.clauses))


def _turn_dealer(draft: Draft, command: RevealDealer) -> Hand:
    """The dealer's cards; where they were not known, the command brings them."""
    table = draft.table
    current = table.round
    assert isinstance(current, Dealt)
    dealer = current.deal.dealer
    cards = _turned(table, dealer, command.cards, "the dealer", 0)
    if not isinstance(dealer, FaceDown):
        return cards
    named = {
        card
        for report in current.exposed
        if report.irregularity is Irregularity.DEALER_CARD_EXPOSED
        for card in cards_of(report)
    }
    if not named <= set(cards):
        refuse(
            Code.WRONG_HANDS,
            f"{card_names(sorted(named - set(cards)))} was reported as a card of the dealer's.",
        )
    up_card = current.deal.up_card
    if up_card is not None:  # the last card of a dealer's hand is the up card
        cards = (*(card for card in cards if card != up_card), up_card)
    draft.emit(e.HandShown(card_names(cards)))
    return cards


def _turned(table: Table, hand: Lying, named: str | None, whose: str, box: int) -> Hand:
    if not isinstance(hand, FaceDown):
        if named is not None:
            refuse(
                Code.WRONG_HANDS,
                f"The cards of {whose} are known; turn them without naming them.",
            )
        return hand
    if named is None:
        refuse(Code.HAND_NOT_SHOWN, f"The cards of {whose} lie face down: name them.")
    cards = parse_cards(named)
    size = table.rulebook.hands.size
    if len(cards) != size and table.settings.enforcing:
        refuse(
            Code.WRONG_HANDS,
            f"The hand of {whose} has {len(cards)} cards; a hand is {size}.",
            clause_on_number(table),
        )
    missing = [card for card in hand.seen if card not in cards]
    if missing:
        refuse(Code.WRONG_HANDS, f"{card_names(missing)} was seen in the hand of {whose}.")
    deal = table.round.deal  # type: ignore[union-attr]
    assert deal is not None
    others = [other for number, other in deal.hands.items() if number != box]
    rest = others if box == 0 else [*others, deal.dealer]
    demand_each_once(table, [*known_cards(rest), *cards], cards)
    return cards
