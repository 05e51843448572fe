"""Attacks on the connection between the processes of a house, and by those whose time is over."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from msgspec import structs

from croupier.house.app import ownership, peers
from croupier.house.app.house import House
from croupier.house.app.idempotency import Accepted
from croupier.house.app.peers import Forwarded, Peers, Unreachable
from croupier.house.log.event_store import OutcomeUnknown, StoreUnavailable
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import BuyIn, OpenShift
from croupier.house.model.people.person import staff
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.refusals import HouseRefused
from croupier.house.operate.supervisor import Supervisor, SupervisorSettings
from croupier.house.sealing import Keyring, key_id
from croupier.house.store import open_store
from tests.house.app.test_owners import dan_of, die, houses, owner_and_other, owners_of, settled
from tests.house.houses import DEALER, KEY, MANAGER, key, register_table
from tests.house.serving import suspend, token_of
from tests.waiting import PATIENCE, until

GIVEN_UP = bytes(range(100, 132))


async def two_of(both: list[House]) -> tuple[House, House]:
    """The owner of a new table T1, and the other."""
    await register_table(both[0].handler, jackpot=None)
    await settled(both, "table:T1")
    return owner_and_other(both, "table:T1")


async def test_who_is_suspended_while_an_owner_is_waited_for_gives_no_command(
    postgres_url: str,
) -> None:
    async with houses(postgres_url) as both:
        here, there = await two_of(both)
        dan = await dan_of(there)
        await there.give(dan, "T1", hc.SignOn(), key())
        await die(here)
        giving = asyncio.create_task(there.give(dan, "T1", hc.SignOff(), key()))
        await asyncio.sleep(0)
        await suspend(there, DEALER.id)
        with pytest.raises(HouseRefused, match="log in again"):
            await giving
        assert (await there.handler.streams.table("T1")).state.dealer == DEALER.id


async def test_the_owner_asks_for_itself_what_somebody_may(postgres_url: str) -> None:
    async with houses(postgres_url) as both:
        here, there = await two_of(both)
        dan = await dan_of(there)
        more = structs.replace(dan, roles=frozenset({HouseRole.SHIFT_MANAGER}))
        unknown = structs.replace(more, key="0" * 64)
        inside = staff(MANAGER.id, MANAGER.role)
        pause = hc.PauseTable(reason="because I say so")
        version = (await here.handler.streams.table("T1")).version
        for person, says in (
            (more, "sign on there first"),
            (unknown, "log in again"),
            (inside, "Nobody who has logged in"),
            (None, "Nobody who has logged in"),
        ):
            with pytest.raises(HouseRefused, match=says):
                await asked(there, here, Forwarded(key(), pause, "T1", person=person))
        assert (await here.handler.streams.table("T1")).version == version


async def test_a_key_that_the_house_has_given_up_opens_no_connection(postgres_url: str) -> None:
    house = House(await open_store(postgres_url), Keyring((GIVEN_UP, KEY)))
    stranger = Peers(Keyring((GIVEN_UP,)), _nobody)
    try:
        await house.start()
        given = Forwarded(key(), hc.ResumeTable(), "T1")
        with pytest.raises(Unreachable):
            await stranger.ask(owners_of(house).address, given, PATIENCE)
    finally:
        await stranger.close()
        await house.stop()


async def _nobody(_: Forwarded) -> Accepted:
    raise AssertionError


async def test_no_process_forwards_commands_to_the_cage(postgres_url: str) -> None:
    async with houses(postgres_url) as both:
        here, there = await two_of(both)
        cashier = await there.authentication.who(await token_of(there, "cas", HouseRole.CAGE))
        await token_of(there, "pat", HouseRole.PLAYER)
        command = BuyIn(player="pat", amount=100_00)
        with pytest.raises(HouseRefused, match="none forwards it"):
            await asked(there, here, Forwarded(key(), command, person=cashier))
        assert not await here.store.balances("player:pat")


@pytest.mark.parametrize("said", [b"", b"\x04\x00\x00\x00", b"\x00\x00\x00\x13"])
async def test_strangers_are_few_and_say_little(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """Eight from an address, 32 in all; a first frame of more than 18 bytes ends the connection."""
    monkeypatch.setattr(peers, "GREETING_SECONDS", 2 * PATIENCE)
    async with houses(postgres_url, 1) as [house], AsyncExitStack() as lines:
        host, _, port = owners_of(house).address.rpartition(":")

        async def line(source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
            lines.callback(writer.close)
            writer.write(key_id(KEY).encode() + bytes(32))
            return reader, writer

        if said:
            reader, writer = await line("127.0.0.9")
            assert len(await reader.readexactly(32)) == 32
            writer.write(said)
            async with asyncio.timeout(PATIENCE):
                assert not await reader.read()
            return
        for source in range(1, 5):
            for _ in range(8):
                reader, _ = await line(f"127.0.0.{source}")
                await reader.readexactly(32)
            with pytest.raises((ConnectionError, EOFError)):
                await (await line(f"127.0.0.{source}"))[0].readexactly(32)
        with pytest.raises((ConnectionError, EOFError)):
            await (await line("127.0.0.9"))[0].readexactly(32)


async def test_an_owner_that_is_not_heard_is_not_waited_for_forever(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection stands, and what is sent gets lost; afterwards the same key is answered."""
    async with houses(postgres_url) as both:
        here, there = await two_of(both)
        dan = await dan_of(there)
        await there.give(dan, "T1", hc.SignOn(), key())
        same, serve = key(), owners_of(here).peers._serve
        monkeypatch.setattr(ownership, "PATIENCE_SECONDS", 0.5)
        monkeypatch.setattr(owners_of(here).peers, "_serve", _silent)
        with pytest.raises(OutcomeUnknown):
            async with asyncio.timeout(PATIENCE):
                await there.give(dan, "T1", hc.SignOff(), same)
        monkeypatch.setattr(ownership, "PATIENCE_SECONDS", PATIENCE)
        monkeypatch.setattr(owners_of(here).peers, "_serve", serve)
        assert (await there.give(dan, "T1", hc.SignOff(), same)).command == same


