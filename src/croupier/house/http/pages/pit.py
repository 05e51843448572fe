"""The pit and the dealer's console: one line per table, with what needs attention there."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated
from weakref import WeakKeyDictionary

from litestar import get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Struct, structs

from croupier.house.app.house import House
from croupier.house.http.pages.console import Console, console
from croupier.house.http.pages.looking_up import looking_up_routes
from croupier.house.http.security import AnyRequest, caller, demand, house_of
from croupier.house.log.stream import Department, Stream
from croupier.house.model import events as h
from croupier.house.model.cage.counting import boxes_to_count
from croupier.house.model.cage.rotation import relief
from croupier.house.model.jackpot.state import HouseJackpot
from croupier.house.model.people.person import Person
from croupier.house.model.people.powers import may_give
from croupier.house.model.people.roles import TABLE_STAFF, TokenPower
from croupier.house.model.people.sections import OPEN_TO, RECONCILING, Section
from croupier.house.model.records import decode_event, table_stream
from croupier.house.model.settings import Cards
from croupier.house.model.table.acts import is_paid_in_chips
from croupier.house.model.table.decide import known_to
from croupier.house.model.table.foresight import Consequences, Foreseen
from croupier.house.model.table.parts import Call, Needed
from croupier.house.model.table.state import HouseTable
from croupier.house.read.board import Board, Figures
from croupier.house.read.history import changes_after, round_start, rounds_before
from croupier.money import Cents
from croupier.rulebooks.irregularities import Decision, Irregularity, IrregularityRule
from croupier.rulebooks.terms import Actor, Role
from croupier.table.commands import BarPlayer, Report, RestrictPlayer, Rule
from croupier.table.decide import is_legal
from croupier.table.events import CallMade
from croupier.table.irregular.reporting import cited, decider, decisions, matter_id
from croupier.table.state import Idle, Matter, Settled, Table, Voided

PACE_ROUNDS = 12
"""Rounds over which the pace is measured."""
REASON_RECORDS = 100
"""How far back to look for the reason of a pause."""
PACE_LOST = timedelta(hours=1)
"""A round longer ago than this says nothing about the current pace."""


Fact = str | int | bool | tuple[int, ...] | Mapping[str, str | int]


class DecisionOpen(Struct, frozen=True):
    """A decision that the clause allows, who takes it, and whether this person may."""

    decision: Decision
    by: Role
    may: bool
    clauses: tuple[str, ...]
    needs_box: bool


class PitMatter(Struct, frozen=True):
    """A report that awaits a ruling."""

    matter: str
    round: int
    irregularity: Irregularity
    decided_by: Role
    reported_by: Actor
    facts: dict[str, Fact]
    """What was reported, including cards: the ruling acts on all of it."""
    clauses: tuple[str, ...]
    decisions: tuple[DecisionOpen, ...]


class PitSeat(Struct, frozen=True):
    box: int
    player: str
    bot: bool


class WagerLimits(Struct, frozen=True):
    """Smallest and largest wager, now and with the next opening call."""

    wager: str
    label: str
    now: tuple[Cents, Cents]
    planned: tuple[Cents, Cents] | None


class PitTable(Struct, frozen=True):
    """A table at a glance."""

    table: str
    rulebook: str
    file: bool
    """Whether its rules came as a file."""
    version: int
    round: int
    phase: str
    closed: bool
    paused: bool
    paused_because: str | None
    automatic: bool
    live: bool
    recording: bool
    practice: bool
    last_round: int | None
    limits: tuple[Cents, Cents]
    wagers: tuple[WagerLimits, ...]
    paid: tuple[str, ...]
    """Every wager that may be paid in chips at this table; none where wallets are."""
    boxes: int
    seats: tuple[PitSeat, ...]
    staked: Cents
    dealer: str | None
    jackpot: str | None
    jackpot_available: bool
    choice_awaited: bool
    options: int
    """Open choices of players."""
    rounds_per_hour: float | None
    matters: tuple[PitMatter, ...]
    calls: tuple[Call, ...]
    """Players' calls that are not answered yet."""
    needs: tuple[Needed, ...]
    """What the dealer has asked for."""
    restricts: bool
    """Whether this person may restrict players here, by the rules of this game."""
    bars: bool
    restricted: tuple[str, ...]
    barred: tuple[str, ...]
    figures: Figures
    """Win, drop and expectation since the last closing of a day."""


class PitJackpot(Struct, frozen=True):
    jackpot: str
    display: Cents
    tables: tuple[str, ...]
    failed: str | None
    pending: int


class Pit(Struct, frozen=True):
    """Everything that a pit supervisor oversees."""

    tables: tuple[PitTable, ...]
    jackpots: tuple[PitJackpot, ...]
    may: tuple[str, ...]
    """Commands that this person's roles allow."""
    at: datetime


SOMEBODY = "somebody"
"""Stands for a player when the rules are asked beforehand."""

_TELLS = (
    "box",
    "boxes",
    "player",
    "counted",
    "count",
    "reconstructable",
    "permit_withdrawal",
    "card",
    "cards",
    "order",
    "moves",
    "hands",
    "intentional",
    "description",
)


