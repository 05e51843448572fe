"""Money that one person would make, moved past the register or beyond the cage's limits."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec import structs

from croupier.house.app.clock import Calendar
from croupier.house.app.house import House
from croupier.house.client import Client, NotDone, by_two
from croupier.house.log.event_store import Search
from croupier.house.log.stream import Decided, Department
from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.house.model.cage.day import GamingDay
from croupier.house.model.people.events import ExclusionLifted, PersonExcluded, PersonSuspended
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.settings import CageLimits, JackpotTerms
from croupier.house.model.significant_kinds import Kind
from croupier.house.read.proof.verify import verify
from croupier.money import MOST_CENTS
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from croupier.table import commands as c
from tests.house.funding import balance, know
from tests.house.houses import do, key
from tests.house.serving import serving, session_of, token_of

WALLETS = TableEntry("casino-stud", boxes=6)
POCKETS = TableEntry("casino-stud", boxes=6, entry=EntryMode.RECORDING)
ADMINISTRATOR = Signature("adam", HouseRole.ADMINISTRATOR)
SHIFT = Signature("mia", HouseRole.SHIFT_MANAGER)


Secret = Callable[..., Awaitable[str]]


class People:
    """Everybody who tries, each over HTTP."""

    def __init__(self, house: House, clients: dict[str, Client]) -> None:
        self.house = house
        self._clients = clients

    def __getattr__(self, name: str) -> Client:
        return self._clients[name]

    async def close(self) -> None:
        for client in self._clients.values():
            await client.close()


ROLES = {
    "ann": HouseRole.PLAYER,
    "bob": HouseRole.PLAYER,
    "dan": HouseRole.DEALER,
    "sue": HouseRole.PIT_SUPERVISOR,
    "mia": HouseRole.SHIFT_MANAGER,
    "max": HouseRole.SHIFT_MANAGER,
    "adam": HouseRole.ADMINISTRATOR,
    "cora": HouseRole.CAGE,
    "carl": HouseRole.CAGE,
}


async def people(house: House, address: str, of: Secret = session_of) -> People:
    """T1 is played out of wallets, R1 with chips; dan deals both."""
    handler = house.handler
    for name, entry in (("T1", WALLETS), ("R1", POCKETS)):
        await do(handler, None, hc.RegisterTable(name=name, entry=entry))
    clients = {name: Client(address, await of(house, name, role)) for name, role in ROLES.items()}
    for table in ("T1", "R1"):
        await clients["dan"].give(hc.SignOn(), table)
    return People(house, clients)


async def refused(client: Client, command: hc.AnyCommand, table: str | None = None) -> str:
    with pytest.raises(NotDone) as error:
        await client.give(command, table)
    return str(error.value.trouble.code)


async def said(house: House, *events: Any, by: Signature = ADMINISTRATOR) -> None:
    """Something about the people of the house, as its registry would write it down."""
    await house.handler.record(Department.PEOPLE, lambda state, at: events, by, key())


# The register


async def test_no_money_for_names_in_no_register_staff_suspended_or_excluded(
    store_url: str,
) -> None:
    """A dealer credits whomever they like: before, all of these came through."""
    async with serving(store_url) as (house, address):
        who = await people(house, address)
        for name in ("eve", "sid"):
            await know(house.handler, name)
        await said(house, PersonExcluded("eve", None, "her wish"), by=SHIFT)
        await said(house, PersonSuspended("sid", "an inquiry"))
        tried = {"nobody": "no-such-person", "dan": "no-such-person", "cora": "no-such-person"}
        tried |= {"eve": "excluded", "sid": "suspended"}
        for name, code in tried.items():
            bought = cc.TableBuyIn(table="T1", player=name, amount=100_00)
            assert await refused(who.dan, bought) == code
            assert await refused(who.cora, cc.BuyIn(player=name, amount=100_00)) == code
            assert await balance(house.handler, f"player:{name}") == 0
        # with chips a patron may be unknown, but nobody known who may not play
        assert await refused(who.dan, cc.TableBuyIn(table="R1", player="eve", amount=1_00)) == (
            "excluded"
        )
        assert await refused(who.dan, cc.TableBuyIn(table="R1", player="sue", amount=1_00)) == (
            "no-such-person"
        )
        await who.dan.give(cc.TableBuyIn(table="R1", player="walk-in", amount=100_00))
        assert await balance(house.handler, "chips:walk-in") == 100_00
        await who.dan.give(cc.TableBuyIn(table="T1", player="ann", amount=100_00))
        assert await balance(house.handler, "player:ann") == 100_00
        assert (await verify(house.store)).wrong is None
        await who.close()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ANN", "name-taken"),
        ("Ann", "name-taken"),
        ("ann ", "name-taken"),
        (" ann", "name-taken"),
        ("\uff41nn", "name-taken"),  # a full-width a
        ("SUE", "name-taken"),
        ("house", "bad-name"),
        ("House", "bad-name"),
        ("dealer ", "bad-name"),
        ("nobody", "bad-name"),
        ("Ada (bot)", "bad-name"),
        ("Ada (BOT)", "bad-name"),
        ("ann\u200b", "name-taken"),
        ("a\u00adnn", "name-taken"),
        ("walk\u200bin", "bad-name"),
        ("\u0430nn", "bad-name"),
        ("player:ann", "bad-name"),
        ("a nn", "name-taken"),
        ("a.n-n", "name-taken"),
        ("walk-in ", "bad-name"),
        ("walk  in", "bad-name"),
        (" ", "bad-name"),
    ],
)
async def test_a_patron_bears_no_name_that_is_read_as_another(
    sqlite_url: str, name: str, code: str
) -> None:
    """At a recording table, where patrons may be unknown: neither bought in nor written down."""
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        buy = cc.TableBuyIn(table="R1", player=name, amount=100_00)
        assert await refused(who.dan, buy) == code
        await who.dan.give(c.OpenBets(), "R1")
        ante = c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=10_00, player=name)
        assert await refused(who.dan, ante, "R1") == code
        assert await balance(house.handler, f"chips:{name}") == 0
        for known in ("ann", "Walk-in 7"):
            await who.dan.give(cc.TableBuyIn(table="R1", player=known, amount=1_00))
        assert (await verify(house.store)).wrong is None
        await who.close()


async def test_an_excluded_person_always_has_their_money_back(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await who.cora.give(cc.BuyIn(player="ann", amount=70_00))
        await said(house, PersonExcluded("ann", None, "her wish"), by=SHIFT)
        assert await refused(who.cora, cc.BuyIn(player="ann", amount=1)) == "excluded"
        await who.dan.give(c.OpenBets(), "T1")
        ante = c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=1000)
        assert await refused(who.ann, ante, "T1") == "excluded"
        await who.cora.give(cc.CashOut(player="ann", amount=70_00))
        assert await balance(house.handler, "player:ann") == 0
        assert await refused(who.cora, cc.CashOut(player="nobody", amount=1)) == "no-such-person"
        await said(house, ExclusionLifted("ann", "over"), by=SHIFT)
        await who.cora.give(cc.BuyIn(player="ann", amount=1))
        assert (await verify(house.store)).wrong is None
        await who.close()


async def test_the_proof_finds_a_buy_in_past_the_register(sqlite_url: str) -> None:
    """A program without the check writes what no house with it would."""
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("croupier.house.app.written.demand_standing", lambda *_: None)
            await who.cora.give(cc.BuyIn(player="nobody", amount=100_00))
        wrong = (await verify(house.store)).wrong
        assert wrong is not None
        assert wrong.startswith("cage version ")
        assert "No player is called 'nobody'" in wrong
        await who.close()


# Limits and the second person

LIMITS = CageLimits(
    buy_in=1_000_00,
    cash_out=1_000_00,
    table_buy_in=500_00,
    fill=2_000_00,
    credit=2_000_00,
    second_person_above=100_00,
)


async def limited(house: House) -> None:
    """As after a start with another configuration."""
    house.handler.cage_limits = LIMITS
    await house.recovery.open()


def moved(what: str, amount: int) -> hc.AnyCommand:
    commands: dict[str, hc.AnyCommand] = {
        "buy_in": cc.BuyIn(player="ann", amount=amount),
        "cash_out": cc.CashOut(player="ann", amount=amount),
        "table_buy_in": cc.TableBuyIn(table="T1", player="ann", amount=amount),
        "fill": cc.Fill(table="T1", amount=amount),
        "credit": cc.Credit(table="T1", amount=amount),
    }
    return commands[what]


@pytest.mark.parametrize("what", ["buy_in", "cash_out", "table_buy_in", "fill", "credit"])
async def test_one_person_moves_little_two_move_more_and_nobody_beyond(
    sqlite_url: str, what: str
) -> None:
    """Each threshold at itself and a cent above it: 100.00 for one person, the most for two."""
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await by_two(who.cora, who.carl, cc.BuyIn(player="ann", amount=50_000_01))
        await limited(house)
        first, second = (who.dan, who.sue) if what == "table_buy_in" else (who.cora, who.carl)
        account = "float:T1" if what in ("fill", "credit") else "player:ann"
        before = await balance(house.handler, account)
        most: int = getattr(LIMITS, what)

        async def change() -> int:
            return abs(await balance(house.handler, account) - before)

        await first.give(moved(what, 100_00))
        assert await change() == 100_00
        await first.give(moved(what, 100_01))
        assert await change() == 100_00  # it waits
        [waiting] = await second.proposals()
        assert await refused(first, hc.Approve(proposal=waiting.id)) in (
            "same-person",
            "not-your-power",
        )
        await second.give(hc.Approve(proposal=waiting.id))
        assert await change() == 200_01
        await by_two(first, second, moved(what, most))
        assert await change() == 200_01 + most
        for amount in (most + 1, MOST_CENTS):
            assert await refused(first, moved(what, amount)) == "above-limit"
        assert await change() == 200_01 + most
        assert (await verify(house.store)).wrong is None
        await who.close()


async def test_what_waits_is_refused_when_the_limits_became_lower(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await who.cora.give(cc.BuyIn(player="ann", amount=60_000_00))
        [waiting] = await who.carl.proposals()
        assert waiting.summary == "Buy-in of $60,000.00 for ann."
        await limited(house)
        assert await refused(who.carl, hc.Approve(proposal=waiting.id)) == "above-limit"
        assert await balance(house.handler, "player:ann") == 0
        listed = await house.store.significant(Search(kind=Kind.PARAMETER.value))
        assert "cage configured" in listed[0].text
        assert (await verify(house.store)).wrong is None
        await who.close()


# Wagers out of wallets


def ask(amount: int, box: int = 1, wager: str = WagerKind.ANTE) -> hc.RequestWager:
    return hc.RequestWager(box=box, wager=wager, amount=amount)


def for_ann(amount: int | None, box: int = 1, wager: str = WagerKind.ANTE) -> c.PlaceWager:
    return c.PlaceWager(box=box, wager=wager, amount=amount, player="ann")


async def test_staff_stake_a_wallet_only_when_its_owner_asks(store_url: str) -> None:
    """MEGA 3.6: staff place wagers for a player who asks. Once, up to the amount, this round."""
    async with serving(store_url) as (house, address):
        who = await people(house, address)
        await who.cora.give(cc.BuyIn(player="ann", amount=1_000_00))
        assert await refused(who.ann, ask(10_00), "T1") == "no-round"
        await who.dan.give(c.OpenBets(), "T1")
        for staff in (who.dan, who.sue, who.mia):
            assert await refused(staff, for_ann(10_00), "T1") == "not-asked"
        assert await refused(who.dan, ask(10_00), "T1") == "not-your-power"
        await who.ann.give(ask(10_00), "T1")
        assert await refused(who.ann, ask(20_00), "T1") == "asked-already"
        assert await refused(who.dan, for_ann(10_01), "T1") == "not-asked"
        assert await refused(who.dan, for_ann(10_00, box=2), "T1") == "not-asked"
        by_bob = c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=10_00, player="bob")
        assert await refused(who.dan, by_bob, "T1") == "not-asked"
        assert await balance(house.handler, "player:ann") == 1_000_00
        await who.dan.give(for_ann(10_00), "T1")
        assert await balance(house.handler, "layout:T1") == 10_00
        assert await refused(who.dan, for_ann(10_00), "T1") == "not-asked"  # used up
        [listed] = await house.store.significant(Search(kind=Kind.STAFF_WAGER.value))
        assert (listed.person, listed.player, listed.amount) == ("dan", "ann", 10_00)
        assert (listed.place, listed.round) == ("T1", 1)
        await _stays(who)
        assert (await verify(house.store)).wrong is None
        await who.close()


async def _stays(who: People) -> None:
    """The bet of a hand is a wager like any other; what was asked is over with the round."""
    await who.ann.give(ask(10_00, box=2), "T1")
    await who.dan.give(c.CloseBets(), "T1")
    await who.dan.give(c.Deal(), "T1")
    bet = c.PlaceWager(box=1, wager="bet", player="ann")
    assert await refused(who.dan, bet, "T1") == "not-asked"
    await who.ann.give(ask(20_00, wager="bet"), "T1")
    await who.dan.give(bet, "T1")
    await who.dan.give(c.RevealDealer(), "T1")
    await who.dan.give(c.Settle(), "T1")
    await who.dan.give(c.OpenBets(), "T1")
    assert await refused(who.dan, for_ann(10_00, box=2), "T1") == "not-asked"


async def test_who_sees_what_was_asked(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await who.dan.give(c.OpenBets(), "T1")
        await who.ann.give(ask(10_00), "T1")
        seen = {name: len((await getattr(who, name).table("T1")).requests) for name in ROLES}
        assert seen == {
            **dict.fromkeys(ROLES, 0),
            **dict.fromkeys(("ann", "dan", "sue", "mia", "max"), 1),
        }
        await who.close()


async def test_nobody_makes_the_log_grow_by_asking(sqlite_url: str) -> None:
    """10 requests of a player in a round, whatever became of them."""
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await who.dan.give(c.OpenBets(), "T1")
        wagers = [(box, kind) for box in range(1, 7) for kind in (WagerKind.ANTE, "bet")]
        for box, kind in wagers[:10]:
            await who.ann.give(ask(10_00, box, kind), "T1")
        version = (await house.handler.streams.table("T1")).version
        for box, kind in wagers[10:]:
            assert await refused(who.ann, ask(10_00, box, kind), "T1") == "asked-too-often"
        assert (await house.handler.streams.table("T1")).version == version
        assert await refused(who.ann, ask(10_00), "R1") == "other-money"
        await who.close()


async def test_where_chips_lie_on_the_table_staff_write_them_down(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await who.dan.give(c.OpenBets(), "R1")
        await who.dan.give(for_ann(10_00), "R1")
        assert await balance(house.handler, "chips:ann") == -10_00
        await who.close()


# Registration


@pytest.mark.parametrize(
    "command",
    [
        hc.RegisterTable(name="T9", entry=WALLETS),
        hc.RegisterJackpot(name="J9", entry=JackpotEntry(meter=100, reset=100)),
    ],
    ids=["table", "jackpot"],
)
async def test_one_person_alone_registers_nothing(
    sqlite_url: str, command: hc.Registration
) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        await who.mia.give(command)
        streams = house.handler.streams
        assert command.name not in [*streams.tables(), *streams.jackpots()]
        [waiting] = await who.max.proposals()
        assert (waiting.by.id, waiting.needs) == ("mia", (HouseRole.SHIFT_MANAGER,))
        assert await refused(who.mia, hc.Approve(proposal=waiting.id)) == "same-person"
        assert await refused(who.sue, hc.Approve(proposal=waiting.id)) == "role-too-low"
        assert await refused(who.adam, hc.Approve(proposal=waiting.id)) == "not-your-power"
        await who.max.give(hc.Approve(proposal=waiting.id))
        assert command.name in [*streams.tables(), *streams.jackpots()]
        assert await refused(who.mia, command) == "name-taken"
        assert (await verify(house.store)).wrong is None
        await who.close()


@pytest.mark.parametrize(
    "reserve", ["9", "abc", "1e7000", "1e9999999", "9/1", "-0.1", "0.78", "", "0." + "1" * 20]
)
async def test_a_reserve_is_a_share_of_the_wager(sqlite_url: str, reserve: str) -> None:
    """The meter takes 0.23 of a wager, so that 0.77 is the most that is left."""
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        entry = JackpotEntry(meter=1_000_00, reset=100_00, increment="0.23")
        terms = JackpotTerms(reserve=reserve)
        jackpot = hc.RegisterJackpot(name="J9", entry=entry, terms=terms)
        assert await refused(who.mia, jackpot) == "bad-setting"
        assert await who.max.proposals() == []
        good = JackpotTerms(reserve="0.77")
        await who.mia.give(structs.replace(jackpot, terms=good))
        [waiting] = await who.max.proposals()
        await who.max.give(hc.Approve(proposal=waiting.id))
        worse = hc.ChangeJackpot(jackpot="J9", terms=terms, reason="a try")
        assert await refused(who.mia, worse) == "bad-setting"
        endless = hc.ChangeJackpot(jackpot="J9", increment="1e9999999", reason="a try")
        assert await refused(who.mia, endless) == "bad-setting"
        await who.close()


async def test_the_second_person_reads_all_terms_of_a_jackpot(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        entry = JackpotEntry(meter=1_000_00, reset=100_00, increment="0.2")
        terms = JackpotTerms(limit=5_000_00, reserve="0.05")
        await who.mia.give(hc.RegisterJackpot(name="J9", entry=entry, terms=terms))
        [waiting] = await who.max.proposals()
        assert waiting.summary == (
            "Register jackpot J9 for live money, with $1,000.00 on the meter: stake $5.00, "
            "reset $100.00, increment 0.2, most credits 5, limit $5,000.00, reserve 0.05."
        )
        await who.max.give(hc.Approve(proposal=waiting.id))
        terms = JackpotTerms(reserve="0.1")
        change = hc.ChangeJackpot(jackpot="J9", increment="0.3", terms=terms, reason="a new season")
        await who.mia.give(change)
        [waiting] = await who.max.proposals()
        assert waiting.summary == (
            "Change the parameters of jackpot J9 to increment 0.3, no limit, reserve 0.1: "
            "a new season"
        )
        await who.close()


async def test_the_proof_finds_a_table_that_one_person_registered(sqlite_url: str) -> None:
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address)
        handler = house.handler
        alone = Signature("mia", HouseRole.SHIFT_MANAGER)
        table = hc.RegisterTable(name="T9", entry=WALLETS)
        await handler.streams.department(Department.PEOPLE)
        at = handler.now()
        writes = (await handler.cage.beginning(table, alone.actor, at)).begun(at)
        await handler.write(Decided(writes, (), at), alone, key())
        wrong = (await verify(house.store)).wrong
        assert wrong == "table:T9 version 1: two people did not agree to this"
        await who.close()


# Gaming days


class Clock:
    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at


async def test_results_of_one_day_are_never_closed_with_another(store_url: str) -> None:
    """Days start at 06:00. On the 1st the table is filled by 100.00; on the 2nd at 07:00 by 40.00
    more; then the 1st is closed, and it ended with 100.00, not with 140.00."""
    async with serving(store_url) as (house, address):
        who = await people(house, address, token_of)
        clock = Clock(datetime(2126, 3, 1, 12, tzinfo=UTC))
        house.handler.now = clock
        await who.cora.give(cc.Fill(table="T1", amount=100_00))
        await who.mia.give(cc.CountFloat(table="T1", amount=99_00))
        clock.at += timedelta(hours=19)
        await who.cora.give(cc.Fill(table="T1", amount=40_00))
        await who.mia.give(cc.CountFloat(table="T1", amount=139_00))
        await who.mia.give(cc.CloseDay(day="2126-03-01"))
        first = (await house.handler.streams.department(Department.CAGE)).state.last_report
        [table] = [one for one in first.tables if one.table == "T1"]
        assert (table.fills, table.ledger, table.counted, table.closing, table.win) == (
            100_00,
            100_00,
            99_00,
            99_00,
            -1_00,
        )
        reopen = cc.ReopenDay(day="2126-03-01", reason="to move a fill")
        assert await refused(who.mia, reopen) == "day-closed"
        await who.mia.give(cc.CloseDay(day="2126-03-02"))
        second = (await house.handler.streams.department(Department.CAGE)).state.last_report
        [table] = [one for one in second.tables if one.table == "T1"]
        # 139.00 counted beside 139.00: what was missing on the 1st was posted with its closing
        assert (table.opening, table.fills, table.closing, table.variance, table.win) == (
            99_00,
            40_00,
            139_00,
            0,
            0,
        )
        assert (await verify(house.store)).wrong is None
        await who.close()


async def test_an_entry_belongs_to_the_day_of_its_moment_in_the_house(sqlite_url: str) -> None:
    """05:59 in Singapore is still the day before there; the log says by which clock."""
    async with serving(sqlite_url) as (house, address):
        who = await people(house, address, token_of)
        house.handler.calendar = Calendar(GamingDay("Asia/Singapore", "06:00"))
        await house.recovery.open()
        clock = Clock(datetime(2126, 3, 1, 21, 59, tzinfo=UTC))
        house.handler.now = clock
        await who.cora.give(cc.Fill(table="T1", amount=1))
        clock.at += timedelta(minutes=1)
        await who.cora.give(cc.Fill(table="T1", amount=2))
        cage = (await house.handler.streams.department(Department.CAGE)).state
        assert (cage.day, cage.tables["T1"].fills) == ("2126-03-02", 2)
        assert cage.earlier["2126-03-01"]["T1"].fills == 1
        assert (await verify(house.store)).wrong is None
        await who.close()
