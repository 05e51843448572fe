"""Unattended tables: they deal themselves, fold what is not decided, and survive their process."""

from datetime import timedelta

from msgspec import structs

from croupier.house.app.house import House
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole, Signature
from croupier.house.model.settings import Dealing, FailureChoice, Money
from croupier.house.read.proof.verify import verify
from croupier.house.store import open_store
from croupier.rulebooks.terms import Actor, Role
from croupier.script.format import TableEntry
from croupier.table import commands as c
from croupier.table.events import HandFolded, RoundSettled
from tests.house.funding import by_two
from tests.house.houses import (
    DEALER,
    GAMES,
    KEY,
    MANAGER,
    ante,
    do,
    register_jackpot,
    register_table,
)
from tests.house.model.table.books import SEVENTH
from tests.waiting import until

QUICK = Dealing(
    automatic=True, betting_seconds=1, decision_seconds=1, reveal_seconds=0, pause_seconds=0
)
AT_LEISURE = structs.replace(QUICK, betting_seconds=600)
HOUR = timedelta(hours=1)
MIA = Signature("mia", HouseRole.SHIFT_MANAGER)
SAM = Signature("sam", HouseRole.SHIFT_MANAGER)


async def open_house(url: str) -> House:
    house = House(await open_store(url), KEY)
    await house.start()
    return house


async def _until(house: House, table: str, round: int, phase: str) -> None:
    async def reached() -> bool:
        game = (await house.handler.streams.table(table)).stored.game
        return (game.round.number, game.phase) == (round, phase) or game.round.number > round

    await until(reached)


async def _until_closed(house: House, table: str) -> None:
    async def closed() -> bool:
        return (await house.handler.streams.table(table)).stored.game.closed

    await until(closed)


async def _an_hour_passes(house: House, witness: str) -> None:
    """The dealer has seen the hour go by once a table that came after it takes bets."""
    earlier = house.handler.now
    house.handler.now = lambda: earlier() + HOUR
    await register_table(house.handler, witness, jackpot=None, dealing=QUICK)
    await _until(house, witness, 1, "betting")


async def test_all_five_games_deal_themselves_with_demonstration_players(store_url: str) -> None:
    house = await open_house(store_url)
    for rulebook in GAMES:
        name = rulebook.upper()
        linked = None if rulebook == "three-card-poker" else f"J-{name}"
        if linked is not None:
            await register_jackpot(house.handler, linked, money=Money.PRACTICE)
        await register_table(house.handler, name, rulebook, linked, QUICK, Money.PRACTICE)
        for box, strategy in ((1, "simple"), (2, "always-stay")):
            bot = hc.SeatBot(
                box=box,
                name=f"{box} (bot)",
                strategy=strategy,
                ante=1000,
                jackpot=bool(linked),
            )
            await do(house.handler, name, bot, MANAGER)
    for rulebook in GAMES:
        await _until(house, rulebook.upper(), 2, "settled")
    proof = await verify(house.store)
    assert proof.wrong is None
    assert proof.rounds >= 2 * len(GAMES) - 1
    await house.stop()


async def test_a_hand_that_is_not_decided_in_time_is_folded(sqlite_url: str) -> None:
    house = await open_house(sqlite_url)
    await register_table(house.handler, jackpot=None, dealing=QUICK)
    folded: list[object] = []
    house.handler.streams.listen(
        lambda _, change: folded.extend(
            one for one in change.events if isinstance(one, HandFolded | RoundSettled)
        )
    )
    await _until(house, "T1", 1, "betting")
    await do(house.handler, "T1", ante(1), Actor("p1", Role.PLAYER))
    await _until(house, "T1", 1, "settled")
    assert [type(one) for one in folded] == [HandFolded, RoundSettled]
    await house.stop()


async def test_an_empty_table_rests(sqlite_url: str) -> None:
    house = await open_house(sqlite_url)
    await register_table(house.handler, jackpot=None, dealing=QUICK)
    await _until(house, "T1", 1, "betting")
    version = (await house.handler.streams.table("T1")).version
    await _an_hour_passes(house, "T2")
    assert (await house.handler.streams.table("T1")).version == version
    await house.stop()


