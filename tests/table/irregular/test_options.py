"""Who is asked, whose choice lapses, and what goes back with a choice, event by event.

Ann is seated at box 1 with 60.00 and a jackpot wager, ben has 40.00 there and is seated at box 2;
cat is seated at box 3, with a jackpot wager too. Each jackpot wager adds a dollar to the meter.
"""

from typing import Any

import pytest

from croupier.jackpot.events import ContributionsReturned
from croupier.rulebooks.terms import Actor, Role
from croupier.table.events import (
    HandFolded,
    HandInvalidated,
    JackpotWagerInvalidated,
    OptionsOffered,
    OptionTaken,
    PlayerBarred,
    ShareReturned,
)
from croupier.table.state import Option
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
LOW = "Ts 8c 7d 4s 2d"
HANDS = {1: TWO_PAIRS, 2: FLUSH, 3: LOW}
DEALER = "Ac Kd 9s 5h 3c"
MILLION = 1_000_000_00
GROWING = {"meter": MILLION, "reset": 100_000_00, "increment": "0.2"}

SHIFT_MANAGER = Actor("the shift_manager", Role.SHIFT_MANAGER)
ALL_WAGERS = ("MEGA 5.16.1", "MEGA 5.16.1/all-wagers")
BARRED = ("MEGA 5.9",)
MISCOUNTED = ("MEGA 5.7",)

MOVING = (
    HandFolded,
    HandInvalidated,
    JackpotWagerInvalidated,
    OptionTaken,
    PlayerBarred,
    ShareReturned,
)


def mega(*, second_box: bool = True) -> House:
    t = House("megalink-stud", jackpot=GROWING).open()
    t.ante(1, 60_00, "ann").jackpot(1).ante(1, 40_00, "ben").ante(3, 25_00, "cat").jackpot(3)
    if second_box:
        t.ante(2, 25_00, "ben")
    t.close().deal({box: HANDS[box] for box in ((1, 2, 3) if second_box else (1, 3))}, DEALER)
    assert not t.refusals
    return t


def csp() -> House:
    t = House("casino-stud", jackpot=GROWING).open()
    for box in (1, 2, 3):
        t.ante(box, 100_00)
    return t.close().deal(HANDS, DEALER)


def choose(t: House, option: str, **who: Any) -> House:
    return t.do("choose", option=option, **who)


def bar(t: House, player: str) -> House:
    return t.do("bar_player", player=player, by="shift_manager")


def moves(t: House, since: int) -> list[Any]:
    """What hands, options and people did after so many events."""
    return [event for event in t.events[since:] if isinstance(event, MOVING)]


def offered(t: House) -> list[Option]:
    return [option for event in t.events_of(OptionsOffered) for option in event.options]


# Who is asked


def test_who_has_left_is_not_asked() -> None:
    """MEGA 5.16.1: ben's own hand is out by 5.11; his part of box 1 plays on without a choice."""
    t = mega().leave("ben").report("technical_interruption")
    assert offered(t) == [Option("ann", (1,), ALL_WAGERS), Option("cat", (3,), ALL_WAGERS)]
    choose(choose(t, "continue", player="ann"), "continue", player="cat").bet(1).bet(3).finish()
    assert not t.refusals
    assert t.line(1, "ante", "ben").won == 40_00


def test_who_has_left_after_a_decision_is_not_asked() -> None:
    """CSP 5.10 (C34)."""
    t = csp().bet(1).leave("p1").report("dealing_error", boxes=[1, 2])
    assert offered(t) == [Option("p2", (2,), ("CSP 5.10", "CSP 5.10.3"))]
    choose(t, "continue", box=2).bet(2).bet(3).finish()
    assert not t.refusals


# What goes back with a choice


def test_a_sharer_takes_back_what_is_his_and_nothing_of_the_others() -> None:
    t = mega().report("technical_interruption")
    since = len(t.events)
    choose(t, "withdraw", player="ben")
    assert moves(t, since) == [
        OptionTaken((1, 2), True, "ben"),
        ShareReturned(1, "ben", ALL_WAGERS, by_option=True),
        HandInvalidated(2, ALL_WAGERS),
    ]
    assert t.meter == MILLION + 2_00
    choose(choose(t, "continue", player="ann"), "continue", player="cat").bet(1).bet(3).finish()
    assert not t.refusals
    line = t.line(1, "ante", "ben")
    assert (line.returned, line.clauses) == (40_00, ALL_WAGERS)


def test_the_seated_player_takes_the_own_jackpot_wager_along_and_no_other() -> None:
    t = choose(mega().report("technical_interruption"), "withdraw", player="ann")
    assert t.meter == MILLION + 1_00
    [event] = t.events_of(ContributionsReturned)
    assert [one.box for one in event.contributions] == [1]


