"""The automatic dealer and the demonstration players of unattended tables.

Whatever is due is recorded in the streams, so that any process can take it over: the one that owns
a table acts there.
"""

import asyncio
import heapq
import logging
from collections.abc import Collection, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import Contended, Expected, VersionConflict
from croupier.house.app.ownership import group_of
from croupier.house.app.table_service import BrokenLink
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import BrokenStream, Change, Stream
from croupier.house.model.commands import AnyCommand
from croupier.house.model.events import Step
from croupier.house.model.jackpot import events as hj
from croupier.house.model.jackpot.state import HouseJackpot, imbalance
from croupier.house.model.records import jackpot_stream, table_stream
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import FailureChoice
from croupier.house.model.table.bots import bot_act
from croupier.house.model.table.decide import HOUSE, HOUSE_MANAGER
from croupier.house.model.table.parts import Timer
from croupier.house.model.table.state import HouseTable
from croupier.house.model.table.unattended import next_step
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refused
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor
from croupier.table import commands as c
from croupier.table.state import Dealt

RETRY = timedelta(seconds=1)

log = logging.getLogger("croupier.dealer")


def step_commands(table: HouseTable) -> Iterator[tuple[Actor, AnyCommand]]:
    """What the automatic dealer does once its time has come."""
    timer = table.timer
    if timer is None:
        return
    match timer.step:
        case Step.OPEN_BETS:
            yield HOUSE, c.OpenBets(by=HOUSE)
        case Step.CLOSE_BETS | Step.END_EMPTY_ROUND:
            yield HOUSE, c.CloseBets(by=HOUSE)
        case Step.DRAW:
            yield HOUSE, c.Draw(by=HOUSE)
        case Step.DEAL:
            yield HOUSE, c.Deal(by=HOUSE)
        case Step.FOLD_UNDECIDED:
            current = table.game.round
            if isinstance(current, Dealt):
                for number, box in sorted(current.boxes.items()):
                    if box.must_decide:
                        yield HOUSE, c.Fold(box=number)
        case Step.REVEAL_DEALER:
            yield HOUSE, c.RevealDealer(by=HOUSE)
        case Step.SETTLE:
            yield HOUSE, c.Settle(by=HOUSE)
        case Step.CLOSE_TABLE:
            yield HOUSE_MANAGER, c.CloseTable(by=HOUSE_MANAGER)
        case Step.AFTER_JACKPOT_FAILURE:
            yield HOUSE_MANAGER, _after_failure(table)


def _after_failure(table: HouseTable) -> AnyCommand:
    """CSP 5.18.2, as configured beforehand."""
    if table.dealing.after_jackpot_failure is FailureChoice.CLOSE_TABLE:
        return c.CloseTable(by=HOUSE_MANAGER)
    return c.SetJackpotService(available=False, by=HOUSE_MANAGER)


