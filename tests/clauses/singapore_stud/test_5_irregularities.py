"""Singapore Stud Poker, 5: what follows when something went wrong."""

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
    ACE_KING,
    NO_HAND,
    SSP,
    bets_closed,
    clauses,
    dealt,
    refusal,
    settled,
    wager_and_close,
)
from tests.playing import House

TWO_PAIRS = "Qs Qc 6c 6d 4d"
FLUSH = "Jh 8h 6h 4h 2h"
LOW = "Ts 8c 7d 4s 2d"
HANDS = {1: TWO_PAIRS, 2: FLUSH, 3: LOW}
GROWING = {"meter": 100_000_00, "reset": 20_000_00, "stake": 1_00, "increment": "0.1"}
"""Each credit of 1.00 adds 0.10."""


@pytest.mark.clause("SSP 5.1")
def test_5_1_a_foreign_card_leaves_only_the_void() -> None:
    t = dealt(SSP, HANDS, ACE_KING).report("foreign_card", by="dealer", at="2026-03-01T20:00:00Z")
    [matter] = t.result.matters
    assert matter.decided_by == Role.PIT_SUPERVISOR
    assert matter.decisions == ("void", "dismiss")
    [opened] = [one for one in t.played.events if isinstance(one.event, MatterOpened)]
    assert opened.at.isoformat() == "2026-03-01T20:00:00+00:00"
    assert refusal(t.rule("continue")) == ("decision-not-allowed", "SSP 5.1")
    t.rule("void", by="pit_supervisor")
    assert t.phase == "void"
    assert "SSP 5.1" in clauses(t, 1, "ante")


@pytest.mark.clause("SSP 5.1")
@pytest.mark.parametrize("role", ["pit_supervisor", "pit_manager", "shift_manager"])
def test_5_1_reported_by_a_pit_supervisor_the_void_follows_at_once(role: str) -> None:
    t = dealt(SSP, HANDS, ACE_KING).report("foreign_card", by=role)
    assert t.phase == "void"
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.by.role, decided.clauses) == (Role(role), ("SSP 5.1", "SSP 5.1.1"))


def test_x18_who_decides_is_read_into_the_document() -> None:
    # It names no official, so these refusals cite none of its clauses.
    t = dealt(SSP, HANDS, ACE_KING).report("foreign_card", by="dealer")
    assert refusal(t.rule("void", by="dealer")) == ("role-too-low", None)
    t = dealt(SSP, HANDS, ACE_KING).report("technical_interruption")
    assert refusal(t.reveal()) == ("option-open", None)
    other = {"id": "p2", "role": "player"}
    assert refusal(t.do("choose", box=1, option="withdraw", by=other)) == ("not-yours", None)


@pytest.mark.clause("SSP 5.1.1")
def test_5_1_1_a_void_returns_every_wager_and_what_it_added_to_the_meter() -> None:
    t = House(SSP, jackpot=GROWING).open().ante(1, 10_00).jackpot(1, 2_00).dealer_jackpot(1, 1_00)
    t.ante(2, 10_00).close()
    assert t.meter == 100_000_30
    t.deal({1: TWO_PAIRS, 2: FLUSH}, ACE_KING).bet(1).fold(2).report("foreign_card")
    assert [(line.box, line.wager, line.result.value, line.returned) for line in t.lines()] == [
        (1, "ante", "void", 10_00),
        (1, "bet", "void", 20_00),
        (1, "jackpot", "void", 2_00),
        (1, "dealer_jackpot", "void", 1_00),
        (2, "ante", "void", 10_00),
    ]
    assert clauses(t, 1, "bet") == {"SSP 5.1", "SSP 5.1.1"}
    assert all(player.net == 0 for player in t.result.players.values())
    assert t.meter == 100_000_00


@pytest.mark.clause("SSP 5.1.1")
def test_5_1_1_payments_are_reversed_until_the_next_opening_call() -> None:
    t = settled(SSP, {1: "Ah Kh Qh Jh Th"}, NO_HAND, jackpots=[1], jackpot=GROWING)
    assert t.won(1, "jackpot") == 100_000_10
    t.report("foreign_card")
    assert t.outcome(1, "jackpot") == ("void", 0, 1_00)
    account = t.result.jackpots["J1"]
    assert (account.meter, account.paid, account.seeded) == (100_000_00, 0, 0)


