"""What the rules make of a command: its events, or a refusal. Nothing is changed here.

`decide` holds every rule, `evolve` none. Chance and judgement (cards, draws,
what a player did, what an official ruled) arrive as commands. Which commands somebody may give now
is found by the same checks that would refuse them.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from croupier.cards import DECK, card_names
from croupier.jackpot.meter import Jackpot
from croupier.refusal import Refused
from croupier.rulebooks.terms import Actor, Role
from croupier.table import (
    betting,
    corrections,
    dealing,
    decisions,
    officials,
    settlement,
    showing,
)
from croupier.table import commands as c
from croupier.table.commands import TableCommand
from croupier.table.evolve import Decided, Draft
from croupier.table.hands import FaceDown, known_cards
from croupier.table.irregular import reporting
from croupier.table.state import Box, Deal, Dealt, Idle, Revealed, Table


def decide(table: Table, link: Jackpot | None, command: TableCommand) -> Decided:
    """The events of a command and the states they lead to; raises `Refused` otherwise.

    `link` is the progressive that the table is linked to, if it is.
    """
    draft = Draft(table, link)
    _DECIDES[type(command)](draft, command)
    return draft.decided()


def _place_wager(draft: Draft, command: c.PlaceWager) -> None:
    """Bet and play have a window of their own, after the deal (X3)."""
    if command.wager == draft.table.rulebook.stay.wager:
        decisions.stay(draft, command)
    else:
        betting.place(draft, command)


_DECIDES: Mapping[type, Callable[[Draft, Any], None]] = {
    c.OpenBets: betting.open_bets,
    c.PlaceWager: _place_wager,
    c.WithdrawWager: betting.withdraw,
    c.CloseBets: betting.close_bets,
    c.Deal: dealing.deal,
    c.HandleHand: decisions.handle_hand,
    c.ViewHand: decisions.view_hand,
    c.ShowHand: showing.show_hand,
    c.Fold: decisions.fold,
    c.Leave: decisions.leave,
    c.ClaimJackpot: decisions.claim_jackpot,
    c.Draw: decisions.draw,
    c.RevealDealer: showing.reveal_dealer,
    c.DeclineReveal: decisions.decline_reveal,
    c.Settle: settlement.settle,
    c.Report: reporting.report,
    c.Rule: reporting.rule,
    c.Choose: reporting.choose,
    c.RestrictPlayer: officials.restrict_player,
    c.BarPlayer: officials.bar_player,
    c.ReadmitPlayer: officials.readmit_player,
    c.SetJackpotService: officials.jackpot_service,
    c.CloseTable: officials.close_table,
    c.OpenTable: officials.open_table,
    c.DisallowBoxes: officials.disallow_boxes,
    c.CorrectEntry: corrections.correct_entry,
}


# What somebody may do


ANY_SHOE = card_names(DECK)
"""Stands for the cards of a permitted deal; the real ones come with the command."""


def is_legal(table: Table, link: Jackpot | None, command: TableCommand) -> bool:
    try:
        decide(table, link, command)
    except Refused:
        return False
    return True


def legal_commands(table: Table, link: Jackpot | None, actor: Actor) -> tuple[TableCommand, ...]:
    """What this person may do now, in the order of a round.

    Wagers carry the smallest amount allowed, a deal a stand-in shoe and a reveal stand-in cards
    where it has to name them: the screen fills in the rest.
    """
    candidates = _of_player(table, actor) if actor.role is Role.PLAYER else _of_staff(table, actor)
    return tuple(command for command in candidates if is_legal(table, link, command))


def _boxes(table: Table) -> dict[int, Box]:
    return {} if isinstance(table.round, Idle) else dict(table.round.boxes)


def _of_player(table: Table, actor: Actor) -> Iterator[TableCommand]:
    boxes = _boxes(table)
    options = () if isinstance(table.round, Idle) else table.round.options
    optional = {number for option in options for number in option.boxes}
    for number in range(1, table.settings.boxes + 1):
        box = boxes.get(number)
        yield from _wagers(table, box, number, actor)
        if box is not None and isinstance(table.round, Dealt | Revealed):
            yield from _with_hand(table, box, number, actor)
        if number in optional:
            for option in ("continue", "withdraw"):
                yield c.Choose(box=number, player=actor.id, option=option, by=actor)
    yield c.Leave(player=actor.id, by=actor)


def _with_hand(table: Table, box: Box, number: int, actor: Actor) -> Iterator[TableCommand]:
    if not box.viewed:
        yield c.ViewHand(box=number, by=actor)
    yield c.PlaceWager(box=number, wager=table.rulebook.stay.wager, by=actor)
    yield c.Fold(box=number, by=actor)
    yield c.ClaimJackpot(box=number, by=actor)
    yield c.DeclineReveal(box=number, by=actor)


def _wagers(table: Table, box: Box | None, number: int, actor: Actor) -> Iterator[TableCommand]:
    for wager in table.rulebook.layout.areas.value:
        if wager == table.rulebook.stay.wager:
            continue
        amount = None
        if wager in table.rulebook.entry_wagers:
            laid = 0 if box is None else box.entry(wager)
            amount = max(1, table.settings.limits_of(wager).minimum - laid)
        yield c.PlaceWager(box=number, wager=wager, amount=amount, player=actor.id, by=actor)
        if box is not None:
            yield c.WithdrawWager(box=number, wager=wager, player=actor.id, by=actor)


def _any_dealer_cards(table: Table) -> str | None:
    """Stands for the dealer's cards where the reveal has to name them."""
    deal: Deal | None = getattr(table.round, "deal", None)
    if deal is None or not isinstance(deal.dealer, FaceDown):
        return None
    lying = known_cards(deal.hands.values())
    spare = (card for card in DECK if card not in lying and card not in deal.dealer.seen)
    missing = table.rulebook.hands.size - len(deal.dealer.seen)
    return card_names([*islice(spare, missing), *deal.dealer.seen])


def _of_staff(table: Table, actor: Actor) -> Iterator[TableCommand]:
    yield c.OpenBets(by=actor)
    yield c.CloseBets(by=actor)
    yield c.Deal(shoe=ANY_SHOE, by=actor)
    yield c.RevealDealer(cards=_any_dealer_cards(table), by=actor)
    yield c.Settle(by=actor)
    for matter in table.matters:
        for decision in reporting.decisions(table, matter):
            yield c.Rule(
                decision=decision,
                matter=reporting.matter_id(table, matter),
                box=matter.box,
                by=actor,
            )
    for player in sorted({share.player for box in _boxes(table).values() for share in box.shares}):
        yield c.RestrictPlayer(player=player, by=actor)
        yield c.BarPlayer(player=player, by=actor)
    for available in (False, True):
        if available is not table.jackpot_available_next:
            yield c.SetJackpotService(available=available, by=actor)
    yield c.OpenTable(by=actor) if table.closed else c.CloseTable(by=actor)
