"""Claims that wait for an earlier deal on the link (CSP 4.5.2), and who may order them."""

import pytest

from croupier.jackpot.events import (
    ClaimsQueued,
    Contribution,
    ContributionsReturned,
    JackpotGrew,
    JackpotWon,
    Turn,
    Winning,
    WinsReversed,
)
from croupier.jackpot.meter import Jackpot, TurnTaken, evolve
from croupier.rulebooks.settings import JackpotSettings
from croupier.rulebooks.wagers import WagerKind
from tests.playing import House

STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
ODD = "Jc 9d 6s 4h 2c"
ACE_KING = "Ac Kd 8s 5c 3d"
METER = {"meter": 1_000_000_00, "reset": 100_000_00}


def deal(t: House, table: str, hand: str) -> House:
    """A round with a jackpot wager on box 1, up to the bet."""
    t.open(table=table).ante(1, 100_00, table=table).jackpot(1, table=table).close(table=table)
    return t.deal({1: hand}, ACE_KING, table=table).bet(1, table=table)


def linked() -> House:
    """T1 is dealt and runs; T2 is dealt later, with a straight flush, and settled."""
    t = House("casino-stud", jackpot=METER, tables=("T1", "T2"))
    deal(t, "T1", ODD)
    return deal(t, "T2", STRAIGHT_FLUSH).finish(table="T2")


def order(t: House, *claims: tuple[int, int | None], by: str = "shift_manager") -> House:
    """Claims of T2's as (box, round)."""
    wanted = [
        {"table": "T2", "box": box} | ({} if number is None else {"round": number})
        for box, number in claims
    ]
    return t.do("order_claims", claims=wanted, by=by)


def refusal(t: House) -> tuple[str, str | None, str]:
    assert t.refused is not None
    return t.refused.code, t.refused.clause, t.refused.message


def test_a_line_that_waits_says_by_what_it_waits() -> None:
    line = linked().line(1, "jackpot", table="T2")
    assert line.result == "pending"
    assert line.clauses == ("CSP 4.2/straight-flush", "CSP 3.13/jackpot", "CSP 4.5.2")


def test_a_claim_waits_through_later_rounds_of_its_table() -> None:
    t = deal(linked(), "T2", ODD).finish(table="T2")
    assert t.outcome(1, "jackpot", table="T2", round=1) == ("pending", 0, 0)
    t.finish(table="T1")
    assert not t.refusals
    assert t.outcome(1, "jackpot", table="T2", round=1) == ("won", 100_000_00, 0)


def test_the_order_is_that_of_the_deals_whoever_was_on_the_meter_first() -> None:
    """T2's wager reaches the meter before T1's, but T1 is dealt first. 1,000,002.00 are there."""
    growing = {**METER, "increment": "0.2"}
    t = House("casino-stud", jackpot=growing, tables=("T1", "T2"))
    for table in ("T2", "T1"):
        t.open(table=table).ante(1, 100_00, table=table).jackpot(1, table=table).close(table=table)
    for table in ("T1", "T2"):
        t.deal({1: STRAIGHT_FLUSH}, ACE_KING, table=table).bet(1, table=table)
    t.finish(table="T2").finish(table="T1")
    assert not t.refusals
    assert t.won(1, "jackpot", table="T1") == 100_000_20
    assert t.won(1, "jackpot", table="T2") == 90_000_18


def test_what_waits_is_listed_in_the_order_of_the_deals() -> None:
    """T3's wager reaches the meter before T2's, but T2 is dealt first; T1 runs before both."""
    growing = {**METER, "increment": "0.2"}
    t = House("casino-stud", jackpot=growing, tables=("T1", "T2", "T3"))
    for table in ("T1", "T3", "T2"):
        t.open(table=table).ante(1, 100_00, table=table).jackpot(1, table=table).close(table=table)
    for table, hand in (("T1", ODD), ("T2", STRAIGHT_FLUSH), ("T3", STRAIGHT_FLUSH)):
        t.deal({1: hand}, ACE_KING, table=table).bet(1, table=table)
    t.finish(table="T3").finish(table="T2")
    assert not t.refusals
    assert [claim.table for claim in t.result.jackpots["J1"].pending] == ["T2", "T3"]


def test_rounds_that_owe_nothing_are_forgotten() -> None:
    t = linked()
    for _ in range(2):
        deal(t, "T2", ODD).finish(table="T2")
    rounds = t.played.floor.jackpots["J1"].rounds
    assert set(rounds) == {("T1", 1), ("T2", 1), ("T2", 3)}


def test_of_several_claims_of_a_box_the_order_names_the_round() -> None:
    """Round 2 is paid first, on the million; round 1 in its turn, on what that left."""
    t = deal(linked(), "T2", STRAIGHT_FLUSH).finish(table="T2")
    assert [claim.round for claim in t.result.jackpots["J1"].pending] == [1, 2]
    assert refusal(order(t, (1, None))) == (
        "no-such-claim",
        "CSP 4.5.2/house",
        "Table T2, box 1 has several claims: say of which round.",
    )
    assert t.meter == 1_000_000_00
    order(t, (1, 2))
    assert t.refused is None
    assert t.outcome(1, "jackpot", table="T2", round=2) == ("won", 100_000_00, 0)
    assert t.outcome(1, "jackpot", table="T2", round=1) == ("pending", 0, 0)
    t.finish(table="T1")
    assert t.outcome(1, "jackpot", table="T2", round=1) == ("won", 90_000_00, 0)


