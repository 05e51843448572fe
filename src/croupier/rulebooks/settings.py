"""What a house may set: limits, boxes, devices, stakes and seeds. Rules are elsewhere."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from croupier.money import Cents
from croupier.rulebooks.consistency import contradictions
from croupier.rulebooks.model import Device, Rulebook
from croupier.rulebooks.progressive import StakeRule
from croupier.rulebooks.wagers import WagerKind


class BadSetting(ValueError):
    """A setting that the rulebook or common sense excludes."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class EntryMode(StrEnum):
    """Whether acts against the rules are refused, or recorded as they happened."""

    ENFORCING = "enforcing"
    RECORDING = "recording"


class Limits(Struct, frozen=True):
    """Smallest and largest wager of a box (X14)."""

    minimum: Cents
    maximum: Cents


USUAL_LIMITS = Limits(500, 1_000_000)


class TableSettings(Struct, frozen=True, kw_only=True, dict=True):
    """One table of the house, running one rulebook."""

    rulebook: Rulebook
    boxes: int = 7
    device: Device = Device.SHUFFLER
    limits: Mapping[str, Limits] = {}
    """By wager; the usual ones where none are set."""
    jackpot: str | None = None
    entry: EntryMode = EntryMode.ENFORCING
    layout: str | None = None

    def __post_init__(self) -> None:
        for contradiction in contradictions(self.rulebook):
            raise BadSetting("rulebook", contradiction.words)
        self._check_boxes()
        if self.jackpot is not None and self.rulebook.jackpot is None:
            raise BadSetting("jackpot", f"{self.rulebook.name} has no progressive")
        for name, limits in self.limits.items():
            if not 0 <= limits.minimum <= limits.maximum or limits.maximum == 0:
                raise BadSetting(
                    f"limits.{name}",
                    "needs a smallest wager that is not above the largest",
                )

    def _check_boxes(self) -> None:
        rules = self.rulebook.layout
        low, high = rules.boxes_min, rules.boxes_max
        cited = ", ".join(rules.boxes.clauses)
        if self.layout is not None:
            if self.layout not in rules.named:
                known = ", ".join(rules.named)
                raise BadSetting(
                    "layout",
                    f"'{self.layout}' is none of {known} ({cited})",
                )
            low, high = rules.named[self.layout]
        if not low <= self.boxes <= high:
            raise BadSetting(
                "boxes",
                f"{self.boxes} is not from {low} to {high} ({cited})",
            )

    @cached_property
    def enforcing(self) -> bool:
        return self.entry is EntryMode.ENFORCING

    @property
    def ante(self) -> Limits:
        return self.limits_of(WagerKind.ANTE)

    def limits_of(self, wager: str) -> Limits:
        return self.limits.get(wager, USUAL_LIMITS)


class JackpotSettings(Struct, frozen=True, kw_only=True):
    """A progressive: its seed, its stake and how it grows.

    Growth is counted in whole units of `1/scale` cent, with as many decimals as the
    increment has, so that fractions of a cent are exact and never drift.
    """

    meter: Cents
    reset: Cents
    stake: Cents = 500
    max_credits: int = 5
    increment: str = "0"
    fraction: str = "0"

    def __post_init__(self) -> None:
        for name in ("meter", "reset"):
            if getattr(self, name) < 0:
                raise BadSetting(name, "may not be below zero")
        if self.stake <= 0:
            raise BadSetting("stake", "must be a positive number of cents")
        if self.max_credits <= 0:
            raise BadSetting("max_credits", "must be at least 1")
        if not 0 <= exact_decimal("increment", self.increment) <= 1:
            raise BadSetting("increment", "must lie from 0 to 1")
        if not 0 <= exact_decimal("fraction", self.fraction) < 1:
            raise BadSetting("fraction", "must lie from 0 up to, but not including, 1")

    @property
    def scale(self) -> int:
        """Units of the meter in one cent."""
        decimals = max(_decimals(self.increment), _decimals(self.fraction))
        return int(10**decimals)

    @property
    def units_per_cent_staked(self) -> int:
        return int(Decimal(self.increment) * self.scale)

    @property
    def fraction_units(self) -> int:
        return int(Decimal(self.fraction) * self.scale)

    def counted(self, amount: Cents, rule: StakeRule) -> Cents:
        """What counts of a jackpot wager: the prescribed stake, or whole credits (C25, S3)."""
        if rule is StakeRule.CREDITS:
            return min(amount // self.stake, self.max_credits) * self.stake
        return self.stake if amount >= self.stake else 0


MOST_DIGITS = 18
"""Of a decimal setting; more would only make the arithmetic slow."""


def exact_decimal(field: str, text: str) -> Decimal:
    """A share as it is written down; raises `BadSetting`."""
    whole, _, decimals = text.partition(".")
    if not (_digits(whole) and (_digits(decimals) or "." not in text)):
        raise BadSetting(field, f"'{text}' is not a plain decimal number such as 0.25")
    if len(text) > MOST_DIGITS:
        raise BadSetting(field, f"has more than {MOST_DIGITS} digits")
    return Decimal(text)


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _decimals(text: str) -> int:
    exponent = Decimal(text).normalize().as_tuple().exponent
    return max(0, -int(exponent))


Overrides = Mapping[str, str | int | bool]