class Lookback:
    """What is read from the log for the pit, cached until the table moves on."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, bool], list[datetime]]] = {}
        self._paused: dict[tuple[str, datetime], str] = {}

    async def why_paused(self, house: House, stream: Stream[HouseTable]) -> str | None:
        table = stream.stored
        if table.paused is None:
            return None
        key = table.name, table.paused
        if key not in self._paused:
            after = max(0, stream.version - REASON_RECORDS)
            records = await house.store.read(table_stream(table.name), after, REASON_RECORDS)
            events = [decode_event(record.event) for record in reversed(records)]
            reasons = [event.reason for event in events if isinstance(event, h.TablePaused)]
            self._paused = {one: why for one, why in self._paused.items() if one[0] != key[0]}
            self._paused[key] = reasons[0] if reasons else ""
        return self._paused[key]

    async def rounds_per_hour(
        self, house: House, stream: Stream[HouseTable], now: datetime
    ) -> float | None:
        table = stream.stored
        number = table.game.round.number, isinstance(table.game.round, Settled | Voided)
        known = self._known.get(table.name)
        if known is None or known[0] != number:  # another round is over
            played = await rounds_before(
                house.store, table.name, None, stream.version + 1, PACE_ROUNDS
            )
            known = number, [datetime.fromisoformat(one.opened) for one in played]
            self._known[table.name] = known
        recent = [one for one in known[1] if now - one <= PACE_LOST]
        if len(recent) < 2:  # noqa: PLR2004
            return None
        seconds = (recent[0] - recent[-1]).total_seconds()
        return None if seconds <= 0 else round((len(recent) - 1) * 3600 / seconds, 1)


async def pit(house: House, person: Person, back: Lookback, board: Board) -> Pit:
    streams, now = house.handler.streams, house.handler.now()
    jackpots = {name: (await streams.jackpot(name)).stored for name in streams.jackpots()}
    tables = []
    figures = await board.figures(house)
    if person.has(*RECONCILING):
        blind: frozenset[str] = frozenset()
    else:
        blind = boxes_to_count((await streams.department(Department.CAGE)).stored)
    for name in sorted(figures):
        stream = await streams.table(name)
        link = None if stream.stored.jackpot is None else jackpots.get(stream.stored.jackpot)
        speed = await back.rounds_per_hour(house, stream, now)
        why = await back.why_paused(house, stream)
        shown = figures[name]
        if name in blind:
            shown = structs.replace(shown, drop=None, hold=None)
        tables.append(_line(stream, link, person.actor, speed, why, shown))
    return Pit(
        tuple(tables),
        tuple(
            PitJackpot(
                name, one.meter.meter, one.tables, one.failed, len(tuple(one.meter.pending()))
            )
            for name, one in sorted(jackpots.items())
        ),
        may_give(person),
        now,
    )


def _line(
    stream: Stream[HouseTable],
    link: HouseJackpot | None,
    actor: Actor | None,
    speed: float | None,
    paused_because: str | None,
    figures: Figures,
) -> PitTable:
    state = stream.stored
    game = known_to(state, actor)
    boxes = {} if isinstance(game.round, Idle) else game.round.boxes
    meter = None if link is None else link.meter
    bots = {bot.name for bot in state.bots.values()}
    # At a table of chips a seat is held whether a wager lies there or not.
    playing = {number: box.seated for number, box in boxes.items() if box.in_play}
    seated = {**playing, **state.seats}
    return PitTable(
        table=state.name,
        rulebook=game.rulebook.edition_name,
        file=state.from_file,
        version=stream.version,
        round=game.round.number,
        phase=game.phase,
        closed=game.closed,
        paused=state.paused is not None,
        paused_because=paused_because,
        automatic=state.dealing.automatic,
        live=state.dealing.cards is Cards.LIVE,
        recording=not game.settings.enforcing,
        practice=state.practice,
        last_round=state.last_round,
        limits=(game.settings.ante.minimum, game.settings.ante.maximum),
        paid=game.rulebook.wagers if is_paid_in_chips(state) else (),
        wagers=tuple(_limits(state, wager) for wager in game.rulebook.entry_wagers),
        boxes=game.settings.boxes,
        seats=tuple(
            PitSeat(number, player, player in bots) for number, player in sorted(seated.items())
        ),
        staked=sum(
            share.laid for box in boxes.values() for share in box.shares if share.out is None
        ),
        dealer=state.dealer,
        jackpot=state.jackpot,
        jackpot_available=link is not None and link.failed is None and game.jackpot_available_next,
        choice_awaited=game.choice_awaited,
        options=0 if isinstance(game.round, Idle) else len(game.round.options),
        rounds_per_hour=speed,
        matters=tuple(_matter(game, link, one, actor) for one in game.matters),
        calls=tuple(call for call in state.calls if call.answered_by is None),
        needs=state.needs,
        restricts=actor is not None
        and is_legal(game, meter, RestrictPlayer(player=SOMEBODY, by=actor)),
        bars=actor is not None and is_legal(game, meter, BarPlayer(player=SOMEBODY, by=actor)),
        restricted=tuple(sorted(game.memory.restricted)),
        barred=tuple(sorted(game.memory.barred)),
        figures=figures,
    )


def _limits(table: HouseTable, wager: str) -> WagerLimits:
    settings = table.game.settings
    now = settings.limits_of(wager)
    return WagerLimits(
        wager,
        settings.rulebook.label(wager),
        (now.minimum, now.maximum),
        table.planned_limits.get(wager),
    )


def _matter(
    table: Table, link: HouseJackpot | None, matter: Matter, actor: Actor | None
) -> PitMatter:
    rule = table.rulebook.irregularities[matter.irregularity]
    name = matter_id(table, matter)
    meter = None if link is None else link.meter
    return PitMatter(
        matter=name,
        round=table.round.number,
        irregularity=matter.irregularity,
        decided_by=matter.decided_by,
        reported_by=matter.by,
        facts=_facts(matter.report),
        clauses=rule.clauses,
        decisions=tuple(
            DecisionOpen(
                decision=decision,
                by=_decider(rule, matter, decision),
                may=actor is not None
                and actor.role.may_act_as(_decider(rule, matter, decision))
                and (
                    _needs_box(matter, decision)
                    or is_legal(table, meter, Rule(decision=decision, matter=name, by=actor))
                ),
                clauses=cited(rule, decision),
                needs_box=_needs_box(matter, decision),
            )
            for decision in decisions(table, matter)
        ),
    )


def _decider(rule: IrregularityRule, matter: Matter, decision: Decision) -> Role:
    withdrawal = decision is Decision.PERMIT_WITHDRAWAL
    return decider(rule, decision) if withdrawal else matter.decided_by


def _needs_box(matter: Matter, decision: Decision) -> bool:
    """Where nothing is prescribed, the ruling chooses the box."""
    return (
        matter.irregularity is Irregularity.OTHER
        and matter.box is None
        and decision in (Decision.INVALIDATE, Decision.RETURN_WAGERS)
    )


def _facts(report: Report) -> dict[str, Fact]:
    told = {name: getattr(report, name) for name in _TELLS}
    return {name: value for name, value in told.items() if value not in (None, False, ())}


CALLS_KEPT = 3
_lookback: WeakKeyDictionary[House, Lookback] = WeakKeyDictionary()
_boards: WeakKeyDictionary[House, Board] = WeakKeyDictionary()


async def _said(house: House, table: Stream[HouseTable]) -> tuple[str, ...]:
    """The last calls of the running round, for a console that has just been opened."""
    start = await round_start(house.store, table.name, table.version)
    changes = await changes_after(house.store, table, max(0, start - 2))
    calls = [
        event.text for change in changes for event in change.events if isinstance(event, CallMade)
    ]
    return tuple(calls[-CALLS_KEPT:])


@get("/api/floor/tables/{table:str}", summary="What a dealer's console needs beside the view")
async def show_console(
    request: AnyRequest,
    state: State,
    table: FromPath[str],
    said: Annotated[bool, QueryParameter(description="with the calls of this round")] = False,
) -> Console:
    house = house_of(state)
    actor = demand(request, *TABLE_STAFF).actor
    assert actor is not None
    stream, link = await house.table_and_link(table)
    calls = await _said(house, stream) if said else ()
    cage = (await house.handler.streams.department(Department.CAGE)).stored
    people, now = await house.registry.people(), house.handler.now()
    shoe = any(
        one.power is TokenPower.SHOE and one.place == table and not (one.ends and one.ends <= now)
        for one in people.tokens.values()
    )
    shown = console(stream.stored, link, actor, stream.version, calls, cage.chips, shoe=shoe)
    relieved = relief(cage.rotation, table, stream.stored.dealer, now)
    day = house.handler.calendar.of(now)
    closed = day if cage.is_closed(day) and not stream.stored.practice else None
    return structs.replace(shown, relief=relieved, day_closed=closed)


class ForeseenRequest(Struct, frozen=True):
    """A command that is not given yet."""

    command: Foreseen


@post(
    "/api/floor/tables/{table:str}/foresee",
    status_code=200,
    summary="What a ruling, a report or a correction would do",
)
async def show_consequences(
    request: AnyRequest, state: State, table: FromPath[str], data: JSONBody[ForeseenRequest]
) -> Consequences:
    demand(request, *TABLE_STAFF)
    return await house_of(state).foresee(caller(request), table, data.command)


@get("/api/floor/pit", summary="All tables at a glance, with what waits for a decision")
async def show_pit(request: AnyRequest, state: State) -> Pit:
    demand(request, *OPEN_TO[Section.PIT])
    house = house_of(state)
    back, board = _lookback.setdefault(house, Lookback()), _boards.setdefault(house, Board())
    return await pit(house, caller(request), back, board)


def floor_routes() -> list[HTTPRouteHandler]:
    return [show_console, show_consequences, *looking_up_routes(), show_pit]
