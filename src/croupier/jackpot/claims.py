"""Decisions of a progressive: who is paid when and on what, and how a round's movements are undone.

Functions here return events; the caller evolves the jackpot by them before it asks again.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from croupier.jackpot.events import (
    Claim,
    ClaimsQueued,
    ContributionsReturned,
    JackpotEvent,
    JackpotToppedUp,
    JackpotWon,
    Turn,
    WinsReversed,
)
from croupier.jackpot.meter import Jackpot, LinkRound, evolve
from croupier.jackpot.pricing import Payout, price
from croupier.money import Cents
from croupier.rulebooks.progressive import ClaimOrder, JackpotRules, Sharing

# Paying


def pay(
    jackpot: Jackpot,
    table: str,
    number: int,
    turn: Turn,
    claims: Sequence[Claim],
    rules: JackpotRules,
) -> list[JackpotEvent]:
    """The claims of one turn, on the value displayed then (CSP 4.5.1, MEGA 3.14, 3.15).

    What the round took at earlier turns is no longer in the meter (C20).
    """
    entry = jackpot.round(table, number)
    # Others' prizes may have included contributions that were since undone: never below zero.
    display = max(0, (turn.others + entry.contributed_units) // jackpot.scale - entry.taken)
    payouts = price(
        display,
        jackpot.settings.reset,
        claims,
        rules.sharing.value,
        lower_first=rules.lower_first.value,
    )
    events: list[JackpotEvent] = [
        JackpotWon(
            jackpot.id,
            entry.table,
            entry.number,
            payout.winnings,
            payout.paid,
            payout.seeded,
            payout.clauses,
            turn,
        )
        for payout in payouts
    ]
    return events + _cover(jackpot, entry, turn, payouts)


def _cover(
    jackpot: Jackpot, entry: LinkRound, turn: Turn, payouts: Sequence[Payout]
) -> list[JackpotEvent]:
    """On a registered value more may be won than the meter holds: the house pays the rest in."""
    if turn.on_meter is None:
        return []
    own = entry.contributed_units + (entry.seeded - entry.paid) * jackpot.scale
    before = turn.on_meter + own
    after = before + sum(one.seeded - one.paid for one in payouts) * jackpot.scale
    short = _shortfall(jackpot, after) - _shortfall(jackpot, before)
    return [JackpotToppedUp(jackpot.id, short, entry.table, entry.number)] if short > 0 else []


def _shortfall(jackpot: Jackpot, units: int) -> Cents:
    """Whole cents by which a display would be below zero."""
    return max(0, -(units // jackpot.scale))


def pay_now(
    jackpot: Jackpot,
    table: str,
    number: int,
    claims: Sequence[Claim],
    rules: JackpotRules,
    registered: Cents | None = None,
) -> list[JackpotEvent]:
    """Claims whose turn is now: all of the round together, or each its own where the hand dealt
    first is paid first and nothing is pooled.

    After a failure of the jackpot system the value registered before it replaces
    the display (CSP 5.18.1).
    """
    groups: Iterable[Sequence[Claim]] = (
        [[claim] for claim in claims] if _one_by_one(rules) else [claims]
    )
    events: list[JackpotEvent] = []
    for group in groups:
        turn = _turn_now(jackpot, jackpot.round(table, number), registered)
        won = pay(jackpot, table, number, turn, group, rules)
        jackpot = _after(jackpot, won)
        events += won
    return events


def _one_by_one(rules: JackpotRules) -> bool:
    by_deal = rules.order.value is ClaimOrder.BY_DEAL
    return by_deal and rules.sharing.value is Sharing.SUCCESSION


def _turn_now(jackpot: Jackpot, entry: LinkRound, registered: Cents | None) -> Turn:
    if registered is None:
        return Turn(len(entry.turns), jackpot.without(entry))
    return Turn(
        len(entry.turns),
        registered * jackpot.scale - entry.contributed_units,
        jackpot.without(entry) - entry.covered * jackpot.scale,
    )


def next_due(jackpot: Jackpot, rules: JackpotRules) -> list[JackpotEvent]:
    """The next pending claim whose turn has come: no earlier-dealt round is still running."""
    unfinished = [
        entry
        for entry in jackpot.rounds.values()
        if (entry.pending or not entry.over) and entry.dealt is not None
    ]
    if not unfinished:
        return []
    first = min(unfinished, key=_dealt)
    if not first.over:
        return []
    due = first.pending[:1] if _one_by_one(rules) else first.pending
    return pay_waiting(jackpot, first, due, rules)


def _dealt(entry: LinkRound) -> int:
    assert entry.dealt is not None
    return entry.dealt


def pay_waiting(
    jackpot: Jackpot, entry: LinkRound, claims: Sequence[Claim], rules: JackpotRules
) -> list[JackpotEvent]:
    """Claims that have waited, on the display of their turn or what their round had registered."""
    return pay_now(jackpot, entry.table, entry.number, claims, rules, entry.registered)


def _after(jackpot: Jackpot, events: Iterable[JackpotEvent]) -> Jackpot:
    for event in events:
        jackpot = evolve(jackpot, event)
    return jackpot


# Repricing a round


class Sorted(Struct, frozen=True):
    """The claims of a round by when they are paid: at a past turn, in time, or not known yet."""

    turns: tuple[tuple[Turn, tuple[Claim, ...]], ...]
    waiting: tuple[Claim, ...]
    new: tuple[Claim, ...]


def sort_claims(entry: LinkRound, claims: Sequence[Claim]) -> Sorted:
    """A share keeps its turn, or goes on waiting. One that the round did not have joins the
    first turn at which any was paid that stood until now; without such it is new (X27)."""
    turn_of = {key: taken.turn.number for taken in entry.turns for key in taken.shares}
    pending = {(claim.box, claim.target) for claim in entry.pending}
    first = entry.turns[0].turn.number if entry.turns else None
    by_turn: dict[int, list[Claim]] = {}
    waiting, new = [], []
    for claim in claims:
        key = (claim.box, claim.target)
        number = turn_of.get(key, first)
        if key in pending:
            waiting.append(claim)
        elif number is None:
            new.append(claim)
        else:
            by_turn.setdefault(number, []).append(claim)
    turns = tuple(
        (taken.turn, tuple(by_turn[taken.turn.number]))
        for taken in entry.turns
        if taken.turn.number in by_turn
    )
    return Sorted(turns, tuple(waiting), tuple(new))


def price_again(
    jackpot: Jackpot, entry: LinkRound, claims: Sorted, rules: JackpotRules
) -> list[JackpotEvent]:
    """The shares of a round worked out again at their turns; nothing where nothing changes.

    Everybody else's movements are as they were at each turn. The round's own are as they
    now are: its contributions, and what its shares take before (X27).
    """
    undo = undo_wins(entry, jackpot.id)
    if undo is None:
        return []
    events: list[JackpotEvent] = [undo]
    priced = evolve(jackpot, undo)
    for number, (turn, shares) in enumerate(claims.turns):
        again = structs.replace(turn, number=number)
        won = pay(priced, entry.table, entry.number, again, shares, rules)
        priced = _after(priced, won)
        events += won
    if claims.waiting:
        events.append(
            ClaimsQueued(jackpot.id, entry.table, entry.number, claims.waiting, entry.registered)
        )
        priced = evolve(priced, events[-1])
    return [] if _same(priced.round(entry.table, entry.number), entry) else events


def _same(one: LinkRound, other: LinkRound) -> bool:
    return (one.winnings, one.paid, one.seeded, one.pending) == (
        other.winnings,
        other.paid,
        other.seeded,
        other.pending,
    )


# Undoing


def undo_wins(entry: LinkRound, jackpot: str) -> WinsReversed | None:
    """Take back a round's payouts and pending claims."""
    if not (entry.winnings or entry.pending):
        return None
    return WinsReversed(jackpot, entry.table, entry.number, entry.paid, entry.seeded)


def return_contributions(
    jackpot: Jackpot, table: str, number: int, boxes: Sequence[int] | None
) -> ContributionsReturned | None:
    """What the jackpot wagers of these boxes (or all) added, taken out again (X2)."""
    gone = tuple(
        one
        for one in jackpot.round(table, number).contributions
        if boxes is None or one.box in boxes
    )
    return ContributionsReturned(jackpot.id, table, number, gone) if gone else None


def top_up(jackpot: Jackpot) -> JackpotToppedUp | None:
    """What would have fallen below zero is put in by the house, and stays (X27)."""
    short = _shortfall(jackpot, jackpot.units)
    return JackpotToppedUp(jackpot.id, short) if short else None
