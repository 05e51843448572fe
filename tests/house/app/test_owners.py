"""Several processes of one house: each table has one owner, and the others forward to it."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from typing import get_args

import msgspec
import pytest

from croupier.house.app.house import House
from croupier.house.app.idempotency import Expected, VersionConflict
from croupier.house.app.ownership import Ownership, new_owners
from croupier.house.log.event_store import Append, Fence, Moved
from croupier.house.log.leases import Shared
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import PlanRotation
from croupier.house.model.jackpot.decide import AnyLinkCommand
from croupier.house.model.people.person import Person
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.records import Head
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Cards, Dealing, Money
from croupier.house.operate.supervisor import Supervisor, SupervisorSettings
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import open_store
from croupier.jackpot.commands import AdjustJackpot, OrderClaims, PendingClaim
from croupier.refusal import Refused
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.terms import Actor, Role
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import balance, fund
from tests.house.houses import (
    DEALER,
    KEY,
    MANAGER,
    ante,
    do,
    key,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.model.cage.test_payments import METER_WON, ROYAL, clean, play, register
from tests.house.serving import session_of, token_of
from tests.house.store.writing import Author, opened
from tests.waiting import until


async def dan_of(house: House) -> Person:
    """The dealer, who has logged in there."""
    return await house.authentication.who(await token_of(house, DEALER))


@asynccontextmanager
async def houses(url: str, count: int = 2) -> AsyncIterator[list[House]]:
    opened = []
    try:
        for _ in range(count):
            house = House(await open_store(url), KEY)
            await house.start()
            opened.append(house)
        yield opened
    finally:
        for house in opened:
            await house.stop()


def owners_of(house: House) -> Ownership:
    assert isinstance(house.handler.owners, Ownership)
    return house.handler.owners


def owner(houses: list[House], group: str) -> House:
    [found] = [house for house in houses if owners_of(house).is_ours(group)]
    return found


def owner_and_other(houses: list[House], group: str) -> tuple[House, House]:
    """Of two."""
    found = owner(houses, group)
    [other] = [house for house in houses if house is not found]
    return found, other


async def settled(houses: list[House], *groups: str) -> None:
    """Each group has an owner, and all agree."""

    def agreed() -> bool:
        return all(
            [owners_of(one).is_ours(group) for one in houses].count(True) == 1
            and len({owners_of(one)._owner(group) for one in houses}) == 1
            for group in groups
        )

    await until(agreed)


def deafen(monkeypatch: pytest.MonkeyPatch, house: House) -> None:
    """The house reads nothing on when it hears that others have stored something."""

    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(house.handler.streams, "catch_up", nothing)


# Who owns what


def test_what_nobody_owns_goes_to_whoever_has_the_least() -> None:
    shared = Shared({"a": "a:1", "b": "b:1"}, {"jackpot:J1": ("a", 3), "table:T9": ("gone", 7)})
    tables = {"jackpot:J1": 2, "jackpot:J2": 2, "table:T8": 1, "table:T9": 1}
    assert new_owners("a", shared, tables) == {"table:T8": "a"}
    assert new_owners("b", shared, tables) == {"jackpot:J2": "b", "table:T9": "b"}


def test_who_has_too_much_gives_some_of_it_to_a_newcomer() -> None:
    tables = {f"table:T{number}": 1 for number in range(5)}
    leases = dict.fromkeys(tables, ("a", 1))
    alone = Shared({"a": "a:1"}, leases)
    assert new_owners("a", alone, tables) == {}
    joined = Shared({"a": "a:1", "b": "b:1"}, leases)
    assert new_owners("b", joined, tables) == {}
    assert new_owners("a", joined, tables) == {"table:T0": "b", "table:T1": "b"}


def test_a_link_that_is_heavier_than_the_difference_stays() -> None:
    shared = Shared({"a": "a:1", "b": "b:1"}, {"jackpot:J1": ("a", 1), "table:T1": ("b", 1)})
    assert new_owners("a", shared, {"jackpot:J1": 50, "table:T1": 1}) == {}


# The fence


async def test_an_append_under_an_epoch_that_is_over_stores_nothing(postgres_url: str) -> None:
    author = Author()
    async with opened(postgres_url) as store:
        leases = store.leases
        assert leases is not None
        await leases.renew("a", "a:1", lambda _: {"table:T1": "a"})
        await store.append(_under(author.write("table:T1"), 1))
        shared = await leases.renew("b", "b:1", lambda _: {"table:T1": "b"})
        assert shared.leases == {"table:T1": ("b", 2)}
        heads = dict(author.heads)
        with pytest.raises(Moved):
            await store.append(_under(author.write("table:T1"), 1))
        assert await store.heads() == heads
        with pytest.raises(Moved):
            await store.append(_under(Author(heads, "none").write("table:T2"), 1))
        await store.append(_under(Author(heads, "new").write("table:T1"), 2))
        assert (await store.check(whole=True)).clean


def _under(append: Append, epoch: int) -> Append:
    [stream] = append.expected
    return Append(
        append.expected,
        append.records,
        append.postings,
        append.answer,
        append.significant,
        fence=Fence(stream, epoch),
    )


async def test_of_two_that_take_a_group_at_once_one_gets_it(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        assert one.leases is not None
        assert other.leases is not None
        for number in range(20):
            group = f"table:T{number}"
            seen = await asyncio.gather(
                one.leases.renew("a", "a:1", partial(_give, {group: "a"})),
                other.leases.renew("b", "b:1", partial(_give, {group: "b"})),
            )
            last = max(seen, key=lambda found: found.leases[group][1]).leases[group]
            assert last[1] in (1, 2)
            assert (await one.leases.renew("a", "a:1", lambda _: {})).leases[group] == last


def _give(owners: dict[str, str], _: Shared) -> dict[str, str]:
    return owners


# Forwarding


async def test_tables_are_divided_and_every_process_takes_every_command(postgres_url: str) -> None:
    async with houses(postgres_url) as both:
        first = both[0].handler
        for number in (1, 2):
            await register_jackpot(first, f"J{number}")
            for table in (1, 2):
                await register_table(first, f"T{number}{table}", jackpot=f"J{number}")
        await settled(both, "jackpot:J1", "jackpot:J2")
        assert owner(both, "jackpot:J1") is not owner(both, "jackpot:J2")
        for house in both:
            for name in ("T11", "T12", "T21", "T22"):
                await play_round(house.handler, name)
        proof = await verify(first.store, keys=Keyring.of(KEY))
        assert proof.wrong is None
        assert proof.rounds == 8


async def test_a_refusal_is_as_the_owner_gives_it(postgres_url: str) -> None:
    """The other process has seen nothing of the round when it is asked."""
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        await there.handler.streams.table("T1")
        for _ in range(10):
            await do(here.handler, "T1", c.OpenBets())
            await do(there.handler, "T1", ante(1), Actor("p1", Role.PLAYER))
            with pytest.raises(Refused) as refused:
                await do(there.handler, "T1", c.OpenBets())
            with pytest.raises(Refused) as at_owner:
                await do(here.handler, "T1", c.OpenBets())
            assert refused.value.refusal == at_owner.value.refusal
            await do(here.handler, "T1", hc.PauseTable(reason="a question"))
            with pytest.raises(HouseRefused) as paused:
                await do(there.handler, "T1", c.CloseBets())
            assert paused.value.refusal.code.value == "paused"
            await do(there.handler, "T1", hc.ResumeTable())
            await do(here.handler, "T1", c.CloseBets())
            await do(there.handler, "T1", c.Deal())
            await do(here.handler, "T1", c.Fold(box=1), Actor("p1", Role.PLAYER))
            await do(there.handler, "T1", c.RevealDealer())
            await do(here.handler, "T1", c.Settle())


async def test_a_person_and_their_key_go_along(postgres_url: str) -> None:
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        dan = await dan_of(there)
        with pytest.raises(HouseRefused) as refused:
            await there.give(dan, "T1", c.OpenBets(), key())
        assert refused.value.refusal.code.value == "not-signed-on"
        await here.give(dan, "T1", hc.SignOn(), key())
        same = key()
        accepted = await there.give(dan, "T1", c.OpenBets(), same)
        assert accepted.command == same
        assert await here.give(dan, "T1", c.OpenBets(), same) == accepted
        assert await there.give(dan, "T1", c.OpenBets(), same) == accepted
        with pytest.raises(HouseRefused) as used:
            await there.give(dan, "T1", c.CloseBets(), same)
        assert used.value.refusal.code.value == "key-used"
        record = (await here.store.read("table:T1"))[-1]
        assert record.by is not None
        assert record.by.id == DEALER.id


async def test_a_refusal_is_confirmed_against_what_it_was_based_on(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read on while the database is asked was not known when the refusal was given."""
    async with houses(postgres_url) as [here, there]:
        known = {Department.PEOPLE.value}
        await until(lambda: _stands(here, there))
        assert not await here.handler.streams.outdated(known)
        plain, read_on = here.store.heads, here.handler.streams.catch_up

        async def heads(names: Sequence[str] | None = None) -> dict[str, Head]:
            found = await plain(names)
            await read_on({name: head.version for name, head in found.items()}, lambda _: True)
            return found

        deafen(monkeypatch, here)
        await dan_of(there)
        monkeypatch.setattr(here.store, "heads", heads)
        assert await here.handler.streams.outdated(known)
        assert not await here.handler.streams.outdated(known)


