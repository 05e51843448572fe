"""The state of a table. Phases are types, each with exactly the fields that exist then."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, final

from msgspec import Struct, structs

from croupier.cards import Card
from croupier.money import Cents
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.settings import TableSettings
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table.commands import Report
from croupier.table.hands import Hand, Lying
from croupier.wagers import Result


class Choice(StrEnum):
    """What was decided for a hand."""

    UNDECIDED = "undecided"
    STAYED = "stayed"
    FOLDED = "folded"


class Line(Struct, frozen=True):
    """One wager or award of a round that is over, with the clauses that decide it."""

    box: int
    player: str
    wager: str
    staked: Cents
    result: Result
    won: Cents
    returned: Cents
    clauses: tuple[str, ...]


class Share(Struct, frozen=True):
    """What one player has on a box; at a shared box there are several (MEGA 3.4)."""

    player: str
    ante: Cents = 0
    sides: Mapping[str, Cents] = {}
    """On each side wager."""
    stay: Cents = 0
    jackpot: Cents = 0
    dealer_jackpot: Cents = 0
    out: tuple[str, ...] | None = None
    """Clauses under which this part is returned, if it is."""
    out_early: bool = False
    """Returned before bets were closed, and not by an option: the rest may be short (M31)."""
    ante_out: tuple[str, ...] | None = None
    sides_out: Mapping[str, tuple[str, ...]] = {}
    jackpot_out: tuple[str, ...] | None = None
    """Clauses under which ante, side wagers or jackpot wagers are returned while the rest plays."""
    jackpot_enters: bool = False
    """A jackpot wager takes part in the round without an ante."""

    @property
    def ante_on(self) -> Cents:
        """The ante, where it takes part in the round."""
        return self.ante if self.out is None and self.ante_out is None else 0

    def side_on(self, name: str) -> Cents:
        """A side wager, where it takes part in the round."""
        return 0 if self.out is not None or name in self.sides_out else self.sides.get(name, 0)

    @property
    def has_side_on(self) -> bool:
        return bool(self.sides) and any(self.side_on(name) for name in self.sides)

    @property
    def chips(self) -> Cents:
        """Everything staked, except jackpot wagers."""
        return self.ante + sum(self.sides.values()) + self.stay

    @property
    def laid(self) -> Cents:
        """All that was laid."""
        return self.chips + self.jackpot + self.dealer_jackpot

    def stakes(self, rulebook: Rulebook) -> Iterator[tuple[str, Cents]]:
        """What was laid on each wager, in the order in which lines list them."""
        if self.ante:
            yield WagerKind.ANTE, self.ante
        for name in rulebook.side_wagers:
            if staked := self.sides.get(name, 0):
                yield name, staked
        if self.stay:
            yield rulebook.stay.wager, self.stay
        if self.jackpot:
            yield WagerKind.JACKPOT, self.jackpot
        if self.dealer_jackpot:
            yield WagerKind.DEALER_JACKPOT, self.dealer_jackpot

    def amount(self, rulebook: Rulebook, wager: str) -> Cents:
        """What was laid on one wager."""
        if wager in rulebook.side_wagers:
            return self.sides.get(wager, 0)
        return int(getattr(self, _field(rulebook, wager)))

    def with_amount(self, rulebook: Rulebook, wager: str, amount: Cents) -> "Share":
        if wager in rulebook.side_wagers:
            others = {name: laid for name, laid in self.sides.items() if name != wager}
            return structs.replace(self, sides={**others, wager: amount} if amount else others)
        return structs.replace(self, **{_field(rulebook, wager): amount})

    def with_more(self, rulebook: Rulebook, wager: str, amount: Cents) -> "Share":
        if wager in rulebook.side_wagers:
            return self.with_amount(rulebook, wager, self.sides.get(wager, 0) + amount)
        field = _field(rulebook, wager)
        return structs.replace(self, **{field: getattr(self, field) + amount})

    def returned(self, rulebook: Rulebook, wager: str, clauses: tuple[str, ...]) -> "Share":
        """With one wager returned while the rest plays."""
        if wager in rulebook.side_wagers:
            return structs.replace(self, sides_out={**self.sides_out, wager: clauses})
        return structs.replace(self, **{f"{_field(rulebook, wager)}_out": clauses})

    @property
    def on(self) -> bool:
        """Has a wager that takes part in the round."""
        if self.out is not None:
            return False
        if self.ante and self.ante_out is None:
            return True
        return self.has_side_on or (self.jackpot_enters and self.jackpots_on)

    @property
    def jackpots_on(self) -> bool:
        """Has a valid jackpot wager."""
        laid = self.jackpot or self.dealer_jackpot
        return bool(laid) and self.out is None and self.jackpot_out is None

    @property
    def in_play(self) -> bool:
        """Has any wager that has not been returned."""
        return self.on or self.jackpots_on


class Box(Struct, frozen=True):
    """A betting box with its wagers and the fate of its hand.

    The first player whose wager is on is the seated one, who decides and who alone
    may lay jackpot wagers (MEGA 3.5.1, CSP 1.17).

    Every command asks most boxes whether they are in the round. Almost all are by an ante that
    counts, so that this is looked at before the rest (`Share.on`).
    """

    shares: tuple[Share, ...]
    choice: Choice = Choice.UNDECIDED
    handled: bool = False
    viewed: bool = False
    claimed: bool = False
    shown: bool = False
    """Turned face up for everybody."""
    declined: bool = False
    advised: bool = False
    """Told that the ante is under the minimum (CSP 5.2)."""
    out: tuple[str, ...] | None = None
    """Clauses under which the hand is out and its wagers are returned."""
    folded_by: tuple[str, ...] = ()

    @property
    def seated(self) -> str:
        for share in self.shares:
            if (share.ante and share.out is None and share.ante_out is None) or share.on:
                return share.player
        return next((one.player for one in self.shares if one.out is None), self.shares[0].player)

    @property
    def ante(self) -> Cents:
        """The ante of the box that counts: returned parts do not."""
        counts = 0
        for share in self.shares:
            if share.out is None and share.ante_out is None:
                counts += share.ante
        return counts

    @property
    def ante_at_close(self) -> Cents:
        """What was staked when bets were closed, including parts returned since."""
        return sum([share.ante for share in self.shares if not share.out_early])

    def side(self, name: str) -> Cents:
        return sum([share.side_on(name) for share in self.shares])

    def entry(self, wager: str) -> Cents:
        """What counts of a wager that is laid before the deal and has limits."""
        return self.ante if wager == WagerKind.ANTE else self.side(wager)

    @property
    def stay(self) -> Cents:
        return sum([share.stay for share in self.shares if share.out is None])

    @property
    def jackpot_share(self) -> Share | None:
        """The part whose jackpot wagers are valid; at most one once bets are closed."""
        if self.out is not None:
            return None
        for share in self.shares:
            if share.jackpots_on:
                return share
        return None

    @property
    def jackpot(self) -> Cents:
        """The valid jackpot wager on the player's own hand."""
        share = self.jackpot_share
        return 0 if share is None else share.jackpot

    @property
    def dealer_jackpot(self) -> Cents:
        """The valid jackpot wager on the dealer's hand."""
        share = self.jackpot_share
        return 0 if share is None else share.dealer_jackpot

    @property
    def enters(self) -> bool:
        """Has a wager that takes part in the round and is still on."""
        if self.out is None:
            for share in self.shares:
                if (share.ante and share.out is None and share.ante_out is None) or share.on:
                    return True
        return False

    @property
    def in_play(self) -> bool:
        """Any wager that has not been returned."""
        return self.enters or self.jackpot_share is not None

    @property
    def must_decide(self) -> bool:
        return self.choice is Choice.UNDECIDED and self.enters and self.ante > 0

    def amount(self, rulebook: Rulebook, wager: str, player: str) -> Cents:
        """What a player has on a wager of this box."""
        share = self.share_of(player)
        return 0 if share is None else share.amount(rulebook, wager)

    def share_of(self, player: str) -> Share | None:
        """A player's part: the one in play, or else the last that was returned."""
        found = None
        for share in self.shares:
            if share.player == player:
                found = share
                if share.out is None:
                    break
        return found


