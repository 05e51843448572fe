"""Prizes on the value that was registered before the jackpot system failed (CSP 5.18.1), where
the meter holds less than they come to: the house puts in what is missing."""

from typing import Any

import pytest

from croupier.jackpot.events import JackpotToppedUp, WinsReversed
from croupier.rulebooks.terms import Actor, Role
from croupier.table.events import JackpotFailed
from tests.playing import House

ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
SECOND_STRAIGHT_FLUSH = "9d 8d 7d 6d 5d"
ODD = "Jc 9c 6s 4h 2c"
ACE_KING = "Ac Kd Jd 5c 3d"
METER = {"meter": 1_000_000_00, "reset": 100_000_00}
GROWING = {**METER, "stake": 5_00, "increment": "0.2"}


def adjusted(t: House, amount: int) -> House:
    return t.do("adjust_jackpot", jackpot="J1", amount=amount, reason="x", by="shift_manager")


def account(t: House) -> dict[str, int]:
    jackpot = t.result.jackpots["J1"]
    names = ("meter", "contributed", "seeded", "paid")
    return {name: getattr(jackpot, name) for name in names}


def failed(hands: dict[int, str], left: int, **house: Any) -> House:
    """A failure at 1,000,000.00 and the round's own dollars; then the meter falls to `left`."""
    t = House("casino-stud", **{"jackpot": METER, **house}).open()
    for box in hands:
        t.ante(box, 100_00).jackpot(box)
    t.close().deal(hands, ACE_KING).view(next(iter(hands))).report("jackpot_failure")
    adjusted(t, left - t.meter)
    for box in hands:
        t.bet(box)
    t.finish()
    assert not t.refusals
    return t


@pytest.mark.parametrize(
    ("left", "meter", "put_in"),
    [(100_000_01, 1, []), (100_000_00, 0, []), (99_999_99, 0, [1])],
)
def test_the_house_puts_in_what_the_meter_lacks_and_no_more(
    left: int, meter: int, put_in: list[int]
) -> None:
    """Ten per cent of 1,000,000.00 are due, whatever is left of it."""
    t = failed({1: STRAIGHT_FLUSH}, left)
    assert t.outcome(1, "jackpot") == ("won", 100_000_00, 0)
    assert t.meter == meter
    assert t.events_of(JackpotToppedUp) == [JackpotToppedUp("J1", a, "T1", 1) for a in put_in]


def test_each_share_is_covered_for_itself_and_priced_again_at_its_turn() -> None:
    """1,000,002.00 were registered, of which two are this round's own; 0.50 is left.

    Box 1 takes all of it: 0.50 + 100,000.00 (the reset) - 1,000,002.00 is 900,001.50 short.
    Box 2 takes a tenth of the 100,000.00 that are then displayed; nothing is on the meter.
    """
    t = failed({1: ROYAL, 2: STRAIGHT_FLUSH}, 50, jackpot=GROWING)
    assert [t.won(box, "jackpot") for box in (1, 2)] == [1_000_002_00, 10_000_00]
    assert t.events_of(JackpotToppedUp) == [
        JackpotToppedUp("J1", 900_001_50, "T1", 1),
        JackpotToppedUp("J1", 10_000_00, "T1", 1),
    ]
    assert account(t) == {
        "meter": 0,
        "contributed": 2_00,
        "seeded": 1_010_001_50,
        "paid": 1_010_002_00,
    }

    # Box 2 is out and takes its dollar along: 1,000,001.00 are due to box 1 at its turn. Without
    # the second dollar the meter was 0.50 below zero before the prize: that is no part of the
    # prize's cover, 900,001.50 - 0.50, but made good for itself, and stays.
    t.report("player_card_count", box=2, reconstructable=False)
    assert t.outcome(1, "jackpot") == ("won", 1_000_001_00, 0)
    assert t.events_of(WinsReversed) == [
        WinsReversed("J1", "T1", 1, paid=1_010_002_00, seeded=1_010_001_50)
    ]
    assert t.events_of(JackpotToppedUp)[2:] == [
        JackpotToppedUp("J1", 900_001_00, "T1", 1),
        JackpotToppedUp("J1", 50),
    ]
    assert account(t) == {
        "meter": 0,
        "contributed": 1_00,
        "seeded": 1_000_001_50,
        "paid": 1_000_001_00,
    }

    # Void, all of it is undone but for the 0.50; with the last dollar gone another 1.00 lacks.
    t.report("foreign_card")
    assert account(t) == {"meter": 0, "contributed": 0, "seeded": 1_50, "paid": 0}
    assert t.events_of(WinsReversed)[-1] == WinsReversed(
        "J1", "T1", 1, paid=1_000_001_00, seeded=1_000_001_00
    )


def test_shares_on_a_registered_value_have_a_turn_each() -> None:
    """Boxes 2 and 3 take a tenth each of what is there; box 4, keyed wrongly, joins the first of
    these turns, so that box 3 comes after it."""
    hands = {2: STRAIGHT_FLUSH, 3: SECOND_STRAIGHT_FLUSH, 4: ODD}
    t = failed(hands, 1_000_000_00, entry="recording")
    assert [t.won(box, "jackpot") for box in (2, 3)] == [100_000_00, 90_000_00]
    t.do("correct_entry", box=4, cards="Ts 9s 8s 7s 6s", by="pit_supervisor")
    assert not t.refusals
    assert [t.won(box, "jackpot") for box in (2, 4, 3)] == [100_000_00, 90_000_00, 81_000_00]
    assert t.meter == 729_000_00


def test_what_the_round_has_taken_before_the_failure_belongs_to_the_value_registered() -> None:
    """MEGA: a tenth was entered at the claim. The hand proves invalid; another that proves to be a
    straight flush is paid on the million, though half of it has gone meanwhile."""
    t = House("megalink-stud", entry="recording", jackpot=METER).open()
    t.ante(1, 25_00).jackpot(1).ante(2, 25_00).jackpot(2).close()
    t.deal({1: STRAIGHT_FLUSH, 2: ODD}, ACE_KING).do("claim_jackpot", box=1)
    assert t.meter == 900_000_00
    t.report("jackpot_failure", by="shift_manager")
    [event] = t.events_of(JackpotFailed)
    assert event == JackpotFailed(1_000_000_00, Actor("the shift_manager", Role.SHIFT_MANAGER))
    t.report("player_card_count", box=1, reconstructable=False)
    assert t.meter == 1_000_000_00
    adjusted(t, -500_000_00)
    t.do("correct_entry", box=2, cards=SECOND_STRAIGHT_FLUSH, by="pit_supervisor")
    assert t.meter == 400_000_00
    t.bet(2).finish()
    assert not t.refusals
    assert t.outcome(2, "jackpot") == ("won", 100_000_00, 0)


def test_nothing_on_display_is_nothing_to_win() -> None:
    """A royal flush takes all of a meter that shows nothing, and sets it back."""
    t = House("casino-stud", jackpot={"meter": 0, "reset": 100_00})
    t.open().ante(1, 100_00).jackpot(1).close().deal({1: ROYAL}, ACE_KING).bet(1).finish()
    assert t.outcome(1, "jackpot") == ("won", 0, 0)
    assert account(t) == {"meter": 100_00, "contributed": 0, "seeded": 100_00, "paid": 0}
