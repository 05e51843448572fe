"""Supervises a running house: records its start and stop, watches clock, program and alarms."""

import asyncio
import logging
import os
import shutil
import socket
from collections.abc import Callable, Coroutine, Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from croupier.house.app import program
from croupier.house.app.alarms import Observation, due
from croupier.house.app.clock import STEP_SECONDS, ClockWatch
from croupier.house.app.house import House
from croupier.house.app.ownership import group_of
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import Department
from croupier.house.model.cage.state import Cage
from croupier.house.model.operation import events as o
from croupier.house.model.operation.state import Operation
from croupier.house.model.table.state import HouseTable
from croupier.house.operate.approved_programs import Approved
from croupier.house.operate.backup import CopyFailed, copy_now
from croupier.house.operate.config import Config, described
from croupier.house.operate.data_folder import BACKUPS_NAME, heads_path, proof_environment
from croupier.house.operate.publishing import Places, Publisher
from croupier.house.operate.webhooks import Webhooks
from croupier.house.read.proof.running import Outcome, SelfCheck, verify_regularly
from croupier.house.store.schema import REVISION
from croupier.money import Cents
from croupier.version import __version__

CLOCK_SECONDS = 1.0
ALARM_SECONDS = 15.0

log = logging.getLogger("croupier.operation")


class SupervisorSettings(Struct, frozen=True, kw_only=True):
    """How a house is supervised; from its settings."""

    url: str
    data: Path | None = None
    settings: Mapping[str, str] = {}
    large_win: Cents = 10_000_00
    verify_hours: float = 24.0
    backup_hours: float = 0.0
    backup_keep: int = 14
    places: Places = Places("Croupier", minutes=0)
    """Where heads of the log go."""


class Supervisor:
    """What one server process writes to the operation stream."""

    def __init__(
        self, house: House, settings: SupervisorSettings, clock: ClockWatch | None = None
    ) -> None:
        self.house = house
        self.settings = settings
        self.process = f"{socket.gethostname()}:{os.getpid()}"
        self.program_changed: tuple[str, ...] = ()
        self.log_sound = True
        self.publisher = Publisher(house, settings.places, self.record)
        self._clock = clock or ClockWatch()
        self._files = program.manifest()
        self._opened = house.handler.now()
        self._keys = count(1)
        self._tasks: list[asyncio.Task[None]] = []
        self._matters: dict[str, datetime] = {}
        self._payments: dict[str, datetime] = {}

    async def open(self, found: "SelfCheck | None" = None) -> None:
        """Record the opening of the house and the result of its self-check."""
        await self._look_at_clock()
        if found is not None:
            await self.checked(whole=False, records=found.records, findings=found.findings)
        self.house.handler.large_win = self.settings.large_win
        await self.record(self._open)
        self.house.before_stop.append(self.close)
        self.house.handler.streams.listen(self.publisher.on_change, Cage)
        for work in (
            self._watch_clock(),
            self._watch_alarms(),
            self._copy_regularly(),
            self.publisher.run(),
        ):
            self._begin(work)
        if self.settings.data is not None:
            self._begin(Webhooks(self.house, self.settings.data).run())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.record(lambda state, at: (o.HouseStopped(self.process),))

    async def checked(self, *, whole: bool, records: int, findings: tuple[str, ...]) -> None:
        """Record the result of a check; with the whole log, the program is checked too."""
        self.log_sound = not findings
        if whole:
            now = await asyncio.to_thread(program.manifest)
            self.program_changed = tuple(sorted(program.changed(self._files, now)))
        await self.record(lambda state, at: (o.LogChecked(whole, records, findings[:20]),))
        await self.look_at_alarms()

    async def record(self, decide: Callable[[Operation, datetime], tuple[Any, ...]]) -> None:
        """Record it; if the store is unavailable, that goes to the process log."""
        key = f"operation:{self.process}:{self._opened.timestamp()}:{next(self._keys)}"
        try:
            await self.house.handler.record(Department.OPERATION, decide, None, key)
        except StoreUnavailable as error:
            self.house.metrics.store_available = False
            log.warning("not written down", extra={"reason": str(error)})

    def also(self, task: "asyncio.Task[None]") -> None:
        """Further tasks that end with the house."""
        self._tasks.append(task)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    def _open(self, state: Operation, at: datetime) -> tuple[o.HouseOpened, ...]:
        return (
            o.HouseOpened(
                __version__,
                self.process,
                program.digest(self._files),
                program.changed(state.files, self._files),
                REVISION,
                self.settings.settings,
                self.settings.large_win,
                sessions=True,
                shoes_by_two=True,
                shoes_asked_again=True,
            ),
        )

    # Clock

    async def _look_at_clock(self) -> None:
        """Whether the clock is behind the newest record."""
        last = await self.house.store.last_at()
        if last is None:
            return
        behind = (self.house.handler.now() - last).total_seconds()
        if behind < -STEP_SECONDS:
            stepped = o.ClockStepped(self.process, round(behind, 3), at_start=True)
            await self.record(lambda state, at: (stepped,))

    async def _watch_clock(self) -> None:
        while True:
            await asyncio.sleep(CLOCK_SECONDS)
            seconds = self._clock.step()
            if seconds is not None:
                self.house.metrics.clock_stepped()
                stepped = o.ClockStepped(self.process, round(seconds, 3))
                await self.record(lambda state, at, stepped=stepped: (stepped,))  # type: ignore[misc]

    # Alarms

    async def _watch_alarms(self) -> None:
        while True:
            await asyncio.sleep(ALARM_SECONDS)
            await self.look_at_alarms()

    async def look_at_alarms(self) -> None:
        """Raise the alarms that are due, clear those that no longer are.

        Another process may see what this one does not: what it has raised it clears itself.
        """
        try:
            stream = await self.house.handler.streams.department(Department.OPERATION)
            self.house.metrics.store_available = await self.house.writable()
        except StoreUnavailable:
            self.house.metrics.store_available = False
        if not self.house.metrics.store_available:
            return
        standing = due(self.observe(stream.stored))
        owners = self.house.handler.owners

        def decide(state: Operation, at: datetime) -> tuple[Any, ...]:
            raised = [
                o.AlarmRaised(name.value, text, owners.process)
                for name, text in standing.items()
                if name.value not in state.alarms
            ]
            known = {name.value for name in standing}
            cleared = [
                o.AlarmCleared(name)
                for name, alarm in state.alarms.items()
                if name not in known
                and (alarm.process == owners.process or not owners.is_alive(alarm.process))
            ]
            return (*raised, *cleared)

        if decide(stream.stored, self._opened):
            await self.record(decide)

    def observe(self, state: Operation) -> Observation:
        """The present state of the house, with the tables that this process owns."""
        now = self.house.handler.now()
        tables = {
            stream.name: stream.stored
            for stream in self.house.handler.streams.all_held()
            if stream.name.startswith(("table:", "jackpot:"))
            and self.house.handler.owners.is_ours(group_of(stream))
        }
        self._matters = _since(
            self._matters,
            [name for name, one in tables.items() if _matters(one)],
            now,
        )
        waiting = [name for name, one in tables.items() if _unreleased(one)]
        self._payments = _since(self._payments, waiting, now)
        people = self.house.handler.streams.held(Department.PEOPLE)
        return Observation(
            now=now,
            opened=self._opened,
            log_sound=self.log_sound,
            last_clean=state.last_clean,
            verify_hours=self.settings.verify_hours,
            program_changed=self.program_changed,
            last_step=state.last_step,
            clock_error=self.house.handler.owners.clock_error,
            links_down=tuple(
                name.partition(":")[2]
                for name, one in sorted(tables.items())
                if getattr(one, "failed", None) is not None
            ),
            matters=self._matters,
            payments=self._payments,
            last_backup=state.last_backup,
            backup_hours=self.settings.backup_hours,
            disk_free=_disk_free(self.settings.data),
            unpublished=dict(self.publisher.failing),
            devices={} if people is None else people.stored.devices_in_doubt(now),
        )

    # Backups

    async def _copy_regularly(self) -> None:
        """Into the folder `backups` beside the data, as often as the settings say."""
        if self.settings.backup_hours <= 0 or self.settings.data is None:
            return
        folder = self.settings.data / BACKUPS_NAME
        while True:
            await asyncio.sleep(self.settings.backup_hours * 3600)
            try:
                made = await asyncio.to_thread(
                    copy_now, self.settings.url, folder, self.settings.backup_keep
                )
            except CopyFailed as failed:
                log.error("no backup", extra={"reason": str(failed)})
                continue
            event = o.BackupMade(made.file, made.records)
            await self.record(lambda state, at, event=event: (event,))  # type: ignore[misc]


