"""Three Card Poker, 5: what follows when something went wrong."""

from typing import Any

import pytest

from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Role
from croupier.table.events import (
    IrregularityDecided,
    LateWithdrawalNoted,
    MatterOpened,
    ReportNoted,
)
from tests.clauses.marina_bay import (
    QUEEN_HIGH,
    TCP,
    bets_closed,
    clauses,
    dealt,
    refusal,
    settled,
    wager_and_close,
)
from tests.playing import House

KING_HIGH = "Kh 8d 2c"
PAIR_OF_ACES = "Ac Ah 8s"
LOW = "9s 5h 3d"
HANDS = {1: KING_HIGH, 2: PAIR_OF_ACES, 3: LOW}
GROWING = {"meter": 50_000_00, "reset": 10_000_00, "increment": "0.2"}
"""Each wager of 5.00 adds 1.00."""


@pytest.mark.clause("TCP 5.1")
def test_5_1_a_foreign_card_leaves_only_the_void() -> None:
    t = dealt(TCP, HANDS, QUEEN_HIGH)
    t.report("foreign_card", by="dealer", at="2026-03-01T20:00:00Z")
    [matter] = t.result.matters
    assert matter.decided_by == Role.PIT_SUPERVISOR
    assert matter.decisions == ("void", "dismiss")
    [opened] = [one for one in t.played.events if isinstance(one.event, MatterOpened)]
    assert opened.at.isoformat() == "2026-03-01T20:00:00+00:00"
    assert refusal(t.rule("continue")) == ("decision-not-allowed", "TCP 5.1")
    t.rule("void", by="pit_supervisor")
    assert t.phase == "void"
    assert "TCP 5.1" in clauses(t, 1, "ante")


@pytest.mark.clause("TCP 5.1")
@pytest.mark.parametrize("role", ["pit_supervisor", "pit_manager", "shift_manager"])
def test_5_1_reported_by_a_pit_supervisor_the_void_follows_at_once(role: str) -> None:
    t = dealt(TCP, HANDS, QUEEN_HIGH).report("foreign_card", by=role)
    assert t.phase == "void"
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.by.role, decided.clauses) == (Role(role), ("TCP 5.1", "TCP 5.1.1"))


def test_x18_who_decides_is_read_into_the_document() -> None:
    # It names no official, so these refusals cite none of its clauses.
    t = dealt(TCP, HANDS, QUEEN_HIGH).report("foreign_card", by="dealer")
    assert refusal(t.rule("void", by="dealer")) == ("role-too-low", None)
    t = dealt(TCP, HANDS, QUEEN_HIGH).report("technical_interruption")
    assert refusal(t.reveal()) == ("option-open", None)
    other = {"id": "p2", "role": "player"}
    assert refusal(t.do("choose", box=1, option="withdraw", by=other)) == ("not-yours", None)


@pytest.mark.clause("TCP 5.1.1")
def test_5_1_1_a_void_returns_every_wager_and_what_it_added_to_the_meter() -> None:
    t = House(TCP, jackpot=GROWING).open().ante(1, 10_00).pair_plus(1, 10_00).jackpot(1).close()
    assert t.meter == 50_001_00
    t.deal({1: PAIR_OF_ACES}, QUEEN_HIGH).play(1).report("foreign_card")
    assert [(line.wager, line.result.value, line.returned) for line in t.lines()] == [
        ("ante", "void", 10_00),
        ("pair_plus", "void", 10_00),
        ("play", "void", 10_00),
        ("jackpot", "void", 5_00),
    ]
    assert clauses(t, 1, "pair_plus") == {"TCP 5.1", "TCP 5.1.1"}
    assert t.result.players["p1"].net == 0
    assert t.meter == 50_000_00


@pytest.mark.clause("TCP 5.1.1")
def test_5_1_1_payments_are_reversed_until_the_next_opening_call() -> None:
    hands = {1: "As Ks Qs", 2: KING_HIGH}
    t = settled(TCP, hands, "Qd Jd 9c", jackpots=[1, 2], jackpot=GROWING)
    assert t.won(1, "jackpot") == 50_002_00
    assert t.won(2, "envy_bonus") == 250_00
    t.report("foreign_card")
    assert t.outcome(1, "jackpot") == ("void", 0, 5_00)
    assert not t.has_line(2, "envy_bonus")
    assert not t.has_line(1, "ante_bonus")
    account = t.result.jackpots["J1"]
    assert (account.meter, account.paid, account.seeded) == (50_000_00, 0, 0)


