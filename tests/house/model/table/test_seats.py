"""Seats of a table with physical chips, and what its dealer asks pit and cage for."""

from datetime import datetime

import pytest

from croupier.house.app import table_service
from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.stream import Department
from croupier.house.model import commands as hc
from croupier.house.model.people.events import PersonExcluded
from croupier.house.model.people.state import People
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import Cards, Dealing, Money
from croupier.house.model.table.acts import open_acts
from croupier.house.model.table.state import HouseTable
from croupier.house.read.proof.verify import verify
from croupier.rulebooks.settings import EntryMode
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.funding import know
from tests.house.houses import DEALER, do, keeping

DOWN = "? ? ? ? ?"


async def _add(handler: CommandHandler, name: str, money: Money) -> None:
    entry = TableEntry("casino-stud", entry=EntryMode.RECORDING)
    dealing = Dealing(cards=Cards.LIVE)
    await do(handler, None, hc.RegisterTable(name=name, entry=entry, dealing=dealing, money=money))


async def _furnished(handler: CommandHandler) -> None:
    await _add(handler, "T1", Money.PRACTICE)
    for player in ("ann", "ben"):
        await know(handler, player)


async def _state(handler: CommandHandler) -> HouseTable:
    return (await handler.streams.table("T1")).state


async def _refused(handler: CommandHandler, command: hc.AnyCommand) -> str:
    with pytest.raises(HouseRefused) as refused:
        await do(handler, "T1", command)
    return refused.value.refusal.code.value


async def _exclude(handler: CommandHandler, player: str) -> None:
    def excluded(people: People, at: datetime) -> tuple[PersonExcluded, ...]:
        return (PersonExcluded(player, None, "asked for it"),)

    await handler.record(Department.PEOPLE, excluded, None, f"exclude:{player}")


def _ante(box: int, player: str) -> c.PlaceWager:
    return c.PlaceWager(box=box, player=player, wager="ante", amount=2500)


