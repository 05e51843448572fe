"""A table with live cards, its ledger, and the chips around it.

A room keeps pockets, layout and tray apart from everything under test: chips move there only as an
act says. When all acts of a round are done its layout is empty, and every pocket and the tray
stand where the postings of the table say, to the cent.
"""

from collections import Counter

from msgspec import structs

from croupier.house.http.pages.payment import payment_of
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.jackpot.decide import (
    decide_jackpot_registration,
    decide_table_registration,
)
from croupier.house.model.ledger import table as table_ledger
from croupier.house.model.ledger.table import TableLedger
from croupier.house.model.settings import CageLimits, Cards, ChipSet, Dealing, Money
from croupier.house.model.table.acts import in_chips, open_acts
from croupier.house.model.table.cards import Chance
from croupier.house.model.table.confirming import with_chips
from croupier.house.model.table.decide import decide_table
from croupier.house.model.table.payment import ActKind
from croupier.house.model.table.state import evolve
from croupier.house.model.table.wrong_payment import with_limits
from croupier.house.sealing import Keyring
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from croupier.table import events as e
from tests.house.model.table.test_two_worlds import NOW

DEALER, MANAGER = Actor("dan", Role.DEALER), Actor("mia", Role.SHIFT_MANAGER)
CHANCE = Chance(Keyring((bytes(32),)), bytes(range(32)), bytes(16))
TO_THE_CENT = ChipSet((1, 100))
ROYAL = "As Ks Qs Js Ts"


class Room:
    """A table at which a dealer records wagers, unless players lay them out of their wallets."""

    def __init__(
        self,
        rulebook: str,
        chips: ChipSet = TO_THE_CENT,
        entry_mode: EntryMode = EntryMode.RECORDING,
        money: Money = Money.LIVE,
    ) -> None:
        self.chips = chips
        self.limits = CageLimits()
        entry = JackpotEntry(meter=1_000_000_00, reset=100_000_00, increment="0.23")
        link = decide_jackpot_registration(
            hc.RegisterJackpot(name="J", entry=entry, money=money, by=MANAGER)
        ).link
        register = hc.RegisterTable(
            name="T",
            entry=TableEntry(rulebook, boxes=5, jackpot="J", entry=entry_mode),
            dealing=Dealing(cards=Cards.LIVE),
            money=money,
            by=MANAGER,
        )
        events, self.table, joined = decide_table_registration(register, link, NOW)
        assert joined is not None
        self.link = joined.link
        self.folded = self.table
        self.ledger = TableLedger("T")
        self.balances: Counter[str] = Counter()
        self.pockets: Counter[str] = Counter()
        self.layout: Counter[tuple[int, str, str]] = Counter()
        self.recorded: Counter[tuple[int, str, str]] = Counter()
        self.tray = 0
        for event in events:
            self._post(event)

    def give(self, command: hc.TableStreamCommand, by: Actor = DEALER) -> None:
        command = structs.replace(command, by=by)
        if isinstance(command, hc.ConfirmActs):
            command = with_chips(command, self.chips)
        elif isinstance(command, hc.ReportPayment):
            command = with_limits(command, self.limits)
        decided = decide_table(self.table, self.link, command, NOW, CHANCE)
        again = decide_table(self.table, self.link, decided.command, NOW, None)
        assert [type(one) for one in again.table_events] == [
            type(one) for one in decided.table_events if type(one).__name__ not in _SEALS
        ]
        assert decided.link is not None
        for event in (h.CommandGiven(decided.command), *decided.table_events):
            self.folded = evolve(self.folded, event, NOW)
            self._post(event)
            self._chips(event)
        self.table, self.link = decided.table, decided.link
        assert self.folded.payment == self.table.payment
        assert self.folded.paid == self.table.paid
        self._adds_up()

    def _adds_up(self) -> None:
        """What a console says was done, is done now and is left comes to what it says is due."""
        shown = payment_of(self.table, self.link, self.chips)
        for one in () if shown is None else shown.players:
            if one.already is not None and one.now_due is not None:
                moved = one.already.comes_to + one.done.comes_to + one.left.comes_to
                assert moved == one.now_due.comes_to, one

    def _post(self, event: object) -> None:
        self.ledger, moves = table_ledger.post(self.ledger, event)
        for move in moves:
            self.balances[move.debit] -= move.amount
            self.balances[move.credit] += move.amount

    def _chips(self, event: object) -> None:
        """Wagers lie on the layout; one that was recorded wrongly lay there as it is put right,
        unless it has gone since."""
        match event:
            case e.WagerPlaced(box=box, player=player, wager=wager, amount=amount):
                self._laid((box, player, wager), amount)
            case e.WagerWithdrawn() | e.ExcessHandedBack():
                self._laid((event.box, event.player, event.wager), -event.amount)
            case e.WagerCorrected():
                key = (event.box, event.player, event.wager)
                change = event.amount - self.recorded[key]
                self.recorded[key] = event.amount
                if self.layout[key] + change >= 0 and self.layout[key]:
                    self._laid(key, change, recorded=False)
            case e.BetsOpened():
                self.recorded.clear()
            case _:
                pass

    def _laid(self, key: tuple[int, str, str], amount: int, *, recorded: bool = True) -> None:
        self.pockets[key[1]] -= amount
        self.layout[key] += amount
        if recorded:
            self.recorded[key] += amount

    def do(self, *names: str) -> None:
        """The dealer does these acts with the chips, then confirms them."""
        acts = open_acts(self.table, self.link)
        rounded = self.table.payment.rounded
        handed = in_chips(acts, self.chips.smallest, self.chips.odd_money, rounded)
        for act in acts:
            if act.id not in names:
                continue
            chips = handed[act.id].chips
            match act.kind:
                case ActKind.TAKE:
                    self.layout[act.parts[0].key] -= chips
                    self.tray += chips
                case ActKind.GIVE_BACK:
                    self.layout[act.parts[0].key] -= chips
                    self.pockets[act.player] += chips
                case ActKind.PAY:
                    self.tray -= chips
                    self.pockets[act.player] += chips
                case ActKind.COLLECT:
                    self.tray += chips
                    self.pockets[act.player] -= chips
                case _:
                    raise AssertionError(act)
        self.give(hc.ConfirmActs(acts=names))

    def do_all(self) -> None:
        names = [act.id for act in open_acts(self.table, self.link)]
        if names:
            self.do(*names)

    def agrees(self) -> None:
        """Chips in the room, and the ledger."""
        assert not any(self.layout.values()), self.layout
        people = {name.partition(":")[2] for name in self.balances if name.startswith("chips:")}
        assert people or not self.pockets
        held = {name: self.balances[f"chips:{name}"] for name in people}
        assert {name: self.pockets[name] for name in people} == held
        assert self.tray == self.balances["float:T"]
        assert self.balances["layout:T"] == 0