async def test_an_empty_table_goes_over_to_another_edition(sqlite_url: str) -> None:
    """Nobody bets: when its time comes the open round ends, and the next is of the new edition."""
    house = await open_house(sqlite_url)
    await register_table(house.handler, jackpot=None, dealing=QUICK)
    await _until(house, "T1", 1, "betting")
    since = house.handler.now() + HOUR / 2
    change = hc.ChangeEdition(table="T1", rulebook=SEVENTH, since=since, reason="approved")
    await by_two(house.handler, change, MIA, SAM, "over")
    assert (await house.handler.streams.table("T1")).state.game.round.number == 1
    await _an_hour_passes(house, "T2")
    await _until(house, "T1", 2, "betting")
    version = (await house.handler.streams.table("T1")).version
    game = (await house.handler.streams.table("T1")).stored.game
    assert game.rulebook.edition_name == "casino-stud@7"
    await _an_hour_passes(house, "T3")
    assert (await house.handler.streams.table("T1")).version == version  # it rests again
    assert (await verify(house.store)).wrong is None
    await house.stop()


async def test_another_process_goes_on_where_one_died(store_url: str) -> None:
    """Cards that the first committed to are dealt by the second."""
    first = await open_house(store_url)
    await register_table(first.handler, jackpot=None, dealing=QUICK)
    await _until(first, "T1", 1, "betting")
    await do(first.handler, "T1", ante(1), Actor("p1", Role.PLAYER))
    await first.stop()
    second = await open_house(store_url)
    await _until(second, "T1", 1, "settled")
    assert (await verify(second.store)).wrong is None
    await second.stop()


async def test_two_processes_at_one_table_never_deal_twice(postgres_url: str) -> None:
    houses = [await open_house(postgres_url) for _ in range(2)]
    await register_table(houses[0].handler, jackpot=None, dealing=QUICK, money=Money.PRACTICE)
    bot = hc.SeatBot(box=1, name="One (bot)", strategy="simple", ante=1000)
    await do(houses[0].handler, "T1", bot, MANAGER)
    await _until(houses[1], "T1", 3, "settled")
    proof = await verify(houses[0].store)
    assert proof.wrong is None
    for house in houses:
        await house.stop()


async def test_a_pause_stops_the_clock(sqlite_url: str) -> None:
    house = await open_house(sqlite_url)
    await register_table(house.handler, jackpot=None, dealing=AT_LEISURE)
    await _until(house, "T1", 1, "betting")
    await do(house.handler, "T1", ante(1), Actor("p1", Role.PLAYER))
    await do(house.handler, "T1", hc.PauseTable(reason="a question"), DEALER)
    await _an_hour_passes(house, "T2")
    assert (await house.handler.streams.table("T1")).state.game.phase == "betting"
    await do(house.handler, "T1", hc.ResumeTable(), DEALER)
    await _an_hour_passes(house, "T3")
    await _until(house, "T1", 1, "settled")
    await house.stop()


async def test_a_lost_link_fails_the_jackpot_at_every_linked_table(sqlite_url: str) -> None:
    """An unattended table goes on by the choice that was set beforehand (CSP 5.18.2)."""
    house = await open_house(sqlite_url)
    await register_jackpot(house.handler)
    await register_table(house.handler, "T1")
    await register_table(house.handler, "T2", dealing=QUICK)
    closing = Dealing(automatic=True, after_jackpot_failure=FailureChoice.CLOSE_TABLE)
    await register_table(house.handler, "T3", dealing=closing)
    await do(house.handler, None, hc.FailLink(jackpot="J1", reason="no contact"), MANAGER)
    await _until(house, "T2", 1, "betting")
    await _until_closed(house, "T3")
    attended = (await house.handler.streams.table("T1")).stored.game
    assert attended.choice_awaited
    unattended = (await house.handler.streams.table("T2")).stored.game
    assert not unattended.jackpot_available_next
    assert not unattended.choice_awaited
    await house.stop()


async def test_after_the_last_round_the_table_closes_itself(sqlite_url: str) -> None:
    house = await open_house(sqlite_url)
    await register_table(house.handler, jackpot=None, dealing=QUICK)
    await _until(house, "T1", 1, "betting")
    await do(house.handler, "T1", hc.AnnounceLastRound(), MANAGER)
    await do(house.handler, "T1", ante(1), Actor("p1", Role.PLAYER))
    await _until(house, "T1", 1, "settled")
    await _until_closed(house, "T1")
    assert (await house.handler.streams.table("T1")).stored.game.round.number == 1
    await do(house.handler, "T1", c.OpenTable(), MANAGER)
    await _until(house, "T1", 2, "betting")
    await house.stop()


async def test_an_automatic_table_that_two_people_registered_proves(sqlite_url: str) -> None:
    """Its clock is set from the time of the record, which is that of the approval."""
    house = await open_house(sqlite_url)
    entry = TableEntry("casino-stud", boxes=6)
    register = hc.RegisterTable(name="T1", entry=entry, dealing=QUICK)
    await by_two(house.handler, register, MIA, SAM, "new")
    await _until(house, "T1", 1, "betting")
    assert (await verify(house.store)).wrong is None
    await house.stop()
