"""Megalink Singapore Stud Poker, 5.1 to 5.8: cards that are not as they should be."""

from typing import Any

import pytest

from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Role
from croupier.script.format import BadScript
from croupier.table.events import (
    IrregularityDecided,
    LateWithdrawalNoted,
    MatterOpened,
    ReportNoted,
)
from tests.clauses.marina_bay import (
    ACE_KING,
    MEGA,
    MILLION,
    NO_HAND,
    RESET,
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
GROWING = {"meter": MILLION, "reset": RESET, "increment": "0.2"}
"""Each wager of 5.00 adds 1.00."""

FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("foreign_card", {}),
    ("unshuffled", {}),
    ("deck_count", {}),
    ("deck_count", {"counted": 51}),
    ("deck_count", {"counted": 53}),
]


@pytest.mark.clause("MEGA 5.1")
@pytest.mark.parametrize(("irregularity", "facts"), FAULTS)
def test_5_1_a_wrong_deck_leaves_only_the_void(irregularity: str, facts: dict[str, Any]) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report(irregularity, by="dealer", **facts)
    [matter] = t.result.matters
    assert matter.decided_by == Role.PIT_SUPERVISOR
    assert matter.decisions == ("void", "dismiss")
    [opened] = t.events_of(MatterOpened)
    assert opened.by.role == Role.DEALER
    assert refusal(t.rule("continue")) == ("decision-not-allowed", "MEGA 5.1")
    t.rule("void", by="pit_supervisor")
    assert t.phase == "void"
    assert "MEGA 5.1" in clauses(t, 1, "ante")


@pytest.mark.clause("MEGA 5.1")
@pytest.mark.parametrize(("irregularity", "facts"), FAULTS)
def test_5_1_reported_by_a_pit_supervisor_the_void_follows_at_once(
    irregularity: str, facts: dict[str, Any]
) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report(irregularity, **facts)
    assert t.phase == "void"
    [decided] = t.events_of(IrregularityDecided)
    assert decided.by.role == Role.PIT_SUPERVISOR
    assert decided.clauses == ("MEGA 5.1", "MEGA 5.1.1")


@pytest.mark.clause("MEGA 5.1")
def test_5_1_fifty_two_cards_are_a_full_deck() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("deck_count", counted=52)
    assert t.phase == "dealt"
    assert not t.result.matters
    assert len(t.events_of(ReportNoted)) == 1


@pytest.mark.clause("MEGA 5.1.1")
def test_5_1_1_a_void_returns_every_wager_and_what_it_added_to_the_meter() -> None:
    t = dealt(MEGA, HANDS, ACE_KING, jackpots=[1, 2], jackpot=GROWING).bet(1).fold(2)
    assert t.meter == MILLION + 2_00
    t.report("foreign_card")
    assert [t.outcome(1, wager) for wager in ("ante", "bet", "jackpot")] == [
        ("void", 0, 25_00),
        ("void", 0, 50_00),
        ("void", 0, 5_00),
    ]
    assert t.outcome(2, "ante") == ("void", 0, 25_00)  # the fold is undone too
    assert clauses(t, 1, "bet") == {"MEGA 5.1", "MEGA 5.1.1"}
    assert all(player.net == 0 for player in t.result.players.values())
    account = t.result.jackpots["J1"]
    assert (account.meter, account.contributed) == (MILLION, 0)


@pytest.mark.clause("MEGA 5.1.1")
def test_5_1_1_payments_are_reversed_until_the_next_opening_call() -> None:
    t = settled(MEGA, {1: "Ah Kh Qh Jh Th"}, NO_HAND, jackpots=[1], jackpot=GROWING)
    assert t.won(1, "jackpot") == MILLION + 1_00
    t.report("unshuffled")
    assert t.outcome(1, "jackpot") == ("void", 0, 5_00)
    assert t.result.players["p1"].net == 0
    account = t.result.jackpots["J1"]
    assert (account.meter, account.paid, account.seeded, account.contributed) == (MILLION, 0, 0, 0)


