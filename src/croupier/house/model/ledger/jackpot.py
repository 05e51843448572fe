"""Postings of a progressive: its account is always the meter that is displayed."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from msgspec import UNSET, Struct, structs

from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot import payables
from croupier.house.model.jackpot.payables import Handed
from croupier.house.model.jackpot.state import OVERFLOW
from croupier.house.model.ledger.accounts import (
    CASH,
    CHIPS,
    HOUSE,
    PATRONS,
    ROUNDING,
    Move,
    chips,
    float_of,
    is_bot,
    move,
    owed_chips,
    play_chips_of,
    player,
    remainder,
    taken_back,
    undone,
)
from croupier.house.model.settings import Money
from croupier.jackpot import events as j
from croupier.money import Cents
from croupier.rulebooks.settings import JackpotSettings

replace = structs.replace


class LinkedRound(Struct, frozen=True):
    """What one round of a linked table took out, so that it can be undone."""

    table: str
    number: int
    queued_by: str | None = None
    """The command whose settlement left claims waiting; those paid by a later one are late."""
    waiting: tuple[str, ...] = ()
    paid: tuple[Move, ...] = ()


class JackpotLedger(Struct, frozen=True):
    """What the postings of a progressive need to know of it.

    A win is taken out of the meter into `payable:ID`, and released from there by two people.
    """

    jackpot: str
    scale: int = 1
    units_per_cent_staked: int = 0
    units: int = 0
    """The meter, in units of `1/scale` cent."""
    reserve_rate: str = "0"
    reserved: str = "0"
    """What the reserve's share of all wagers came to, an exact fraction of cents."""
    rounds: Mapping[str, LinkedRound] = {}
    money: Money | None = None
    """None: registered before there were wallets; the tables' floats then paid its wins."""
    handed: tuple[Handed, ...] = ()
    """Chips paid for wins that can still be undone, or were and have not come back."""
    play_chips: tuple[str, ...] = ()
    """Tables whose physical chips are worth nothing."""
    trays: tuple[str, ...] = ()
    """Tables whose wagers are chips that stay in the tray, whatever part of them is the link's."""

    @classmethod
    def opened(
        cls,
        name: str,
        settings: JackpotSettings,
        reserve_rate: str = "0",
        money: Money | None = None,
    ) -> "JackpotLedger":
        return cls(
            name,
            settings.scale,
            settings.units_per_cent_staked,
            settings.meter * settings.scale + settings.fraction_units,
            reserve_rate,
            money=money,
        )

    @property
    def account(self) -> str:
        return f"jackpot:{self.jackpot}"

    @property
    def reserve(self) -> str:
        return f"reserve:{self.jackpot}"

    @property
    def overflow(self) -> str:
        return f"overflow:{self.jackpot}"

    @property
    def payable(self) -> str:
        return f"payable:{self.jackpot}"

    @property
    def meter(self) -> Cents:
        return self.units // self.scale

    def round(self, table: str, number: int) -> LinkedRound:
        return self.rounds.get(f"{table}/{number}") or LinkedRound(table, number)


Posted = tuple[JackpotLedger, tuple[Move, ...]]


def post(ledger: JackpotLedger, event: Any, command: str) -> Posted:
    """The ledger after an event, and the movements of money that the event means."""
    match event:
        case hj.JackpotRegistered():
            settings = event.entry.settings()
            opened = JackpotLedger.opened(
                ledger.jackpot, settings, event.terms.reserve, event.money
            )
            return opened, move(HOUSE, opened.account, opened.meter, "opening amount")
        case hj.TableLinked():
            return _linked(ledger, event), ()
        case hj.JackpotParametersChanged():
            return _changed(ledger, event), ()
        case j.JackpotGrew():
            return _contributed(ledger, event, 1, "contributions")
        case j.ContributionsReturned():
            return _contributed(ledger, event, -1, "contributions returned")
        case j.ClaimsQueued():
            waiting = tuple(f"{one.box}/{one.target}" for one in event.claims)
            entry = replace(
                ledger.round(event.table, event.round), queued_by=command, waiting=waiting
            )
            return _put(ledger, entry), ()
        case j.JackpotWon():
            return (_won_by_float if ledger.money is None else _won)(ledger, event, command)
        case hj.JackpotPaid():
            return _released(ledger, event)
        case hj.PaymentReturned():
            back = move(chips(event.player), owed_chips(event.player), event.amount, "given back")
            back += move(ROUNDING, CHIPS, event.given, f"rounded for {event.player}, given back")
            return replace(ledger, handed=payables.returned(ledger.handed, event)), back
        case hj.JackpotRetired():
            return _retired(ledger, event)
        case j.WinsReversed():
            return _reversed(ledger, event)
        case j.JackpotToppedUp():
            return _topped_up(ledger, event)
        case j.JackpotAdjusted():
            other = ledger.overflow if event.reason == OVERFLOW else HOUSE
            moves = move(other, ledger.account, event.amount, f"adjusted: {event.reason}")
            return _moved(ledger, event.amount), moves
        case _:
            return ledger, ()


