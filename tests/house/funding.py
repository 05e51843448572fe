"""Money for players in tests: the cage buys in for them, once."""

from collections.abc import Iterable
from datetime import datetime
from uuid import uuid4

from croupier.house.app.command_handler import CommandHandler
from croupier.house.app.idempotency import Accepted
from croupier.house.app.recovery import ITSELF
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import BuyIn, ConfigureCage, Direction, MoveBankroll
from croupier.house.model.cage.state import Cage
from croupier.house.model.people.events import PersonRegistered
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.people.state import People
from croupier.house.model.settings import CageLimits, Money
from croupier.money import MOST_CENTS

CASHIER = Signature("cora", HouseRole.CAGE)
WIDE = CageLimits(
    **{name: MOST_CENTS for name in CageLimits.__struct_fields__ if name != "two_people"}  # type: ignore[arg-type]
)
PLENTY = 50_000_000_00
PLAYERS = tuple(f"p{number}" for number in range(1, 8))


async def know(handler: CommandHandler, player: str) -> None:
    """Have a player in the register."""

    def registered(people: People, at: datetime) -> tuple[PersonRegistered, ...]:
        if player in people.accounts:
            return ()
        return (PersonRegistered(player, player, (HouseRole.PLAYER,)),)

    await handler.record(Department.PEOPLE, registered, None, f"know:{player}:{uuid4().hex}")


async def no_limits(handler: CommandHandler) -> None:
    """A cage where one person moves as much as the type of an amount holds."""
    cage: Cage = (await handler.streams.department(Department.CAGE)).state
    if cage.most != WIDE:
        wide = ConfigureCage(limits=WIDE, days=handler.calendar.days)
        await handler.command(None, wide, ITSELF, f"wide:{uuid4().hex}")


async def fund(
    handler: CommandHandler, players: Iterable[str] = PLAYERS, amount: int = PLENTY, times: int = 1
) -> None:
    """Buy in for players; the same amount a second time is not bought again."""
    await no_limits(handler)
    for player in players:
        await know(handler, player)
        buy = BuyIn(player=player, amount=amount)
        await handler.command(None, buy, CASHIER, f"fund:{player}:{amount}:{times}")


async def practise(handler: CommandHandler, player: str, amount: int = 10_000_00) -> None:
    """A player takes play money."""
    await know(handler, player)
    take = BuyIn(player=player, amount=amount, money=Money.PRACTICE)
    await handler.command(None, take, Signature(player), f"practise:{player}:{amount}")


async def department(
    handler: CommandHandler, command: hc.AnyCommand, by: Signature, key: str
) -> Accepted:
    return await handler.command(None, command, by, key)


async def by_two(
    handler: CommandHandler,
    command: hc.TwoPersonCommand,
    first: Signature,
    second: Signature,
    key: str,
) -> Accepted:
    """One proposes, another approves."""
    proposed = await handler.command(None, command, first, f"{key}:proposed")
    stream = proposed.stream
    held = handler.streams.held(stream)
    assert held is not None
    proposal = held.state.proposals.open[-1].id
    return await handler.command(None, hc.Approve(proposal=proposal), second, f"{key}:approved")


async def bankroll(handler: CommandHandler, amount: int = 1_000_000_00) -> None:
    """Cash of the house in its safe."""
    brought = MoveBankroll(way=Direction.IN, amount=amount, reason="opening bankroll")
    manager = Signature("mia", HouseRole.SHIFT_MANAGER)
    await by_two(handler, brought, CASHIER, manager, f"bankroll:{uuid4().hex}")


async def balance(handler: CommandHandler, account: str) -> int:
    return (await handler.store.balances(account)).get(account, 0)
