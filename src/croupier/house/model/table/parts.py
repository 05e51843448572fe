"""The parts of a table's state that the house keeps beside its game.

What is kept of the payments of a round has a module of its own (`payment.py`).
"""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from croupier.house.model.events import Step
from croupier.house.model.settings import Pace
from croupier.money import Cents
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.wagers import WagerName
from croupier.script.format import TableEntry
from croupier.table.state import Idle, Table


class Timer(Struct, frozen=True):
    """The next step of the automatic dealer, and when it is due."""

    step: Step
    round: int
    due: datetime


class Commitment(Struct, frozen=True):
    """The shuffle that is fixed for a round; opened once its seed is known to all."""

    round: int
    commitment: str
    nonce: str
    sealed: str
    seed: str | None = None
    added: Mapping[str, str] = {}
    """What players added to the seed while bets were open."""


class Sealing(Struct, frozen=True):
    """Under what the closed cards of a round lie; open once its key is known to all."""

    round: int
    under: str
    nonce: str
    commitment: str
    key: str | None = None


class Bot(Struct, frozen=True):
    """A demonstration player."""

    name: str
    strategy: str
    ante: int
    jackpot: bool
    pace: Pace = Pace.STEADY


class Company(Struct, frozen=True):
    """Whether the demonstration players play."""

    alone: bool = False
    """They sit out."""
    by: str | None = None
    """Who asked last."""
    round: int = 0
    asked: int = 0
    """How often in that round."""

    def asked_in(self, number: int) -> int:
        return self.asked if number == self.round else 0


class Call(Struct, frozen=True):
    """A player's words for the staff."""

    number: int
    player: str
    irregularity: Irregularity
    box: int | None
    words: str
    answered_by: str | None = None


def answered(calls: tuple[Call, ...], number: int, by: str) -> tuple[Call, ...]:
    """With one of them answered."""
    return tuple(replace(one, answered_by=by) if one.number == number else one for one in calls)


class WagerRequest(Struct, frozen=True):
    """A wager that a player asked staff to place, in the round under way."""

    player: str
    box: int
    wager: WagerName
    most: Cents
    used: bool = False


def used(
    requests: tuple[WagerRequest, ...], asked: tuple[str, int, WagerName]
) -> tuple[WagerRequest, ...]:
    """With those for a player, box and wager done."""
    return tuple(
        replace(one, used=True) if (one.player, one.box, one.wager) == asked else one
        for one in requests
    )


class Planned(Struct, frozen=True):
    """Another edition that the table takes up with the first opening call from then on."""

    edition: str
    book: str | None
    rulebook: str
    since: datetime
    reason: str


class Earlier(Struct, frozen=True):
    """What the table went by before."""

    until: int
    """The last round that was opened with it."""
    entry: TableEntry
    rulebook: str


def editions_before(earlier: tuple[Earlier, ...], entry: TableEntry) -> tuple[Earlier, ...]:
    """Of what a table went by before, the last under each edition other than the one after it."""
    after = (*(one.entry.rulebook for one in earlier[1:]), entry.rulebook)
    pairs = zip(earlier, after, strict=False)
    return tuple(one for one, later in pairs if one.entry.rulebook != later)


# At a table of physical chips


UNKNOWN = "unknown "
"""How the name of a seat begins whose player the house does not know."""


class Needed(Struct, frozen=True):
    """What the dealer has asked pit or cage for, until somebody sees to it."""

    number: int
    need: str
    words: str
    by: str
    at: datetime


class Laid(Struct, frozen=True):
    """A wager as it lay when bets were closed."""

    box: int
    player: str
    wager: WagerName
    amount: Cents


def laid_in(game: Table) -> tuple[Laid, ...]:
    """The wagers of a round that a dealer may repeat in the next."""
    if isinstance(game.round, Idle):
        return ()
    stay = game.rulebook.stay.wager
    return tuple(
        [
            Laid(number, share.player, wager, amount)
            for number, box in sorted(game.round.boxes.items())
            for share in box.shares
            for wager, amount in share.stakes(game.rulebook)
            if wager != stay
        ]
    )


# Who is at a box

Sharers = Mapping[int, tuple[str, ...]]


def people_at(seats: Mapping[int, str], sharers: Sharers, box: int) -> tuple[str, ...]:
    """Who sits there, then whoever shares the box."""
    sitting = seats.get(box)
    return () if sitting is None else (sitting, *sharers.get(box, ()))


Places = tuple[dict[int, str], Sharers]


def sat_down(seats: Mapping[int, str], sharers: Sharers, box: int, player: str) -> Places:
    return _placed(seats, sharers, box, (*people_at(seats, sharers, box), player))


def got_up(seats: Mapping[int, str], sharers: Sharers, box: int, player: str) -> Places:
    """The seat passes on to whoever shares it."""
    left = tuple(name for name in people_at(seats, sharers, box) if name != player)
    return _placed(seats, sharers, box, left)


def _placed(
    seats: Mapping[int, str], sharers: Sharers, box: int, people: tuple[str, ...]
) -> Places:
    """With these people at a box, the first of them on its seat."""
    taken = {number: who for number, who in seats.items() if number != box}
    shared = {number: others for number, others in sharers.items() if number != box}
    if people:
        taken[box] = people[0]
    if people[1:]:
        shared[box] = people[1:]
    return taken, shared