@pytest.mark.clause("SSP 5.1.2")
def test_5_1_2_earlier_rounds_stand() -> None:
    t = House(SSP, jackpot=GROWING)
    for hand in (FLUSH, LOW):
        wager_and_close(t, [1], jackpots=[1]).deal({1: hand}, ACE_KING).bet(1).finish()
    before = t.result.lines
    assert [line.result.value for line in before] == ["won"] * 3 + ["lost"] * 3
    wager_and_close(t, [1], jackpots=[1]).deal({1: TWO_PAIRS}, ACE_KING)
    t.report("foreign_card", round=1)
    assert t.phase == "dealt"
    assert len(t.events_of(ReportNoted)) == 1
    t.report("foreign_card")
    assert t.phase == "void"
    assert t.result.lines[:6] == before
    assert t.meter == 100_000_20


@pytest.mark.clause("SSP 5.2")
def test_5_2_whole_hands_are_moved_to_where_they_belong() -> None:
    t = dealt(SSP, HANDS, ACE_KING, ante=10_00).report("misdeal", moves={"2": 3, "3": 2})
    t.bet(1).bet(2).bet(3).finish()
    assert t.outcome(2, "bet") == ("lost", 0, 0)
    assert t.outcome(3, "bet") == ("won", 100_00, 20_00)


@pytest.mark.clause("SSP 5.2")
def test_5_2_else_the_round_is_void() -> None:
    t = dealt(SSP, HANDS, ACE_KING).report("misdeal", by="dealer", moves={"2": 3, "3": 2})
    assert t.result.matters[0].decisions == ("reconstruct", "void", "dismiss")
    t.rule("void", by="pit_supervisor")
    assert clauses(t, 1, "ante") == {"SSP 5.2"}
    assert dealt(SSP, HANDS, ACE_KING).report("misdeal", moves=None).phase == "void"


@pytest.mark.clause("SSP 5.2")
@pytest.mark.parametrize("act", ["handle_hand", "view_hand", "fold"])
def test_5_2_it_is_for_hands_that_nobody_has_handled(act: str) -> None:
    t = dealt(SSP, HANDS, ACE_KING).do(act, box=2).report("misdeal", moves={"1": 3, "3": 1})
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decided_by) == (Irregularity.OTHER, Role.SHIFT_MANAGER)


@pytest.mark.clause("SSP 5.3")
@pytest.mark.parametrize("dealer", ["Ac Kd 9s 5h", "Ac Kd 9s 5h 3c 3d"])
def test_5_3_a_wrong_number_of_dealers_cards_voids_the_round(dealer: str) -> None:
    t = bets_closed(SSP, HANDS, entry="recording").deal(HANDS, dealer)
    t.bet(1).bet(2).bet(3).reveal().settle()
    assert refusal(t) == ("deal-not-reported", "SSP 5.3")
    t.report("dealer_card_count", reconstructable=False)
    assert t.phase == "void"
    assert clauses(t, 1, "bet") == {"SSP 5.3"}


@pytest.mark.clause("SSP 5.3")
def test_5_3_unless_it_can_be_put_right() -> None:
    t = bets_closed(SSP, HANDS, entry="recording").deal(HANDS, "Ac Kd 9s 5h")
    t.report("dealer_card_count", reconstructable=True, hands={"dealer": ACE_KING})
    t.bet(1).bet(2).fold(3).finish()
    assert t.won(1, "bet") == 100_00


@pytest.mark.clause("SSP 5.3")
def test_5_3_it_may_be_noticed_until_the_next_opening_call() -> None:
    t = settled(SSP, HANDS, ACE_KING).report("dealer_card_count", reconstructable=False)
    assert t.outcome(1, "bet") == ("void", 0, 50_00)
    late = settled(SSP, HANDS, ACE_KING)
    before = late.result.lines
    late.open().report("dealer_card_count", reconstructable=False, round=1)
    assert refusal(late) is None
    assert late.result.lines == before


@pytest.mark.clause("SSP 5.4")
@pytest.mark.parametrize(("count", "phase"), [(1, "dealt"), (2, "void"), (3, "void")])
@pytest.mark.parametrize("looked", [False, True])
def test_5_4_two_exposed_cards_void_the_round(count: int, phase: str, looked: bool) -> None:
    t = dealt(SSP, HANDS, ACE_KING)
    if looked:
        t.view(1)
    t.report("cards_exposed", count=count)
    assert t.phase == phase
    assert len(t.events_of(IrregularityDecided)) == 1
    if phase == "void":
        assert clauses(t, 3, "ante") == {"SSP 5.4"}
    else:
        assert refusal(t.bet(1).bet(2).bet(3).finish()) is None