@pytest.mark.clause("MEGA 5.1.2")
def test_5_1_2_earlier_rounds_stand() -> None:
    t = House(MEGA, jackpot=GROWING)
    for hand in (FLUSH, LOW):
        wager_and_close(t, [1], jackpots=[1]).deal({1: hand}, ACE_KING).bet(1).finish()
    before = t.result.lines
    assert [line.result.value for line in before] == ["won"] * 3 + ["lost"] * 3
    wager_and_close(t, [1], jackpots=[1]).deal({1: TWO_PAIRS}, ACE_KING).report("foreign_card")
    assert t.result.lines[:6] == before
    assert [line.result.value for line in t.result.lines[6:]] == ["void"] * 2
    assert t.meter == MILLION + 2_00


@pytest.mark.clause("MEGA 5.1.2")
def test_5_1_2_a_report_on_an_earlier_round_is_noted_and_changes_nothing() -> None:
    t = settled(MEGA, HANDS, ACE_KING)
    before = t.result.lines
    t.open().report("foreign_card", round=1)
    assert refusal(t) is None
    assert t.result.lines == before
    [noted] = t.events_of(ReportNoted)
    assert noted.report.round == 1


# 5.2: hands dealt to the wrong positions


@pytest.mark.clause("MEGA 5.2")
def test_5_2_whole_hands_are_moved_to_where_they_belong() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("misdeal", moves={"1": 3, "3": 1})
    assert t.phase == "dealt"
    t.bet(1).bet(2).bet(3).finish()
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    assert t.outcome(3, "bet") == ("won", 100_00, 50_00)


@pytest.mark.clause("MEGA 5.2")
def test_5_2_else_the_round_is_void() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("misdeal", moves=None)
    assert t.phase == "void"
    assert clauses(t, 1, "ante") == {"MEGA 5.2"}


@pytest.mark.clause("MEGA 5.2")
@pytest.mark.parametrize(
    ("moves", "decisions"),
    [({"1": 2, "2": 1}, ("reconstruct", "void", "dismiss")), (None, ("void", "dismiss"))],
)
def test_5_2_what_may_be_decided(moves: dict[str, int] | None, decisions: tuple[str, ...]) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("misdeal", by="dealer", moves=moves)
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decisions) == (Irregularity.MISDEAL, decisions)


@pytest.mark.clause("MEGA 5.2")
@pytest.mark.parametrize("act", ["handle_hand", "view_hand", "fold"])
def test_5_2_it_is_for_hands_that_nobody_has_handled(act: str) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).do(act, box=2)
    t.report("misdeal", moves={"1": 3, "3": 1})
    [matter] = t.result.matters
    assert matter.irregularity == Irregularity.OTHER
    assert matter.decided_by == Role.SHIFT_MANAGER


@pytest.mark.clause("MEGA 5.2")
def test_5_2_a_hand_at_an_empty_position_is_moved_to_the_one_that_lacks_it() -> None:
    t = bets_closed(MEGA, [1, 2], entry="recording").deal({1: TWO_PAIRS, 3: FLUSH}, ACE_KING)
    assert refusal(t) is None
    t.report("misdeal", moves={"3": 2}).bet(1).bet(2).finish()
    assert not t.refusals
    assert t.won(2, "bet") == 250_00


# 5.3: the dealer's number of cards

SIX_CARDS = "Ac Kd 9s 5h 3c 3d"


@pytest.mark.clause("MEGA 5.3")
@pytest.mark.parametrize("dealer", ["Ac Kd 9s 5h", SIX_CARDS])
def test_5_3_a_wrong_number_of_dealers_cards_voids_the_round(dealer: str) -> None:
    t = bets_closed(MEGA, HANDS, entry="recording").deal(HANDS, dealer)
    t.bet(1).bet(2).bet(3).reveal().settle()
    assert refusal(t) == ("deal-not-reported", "MEGA 5.3")
    t.report("dealer_card_count", reconstructable=False)
    assert t.phase == "void"
    assert clauses(t, 1, "bet") == {"MEGA 5.3"}


