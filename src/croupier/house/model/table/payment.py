"""What has changed hands for the round that is over, and who ruled on it. A fold of the stream.

The lines of a round say what is due (`acts.py`); here is kept what the dealer has confirmed.
A settlement that is undone leaves the chips where they went: they count against the next one.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, structs

from croupier.money import Cents
from croupier.rulebooks.irregularities import Decision, Irregularity
from croupier.rulebooks.terms import Actor
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.state import Idle, Matter, Table

replace = structs.replace


class ActKind(StrEnum):
    """What a hand does with chips."""

    TAKE = "take"
    """From the layout to the tray."""
    GIVE_BACK = "give_back"
    """From the layout to the player: a stake."""
    PAY = "pay"
    """From the tray to the player: winnings, or what was taken or held back wrongly."""
    COLLECT = "collect"
    """From the player to the tray: what was handed over and is not due any more."""
    PRIZE = "prize"
    """A share of the meter, which two people release; never paid from the tray."""


class ActDone(Struct, frozen=True):
    """One movement of chips for one wager, to the cent of the ledger."""

    box: int
    player: str
    wager: str
    kind: ActKind
    amount: Cents
    laid: Cents = 0
    """The stake as it was recorded then."""

    @property
    def key(self) -> "WagerKey":
        return self.box, self.player, self.wager


WagerKey = tuple[int, str, str]


class Odd(Struct, frozen=True):
    """What no chip could pay of an act."""

    player: str
    amount: Cents
    """Below zero where the player gave it: what was rounded for them earlier in the round."""
    at_cage: bool = False
    """Due there in coin; otherwise the player was given it."""


class Confirmed(Struct, frozen=True):
    """An act that the dealer has done."""

    act: ActDone
    settlement: int
    by: str
    at: datetime
    wrong: bool = False
    """Not an act of its own, but what was found to be handed over too much or too little."""


class Entry(Struct, frozen=True):
    """What was put right of an entry: a wager, or the cards of a box or of the dealer."""

    wager: str | None = None
    """None: the cards."""
    player: str | None = None
    before: Cents = 0
    after: Cents = 0


class Ruling(Struct, frozen=True):
    """Something an official decided in this round."""

    by: Actor
    at: datetime
    settlement: int
    """How often the round had been settled then."""
    irregularity: Irregularity | None = None
    """None where an entry was corrected."""
    decision: Decision | None = None
    reason: str = ""
    clauses: tuple[str, ...] = ()
    box: int | None = None
    entry: Entry | None = None
    """What was corrected; programs up to 0.2 did not keep it."""


class Stays(Struct, frozen=True):
    """What was found wrong and is not put right at the table."""

    box: int
    player: str
    wager: str
    over: Cents
    """How much too much; below zero, how much too little."""

    @property
    def key(self) -> "WagerKey":
        return self.box, self.player, self.wager


class PaidWager(Struct, frozen=True):
    """What a player got for a wager."""

    box: int
    player: str
    wager: str
    laid: Cents
    handed: Cents

    @property
    def key(self) -> "WagerKey":
        return self.box, self.player, self.wager


class PaidRound(Struct, frozen=True):
    """A round that was paid in chips, and what stays wrong of it."""

    number: int
    wagers: tuple[PaidWager, ...]
    stays: tuple[Stays, ...] = ()

    def find(self, wager: WagerKey) -> PaidWager | None:
        return next((one for one in self.wagers if one.key == wager), None)


class Payment(Struct, frozen=True):
    """Of the round that is on the table."""

    settlement: int = 0
    """How often it was settled, or declared void."""
    confirmed: tuple[Confirmed, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    rounded: Mapping[str, Cents] = {}
    """What each player was given in this round because no chip is so small."""
    stays: tuple[Stays, ...] = ()
    remembered: bool = False
    """Whether it is kept as a `PaidRound` when the next one begins."""

    @property
    def before(self) -> tuple[Confirmed, ...]:
        """What changed hands for a settlement that does not stand any more."""
        return tuple(one for one in self.confirmed if one.settlement < self.settlement)


def settled(payment: Payment) -> Payment:
    """The round is settled, once more where that was undone, or is void."""
    return replace(payment, settlement=payment.settlement + 1)


def corrected(payment: Payment, game: Table, command: c.CorrectEntry, at: datetime) -> Payment:
    """A corrected entry is a ruling, though no event says by whom; `game` is as it was before."""
    if command.by is None:
        return payment
    box = command.box if isinstance(command.box, int) else None
    ruling = Ruling(command.by, at, payment.settlement, box=box)
    if command.reason:  # corrections without one were made before anything more was kept
        ruling = replace(ruling, reason=command.reason, entry=_entry(game, command))
    return _ruled(payment, ruling)


def _entry(game: Table, command: c.CorrectEntry) -> Entry:
    boxes = {} if isinstance(game.round, Idle) else game.round.boxes
    box = boxes.get(command.box) if isinstance(command.box, int) else None
    if command.wager is None or box is None:
        return Entry()
    player = command.player or box.seated
    before = box.amount(game.rulebook, command.wager, player)
    return Entry(command.wager, player, before, command.amount or 0)


def matter_decided(
    payment: Payment, event: e.MatterDecided, matters: Sequence[Matter], at: datetime
) -> Payment:
    """`matters` are those that were open before it."""
    of = next((one for one in matters if one.number == event.number), None)
    ruling = Ruling(
        event.by,
        at,
        payment.settlement,
        None if of is None else of.irregularity,
        event.decision,
        event.reason,
        event.clauses,
        None if of is None else of.box,
    )
    return _ruled(payment, ruling)


def irregularity_decided(payment: Payment, event: e.IrregularityDecided, at: datetime) -> Payment:
    """Decided at once, by whoever reported it."""
    report = event.report
    ruling = Ruling(
        event.by,
        at,
        payment.settlement,
        report.irregularity,
        event.decision,
        report.description or "",
        event.clauses,
        report.box,
    )
    return _ruled(payment, ruling)


def confirmed(
    payment: Payment, settlement: int, acts: tuple[ActDone, ...], by: str, at: datetime
) -> Payment:
    done = tuple(Confirmed(act, settlement, by, at) for act in acts)
    return replace(payment, confirmed=(*payment.confirmed, *done))


def rounded(payment: Payment, odd: Sequence[Odd]) -> Payment:
    """With what players were given, or gave, in place of chips that there are not."""
    given = dict(payment.rounded)
    for one in odd:
        if not one.at_cage:
            given[one.player] = given.get(one.player, 0) + one.amount
    return replace(payment, rounded=given) if odd else payment


def found_wrong(
    payment: Payment, wager: WagerKey, over: Cents, settlement: int, by: str, at: datetime
) -> Payment:
    """What was really handed over counts from now on."""
    kind = ActKind.PAY if over > 0 else ActKind.COLLECT
    found = Confirmed(ActDone(*wager, kind, abs(over)), settlement, by, at, wrong=True)
    return replace(payment, confirmed=(*payment.confirmed, found))


ROUNDS_REMEMBERED = 20

_SIGN = {ActKind.GIVE_BACK: 1, ActKind.PAY: 1, ActKind.COLLECT: -1}


def handed(payment: Payment, wager: WagerKey, *, found: bool = True) -> Cents:
    """What the player has got for a wager, by what was confirmed; with what was found, or not."""
    done = (one for one in payment.confirmed if one.act.key == wager and (found or not one.wrong))
    return sum(_SIGN.get(one.act.kind, 0) * one.act.amount for one in done)


def paid_round(number: int, payment: Payment) -> PaidRound:
    """What was handed for each wager; nobody makes it more by reporting it."""
    laid: dict[WagerKey, Cents] = {}
    for one in payment.confirmed:
        laid[one.act.key] = max(laid.get(one.act.key, 0), one.act.laid)
    wagers = (
        PaidWager(*key, stake, min(handed(payment, key), handed(payment, key, found=False)))
        for key, stake in laid.items()
    )
    return PaidRound(number, tuple(wagers), payment.stays)


def remembered(
    before: tuple[PaidRound, ...], number: int, payment: Payment
) -> tuple[PaidRound, ...]:
    """The rounds that were paid, with this one where its program kept it."""
    if not payment.remembered:
        return before
    return (*before, paid_round(number, payment))[-ROUNDS_REMEMBERED:]


def left_wrong(rounds: tuple[PaidRound, ...], number: int, left: Stays) -> tuple[PaidRound, ...]:
    return tuple(
        replace(one, stays=(*one.stays, left)) if one.number == number else one for one in rounds
    )


def _ruled(payment: Payment, ruling: Ruling) -> Payment:
    return replace(payment, rulings=(*payment.rulings, ruling))
