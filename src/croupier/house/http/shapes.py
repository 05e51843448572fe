"""What the service takes and gives, as JSON."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from croupier.house.app.idempotency import NOTHING_EXPECTED, Expected
from croupier.house.log.stream import Stream
from croupier.house.model.commands import AddSeed, AnyCommand
from croupier.house.model.events import Step
from croupier.house.model.jackpot.state import Hit, HouseJackpot
from croupier.house.model.settings import Dealing, Money
from croupier.house.model.table.parts import Call, Commitment, WagerRequest
from croupier.house.model.table.state import HouseTable
from croupier.jackpot.commands import JackpotCommand, PendingClaim
from croupier.money import Cents
from croupier.table.commands import TableCommand
from croupier.table.state import Dealt, Idle
from croupier.table.views import Seat, TableView, Viewer, view
from croupier.wagers import Result

Key = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=128,
        description="Idempotency key: the same key is carried out once and answered alike.",
    ),
]
Version = Annotated[int, Meta(ge=0)]
Moment = Annotated[datetime, Meta(tz=True)]


class CommandRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command, with the key by which a repetition is known."""

    key: Key | UnsetType = UNSET
    """In the header `Idempotency-Key` if it is not here."""
    command: AnyCommand
    expected_version: Version | None = None
    """Refused with a conflict where the stream is at another version."""
    round: Version | None = None
    """Refused where the table is at another round."""
    until: Moment | None = None
    """Refused after this moment, by the house's clock."""


def expected(given: "CommandRequest | Give") -> Expected:
    if given.expected_version is None and given.round is None and given.until is None:
        return NOTHING_EXPECTED
    return Expected(given.expected_version, given.round, given.until)


class Trouble(Struct, frozen=True):
    """Why something was not done. Nothing has happened unless `kind` is `unknown`."""

    kind: str
    """refused, conflict, unavailable, unknown, not-allowed, bad-request"""
    message: str
    code: str | None = None
    clause: str | None = None
    version: int | None = None


class TimerView(Struct, frozen=True):
    """What the automatic dealer does next, and when."""

    step: Step
    due: datetime


class ShuffleView(Struct, frozen=True):
    """What the house committed to; the seed once the round is over."""

    round: int
    commitment: str
    seed: str | None
    added: Mapping[str, str] = {}
    """What players have added to it in this round, for all to see."""
    due: str | None = None
    """The hash by which the viewer has fixed their part of this round."""
    fixed: bool = False
    """The viewer has fixed their part of the next round."""


class HouseTableView(Struct, frozen=True):
    """A table as one viewer sees it, with what the house says around it."""

    version: int
    game: TableView
    jackpot: str | None
    dealing: Dealing
    time_out: str | None
    """What happens to a hand that is not decided in time, told before betting."""
    paused: bool
    last_round: int | None
    timer: TimerView | None
    shuffle: ShuffleView | None
    bots: dict[int, str]
    practice: bool
    """Played for play money."""
    dealer: str | None
    """Who deals here, if somebody does."""
    calls: tuple[Call, ...] = ()
    """For the staff in this round: staff see all, players their own."""
    requests: tuple[WagerRequest, ...] = ()
    """Wagers that staff were asked to place in this round: for staff, and one's own."""
    alone: bool = False
    """Bots belong here, and sit out because somebody asked them to."""
    timed_out: tuple[int, ...] = ()
    """Boxes whose hands were folded because nobody decided them in time."""
    over_limit: tuple[str, ...] = ()
    """For staff: whose wagers with physical chips passed their loss limit in this round."""


class EditionPlan(Struct, frozen=True):
    """Another edition that a table takes up with its first opening call from then on."""

    edition: str
    since: datetime
    reason: str


class SeatTaken(Struct, frozen=True):
    """A box that somebody plays or keeps."""

    box: int
    player: str
    decides: bool = False
    """Its hand is dealt, and what becomes of it is up to the player."""


