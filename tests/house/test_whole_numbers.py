"""Money and settings are whole numbers all the way: into the log, the ledger, and back."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import Struct, inspect, structs

from croupier.cli.verify import verify as verify_command
from croupier.house.app.set_up import set_up_demonstration
from croupier.house.log.event_store import Append, TooLarge
from croupier.house.model import commands as hc
from croupier.house.model import events as h
from croupier.house.model.cage.commands import BuyIn
from croupier.house.model.records import Posting
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Dealing
from croupier.house.read.proof.running import self_check
from croupier.house.read.proof.verify import verify
from croupier.house.store import database_url
from croupier.house.store.batch import made_ready
from croupier.house.store.connecting import connect
from croupier.house.store.writer import Writer
from croupier.script.format import Script
from tests.house.funding import CASHIER, know
from tests.house.houses import KEY, do, keeping, key, play_round, register_table
from tests.house.store.writing import Author, opened
from tests.house.tampering import defenceless

LARGEST = 9 * 10**15
"""What an account can hold, on either database: well within 64 bits, and exact in a browser."""


def kinds(found: inspect.Type, seen: set[type]) -> Iterator[tuple[str, inspect.Type]]:
    """Every field that a kind of value leads to, by name."""
    match found:
        case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            seen.add(cls)
            for field in fields:
                yield f"{cls.__name__}.{field.encode_name}", field.type
                yield from kinds(field.type, seen)
        case inspect.UnionType(types=types):
            for one in types:
                yield "", one
                yield from kinds(one, seen)
        case inspect.DictType(value_type=item) | inspect.CollectionType(item_type=item):
            yield "", item
            yield from kinds(item, seen)
        case inspect.TupleType(item_types=items):
            for one in items:
                yield "", one
                yield from kinds(one, seen)
        case inspect.Metadata(type=plain):
            yield "", plain
            yield from kinds(plain, seen)
        case _:
            pass


@pytest.mark.parametrize("spoken", [hc.AnyCommand, h.LogEvent, Script])
def test_nothing_that_is_given_or_recorded_has_a_fraction(spoken: Any) -> None:
    """But for how far a clock was out, which is measured and neither money nor a setting."""
    found = list(kinds(inspect.type_info(spoken), set()))
    assert len(found) > 100
    fractions = [name for name, kind in found if isinstance(kind, inspect.FloatType)]
    assert fractions == (["ClockStepped.seconds"] if spoken is h.LogEvent else [])


def numbers(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            for one in value.values():
                yield from numbers(one)
        case list():
            for one in value:
                yield from numbers(one)
        case int() | float():
            yield value


async def test_the_demonstration_house_proves_itself(store_url: str) -> None:
    """What `make run` sets up is found as it was given, and every command answered for it."""
    async with keeping(store_url) as handler:
        await set_up_demonstration(handler)
        records = await handler.store.scan()
        said = [
            one for entry in records for one in numbers(msgspec.json.decode(entry.record.event))
        ]
        assert len(said) > 100
        assert [one for one in said if isinstance(one, float)] == []
        proof = await verify(handler.store)
    assert proof.wrong is None
    assert proof.tables == 8


async def test_what_accounts_hold_is_read_back_in_whole_cents(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await register_table(handler, jackpot=None)
        await play_round(handler)
        store = handler.store
        last = (await store.scan())[-1].seq
        read = [
            *(await store.balances()).values(),
            *(await store.standing()).accounts.values(),
            *(await store.standing(last)).accounts.values(),
            *(await store.results()).values(),
            *(one.amount for one in await store.postings("table:T1")),
            *(one.balance for one in await store.movements("player:p1")),
            await store.moved("table:T1", "float:T1", last),
            await store.lost("p1", "2000-01-01", "2100-01-01"),
        ]
        assert len(read) > 20
        assert {type(one) for one in read} == {int}
        by_postings = (await store.standing(last)).accounts.items()
        held = (await store.standing()).accounts.items()
        assert {one for one in by_postings if one[1]} == {one for one in held if one[1]}


# 64 bits


async def test_an_account_holds_what_every_reader_holds_and_no_cent_more(store_url: str) -> None:
    async with opened(store_url) as store:
        author = Author()
        await store.append(author.write("table:T1", amount=LARGEST // 2))
        await store.append(author.write("table:T1", amount=LARGEST // 2))
        one_more = Author(await store.heads(), "late")
        with pytest.raises(TooLarge):
            await store.append(one_more.write("table:T1", amount=1))
        assert await store.balances() == {"layout:table:T1": LARGEST, "player:ann": -LARGEST}
        assert (await store.check(whole=True)).clean
        await store.append(author.write("table:T1", amount=0))


async def test_others_in_the_same_batch_are_stored(store_url: str) -> None:
    async with opened(store_url) as store:
        author = Author()
        await store.append(author.write("table:T1", amount=LARGEST))
        late = moved(author.write("table:T1", amount=1), "house", "layout:table:T1")
        other = moved(author.write("table:T2", amount=1), "house", "player:bob")
        engine = connect(store_url)
        writer = Writer(engine, lambda moved: None)
        refused, stored = writer.store([made_ready(late), made_ready(other)])
        writer.close()
        engine.dispose()
        assert isinstance(refused, TooLarge)
        assert stored is None
        assert (await store.balances())["player:bob"] == 1


def moved(append: Append, debit: str, credit: str) -> Append:
    """The same between other accounts."""
    [one] = append.postings
    posting = Posting(one.stream, one.version, debit, credit, one.amount, one.memo)
    return structs.replace(append, postings=(posting,))


async def test_what_goes_to_and_fro_may_come_to_more(store_url: str) -> None:
    async with opened(store_url) as store:
        author = Author()
        for _ in range(3):
            there = author.write("table:T1", amount=LARGEST)
            await store.append(there)
            back = author.write("table:T1", amount=LARGEST)
            await store.append(moved(back, "layout:table:T1", "player:ann"))
        assert await store.balances() == {"layout:table:T1": 0, "player:ann": 0}
        assert (await store.check(whole=True)).clean
        assert (await store.standing(6)).accounts == {"layout:table:T1": 0, "player:ann": 0}
        assert await store.moved("table:T1", "player:ann", 5) == -LARGEST


async def test_a_cashier_is_told_that_an_account_is_full(store_url: str) -> None:
    async with keeping(store_url) as handler:
        await know(handler, "p1")
        full = moved(Author().write("table:T1", amount=LARGEST), "house", "player:p1")
        await handler.store.append(full)
        with pytest.raises(HouseRefused) as refused:
            await handler.command(None, BuyIn(player="p1", amount=1), CASHIER, key())
        assert refused.value.refusal.code is HouseCode.TOO_MUCH
        assert (await handler.store.balances("player:p1"))["player:p1"] == LARGEST


# Houses from before


def spelled(**seconds: float) -> Dealing:
    """As an earlier program took and wrote it: with fractions, where there were none."""
    return Dealing(automatic=True, **seconds)  # type: ignore[arg-type]


FROM_CODE = {"betting_seconds": 15, "decision_seconds": 25}
FROM_OUTSIDE = {"betting_seconds": 15.0, "decision_seconds": 25.0}


@pytest.mark.parametrize("given", [FROM_CODE, FROM_OUTSIDE], ids=["code", "outside"])
async def test_a_house_from_before_proves_itself_and_goes_on(
    store_url: str, given: dict[str, float]
) -> None:
    async with keeping(store_url) as handler:
        dealing = spelled(reveal_seconds=2.0, pause_seconds=4.0, **given)
        await register_table(handler, jackpot=None, dealing=dealing)
        await play_round(handler)
        await handler.streams.save_snapshots(1)
        [first] = await handler.store.read("table:T1", 0, 1)
        assert b'"reveal_seconds":2.0' in first.event
    async with keeping(store_url) as handler:
        assert (await verify(handler.store)).wrong is None
        found = (await handler.streams.table("T1")).state.dealing
        assert found == Dealing(automatic=True, betting_seconds=15, decision_seconds=25)
        assert {type(one) for one in _seconds(found)} == {int}
        await play_round(handler, seed=1)
        assert (await verify(handler.store)).wrong is None


def _seconds(dealing: Struct) -> list[Any]:
    named = structs.asdict(dealing).items()
    return [value for name, value in named if name.endswith("_seconds")]


async def test_parts_of_a_second_from_before_are_named(store_url: str) -> None:
    """They cannot be had any more, and rounding would lead to another log."""
    async with keeping(store_url) as handler:
        await register_table(handler, jackpot=None, dealing=spelled(betting_seconds=0.5))
    async with keeping(store_url) as handler:
        told = (await verify(handler.store)).wrong
        assert told is not None
        assert "betting_seconds" in told
        *_, finding = (await self_check(handler.store, handler.streams, KEY)).findings
        assert finding.startswith("table T1: ")
        assert "betting_seconds" in finding


def test_verify_finds_what_was_changed_in_the_demonstration_house(tmp_path: Path) -> None:
    """A house that never proved itself could hide anything."""

    async def furnish() -> None:
        async with keeping(database_url(tmp_path)) as handler:
            await set_up_demonstration(handler)
            await do(handler, "CSP-1", hc.PauseTable(reason="a spill"))

    asyncio.run(furnish())
    with_key = CliRunner(env={"CROUPIER_KEY": KEY.hex()})
    clean = with_key.invoke(verify_command, ["--data", str(tmp_path)])
    assert (clean.exit_code, clean.output.splitlines()[-1]) == (0, "All is well.")
    with defenceless(tmp_path / "house.db") as connection:
        connection.execute(
            "UPDATE answers SET reply = replace(reply, '\"version\":2', '\"version\":3') "
            "WHERE command = 'demo:table:CSP-1'"
        )
    forged = with_key.invoke(verify_command, ["--data", str(tmp_path)])
    assert forged.exit_code == 1
    assert "command demo:table:CSP-1 was not answered by what it did" in forged.output
