"""Megalink Singapore Stud Poker, 3.14, 3.15, 5.7: the winners of a round keep its turn.

The meter shows 1,000,000.00 and goes back to 100,000.00 unless a test says otherwise. All winners
of a table and round are one group, priced at the first claim or at the settlement.
"""

from typing import Any

import pytest

from tests.clauses.marina_bay import MEGA, MILLION, RESET, refusal, wager_and_close
from tests.playing import House

DEALER = "Ad Kd 7s 4s 2d"
ROYAL = "As Ks Qs Js Ts"
OTHER_ROYAL = "Ah Kh Qh Jh Th"
STRAIGHT_FLUSH = "9d 8d 7d 6d 5d"
OTHER_STRAIGHT_FLUSH = "9c 8c 7c 6c 5c"
THIRD_STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
FULL_HOUSE = "3c 3d 3h Jc Jd"
LOSER = "Qd Tc 8s 4c 2h"
SHOWN = {"meter": MILLION, "reset": RESET}


def linked(**settings: Any) -> House:
    return House(MEGA, **{"jackpot": SHOWN, "tables": ("T1", "T2"), **settings})


def deal(t: House, table: str, hands: dict[int, str], jackpots: list[int]) -> House:
    wager_and_close(t, hands, jackpots=jackpots, table=table)
    t.deal(hands, DEALER, table=table)
    assert not t.refusals, t.refusals
    return t


def finish(t: House, table: str, *boxes: int) -> House:
    for box in boxes:
        t.bet(box, table=table)
    return t.finish(table=table)


def account(t: House) -> tuple[int, int, int]:
    """(meter, paid, seeded)."""
    jackpot = t.result.jackpots["J1"]
    return jackpot.meter, jackpot.paid, jackpot.seeded


def prizes(t: House, *boxes: int, table: str = "T1") -> list[int]:
    return [t.line(box, "jackpot", table=table).won for box in boxes]


def move(t: House, amount: int) -> House:
    """What happens elsewhere on the link."""
    return t.do("adjust_jackpot", jackpot="J1", amount=amount, reason="r", by="shift_manager")


@pytest.mark.clause("MEGA 3.14", "MEGA 5.7")
def test_3_14_a_bystanders_wrong_count_prices_nobody_again() -> None:
    t = linked()
    deal(t, "T1", {1: ROYAL, 2: LOSER}, [1])
    finish(t, "T1", 1, 2)
    finish(deal(t, "T2", {1: STRAIGHT_FLUSH}, [1]), "T2", 1)
    assert account(t) == (90_000_00, 1_010_000_00, 100_000_00)
    t.report("player_card_count", box=2, reconstructable=False)
    assert t.outcome(2, "ante") == ("returned", 0, 25_00)
    assert prizes(t, 1) == [1_000_000_00]
    assert account(t) == (90_000_00, 1_010_000_00, 100_000_00)


@pytest.mark.clause("MEGA 3.15.1", "MEGA 5.7")
def test_3_15_1_a_royal_that_falls_out_leaves_the_other_the_old_display() -> None:
    """Two royals share 1,100,000.00; T2 has 10 % of the reset of 100,000.00. Alone, the royal of
    box 2 has the million of the settlement; one seed of 100,000.00 less went in. The meter:
    1,000,000.00 - 1,000,000.00 + 100,000.00 - T2's 10,000.00."""
    t = linked()
    finish(deal(t, "T1", {1: ROYAL, 2: OTHER_ROYAL}, [1, 2]), "T1", 1, 2)
    finish(deal(t, "T2", {1: STRAIGHT_FLUSH}, [1]), "T2", 1)
    assert prizes(t, 1, 2) == [550_000_00, 550_000_00]
    t.report("player_card_count", box=1, reconstructable=False)
    assert prizes(t, 2) == [1_000_000_00]
    assert prizes(t, 1, table="T2") == [10_000_00]
    assert account(t) == (90_000_00, 1_010_000_00, 100_000_00)


@pytest.mark.clause("MEGA 3.14")
@pytest.mark.parametrize("claimer", [1, 2, 3])
def test_3_14_the_first_claim_of_any_jackpot_hand_is_the_turn_of_all(claimer: int) -> None:
    """Box 1 a royal, box 2 a straight flush, box 3 a full house; none is decided. Whoever claims,
    100,000.00 and then 900,000.00 leave the meter at once; what comes later is not theirs."""
    t = deal(linked(), "T1", {1: ROYAL, 2: STRAIGHT_FLUSH, 3: FULL_HOUSE}, [1, 2, 3])
    t.do("claim_jackpot", box=claimer)
    assert account(t) == (RESET, MILLION, RESET)
    move(t, 50_000_00)
    finish(t, "T1", 1, 2, 3)
    assert prizes(t, 1, 2, 3) == [900_000_00, 100_000_00, 200_00]
    assert t.meter == 150_000_00


@pytest.mark.clause("MEGA 3.14")
def test_3_14_a_claim_of_a_fixed_prize_alone_is_no_turn() -> None:
    """The full house is no share. The straight flush that box 1 turns out to be is entered when
    that is found, on the 1,050,000.00 then displayed."""
    t = deal(linked(entry="recording"), "T1", {1: LOSER, 3: FULL_HOUSE}, [1, 3])
    t.do("claim_jackpot", box=3)
    move(t, 50_000_00)
    t.do("correct_entry", box=1, cards=STRAIGHT_FLUSH, by="pit_supervisor")
    assert t.meter == 945_000_00
    finish(t, "T1", 1, 3)
    assert prizes(t, 1, 3) == [105_000_00, 200_00]