_FIELDS = {kind.value: kind.value for kind in WagerKind}


def _field(rulebook: Rulebook, wager: str) -> str:
    """Where a share keeps a wager that is no side wager."""
    return "stay" if wager == rulebook.stay.wager else _FIELDS[wager]


class Deal(Struct, frozen=True):
    """The cards of a round as dealt."""

    hands: Mapping[int, Lying]
    dealer: Lying
    up_card: Card | None
    shoe: Hand | None = None
    burnt: bool = False
    boxes: frozenset[int] = frozenset()
    """The boxes that were to have a hand."""
    up_card_fixed: bool = False
    """An exposed card of the dealer's has become the up card (CSP 5.16)."""


class Look(Struct, frozen=True):
    """A player's first look at a hand."""

    box: int
    player: str


class Draw(Struct, frozen=True):
    """What the jackpot system picked (SSP 4.3-4.4)."""

    magic_card: Card | None = None
    lucky_box: int | None = None
    lucky_dealer: bool | None = None
    made: bool = False
    """The system has been asked, whether it picked anything or not."""


class Option(Struct, frozen=True):
    """A choice that the rules give a player: continue, or withdraw the wagers."""

    player: str
    boxes: tuple[int, ...]
    clauses: tuple[str, ...]


class Matter(Struct, frozen=True):
    """A report that waits for someone who may decide it."""

    number: int
    irregularity: Irregularity
    decided_by: Role
    by: Actor
    report: Report
    box: int | None = None
    registered: Cents | None = None
    """What the meter showed when a jackpot failure was reported (CSP 5.18.1)."""