def _linked(ledger: JackpotLedger, event: hj.TableLinked) -> JackpotLedger:
    if event.play_chips is True:
        ledger = replace(ledger, play_chips=(*ledger.play_chips, event.table))
    if event.tray is True:
        ledger = replace(ledger, trays=(*ledger.trays, event.table))
    return ledger


def _moved(ledger: JackpotLedger, amount: Cents) -> JackpotLedger:
    return replace(ledger, units=ledger.units + amount * ledger.scale)


def _contributed(
    ledger: JackpotLedger, event: j.JackpotGrew | j.ContributionsReturned, sign: int, memo: str
) -> Posted:
    """Fractions of a cent stay in the meter; the table whose wager fills a cent pays it, out of a
    float that is no tray."""
    units = sign * sum(one.units for one in event.contributions)
    after = replace(ledger, units=ledger.units + units)
    payer = HOUSE if event.table in ledger.trays else float_of(event.table)
    moves = move(payer, ledger.account, after.meter - ledger.meter, memo)
    if ledger.reserve_rate != "0" and ledger.units_per_cent_staked:
        reserved = Fraction(ledger.reserved)
        staked = units // ledger.units_per_cent_staked
        more = reserved + staked * Fraction(ledger.reserve_rate)
        after = replace(after, reserved=str(more))
        moves += move(payer, ledger.reserve, int(more) - int(reserved), f"reserve: {memo}")
    return after, moves


def _topped_up(ledger: JackpotLedger, event: j.JackpotToppedUp) -> Posted:
    moves = move(ledger.reserve, ledger.account, event.amount, "made good from the reserve")
    if ledger.money is not None and event.table is not None and event.round is not None:
        entry = ledger.round(event.table, event.round)
        ledger = _put(ledger, replace(entry, paid=(*entry.paid, *moves)))
    return _moved(ledger, event.amount), moves


def _won(ledger: JackpotLedger, event: j.JackpotWon, command: str) -> Posted:
    """Out of the meter into what is payable; demonstration players are paid at once.

    What somebody was paid for it in chips before, and has kept, is set off.
    """
    entry = ledger.round(event.table, event.round)
    won = sum(one.amount for one in event.winnings)
    moves = (
        *move(ledger.account, ledger.payable, event.paid, "jackpot won"),
        *move(HOUSE, ledger.payable, won - event.paid, "jackpot won, paid by the house"),
        *move(ledger.reserve, ledger.account, event.seeded, "reset"),
    )
    for one in event.winnings:
        what = f"{one.target}, box {one.box}, round {event.round}"
        if ledger.money is Money.PRACTICE and is_bot(one.player):
            moves += move(ledger.payable, f"bot:{one.player}", one.amount, f"paid: {what}")
        key = (event.table, event.round, one.player)
        before, handed = payables.set_off(ledger.handed, key, one.amount)
        ledger = replace(ledger, handed=handed)
        moves += move(ledger.payable, owed_chips(one.player), before, f"paid before: {what}")
        if f"{one.box}/{one.target}" in entry.waiting and entry.queued_by != command:
            # Only a recording table takes more than counts: it goes back with the claim (C25).
            table_float = float_of(event.table)
            pocket = play_chips_of if event.table in ledger.play_chips else chips
            moves += move(table_float, pocket(one.player), one.returned, f"excess back: {what}")
    settled = {f"{one.box}/{one.target}" for one in event.winnings}
    entry = replace(
        entry,
        waiting=tuple(key for key in entry.waiting if key not in settled),
        paid=(*entry.paid, *moves),
    )
    return _put(_moved(ledger, event.seeded - event.paid), entry), moves


