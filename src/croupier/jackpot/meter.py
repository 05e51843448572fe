"""The state of a progressive: its account, and the rounds that are still open on its link."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, structs

from croupier.jackpot.events import (
    Claim,
    ClaimsQueued,
    Contribution,
    ContributionsReturned,
    JackpotAdjusted,
    JackpotEvent,
    JackpotGrew,
    JackpotToppedUp,
    JackpotWon,
    LinkRoundDealt,
    LinkRoundEnded,
    Turn,
    Winning,
    WinsReversed,
)
from croupier.money import Cents
from croupier.rulebooks.settings import JackpotSettings
from croupier.rulebooks.wagers import WagerKind

RoundKey = tuple[str, int]
WagerKey = tuple[int, WagerKind]


class BrokenMeter(AssertionError):
    """The account does not balance: nothing may be paid from it until somebody has checked it."""


class TurnTaken(Struct, frozen=True):
    """A turn, and the wagers that were paid at it."""

    turn: Turn
    shares: tuple[WagerKey, ...]


class LinkRound(Struct, frozen=True):
    """What one round of a linked table has done to the meter, so that it can be undone."""

    table: str
    number: int
    dealt: int | None = None
    """Place in the order in which rounds were dealt on the link."""
    over: bool = False
    contributions: tuple[Contribution, ...] = ()
    winnings: tuple[Winning, ...] = ()
    paid: Cents = 0
    seeded: Cents = 0
    """Resets, and what the house put in so that a registered prize could be paid."""
    covered: Cents = 0
    """The second part of it."""
    pending: tuple[Claim, ...] = ()
    registered: Cents | None = None
    """What replaces the display for waiting claims, after a failure (CSP 5.18.1)."""
    turns: tuple[TurnTaken, ...] = ()

    @property
    def taken(self) -> Cents:
        """What its shares have taken of the display, resets put back."""
        return self.paid - (self.seeded - self.covered)

    @property
    def contributed_units(self) -> int:
        """What its wagers have added to the meter."""
        return sum([one.units for one in self.contributions])


class Jackpot(Struct, frozen=True):
    """A progressive jackpot: opening + contributed + seeded + adjusted - paid = meter."""

    id: str
    settings: JackpotSettings
    scale: int
    units_per_cent_staked: int
    units: int
    """The meter, in units of `1/scale` cent."""
    grown: int
    """Contributions so far, in the same units, with the fraction it opened with."""
    seeded: Cents = 0
    adjusted: Cents = 0
    paid: Cents = 0
    deals: int = 0
    rounds: Mapping[RoundKey, LinkRound] = {}

    @classmethod
    def opening(cls, id: str, settings: JackpotSettings) -> "Jackpot":
        scale, fraction = settings.scale, settings.fraction_units
        return cls(
            id=id,
            settings=settings,
            scale=scale,
            units_per_cent_staked=settings.units_per_cent_staked,
            units=settings.meter * scale + fraction,
            grown=fraction,
        )

    @property
    def meter(self) -> Cents:
        """The value on display, rounded down to the cent."""
        return self.units // self.scale

    @property
    def contributed(self) -> Cents:
        """Whole cents of contributions that have reached the display."""
        return self.grown // self.scale

    def round(self, table: str, number: int) -> LinkRound:
        return self.rounds.get((table, number)) or LinkRound(table, number)

    def without(self, entry: LinkRound) -> int:
        """The meter without a round's contributions and shares, in units."""
        return self.units - entry.contributed_units + entry.taken * self.scale

    def pending(self) -> list[tuple[LinkRound, Claim]]:
        """Claims that wait, in the order in which their hands were dealt."""
        waiting = [entry for entry in self.rounds.values() if entry.pending]
        waiting.sort(key=lambda entry: entry.dealt or 0)
        return [(entry, claim) for entry in waiting for claim in entry.pending]

    def check(self) -> None:
        """The balance equation, to the unit."""
        settings = self.settings
        whole = settings.meter + self.seeded + self.adjusted - self.paid
        if self.units != whole * self.scale + self.grown or self.units < 0:
            raise BrokenMeter(
                f"jackpot {self.id}: opening {settings.meter} + contributed {self.contributed} + "
                f"seeded {self.seeded} + adjusted {self.adjusted} - paid {self.paid} is not the "
                f"meter {self.meter}"
            )


def _put(jackpot: Jackpot, entry: LinkRound) -> Mapping[RoundKey, LinkRound]:
    """The rounds with this one; earlier rounds of the table that owe nothing are dropped."""
    table, number = entry.table, entry.number
    kept = {**jackpot.rounds, (table, number): entry}
    earlier = [one for other, one in kept if other == table and one < number]
    for one in earlier:
        if not kept[table, one].pending:
            del kept[table, one]
    return kept


