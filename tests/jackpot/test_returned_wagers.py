"""A jackpot wager that goes back wins nothing, whatever its hand."""

import pytest

from croupier.jackpot.events import ContributionsReturned, JackpotGrew
from tests.playing import House


def test_a_second_short_ante_takes_its_jackpot_wager_along() -> None:
    """MEGA 5.13: the later ante under the minimum is returned, and the meter stays whole."""
    t = House("megalink-stud", entry="recording", limits={"ante": [25_00, 500_00]})
    for _ in range(2):
        t.open().ante(1, 20_00).jackpot(1).close()
        t.deal({1: "9h 8h 7h 6h 5h"}, "Ac Kd 8s 5c 3d").bet(1).finish()
    assert t.outcome(1, "jackpot", round=1) == ("won", 100_000_00, 0)
    assert t.outcome(1, "jackpot", round=2) == ("returned", 0, 5_00)
    assert t.line(1, "ante", round=2).clauses == ("MEGA 5.13/future", "MEGA 5.13")
    assert t.meter == 900_000_00


def test_a_barred_players_stake_is_not_counted_with_the_others() -> None:
    """MEGA 5.9, 5.14: what is over the maximum is reckoned on the wagers that are still on."""
    t = House("megalink-stud", entry="recording", limits={"ante": [25_00, 100_00]})
    t.open().ante(1, 90_00, "ann").ante(1, 60_00, "bob").close()
    t.deal({1: "Qs Qh 6c 6h 4d"}, "Ac Kd 8s 5c 3d")
    t.do("bar_player", player="ann", by="shift_manager")
    t.bet(1).finish()
    assert t.line(1, "ante", "ann").returned == 90_00
    assert (t.line(1, "ante", "bob").won, t.line(1, "bet", "bob").won) == (60_00, 240_00)


def test_a_bet_over_twice_the_ante_goes_back_in_proportion_of_the_antes() -> None:
    """M6: the bet of 200.00 was laid 120.00 to 80.00. Ann's ante was 20.00, not 60.00, so that
    120.00 count: 40.00 of ann's and 80.00 of ben's. Two pairs pay 2 to 1."""
    t = House("megalink-stud", entry="recording", limits={"ante": [10_00, 500_00]})
    t.open().ante(1, 60_00, "ann").ante(1, 40_00, "ben").close()
    t.deal({1: "Qs Qh 6c 6h 4d"}, "Ac Kd 8s 5c 3d").bet(1)
    by = {"id": "sue", "role": "pit_supervisor"}
    t.do("correct_entry", box=1, player="ann", wager="ante", amount=20_00, by=by)
    t.finish()
    assert not t.refusals
    ann, ben = t.line(1, "bet", "ann"), t.line(1, "bet", "ben")
    assert (ann.staked, ann.won, ann.returned) == (120_00, 80_00, 120_00)
    assert (ben.staked, ben.won, ben.returned) == (80_00, 160_00, 80_00)


def test_a_short_ante_takes_its_own_contribution_along_and_no_other() -> None:
    """MEGA 5.13: ann's second short ante goes back with its dollar; ben's was never touched."""
    growing = {"meter": 1_000_000_00, "reset": 100_000_00, "increment": "0.2"}
    limits = {"ante": [25_00, 500_00]}
    t = House("megalink-stud", entry="recording", limits=limits, jackpot=growing)
    for _ in range(2):
        t.open().ante(1, 20_00, "ann").jackpot(1).ante(2, 25_00, "ben").jackpot(2).close()
        t.deal({1: "Ts 8c 7d 4s 2d", 2: "Jh 9c 7c 4h 2h"}, "Ac Kd 8s 5c 3d").bet(1).bet(2).finish()
    assert not t.refusals
    [gone] = t.events_of(ContributionsReturned)
    assert (gone.round, [one.box for one in gone.contributions]) == (2, [1])
    assert len(t.events_of(JackpotGrew)) == 2
    assert t.meter == 1_000_003_00


@pytest.mark.parametrize("ante", [1, 24_99, 25_00])
def test_an_ante_is_short_from_the_first_cent_to_the_last_below_the_minimum(ante: int) -> None:
    """MEGA 5.13, wherever it lies: box 1 has the minimum, box 2 what ann lays, twice."""
    t = House("megalink-stud", entry="recording", limits={"ante": [25_00, 500_00]})
    for _ in range(2):
        t.open().ante(1, 25_00, "ben").ante(2, ante, "ann").close()
        t.deal({1: "Jh 9c 7c 4h 2h", 2: "Ts 8c 7d 4s 2d"}, "Ac Kd 8s 5c 3d").bet(1).bet(2).finish()
    assert t.outcome(2, "ante", round=1) == ("lost", 0, 0)
    again = ("lost", 0, 0) if ante == 25_00 else ("returned", 0, ante)
    assert t.outcome(2, "ante", round=2) == again


@pytest.mark.parametrize(("hand", "won"), [("Jh 8h 6h 4h 2h", 100_00), ("Ts 8c 7d 4s 2d", 0)])
def test_what_was_laid_too_much_comes_back_whatever_the_hand(hand: str, won: int) -> None:
    """C25: 7.00 were laid where 5.00 count."""
    t = House("casino-stud", entry="recording").open().ante(1, 100_00).jackpot(1, 7_00).close()
    t.deal({1: hand}, "Ac Kd 8s 5c 3d").bet(1).finish()
    assert t.outcome(1, "jackpot") == ("won" if won else "lost", won, 2_00)
