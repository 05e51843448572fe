"""The running of the house as the fold of its stream."""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

from msgspec import Struct, structs

from croupier.house.model.operation import events as o
from croupier.house.model.operation.events import PublishedHead
from croupier.money import Cents

replace = structs.replace

HEADS_KEPT = 50


class Checked(Struct, frozen=True):
    """What the last look at the log came to."""

    at: datetime
    records: int
    clean: bool


class Alarm(Struct, frozen=True):
    """Something that somebody has to look after."""

    name: str
    since: datetime
    text: str
    process: str | None = None


class Operation(Struct, frozen=True):
    """What is known of the program over time."""

    version: str | None = None
    program: str | None = None
    files: Mapping[str, str] = {}
    """SHA-256 of every file of the program, as at the last start."""
    large_win: Cents = 10_000_00
    last_at: datetime | None = None
    opened: datetime | None = None
    running: Mapping[str, datetime] = {}
    """Processes that opened the house and have not said that they stopped."""
    checked_new: Checked | None = None
    checked_whole: Checked | None = None
    last_clean: datetime | None = None
    """The last time that the whole log was found in order."""
    last_step: datetime | None = None
    last_backup: datetime | None = None
    last_archive: datetime | None = None
    sessions: bool = False
    """Whoever signs names the session in which they act."""
    shoes_by_two: bool = False
    """The token of a shoe takes two people."""
    shoes_asked_again: bool = False
    """Also when it is made."""
    key: str | None = None
    """The id of the key in use, once it was changed."""
    alarms: Mapping[str, Alarm] = {}
    heads: tuple[PublishedHead, ...] = ()
    """The last that were published, oldest first, with the signatures of witnesses."""
    filed: tuple[int, ...] = ()
    """Of the last that were to go to a file, the records that they name."""
    seen: Mapping[str, PublishedHead] = {}
    """The last head of each other house that this one signed, by the token it came with."""


def evolve(operation: Operation, event: o.OperationEvent, at: datetime) -> Operation:
    """After an event of the stream."""
    return replace(_after(operation, event, at), last_at=at)


def _after(operation: Operation, event: o.OperationEvent, at: datetime) -> Operation:
    match event:
        case o.HouseOpened():
            return _opened(operation, event, at)
        case o.HouseStopped(process=process):
            running = {name: since for name, since in operation.running.items() if name != process}
            return replace(operation, running=running)
        case o.LogChecked():
            return _checked(operation, event, at)
        case o.ClockStepped():
            return replace(operation, last_step=at)
        case o.BackupMade():
            return replace(operation, last_backup=at)
        case o.ArchiveMade():
            return replace(operation, last_archive=at)
        case o.KeyChanged(key=key):
            return replace(operation, key=key)
        case o.HeadPublished(head=head, file=file):
            filed = (*operation.filed, head.seq) if file else operation.filed
            heads = (*operation.heads, head)[-HEADS_KEPT:]
            return replace(operation, heads=heads, filed=filed[-HEADS_KEPT:])
        case o.HeadWitnessed():
            return replace(operation, heads=_witnessed(operation.heads, event))
        case o.HeadSeen(token=token, head=head, signed=signed):
            seen = replace(head, witnesses=(signed,))
            return replace(operation, seen={**operation.seen, token: seen})
        case o.HeadRefused() | o.SumsRepaired():
            return operation
        case o.AlarmRaised(alarm=name, text=text, process=process):
            raised = Alarm(name, at, text, process)
            return replace(operation, alarms={**operation.alarms, name: raised})
        case o.AlarmCleared(alarm=name):
            left = {key: one for key, one in operation.alarms.items() if key != name}
            return replace(operation, alarms=left)
        case _:
            assert_never(event)


def _witnessed(
    heads: tuple[PublishedHead, ...], event: o.HeadWitnessed
) -> tuple[PublishedHead, ...]:
    """A witness signs a head once."""
    return tuple(
        replace(
            head,
            witnesses=(
                *(one for one in head.witnesses if one.house != event.witness.house),
                event.witness,
            ),
        )
        if head.seq == event.seq
        else head
        for head in heads
    )


def _opened(operation: Operation, event: o.HouseOpened, at: datetime) -> Operation:
    files = {**operation.files, **event.files}
    return replace(
        operation,
        version=event.version,
        program=event.program or None,
        files={name: digest for name, digest in files.items() if digest is not None},
        large_win=event.large_win,
        sessions=operation.sessions or event.sessions,
        shoes_by_two=operation.shoes_by_two or event.shoes_by_two,
        shoes_asked_again=operation.shoes_asked_again or event.shoes_asked_again,
        opened=at,
        running={**operation.running, event.process: at},
    )


def _checked(operation: Operation, event: o.LogChecked, at: datetime) -> Operation:
    checked = Checked(at, event.records, not event.findings)
    if not event.whole:
        return replace(operation, checked_new=checked)
    last_clean = at if checked.clean else operation.last_clean
    return replace(operation, checked_whole=checked, last_clean=last_clean)
