"""What happens to the program that runs a house: names and meanings are a public format."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from croupier.house.model.cage.day import GamingDay
from croupier.money import Cents

Hexadecimal = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
KeyId = Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
HouseName = Annotated[str, Meta(min_length=1, max_length=60)]


class Witness(Struct, frozen=True):
    """A second house has seen a head, and signs that it has."""

    house: HouseName
    at: datetime
    key: KeyId
    mac: Hexadecimal
    """HMAC-SHA256 under the witness's own key: it can tell its own from others."""


class PublishedHead(Struct, frozen=True):
    """Where the log of a house stood."""

    house: HouseName
    seq: Annotated[int, Meta(ge=1, le=2**62)]
    digest: Hexadecimal
    """Of all streams, as in an `Anchor`: anybody who has the log can work it out."""
    link: Annotated[str, Meta(pattern=r"^[0-9a-f]{8}:[0-9a-f]{64}\Z")]
    """Of the keyed chain at that record: looked up at once, and only the house can make it."""
    at: datetime
    key: KeyId
    mac: Hexadecimal
    witnesses: Annotated[tuple[Witness, ...], Meta(max_length=16)] = ()


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
    sessions: bool = False
    """From here on whoever signs acts within a session, and names it; older programs did not."""
    shoes_by_two: bool = False
    """From here on the token of a shoe takes two people; older programs let one make it."""
    shoes_asked_again: bool = False
    """From here on both are asked about when it is made, too; older programs asked when it was
    approved."""


def calendar_of(opened: HouseOpened, before: GamingDay) -> GamingDay:
    """By which calendar the house goes from then on; what is not said stays."""
    return GamingDay(
        opened.settings.get("time_zone", before.time_zone),
        opened.settings.get("day_starts", before.starts),
    )


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


class SumsRepaired(_Event, frozen=True, tag="sums_repaired"):
    """Sums in the database that were broken were worked out again from the log."""

    accounts: tuple[str, ...]
    results: tuple[str, ...]
    """Player and gaming day."""


class KeyChanged(_Event, frozen=True, tag="key_changed"):
    """The records after this one are chained under another key; it stands under the old one."""

    key: str
    """The id of the new key."""
    before: str


class HeadPublished(_Event, frozen=True, tag="head_published"):
    """Where the log stood was said to the world; its signature is in it."""

    head: PublishedHead
    file: bool = False
    """Whether it was to go to a file of the house's own."""


class HeadWitnessed(_Event, frozen=True, tag="head_witnessed"):
    """A second house signed that it has seen a head of this one."""

    seq: int
    witness: Witness


class HeadSeen(_Event, frozen=True, tag="head_seen"):
    """This house signed, as a witness, a head of another."""

    token: str
    """By which the other one came."""
    head: PublishedHead
    signed: Witness


class HeadRefused(_Event, frozen=True, tag="head_refused"):
    """Another house showed a head that contradicts one that it showed before."""

    token: str
    head: PublishedHead
    before: int


class AlarmRaised(_Event, frozen=True, tag="alarm_raised"):
    alarm: str
    text: str
    process: str | None = None
    """Of several that serve the house, the one that saw it: it also sees when it is over."""


class AlarmCleared(_Event, frozen=True, tag="alarm_cleared"):
    alarm: str


OperationEvent = (
    HouseOpened
    | HouseStopped
    | LogChecked
    | ClockStepped
    | BackupMade
    | ArchiveMade
    | SumsRepaired
    | KeyChanged
    | HeadPublished
    | HeadWitnessed
    | HeadSeen
    | HeadRefused
    | AlarmRaised
    | AlarmCleared
)