async def test_a_seat_holds_whoever_is_registered_until_they_leave(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", hc.TakeSeat(box=2, player="ann"))
        await do(handler, "T1", hc.TakeSeat(box=4))
        assert (await _state(handler)).seats == {2: "ann", 4: "unknown 1 at T1"}
        assert await _refused(handler, hc.TakeSeat(box=2, player="ben")) == "seat-taken"
        assert await _refused(handler, hc.TakeSeat(box=9)) == "bad-command"
        await do(handler, "T1", hc.LeaveSeat(box=4))
        await do(handler, "T1", hc.TakeSeat(box=4))  # somebody else whom nobody knows
        assert (await _state(handler)).seats[4] == "unknown 2 at T1"
        assert await _refused(handler, hc.LeaveSeat(box=7)) == "not-seated"
        assert (await verify(handler.store)).wrong is None


async def test_nobody_sits_at_two_tables_at_once(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann sits at L1: at L2 she is refused until she gets up, two boxes of L1 are hers to play, and
    a seat at a practice table is a part that somebody plays."""
    async with keeping(store_url) as handler:
        await _furnished(handler)
        for name in ("L1", "L2"):
            await _add(handler, name, Money.LIVE)
        sit = hc.TakeSeat(box=2, player="ann")
        await do(handler, "L1", sit)
        await do(handler, "L1", hc.TakeSeat(box=3, player="ann"))
        await do(handler, "T1", sit)
        for seat in (sit, hc.TakeSeat(box=5, player="ann")):
            with pytest.raises(HouseRefused) as refused:
                await do(handler, "L2", seat)
            assert refused.value.refusal.code is HouseCode.SEAT_TAKEN
            assert "ann sits at box 2 of table L1: they leave that seat first" in str(refused.value)
        await do(handler, "L2", hc.TakeSeat(box=2))  # somebody whom nobody knows
        await do(handler, "L1", hc.LeaveSeat(box=2))
        await do(handler, "L1", hc.LeaveSeat(box=3))
        await do(handler, "L2", hc.TakeSeat(box=5, player="ann"))
        with monkeypatch.context() as then:  # as programs of before let it be
            then.setattr(table_service, "_demand_one_seat", lambda *_: None)
            await do(handler, "L1", sit)
        assert (await verify(handler.store)).wrong is None
    async with keeping(store_url) as later:
        assert (await later.streams.table("L1")).state.seats == {2: "ann"}
        await do(later, "L1", hc.LeaveSeat(box=2))


@pytest.mark.parametrize("spelling", ["ann", "ANN", "Ann", " ann", "a n n"])
async def test_an_excluded_person_does_not_sit_down_under_any_spelling(
    sqlite_url: str, spelling: str
) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await _exclude(handler, "ann")
        code = await _refused(handler, hc.TakeSeat(box=2, player=spelling))
        assert code == ("excluded" if spelling == "ann" else "no-such-person")


async def test_staff_record_wagers_of_people_who_sit_there(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", hc.TakeSeat(box=2, player="ann"))
        await do(handler, "T1", c.OpenBets())
        assert await _refused(handler, _ante(2, "ben")) == "not-seated"
        await do(handler, "T1", _ante(2, "ann"))


async def test_the_wagers_of_the_round_before_are_kept_and_who_leaves_gets_up(
    sqlite_url: str,
) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        for box, player in ((2, "ann"), (4, "ben")):
            await do(handler, "T1", hc.TakeSeat(box=box, player=player))
        await do(handler, "T1", c.OpenBets())
        for box, player in ((2, "ann"), (4, "ben")):
            await do(handler, "T1", _ante(box, player))
        await do(handler, "T1", c.CloseBets())
        hands = {"2": DOWN, "4": DOWN, "dealer": "? ? ? ? 3c"}
        await do(handler, "T1", c.Deal(hands=hands))
        await do(handler, "T1", c.Fold(box=2))
        await do(handler, "T1", c.Leave(player="ben"))
        assert (await _state(handler)).seats == {2: "ann"}
        await do(handler, "T1", c.RevealDealer(cards="Ac Kh 9d 8d 3c"))
        await do(handler, "T1", c.Settle())
        acts = tuple(act.id for act in open_acts(await _state(handler), None))
        await do(handler, "T1", hc.ConfirmActs(acts=acts))
        await do(handler, "T1", c.OpenBets())
        laid = (await _state(handler)).laid_before
        assert [(one.box, one.player, one.wager, one.amount) for one in laid] == [
            (2, "ann", "ante", 2500),
            (4, "ben", "ante", 2500),
        ]


async def test_a_call_waits_until_somebody_sees_to_it_and_stops_nothing(sqlite_url: str) -> None:
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        await do(handler, "T1", hc.CallFor(need=hc.Need.FILL, words="  two  racks "))
        assert await _refused(handler, hc.CallFor(need=hc.Need.FILL)) == "called-already"
        await do(handler, "T1", c.OpenBets())
        [needed] = (await _state(handler)).needs
        assert (needed.need, needed.words, needed.by) == ("fill", "two racks", DEALER.id)
        await do(handler, "T1", hc.AnswerNeed(call=1))
        assert (await _state(handler)).needs == ()
        assert await _refused(handler, hc.AnswerNeed(call=1)) == "no-such-call"


async def test_a_second_person_shares_a_box_where_the_rules_let_them(sqlite_url: str) -> None:
    """MEGA 3.4: ann sits at box 1 and ben wagers on it too; casino stud has no shared boxes."""
    async with keeping(sqlite_url) as handler:
        await _furnished(handler)
        entry = TableEntry("megalink-stud", entry=EntryMode.RECORDING)
        live, play = Dealing(cards=Cards.LIVE), Money.PRACTICE
        table = hc.RegisterTable(name="M1", entry=entry, dealing=live, money=play)
        await do(handler, None, table)
        ben = hc.TakeSeat(box=1, player="ben", shares=True)
        await do(handler, "T1", hc.TakeSeat(box=1, player="ann"))
        assert await _refused(handler, ben) == "seat-taken"
        with pytest.raises(HouseRefused, match="Nobody sits at box 1 yet"):
            await do(handler, "M1", ben)
        await do(handler, "M1", hc.TakeSeat(box=1, player="ann"))
        await do(handler, "M1", c.OpenBets())
        await do(handler, "M1", _ante(1, "ann"))
        with pytest.raises(HouseRefused, match="ben has no seat"):
            await do(handler, "M1", _ante(1, "ben"))
        await do(handler, "M1", ben)
        with pytest.raises(HouseRefused, match="ben is at box 1 already"):
            await do(handler, "M1", ben)
        await do(handler, "M1", _ante(1, "ben"))
        await do(handler, "M1", hc.TakeSeat(box=1, shares=True))
        state = (await handler.streams.table("M1")).state
        assert (state.seats, state.sharers) == ({1: "ann"}, {1: ("ben", "unknown 1 at M1")})
        box = state.game.round.boxes[1]  # type: ignore[union-attr]
        assert [(share.player, share.ante) for share in box.shares] == [
            ("ann", 2500),
            ("ben", 2500),
        ]
        await do(handler, "M1", hc.LeaveSeat(box=1, player="unknown 1 at M1"))
        await do(handler, "M1", hc.LeaveSeat(box=1))  # the seat passes on to ben
        state = (await handler.streams.table("M1")).state
        assert (state.seats, state.sharers) == ({1: "ben"}, {})
        assert (await verify(handler.store)).wrong is None