_SEALS = ("CardsSealed", "CardsOpened")


def lay(room: Room, box: int, player: str, wager: str, amount: int | None = None) -> None:
    room.give(c.PlaceWager(box=box, wager=wager, player=player, amount=amount))


def settled(room: Room, boxes: dict[int, str], dealer: str, stays: tuple[int, ...]) -> None:
    """Bets are closed; these boxes stay in, the others fold."""
    room.give(c.CloseBets())
    hands = {str(box): hand for box, hand in boxes.items()}
    room.give(c.Deal(hands={**hands, "dealer": dealer}))
    for box in boxes:
        if box in stays:
            room.give(c.PlaceWager(box=box, wager=room.table.game.rulebook.stay.wager))
        else:
            room.give(c.Fold(box=box))
    room.give(c.RevealDealer())
    room.give(c.Settle())


def told(room: Room) -> list[tuple[int | None, str, str | None, str, int]]:
    return [
        (act.box, act.player, act.wager, act.kind.value, act.amount)
        for act in open_acts(room.table, room.link)
    ]


KINGS, NOTHING, DEALER_HAND = "Kd Ks Kh 2c 3d", "4c 7d 9h Jd 3h", "As Qh 9s 5h 2h"
"""Three kings (3 to 1 on the bet, CSP 4.1), a hand to fold, and a dealer without ace-king."""
QUALIFIED = "As Kc 9s 5h 2h"


def casino_round() -> Room:
    """Box 2, ann: ante 25, bet 50, jackpot 5; box 4, ben: ante 50, folds. The dealer qualifies."""
    room = Room("casino-stud")
    room.give(c.OpenBets())
    lay(room, 2, "ann", "ante", 25_00)
    lay(room, 2, "ann", "jackpot")
    lay(room, 4, "ben", "ante", 50_00)
    settled(room, {2: KINGS, 4: NOTHING}, QUALIFIED, stays=(2,))
    return room
