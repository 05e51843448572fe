"""MEGA 5.9 meets 5.16.1: who is barred has no choice left open."""

import pytest

from tests.playing import House


@pytest.mark.clause("MEGA 5.9", "MEGA 5.16.1")
def test_5_9_a_barred_player_leaves_no_choice_open() -> None:
    t = House("megalink-stud").open().ante(1, 25_00, "ann").ante(2, 25_00, "bob").close()
    t.deal({1: "Qs Qh 6c 6h 4d", 2: "9s 9h Ac 4c 3d"}, "As Kd 8s 5h 2c")
    t.report("technical_interruption")
    t.do("bar_player", player="ann", by="shift_manager")
    t.do("choose", player="bob", option="continue")
    t.bet(2).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("returned", 0, 25_00)
    assert t.outcome(2, "ante") == ("won", 25_00, 25_00)