def _released(ledger: JackpotLedger, event: hj.JackpotPaid) -> Posted:
    """Two people have confirmed a win: it is the winner's now. Undone, chips are owed."""
    what = f"jackpot paid: {event.target}, box {event.box}, round {event.round}"
    moves = move(ledger.payable, event.account, event.amount, what)
    if event.cash and event.cashier is UNSET:
        moves += move(event.account, CHIPS, event.amount, f"cash in place of chips: {what}")
        moves += move(CASH, PATRONS, event.amount, f"cash: {what}")
    elif not event.cash and event.account == chips(event.player):
        moves += _odd_money(event)
    ledger = replace(ledger, handed=payables.handed_over(ledger.handed, event))
    key = f"{event.table}/{event.round}"
    entry = ledger.rounds.get(key)
    if entry is None:
        return ledger, moves
    kept = moves
    if event.paid_before is not UNSET:
        kept = move(ledger.payable, owed_chips(event.player), event.amount, what)
    rounds = {**ledger.rounds, key: replace(entry, paid=(*entry.paid, *kept))}
    return replace(ledger, rounds=rounds), moves


def _odd_money(event: hj.JackpotPaid) -> tuple[Move, ...]:
    """What no chip could pay: given away by the cage, or kept there and due in coin."""
    return (
        *move(CHIPS, ROUNDING, event.given or 0, f"rounded for {event.player}"),
        *move(event.account, CHIPS, event.remainder, "no chip for it"),
        *move(ROUNDING, remainder(event.player), event.remainder, "due at the cage"),
    )


def _retired(ledger: JackpotLedger, event: hj.JackpotRetired) -> Posted:
    """Everything that the link held goes through the house; fractions of a cent stay."""
    moves = (
        *move(ledger.account, HOUSE, event.meter, "retired"),
        *move(ledger.reserve, HOUSE, event.reserve, "retired: reserve"),
        *move(ledger.overflow, HOUSE, event.overflow, "retired: overflow"),
    )
    return _moved(ledger, -event.meter), moves


def _won_by_float(ledger: JackpotLedger, event: j.JackpotWon, command: str) -> Posted:
    """The float is made good for what it pays; a claim that waited is paid with it."""
    entry = ledger.round(event.table, event.round)
    table_float = float_of(event.table)
    won = sum(one.amount for one in event.winnings)
    moves = (
        *move(ledger.account, table_float, event.paid, "jackpot won"),
        *move(HOUSE, table_float, won - event.paid, "jackpot won, paid by the house"),
        *move(ledger.reserve, ledger.account, event.seeded, "reset"),
    )
    for one in event.winnings:
        key = f"{one.box}/{one.target}"
        if key in entry.waiting and entry.queued_by != command:
            memo = f"claim paid, {one.target}, box {one.box}, round {event.round}"
            moves += move(table_float, player(one.player), one.amount, memo)
    settled = {f"{one.box}/{one.target}" for one in event.winnings}
    entry = replace(
        entry,
        waiting=tuple(key for key in entry.waiting if key not in settled),
        paid=(*entry.paid, *moves),
    )
    return _put(_moved(ledger, event.seeded - event.paid), entry), moves


def _reversed(ledger: JackpotLedger, event: j.WinsReversed) -> Posted:
    entry = ledger.round(event.table, event.round)
    cleared = replace(entry, queued_by=None, waiting=(), paid=())
    back = undone(entry.paid) if ledger.money is None else taken_back(entry.paid)
    ledger = replace(ledger, handed=payables.taken_back(ledger.handed, event))
    return _put(_moved(ledger, event.paid - event.seeded), cleared), back


def _put(ledger: JackpotLedger, entry: LinkedRound) -> JackpotLedger:
    """With this round; earlier rounds of the table that owe nothing are let go."""
    kept = {
        key: other
        for key, other in ledger.rounds.items()
        if other.table != entry.table or other.number >= entry.number or other.waiting
    }
    kept[f"{entry.table}/{entry.number}"] = entry
    return replace(ledger, rounds=kept)


def _changed(ledger: JackpotLedger, event: hj.JackpotParametersChanged) -> JackpotLedger:
    """Other parameters; the meter keeps its value to the last unit."""
    decimals = -int(Decimal(event.increment).normalize().as_tuple().exponent)
    scale = max(ledger.scale, 10 ** max(0, decimals))
    return replace(
        ledger,
        scale=scale,
        units=ledger.units * (scale // ledger.scale),
        units_per_cent_staked=int(Decimal(event.increment) * scale),
        reserve_rate=event.terms.reserve,
    )