def _since(
    known: Mapping[str, datetime], now_seen: list[str], now: datetime
) -> dict[str, datetime]:
    return {name: known.get(name, now) for name in now_seen}


def _matters(state: Any) -> bool:
    """Whether a report is waiting at a table."""
    return isinstance(state, HouseTable) and bool(state.game.matters)


def _unreleased(state: Any) -> bool:
    """Whether a win is still to be verified; one that is released waits for whoever collects it."""
    return any(one.slip is None for one in getattr(state, "payables", ()))


def _disk_free(data: Path | None) -> int | None:
    if data is None:
        return None
    try:
        return shutil.disk_usage(data).free
    except OSError:
        return None


_SECRET = ("key", "password", "secret", "token", "database", "webhook")
"""Parts of the names of settings whose values are never recorded."""


async def supervise(
    house: House,
    config: Config,
    url: str,
    data: Path | None,
    found: SelfCheck,
    approved: Approved | None = None,
) -> Supervisor:
    """Record that the house is open, and supervise it until it stops."""
    settings = supervisor_settings(config, url, data)
    held_to = "no list" if approved is None else approved.digest
    settings = structs.replace(settings, settings={**settings.settings, "approved_list": held_to})
    supervisor = Supervisor(house, settings)
    await supervisor.open(found)

    async def noted(outcome: Outcome) -> None:
        await supervisor.checked(
            whole=outcome.whole, records=outcome.records, findings=outcome.findings
        )

    supervisor.also(
        asyncio.create_task(
            verify_regularly(url, config.verify_hours, noted, proof_environment(config, data))
        )
    )
    return supervisor


def supervisor_settings(config: Config, url: str, data: Path | None) -> SupervisorSettings:
    return SupervisorSettings(
        url=url,
        data=data,
        settings=public_settings(config),
        large_win=config.large_win,
        verify_hours=config.verify_hours,
        backup_hours=config.backup_hours,
        backup_keep=config.backup_keep,
        places=_places(config, data),
    )


def _places(config: Config, data: Path | None) -> Places:
    return Places(
        house=config.title,
        minutes=config.heads_minutes,
        file=heads_path(config, data),
        webhook=config.heads_webhook,
        witness=config.heads_witness,
        token=config.heads_witness_token,
    )


def public_settings(config: Config) -> dict[str, str]:
    """The settings as they may be shown; of secrets only whether they are set."""
    return {
        name: ("set" if value else "not set") if _is_secret(name) else str(value)
        for name, value in described(config).items()
    }


def _is_secret(name: str) -> bool:
    return any(part in name for part in _SECRET)