class TableSummary(Struct, frozen=True):
    """A line in the list of tables."""

    table: str
    rulebook: str
    round: int
    phase: str
    jackpot: str | None
    limits: tuple[Cents, Cents]
    boxes: int
    automatic: bool
    closed: bool
    paused: bool
    version: int
    dealer: str | None
    seats: tuple[SeatTaken, ...]
    practice: bool
    """Played for play money."""
    name: str
    """What its rulebook calls the game."""
    file: bool = False
    """Its rules came as a file: they are no approved document's, whatever they call themselves."""
    planned: EditionPlan | None = None
    timer: TimerView | None = None
    """What the automatic dealer does next."""


class JackpotMeters(Struct, frozen=True):
    """The meters of a progressive.

    opening + contributed + seeded + adjusted - paid = display, to the cent.
    """

    jackpot: str
    version: int
    display: Cents
    opening: Cents
    contributed: Cents
    seeded: Cents
    adjusted: Cents
    paid: Cents
    amount_in: Cents
    hits: int
    wins: Cents
    reserve: Cents
    overflow: Cents
    raised: Cents
    lowered: Cents
    stake: Cents
    reset: Cents
    increment: str
    limit: Cents | None
    tables: tuple[str, ...]
    failed: str | None
    pending: tuple[PendingClaim, ...]
    last_hits: tuple[Hit, ...]
    payable: Cents
    """Won, and not yet released by two people."""
    practice: bool
    retired: str | None


TIME_OUT = "A hand that is not decided within {seconds} seconds is folded."


def table_view(
    table: Stream[HouseTable], link: HouseJackpot | None, viewer: Viewer
) -> HouseTableView:
    state = table.stored
    dealing = state.dealing
    kept = state.shuffle
    staff = viewer.seat in (Seat.STAFF, Seat.AUDITOR)
    seen = view(state.game, None if link is None else link.meter, viewer)
    return HouseTableView(
        version=table.version,
        game=_with_paid_claims(seen, link),
        jackpot=state.jackpot,
        dealing=dealing,
        time_out=TIME_OUT.format(seconds=dealing.decision_seconds) if dealing.automatic else None,
        paused=state.paused is not None,
        last_round=state.last_round,
        timer=_timer(state),
        shuffle=None if kept is None else _shuffle_view(state, kept, viewer.player or ""),
        bots={box: bot.name for box, bot in state.playing_bots.items()},
        practice=state.practice,
        dealer=state.dealer,
        calls=tuple(call for call in state.calls if _hears(viewer, call)),
        requests=tuple(one for one in state.requests if staff or one.player == viewer.player),
        alone=bool(state.bots) and state.company.alone,
        timed_out=state.timed_out,
        over_limit=state.over_limit if staff else (),
    )


def _timer(state: HouseTable) -> TimerView | None:
    timer = state.timer
    if timer is None or timer.step is Step.END_EMPTY_ROUND:
        return None  # nobody has to hurry
    return TimerView(timer.step, timer.due)


def _hears(viewer: Viewer, call: Call) -> bool:
    staff = viewer.seat in (Seat.STAFF, Seat.AUDITOR)
    return staff or (viewer.player is not None and viewer.player == call.player)


def _shuffle_view(state: HouseTable, kept: Commitment, player: str) -> ShuffleView:
    return ShuffleView(
        kept.round,
        kept.commitment,
        kept.seed,
        kept.added,
        state.seeds_due.get(player),
        player in state.next_seeds,
    )


def _with_paid_claims(seen: TableView, link: HouseJackpot | None) -> TableView:
    """Pending lines whose turn has come since the round was settled."""
    if link is None or not any(line.result is Result.PENDING for line in seen.lines):
        return seen
    paid = {
        (one.box, one.target.value): one.amount
        for one in link.meter.round(seen.table, seen.round).winnings
    }
    lines = tuple(
        structs.replace(line, result=Result.WON, won=paid[line.box, line.wager])
        if line.result is Result.PENDING and (line.box, line.wager) in paid
        else line
        for line in seen.lines
    )
    return structs.replace(seen, lines=lines)


