"""What a proof finds wrong, and the sentence that says so."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from croupier.house.log.event_store import CardsClosed, Unreadable
from croupier.house.log.stream import BrokenStream
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

    @contextmanager
    def looking(self, kind: str) -> Iterator[None]:
        """What is wrong here ends this check and no other."""
        try:
            yield
        except Wrong as found:
            self.note(kind, found)
        except Unreadable as error:
            self.note(kind, Wrong("store", str(error)))
        except _UNFIT as error:
            self.note(kind, Wrong(kind, f"what is kept there cannot be read: {error!r}"))

    def __bool__(self) -> bool:
        return bool(self._named)

    def __iter__(self) -> Iterator[str]:
        yield from self._named
        for kind, count in self._count.items():
            if count > self._listed[kind]:
                yield f"{kind}: {count - self._listed[kind]} more like these"