async def _silent(_: Forwarded) -> Accepted:
    await asyncio.Event().wait()
    raise AssertionError


async def test_whoever_waits_for_a_connection_that_is_given_up_is_told() -> None:
    """A process that stands still lets others connect and says nothing. Once it counts as dead,
    those who wait go on to the next owner; whoever was cancelled stays so."""
    came = asyncio.Event()
    lines: list[asyncio.StreamWriter] = []

    def say_nothing(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.append(writer)
        came.set()

    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
        address = "{}:{}".format(*server.sockets[0].getsockname())
        asking = Peers(Keyring.of(KEY), _silent)
        given = Forwarded(key(), hc.SignOn(), "T1")
        waiting, cancelled = (
            asyncio.create_task(asking.ask(address, given, PATIENCE)) for _ in range(2)
        )
        async with asyncio.timeout(PATIENCE):
            await came.wait()
            cancelled.cancel()
            with pytest.raises(asyncio.CancelledError):
                await cancelled
            assert not waiting.done()
            asking.keep(frozenset())
            with pytest.raises(Unreachable) as lost:
                await waiting
        assert not lost.value.sent
        for line in lines:
            line.close()
        await asking.close()


async def test_a_command_that_runs_out_of_time_takes_no_other_with_it() -> None:
    """One that has waited for an owner for long has little time left to ask it. While others are
    answered over the same connection, it stays."""
    go_on = asyncio.Event()

    async def serve(given: Forwarded) -> Accepted:
        if given.table == "T1":
            await asyncio.Event().wait()
        elif given.table == "T2":
            await go_on.wait()
        return Accepted(given.key, f"table:{given.table}", 1)

    keys = Keyring.of(KEY)
    owner, asking = Peers(keys, serve), Peers(keys, _silent)
    address = await owner.listen("127.0.0.1", 0)

    def ask(table: str, seconds: float) -> asyncio.Task[Accepted]:
        given = Forwarded(key(), hc.SignOn(), table)
        return asyncio.create_task(asking.ask(address, given, seconds))

    try:
        slow, late = ask("T2", PATIENCE), ask("T1", 0.5)
        assert (await ask("T3", PATIENCE)).stream == "table:T3"
        with pytest.raises(Unreachable) as lost:
            await late
        assert lost.value.sent
        go_on.set()
        assert (await slow).stream == "table:T2"
    finally:
        await asking.close()
        await owner.close()


async def test_a_connection_is_given_up_only_after_a_long_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An owner that is slow with everybody has said nothing while a short time ran out; one that
    says nothing for long is not asked any more over the same connection."""
    go_on, connections = asyncio.Event(), 0

    async def serve(given: Forwarded) -> Accepted:
        await go_on.wait()
        return Accepted(given.key, f"table:{given.table}", 1)

    keys = Keyring.of(KEY)
    owner, asking = Peers(keys, serve), Peers(keys, _silent)
    address = await owner.listen("127.0.0.1", 0)
    connect = asking._connect

    async def counted(there: str) -> peers._Line:
        nonlocal connections
        connections += 1
        return await connect(there)

    monkeypatch.setattr(asking, "_connect", counted)

    def ask(seconds: float) -> asyncio.Task[Accepted]:
        given = Forwarded(key(), hc.SignOn(), "T1")
        return asyncio.create_task(asking.ask(address, given, seconds))

    try:
        slow = ask(PATIENCE)
        for seconds, sent in ((0.05, True), (0.0, False), (-0.01, False)):
            with pytest.raises(Unreachable) as lost:
                await ask(seconds)
            assert lost.value.sent is sent
        assert not slow.done()
        go_on.set()
        assert (await slow).stream == "table:T1"
        go_on.clear()
        monkeypatch.setattr(peers, "SILENT_SECONDS", 0.1)
        with pytest.raises(Unreachable):
            await ask(0.2)
        assert connections == 1
        go_on.set()
        assert (await ask(PATIENCE)).stream == "table:T1"
        assert connections == 2
    finally:
        await asking.close()
        await owner.close()
    with pytest.raises(Unreachable) as lost:
        await ask(PATIENCE)
    assert not lost.value.sent
    assert connections == 2


async def test_a_connection_that_has_ended_is_not_sent_anything() -> None:
    """It ends right after the greeting, before whoever waited for it goes on."""
    keys = Keyring.of(KEY)
    owner, asking = Peers(keys, _silent), Peers(keys, _silent)
    address = await owner.listen("127.0.0.1", 0)
    try:
        line = await asking._connect(address)
        line.close()
        with pytest.raises(Unreachable) as lost:
            async with asyncio.timeout(PATIENCE):
                await line.ask(Forwarded(key(), hc.SignOn(), "T1"), 3 * PATIENCE)
        assert not lost.value.sent
    finally:
        await asking.close()
        await owner.close()


async def test_that_somebody_is_not_reached_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Every command for the tables of a dead process asks it, until they have another owner."""
    keys = Keyring.of(KEY)
    owner, asking = Peers(keys, _at_once), Peers(keys, _silent)
    address = await owner.listen("127.0.0.1", 0)
    await owner.close()
    given = Forwarded(key(), hc.SignOn(), "T1")

    async def missed() -> int:
        with pytest.raises(Unreachable):
            await asking.ask(address, given, PATIENCE)
        return [one.message for one in caplog.records].count("not reached")

    assert [await missed() for _ in range(3)] == [1, 1, 1]
    again = Peers(keys, _at_once)
    host, _, port = address.rpartition(":")
    await again.listen(host, int(port))
    assert (await asking.ask(address, given, PATIENCE)).stream == "table:T1"
    await again.close()
    asking.keep(frozenset())
    assert await missed() == 2
    await asking.close()


async def _at_once(given: Forwarded) -> Accepted:
    return Accepted(given.key, f"table:{given.table}", 1)


class Newer(Forwarded, frozen=True, omit_defaults=True):
    """As a later version might forward it."""

    hurry: str = ""


async def test_what_a_version_does_not_know_concerns_nobody_else(postgres_url: str) -> None:
    async with houses(postgres_url) as both:
        here, there = await two_of(both)
        dan = await dan_of(there)
        await there.give(dan, "T1", hc.SignOn(), key())
        unknown = Newer(key(), hc.SignOff(), "T1", person=dan, hurry="please")
        with pytest.raises(StoreUnavailable, match="another version"):
            await asked(there, here, unknown)
        [connected] = owners_of(there).peers._lines.values()
        line = connected.result()
        line._wire.send([0, {"key": key(), "command": {"do": "of_a_newer_version"}}])
        await there.give(dan, "T1", hc.SignOff(), key())
        assert not line.closed


async def test_a_process_with_a_wrong_clock_decides_nothing(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(postgres_url) as both:
        here, there = await two_of(both)
        boss = await there.authentication.who(await token_of(there, MANAGER))
        true = here.handler.now
        monkeypatch.setattr(here.handler, "now", lambda: true() + timedelta(days=3))
        await until(lambda: owners_of(there).is_ours("table:T1"))
        with pytest.raises(StoreUnavailable, match="clock of this process is wrong"):
            await here.give(boss, None, OpenShift(name="early"), key())
        supervisor = Supervisor(here, SupervisorSettings(url=postgres_url))
        await supervisor.look_at_alarms()
        raised = (await there.store.read("operation"))[-1]
        assert b"clock-wrong" in raised.event
        assert raised.at < true() + timedelta(minutes=1)
        await there.give(boss, None, OpenShift(name="now"), key())
        assert (await there.store.read("cage"))[-1].at < true() + timedelta(minutes=1)
        monkeypatch.setattr(here.handler, "now", true)
        await until(lambda: not owners_of(here).clock_error)


async def asked(there: House, here: House, forwarded: Forwarded) -> None:
    await owners_of(there).peers.ask(owners_of(here).address, forwarded, PATIENCE)