def database_asked(monkeypatch: pytest.MonkeyPatch, house: House) -> asyncio.Event:
    """Set once the house has asked whether a refusal rests on an older state."""
    streams, asked = house.handler.streams, asyncio.Event()
    plain = streams.outdated

    async def outdated(names: Collection[str]) -> bool:
        found = await plain(names)
        asked.set()
        return found

    monkeypatch.setattr(streams, "outdated", outdated)
    return asked


async def test_a_refusal_is_given_at_once_where_its_streams_are_not_in_memory(
    postgres_url: str,
) -> None:
    """A wager beyond a wallet, for one, lets go of its table."""
    restore = hc.RestoreLink(jackpot="J1", reason="contact")
    too_late = Expected(until=datetime(2020, 1, 1, tzinfo=UTC))
    async with houses(postgres_url, 1) as [house]:
        streams = house.handler.streams
        await register_jackpot(house.handler)
        await register_table(house.handler)
        streams.drop(await streams.table("T1"))
        with pytest.raises(HouseRefused) as works:
            await do(house.handler, None, restore, MANAGER)
        assert works.value.refusal.code.value == "link-works"
        streams.drop(await streams.table("T1"))
        with pytest.raises(HouseRefused) as late:
            await house.handler.command("T1", c.OpenBets(), DEALER, key(), too_late)
        assert late.value.refusal.code.value == "too-late"