class Dealer:
    """Runs all unattended tables that this process owns."""

    def __init__(self, handler: CommandHandler) -> None:
        self._handler = handler
        self._due: list[tuple[datetime, str]] = []
        self._timers: dict[str, tuple[Timer, datetime]] = {}
        """The timer of each table as first seen, and when it is due by this process's clock."""
        self._wake = asyncio.Event()
        self._busy: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Schedule what is due at every table, and report links that are down."""
        tables, links = self._handler.streams.tables(), self._handler.streams.jackpots()
        for name in (*map(table_stream, tables), *map(jackpot_stream, links)):
            await self._look_at(name)

    def take_over(self, streams: Collection[str]) -> None:
        """The same at tables and links that were not this process's until now."""
        for name in streams:
            self._start(self._until_seen(name))

    async def _until_seen(self, stream: str) -> None:
        while True:
            try:
                await self._look_at(stream)
                return
            except StoreUnavailable as error:
                log.error("not taken over yet", extra={"stream": stream, "reason": str(error)})
                await asyncio.sleep(RETRY.total_seconds())

    async def _look_at(self, name: str) -> None:
        stream = await self._handler.streams.stream(name)
        if isinstance(stream.stored, HouseTable):
            self._plan(stream)
            return
        link: HouseJackpot = stream.stored
        if not self._handler.owners.is_ours(name):
            return
        if link.failed is not None:
            self._start(self._pass_on_failure(link.name, link.tables))
        elif (broken := imbalance(link.meter)) is not None:
            self._start(self._lose(link.name, broken))

    def on_change(self, stream: str, change: Change[Any]) -> None:
        """A change is on disk: act on its consequences."""
        if isinstance(change.state, HouseTable):
            held = self._handler.streams.held(stream)
            if held is not None:
                self._plan(held)
        elif isinstance(change.state, HouseJackpot) and self._handler.owners.is_ours(stream):
            link = change.state
            if any(isinstance(event, hj.LinkFailed) for event in change.events):
                self._start(self._pass_on_failure(link.name, link.tables))
            elif link.failed is None and (broken := imbalance(link.meter)) is not None:
                self._start(self._lose(link.name, broken))

    def _plan(self, table: Stream[HouseTable]) -> None:
        """Schedule the next look at a table."""
        state = table.state
        if not state.unattended or not self._is_ours(table):
            return
        due = None if state.timer is None or state.paused else self._due_at(state, state.timer)
        act = bot_act(state)
        if act is not None:
            soon = self._handler.now() + timedelta(seconds=act.seconds)
            due = soon if due is None else min(due, soon)
        if due is None:
            return
        heapq.heappush(self._due, (due, state.name))
        self._wake.set()

    def _is_ours(self, table: Stream[HouseTable]) -> bool:
        return self._handler.owners.is_ours(group_of(table))

    def _due_at(self, state: HouseTable, timer: Timer) -> datetime:
        """By this process's clock: no timer waits longer than it was set for, whatever the time was
        at another process or before a clock was corrected."""
        known = self._timers.get(state.name)
        if known is None or known[0] != timer:
            due, step = timer.due, next_step(state)
            if step is not None and isinstance(step[1], int):
                due = min(due, self._handler.now() + timedelta(seconds=step[1]))
            known = self._timers[state.name] = timer, due
        return known[1]

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            now = self._handler.now()
            while self._due and self._due[0][0] <= now:
                _, name = heapq.heappop(self._due)
                if name not in self._busy:
                    self._busy.add(name)
                    self._start(self._run_due_step(name))
            self._wake.clear()
            wait = (self._due[0][0] - now).total_seconds() if self._due else None
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # `wait_for` can swallow a cancellation
                    await self._wake.wait()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run_due_step(self, name: str) -> None:
        """Do what is due at a table, if it still is."""
        try:
            await self._act(name)
        except (Refused, HouseRefused) as refused:
            if refused.refusal.code is not HouseCode.DAY_CLOSED:  # until the next day begins
                log.warning("refused", extra={"table": name, "reason": str(refused)})
            self._again(name)
        except (VersionConflict, Contended):
            self._again(name)
        except (StoreUnavailable, BrokenStream, BrokenMeter) as error:
            log.error("table stands still", extra={"table": name, "reason": str(error)})
            self._again(name)
        finally:
            self._busy.discard(name)

    def _again(self, name: str) -> None:
        heapq.heappush(self._due, (self._handler.now() + RETRY, name))
        self._wake.set()

    async def _act(self, name: str) -> None:
        table = await self._handler.streams.table(name)
        if not self._is_ours(table):
            return
        state, timer = table.state, table.state.timer
        act = bot_act(state)
        if act is not None:
            await self._give(table, act.actor, act.command, "bot")
        elif (
            timer is not None
            and state.paused is None
            and self._due_at(state, timer) <= self._handler.now()
        ):
            for actor, command in step_commands(state):
                await self._give(table, actor, command, timer.step.value)
        self._plan(await self._handler.streams.table(name))

    async def _give(
        self, table: Stream[HouseTable], actor: Actor, command: AnyCommand, step: str
    ) -> None:
        """One act; its key contains the table's version, so only one process can do it."""
        version = table.head.version
        key = f"{step}:{table.state.name}:{version}"
        await self._handler.command(table.state.name, command, actor, key, Expected(version))

    async def _lose(self, jackpot: str, broken: str) -> None:
        """A meter does not add up: its link is down from now on."""
        try:
            link = await self._handler.streams.jackpot(jackpot)
            await self._handler.fail_link(BrokenLink(link.state, broken))
        except (StoreUnavailable, Contended) as error:
            log.error("broken meter", extra={"jackpot": jackpot, "reason": str(error)})

    async def _pass_on_failure(self, jackpot: str, tables: tuple[str, ...]) -> None:
        """A link is down: each linked table has a jackpot failure (CSP 5.17, 5.18)."""
        link = await self._handler.streams.jackpot(jackpot)
        for name in tables:
            report = c.Report(irregularity=Irregularity.JACKPOT_FAILURE, by=HOUSE_MANAGER)
            key = f"link-failed:{jackpot}:{link.stored.failures}:{name}"
            try:
                await self._handler.command(name, report, HOUSE_MANAGER, key)
            except (Refused, HouseRefused, StoreUnavailable, Contended) as error:
                log.error("link failure not passed on", extra={"table": name, "reason": str(error)})
