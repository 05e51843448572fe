"""A wrong payout, found before the next opening call or after it: chips and ledger agree.

Three kings beat ace-king: ann has 25 back and 25 for her ante, 50 back and 150 for her bet, and
loses 5; ben folds and loses 50 (`casino_round`).
"""

import pytest
from msgspec import structs

from croupier.house.model import commands as hc
from croupier.house.model.ledger.accounts import HOUSE
from croupier.house.model.refusals import HouseCode, HouseRefused
from croupier.house.model.settings import CageLimits
from croupier.house.model.table.decide import decide_table
from croupier.house.model.table.payment import Payment, remembered
from croupier.house.model.table.wrong_payment import report_payment, takes_two, with_limits
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.model.table.room import DEALER, MANAGER, Room, casino_round, told
from tests.house.model.table.test_two_worlds import NOW

SUPERVISOR = Actor("sue", Role.PIT_SUPERVISOR)


def wrong(
    over: int,
    *,
    stays: bool = False,
    number: int = 1,
    wager: str = "bet",
    box: int = 2,
    player: str = "ann",
) -> hc.ReportPayment:
    return hc.ReportPayment(
        round=number,
        box=box,
        player=player,
        wager=wager,
        over=over,
        reason="counted again",
        stays=stays,
    )


def paid(over: int) -> Room:
    """All acts are confirmed, and ann was handed so much more for her bet."""
    room = casino_round()
    room.do_all()
    room.tray -= over
    room.pockets["ann"] += over
    return room


def test_too_much_is_taken_back_before_the_next_opening_call() -> None:
    room = paid(60_00)
    room.give(wrong(60_00), DEALER)
    assert told(room) == [(2, "ann", "bet", "collect", 60_00)]
    with pytest.raises(HouseRefused) as early:
        room.give(c.OpenBets())
    assert early.value.refusal.code is HouseCode.ACTS_OPEN
    room.do_all()
    room.agrees()
    room.give(c.OpenBets())


def test_too_little_is_handed_over_before_the_next_opening_call() -> None:
    room = paid(-50_00)
    room.give(wrong(-50_00), DEALER)
    assert told(room) == [(2, "ann", "bet", "pay", 50_00)]
    room.do_all()
    room.agrees()


def test_the_same_act_may_be_found_wrong_twice() -> None:
    """10 too much, and then it was 15: the second report is of the other 5."""
    room = paid(15_00)
    room.give(wrong(10_00), DEALER)
    room.give(wrong(5_00), DEALER)
    assert told(room) == [(2, "ann", "bet", "collect", 15_00)]
    room.do_all()
    room.agrees()


def test_a_correction_after_it_counts_what_was_really_handed_over() -> None:
    """10 too much, then the kings prove to be none: 75 of stakes and 185 go back to the tray."""
    room = paid(10_00)
    room.give(wrong(10_00), DEALER)
    room.give(c.CorrectEntry(box=2, cards="Kd 4s Qh 2c 3d"), Actor("mia", Role.SHIFT_MANAGER))
    assert told(room) == [(None, "ann", None, "collect", 260_00)]
    room.do_all()
    room.agrees()


@pytest.mark.parametrize("later", [False, True])
def test_what_the_player_keeps_left_the_tray(later: bool) -> None:
    """The house is 60 short, and ann has chips for 60 more to redeem."""
    room = paid(60_00)
    if later:
        room.give(c.OpenBets())
    room.give(wrong(60_00, stays=True), SUPERVISOR)
    assert told(room) == []
    room.agrees()


def test_what_a_player_who_has_gone_lacks_is_due_at_the_cage() -> None:
    """The tray holds 50 that are ann's: the cage owes them to her."""
    room = paid(-50_00)
    room.give(wrong(-50_00, stays=True), SUPERVISOR)
    room.agrees()
    assert (room.balances["remainder:ann"], room.balances[HOUSE]) == (50_00, -50_00)


def test_nobody_makes_money_due_from_an_earlier_round_alone() -> None:
    room = paid(-50_00)
    room.give(c.OpenBets())
    with pytest.raises(HouseRefused, match="handed over at the table, and recorded then"):
        room.give(wrong(-50_00, stays=True), SUPERVISOR)
    assert room.balances.get("remainder:ann", 0) == 0


def test_put_right_after_the_next_opening_call_moves_nothing_in_the_books() -> None:
    room = paid(60_00)
    room.give(c.OpenBets())
    before = dict(room.balances)
    room.give(wrong(60_00), SUPERVISOR)
    room.tray += 60_00
    room.pockets["ann"] -= 60_00
    assert dict(room.balances) == before
    room.agrees()


def test_what_is_refused_in_a_sentence() -> None:
    room = casino_round()
    for command, by, sentence in (
        (wrong(10_00), DEALER, "Nothing is confirmed yet for the bet of ann, box 2"),
        (wrong(10_00, number=2), SUPERVISOR, "Round 2 of table T is not paid yet."),
        (wrong(10_00, stays=True), DEALER, "This takes a pit supervisor or above."),
    ):
        with pytest.raises(HouseRefused, match=sentence):
            room.give(command, by)
    room.do_all()
    for command, by, sentence in (
        (wrong(0), DEALER, "how much too much or too little"),
        (wrong(-200_01), DEALER, "ann was handed 200.00 for it, and no more can be missing"),
        (wrong(10_00, wager="pair_plus"), DEALER, "This game has no pair_plus."),
        (wrong(10_00, box=4), DEALER, "ann had no bet on box 4 in round 1. Who had: nobody."),
        (wrong(10_00, player="ANN"), DEALER, "ANN had no bet on box 2 in round 1. Who had: ann."),
    ):
        with pytest.raises(HouseRefused, match=sentence):
            room.give(command, by)
    room.give(c.OpenBets())
    with pytest.raises(HouseRefused, match=r"This takes a pit supervisor or above."):
        room.give(wrong(10_00), DEALER)
    with pytest.raises(HouseRefused, match=r"Round 2 of table T is not paid yet."):
        room.give(wrong(10_00, number=2), SUPERVISOR)