@pytest.mark.clause("MEGA 5.3")
def test_5_3_unless_it_can_be_put_right() -> None:
    t = bets_closed(MEGA, HANDS, entry="recording").deal(HANDS, SIX_CARDS)
    t.report("dealer_card_count", reconstructable=True)
    assert refusal(t) == ("fact-missing", "MEGA 1.1.5")  # the corrected cards are wanting
    t.report("dealer_card_count", reconstructable=True, hands={"dealer": ACE_KING})
    t.bet(1).bet(2).fold(3).finish()
    assert t.phase == "settled"
    assert t.won(1, "bet") == 100_00


@pytest.mark.clause("MEGA 5.3")
def test_5_3_it_may_be_noticed_until_the_next_opening_call() -> None:
    t = settled(MEGA, HANDS, ACE_KING).report("dealer_card_count", reconstructable=False)
    assert t.phase == "void"
    assert t.outcome(1, "bet") == ("void", 0, 50_00)

    late = settled(MEGA, HANDS, ACE_KING)
    before = late.result.lines
    late.open().report("dealer_card_count", reconstructable=False, round=1)
    assert late.result.lines == before
    late.report("dealer_card_count", reconstructable=False)
    assert refusal(late) == ("not-dealt", None)


# 5.4: exposed cards


@pytest.mark.clause("MEGA 5.4")
@pytest.mark.parametrize(("count", "phase"), [(1, "dealt"), (2, "void"), (3, "void"), (5, "void")])
@pytest.mark.parametrize("looked", [False, True])
def test_5_4_two_exposed_cards_void_the_round(count: int, phase: str, looked: bool) -> None:
    t = dealt(MEGA, HANDS, ACE_KING)
    if looked:
        t.view(1)
    t.report("cards_exposed", count=count)
    assert t.phase == phase
    if phase == "void":
        assert clauses(t, 3, "ante") == {"MEGA 5.4"}
    else:
        assert len(t.events_of(IrregularityDecided)) == 1
        assert refusal(t.bet(1).bet(2).bet(3).finish()) is None


@pytest.mark.clause("MEGA 5.4")
def test_5_4_one_card_of_the_dealers_is_one_exposed_card() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("dealer_card_exposed", card="Ac")
    assert t.phase == "dealt"
    assert t.result.tables["T1"].up_card == "3c"  # no other up card here
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.decision, decided.clauses) == ("continue", ("MEGA 5.4",))


# 5.5, 5.6: after the closing call


@pytest.mark.clause("MEGA 5.5")
@pytest.mark.parametrize("entry", ["enforcing", "recording"])
def test_5_5_nothing_is_placed_or_raised_after_the_close(entry: str) -> None:
    t = bets_closed(MEGA, [1], entry=entry)
    assert refusal(t.ante(1, 75_00)) == ("bets-closed", "MEGA 5.5")
    assert refusal(t.ante(2, 25_00)) == ("bets-closed", "MEGA 5.5")
    t.deal({1: TWO_PAIRS}, ACE_KING)
    assert refusal(t.ante(1, 75_00)) == ("bets-closed", "MEGA 5.5")
    assert refusal(t.bet(1)) is None  # the bet has a time of its own
    t.finish()
    assert (t.line(1, "ante").staked, t.line(1, "bet").staked) == (25_00, 50_00)


@pytest.mark.clause("MEGA 5.5")
def test_5_5_the_bet_has_its_time_until_the_dealer_shows() -> None:
    t = bets_closed(MEGA, [1]).bet(1)
    assert refusal(t) == ("not-dealt", "MEGA 3.9")
    t.deal({1: TWO_PAIRS}, ACE_KING).fold(1).reveal().bet(1)
    assert refusal(t) == ("wrong-time", "MEGA 3.10")