async def test_a_refusal_for_the_jackpot_that_takes_over_is_confirmed_too(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """J2, which another process owns, had no room for the money of J1, and has it now."""
    sam, olga = (Signature(name, HouseRole.SHIFT_MANAGER) for name in ("sam", "olga"))
    async with houses(postgres_url) as both:
        await register_jackpot(both[0].handler, "J1")
        await register_jackpot(both[0].handler, "J2", limit=1_500_000_00)
        await register_table(both[0].handler, "T1", jackpot="J1")
        await register_table(both[0].handler, "T2", jackpot="J2")
        await settled(both, "jackpot:J1", "jackpot:J2")
        here, there = owner(both, "jackpot:J1"), owner(both, "jackpot:J2")
        assert here is not there

        async def agreed(house: House, command: hc.AnyCommand) -> hc.Approve:
            proposed = await house.handler.command(None, command, sam, key())
            assert proposed.proposal is not None
            return hc.Approve(proposal=proposed.proposal)

        retire = hc.RetireJackpot(jackpot="J1", reason="over", to="J2")
        approve = await agreed(here, retire)
        with pytest.raises(HouseRefused):
            await here.handler.command(None, approve, olga, key())
        deafen(monkeypatch, here)
        lower = AdjustJackpot(jackpot="J2", amount=-800_000_00, reason="counted")
        await there.handler.command(None, await agreed(there, lower), olga, key())
        taken = await here.handler.command(None, approve, olga, key())
        assert taken.stream == "jackpot:J1"


async def test_a_jackpot_that_is_registered_while_it_is_looked_up_is_found(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(postgres_url) as [first, second]:
        await register_table(first.handler, "T1", jackpot=None)
        await settled([first, second], "table:T1")
        of_jackpot = owners_of(second)._of_jackpot

        async def registered_after(name: str) -> str | None:
            monkeypatch.undo()
            group = await of_jackpot(name)
            assert group is None
            await register_jackpot(first.handler)
            fail = hc.FailLink(jackpot="J1", reason="no contact")
            await do(first.handler, None, fail, MANAGER)  # which takes its group
            return group

        monkeypatch.setattr(owners_of(second), "_of_jackpot", registered_after)
        restore = hc.RestoreLink(jackpot="J1", reason="contact")
        assert (await do(second.handler, None, restore, MANAGER)).stream == "jackpot:J1"


async def test_a_conflict_of_versions_is_confirmed_too(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that stood still for longer than its lease knows an older state of the table: what
    it is behind of, the caller was told by the new owner."""
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        deafen(monkeypatch, here)
        asked = database_asked(monkeypatch, here)
        async with owners_of(here)._beating:
            await until(lambda: owners_of(there).is_ours("table:T1"))
            opened = await do(there.handler, "T1", c.OpenBets())
            assert owners_of(here).is_ours("table:T1")
            player, expected = Actor("p1", Role.PLAYER), Expected(version=opened.version)
            giving = asyncio.create_task(
                here.handler.command("T1", ante(1), player, key(), expected)
            )
            await until(asked.is_set)
        placed = await giving
        assert placed.version > opened.version
        with pytest.raises(VersionConflict) as conflict:
            await here.handler.command("T1", c.CloseBets(), DEALER, key(), expected)
        assert conflict.value.version == placed.version


async def test_a_refusal_about_a_jackpot_is_confirmed_too(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(postgres_url) as both:
        await register_jackpot(both[0].handler)
        await register_table(both[0].handler)
        await settled(both, "jackpot:J1")
        here, there = owner_and_other(both, "jackpot:J1")
        await here.handler.streams.jackpot("J1")
        deafen(monkeypatch, here)
        asked = database_asked(monkeypatch, here)
        async with owners_of(here)._beating:
            await until(lambda: owners_of(there).is_ours("jackpot:J1"))
            await do(there.handler, None, hc.FailLink(jackpot="J1", reason="no contact"), MANAGER)
            restore = hc.RestoreLink(jackpot="J1", reason="contact")
            giving = asyncio.create_task(do(here.handler, None, restore, MANAGER))
            await until(asked.is_set)
        assert (await giving).stream == "jackpot:J1"


async def test_a_refusal_waits_for_what_is_on_its_way_to_the_disk(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that stood still for longer than its lease has two antes under way, and so believes
    in a later version than the new owner has stored, who has closed the bets."""
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        await do(here.handler, "T1", c.OpenBets())
        await do(here.handler, "T1", ante(1), Actor("p1", Role.PLAYER))
        deafen(monkeypatch, here)
        append, let_go = here.store.append, asyncio.Event()

        async def late(one: Append) -> None:
            await let_go.wait()
            await append(one)

        async with owners_of(here)._beating:
            await until(lambda: owners_of(there).is_ours("table:T1"))
            closed = await do(there.handler, "T1", c.CloseBets())
            monkeypatch.setattr(here.store, "append", late)
            antes = [
                asyncio.create_task(
                    do(here.handler, "T1", ante(box), Actor(f"p{box}", Role.PLAYER))
                )
                for box in (2, 3)
            ]
            known = await here.handler.streams.table("T1")
            await until(lambda: known.version < closed.version <= known.head.version)
            dealing = asyncio.create_task(do(here.handler, "T1", c.Deal()))
            await until(lambda: here.handler.streams._landing is not None)
        let_go.set()
        assert (await dealing).version > closed.version
        for refused in await asyncio.gather(*antes, return_exceptions=True):
            assert isinstance(refused, Refused)


@pytest.mark.parametrize("seated", [False, True])
async def test_who_has_left_another_table_is_not_refused_for_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, *, seated: bool
) -> None:
    """The other process, which owns the other table, has not been heard of since."""
    come: hc.AnyCommand = hc.TakeSeat(box=1, player="ann") if seated else hc.SignOn()
    go: hc.AnyCommand = hc.LeaveSeat(box=1) if seated else hc.SignOff()
    async with houses(postgres_url) as both:
        live = Dealing(cards=Cards.LIVE)
        for name in ("T1", "T2"):
            entry = TableEntry("casino-stud", entry=EntryMode.RECORDING)
            registered = hc.RegisterTable(name=name, entry=entry, dealing=live, money=Money.LIVE)
            await do(both[0].handler, None, registered)
        await settled(both, "table:T1", "table:T2")
        here, there = owner(both, "table:T1"), owner(both, "table:T2")
        assert here is not there
        await fund(here.handler, ["ann"], 100_00)
        await do(there.handler, "T2", come)
        taken = (await there.handler.streams.table("T2")).version
        held = await here.handler.streams.table("T2")
        await until(lambda: held.version == taken or held.dead)
        with pytest.raises(HouseRefused):
            await do(here.handler, "T1", come)
        deafen(monkeypatch, here)
        await do(there.handler, "T2", go)
        assert (await do(here.handler, "T1", come)).stream == "table:T1"


async def test_prizes_are_paid_and_approved_at_every_process(postgres_url: str) -> None:
    """Also where another one owns the jackpot: the meter of 100,001.00 was won."""
    async with houses(postgres_url) as both:
        await register(both[0].handler, "T1")
        await fund(both[0].handler, ["ann"], 100_00)
        await settled(both, "jackpot:J1")
        here, there = owner_and_other(both, "jackpot:J1")
        await play(here.handler, ROYAL)
        who = there.authentication.who
        pia = await who(await session_of(there, "pia", HouseRole.PIT_SUPERVISOR))
        cora = await who(await session_of(there, "cora", HouseRole.CAGE))
        pay = hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1)
        proposed = await there.give(pia, None, pay, key())
        assert proposed.proposal is not None
        await there.give(cora, None, hc.Approve(proposal=proposed.proposal), key())
        assert await balance(there.handler, "payable:J1") == 0
        await clean(there.handler)


LINK_COMMANDS: tuple[hc.AnyCommand, ...] = (
    OrderClaims(claims=(PendingClaim("T1", 1, 1),)),
    AdjustJackpot(jackpot="J1", amount=1, reason="counted"),
    hc.ChangeJackpot(jackpot="J1", reason="agreed"),
    hc.FailLink(jackpot="J1", reason="no contact"),
    hc.RestoreLink(jackpot="J1", reason="contact"),
    hc.PayJackpot(jackpot="J1", table="T1", round=1, box=1),
    hc.ReturnPayment(jackpot="J1", table="T1", round=1, player="ann", amount=5),
    hc.RetireJackpot(jackpot="J1", reason="over"),
    hc.Approve(proposal="jackpot:J1/7"),
    hc.Decline(proposal="jackpot:J1/7", reason="no"),
)


async def test_every_command_to_a_jackpot_goes_to_its_owner(postgres_url: str) -> None:
    assert {*map(type, LINK_COMMANDS)} == {*get_args(AnyLinkCommand)}
    async with houses(postgres_url, 1) as [house]:
        await register_jackpot(house.handler)
        await register_table(house.handler)
        group_of = owners_of(house).group_of
        assert {await group_of(None, one) for one in LINK_COMMANDS} == {"jackpot:J1"}
        assert await group_of(None, hc.Approve(proposal="cage/7")) is None
        assert await group_of(None, hc.FailLink(jackpot="J9", reason="no contact")) is None


async def test_a_jackpot_or_table_that_was_just_registered_elsewhere_is_known(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(postgres_url) as [first, second]:
        await dan_of(first)
        await until(lambda: _stands(first, second))
        deafen(monkeypatch, second)
        await register_jackpot(first.handler)
        fail = hc.FailLink(jackpot="J1", reason="no contact")
        assert (await do(second.handler, None, fail, MANAGER)).stream == "jackpot:J1"
        await register_table(first.handler, jackpot=None)
        planned = PlanRotation(dealers=(DEALER.id,), tables=("T1",), minutes=20)
        pit = Signature("pit", HouseRole.PIT_SUPERVISOR)
        assert (await second.handler.command(None, planned, pit, key())).stream == "cage"
        none = PlanRotation(dealers=(DEALER.id,), tables=("T9",), minutes=20)
        with pytest.raises(HouseRefused) as unknown:
            await second.handler.command(None, none, pit, key())
        assert unknown.value.refusal.code.value == "no-such-table"


def _stands(*both: House) -> bool:
    """Whether all of them know the same people."""
    streams = [house.handler.streams.held(Department.PEOPLE) for house in both]
    return len({None if one is None else one.version for one in streams}) == 1


async def test_who_was_forwarded_sees_what_they_did(postgres_url: str) -> None:
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        dan = await dan_of(here)
        await here.give(dan, "T1", hc.SignOn(), key())
        for command in (c.OpenBets(), c.CloseBets(), c.OpenBets(), c.CloseBets()):
            accepted = await there.give(dan, "T1", command, key())
            assert (await there.handler.streams.table("T1")).version == accepted.version


async def test_who_has_not_the_key_of_the_house_gets_no_word_in(postgres_url: str) -> None:
    async with houses(postgres_url, 1) as [house]:
        host, _, port = owners_of(house).address.rpartition(":")
        for greeting in (b"", b"00000000" + bytes(32), b"x" * 400):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(greeting)
            writer.write_eof()
            assert len(await reader.read()) in (0, 32)
            writer.close()


# Taking over


@pytest.mark.parametrize("stored", [True, False])
async def test_a_jackpot_is_won_while_its_tables_change_hands(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    """The owner dies with the settlement, stored or not; the other answers it, and it counts once.

    The meter of 100,001.00 is payable, and the jackpot starts again from 50,000.00.
    """
    async with houses(postgres_url) as both:
        await register(both[0].handler, "T1")
        await fund(both[0].handler, ["ann"], 100_00)
        await settled(both, "jackpot:J1")
        here, there = owner_and_other(both, "jackpot:J1")
        await play(there.handler, ROYAL, settle=False)
        held = asyncio.Event()
        append = here.store.append

        async def dying(one: Append) -> None:
            if stored:
                await append(one)
            held.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(here.store, "append", dying)
        settling = asyncio.create_task(there.handler.command("T1", c.Settle(), DEALER, "settle"))
        await held.wait()
        await die(here)
        accepted = await settling
        assert owners_of(there).is_ours("jackpot:J1")
        assert await there.handler.command("T1", c.Settle(), DEALER, "settle") == accepted
        assert await balance(there.handler, "payable:J1") == METER_WON
        assert await balance(there.handler, "player:ann") == 5_105_00
        assert (await there.handler.streams.jackpot("J1")).state.meter.meter == 50_000_00
        await clean(there.handler)


async def die(house: House) -> None:
    """No sign of life and no answer from now on, and no farewell."""
    for task in house._tasks:
        task.cancel()
    await owners_of(house).peers.close()


async def test_who_was_away_stores_nothing_when_it_comes_back(postgres_url: str) -> None:
    """It believes that it still owns the table: the database knows better, and it forwards."""
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        beating = owners_of(here)._beating
        async with beating:  # as if the process stood still
            await until(lambda: owners_of(there).is_ours("table:T1"))
            await do(there.handler, "T1", c.OpenBets())
            assert owners_of(here).is_ours("table:T1")
            giving = asyncio.create_task(do(here.handler, "T1", ante(1), Actor("p1", Role.PLAYER)))
            with pytest.raises(Refused):
                await do(there.handler, "T1", c.OpenBets())
            assert not giving.done()
        await giving
        assert owners_of(here)._owner("table:T1") == owners_of(there).process
        assert (await verify(there.store, keys=Keyring.of(KEY))).wrong is None


async def test_an_alarm_is_cleared_by_the_process_that_sees_its_cause(postgres_url: str) -> None:
    """The other does not own the link, and would clear it and hear of it again for ever."""
    async with houses(postgres_url) as both:
        await register_jackpot(both[0].handler)
        await register_table(both[0].handler)
        await settled(both, "jackpot:J1")
        here = owner(both, "jackpot:J1")
        both.sort(key=lambda house: house is not here)
        first, second = (Supervisor(house, SupervisorSettings(url=postgres_url)) for house in both)
        await do(here.handler, None, hc.FailLink(jackpot="J1", reason="no contact"), MANAGER)
        for supervisor in (first, second, first, second):
            await supervisor.look_at_alarms()
        assert await _told_of_links(here) == ["alarm_raised"]
        await do(here.handler, None, hc.RestoreLink(jackpot="J1", reason="contact"), MANAGER)
        for supervisor in (second, first):
            await supervisor.look_at_alarms()
        assert await _told_of_links(here) == ["alarm_raised", "alarm_cleared"]


async def _told_of_links(house: House) -> list[str]:
    found = [msgspec.json.decode(one.event) for one in await house.store.read("operation")]
    return [one["event"] for one in found if one.get("alarm") == "link-down"]


async def test_who_leaves_hands_over_at_once(postgres_url: str) -> None:
    async with houses(postgres_url) as both:
        await register_table(both[0].handler, jackpot=None, money=Money.PRACTICE)
        await settled(both, "table:T1")
        here, there = owner_and_other(both, "table:T1")
        both.remove(here)
        await here.stop()
        await do(there.handler, "T1", c.OpenBets())
        assert owners_of(there).is_ours("table:T1")