def table_summary(table: Stream[HouseTable]) -> TableSummary:
    state = table.stored
    game = state.game
    return TableSummary(
        table=state.name,
        rulebook=game.rulebook.edition_name,
        round=game.round.number,
        phase=game.phase,
        jackpot=state.jackpot,
        limits=(game.settings.ante.minimum, game.settings.ante.maximum),
        boxes=game.settings.boxes,
        automatic=state.dealing.automatic,
        closed=game.closed,
        paused=state.paused is not None,
        version=table.version,
        dealer=state.dealer,
        seats=_seats(state),
        practice=state.practice,
        name=game.rulebook.name,
        file=state.from_file,
        planned=edition_plan(state),
        timer=_timer(state),
    )


def edition_plan(state: HouseTable) -> EditionPlan | None:
    planned = state.planned
    if planned is None:
        return None
    return EditionPlan(planned.edition, planned.since, planned.reason)


def _seats(state: HouseTable) -> tuple[SeatTaken, ...]:
    """Boxes with a wager, and those of demonstration players."""
    current = state.game.round
    taken = {box: SeatTaken(box, bot.name) for box, bot in state.playing_bots.items()}
    if not isinstance(current, Idle):
        taken |= {
            number: SeatTaken(number, box.seated, isinstance(current, Dealt) and box.must_decide)
            for number, box in current.boxes.items()
            if box.in_play
        }
    return tuple(seat for _, seat in sorted(taken.items()))


def jackpot_meters(jackpot: Stream[HouseJackpot]) -> JackpotMeters:
    state = jackpot.stored
    meter, settings = state.meter, state.meter.settings
    return JackpotMeters(
        jackpot=state.name,
        version=jackpot.version,
        display=meter.meter,
        opening=settings.meter,
        contributed=meter.contributed,
        seeded=meter.seeded,
        adjusted=meter.adjusted,
        paid=meter.paid,
        amount_in=state.amount_in,
        hits=state.hits,
        wins=state.wins,
        reserve=state.reserve,
        overflow=state.overflow,
        raised=state.raised,
        lowered=state.lowered,
        stake=settings.stake,
        reset=settings.reset,
        increment=settings.increment,
        limit=state.terms.limit,
        tables=state.tables,
        failed=state.failed,
        pending=tuple(
            PendingClaim(entry.table, claim.box, entry.number) for entry, claim in meter.pending()
        ),
        last_hits=state.last_hits,
        payable=sum(one.amount for one in state.payables),
        practice=state.money is Money.PRACTICE,
        retired=state.retired,
    )


# The streaming connection


class Subscribe(Struct, frozen=True, tag_field="type", tag="subscribe"):
    """Follow streams; what happened after the version given comes first."""

    streams: dict[str, Version | None]
    """`table:T1` or `jackpot:J1`, with the last version known, or null for from now on."""


class Unsubscribe(Struct, frozen=True, tag_field="type", tag="unsubscribe"):
    streams: tuple[str, ...]


class Give(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="command"):
    """A command to a table, or to a jackpot where `table` is left out."""

    key: Key
    command: TableCommand | JackpotCommand | AddSeed
    table: str | None = None
    expected_version: Version | None = None
    round: Version | None = None
    """The round that the person saw when they gave it; refused in another one."""
    until: Moment | None = None
    """Refused after this moment, by the house's clock."""


class Ping(Struct, frozen=True, tag_field="type", tag="ping"):
    """Answered by `pong` with the house's time: whoever hears nothing has lost the house."""


class Watch(Struct, frozen=True, tag_field="type", tag="watch"):
    """Show tables, at once and after each change; `*` for a line of every table."""

    tables: tuple[str, ...]


class Unwatch(Struct, frozen=True, tag_field="type", tag="unwatch"):
    tables: tuple[str, ...]


Message = Subscribe | Unsubscribe | Give | Watch | Unwatch | Ping
