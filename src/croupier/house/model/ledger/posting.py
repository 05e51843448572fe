"""Double-entry accounts, derived from the events of a stream and from nothing else.

| account | holds |
| --- | --- |
| `player:ID`, `play:ID` | a wallet, live or practice money; never below zero |
| `owed:ID`, `play-owed:ID` | below zero: what somebody has to give back |
| `bot:NAME` | what a demonstration player is up or down |
| `chips:ID` | what a patron with physical chips is up or down |
| `owed-chips:ID` | below zero: chips of a jackpot payment that was undone, still to be given back |
| `layout:TABLE`, `reserved:TABLE` | wagers on the table; stay-in wagers set aside with the ante |
| `float:TABLE` | the table's chips: takes what is lost, pays what is won |
| `drop:TABLE` | cash in the drop box |
| `transit:TABLE` | chips under way between the cage and the table |
| `jackpot:ID` | the meter as displayed, in whole cents |
| `payable:ID` | wins out of the meter that wait for two people |
| `reserve:ID` | kept of jackpot wagers for resets, less the resets; below zero, advanced |
| `overflow:ID` | what grew beyond the limit of the meter |
| `drawer:ID` | cash in the drawer of a cashier |
| `cash`, `chips` | of the cage, cash in its safe; chips below zero are with players and tables |
| `patrons` | the world outside, where cash comes from |
| `play-bank` | where play money comes from |
| `rounding` | what patrons were given because no chip is so small, less what the cage paid |
| `remainder:ID` | what no chip could pay, due to a patron at the cage |
| `house` | everything else: opening amounts, corrections, resets shared by several winners |

Each stream is posted from its own events. What is undone is posted the other way round;
nothing is ever edited. See `docs/money.md`.

Every posting that touches a person is also seen as a `Movement`: buy-ins, wagers, cash-outs and
jackpot payments alike. Whoever is behind the account is looked at for each of them
(`people.checks`), so that no command, now or later, can move money past the register.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import UNSET, Struct

from croupier.house.model import events as h
from croupier.house.model.cage import events as c
from croupier.house.model.cage.commands import Way as Transferred
from croupier.house.model.events import LogEvent
from croupier.house.model.jackpot import events as hj
from croupier.house.model.ledger import jackpot, table
from croupier.house.model.ledger.accounts import (
    CASH,
    CHIPS,
    HOUSE,
    PATRONS,
    ROUNDING,
    Move,
    chips,
    float_of,
    move,
    owed,
    remainder,
    wallet,
)
from croupier.house.model.ledger.jackpot import JackpotLedger
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.records import Posting, Record
from croupier.house.model.settings import Money
from croupier.table import events as e

PLAY_BANK = "play-bank"


def drop_of(table: str) -> str:
    return f"drop:{table}"


def transit_of(table: str) -> str:
    return f"transit:{table}"


def drawer_of(cashier: str) -> str:
    return f"drawer:{cashier}"


def _cash(
    event: c.BoughtIn | c.CashedOut | c.ChipsBought | c.ChipsRedeemed | c.RemainderPaid,
) -> str:
    """The drawer of the cashier who took it in or paid it out, or the safe."""
    return CASH if event.drawer is UNSET else drawer_of(event.drawer)


class CageLedger(Struct, frozen=True):
    """The postings of the cage need to know nothing of what was before."""


def post_cage(event: Any) -> tuple[Move, ...]:
    """The movements of money that an event of the cage means."""
    match event:
        case c.BoughtIn(player=player, amount=amount):
            return (
                *move(PATRONS, _cash(event), amount, "cash for a buy-in"),
                *move(CHIPS, wallet(Money.LIVE, player), amount, "buy-in"),
            )
        case c.PracticeTaken(player=player, amount=amount):
            return move(PLAY_BANK, wallet(Money.PRACTICE, player), amount, "play money")
        case c.CashedOut(player=player, amount=amount):
            return (
                *move(wallet(Money.LIVE, player), CHIPS, amount, "cash-out"),
                *move(_cash(event), PATRONS, amount, "cash for a cash-out"),
            )
        case c.ChipsBought(player=player, amount=amount):
            return (
                *move(PATRONS, _cash(event), amount, "cash for chips"),
                *move(CHIPS, chips(player), amount, "chips bought"),
            )
        case c.ChipsRedeemed(player=player, amount=amount):
            return (
                *move(chips(player), CHIPS, amount, "chips redeemed"),
                *move(_cash(event), PATRONS, amount, "cash for chips"),
            )
        case c.RemainderPaid(player=player, amount=amount):
            return (
                *move(remainder(player), ROUNDING, amount, "paid in coin"),
                *move(_cash(event), PATRONS, amount, "coin for what no chip could pay"),
            )
        case c.DrawerOpened(cashier=cashier, amount=amount):
            return move(CASH, drawer_of(cashier), amount, "cash for a drawer")
        case c.DrawerClosed(cashier=cashier, amount=amount):
            return (
                *move(drawer_of(cashier), CASH, event.expected, "drawer closed"),
                *move(HOUSE, CASH, amount - event.expected, "drawer counted differently"),
            )
        case c.TableBoughtIn(table=table, amount=amount):
            return (
                *move(PATRONS, drop_of(table), amount, f"cash at table {table}"),
                *move(float_of(table), event.account, amount, f"buy-in at table {table}"),
            )
        case c.FloatFilled(table=table, amount=amount):
            return move(CHIPS, float_of(table), amount, "fill")
        case c.FloatCredited(table=table, amount=amount):
            return move(float_of(table), CHIPS, amount, "credit")
        case c.TransferIssued() | c.TransferReceived() | c.TransferCancelled():
            return _transferred(event)
        case c.DropCounted(table=table, amount=amount):
            return (
                *move(drop_of(table), CASH, event.expected, "drop box emptied"),
                *move(HOUSE, CASH, amount - event.expected, "drop box counted differently"),
            )
        case c.DropRecounted(amount=amount, before=before):
            return move(HOUSE, CASH, amount - before, "drop box recounted")
        case c.DayClosed():
            return tuple(
                each
                for one in event.report.tables
                for each in move(HOUSE, float_of(one.table), one.variance, "float counted")
            )
        case c.Recovered(player=player, amount=amount, money=money):
            return move(wallet(money, player), owed(money, player), amount, "recovered")
        case _:
            return ()


def _transferred(
    event: c.TransferIssued | c.TransferReceived | c.TransferCancelled,
) -> tuple[Move, ...]:
    """Out of where they were into transit, and from there to where they go, or back."""
    ends = (CHIPS, float_of(event.table))
    start, end = ends if event.way is Transferred.FILL else ends[::-1]
    transit, memo = transit_of(event.table), f"{event.way}, slip {event.slip}"
    match event:
        case c.TransferIssued():
            return move(start, transit, event.amount, f"{memo}, issued")
        case c.TransferReceived():
            return move(transit, end, event.amount, f"{memo}, received")
        case c.TransferCancelled():
            return move(transit, start, event.amount, f"{memo}, cancelled")


Ledger = TableLedger | JackpotLedger | CageLedger


class Posted(Struct, frozen=True):
    """The ledgers of some streams after their records, and what was posted."""

    ledgers: Mapping[str, Ledger]
    postings: tuple[Posting, ...]


def opening(stream: str) -> Ledger | None:
    """What is remembered of a stream before its first event; none where no money moves."""
    kind, _, name = stream.partition(":")
    match kind:
        case "table":
            return TableLedger(name)
        case "jackpot":
            return JackpotLedger(name)
        case "cage":
            return CageLedger()
        case _:
            return None


def post(ledgers: Mapping[str, Ledger], records: Iterable[tuple[Record, LogEvent]]) -> Posted:
    """Post records in order, with their events; streams not yet known are opened."""
    after = dict(ledgers)
    posted: list[Posting] = []
    for record, event in records:
        stream = record.stream
        ledger = after.get(stream) or opening(stream)
        if ledger is None:
            continue
        ledger, moves = _move(ledger, event, record.command)
        after[stream] = ledger
        posted += [
            Posting(stream, record.version, move.debit, move.credit, move.amount, move.memo)
            for move in moves
        ]
    return Posted(after, tuple(posted))


def _move(ledger: Ledger, event: Any, command: str) -> tuple[Ledger, Iterable[Any]]:
    if isinstance(ledger, TableLedger):
        return table.post(ledger, event)
    if isinstance(ledger, CageLedger):
        return ledger, post_cage(event)
    return jackpot.post(ledger, event, command)


_KINDS = ("player", "play", "chips")


class Way(StrEnum):
    """What a movement means for the person."""

    IN = "in"
    """A buy-in, at the cage or at a table; play money that is taken."""
    STAKE = "stake"
    """A wager that brings somebody into a round, or more of them into it."""
    OUT = "out"
    """A cash-out."""
    PAID = "paid"
    """A jackpot payment that two people release."""


class Movement(Struct, frozen=True):
    """Money of one person that a command moves."""

    way: Way
    kind: str
    """`player`, `play` or `chips`: a wallet, one for play money, a pocket."""
    name: str

    @property
    def live(self) -> bool:
        return self.kind != "play"

    @property
    def pocket(self) -> bool:
        """Physical chips, which the house does not see: whoever has them may be unknown to it."""
        return self.kind == "chips"


def movements(
    record: Record, event: h.LogEvent, postings: Sequence[Posting], stay: str | None
) -> Iterator[Movement]:
    """The people behind the postings of one event, as far as it is up to them to be there.

    What comes back to somebody (a stake, a line that won, a debt) asks nobody's leave; who is
    in a round may lay the wager `stay` that keeps a hand in it.
    """
    match event:
        case c.BoughtIn() | c.PracticeTaken() | c.TableBoughtIn() | c.ChipsBought():
            way = Way.IN
        case c.CashedOut() | c.ChipsRedeemed():
            way = Way.OUT
        case e.WagerPlaced(wager=wager) if wager != stay:
            way = Way.STAKE
        case hj.JackpotPaid():
            way = Way.PAID
        case _:
            return
    giving = way in (Way.OUT, Way.STAKE)
    for one in postings:
        if one.version != record.version:
            continue
        kind, parted, name = (one.debit if giving else one.credit).partition(":")
        if parted and kind in _KINDS:
            yield Movement(way, kind, name)
