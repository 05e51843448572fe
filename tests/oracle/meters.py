"""A progressive meter: its exact value, its totals, and how sums are shared out."""

from fractions import Fraction
from math import floor
from typing import Any

Meter = dict[str, Any]


def new_meter(config: dict[str, Any]) -> Meter:
    """A meter as the house sets it up."""
    carried = Fraction(str(config.get("fraction", "0")))
    return {
        "value": config["meter"] + carried,
        "reset": config["reset"],
        "stake": config.get("stake", 500),
        "max_credits": config.get("max_credits", 5),
        "increment": Fraction(str(config.get("increment", "0"))),
        "fed": carried,
        "seeded": 0,
        "adjusted": 0,
        "paid": 0,
        "pending": [],
    }


def shown(value: Fraction) -> int:
    """What a display shows of a value: whole cents, and never less than nothing."""
    return max(0, floor(value))


def shortfall(value: Fraction) -> int:
    """The whole cents that a display would be below zero."""
    return max(0, -floor(value))


def move(
    meter: Meter, *, fed: Fraction | int = 0, paid: int = 0, seeded: int = 0, adjusted: int = 0
) -> None:
    """Moves a meter; what would fall below zero the house puts in for good."""
    meter["value"] += fed - paid + seeded + adjusted
    short = shortfall(meter["value"])
    meter["value"] += short
    meter["fed"] += fed
    meter["paid"] += paid
    meter["seeded"] += seeded + short
    meter["adjusted"] += adjusted


def read_meter(meter: Meter) -> dict[str, Any]:
    """What comes out of a meter; contributions count as far as they reached the display."""
    return {
        "meter": floor(meter["value"]),
        "contributed": floor(meter["fed"]),
        "seeded": meter["seeded"],
        "adjusted": meter["adjusted"],
        "paid": meter["paid"],
        "pending": [
            {key: claim[key] for key in ("table", "round", "box")}
            for claim in sorted(meter["pending"], key=lambda c: (c["deal_no"], c["box"]))
        ],
    }


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
