"""A new table or jackpot, ready to be begun: decided at the moment at which it is written down."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from croupier.house.jackpot.state import HouseJackpot
from croupier.house.log.storing import Conflict
from croupier.house.streams.stream import LONG_AGO, Stream, Write


class Beginning(NamedTuple):
    """The streams are at hand: from here to the records nothing has to be awaited."""

    decide: Callable[[datetime], list[Write]]
    joins: Stream[HouseJackpot] | None = None

    @property
    def not_before(self) -> datetime:
        return LONG_AGO if self.joins is None else self.joins.last_at

    def begun(self, at: datetime) -> list[Write]:
        """What is written down at this moment, and no other: the clock of the table is set by it.

        Raises `HouseRefused`, and `Conflict` where the jackpot that is joined has moved on.
        """
        if self.joins is not None and (self.joins.dead or self.not_before > at):
            raise Conflict
        return self.decide(at)
