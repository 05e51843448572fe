"""At a recording table, what was keyed wrongly is put right until the next opening call."""

from croupier.refusal import Code, refuse
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import JACKPOTS
from croupier.table import events as e
from croupier.table import linkage
from croupier.table.betting import demand_offered
from croupier.table.commands import CorrectEntry
from croupier.table.dealing import demand_each_once, demand_turned
from croupier.table.evolve import Draft
from croupier.table.guards import demand_box, demand_staff
from croupier.table.hands import hand_text, known_cards, read_hand
from croupier.table.settlement import (
    demand_proper_deal,
    demand_shown,
    price_again,
    reverse_settlement,
    settle_round,
)
from croupier.table.state import Betting, Dealt, Idle, Revealed, Settled, Voided

DEALER = "dealer"


def correct_entry(draft: Draft, command: CorrectEntry) -> None:
    table = draft.table
    if table.settings.enforcing:
        refuse(
            Code.NOT_RECORDING,
            "Only a recording table corrects entries; here nothing wrong can be entered.",
        )
    by = demand_staff(command.by, Role.PIT_SUPERVISOR)
    if isinstance(table.round, Idle | Voided):
        refuse(Code.BETS_NOT_OPEN, "There is no round whose entries could be corrected.")
    settled = isinstance(table.round, Settled)
    if settled:
        reverse_settlement(draft)
    if command.cards is not None:
        _correct_cards(draft, command)
    else:
        _correct_wager(draft, command, by)
    price_again(draft)
    current = draft.table.round
    if settled:
        if isinstance(current, Revealed):
            demand_proper_deal(draft.table, current)
            demand_shown(draft.table, current)
        settle_round(draft)


def _correct_cards(draft: Draft, command: CorrectEntry) -> None:
    table = draft.table
    current = table.round
    if not isinstance(current, Dealt | Revealed):
        refuse(Code.NOT_DEALT, "No cards have been entered in this round.")
    number = command.box if isinstance(command.box, int) else 0
    cards = read_hand(command.cards or "", number)
    hands = dict(current.deal.hands)
    dealer = current.deal.dealer
    if number:
        demand_box(table, number)
        hands[number] = cards
    else:
        dealer = cards
        demand_turned(current, dealer)
    demand_each_once(table, known_cards((*hands.values(), dealer)), known_cards([cards]))
    draft.emit(
        e.HandsCorrected(
            {str(number): hand_text(hands[number]) for number in sorted(hands)},
            hand_text(dealer),
        )
    )


def _correct_wager(draft: Draft, command: CorrectEntry, by: Actor) -> None:
    table = draft.table
    current = table.round
    assert not isinstance(current, Idle)
    assert isinstance(command.box, int)
    assert command.wager is not None
    assert command.amount is not None
    demand_box(table, command.box)
    demand_offered(table, command.wager)
    box = current.boxes.get(command.box)
    player = command.player or (box.seated if box is not None else "")
    if box is None or not box.amount(table.rulebook, command.wager, player):
        refuse(
            Code.NO_WAGER,
            f"No {command.wager.replace('_', ' ')} of that player was entered on box "
            f"{command.box}.",
        )
    if command.wager in JACKPOTS and not isinstance(current, Betting):
        linkage.take_back_contributions(draft, [command.box])
    draft.emit(e.WagerCorrected(command.box, player, command.wager, command.amount, by))
    if command.wager in JACKPOTS and not isinstance(current, Betting):
        linkage.grow(draft, [command.box])