@pytest.mark.clause("MEGA 3.14", "MEGA 3.15.2")
@pytest.mark.parametrize(
    ("reading", "alone", "two", "meter"),
    [
        # 10 % of a million; with a second one 10 % of the reset more, or 10 % of what was left.
        ("literal_reset", 100_000_00, 55_000_00, 900_000_00 + 50_000_00),
        ("running_meter", 100_000_00, 95_000_00, 810_000_00 + 50_000_00),
    ],
)
def test_3_15_2_a_group_that_gains_a_hand_is_priced_at_its_turn(
    reading: str, alone: int, two: int, meter: int
) -> None:
    t = linked(entry="recording", readings={"mega_sf_pool": reading})
    deal(t, "T1", {1: STRAIGHT_FLUSH, 2: LOSER}, [1, 2]).do("claim_jackpot", box=1)
    assert t.meter == MILLION - alone
    move(t, 50_000_00)
    t.do("correct_entry", box=2, cards=OTHER_STRAIGHT_FLUSH, by="pit_supervisor")
    finish(t, "T1", 1, 2)
    assert prizes(t, 1, 2) == [two, two]
    assert t.meter == meter


@pytest.mark.clause("MEGA 3.14", "MEGA 3.10.1/no-jackpot")
def test_3_14_a_group_that_loses_a_hand_by_declining_is_priced_at_its_turn() -> None:
    """Two straight flushes share 110,000.00, of which 100,000.00 are the meter's. When box 1
    declines, box 2 has the whole 10 % of its turn."""
    t = deal(linked(), "T1", {1: STRAIGHT_FLUSH, 2: OTHER_STRAIGHT_FLUSH}, [1, 2])
    t.do("claim_jackpot", box=2)
    move(t, -500_000_00)
    t.bet(1).bet(2).reveal().do("decline_reveal", box=1).settle()
    assert prizes(t, 1, 2) == [0, 100_000_00]
    assert account(t) == (400_000_00, 100_000_00, 0)


@pytest.mark.clause("MEGA 3.14", "MEGA 5.7")
def test_3_14_contributions_that_go_back_are_gone_from_the_turn() -> None:
    """Each wager adds 1.00: 10 % of 1,000,002.00 at the claim. Box 2 falls out: 10 % of
    1,000,001.00; the meter is a dollar less and ten cents more."""
    t = linked(jackpot={**SHOWN, "increment": "0.2"})
    deal(t, "T1", {1: STRAIGHT_FLUSH, 2: LOSER}, [1, 2]).do("claim_jackpot", box=1)
    assert t.meter == 900_001_80
    t.report("player_card_count", box=2, reconstructable=False)
    assert t.meter == 900_000_90
    finish(t, "T1", 1)
    assert prizes(t, 1) == [100_000_10]


@pytest.mark.clause("MEGA 3.14")
def test_3_14_a_hand_moved_to_another_position_takes_the_turn_along() -> None:
    """Nobody had handled the hands of boxes 1 and 2; the royal belonged to box 2."""
    t = deal(linked(), "T1", {1: ROYAL, 2: LOSER, 3: STRAIGHT_FLUSH}, [1, 2])
    finish(t, "T1", 1, 2, 3)
    move(t, 50_000_00)
    t.report("player_card_count", box=1, reconstructable=True, hands={"1": LOSER, "2": ROYAL})
    assert prizes(t, 1, 2) == [0, 1_000_000_00]
    assert t.meter == 150_000_00


@pytest.mark.clause("MEGA 3.14")
def test_3_14_a_failure_after_the_claim_does_not_move_the_turn() -> None:
    """Entered on a million; the failure registers what shows with this round's prizes put back;
    at the settlement the group keeps the price of its claim."""
    t = deal(linked(), "T1", {1: STRAIGHT_FLUSH, 2: LOSER}, [1])
    t.do("claim_jackpot", box=1)
    move(t, 300_000_00)
    t.report("jackpot_failure", by="shift_manager")
    finish(t, "T1", 1, 2)
    assert prizes(t, 1) == [100_000_00]
    assert t.meter == 1_200_000_00


@pytest.mark.clause("MEGA 3.14")
def test_3_14_the_house_covers_a_registered_prize_that_the_meter_does_not_hold() -> None:
    """A million was registered and 999,000.00 taken elsewhere. The royal is paid the million:
    1,000.00 - 1,000,000.00 + 100,000.00 is 899,000.00 short, which the House puts in. All of it
    is the round's own movement, and the void takes it back."""
    t = deal(linked(), "T1", {1: ROYAL}, [1]).view(1)
    t.report("jackpot_failure", by="shift_manager")
    move(t, -999_000_00)
    finish(t, "T1", 1)
    assert prizes(t, 1) == [MILLION]
    assert account(t) == (0, MILLION, 999_000_00)
    t.report("foreign_card")
    assert account(t) == (1_000_00, 0, 0)


@pytest.mark.clause("MEGA 3.14", "MEGA 5.13/future")
def test_3_14_a_wager_that_5_13_returns_is_no_winner_and_cannot_be_claimed() -> None:
    """Ann has had her short ante. Her royal at box 1 is entered by nobody; box 2's straight flush
    has the whole 10 %, not what a royal leaves over."""
    t = linked(entry="recording", limits={"ante": [25_00, 500_00]})
    t.open().ante(1, 10_00, "ann").close().deal({1: LOSER}, DEALER).bet(1).finish()
    t.open().ante(1, 10_00, "ann").jackpot(1).ante(2, 25_00, "ben").jackpot(2).close()
    t.deal({1: ROYAL, 2: STRAIGHT_FLUSH}, DEALER).do("claim_jackpot", box=1)
    assert refusal(t) == ("no-jackpot-hand", "MEGA 5.13/future")
    t.do("claim_jackpot", box=2)
    assert t.meter == 900_000_00
    finish(t, "T1", 1, 2)
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)
    assert prizes(t, 2) == [100_000_00]
