"""A patron in no register is compared with everybody in it, however many they are."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from croupier.house.model.ledger.accounts import Movement, Way, demand_standing
from croupier.house.model.people.roles import Account, HouseRole
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, HouseRefused

NOW = datetime(2026, 1, 5, tzinfo=UTC)


class Counted(dict[str, Account]):
    """A register that counts how often somebody reads all of it."""

    read = 0

    def __iter__(self) -> Iterator[str]:
        self.read += 1
        return super().__iter__()


def register(*names: str) -> Counted:
    players = frozenset({HouseRole.PLAYER})
    return Counted({name: Account(name, name, players, NOW) for name in names})


def stake(people: People, patron: str) -> None:
    demand_standing(people, Movement(Way.STAKE, "chips", patron), NOW)


def test_the_register_is_read_once_for_many_wagers() -> None:
    accounts = register("ann", "ben")
    people = People(accounts)
    for number in range(5):
        stake(people, f"patron {number}")
    assert accounts.read == 1


def test_a_change_of_the_register_counts_at_once() -> None:
    stake(People(register("ann")), "Ben-1")
    with pytest.raises(HouseRefused) as refused:
        stake(People(register("ann", "ben1")), "Ben-1")
    assert refused.value.refusal.code is HouseCode.NAME_TAKEN
    stake(People(register("ann")), "Ben-1")
