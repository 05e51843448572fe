"""A progressive meter as a dictionary of running totals, and how sums are shared out."""

from fractions import Fraction
from typing import Any

Meter = dict[str, Any]


def new_meter(config: dict[str, Any]) -> Meter:
    """A meter as the house sets it up."""
    return {
        "display": config["meter"],
        "carry": Fraction(str(config.get("fraction", "0"))),
        "reset": config["reset"],
        "stake": config.get("stake", 500),
        "max_credits": config.get("max_credits", 5),
        "increment": Fraction(str(config.get("increment", "0"))),
        "contributed": 0,
        "seeded": 0,
        "adjusted": 0,
        "paid": 0,
        "pending": [],
    }


def floor_at_zero(meter: Meter) -> int:
    """What would fall below zero is put in by the house; returns how much that was."""
    short = max(0, -int(meter["display"]))
    meter["display"] += short
    meter["seeded"] += short
    return short


def feed(meter: Meter, amount: Fraction) -> None:
    """Adds a contribution, or takes one back; only whole cents reach the display."""
    total = meter["carry"] + amount
    cents = total.numerator // total.denominator
    meter["carry"] = total - cents
    meter["display"] += cents
    meter["contributed"] += cents
    floor_at_zero(meter)


def tenth(cents: int) -> int:
    """Ten per cent, rounded half up."""
    return (cents + 5) // 10


def in_proportion(total: int, parts: list[int]) -> list[int]:
    """A total divided by parts; left-over cents go one each from the first."""
    whole = sum(parts)
    if whole == 0:
        return [0 for _ in parts]
    shares = [total * part // whole for part in parts]
    for index in range(total - sum(shares)):
        shares[index] += 1
    return shares