def test_an_order_that_cannot_be_given_says_why() -> None:
    t = linked()
    assert refusal(order(t, (2, None))) == (
        "no-such-claim",
        "CSP 4.5.2/house",
        "No claim of table T2, box 2 waits on this jackpot.",
    )
    assert refusal(order(t, (1, None), by="pit_manager")) == (
        "role-too-low",
        "CSP 4.5.2/house",
        "This takes a shift manager.",
    )


@pytest.mark.parametrize(
    ("rulebook", "name"),
    [
        ("megalink-stud", "Megalink Singapore Stud Poker"),
        ("singapore-stud", "Singapore Stud Poker"),
        ("three-card-poker", "Three Card Poker"),
    ],
)
def test_where_nothing_waits_there_is_nothing_to_order(rulebook: str, name: str) -> None:
    t = House(rulebook, jackpot=METER, tables=("T1", "T2"))
    assert refusal(order(t, (1, None))) == (
        "not-in-this-game",
        None,
        f"In {name} no claim waits for an order.",
    )


HANDS = {
    1: STRAIGHT_FLUSH,
    2: "9c 8c 7c 6c 5c",
    3: "Ts 9s 8s 7s 6s",
    4: "Qh Jc Td 4h 2c",
}


def all_waiting() -> House:
    """T1 runs; T2 has straight flushes at boxes 1 to 3 and a hand of no worth at box 4."""
    t = House("casino-stud", jackpot=METER, tables=("T1", "T2"))
    deal(t, "T1", ODD).open(table="T2")
    for box in HANDS:
        t.ante(box, 100_00, table="T2")
    for box in (1, 2, 3):
        t.jackpot(box, table="T2")
    t.close(table="T2").deal(HANDS, "Ac Kd Js 4c 3d", table="T2")
    for box in HANDS:
        t.bet(box, table="T2")
    t.finish(table="T2")
    assert not t.refusals
    return t


def out(t: House, box: int) -> House:
    return t.report("player_card_count", box=box, reconstructable=False, table="T2")


def won(t: House, *boxes: int) -> list[int]:
    return [t.won(box, "jackpot", table="T2") for box in boxes]


def test_who_waits_goes_on_waiting_when_another_is_out() -> None:
    t = out(all_waiting(), 2)
    queued = t.events_of(ClaimsQueued)[-1]
    assert (queued.jackpot, queued.table, queued.round) == ("J1", "T2", 1)
    assert [claim.box for claim in queued.claims] == [1, 3]
    t.finish(table="T1")
    assert won(t, 1, 3) == [100_000_00, 90_000_00]
    assert t.meter == 810_000_00


def test_nothing_moves_where_nothing_changes() -> None:
    """Box 1 has been paid, boxes 2 and 3 wait; box 4 had no part in the meter."""
    t = out(order(all_waiting(), (1, None)), 4)
    assert not t.refusals
    assert t.events_of(WinsReversed) == []
    assert [claim.box for claim in t.result.jackpots["J1"].pending] == [2, 3]


def test_each_share_keeps_a_turn_of_its_own_when_one_before_it_is_gone() -> None:
    """Boxes 1 and 2 are paid by order of the House, 100,000.00 and 90,000.00. Box 1 is out: at its
    turn box 2 has the million. Box 3 is paid when half of it has gone, on 500,000.00, and none of
    this changes with a hand that has no part in it."""
    t = order(all_waiting(), (1, None), (2, None))
    assert won(t, 1, 2) == [100_000_00, 90_000_00]
    out(t, 1)
    assert (won(t, 2), t.meter) == ([100_000_00], 900_000_00)
    t.do("adjust_jackpot", jackpot="J1", amount=-400_000_00, reason="x", by="shift_manager")
    t.finish(table="T1")
    assert (won(t, 2, 3), t.meter) == ([100_000_00, 50_000_00], 450_000_00)
    out(t, 4)
    assert (won(t, 2, 3), t.meter) == ([100_000_00, 50_000_00], 450_000_00)
    assert not t.refusals


def test_a_hand_without_a_jackpot_wager_leaves_the_meter_alone() -> None:
    t = House("casino-stud", jackpot={**METER, "increment": "0.2"}).open()
    t.ante(1, 100_00).jackpot(1).ante(2, 100_00).close()
    t.deal({1: STRAIGHT_FLUSH, 2: ODD}, ACE_KING)
    t.report("player_card_count", box=2, reconstructable=False)
    assert t.events_of(ContributionsReturned) == []
    assert t.meter == 1_000_001_00


def test_a_win_from_before_turns_were_kept_had_its_turn_at_its_moment() -> None:
    """A meter of 10.00 and a contribution of 0.0250, in hundredths of a cent."""
    jackpot = Jackpot.opening("J1", JackpotSettings(meter=10_00, reset=1_00, increment="0.25"))
    assert jackpot.scale == 100
    grew = JackpotGrew("J1", "T1", 1, (Contribution(1, WagerKind.JACKPOT, 250),))
    jackpot = evolve(jackpot, grew)
    for box in (1, 2):
        won = Winning(box, "ann", WagerKind.JACKPOT, 1_00)
        jackpot = evolve(jackpot, JackpotWon("J1", "T1", 1, (won,), 1_00, 0, ()))
    # But for the round's own movements 10.00 were there, each time.
    assert jackpot.round("T1", 1).turns == (
        TurnTaken(Turn(0, 1_000_00), ((1, WagerKind.JACKPOT),)),
        TurnTaken(Turn(1, 1_000_00), ((2, WagerKind.JACKPOT),)),
    )
