"""What the rules make of a command: its events, or a refusal. Nothing is changed here.

`decide` holds every rule, `evolve` none. Chance and judgement (cards, draws,
what a player did, what an official ruled) arrive as commands.
"""

from collections.abc import Callable
from typing import Any

from croupier.jackpot.meter import Jackpot
from croupier.table import (
    betting,
    commands,
    corrections,
    dealing,
    decisions,
    officials,
    settlement,
)
from croupier.table.commands import PlaceWager, TableCommand
from croupier.table.draft import Decided, Draft
from croupier.table.irregular import reporting
from croupier.table.state import Table


def decide(table: Table, link: Jackpot | None, command: TableCommand) -> Decided:
    """The events of a command and the states they lead to; raises `Refused` otherwise.

    `link` is the progressive that the table is linked to, if it is.
    """
    draft = Draft(table, link)
    _DECIDE[type(command)](draft, command)
    return draft.decided()


def _place_wager(draft: Draft, command: PlaceWager) -> None:
    """Bet and play have a window of their own, after the deal (X3)."""
    if command.wager == draft.table.rulebook.stay.wager:
        decisions.stay(draft, command)
    else:
        betting.place(draft, command)


_DECIDE: dict[type, Callable[[Draft, Any], None]] = {
    commands.OpenBets: betting.open_bets,
    commands.PlaceWager: _place_wager,
    commands.WithdrawWager: betting.withdraw,
    commands.CloseBets: betting.close_bets,
    commands.Deal: dealing.deal,
    commands.HandleHand: decisions.handle_hand,
    commands.ViewHand: decisions.view_hand,
    commands.Fold: decisions.fold,
    commands.Leave: decisions.leave,
    commands.ClaimJackpot: decisions.claim_jackpot,
    commands.Draw: decisions.draw,
    commands.RevealDealer: decisions.reveal_dealer,
    commands.DeclineReveal: decisions.decline_reveal,
    commands.Settle: settlement.settle,
    commands.Report: reporting.report,
    commands.Rule: reporting.rule,
    commands.Choose: reporting.choose,
    commands.RestrictPlayer: officials.restrict_player,
    commands.BarPlayer: officials.bar_player,
    commands.ReadmitPlayer: officials.readmit_player,
    commands.SetJackpotService: officials.jackpot_service,
    commands.CloseTable: officials.close_table,
    commands.OpenTable: officials.open_table,
    commands.DisallowBoxes: officials.disallow_boxes,
    commands.CorrectEntry: corrections.correct_entry,
}