@pytest.mark.clause("MEGA 5.6")
@pytest.mark.parametrize("wager", ["ante", "jackpot"])
def test_5_6_nothing_is_withdrawn_after_the_close(wager: str) -> None:
    t = House(MEGA).open().ante(1, 25_00).jackpot(1)
    t.do("withdraw_wager", box=1, wager="jackpot")
    assert refusal(t) is None  # not yet
    t.jackpot(1).close().do("withdraw_wager", box=1, wager=wager)
    assert refusal(t) == ("bets-closed", "MEGA 5.6")


@pytest.mark.clause("MEGA 5.6")
@pytest.mark.parametrize(
    ("hand", "result"), [(LOW, ("lost", 0, 0)), (TWO_PAIRS, ("won", 25_00, 25_00))]
)
def test_5_6_what_was_pulled_is_won_or_lost_all_the_same(
    hand: str, result: tuple[str, int, int]
) -> None:
    t = bets_closed(MEGA, [1], entry="recording").do("withdraw_wager", box=1, wager="ante")
    assert refusal(t) is None
    [noted] = t.events_of(LateWithdrawalNoted)
    assert (noted.box, noted.player, noted.wager) == (1, "p1", "ante")
    t.deal({1: hand}, ACE_KING).bet(1).finish()
    assert t.outcome(1, "ante") == result


# 5.7: a player's number of cards


def wrong_count(**house: Any) -> House:
    """Box 2 has four cards."""
    t = bets_closed(MEGA, HANDS, jackpots=[2], entry="recording", jackpot=GROWING, **house)
    return t.deal({**HANDS, 2: "Jh 8h 6h 4h"}, ACE_KING)


@pytest.mark.clause("MEGA 5.7")
def test_5_7_the_hand_is_out_and_its_wagers_go_back() -> None:
    t = wrong_count().bet(1).bet(2).bet(3)
    t.report("player_card_count", box=2, reconstructable=False).finish()
    assert [t.outcome(2, wager) for wager in ("ante", "bet", "jackpot")] == [
        ("returned", 0, 25_00),
        ("returned", 0, 50_00),
        ("returned", 0, 5_00),
    ]
    assert clauses(t, 2, "ante") == {"MEGA 5.7"}
    assert t.outcome(1, "bet") == ("won", 100_00, 50_00)
    assert t.outcome(3, "bet") == ("lost", 0, 0)
    assert t.meter == MILLION  # the contribution went back too


@pytest.mark.clause("MEGA 5.7")
@pytest.mark.parametrize("cards", ["Jh 8h 6h 4h", "Jh 8h 6h 4h 2h 2c"])
def test_5_7_it_cannot_be_passed_over(cards: str) -> None:
    t = bets_closed(MEGA, [2], entry="recording").deal({2: cards}, ACE_KING).bet(2).finish()
    assert refusal(t) == ("deal-not-reported", "MEGA 5.7")


@pytest.mark.clause("MEGA 5.7")
def test_5_7_unless_it_can_be_put_right() -> None:
    t = wrong_count().report("player_card_count", box=2, reconstructable=True, hands={"2": FLUSH})
    t.bet(1).bet(2).bet(3).finish()
    assert t.won(2, "bet") == 250_00
    assert t.won(2, "jackpot") == 100_00


