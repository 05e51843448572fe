"""What has to stand in the log next: the events of commands that were decided anew."""

from collections import deque
from collections.abc import Iterable

from croupier.house import events as h
from croupier.house.log.records import Record
from croupier.house.proof.wrong import Wrong
from croupier.house.streams.stream import BrokenStream


class Expected:
    """Events by the stream that they belong to and the command that causes them."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[str, str], deque[h.LogEvent]] = {}
        self._alone: dict[tuple[str, str], deque[h.LogEvent]] = {}
        """What commands meant that take two people now, in logs from before."""

    def expect(self, stream: str, command: str, events: Iterable[h.LogEvent]) -> None:
        self._waiting[stream, command] = deque(events)

    def expect_alone(self, record: Record, events: Iterable[h.LogEvent]) -> None:
        """Instead, where no proposal follows: one person was enough then."""
        self._alone[record.stream, record.command] = deque(events)

    def drop(self, command: str) -> None:
        """Whatever follows from the command, it is not waited for."""
        for key in [one for one in self._waiting if one[1] == command]:
            del self._waiting[key]

    def demand_complete(self, stream: str) -> None:
        """What a decision rests on stands before it in the log of the house."""
        for other, command in self._waiting:
            if other == stream:
                raise BrokenStream(f"it stands between command {command} and what that caused")

    def compare(self, record: Record, event: h.LogEvent) -> None:
        """The record is what the rules make of its command."""
        key = (record.stream, record.command)
        if not isinstance(event, h.CommandGiven):
            alone = self._alone.pop(key, None)
            if alone is not None and not isinstance(event, h.Proposed):
                self._waiting[key] = alone
        self._demand_turn(record)
        waiting = self._waiting.get(key)
        if not waiting:
            raise _wrong(record, "no command in the log leads to this event")
        wanted = waiting.popleft()
        if not waiting:
            del self._waiting[key]
        if not _same(wanted, event):
            tag = wanted.__struct_config__.tag
            raise _wrong(record, f"the rules lead to another event here: {tag}, {wanted}")

    def _demand_turn(self, record: Record) -> None:
        """A command writes to its streams one after another, to its own first."""
        for stream, command in self._waiting:
            if command == record.command:
                if stream != record.stream:
                    raise _wrong(record, f"stands before what its command did to {stream}")
                return

    def finish(self) -> None:
        """Nothing that follows from a command is missing."""
        for stream, _ in self._waiting:
            raise Wrong(stream, "events that follow from its last command are missing")


def _same(wanted: h.LogEvent, event: h.LogEvent) -> bool:
    """Seeds are drawn and not decided: they are proved when they are opened."""
    if isinstance(event, h.ShuffleCommitted | h.ShuffleOpened):
        return type(wanted) is type(event) and wanted.round == event.round
    return wanted == event


def _wrong(record: Record, problem: str) -> Wrong:
    return Wrong.at(record.stream, record.version, problem)
