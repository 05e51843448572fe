"""What the house owes: meters, payments due, wallets, wagers on tables."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.house.model.cage.day import live
from croupier.money import Cents

_GROUPS = {
    "meters": "jackpot:",
    "payables": "payable:",
    "reserves": "reserve:",
    "overflows": "overflow:",
    "wallets": "player:",
    "on_tables": "layout:",
    "set_aside": "reserved:",
}
"""What is owed to players in live money, and the accounts that hold it."""
_OWED = ("owed:", "owed-chips:")
"""What players have to give back."""


class Liability(Struct, frozen=True):
    """Balances at one moment, in groups; practice money is not a liability."""

    groups: Mapping[str, Cents]
    total: Cents
    owed_by_players: Cents
    practice: Cents
    accounts: Mapping[str, Mapping[str, Cents]]
    """Every account by group; of wallets only the non-empty ones."""


def liability(balances: Mapping[str, Cents], practice: frozenset[str] = frozenset()) -> Liability:
    """`practice` are the streams of play-money tables and jackpots."""
    held = live(balances, practice)
    accounts: dict[str, dict[str, Cents]] = {}
    for group, prefix in _GROUPS.items():
        accounts[group] = {
            name: amount
            for name, amount in sorted(held.items())
            if name.startswith(prefix) and amount
        }
    groups = {group: sum(found.values()) for group, found in accounts.items()}
    return Liability(
        groups,
        sum(groups.values()),
        -sum(amount for name, amount in balances.items() if name.startswith(_OWED)),
        sum(amount for name, amount in balances.items() if name.startswith("play:")),
        accounts,
    )
