"""What happens to the program that runs a house: names and meanings are a public format."""

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from croupier.money import Cents


class _Event(Struct, frozen=True, tag_field="event"):
    """Time and signature are on the record that carries it."""


class HouseOpened(_Event, frozen=True, tag="house_opened"):
    """A server process began to serve."""

    version: str
    process: str = ""
    """Machine and number of the process."""
    program: str = ""
    """SHA-256 over all files of the installed program."""
    files: Mapping[str, str | None] = {}
    """SHA-256 of each file that is not as at the last start; none for one that is gone."""
    schema: str = ""
    settings: Mapping[str, str] = {}
    """Without secrets."""
    large_win: Cents = 10_000_00
    """From this amount on a win is listed among what matters."""


class HouseStopped(_Event, frozen=True, tag="house_stopped"):
    """A server process stopped in good order."""

    process: str


class LogChecked(_Event, frozen=True, tag="log_checked"):
    """The log was looked at: what is new, or replayed whole."""

    whole: bool
    records: int
    findings: tuple[str, ...] = ()


class ClockStepped(_Event, frozen=True, tag="clock_stepped"):
    """The clock of a server was set, or stood before the last record when the house opened."""

    process: str
    seconds: float
    """Forward, or backward below zero."""
    at_start: bool = False


class BackupMade(_Event, frozen=True, tag="backup_made"):
    file: str
    records: int


class ArchiveMade(_Event, frozen=True, tag="archive_made"):
    """Old records were written to a file and taken out of the database."""

    file: str
    digest: str
    """SHA-256 of the file."""
    records: int
    until: datetime
    """Every record in it is older."""
    marker: str = ""
    """SHA-256 of the marker from which the database now begins."""


class AlarmRaised(_Event, frozen=True, tag="alarm_raised"):
    alarm: str
    text: str


class AlarmCleared(_Event, frozen=True, tag="alarm_cleared"):
    alarm: str


OperationEvent = (
    HouseOpened
    | HouseStopped
    | LogChecked
    | ClockStepped
    | BackupMade
    | ArchiveMade
    | AlarmRaised
    | AlarmCleared
)
