"""What the rules make of a command: its events, or a refusal. Nothing is changed here.

`decide` holds every rule, `evolve` none. Chance and judgement (cards, draws,
what a player did, what an official ruled) arrive as commands.
"""

from typing import assert_never

from croupier.jackpot.meter import Jackpot
from croupier.table import (
    betting,
    commands,
    corrections,
    dealing,
    decisions,
    officials,
    settlement,
    showing,
)
from croupier.table.commands import PlaceWager, TableCommand
from croupier.table.evolve import Decided, Draft
from croupier.table.irregular import reporting
from croupier.table.state import Table


def decide(table: Table, link: Jackpot | None, command: TableCommand) -> Decided:
    """The events of a command and the states they lead to; raises `Refused` otherwise.

    `link` is the progressive that the table is linked to, if it is.
    """
    draft = Draft(table, link)
    _decide(draft, command)
    return draft.decided()


def _decide(draft: Draft, command: TableCommand) -> None:  # noqa: PLR0912, PLR0915 - a case a command
    """Cases are tried in turn: those of an ordinary round stand first."""
    match command:
        case commands.PlaceWager():
            _place_wager(draft, command)
        case commands.Fold():
            decisions.fold(draft, command)
        case commands.OpenBets():
            betting.open_bets(draft, command)
        case commands.CloseBets():
            betting.close_bets(draft, command)
        case commands.Deal():
            dealing.deal(draft, command)
        case commands.RevealDealer():
            showing.reveal_dealer(draft, command)
        case commands.Settle():
            settlement.settle(draft, command)
        case commands.ViewHand():
            decisions.view_hand(draft, command)
        case commands.ShowHand():
            showing.show_hand(draft, command)
        case commands.HandleHand():
            decisions.handle_hand(draft, command)
        case commands.WithdrawWager():
            betting.withdraw(draft, command)
        case commands.Leave():
            decisions.leave(draft, command)
        case commands.ClaimJackpot():
            decisions.claim_jackpot(draft, command)
        case commands.Draw():
            decisions.draw(draft, command)
        case commands.DeclineReveal():
            decisions.decline_reveal(draft, command)
        case commands.Report():
            reporting.report(draft, command)
        case commands.Rule():
            reporting.rule(draft, command)
        case commands.Choose():
            reporting.choose(draft, command)
        case commands.RestrictPlayer():
            officials.restrict_player(draft, command)
        case commands.BarPlayer():
            officials.bar_player(draft, command)
        case commands.ReadmitPlayer():
            officials.readmit_player(draft, command)
        case commands.SetJackpotService():
            officials.jackpot_service(draft, command)
        case commands.CloseTable():
            officials.close_table(draft, command)
        case commands.OpenTable():
            officials.open_table(draft, command)
        case commands.DisallowBoxes():
            officials.disallow_boxes(draft, command)
        case commands.CorrectEntry():
            corrections.correct_entry(draft, command)
        case _:
            assert_never(command)


def _place_wager(draft: Draft, command: PlaceWager) -> None:
    """Bet and play have a window of their own, after the deal (X3)."""
    if command.wager == draft.table.rulebook.stay.wager:
        decisions.stay(draft, command)
    else:
        betting.place(draft, command)
