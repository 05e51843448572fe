"""What a proof finds wrong, and the sentence that says so."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from croupier.house.log.event_store import CardsClosed, Unreadable
from croupier.house.log.stream import BrokenStream
from croupier.house.model.records import Record
from croupier.house.model.refusals import HouseRefused
from croupier.jackpot.meter import BrokenMeter
from croupier.refusal import Refused


class Wrong(Exception):
    """The first thing found wrong: where, and what."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")

    @classmethod
    def at(cls, stream: str, version: int, problem: str) -> "Wrong":
        """In one record of a stream."""
        return cls(f"{stream} version {version}", problem)


EACH = 5
"""The most findings of one kind that are listed; of the others only the number is given."""
PLACES = 20
"""The most streams listed whose records do not follow."""

_UNFIT = (
    *(BrokenStream, BrokenMeter, Refused, HouseRefused, CardsClosed, msgspec.MsgspecError),
    *(ValueError, TypeError, LookupError, AttributeError, AssertionError),
)


class Findings:
    """What was found wrong, in the order in which it was found."""

    def __init__(self) -> None:
        self._named: list[str] = []
        self._count: Counter[str] = Counter()
        self._listed: Counter[str] = Counter()

    def note(self, kind: str, found: Wrong, most: int = EACH) -> None:
        """`kind`: what was being checked."""
        self._count[kind] += 1
        if self._count[kind] <= most:
            self._listed[kind] += 1
            self._named.append(str(found))

    def note_all(self, kind: str, found: Iterable[Wrong]) -> None:
        for one in found:
            self.note(kind, one)

    def take(self, others: "Findings") -> None:
        """What was found in another part of the log."""
        self._named += others._named
        self._count.update(others._count)
        self._listed.update(others._listed)

    def looking(self, kind: str) -> "Looking":
        """What is wrong here ends this check and no other."""
        return Looking(self, kind)

    def __bool__(self) -> bool:
        return bool(self._named)

    def __iter__(self) -> Iterator[str]:
        yield from self._named
        for kind, count in self._count.items():
            if count > self._listed[kind]:
                yield f"{kind}: {count - self._listed[kind]} more like these"


class Looking:
    """One check. A proof makes several of every record, and a generator as a context manager takes
    longer than most of them."""

    __slots__ = ("_findings", "_kind")

    def __init__(self, findings: Findings, kind: str) -> None:
        self._findings, self._kind = findings, kind

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        if error is None:
            return False
        if isinstance(error, Wrong):
            found = error
        elif isinstance(error, Unreadable):
            found = Wrong("store", str(error))
        elif isinstance(error, _UNFIT):
            found = Wrong(self._kind, f"what is kept there cannot be read: {error!r}")
        else:
            return False
        self._findings.note(self._kind, found)
        return True


class Noted:
    """What of a record does not follow is noted, and the proof continues."""

    __slots__ = ("_found", "_record", "failed")

    def __init__(self, record: Record, found: list[Wrong]) -> None:
        self._record, self._found = record, found
        self.failed = False
        """Whether the last thing that was tried went wrong."""

    def __enter__(self) -> None:
        self.failed = False

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        if error is None:
            return False
        if isinstance(error, Wrong):
            self._found.append(error)
        elif (problem := _problem(error)) is not None:
            self._found.append(Wrong.at(self._record.stream, self._record.version, problem))
        else:
            return False
        self.failed = True
        return True


def _problem(error: BaseException) -> str | None:
    """In words, if it is one of a record."""
    if isinstance(error, BrokenStream | BrokenMeter):
        return str(error)
    if isinstance(error, Refused | HouseRefused):
        return f"the rules refuse this command: {error}"
    if isinstance(error, msgspec.MsgspecError):
        return f"no event of this program: {error}"
    if isinstance(error, LookupError | AttributeError | AssertionError | ValueError | TypeError):
        return f"does not fit what was before it: {error!r}"
    return None