@final
class Idle(Struct, frozen=True):
    """Before the first opening call."""

    number: int = 0


class _Round(Struct, frozen=True):
    number: int
    boxes: Mapping[int, Box]
    left: frozenset[str] = frozenset()
    options: tuple[Option, ...] = ()
    answered: tuple[Option, ...] = ()
    """Options that players have used, or lost."""
    registered: Cents | None = None
    """Meter value kept when the jackpot system failed in this round (CSP 5.18.1)."""
    lines: tuple[Line, ...] = ()


@final
class Betting(_Round, frozen=True):
    """From the opening call to the closing call."""


@final
class Closed(_Round, frozen=True):
    """No more bets; no cards yet."""

    draw: Draw = Draw()


@final
class Dealt(_Round, frozen=True, kw_only=True):
    """Cards are on the table; hands are decided."""

    deal: Deal
    draw: Draw = Draw()
    misdeal_reported: bool = False
    looks: tuple[Look, ...] = ()
    """In the order in which they were taken (CSP 5.19)."""
    exposed: tuple[Report, ...] = ()
    """Reports of exposed cards that count (X28)."""


@final
class Revealed(_Round, frozen=True, kw_only=True):
    """The dealer's hand is turned up; wagers are settled next."""

    deal: Deal
    draw: Draw = Draw()
    misdeal_reported: bool = False
    looks: tuple[Look, ...] = ()
    exposed: tuple[Report, ...] = ()


@final
class Settled(_Round, frozen=True, kw_only=True):
    """Paid; can still be changed until the next opening call (X17)."""

    deal: Deal | None = None
    draw: Draw = Draw()
    misdeal_reported: bool = False
    looks: tuple[Look, ...] = ()
    exposed: tuple[Report, ...] = ()
    remembered: tuple[str, ...] = ()


@final
class Voided(_Round, frozen=True, kw_only=True):
    """Cancelled: no result, every wager returned."""

    deal: Deal | None = None


Running = Betting | Closed | Dealt | Revealed
Phase = Idle | Betting | Closed | Dealt | Revealed | Settled | Voided

_OVER = frozenset({Settled, Voided})

PHASE_NAMES: Mapping[type, str] = {
    Idle: "idle",
    Betting: "betting",
    Closed: "closed",
    Dealt: "dealt",
    Revealed: "revealed",
    Settled: "settled",
    Voided: "void",
}


class Memory(Struct, frozen=True):
    """What a table remembers of players from round to round."""

    under_minimum: frozenset[str] = frozenset()
    restricted: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()


class Table(Struct, frozen=True):
    """One table: its settings, its memory, and the round that is on it."""

    id: str
    settings: TableSettings
    round: Phase = Idle()
    memory: Memory = Memory()
    matters: tuple[Matter, ...] = ()
    matters_opened: int = 0
    """In this round; numbers the matters."""
    jackpot_available: bool = True
    jackpot_available_next: bool = True
    closed: bool = False
    disallowed: frozenset[int] = frozenset()
    choice_awaited: bool = False
    """After a jackpot failure the House has yet to say how to continue (CSP 5.18.2)."""

    @property
    def rulebook(self) -> Rulebook:
        return self.settings.rulebook

    @property
    def is_over(self) -> bool:
        """Its round has been settled, or is void."""
        return type(self.round) in _OVER

    @property
    def phase(self) -> str:
        return PHASE_NAMES[type(self.round)]

    def with_round(self, **changes: Any) -> "Table":
        """The same, with these fields of its round changed."""
        return structs.replace(self, round=structs.replace(self.round, **changes))
