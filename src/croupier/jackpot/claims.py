"""Decisions of a progressive: who is paid when, and how a round's movements are undone.

Functions here return the events of one step; the caller evolves the jackpot by
them before the next step.
"""

from collections.abc import Sequence

from croupier.jackpot.events import (
    Claim,
    Contribution,
    ContributionsReturned,
    JackpotToppedUp,
    JackpotWon,
    WinsReversed,
)
from croupier.jackpot.meter import Jackpot, LinkRound
from croupier.jackpot.pricing import Payout, price
from croupier.money import Cents
from croupier.rulebooks.model import JackpotRules, Sharing, WagerKind

WagerKey = tuple[int, WagerKind]


def won(jackpot: Jackpot, table: str, number: int, payout: Payout) -> JackpotWon:
    """The event of a payout."""
    return JackpotWon(
        jackpot.id, table, number, payout.winnings, payout.paid, payout.seeded, payout.clauses
    )


def enter(
    jackpot: Jackpot,
    table: str,
    number: int,
    claims: Sequence[Claim],
    rules: JackpotRules,
    registered: Cents | None = None,
) -> list[JackpotWon]:
    """Winners of one table and round, paid at once on the display (MEGA 3.14, 3.15).

    After a failure of the jackpot system the value registered before it counts
    instead of the display (CSP 5.18.1, C20).
    """
    display = jackpot.meter if registered is None else registered
    payouts = price(
        display,
        jackpot.settings.reset,
        claims,
        rules.sharing.value,
        lower_first=rules.lower_first.value,
    )
    return [won(jackpot, table, number, payout) for payout in payouts]


def next_due(jackpot: Jackpot) -> JackpotWon | None:
    """The next pending claim whose turn has come: no earlier-dealt round is still running."""
    running = [
        entry.dealt
        for entry in jackpot.rounds.values()
        if entry.dealt is not None and not entry.over
    ]
    first_running = min(running, default=None)
    for entry, claim in jackpot.pending():
        if not entry.over:
            continue
        if first_running is not None and (entry.dealt or 0) > first_running:
            return None
        return pay(jackpot, entry, claim)
    return None


def pay(jackpot: Jackpot, entry: LinkRound, claim: Claim) -> JackpotWon:
    """One claim, paid on the value displayed now (CSP 4.5.1, 4.5.2)."""
    [payout] = price(jackpot.meter, jackpot.settings.reset, [claim], Sharing.SUCCESSION)
    return won(jackpot, entry.table, entry.number, payout)


def undo_wins(jackpot: Jackpot, table: str, number: int) -> WinsReversed | None:
    """Take back a round's payouts and pending claims."""
    entry = jackpot.round(table, number)
    if not (entry.winnings or entry.pending):
        return None
    return WinsReversed(jackpot.id, table, number, entry.paid, entry.seeded)


def return_contributions(
    jackpot: Jackpot, table: str, number: int, boxes: Sequence[int] | None
) -> ContributionsReturned | None:
    """What the jackpot wagers of these boxes (or all) added, taken out again (X2)."""
    gone: tuple[Contribution, ...] = tuple(
        one
        for one in jackpot.round(table, number).contributions
        if boxes is None or one.box in boxes
    )
    return ContributionsReturned(jackpot.id, table, number, gone) if gone else None


def top_up(jackpot: Jackpot, payout_of: tuple[str, int] | None = None) -> JackpotToppedUp | None:
    """What would fall below zero is seeded: by a reversal, or by a payout of this round on a
    value registered before a failure."""
    if jackpot.units >= 0:
        return None
    table, number = payout_of or (None, None)
    return JackpotToppedUp(jackpot.id, -(jackpot.units // jackpot.scale), table, number)