def test_what_stays_missing_is_counted_over_all_reports() -> None:
    """She was handed 200 for her bet: 150 and 50 of it can be missing, and not a cent more."""
    room = paid(-200_00)
    room.give(wrong(-150_00, stays=True), SUPERVISOR)
    with pytest.raises(HouseRefused, match=r"handed 200.00 for it, of which 150.00 are reported"):
        room.give(wrong(-50_01, stays=True), SUPERVISOR)
    room.give(wrong(-50_00, stays=True), SUPERVISOR)
    room.agrees()
    room.give(wrong(100_00, stays=True), SUPERVISOR)  # which makes no room for another
    with pytest.raises(HouseRefused, match=r"no more can be missing"):
        room.give(wrong(-1, stays=True), SUPERVISOR)
    assert room.balances["remainder:ann"] == 200_00


def test_a_report_does_not_make_room_for_what_is_missing() -> None:
    """100 too much, to be collected: still 200 at most can be missing at the cage."""
    room = paid(0)
    room.give(wrong(100_00), DEALER)
    with pytest.raises(HouseRefused, match=r"was handed 200.00 for it, of which 0.00"):
        room.give(wrong(-200_01, stays=True), SUPERVISOR)


@pytest.mark.parametrize("later", [False, True])
def test_no_more_stays_than_a_wager_could_be_mistaken_for(later: bool) -> None:
    """Handed 200 for the bet; nothing for ben's ante of 50, which paid as a winner were 100."""
    room = paid(0)
    if later:
        room.give(c.OpenBets())
    room.give(wrong(150_00, stays=True), SUPERVISOR)
    with pytest.raises(HouseRefused, match=r"At most 200.00 too much .* 150.00 are reported"):
        room.give(wrong(50_01, stays=True), SUPERVISOR)
    ben = wrong(100_01, stays=True, wager="ante", box=4, player="ben")
    with pytest.raises(HouseRefused, match=r"At most 100.00 too much"):
        room.give(ben, SUPERVISOR)
    room.give(structs.replace(ben, over=100_00), SUPERVISOR)
    assert (room.balances["chips:ann"], room.balances["chips:ben"]) == (320_00, 50_00)


def test_in_an_earlier_round_a_wager_must_have_been_there() -> None:
    room = paid(0)
    room.give(c.OpenBets())
    for nobody in (
        wrong(10_00, stays=True, player="walk-in"),
        wrong(10_00, stays=True, box=3),
        wrong(10_00, stays=True, box=4, player="ben"),
    ):
        with pytest.raises(HouseRefused, match=f"{nobody.player} had no bet on box {nobody.box}"):
            room.give(nobody, SUPERVISOR)


def test_a_round_of_long_ago_is_left_to_the_count_of_the_tray() -> None:
    room = paid(0)
    room.give(c.OpenBets())
    twenty = room.table.paid
    for number in range(2, 22):
        twenty = remembered(twenty, number, structs.replace(Payment(), remembered=True))
    assert [one.number for one in twenty] == list(range(2, 22))
    room.table = structs.replace(room.table, paid=twenty)
    with pytest.raises(HouseRefused, match=r"round 1 of table T is not kept: .* last 20 rounds"):
        room.give(wrong(10_00, stays=True), SUPERVISOR)


@pytest.mark.parametrize("later", [False, True])
def test_above_what_one_person_may_do_it_takes_two(later: bool) -> None:
    """The house lets one person do 60: 40 and 20 stay, and the next dollar is for two. Programs
    of before let a shift manager decide it."""
    room = paid(61_00)
    room.limits = CageLimits(second_person_above=60_00)
    if later:
        room.give(c.OpenBets())
    room.give(wrong(40_00, stays=True), SUPERVISOR)
    room.give(wrong(20_00, stays=True, wager="ante"), SUPERVISOR)
    last = wrong(1_00, stays=True)
    with pytest.raises(HouseRefused, match=r"\$61.00 of round 1 stay wrong.* takes two people"):
        room.give(last, MANAGER)
    filled = structs.replace(with_limits(last, room.limits), by=Actor("pia", Role.PIT_MANAGER))
    assert takes_two(room.table, filled)
    [event] = report_payment(room.table, filled, agreed=True)
    assert (event.over, event.by) == (1_00, "pia")
    before = structs.replace(filled, by_two=False)
    with pytest.raises(HouseRefused, match=r"61.00 of round 1 stay wrong.* shift manager"):
        decide_table(room.table, room.link, before, NOW, None)
    alone = structs.replace(before, by=MANAGER)
    decided = decide_table(room.table, room.link, alone, NOW, None)
    assert [type(one).__name__ for one in decided.table_events] == ["WrongPayment"]


def test_what_older_programs_recorded_is_decided_as_it_was() -> None:
    """Without the limit of the house, which they did not ask for; nothing is counted from it."""
    room = paid(0)
    room.give(c.OpenBets())
    old = structs.replace(wrong(70_000_00, stays=True, player="walk-in"), by=SUPERVISOR)
    decided = decide_table(room.table, room.link, old, NOW, None)
    assert [type(one).__name__ for one in decided.table_events] == ["WrongPayment"]
    assert decided.table == room.table
