"""When a share of the meter is taken: at the claim or the settlement, and not because something
else has happened in the round."""

import pytest

from tests.playing import House

STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
ODD = "Jc 9d 6s 4h 2c"
ACE_KING = "Ac Kd 8s 5c 3d"
METER = {"meter": 1_000_000_00, "reset": 100_000_00}


def dealt(rulebook: str, second: str = ODD, **house: object) -> House:
    t = House(rulebook, **{"jackpot": METER, **house}).open()  # type: ignore[arg-type]
    t.ante(1, 100_00).jackpot(1).ante(2, 100_00).close()
    t.deal({1: STRAIGHT_FLUSH, 2: second}, ACE_KING)
    assert not t.refusals
    return t


@pytest.mark.parametrize(
    ("rulebook", "claims"),
    [("megalink-stud", False), ("casino-stud", False), ("casino-stud", True)],
)
def test_a_hand_that_goes_out_enters_no_other(rulebook: str, claims: bool) -> None:
    """The tenth is taken at the settlement, on what is displayed then: 500,000.00."""
    t = dealt(rulebook)
    if claims:
        t.do("claim_jackpot", box=1)
    t.report("player_card_count", box=2, reconstructable=False)
    assert t.meter == 1_000_000_00
    t.do("adjust_jackpot", jackpot="J1", amount=-500_000_00, reason="x", by="shift_manager")
    t.bet(1).finish()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == ("won", 50_000_00, 0)
    assert t.meter == 450_000_00


def test_a_share_that_was_entered_stands_when_another_hand_proves_short() -> None:
    """MEGA 3.14: box 2 had four cards, as is found after the claim of box 1."""
    t = dealt("megalink-stud", entry="recording").do("claim_jackpot", box=1)
    t.do("correct_entry", box=2, cards="Jc 9d 6s 4h", by="pit_supervisor")
    assert not t.refusals
    assert t.meter == 900_000_00
    t.report("player_card_count", box=2, reconstructable=False).bet(1).finish()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == ("won", 100_000_00, 0)
    assert t.outcome(2, "ante") == ("returned", 0, 100_00)


def test_a_hand_goes_out_at_a_table_without_a_jackpot() -> None:
    t = House("casino-stud", jackpot=None).open().ante(1, 100_00).ante(2, 100_00).close()
    t.deal({1: STRAIGHT_FLUSH, 2: ODD}, ACE_KING)
    t.report("player_card_count", box=2, reconstructable=False).bet(1).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(2, "ante") == ("returned", 0, 100_00)


def test_a_prize_given_back_needs_no_help_for_the_contribution_that_goes_with_it() -> None:
    """All of 1,001.00 was won and 0.50 put back. The hand proves invalid: its dollar leaves with
    the prize, never for a moment below zero, and the meter is what it was."""
    small = {"meter": 1_000_00, "reset": 50, "stake": 5_00, "increment": "0.2"}
    t = House("casino-stud", jackpot=small).open()
    t.ante(1, 100_00).jackpot(1).ante(2, 100_00).close()
    t.deal({1: "As Ks Qs Js Ts", 2: ODD}, ACE_KING).bet(1).bet(2).finish()
    assert (t.won(1, "jackpot"), t.meter) == (1_001_00, 50)
    t.report("player_card_count", box=1, reconstructable=False)
    jackpot = t.result.jackpots["J1"]
    assert (jackpot.meter, jackpot.seeded, jackpot.paid) == (1_000_00, 0, 0)
