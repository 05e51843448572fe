"""Postings of a table: wagers onto the layout and off it, lines paid and lost.

Where wagers come from wallets, the stay-in wager is set aside with the ante, so that
nobody has to fold for want of funds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from croupier.house.model import events as h
from croupier.house.model.ledger.accounts import (
    HOUSE,
    PLAY_BANK,
    ROUNDING,
    Move,
    account_of,
    float_of,
    move,
    remainder,
    taken_back,
    undone,
)
from croupier.house.model.settings import Money
from croupier.house.model.table.payment import Odd
from croupier.house.model.table.rulebook import entry_of, rulebook_of
from croupier.money import Cents
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import MeterShare
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import TableEntry
from croupier.table import events as e
from croupier.table.state import Line

replace = structs.replace

_JACKPOTS = (WagerKind.JACKPOT.value, WagerKind.DEALER_JACKPOT.value)


class TableLedger(Struct, frozen=True):
    """What the postings of a table need to know of it and of its round."""

    table: str
    money: Money | None = None
    """None: registered before there were wallets."""
    recording: bool = False
    """The patrons' chips are physical."""
    play_chips: bool = False
    """And worth nothing."""
    stay_multiple: int = 0
    """Of the ante; set aside with it."""
    stay: str | None = None
    """What the stay-in wager is called."""
    meter_clauses: tuple[str, ...] = ()
    """Rows of the jackpot's pay table that are paid out of the meter, by the jackpot."""
    stakes: Mapping[str, Cents] = {}
    """What lies on the layout, by box, wager and player."""
    reserved: Mapping[str, Cents] = {}
    """What is set aside for stay-in wagers, by box and player."""
    paid: tuple[Move, ...] = ()
    """How the lines of the round were posted, so that they can be undone."""

    @property
    def layout(self) -> str:
        return f"layout:{self.table}"

    @property
    def reserve(self) -> str:
        return f"reserved:{self.table}"

    def account(self, player: str) -> str:
        return account_of(self.money, player, recording=self.recording, play_chips=self.play_chips)


Posted = tuple[TableLedger, tuple[Move, ...]]
Wagered = e.WagerPlaced | e.WagerWithdrawn | e.ExcessHandedBack | e.WagerCorrected


def post(ledger: TableLedger, event: Any) -> Posted:
    """The ledger after an event, and the movements of money that the event means."""
    entered = ENTERED.get(type(event))
    return (ledger, ()) if entered is None else entered(ledger, event)


# The table itself


def _begun(ledger: TableLedger, event: h.TableRegistered) -> Posted:
    return _registered(ledger, event), ()


def _went_over(ledger: TableLedger, event: h.EditionChanged) -> Posted:
    return _goes_by(ledger, event.entry), ()


def _opened(ledger: TableLedger, event: e.BetsOpened) -> Posted:
    return replace(ledger, stakes={}, reserved={}, paid=()), ()


def _registered(ledger: TableLedger, event: h.TableRegistered) -> TableLedger:
    if event.money is None:
        return ledger
    recording = event.entry.entry is EntryMode.RECORDING
    opened = TableLedger(
        ledger.table, event.money, recording=recording, play_chips=event.play_chips is True
    )
    return _goes_by(opened, entry_of(event))


def _goes_by(ledger: TableLedger, entry: TableEntry) -> TableLedger:
    if ledger.money is None:
        return ledger
    rulebook = rulebook_of(entry)
    return replace(
        ledger,
        stay_multiple=0 if ledger.recording else rulebook.stay.multiple,
        stay=rulebook.stay.wager,
        meter_clauses=meter_clauses(rulebook),
    )


def meter_clauses(rulebook: Rulebook) -> tuple[str, ...]:
    """The rows of a jackpot's pay table that are paid out of the meter."""
    return tuple(
        row.clause for row in rulebook.progressive.rows if isinstance(row.prize, MeterShare)
    )


# Wagers


def _key(event: Wagered) -> str:
    return f"{event.box}/{event.wager}/{event.player}"


