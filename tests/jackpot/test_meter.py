"""The meter's account at its edges: reversals upon reversals, fractions, corrections, order."""

from typing import Any

import pytest
from msgspec import structs

from croupier.jackpot.claims import top_up
from croupier.jackpot.events import (
    JackpotAdjusted,
    JackpotGrew,
    JackpotToppedUp,
    JackpotWon,
    LinkRoundDealt,
    LinkRoundEnded,
    Turn,
    Winning,
)
from croupier.jackpot.meter import BrokenMeter, Jackpot, evolve
from croupier.rulebooks.settings import JackpotSettings
from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from tests.playing import House

ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
ODD = "Jc 9d 6s 4h 2c"
ACE_KING = "Ac Kd 8s 5c 3d"
METER = {"meter": 1_000_000_00, "reset": 100_000_00}


def test_a_win_reversed_twice_leaves_the_meter_as_it_was() -> None:
    """Settled, settled anew without another hand, then void: each payout is undone once."""
    t = House("casino-stud", jackpot=METER)
    t.open().ante(1, 100_00).jackpot(1).ante(2, 100_00).close()
    t.deal({1: ROYAL, 2: ODD}, ACE_KING).bet(1).bet(2).finish()
    assert t.meter == 100_000_00
    t.report("player_card_count", box=2, reconstructable=False)
    assert (t.meter, t.outcome(2, "ante")) == (100_000_00, ("returned", 0, 100_00))
    t.report("foreign_card")
    jackpot = t.result.jackpots["J1"]
    assert (jackpot.meter, jackpot.paid, jackpot.seeded) == (1_000_000_00, 0, 0)


def linked(**table: Any) -> House:
    """T1 dealt first and still running; T2 dealt later with a straight flush, settled."""
    t = House("casino-stud", jackpot=METER, tables=("T1", "T2"), **table)
    for name in ("T1", "T2"):
        t.open(table=name).ante(1, 100_00, table=name)
    t.jackpot(1, 700 if table else ..., table="T2")
    for name, hand in (("T1", ODD), ("T2", STRAIGHT_FLUSH)):
        t.close(table=name).deal({1: hand}, ACE_KING, table=name).bet(1, table=name)
    return t.finish(table="T2")


def test_a_waiting_claim_is_paid_when_the_earlier_round_ends() -> None:
    t = linked()
    assert t.outcome(1, "jackpot", table="T2") == ("pending", 0, 0)
    assert [claim.table for claim in t.result.jackpots["J1"].pending] == ["T2"]
    t.finish(table="T1")
    assert t.outcome(1, "jackpot", table="T2") == ("won", 100_000_00, 0)
    assert t.meter == 900_000_00
    assert t.result.jackpots["J1"].pending == ()


def test_what_was_laid_too_much_comes_back_with_the_prize_that_waited() -> None:
    t = linked(entry="recording")
    assert t.outcome(1, "jackpot", table="T2") == ("pending", 0, 0)
    t.finish(table="T1")
    assert t.outcome(1, "jackpot", table="T2") == ("won", 100_000_00, 200)


def test_two_waiting_rounds_are_paid_in_the_order_of_their_deals() -> None:
    t = House("casino-stud", jackpot=METER, tables=("T1", "T2", "T3"))
    hands = {"T1": ODD, "T2": STRAIGHT_FLUSH, "T3": "9d 8d 7d 6d 5d"}
    for name, hand in hands.items():
        t.open(table=name).ante(1, 100_00, table=name).jackpot(1, table=name).close(table=name)
        t.deal({1: hand}, ACE_KING, table=name).bet(1, table=name)
    t.finish(table="T3").finish(table="T2")
    assert t.outcome(1, "jackpot", table="T2")[0] == "pending"
    t.finish(table="T1")
    assert t.won(1, "jackpot", table="T2") == 100_000_00
    assert t.won(1, "jackpot", table="T3") == 90_000_00


@pytest.mark.parametrize(("amount", "meter"), [(1, 1_001), (-1_000, 0), (-999, 1)])
def test_a_correction_moves_whole_cents_whatever_the_scale(amount: int, meter: int) -> None:
    t = House("casino-stud", jackpot={"meter": 1_000, "reset": 5, "increment": "0.125"})
    t.do("adjust_jackpot", jackpot="J1", amount=amount, reason="recount", by="shift_manager")
    assert (t.meter, t.result.jackpots["J1"].adjusted) == (meter, amount)
    [event] = t.events_of(JackpotAdjusted)
    assert (event.jackpot, event.reason) == ("J1", "recount")
    assert event.by == Actor("the shift_manager", Role.SHIFT_MANAGER)