@pytest.mark.clause("TCP 5.1.2")
def test_5_1_2_earlier_rounds_stand() -> None:
    t = House(TCP, jackpot=GROWING)
    for hand in (PAIR_OF_ACES, LOW):
        wager_and_close(t, [1], jackpots=[1]).deal({1: hand}, QUEEN_HIGH).play(1).finish()
    before = t.result.lines
    assert [line.result.value for line in before] == ["won", "won", "lost"] + ["lost"] * 3
    wager_and_close(t, [1], jackpots=[1]).deal({1: KING_HIGH}, QUEEN_HIGH)
    t.report("foreign_card", round=2)
    assert t.phase == "dealt"
    assert len(t.events_of(ReportNoted)) == 1
    t.report("foreign_card")
    assert t.phase == "void"
    assert t.result.lines[:6] == before
    assert t.meter == 50_002_00


@pytest.mark.clause("TCP 5.2")
@pytest.mark.parametrize(
    ("facts", "phase"),
    [
        ({"counted": 51}, "void"),
        ({"counted": 52}, "dealt"),
        ({"counted": 53}, "void"),
        ({}, "void"),
    ],
)
def test_5_2_a_deck_short_or_over_voids_the_round(facts: dict[str, Any], phase: str) -> None:
    t = dealt(TCP, HANDS, QUEEN_HIGH).report("deck_count", **facts)
    assert t.phase == phase
    if phase == "void":
        assert clauses(t, 1, "ante") == {"TCP 5.2"}


@pytest.mark.clause("TCP 5.2")
@pytest.mark.parametrize(("counted", "result"), [(51, "void"), (52, "won"), (53, "void")])
def test_5_2_the_count_may_be_made_after_payment(counted: int, result: str) -> None:
    t = settled(TCP, HANDS, QUEEN_HIGH).report("deck_count", counted=counted)
    assert t.line(1, "play").result.value == result


@pytest.mark.clause("TCP 5.3")
def test_5_3_whole_hands_are_moved_to_where_they_belong() -> None:
    t = dealt(TCP, HANDS, QUEEN_HIGH, ante=10_00).report("misdeal", moves={"1": 3, "3": 1})
    t.play(1).play(2).play(3).finish()
    assert t.outcome(1, "play") == ("lost", 0, 0)
    assert t.outcome(3, "play") == ("won", 10_00, 10_00)


@pytest.mark.clause("TCP 5.3")
def test_5_3_else_the_round_is_void() -> None:
    t = dealt(TCP, HANDS, QUEEN_HIGH).report("misdeal", by="dealer", moves={"1": 3, "3": 1})
    assert t.result.matters[0].decisions == ("reconstruct", "void", "dismiss")
    t.rule("void", by="pit_supervisor")
    assert clauses(t, 1, "ante") == {"TCP 5.3"}
    assert dealt(TCP, HANDS, QUEEN_HIGH).report("misdeal", moves=None).phase == "void"


@pytest.mark.clause("TCP 5.3")
@pytest.mark.parametrize("act", ["handle_hand", "view_hand", "fold"])
def test_5_3_it_is_for_hands_that_nobody_has_handled(act: str) -> None:
    t = dealt(TCP, HANDS, QUEEN_HIGH).do(act, box=2).report("misdeal", moves={"1": 3, "3": 1})
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decided_by) == (Irregularity.OTHER, Role.SHIFT_MANAGER)


@pytest.mark.parametrize("reported", ["misdeal", "dealing_error"])
def test_x30_a_stray_hand_is_keyed_in_after_the_settlement_once_it_was_reported(
    reported: str,
) -> None:
    t = bets_closed(TCP, {1: KING_HIGH}, entry="recording").deal({1: KING_HIGH}, QUEEN_HIGH)
    t.play(1).finish()
    entry = {"box": 4, "cards": LOW, "by": "pit_supervisor"}
    t.do("correct_entry", **entry)
    assert refusal(t) == ("deal-not-reported", "TCP 5.3")
    t.report(reported, by="dealer", boxes=[4]).do("correct_entry", **entry)
    assert len(t.refusals) == 1
    assert t.outcome(1, "play")[0] == "won"


@pytest.mark.clause("TCP 5.4")
@pytest.mark.parametrize("dealer", ["Qs Jd", "Qs Jd 9c 2d"])
def test_5_4_a_wrong_number_of_dealers_cards_voids_the_round(dealer: str) -> None:
    t = bets_closed(TCP, HANDS, entry="recording").deal(HANDS, dealer)
    t.play(1).play(2).play(3).reveal().settle()
    assert refusal(t) == ("deal-not-reported", "TCP 5.4")
    t.report("dealer_card_count", reconstructable=False)
    assert t.phase == "void"
    assert clauses(t, 1, "play") == {"TCP 5.4"}


