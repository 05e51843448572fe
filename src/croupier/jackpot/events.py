"""What happens to a progressive. Each is a movement of its account, or a place in its order."""

from msgspec import Struct

from croupier.money import Cents
from croupier.rulebooks.terms import Actor
from croupier.rulebooks.wagers import WagerKind


class JackpotEventBase(Struct, frozen=True, tag_field="event"):
    jackpot: str


class Contribution(Struct, frozen=True):
    """What one jackpot wager adds to the meter, in units of `1/scale` cent."""

    box: int
    target: WagerKind
    units: int


class Winning(Struct, frozen=True):
    """What one winning wager takes."""

    box: int
    player: str
    target: WagerKind
    amount: Cents
    returned: Cents = 0
    """What is returned of the wager with it, where more was staked than counts (C25)."""


class Claim(Struct, frozen=True):
    """A winning wager's entitlement to a share of the meter."""

    box: int
    player: str
    target: WagerKind
    percent: int
    clauses: tuple[str, ...]
    returned: Cents = 0


class Turn(Struct, frozen=True):
    """When a share was first paid, and on what: kept whatever changes the round later (X27)."""

    number: int
    """From 0 in the round; shares of one number were priced together."""
    others: int
    """What was displayed, or registered before a failure (CSP 5.18.1), excluding the round's own
    movements, in units of `1/scale` cent."""
    on_meter: int | None = None
    """What was then in the meter, excluding those, where a registered value counted instead."""


class JackpotGrew(JackpotEventBase, frozen=True, tag="jackpot_grew"):
    """Bets closed: accepted wagers are in the value shown and paid (X6)."""

    table: str
    round: int
    contributions: tuple[Contribution, ...]


class ContributionsReturned(JackpotEventBase, frozen=True, tag="contributions_returned"):
    """Jackpot wagers were returned, together with what they had added (X2)."""

    table: str
    round: int
    contributions: tuple[Contribution, ...]


class LinkRoundDealt(JackpotEventBase, frozen=True, tag="link_round_dealt"):
    """The full hands of a round are dealt: its place in the order of payment (CSP 4.5.2)."""

    table: str
    round: int


class LinkRoundEnded(JackpotEventBase, frozen=True, tag="link_round_ended"):
    """A round is settled or void: later-dealt claims need no longer wait for it."""

    table: str
    round: int


class ClaimsQueued(JackpotEventBase, frozen=True, tag="claims_queued"):
    """Winners announced; each is paid when its turn comes."""

    table: str
    round: int
    claims: tuple[Claim, ...]
    registered: Cents | None = None
    """What the jackpot system had registered before it failed: they are priced on it."""


class JackpotWon(JackpotEventBase, frozen=True, tag="jackpot_won"):
    """Winners are paid; `paid` leaves the meter, `seeded` comes from the house."""

    table: str
    round: int
    winnings: tuple[Winning, ...]
    paid: Cents
    seeded: Cents
    clauses: tuple[str, ...]
    turn: Turn | None = None
    """Absent in logs from before turns were kept: then it was the moment of the event."""


class WinsReversed(JackpotEventBase, frozen=True, tag="wins_reversed"):
    """A round's payouts and pending claims are undone; other rounds are not priced again.

    If the round is settled again, its shares follow at once, priced at their turns.
    """

    table: str
    round: int
    paid: Cents
    seeded: Cents


class JackpotToppedUp(JackpotEventBase, frozen=True, tag="jackpot_topped_up"):
    """A movement would have taken the meter below zero; the house covers it."""

    amount: Cents
    table: str | None = None
    round: int | None = None
    """The round whose prizes on a registered value it covers, to be undone with them; none where
    a change or a void fell short, which stays so."""


class JackpotAdjusted(JackpotEventBase, frozen=True, tag="jackpot_adjusted"):
    """A recorded correction of the meter."""

    amount: Cents
    reason: str
    by: Actor


JackpotEvent = (
    JackpotGrew
    | ContributionsReturned
    | LinkRoundDealt
    | LinkRoundEnded
    | ClaimsQueued
    | JackpotWon
    | WinsReversed
    | JackpotToppedUp
    | JackpotAdjusted
)
