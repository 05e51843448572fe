"""Alarms: what each means, what to do, and when it is raised."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct


class Name(StrEnum):
    """The name of an alarm in the log, in `/api/alarms` and in the metrics."""

    STORE_UNAVAILABLE = "store-unavailable"
    LOG_NOT_SOUND = "log-not-sound"
    VERIFICATION_OVERDUE = "verification-overdue"
    PROGRAM_CHANGED = "program-changed"
    CLOCK_STEPPED = "clock-stepped"
    CLOCK_WRONG = "clock-wrong"
    LINK_DOWN = "link-down"
    MATTER_WAITING = "matter-waiting"
    PAYMENT_WAITING = "payment-waiting"
    BACKUP_OVERDUE = "backup-overdue"
    DISK_LOW = "disk-low"
    HEAD_NOT_PUBLISHED = "head-not-published"
    DEVICE_IN_DOUBT = "device-in-doubt"


class Meaning(Struct, frozen=True):
    """For the person called at night."""

    means: str
    do: str


MEANINGS: Mapping[Name, Meaning] = {
    Name.STORE_UNAVAILABLE: Meaning(
        "The database cannot be reached or written. Nothing is acknowledged, nothing is lost.",
        "Look at the disk and the database server; play goes on by itself once it is back.",
    ),
    Name.LOG_NOT_SOUND: Meaning(
        "A check of the log found a record, posting or balance that does not follow from the rest.",
        "Stop the house, keep the database as it is, run 'croupier verify' and call the auditor.",
    ),
    Name.VERIFICATION_OVERDUE: Meaning(
        "The log was not proved for twice as long as the settings say.",
        "Run 'croupier verify'; if it takes longer than a day, give it a machine of its own.",
    ),
    Name.PROGRAM_CHANGED: Meaning(
        "A file of the program is not as it was when the house opened.",
        "Find out who changed it. Install the approved program again and restart the house.",
    ),
    Name.CLOCK_STEPPED: Meaning(
        "The clock of a server was set by more than two seconds within the last day.",
        "See that the time service runs. The house gives way to the new time by six seconds a "
        "minute and plays on; to have it at once, start the house again when the clock is right.",
    ),
    Name.CLOCK_WRONG: Meaning(
        "The clock of a server differs from the database's by more than two seconds. It decides "
        "nothing; the others serve its tables.",
        "See that the time service runs there and on the database's machine, then start it again.",
    ),
    Name.LINK_DOWN: Meaning(
        "A jackpot is out of service; its tables take no jackpot wagers.",
        "Find the cause; a shift manager restores the link, then takes wagers at each table.",
    ),
    Name.MATTER_WAITING: Meaning(
        "A report at a table has waited for a decision for more than ten minutes.",
        "Send the official whom the rules name for it to the table.",
    ),
    Name.PAYMENT_WAITING: Meaning(
        "A jackpot payment has waited for its second person for more than an hour.",
        "A pit supervisor and a second person confirm it at the pit page.",
    ),
    Name.BACKUP_OVERDUE: Meaning(
        "No backup was made for twice as long as the settings say.",
        "Look at the space in the data folder; run 'croupier backup' by hand.",
    ),
    Name.DISK_LOW: Meaning(
        "Less than one gigabyte is free where the house keeps its data.",
        "Free space now: when the disk is full, no command is acknowledged any more.",
    ),
    Name.HEAD_NOT_PUBLISHED: Meaning(
        "Where the log stands could not be written or sent to a place that the settings name.",
        "See whether the file can be written and the addresses answer; it is tried again. If the "
        "second house says that the head contradicts an earlier one, call the auditor.",
    ),
    Name.DEVICE_IN_DOUBT: Meaning(
        "Somebody who made or approved the token of a device was suspended, reset or lost the "
        "role. It ends a day later, unless somebody else vouches for it.",
        "Look at the device; then vouch for its token on the page of devices, or revoke it.",
    ),
}

DISK_BYTES_MIN = 1 << 30
STEP_HOURS = 24
MATTER_MINUTES = 10
PAYMENT_MINUTES = 60


class Observation(Struct, frozen=True, kw_only=True):
    """What the supervisor sees at one moment."""

    now: datetime
    opened: datetime
    store_available: bool = True
    log_sound: bool = True
    last_clean: datetime | None = None
    verify_hours: float = 24.0
    program_changed: tuple[str, ...] = ()
    last_step: datetime | None = None
    clock_error: timedelta = timedelta()
    """By how much the clock differs from the database's, if that is too much."""
    links_down: tuple[str, ...] = ()
    matters: Mapping[str, datetime] = {}
    """Open matters by table, and when each was first seen."""
    payments: Mapping[str, datetime] = {}
    last_backup: datetime | None = None
    backup_hours: float = 0.0
    disk_free: int | None = None
    unpublished: Mapping[str, str] = {}
    """Places to which no head of the log can be delivered, and why."""
    devices: Mapping[str, datetime] = {}
    """Devices whose tokens are in doubt, and when the tokens end."""


def due(seen: Observation) -> dict[Name, str]:
    """The alarms that are due, each with the exact reason."""
    found: dict[Name, str] = {}
    if not seen.store_available:
        found[Name.STORE_UNAVAILABLE] = "the database does not answer"
    if not seen.log_sound:
        found[Name.LOG_NOT_SOUND] = "the last check found something wrong"
    if _older(seen.last_clean or seen.opened, seen.now, 2 * seen.verify_hours):
        found[Name.VERIFICATION_OVERDUE] = f"last proved: {seen.last_clean or 'never'}"
    if seen.program_changed:
        found[Name.PROGRAM_CHANGED] = ", ".join(seen.program_changed[:10])
    if seen.last_step is not None and not _older(seen.last_step, seen.now, STEP_HOURS):
        found[Name.CLOCK_STEPPED] = f"at {seen.last_step.isoformat()}"
    if seen.clock_error:
        found[Name.CLOCK_WRONG] = f"by {seen.clock_error.total_seconds():.0f} seconds"
    if seen.links_down:
        found[Name.LINK_DOWN] = ", ".join(seen.links_down)
    if late := _late(seen.matters, seen.now, MATTER_MINUTES):
        found[Name.MATTER_WAITING] = late
    if late := _late(seen.payments, seen.now, PAYMENT_MINUTES):
        found[Name.PAYMENT_WAITING] = late
    if _older(seen.last_backup or seen.opened, seen.now, 2 * seen.backup_hours):
        found[Name.BACKUP_OVERDUE] = f"last backup: {seen.last_backup or 'none'}"
    if seen.disk_free is not None and seen.disk_free < DISK_BYTES_MIN:
        found[Name.DISK_LOW] = f"{seen.disk_free >> 20} MiB free"
    if seen.unpublished:
        places = (f"{place}: {why}" for place, why in sorted(seen.unpublished.items()))
        found[Name.HEAD_NOT_PUBLISHED] = "; ".join(places)
    if seen.devices:
        ends = (f"{name} until {end.isoformat()}" for name, end in sorted(seen.devices.items()))
        found[Name.DEVICE_IN_DOUBT] = ", ".join(ends)
    return found


def _older(then: datetime, now: datetime, hours: float) -> bool:
    """Whether it is longer ago than this; 0 hours means never."""
    return hours > 0 and now - then > timedelta(hours=hours)


def _late(since: Mapping[str, datetime], now: datetime, minutes: int) -> str:
    patience = timedelta(minutes=minutes)
    return ", ".join(sorted(place for place, then in since.items() if now - then > patience))
