"""Money for players in tests: the cage buys in for them, once."""

from collections.abc import Iterable
from datetime import datetime
from uuid import uuid4

from croupier.house import commands as hc
from croupier.house.cage.commands import BuyIn, ConfigureCage
from croupier.house.cage.limits import CageLimits
from croupier.house.cage.state import Cage
from croupier.house.keeping.desk import ITSELF
from croupier.house.keeping.keeper import Keeper
from croupier.house.keeping.once import Accepted
from croupier.house.people.events import PersonRegistered
from croupier.house.people.roles import HouseRole, Signature
from croupier.house.people.state import People
from croupier.house.settings import Money
from croupier.house.streams.offices import Office
from croupier.money import MOST_CENTS

CASHIER = Signature("cora", HouseRole.CAGE)
WIDE = CageLimits(*[MOST_CENTS] * len(CageLimits.__struct_fields__))
PLENTY = 50_000_000_00
PLAYERS = tuple(f"p{number}" for number in range(1, 8))


async def know(keeper: Keeper, player: str) -> None:
    """Have a player in the register."""

    def registered(people: People, at: datetime) -> tuple[PersonRegistered, ...]:
        if player in people.accounts:
            return ()
        return (PersonRegistered(player, player, (HouseRole.PLAYER,)),)

    await keeper.record(Office.PEOPLE, registered, None, f"know:{player}:{uuid4().hex}")


async def no_limits(keeper: Keeper) -> None:
    """A cage where one person moves as much as the type of an amount holds."""
    cage: Cage = (await keeper.holding.office(Office.CAGE)).state
    if cage.most != WIDE:
        wide = ConfigureCage(limits=WIDE, days=keeper.calendar.days)
        await keeper.command(None, wide, ITSELF, f"wide:{uuid4().hex}")


async def fund(
    keeper: Keeper, players: Iterable[str] = PLAYERS, amount: int = PLENTY, times: int = 1
) -> None:
    """Buy in for players; the same amount a second time is not bought again."""
    await no_limits(keeper)
    for player in players:
        await know(keeper, player)
        buy = BuyIn(player=player, amount=amount)
        await keeper.command(None, buy, CASHIER, f"fund:{player}:{amount}:{times}")


async def practise(keeper: Keeper, player: str, amount: int = 10_000_00) -> None:
    """A player takes play money."""
    await know(keeper, player)
    take = BuyIn(player=player, amount=amount, money=Money.PRACTICE)
    await keeper.command(None, take, Signature(player), f"practise:{player}:{amount}")


async def office(keeper: Keeper, command: hc.AnyCommand, by: Signature, key: str) -> Accepted:
    return await keeper.command(None, command, by, key)


async def by_two(
    keeper: Keeper,
    command: hc.TwoPersonCommand,
    first: Signature,
    second: Signature,
    key: str,
) -> Accepted:
    """One proposes, another approves."""
    proposed = await keeper.command(None, command, first, f"{key}:proposed")
    stream = proposed.stream
    held = keeper.holding.held(stream)
    assert held is not None
    proposal = held.state.proposals.open[-1].id
    return await keeper.command(None, hc.Approve(proposal=proposal), second, f"{key}:approved")


async def balance(keeper: Keeper, account: str) -> int:
    return (await keeper.store.balances(account)).get(account, 0)