def test_what_has_gone_back_since_the_offer_does_not_go_back_again() -> None:
    """Box 1 is out for a wrong count while ben's choice on boxes 1 and 2 is open."""
    t = mega().report("technical_interruption")
    t.report("player_card_count", box=1, reconstructable=False)
    since = len(t.events)
    choose(t, "withdraw", player="ben")
    assert moves(t, since) == [OptionTaken((1, 2), True, "ben"), HandInvalidated(2, ALL_WAGERS)]
    choose(t, "continue", player="cat").bet(3).finish()
    assert not t.refusals
    assert t.line(1, "ante", "ben").clauses == MISCOUNTED
    assert t.line(2, "ante", "ben").clauses == ALL_WAGERS


# Choices that lapse


def test_a_hand_that_goes_out_takes_its_choice_along() -> None:
    t = csp().report("dealing_error", boxes=[1, 2])
    since = len(t.events)
    t.report("player_card_count", box=1, reconstructable=False)
    assert moves(t, since) == [HandInvalidated(1, ("CSP 5.15",)), OptionTaken((1,), True, "p1")]
    choose(t, "continue", box=2).bet(2).bet(3).finish()
    assert not t.refusals


def test_a_choice_lasts_while_anything_is_left_of_it() -> None:
    """Asked while bets are open, ben takes his part of box 1 back and keeps box 2; cat's hand goes
    out later, and his choice is his still."""
    t = House("megalink-stud").open().ante(1, 60_00, "ann").ante(1, 40_00, "ben")
    t.ante(2, 25_00, "ben").ante(3, 25_00, "cat").report("technical_interruption")
    t.do("withdraw_wager", box=1, wager="ante", player="ben").close().deal(HANDS, DEALER)
    since = len(t.events)
    t.report("player_card_count", box=3, reconstructable=False)
    assert moves(t, since) == [HandInvalidated(3, MISCOUNTED), OptionTaken((3,), True, "cat")]
    choose(choose(t, "withdraw", player="ben"), "continue", player="ann").bet(1).finish()
    assert not t.refusals
    assert t.line(2, "ante", "ben").clauses == ALL_WAGERS


def test_a_barred_sharer_has_no_choice_left_and_everybody_else_has() -> None:
    t = mega(second_box=False).report("technical_interruption")
    since = len(t.events)
    bar(t, "ben")
    assert moves(t, since) == [
        PlayerBarred("ben", SHIFT_MANAGER, BARRED),
        ShareReturned(1, "ben", BARRED),
        OptionTaken((1,), True, "ben"),
    ]
    assert t.meter == MILLION + 2_00
    choose(choose(t, "continue", player="ann"), "continue", player="cat")
    t.bet(1).bet(3).finish()
    assert not t.refusals


def test_barred_after_a_fold_each_loses_the_own_jackpot_wager_alone() -> None:
    """MEGA 5.9: ben has none on the folded box, so nothing of his goes back; ann has one."""
    t = mega(second_box=False).fold(1)
    since = len(t.events)
    bar(t, "ben")
    assert moves(t, since) == [PlayerBarred("ben", SHIFT_MANAGER, BARRED)]
    assert t.meter == MILLION + 2_00
    bar(t, "ann")
    assert moves(t, since)[1:] == [
        PlayerBarred("ann", SHIFT_MANAGER, BARRED),
        JackpotWagerInvalidated(1, "ann", BARRED),
    ]
    assert t.meter == MILLION + 1_00


def test_a_report_of_a_broken_confidence_bars_in_the_name_of_whoever_made_it() -> None:
    t = mega().report("confidentiality", player="cat", by="shift_manager")
    assert t.events_of(PlayerBarred) == [PlayerBarred("cat", SHIFT_MANAGER, BARRED)]


# A player who looked and left (M12)


def looked_and_left() -> House:
    t = mega(second_box=False).view(1).leave("ann")
    assert [matter.irregularity for matter in t.result.matters] == ["left_after_viewing"]
    return t


def test_a_hand_that_is_forfeited_is_folded_for_somebody_absent() -> None:
    t = looked_and_left().rule("forfeit").bet(3).finish()
    assert t.events_of(HandFolded) == [
        HandFolded(1, ("MEGA 6.1", "MEGA 5.11", "MEGA 3.9.1"), absent=True)
    ]
    assert t.line(1, "ante", "ann").result == "lost"


@pytest.mark.parametrize("decision", ["forfeit", "return_wagers"])
def test_a_hand_that_is_out_by_then_stays_as_it_is(decision: str) -> None:
    t = looked_and_left().report("player_card_count", box=1, reconstructable=False)
    t.rule(decision).bet(3).finish()
    assert not t.refusals
    assert t.events_of(HandFolded) == []
    line = t.line(1, "ante", "ann")
    assert (line.result, line.clauses) == ("returned", MISCOUNTED)


def test_a_box_that_is_anothers_by_then_is_his_to_decide() -> None:
    """Ann's part has gone back, as she was barred; ben is seated now and bets twice his 40.00."""
    t = bar(looked_and_left(), "ann").rule("forfeit")
    assert t.events_of(HandFolded) == []
    t.bet(1).bet(3).finish()
    assert not t.refusals
    assert t.line(1, "bet", "ben").staked == 80_00
