"""Three Card Poker, 3.4: ante and pair plus stand each on its own when one is under the minimum."""

from typing import Any

import pytest

from croupier.table.events import CardsDealt
from tests.clauses.marina_bay import QUEEN_HIGH, TCP, clauses, refusal
from tests.playing import House

PAIR = "9h 9d 4c"
LIVE: dict[str, Any] = {
    "entry": "recording",
    "limits": {"ante": [10_00, 500_00], "pair_plus": [5_00, 500_00]},
    "jackpot": {"meter": 1_000_00, "reset": 100_00, "increment": "0.2"},
}


def outcomes(t: House) -> dict[str, tuple[str, int, int]]:
    return {line.wager: (line.result.value, line.won, line.returned) for line in t.lines()}


def advised(ante: int, pair_plus: int) -> House:
    """An area whose player was told to raise or withdraw, and did neither."""
    t = House(TCP, **LIVE).open().ante(1, ante).jackpot(1).pair_plus(1, pair_plus)
    t.report("under_limit", by="dealer", box=1).close()
    assert not t.refusals
    return t


@pytest.mark.clause("TCP 3.4")
def test_3_4_a_short_ante_leaves_a_good_pair_plus() -> None:
    t = advised(9_99, 5_00).deal({1: PAIR}, QUEEN_HIGH)
    assert refusal(t.play(1)) == ("no-wager", "TCP 3.11")
    t.finish()
    assert outcomes(t) == {
        "ante": ("returned", 0, 9_99),
        "pair_plus": ("won", 5_00, 5_00),
        "jackpot": ("returned", 0, 5_00),
    }
    assert clauses(t, 1, "ante") == {"TCP 3.4"}
    assert t.meter == 1_000_00


def test_t20_a_short_pair_plus_leaves_a_good_ante() -> None:
    t = advised(10_00, 4_99).deal({1: PAIR}, QUEEN_HIGH).play(1).finish()
    assert outcomes(t) == {
        "ante": ("won", 10_00, 10_00),
        "pair_plus": ("returned", 0, 4_99),
        "play": ("won", 10_00, 10_00),
        "jackpot": ("lost", 0, 0),
    }
    assert t.meter == 1_001_00


@pytest.mark.clause("TCP 3.4")
def test_3_4_an_area_that_keeps_no_wager_gets_no_hand() -> None:
    t = House(TCP, **LIVE).open().ante(1, 9_99).jackpot(1).pair_plus(1, 4_99).ante(2, 10_00)
    t.report("under_limit", by="dealer", box=1).close()
    t.shoe("9h 9d 4c Qs Jd 9c 2c 3c 4d")
    [deal] = t.events_of(CardsDealt)
    assert set(deal.hands) == {"2"}
    t.play(2).finish()
    assert {line.wager: line.result.value for line in t.lines() if line.box == 1} == {
        "ante": "returned",
        "pair_plus": "returned",
        "jackpot": "returned",
    }


@pytest.mark.clause("TCP 3.17")
def test_3_17_a_top_hand_without_its_ante_gives_nobody_envy() -> None:
    t = House(TCP, **LIVE).open().ante(1, 9_99).pair_plus(1, 5_00)
    t.ante(2, 10_00).jackpot(2).report("under_limit", by="dealer", box=1).close()
    t.deal({1: "Ah Kh Qh", 2: PAIR}, QUEEN_HIGH).play(2).finish()
    assert not t.has_line(2, "envy_bonus")
    assert t.outcome(1, "pair_plus") == ("won", 200_00, 5_00)


def test_t20_what_was_made_good_in_time_plays() -> None:
    t = House(TCP, **LIVE).open().ante(1, 9_99).pair_plus(1, 5_00)
    t.report("under_limit", by="dealer", box=1).ante(1, 1).close()
    t.deal({1: PAIR}, QUEEN_HIGH).play(1).finish()
    assert outcomes(t)["ante"] == ("won", 10_00, 10_00)
