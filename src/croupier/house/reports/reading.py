"""A house that is only read: for reports from the command line, also while it runs."""

from msgspec import Struct

from croupier.house.cage.day import GamingDay
from croupier.house.keeping.keeper import Keeper
from croupier.house.log.storing import EventStore


class Reading(Struct, frozen=True):
    """The two parts of a house that a report needs."""

    store: EventStore
    keeper: Keeper

    @classmethod
    def of(cls, store: EventStore, days: GamingDay) -> "Reading":
        return cls(store, Keeper(store, b"", days=days))
