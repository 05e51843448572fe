"""Houses from before there were wallets are read, played and proved as they were."""

from typing import Any

import pytest
from msgspec import structs

from croupier.house.app import command_handler, link_service, table_service
from croupier.house.model.jackpot.decide import (
    LinkDecision,
    decide_jackpot_registration,
    decide_table_registration,
)
from croupier.house.model.jackpot.state import registered
from croupier.house.read.proof.verify import verify
from croupier.house.store.database import DatabaseStore
from tests.house.houses import keeping, play_at_random, play_round
from tests.house.houses import register_jackpot as jackpot
from tests.house.houses import register_table as table


def _old_jackpot(command: Any) -> LinkDecision:
    [event] = decide_jackpot_registration(command).events
    old: Any = structs.replace(event, money=None)
    return LinkDecision((old,), registered(command.name, old))


def _old_table(command: Any, link: Any, now: Any) -> Any:
    new = None if link is None else structs.replace(link, money=command.money)
    (event, *timers), made, joined = decide_table_registration(command, new, now)
    if joined is not None:
        joined = structs.replace(joined, link=structs.replace(joined.link, money=None))
    old: Any = structs.replace(event, money=None)
    return (old, *timers), structs.replace(made, money=None), joined


async def test_an_old_house_proves_itself(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody bought in: accounts of players run relative to zero, and nothing is set aside.

    Answers of that time do not say what was asked, and records are under no key.
    """
    monkeypatch.setattr(link_service, "decide_jackpot_registration", _old_jackpot)
    monkeypatch.setattr(table_service, "decide_table_registration", _old_table)
    monkeypatch.setattr(command_handler, "asked_by", lambda *given: None)
    monkeypatch.setattr("tests.house.houses.fund", _nobody_buys_in)
    monkeypatch.setattr(DatabaseStore, "chain_under", lambda store, keys: None)
    async with keeping(sqlite_url) as handler:
        await jackpot(handler)
        await table(handler)
        for seed in range(3):
            await play_round(handler, seed=seed)
        await play_at_random(handler, "T1", 60, seed=5)
        held = await handler.store.balances()
        kinds = {account.partition(":")[0] for account in held}
        assert kinds.isdisjoint({"reserved", "payable", "owed", "chips"})
        assert min(held[name] for name in held if name.startswith("player:")) < 0
        assert (await verify(handler.store)).wrong is None


async def _nobody_buys_in(handler: Any) -> None:
    pass
