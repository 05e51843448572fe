"""What two people agree to at the desk and other streams record: a new table or jackpot, or a
table that is to run another edition. It is decided at the moment at which it is written down."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from croupier.house.log.storing import Conflict
from croupier.house.streams.stream import LONG_AGO, Stream, Write


class Beginning(NamedTuple):
    """The streams are at hand: from here to the records nothing has to be awaited."""

    decide: Callable[[datetime], list[Write]]
    held: tuple[Stream[Any], ...] = ()
    """Streams whose states it is decided by."""
    reads: tuple[Stream[Any], ...] = ()
    """Those of them that are not written to."""

    @property
    def not_before(self) -> datetime:
        return max((one.last_at for one in self.held), default=LONG_AGO)

    def begun(self, at: datetime) -> list[Write]:
        """What is written down at this moment, and no other: the clock of a table is set by it.

        Raises `HouseRefused`, and `Conflict` where a stream that is held has moved on.
        """
        if any(one.dead for one in self.held) or self.not_before > at:
            raise Conflict
        return self.decide(at)