@pytest.mark.clause("MEGA 5.7")
def test_5_7_it_may_be_noticed_until_the_next_opening_call() -> None:
    hands = {1: TWO_PAIRS, 2: "Ah Kh Qh Jh Th"}
    t = settled(MEGA, hands, "Ac Kd 9s 5h 3c", jackpots=[2], jackpot=GROWING)
    assert t.won(2, "jackpot") == MILLION + 1_00
    t.report("player_card_count", box=2, reconstructable=False)
    assert [t.outcome(2, wager) for wager in ("ante", "bet", "jackpot")] == [
        ("returned", 0, 25_00),
        ("returned", 0, 50_00),
        ("returned", 0, 5_00),
    ]
    assert t.outcome(1, "bet") == ("won", 100_00, 50_00)
    account = t.result.jackpots["J1"]
    assert (account.meter, account.paid, account.seeded) == (MILLION, 0, 0)

    late = settled(MEGA, HANDS, ACE_KING)
    before = late.result.lines
    late.open().report("player_card_count", box=2, reconstructable=False, round=1)
    assert late.result.lines == before


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_the_others_may_be_permitted_to_withdraw() -> None:
    t = wrong_count().report(
        "player_card_count",
        by="shift_manager",
        box=2,
        reconstructable=False,
        permit_withdrawal=True,
    )
    t.bet(3).reveal()  # box 3 goes on by betting; box 1 has not answered
    assert refusal(t) == ("option-open", "MEGA 5.7.1")
    t.do("choose", box=1, option="withdraw").finish()
    assert t.outcome(1, "ante") == ("returned", 0, 25_00)
    assert clauses(t, 1, "ante") == {"MEGA 5.7.1"}
    assert t.outcome(2, "ante") == ("returned", 0, 25_00)
    assert t.outcome(3, "bet") == ("lost", 0, 0)


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_the_shift_manager_permits_it() -> None:
    t = wrong_count().report(
        "player_card_count", box=2, reconstructable=False, permit_withdrawal=True
    )
    [matter] = t.result.matters
    assert matter.decided_by == Role.SHIFT_MANAGER
    assert matter.decisions == ("invalidate", "permit_withdrawal", "dismiss")
    # No clause says who permits it.
    assert refusal(t.rule("permit_withdrawal", by="pit_manager")) == ("role-too-low", None)
    assert refusal(t.rule("permit_withdrawal", by="shift_manager")) is None
    assert refusal(t.do("choose", box=1, option="continue")) is None
    assert refusal(t.do("choose", box=3, option="withdraw")) is None
    t.bet(1).finish()
    assert t.phase == "settled"


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_without_permission_nobody_withdraws() -> None:
    t = wrong_count().report("player_card_count", box=2, reconstructable=False)
    assert refusal(t.do("choose", box=1, option="withdraw")) == ("no-option", "MEGA 5.6")
    t.bet(1).bet(3).finish()
    assert t.outcome(1, "bet") == ("won", 100_00, 50_00)


@pytest.mark.clause("MEGA 5.7.1")
def test_5_7_1_once_the_dealer_shows_it_is_too_late() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).bet(1).bet(2).bet(3).reveal()
    t.report("player_card_count", by="dealer", box=2, reconstructable=False)
    [matter] = t.result.matters
    assert "permit_withdrawal" not in matter.decisions


# 5.8: the dealer counts


@pytest.mark.clause("MEGA 5.8")
@pytest.mark.parametrize(("counted", "phase"), [(51, "void"), (52, "dealt"), (53, "void")])
def test_5_8_a_count_in_doubt_is_made_by_hand(counted: int, phase: str) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("count_in_doubt", counted=counted)
    assert t.phase == phase
    if phase == "void":
        assert clauses(t, 1, "ante") == {"MEGA 5.8"}
    else:
        assert refusal(t.bet(1).bet(2).bet(3).finish()) is None


@pytest.mark.clause("MEGA 5.8")
def test_5_8_a_doubt_is_reported_with_its_count() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("count_in_doubt")
    with pytest.raises(BadScript, match="field 'counted'"):
        _ = t.played


@pytest.mark.clause("MEGA 5.8")
@pytest.mark.parametrize(("counted", "result"), [(51, "void"), (52, "won"), (53, "void")])
def test_5_8_the_count_may_be_made_after_payment(counted: int, result: str) -> None:
    t = settled(MEGA, HANDS, ACE_KING).report("count_in_doubt", counted=counted)
    assert t.line(1, "bet").result.value == result