def _placed(ledger: TableLedger, event: e.WagerPlaced) -> Posted:
    if event.wager == ledger.stay:
        return _stayed(ledger, event)
    return _staked(ledger, event, event.amount, "placed")


def _withdrawn(ledger: TableLedger, event: e.WagerWithdrawn) -> Posted:
    return _staked(ledger, event, -event.amount, "withdrawn")


def _handed_back(ledger: TableLedger, event: e.ExcessHandedBack) -> Posted:
    return _staked(ledger, event, -event.amount, "handed back")


def _corrected(ledger: TableLedger, event: e.WagerCorrected) -> Posted:
    stood = ledger.stakes.get(_key(event), 0)
    return _staked(ledger, event, event.amount - stood, "corrected")


def _staked(ledger: TableLedger, event: Wagered, change: Cents, how: str) -> Posted:
    """The wager grows or shrinks by this much; what is set aside follows the ante."""
    key = _key(event)
    amount = ledger.stakes.get(key, 0) + change
    memo = f"{event.wager} {how}, box {event.box}"
    moves = move(ledger.account(event.player), ledger.layout, change, memo)
    ledger = replace(ledger, stakes={**ledger.stakes, key: amount})
    if ledger.stay_multiple and event.wager == WagerKind.ANTE:
        place = f"{event.box}/{event.player}"
        if place in ledger.reserved or isinstance(event, e.WagerPlaced):
            ledger, more = _reserve(ledger, place, ledger.stay_multiple * amount)
            moves += more
    return ledger, moves


def _share_returned(ledger: TableLedger, event: e.ShareReturned) -> Posted:
    return _released(_forget(ledger, event), [f"{event.box}/{event.player}"])


def _returned(ledger: TableLedger, event: e.WagerReturned) -> Posted:
    if event.wager != WagerKind.ANTE:
        return ledger, ()
    return _released(ledger, [f"{event.box}/{event.player}"])


def _out_of_play(ledger: TableLedger, event: e.HandFolded | e.HandInvalidated) -> Posted:
    mine = f"{event.box}/"
    return _released(ledger, [key for key in ledger.reserved if key.startswith(mine)])


def _forget(ledger: TableLedger, event: e.ShareReturned) -> TableLedger:
    """What goes back has its line; the player may lay another wager there while bets are open."""
    place = str(event.box), event.player

    def kept(key: str) -> bool:
        box, _, player = key.split("/", 2)
        return (box, player) != place

    return replace(ledger, stakes={key: held for key, held in ledger.stakes.items() if kept(key)})


def _stayed(ledger: TableLedger, event: e.WagerPlaced) -> Posted:
    """The stay-in wager comes out of what was set aside for it, as far as that goes."""
    place, memo = f"{event.box}/{event.player}", f"{event.wager} placed, box {event.box}"
    kept = ledger.reserved.get(place, 0)
    used = min(kept, event.amount)
    moves = move(ledger.reserve, ledger.layout, used, memo)
    moves += move(ledger.account(event.player), ledger.layout, event.amount - used, memo)
    key = _key(event)
    stakes = {**ledger.stakes, key: ledger.stakes.get(key, 0) + event.amount}
    left = {**ledger.reserved, place: kept - used} if kept else ledger.reserved
    ledger, released = _reserve(replace(ledger, stakes=stakes, reserved=left), place, 0)
    return ledger, moves + released


def _reserve(ledger: TableLedger, place: str, amount: Cents) -> Posted:
    """Set this much aside for the stay-in wager of a box's player."""
    number, _, name = place.partition("/")
    change = amount - ledger.reserved.get(place, 0)
    memo = f"set aside, box {number}" if change > 0 else f"released, box {number}"
    kept = {key: held for key, held in ledger.reserved.items() if key != place}
    if amount:
        kept[place] = amount
    moves = move(ledger.account(name), ledger.reserve, change, memo)
    return replace(ledger, reserved=kept), moves


def _released(ledger: TableLedger, places: Sequence[str]) -> Posted:
    """Nothing is set aside any more for these."""
    moves: tuple[Move, ...] = ()
    for place in places:
        ledger, more = _reserve(ledger, place, 0)
        moves += more
    return ledger, moves