def evolve(jackpot: Jackpot, event: JackpotEvent) -> Jackpot:
    """The jackpot after an event. There are no rules here, only arithmetic."""
    return _AFTER[type(event)](jackpot, event)


def _with_round(jackpot: Jackpot, event: LinkRoundEnded | ClaimsQueued, **changes: Any) -> Jackpot:
    entry = structs.replace(jackpot.round(event.table, event.round), **changes)
    return structs.replace(jackpot, rounds=_put(jackpot, entry))


def _dealt(jackpot: Jackpot, event: LinkRoundDealt) -> Jackpot:
    entry = structs.replace(jackpot.round(event.table, event.round), dealt=jackpot.deals)
    return structs.replace(jackpot, deals=jackpot.deals + 1, rounds=_put(jackpot, entry))


def _ended(jackpot: Jackpot, event: LinkRoundEnded) -> Jackpot:
    return _with_round(jackpot, event, over=True)


def _queued(jackpot: Jackpot, event: ClaimsQueued) -> Jackpot:
    return _with_round(jackpot, event, pending=event.claims, registered=event.registered)


def _reversed(jackpot: Jackpot, event: WinsReversed) -> Jackpot:
    entry = structs.replace(
        jackpot.round(event.table, event.round),
        winnings=(),
        paid=0,
        seeded=0,
        covered=0,
        pending=(),
        turns=(),
    )
    return structs.replace(
        jackpot,
        units=jackpot.units + (event.paid - event.seeded) * jackpot.scale,
        paid=jackpot.paid - event.paid,
        seeded=jackpot.seeded - event.seeded,
        rounds=_put(jackpot, entry),
    )


def _adjusted(jackpot: Jackpot, event: JackpotAdjusted) -> Jackpot:
    return structs.replace(
        jackpot,
        units=jackpot.units + event.amount * jackpot.scale,
        adjusted=jackpot.adjusted + event.amount,
    )


def _topped_up(jackpot: Jackpot, event: JackpotToppedUp) -> Jackpot:
    rounds = jackpot.rounds
    if event.table is not None and event.round is not None:
        entry = jackpot.round(event.table, event.round)
        entry = structs.replace(
            entry,
            seeded=entry.seeded + event.amount,
            covered=entry.covered + event.amount,
        )
        rounds = _put(jackpot, entry)
    return structs.replace(
        jackpot,
        units=jackpot.units + event.amount * jackpot.scale,
        seeded=jackpot.seeded + event.amount,
        rounds=rounds,
    )


def _contribute(jackpot: Jackpot, event: JackpotGrew | ContributionsReturned) -> Jackpot:
    entry = jackpot.round(event.table, event.round)
    units = sum([one.units for one in event.contributions])
    if isinstance(event, JackpotGrew):
        kept = entry.contributions + event.contributions
    else:
        gone = {(one.box, one.target) for one in event.contributions}
        kept = tuple(one for one in entry.contributions if (one.box, one.target) not in gone)
        units = -units
    return structs.replace(
        jackpot,
        units=jackpot.units + units,
        grown=jackpot.grown + units,
        rounds=_put(jackpot, structs.replace(entry, contributions=kept)),
    )


def _won(jackpot: Jackpot, event: JackpotWon) -> Jackpot:
    entry = jackpot.round(event.table, event.round)
    shares = tuple((one.box, one.target) for one in event.winnings)
    turn = event.turn or Turn(len(entry.turns), jackpot.without(entry))
    entry = structs.replace(
        entry,
        turns=_with_turn(entry.turns, TurnTaken(turn, shares)),
        winnings=entry.winnings + event.winnings,
        paid=entry.paid + event.paid,
        seeded=entry.seeded + event.seeded,
        pending=tuple(one for one in entry.pending if (one.box, one.target) not in shares),
    )
    return structs.replace(
        jackpot,
        units=jackpot.units + (event.seeded - event.paid) * jackpot.scale,
        paid=jackpot.paid + event.paid,
        seeded=jackpot.seeded + event.seeded,
        rounds=_put(jackpot, entry),
    )


def _with_turn(turns: tuple[TurnTaken, ...], taken: TurnTaken) -> tuple[TurnTaken, ...]:
    if turns and turns[-1].turn.number == taken.turn.number:
        return (*turns[:-1], TurnTaken(taken.turn, turns[-1].shares + taken.shares))
    return (*turns, taken)


_AFTER: Mapping[type, Callable[[Jackpot, Any], Jackpot]] = {
    JackpotGrew: _contribute,
    ContributionsReturned: _contribute,
    LinkRoundDealt: _dealt,
    LinkRoundEnded: _ended,
    ClaimsQueued: _queued,
    JackpotWon: _won,
    WinsReversed: _reversed,
    JackpotToppedUp: _topped_up,
    JackpotAdjusted: _adjusted,
}
"""One look-up, as at a table."""
