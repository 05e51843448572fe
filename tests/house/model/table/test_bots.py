"""Demonstration players: a strategy that is told, a pace, and the manners to sit out."""

import pytest

from croupier.books import find_rulebook
from croupier.cards import parse_cards
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model import commands as hc
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.settings import Dealing, Money, Pace
from croupier.house.model.table.bots import ASKS_MAX, bot_act, played_by, strategies
from croupier.house.model.table.parts import Bot
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.verify import verify
from croupier.odds.what_if import what_if
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from croupier.table.state import Dealt
from tests.house.funding import practise
from tests.house.houses import MANAGER, ante, do, keeping, register_table

P1, P3 = Actor("p1", Role.PLAYER), Actor("p3", Role.PLAYER)
THIRTY_SECONDS = Dealing(decision_seconds=30)
TWO_SECONDS = Dealing(decision_seconds=2)


async def _furnished(handler: CommandHandler, dealing: Dealing = THIRTY_SECONDS) -> None:
    """A table for play money with a bot at box 2, and bets open."""
    await register_table(handler, jackpot=None, dealing=dealing, money=Money.PRACTICE)
    bot = hc.SeatBot(box=2, name="Ada (bot)", strategy="akj83", ante=1000, pace=Pace.SLOW)
    await do(handler, "T1", bot, MANAGER)
    for player in (P1, P3):
        await practise(handler, player.id)
    await do(handler, "T1", c.OpenBets())


async def _state(handler: CommandHandler) -> HouseTable:
    return (await handler.streams.table("T1")).state


async def _let_bots_act(handler: CommandHandler) -> list[tuple[str, float]]:
    """Everything that bots want to do now; what it was, and after how long."""
    done = []
    while (act := bot_act(await _state(handler))) is not None:
        await do(handler, "T1", act.command, act.actor)
        done.append((str(act.command.__struct_config__.tag), act.seconds))
    return done


async def _play_out(handler: CommandHandler) -> None:
    await do(handler, "T1", c.CloseBets())
    await do(handler, "T1", c.Deal())
    await _let_bots_act(handler)
    current = (await _state(handler)).game.round
    assert isinstance(current, Dealt)
    for number, box in current.boxes.items():
        if box.must_decide:
            await do(
                handler, "T1", c.PlaceWager(box=number, wager="bet"), P1 if number == 1 else P3
            )
    await do(handler, "T1", c.RevealDealer())
    await do(handler, "T1", c.Settle())


async def test_a_slow_bot_thinks_two_seconds(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        assert await _let_bots_act(handler) == [("place_wager", 0.4)]
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        looked, decided = await _let_bots_act(handler)
        assert looked == ("view_hand", 0.4)
        assert decided[1] == 2.0


async def test_no_bot_takes_more_than_a_tenth_of_the_time(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler, TWO_SECONDS)
        await _let_bots_act(handler)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        assert [seconds for _, seconds in await _let_bots_act(handler)] == [0.2, 0.2]


async def test_bots_sit_out_until_they_are_asked_back(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", hc.PlayAlone(), P1)
        assert await _let_bots_act(handler) == []
        assert (await _state(handler)).playing_bots == {}
        await do(handler, "T1", hc.PlayAlone(alone=False), P1)
        assert await _let_bots_act(handler) == [("place_wager", 0.4)]


async def test_a_bot_plays_the_hand_that_it_has_paid_for(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", ante(1), P1)
        await _let_bots_act(handler)
        await do(handler, "T1", hc.PlayAlone(), P1)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        assert len(await _let_bots_act(handler)) == 2


async def test_bots_come_back_when_whoever_sent_them_away_is_gone(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", hc.PlayAlone(), P1)
        await do(handler, "T1", ante(1), P1)
        await _play_out(handler)
        await do(handler, "T1", c.OpenBets())
        assert await _let_bots_act(handler) == []
        await do(handler, "T1", ante(3), P3)
        await _play_out(handler)
        await do(handler, "T1", c.OpenBets())
        assert await _let_bots_act(handler) == [("place_wager", 0.4)]
        assert (await verify(handler.store)).wrong is None


async def test_who_asks_to_be_alone_before_the_first_ante_is_alone_in_the_next_round(
    sqlite_url: str,
) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await _let_bots_act(handler)
        await do(handler, "T1", c.CloseBets())
        await do(handler, "T1", c.Deal())
        await do(handler, "T1", hc.PlayAlone(), P1)
        await _let_bots_act(handler)
        await do(handler, "T1", c.RevealDealer())
        await do(handler, "T1", c.Settle())
        await do(handler, "T1", c.OpenBets())
        assert await _let_bots_act(handler) == []
        await do(handler, "T1", ante(3), P3)
        await _play_out(handler)
        await do(handler, "T1", c.OpenBets())
        assert await _let_bots_act(handler) == [("place_wager", 0.4)]


async def test_a_snapshot_remembers_that_somebody_plays_alone(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", hc.PlayAlone(), P1)
        await handler.streams.save_snapshots(1)
    async with keeping(sqlite_url) as handler:
        company = (await _state(handler)).company
        assert (company.alone, company.by) == (True, "p1")


async def test_nobody_is_left_without_company_by_another(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", ante(3), P3)
        with pytest.raises(HouseRefused, match="1 other person plays here"):
            await do(handler, "T1", hc.PlayAlone(), P1)
        await do(handler, "T1", hc.PlayAlone(), P3)


async def test_what_is_so_already_is_refused_and_so_is_asking_for_ever(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        with pytest.raises(HouseRefused, match="are at the table already"):
            await do(handler, "T1", hc.PlayAlone(alone=False), P1)
        for place in range(ASKS_MAX):
            await do(handler, "T1", hc.PlayAlone(alone=place % 2 == 0), P1)
        with pytest.raises(HouseRefused, match="often enough"):
            await do(handler, "T1", hc.PlayAlone(), P1)


async def test_where_no_bots_play_none_can_be_sent_away(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_table(handler, jackpot=None, money=Money.PRACTICE)
        with pytest.raises(HouseRefused, match="No bots play"):
            await do(handler, "T1", hc.PlayAlone(), P1)


def test_bots_play_the_strategies_that_the_odds_price() -> None:
    stud, three = find_rulebook("casino-stud"), find_rulebook("three-card-poker")
    blind = what_if(stud, {"dealing": {"up_card": {"value": False}}})
    assert {"akj83", "three-rules", "pair", "always", "simple"} <= set(strategies(stud))
    assert "three-rules" not in strategies(blind)
    assert strategies(stud)["simple"].spoken() == ("ace-king-jack-eight-three or better",)
    assert strategies(three)["simple"].spoken() == ("queen-six-four or better",)
    ada = Bot("Ada (bot)", "three-rules", 1000, jackpot=False)
    # Ace-king with a matching four: stays in by the three rules, not by the threshold.
    hand, four = parse_cards("As Kd 9h 4c 2s"), parse_cards("4d")[0]
    assert played_by(ada, stud).met(stud.hands, hand, four) is not None
    assert played_by(ada, blind).met(blind.hands, hand, None) is None