@pytest.mark.clause("SSP 5.4")
def test_5_4_one_card_of_the_dealers_is_one_exposed_card() -> None:
    t = dealt(SSP, HANDS, ACE_KING).report("dealer_card_exposed", card="Kd")
    assert t.phase == "dealt"
    assert t.result.tables["T1"].up_card == "3c"
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.decision, decided.clauses) == ("continue", ("SSP 5.4",))


@pytest.mark.clause("SSP 5.5")
@pytest.mark.parametrize(
    ("facts", "phase"),
    [
        ({"counted": 51}, "void"),
        ({"counted": 52}, "dealt"),
        ({"counted": 53}, "void"),
        ({}, "void"),
    ],
)
def test_5_5_a_deck_short_or_over_voids_the_round(facts: dict[str, Any], phase: str) -> None:
    t = dealt(SSP, HANDS, ACE_KING).report("deck_count", **facts)
    assert t.phase == phase
    if phase == "void":
        assert clauses(t, 1, "ante") == {"SSP 5.5"}


@pytest.mark.clause("SSP 5.5")
@pytest.mark.parametrize(("counted", "result"), [(51, "void"), (52, "won"), (53, "void")])
def test_5_5_the_count_may_be_made_after_payment(counted: int, result: str) -> None:
    t = settled(SSP, HANDS, ACE_KING).report("deck_count", counted=counted)
    assert t.line(1, "bet").result.value == result


@pytest.mark.clause("SSP 5.6")
@pytest.mark.parametrize("entry", ["enforcing", "recording"])
def test_5_6_nothing_is_placed_or_raised_after_the_close(entry: str) -> None:
    t = bets_closed(SSP, [1], ante=10_00, entry=entry)
    assert refusal(t.ante(1, 15_00)) == ("bets-closed", "SSP 5.6")
    assert refusal(t.ante(2, 10_00)) == ("bets-closed", "SSP 5.6")
    t.deal({1: TWO_PAIRS}, ACE_KING)
    assert refusal(t.ante(1, 15_00)) == ("bets-closed", "SSP 5.6")
    assert refusal(t.bet(1)) is None  # the bet has a time of its own
    t.finish()
    assert (t.line(1, "ante").staked, t.line(1, "bet").staked) == (10_00, 20_00)


@pytest.mark.clause("SSP 5.7")
@pytest.mark.parametrize("wager", ["ante", "jackpot", "dealer_jackpot"])
def test_5_7_nothing_is_withdrawn_after_the_close(wager: str) -> None:
    t = House(SSP).open().ante(1, 10_00).jackpot(1).dealer_jackpot(1)
    t.close().do("withdraw_wager", box=1, wager=wager)
    assert refusal(t) == ("bets-closed", "SSP 5.7")
    assert refusal(t.do("choose", box=1, option="withdraw")) == ("no-option", "SSP 5.7")


@pytest.mark.clause("SSP 5.7")
def test_5_7_before_the_close_it_may_be() -> None:
    t = House(SSP).open().ante(1, 10_00).jackpot(1).dealer_jackpot(1).ante(2, 10_00)
    t.do("withdraw_wager", box=1, wager="ante").close()
    t.deal({2: TWO_PAIRS}, ACE_KING).bet(2).finish()
    assert not t.refusals
    assert {line.box for line in t.lines()} == {2}  # the credits went with the ante


@pytest.mark.clause("SSP 5.7")
@pytest.mark.parametrize(
    ("hand", "result"), [(LOW, ("lost", 0, 0)), (TWO_PAIRS, ("won", 10_00, 10_00))]
)
def test_5_7_what_was_pulled_is_won_or_lost_all_the_same(
    hand: str, result: tuple[str, int, int]
) -> None:
    t = bets_closed(SSP, [1], ante=10_00, entry="recording")
    t.do("withdraw_wager", box=1, wager="ante")
    assert refusal(t) is None
    [noted] = t.events_of(LateWithdrawalNoted)
    assert (noted.box, noted.player, noted.wager) == (1, "p1", "ante")
    t.deal({1: hand}, ACE_KING).bet(1).finish()
    assert t.outcome(1, "ante") == result
