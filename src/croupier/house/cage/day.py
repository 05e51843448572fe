"""The gaming day: which day something belongs to, by the house's clock."""

from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from msgspec import Struct


class Period(StrEnum):
    """How long a loss limit counts before it begins anew."""

    DAY = "day"
    WEEK = "week"
    """From Monday."""
    MONTH = "month"


class GamingDay(Struct, frozen=True, forbid_unknown_fields=True):
    """When a gaming day starts, in the time zone of the house."""

    time_zone: str = "UTC"
    starts: str = "06:00"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def of(self, at: datetime) -> str:
        """The gaming day of a moment, named by the date on which it starts."""
        day = at.astimezone(self.zone).date()
        # By moments, not by what the clock on the wall says: that shows an hour twice, or never,
        # when it is set, and the day may start in that very hour.
        while at < self.begins(day.isoformat()):
            day -= timedelta(days=1)
        while at >= self.ends(day.isoformat()):
            day += timedelta(days=1)
        return day.isoformat()

    def begins(self, day: str) -> datetime:
        """The moment at which a gaming day starts.

        Where the clock shows that time twice, the first; where it skips that time, the moment
        that it would have been without the change.
        """
        local = datetime.combine(date.fromisoformat(day), time.fromisoformat(self.starts))
        return local.replace(tzinfo=self.zone).astimezone(UTC)

    def ends(self, day: str) -> datetime:
        return self.begins(next_day(day))


UTC_DAYS = GamingDay()


def next_day(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def first_day(day: str, period: Period) -> str:
    """The first gaming day of the period that a day lies in; weeks begin on Monday."""
    on = date.fromisoformat(day)
    match period:
        case Period.DAY:
            return day
        case Period.WEEK:
            return (on - timedelta(days=on.weekday())).isoformat()
        case Period.MONTH:
            return on.replace(day=1).isoformat()


def is_day(text: str) -> bool:
    """Whether a house can have had such a day; of years far off clocks know no zones."""
    try:
        return date.fromisoformat(text).isoformat() == text and "1970" <= text < "3000"
    except ValueError:
        return False


class Calendar:
    """The gaming day of one moment after another, worked out once a day."""

    def __init__(self, days: GamingDay) -> None:
        self.days = days
        self._day = ""
        self._begins = self._ends = datetime(1, 1, 1, tzinfo=UTC)

    def of(self, at: datetime) -> str:
        if not self._begins <= at < self._ends:
            self._day = self.days.of(at)
            self._begins, self._ends = self.days.begins(self._day), self.days.ends(self._day)
        return self._day
