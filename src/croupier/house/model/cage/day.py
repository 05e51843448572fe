"""The gaming day: what belongs to it, and its closing, with all books compared.

Pure: from what the cage wrote down during the day and from the balances of one moment.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from msgspec import UNSET, Struct, UnsetType, structs

from croupier.money import Cents


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


class TableDay(Struct, frozen=True):
    """What went in and out of one table's float and box during the day."""

    fills: Cents = 0
    credits: Cents = 0
    boxed: Cents = 0
    """Cash that went into the drop box, by the records."""
    drop_counted: Cents | None = None
    drop_variance: Cents = 0
    """Counted in the box, less what had been put in."""
    counted: Cents | None = None
    """The last count of the float."""
    variance: Cents = 0
    """That count, less what the ledger said at that moment."""

    @property
    def box_counted(self) -> Cents:
        """What the records had of the boxes that were counted."""
        return (self.drop_counted or 0) - self.drop_variance

    def followed_by(self, later: "TableDay") -> "TableDay":
        """This day and a later one together; of counts of the float the last one holds."""
        last = self if later.counted is None else later
        drops = [one.drop_counted for one in (self, later) if one.drop_counted is not None]
        return TableDay(
            self.fills + later.fills,
            self.credits + later.credits,
            self.boxed + later.boxed,
            sum(drops) if drops else None,
            self.drop_variance + later.drop_variance,
            last.counted,
            last.variance,
        )


class TableReport(Struct, frozen=True):
    """One table over the day.

    closing + credits + drop - opening - fills = win
    """

    table: str
    opening: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    drop_variance: Cents
    counted: Cents | None
    ledger: Cents
    """The float by the ledger, before a difference is posted."""
    variance: Cents
    """Of the count; posted with the closing, so that the next day opens on what is there."""
    closing: Cents
    win: Cents
    jackpots: Cents
    """Contributions and reserves that the table's float passed on, net of those returned."""

    @property
    def result(self) -> Cents:
        """What its rounds left in the float: the win less what counts found or missed."""
        return self.win - self.variance - self.drop_variance

    def followed_by(self, later: "TableReport") -> "TableReport":
        """With a later closing of the same day: it opened once, and closed with the later."""
        return TableReport(
            table=self.table,
            opening=self.opening,
            fills=self.fills + later.fills,
            credits=self.credits + later.credits,
            drop=self.drop + later.drop,
            drop_variance=self.drop_variance + later.drop_variance,
            counted=self.counted if later.counted is None else later.counted,
            ledger=later.ledger,
            variance=self.variance + later.variance,
            closing=later.closing,
            win=self.win + later.win,
            jackpots=self.jackpots + later.jackpots,
        )


class MeterReport(Struct, frozen=True):
    """One progressive at the closing: display and account are the same to the cent."""

    jackpot: str
    meter: Cents | None
    """As displayed; none where it moved too fast to be read at that very moment."""
    ledger: Cents
    payable: Cents
    reserve: Cents
    overflow: Cents


class DayReport(Struct, frozen=True):
    """The shift close."""

    seq: int
    """The last record of the house that the figures take in."""
    tables: tuple[TableReport, ...]
    meters: tuple[MeterReport, ...]
    wallets: Cents
    """What the house holds for players."""
    practice: Cents
    owed: Cents
    """What players have to give back."""
    cash: Cents
    on_tables: Cents
    """Wagers of rounds that were running, with what was set aside for them."""
    chips: Cents | UnsetType = UNSET
    """Physical chips that patrons have, less what they began with; closings of older programs do
    not say."""
    remainders: Cents | UnsetType = UNSET
    """What no chip could pay, due at the cage; likewise."""

    def of_tables(self, counted: frozenset[str]) -> "DayReport":
        """For somebody who is still to count the others, and must not know what is expected."""
        kept = tuple(one for one in self.tables if one.table in counted)
        return structs.replace(self, tables=kept)


class Standing(Struct, frozen=True):
    """The balances of one moment, and the displays of that moment where they are known."""

    seq: int
    balances: Mapping[str, Cents]
    meters: Mapping[str, Cents | None] = {}
    practice: frozenset[str] = frozenset()
    """Streams of tables and jackpots for play money, which are no part of the day."""


def close(
    standing: Standing,
    tables: Mapping[str, TableDay],
    openings: Mapping[str, Cents],
    passed_on: Mapping[str, Cents],
) -> DayReport:
    """The report of a day: `openings` are the floats at the last closing, `passed_on` what each
    table's float has ever given to jackpots, less the same at the last closing."""
    held = live(standing.balances, standing.practice)
    names = sorted({*_named(held, "float:"), *tables, *openings})
    return DayReport(
        standing.seq,
        tuple(
            table_report(
                name,
                held.get(f"float:{name}", 0),
                tables.get(name, TableDay()),
                openings.get(name, 0),
                passed_on.get(name, 0),
            )
            for name in names
        ),
        tuple(
            MeterReport(
                name,
                standing.meters.get(name),
                held.get(f"jackpot:{name}", 0),
                held.get(f"payable:{name}", 0),
                held.get(f"reserve:{name}", 0),
                held.get(f"overflow:{name}", 0),
            )
            for name in sorted(_named(held, "jackpot:"))
        ),
        wallets=_total(held, "player:"),
        practice=_total(held, "play:"),
        owed=-_total(held, "owed:") - _total(held, "owed-chips:"),
        cash=held.get("cash", 0) + _total(held, "drawer:"),
        on_tables=_total(held, "layout:") + _total(held, "reserved:"),
        chips=_total(held, "chips:"),
        remainders=_total(held, "remainder:"),
    )


def live(balances: Mapping[str, Cents], practice: frozenset[str]) -> dict[str, Cents]:
    """Without the accounts of practice tables and jackpots, which are named by their streams: a
    table, a jackpot and a player may share a name."""
    kept = {}
    for account, amount in balances.items():
        kind, _, name = account.partition(":")
        stream = "table" if kind in _OF_TABLES else "jackpot"
        if kind in _OF_PEOPLE or f"{stream}:{name}" not in practice:
            kept[account] = amount
    return kept


_OF_TABLES = ("float", "layout", "reserved", "drop")
_OF_PEOPLE = (
    "player",
    "play",
    "owed",
    "play-owed",
    "chips",
    "play-chips",
    "owed-chips",
    "remainder",
    "bot",
    "drawer",
)


def _named(held: Mapping[str, Cents], prefix: str) -> list[str]:
    return [account.removeprefix(prefix) for account in held if account.startswith(prefix)]


def _total(held: Mapping[str, Cents], prefix: str) -> Cents:
    return sum(amount for account, amount in held.items() if account.startswith(prefix))


def table_report(
    name: str, ledger: Cents, day: TableDay, opening: Cents, passed_on: Cents
) -> TableReport:
    """What a table comes to, with what its float holds by the ledger."""
    closing = ledger + day.variance
    drop = day.boxed + day.drop_variance
    return TableReport(
        table=name,
        opening=opening,
        fills=day.fills,
        credits=day.credits,
        drop=drop,
        drop_variance=day.drop_variance,
        counted=day.counted,
        ledger=ledger,
        variance=day.variance,
        closing=closing,
        win=closing + day.credits + drop - opening - day.fills,
        jackpots=passed_on,
    )