def _over(ledger: TableLedger, event: e.RoundSettled | e.RoundVoided) -> Posted:
    return _released(ledger, tuple(ledger.reserved))


# Lines


def _settled(ledger: TableLedger, event: e.WagerSettled) -> Posted:
    moves = _line(ledger, event.line)
    return replace(ledger, paid=(*ledger.paid, *moves)), moves


def _reversed(ledger: TableLedger, event: e.SettlementReversed) -> Posted:
    back = undone(ledger.paid) if ledger.money is None else taken_back(ledger.paid)
    return replace(ledger, paid=()), back


def _line(ledger: TableLedger, line: Line) -> tuple[Move, ...]:
    """One line of the round: the stake leaves the layout, and what was won is paid."""
    table_float, owner = float_of(ledger.table), ledger.account(line.player)
    what = f"{line.wager} {line.result}, box {line.box}"
    moves: tuple[Move, ...] = ()
    if line.staked != line.returned:
        moves += move(ledger.layout, table_float, line.staked - line.returned, what)
    if line.returned:
        moves += move(ledger.layout, owner, line.returned, f"stake back: {what}")
    if line.won and not is_prize(line, ledger.meter_clauses):
        moves += move(table_float, owner, line.won, what)
    return moves


def is_prize(line: Line, from_meter: Sequence[str]) -> bool:
    """A share of the meter is paid by the jackpot itself, not by the table."""
    if not line.won or line.wager not in _JACKPOTS:
        return False
    return bool(line.clauses) and line.clauses[0] in from_meter


def _confirmed(ledger: TableLedger, event: h.ActsConfirmed) -> Posted:
    return ledger, tuple(each for one in event.odd for each in _odd_money(ledger, one))


def _odd_money(ledger: TableLedger, odd: Odd) -> tuple[Move, ...]:
    """What no chip could pay: given away out of the tray, or kept there for the cage to pay."""
    table_float = float_of(ledger.table)
    if not odd.at_cage:
        given = PLAY_BANK if ledger.play_chips else ROUNDING
        return move(table_float, given, odd.amount, f"rounded for {odd.player}")
    kept = move(ledger.account(odd.player), table_float, odd.amount, "no chip for it")
    if ledger.play_chips:  # the cage has no part in it
        return kept
    return (
        *kept,
        *move(ROUNDING, remainder(odd.player), odd.amount, "due at the cage"),
    )


def _paid_wrongly(ledger: TableLedger, event: h.WrongPayment) -> Posted:
    return ledger, _wrong_payment(ledger, event) if event.stays else ()


def _wrong_payment(ledger: TableLedger, event: h.WrongPayment) -> tuple[Move, ...]:
    """What stays wrong: too much left the tray, too little is due at the cage."""
    table_float, owner = float_of(ledger.table), ledger.account(event.player)
    what = f"wrong payout, round {event.round} box {event.box}"
    if event.over > 0:
        return move(table_float, owner, event.over, what)
    kept = move(owner, table_float, -event.over, what)
    if ledger.money is not Money.LIVE:
        return kept
    return (*kept, *move(HOUSE, remainder(event.player), -event.over, f"due at the cage: {what}"))


ENTERED: dict[type, Callable[[TableLedger, Any], Posted]] = {
    h.TableRegistered: _begun,
    h.EditionChanged: _went_over,
    e.BetsOpened: _opened,
    e.WagerPlaced: _placed,
    e.WagerWithdrawn: _withdrawn,
    e.ExcessHandedBack: _handed_back,
    e.WagerCorrected: _corrected,
    e.HandFolded: _out_of_play,
    e.HandInvalidated: _out_of_play,
    e.ShareReturned: _share_returned,
    e.WagerReturned: _returned,
    e.WagerSettled: _settled,
    e.RoundSettled: _over,
    e.RoundVoided: _over,
    e.SettlementReversed: _reversed,
    h.WrongPayment: _paid_wrongly,
    h.ActsConfirmed: _confirmed,
}
"""How each event that means something to the ledger is entered; most events mean nothing to it."""