@pytest.mark.clause("TCP 5.4")
def test_5_4_unless_it_can_be_put_right() -> None:
    t = bets_closed(TCP, HANDS, entry="recording").deal(HANDS, "Qs Jd")
    t.report("dealer_card_count", reconstructable=True, hands={"dealer": QUEEN_HIGH})
    t.play(1).play(2).fold(3).finish()
    assert t.outcome(1, "play") == ("won", 25_00, 25_00)


@pytest.mark.clause("TCP 5.4")
def test_5_4_it_may_be_noticed_until_the_next_opening_call() -> None:
    t = settled(TCP, HANDS, QUEEN_HIGH).report("dealer_card_count", reconstructable=False)
    assert t.outcome(1, "play") == ("void", 0, 25_00)
    late = settled(TCP, HANDS, QUEEN_HIGH)
    before = late.result.lines
    late.open().report("dealer_card_count", reconstructable=False, round=1)
    assert refusal(late) is None
    assert late.result.lines == before


@pytest.mark.clause("TCP 5.5")
@pytest.mark.parametrize(("count", "phase"), [(1, "dealt"), (2, "void"), (3, "void")])
@pytest.mark.parametrize("looked", [False, True])
def test_5_5_two_exposed_cards_void_the_round(count: int, phase: str, looked: bool) -> None:
    t = dealt(TCP, HANDS, QUEEN_HIGH)
    if looked:
        t.view(1)
    t.report("cards_exposed", count=count)
    assert t.phase == phase
    assert len(t.events_of(IrregularityDecided)) == 1
    if phase == "void":
        assert clauses(t, 3, "ante") == {"TCP 5.5"}
    else:
        assert refusal(t.play(1).play(2).play(3).finish()) is None


@pytest.mark.clause("TCP 5.6")
@pytest.mark.parametrize("entry", ["enforcing", "recording"])
@pytest.mark.parametrize("wager", ["ante", "pair_plus"])
def test_5_6_nothing_is_placed_or_raised_after_the_close(wager: str, entry: str) -> None:
    t = House(TCP, entry=entry).open().ante(1, 10_00).pair_plus(1, 10_00).close()
    assert refusal(t.wager(1, wager, 15_00)) == ("bets-closed", "TCP 5.6")
    assert refusal(t.wager(2, wager, 10_00, player="p2")) == ("bets-closed", "TCP 5.6")
    t.deal({1: KING_HIGH}, QUEEN_HIGH)
    assert refusal(t.wager(1, wager, 15_00)) == ("bets-closed", "TCP 5.6")
    assert refusal(t.play(1)) is None  # the play has a time of its own
    t.finish()
    assert [line.staked for line in t.lines()] == [10_00, 10_00, 10_00]


@pytest.mark.clause("TCP 5.7")
@pytest.mark.parametrize("wager", ["ante", "pair_plus", "jackpot"])
def test_5_7_nothing_is_withdrawn_after_the_close(wager: str) -> None:
    t = House(TCP).open().ante(1, 10_00).pair_plus(1, 10_00).jackpot(1)
    t.close().do("withdraw_wager", box=1, wager=wager)
    assert refusal(t) == ("bets-closed", "TCP 5.7")
    assert refusal(t.do("choose", box=1, option="withdraw")) == ("no-option", "TCP 5.7")


@pytest.mark.clause("TCP 5.7")
def test_5_7_before_the_close_it_may_be() -> None:
    t = House(TCP).open().ante(1, 10_00).pair_plus(1, 10_00).jackpot(1)
    t.do("withdraw_wager", box=1, wager="ante").close()
    t.deal({1: PAIR_OF_ACES}, QUEEN_HIGH).finish()
    assert not t.refusals
    assert [line.wager for line in t.lines()] == ["pair_plus"]  # the jackpot went with the ante


@pytest.mark.clause("TCP 5.7")
@pytest.mark.parametrize(
    ("hand", "result"), [(LOW, ("lost", 0, 0)), (PAIR_OF_ACES, ("won", 10_00, 10_00))]
)
def test_5_7_what_was_pulled_is_won_or_lost_all_the_same(
    hand: str, result: tuple[str, int, int]
) -> None:
    t = House(TCP, entry="recording").open().pair_plus(1, 10_00).close()
    t.do("withdraw_wager", box=1, wager="pair_plus")
    assert refusal(t) is None
    [noted] = t.events_of(LateWithdrawalNoted)
    assert (noted.box, noted.player, noted.wager) == (1, "p1", "pair_plus")
    t.deal({1: hand}, QUEEN_HIGH).finish()
    assert t.outcome(1, "pair_plus") == result