def test_a_correction_below_zero_is_refused() -> None:
    t = House("casino-stud", jackpot={"meter": 1_000, "reset": 5})
    t.do("adjust_jackpot", jackpot="J1", amount=-1_001, reason="recount", by="shift_manager")
    assert t.refused is not None
    assert (t.refused.code, t.refused.clause) == ("below-zero", None)
    assert "10.00" in t.refused.message
    assert t.meter == 1_000


def test_a_round_ends_once_on_its_link_and_only_if_it_was_dealt() -> None:
    t = House("casino-stud", jackpot=METER).open().ante(1, 100_00).report("foreign_card")
    assert t.events_of(LinkRoundEnded) == []
    t.open().ante(1, 100_00).ante(2, 100_00).close()
    t.deal({1: ROYAL, 2: ODD}, ACE_KING).bet(1).bet(2).finish()
    t.report("player_card_count", box=2, reconstructable=False)
    assert t.events_of(LinkRoundEnded) == [LinkRoundEnded("J1", "T1", 2)]


def test_a_meter_that_does_not_grow_has_no_growth_to_tell_of() -> None:
    t = House("casino-stud", jackpot=METER).open().ante(1, 100_00).jackpot(1).close()
    assert t.events_of(JackpotGrew) == []


def test_the_part_of_a_cent_that_a_meter_opens_with_counts() -> None:
    """0.9 of a cent, and 0.1 from the first wager: a whole one."""
    opened = {"meter": 1_000, "reset": 5, "fraction": "0.9", "increment": "0.0002"}
    t = House("casino-stud", jackpot=opened).open().ante(1, 100_00).jackpot(1)
    assert t.meter == 1_000
    assert t.close().meter == 1_001


@pytest.mark.parametrize("by", [None, "dealer", "pit_supervisor", "pit_manager"])
def test_a_correction_takes_a_shift_manager(by: str | None) -> None:
    t = House("casino-stud", jackpot={"meter": 1_000, "reset": 5})
    t.do("adjust_jackpot", jackpot="J1", amount=1, reason="recount", by=by)
    assert t.refused is not None
    assert t.refused.code == "role-too-low"


def opening(units: int) -> Jackpot:
    """A meter that stands at so many hundredths of a cent, whatever its account says."""
    jackpot = Jackpot.opening("J1", JackpotSettings(meter=0, reset=0, increment="0.25"))
    assert jackpot.scale == 100
    return structs.replace(jackpot, units=units)


@pytest.mark.parametrize(
    ("units", "amount"), [(1, None), (0, None), (-1, 1), (-100, 1), (-101, 2), (-200, 2)]
)
def test_only_what_falls_below_zero_is_made_good(units: int, amount: int | None) -> None:
    event = top_up(opening(units))
    assert event == (None if amount is None else JackpotToppedUp("J1", amount))


def test_a_meter_that_does_not_add_up_stops() -> None:
    with pytest.raises(BrokenMeter, match="J1"):
        opening(7).check()


def test_rounds_are_numbered_in_the_order_of_their_deals() -> None:
    jackpot = opening(0)
    for table in ("T2", "T1"):
        jackpot = evolve(jackpot, LinkRoundDealt("J1", table, 1))
    assert [jackpot.round(table, 1).dealt for table in ("T1", "T2")] == [1, 0]


def test_what_is_paid_at_one_turn_is_kept_with_it_and_the_turns_before_stay() -> None:
    """MEGA 3.15.3: of a group the straight flush is paid and then the royal flush, at one turn."""
    jackpot = opening(0)
    for number, box in ((0, 1), (1, 2), (1, 3)):
        winning = Winning(box, f"p{box}", WagerKind.JACKPOT, 0)
        won = JackpotWon("J1", "T1", 1, (winning,), 0, 0, ("MEGA 3.15",), Turn(number, 0))
        jackpot = evolve(jackpot, won)
    assert [(taken.turn.number, taken.shares) for taken in jackpot.round("T1", 1).turns] == [
        (0, ((1, WagerKind.JACKPOT),)),
        (1, ((2, WagerKind.JACKPOT), (3, WagerKind.JACKPOT))),
    ]


def test_claims_are_ordered_by_a_shift_manager_alone() -> None:
    t = linked()
    wanted = [{"table": "T2", "box": 1, "round": 1}]
    t.do("order_claims", claims=wanted, by="pit_manager")
    assert t.refused is not None
    assert (t.refused.code, t.refused.clause) == ("role-too-low", "CSP 4.5.2/house")
    t.do("order_claims", claims=[{"table": "T2", "box": 2}], by="shift_manager")
    assert t.refused is not None
    assert (t.refused.code, t.refused.clause) == ("no-such-claim", "CSP 4.5.2/house")
    t.do("order_claims", claims=wanted, by="shift_manager")
    assert len(t.refusals) == 2
    assert t.outcome(1, "jackpot", table="T2") == ("won", 100_000_00, 0)
