"""Reports and what is made of them: at once, by a ruling, or nothing but a note."""

from typing import Any

import pytest

from croupier.rulebooks.terms import Actor, Role
from croupier.rulebooks.wagers import WagerKind
from croupier.table.events import (
    ExcessHandedBack,
    HandsCorrected,
    IrregularityDecided,
    JackpotFailed,
    MatterDecided,
    MisdealReported,
    NoticeShown,
    OptionsOffered,
    ReportNoted,
)
from tests.playing import House

TWO_PAIRS = "Jd Jc 6c 6s 5c"
NINE_HIGH = "9s 7c 5h 4d 3d"
DEALER = "Ad Kc 7h 4s 2c"
SUE = {"id": "sue", "role": "pit_supervisor"}


def opened(rulebook: str = "casino-stud", **house: Any) -> House:
    return House(rulebook, **house).open().ante(1, 100_00).ante(2, 100_00).close()


def dealt(rulebook: str = "casino-stud", **house: Any) -> House:
    return opened(rulebook, **house).deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER)


def asked(t: House) -> list[int]:
    return [
        box
        for event in t.events_of(OptionsOffered)
        for option in event.options
        for box in option.boxes
    ]


def decisions(t: House) -> tuple[str, ...]:
    [matter] = t.result.matters
    return matter.decisions


# Noted


def test_a_report_that_changes_nothing_is_kept_with_its_facts_and_its_name() -> None:
    t = dealt().report("deck_count", counted=52, by=SUE)
    [noted] = t.events_of(ReportNoted)
    assert (noted.report.irregularity, noted.report.counted) == ("deck_count", 52)
    assert noted.by == Actor("sue", Role.PIT_SUPERVISOR)


def test_a_void_round_stays_as_it_is() -> None:
    t = dealt().report("foreign_card").report("unshuffled", by=SUE).report("misdeal", by=SUE)
    assert not t.refusals
    assert [event.by.id for event in t.events_of(ReportNoted)] == ["sue", "sue"]
    assert [e.report.irregularity for e in t.events_of(IrregularityDecided)] == ["foreign_card"]


def test_a_report_may_name_the_round_that_runs() -> None:
    t = dealt().report("foreign_card", round=1)
    assert not t.refusals
    assert t.phase == "void"


def test_only_reports_of_exposed_cards_are_old_news() -> None:
    """That the 2c, the up card, is known does not make it belong to the deck."""
    t = dealt().report("foreign_card", cards="2c")
    assert t.phase == "void"


# By what clause, and in whose name


@pytest.mark.parametrize(
    ("rulebook", "kind", "facts", "decision", "clauses"),
    [
        ("casino-stud", "cards_exposed", {"count": 1}, "options", ("CSP 5.10", "CSP 5.10.3")),
        ("casino-stud", "dealer_card_exposed", {"card": "Kc"}, "up_card", ("CSP 5.16",)),
        ("casino-stud", "foreign_card", {}, "void", ("CSP 5.8.1", "CSP 5.22")),
        ("megalink-stud", "cards_exposed", {"count": 1}, "continue", ("MEGA 5.4",)),
        (
            "megalink-stud",
            "player_card_count",
            {"box": 1, "permit_withdrawal": True},
            "permit_withdrawal",
            ("MEGA 5.7", "MEGA 5.7.1"),
        ),
        (
            "megalink-stud",
            "technical_interruption",
            {},
            "options",
            ("MEGA 5.16.1", "MEGA 5.16.1/all-wagers"),
        ),
    ],
)
def test_a_decision_cites_its_clauses_at_once_and_by_a_ruling(
    rulebook: str, kind: str, facts: dict[str, Any], decision: str, clauses: tuple[str, ...]
) -> None:
    at_once = dealt(rulebook).report(kind, by="shift_manager", **facts)
    [decided] = at_once.events_of(IrregularityDecided)
    assert (decided.decision, decided.clauses) == (decision, clauses)
    ruled = dealt(rulebook).report(kind, by="dealer", **facts).rule(decision)
    assert not ruled.refusals
    [ruling] = ruled.events_of(MatterDecided)
    assert (ruling.decision, ruling.reason, ruling.clauses) == (decision, "as seen", clauses)
    assert ruling.by == Actor("the shift_manager", Role.SHIFT_MANAGER)


@pytest.mark.parametrize("by", ["dealer", "pit_supervisor"])
def test_an_established_outcome_stands_by_its_own_clause(by: str) -> None:
    """CSP 5.7.1: a hand has been folded, so that an ante is lost."""
    t = dealt().fold(2).report("technical_interruption", by=by)
    if by == "dealer":
        t.rule("continue")
    [event] = t.events_of(MatterDecided if by == "dealer" else IrregularityDecided)
    assert (event.decision, event.clauses) == ("continue", ("CSP 5.7.1",))


def test_a_failed_jackpot_is_recorded_in_the_reporters_name_and_announced() -> None:
    sue = Actor("sue", Role.PIT_SUPERVISOR)
    void = dealt().report("jackpot_failure", by=SUE)
    assert void.events_of(JackpotFailed) == [JackpotFailed(None, sue)]
    t = dealt().view(1).report("jackpot_failure", by=SUE)
    assert t.events_of(JackpotFailed) == [JackpotFailed(1_000_000_00, sue)]
    assert t.events_of(NoticeShown)[-1] == NoticeShown(
        "The jackpot system has failed; this round is paid on the value registered before.",
        ("CSP 5.18.1",),
    )


def test_a_short_ante_is_announced_while_it_can_be_raised() -> None:
    t = House("casino-stud", entry="recording", limits={"ante": [25_00, 500_00]}).open()
    t.ante(1, 10_00).report("under_limit", box=1, by="dealer")
    assert t.events_of(NoticeShown)[-1] == NoticeShown(
        "The wager is under the minimum: raise it or take it back before bets close.",
        ("CSP 5.2",),
    )


# What may be decided


def test_what_is_open_to_whoever_decides() -> None:
    t = dealt().report("dealer_card_count", reconstructable=True, by="dealer")
    assert decisions(t) == ("reconstruct", "void", "dismiss")


@pytest.mark.parametrize("void", [False, True])
def test_between_rounds_there_is_nothing_to_take_back(void: bool) -> None:
    t = dealt().report("foreign_card") if void else House("casino-stud")
    t.report("other", by="dealer")
    assert decisions(t) == ("continue", "dismiss")


def test_a_look_of_which_nobody_says_that_it_was_meant_leaves_the_hand_in() -> None:
    t = House("casino-stud").open().ante(1, 100_00, "ann").ante(2, 100_00, "ann").close()
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER).view(1).report("extra_hand_viewed", box=2)
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.decision, decided.clauses) == ("continue", ("CSP 5.19",))
    t.bet(1).bet(2).finish()
    assert t.outcome(2, "ante") == ("lost", 0, 0)


def test_a_ruling_on_one_box_is_not_turned_to_another() -> None:
    t = dealt().report("player_card_count", box=1, reconstructable=False, by="dealer")
    t.rule("invalidate", box=2).bet(2).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("returned", 0, 100_00)
    assert t.outcome(2, "ante") == ("lost", 0, 0)


def test_a_box_is_named_by_the_ruling_where_nothing_is_prescribed() -> None:
    t = dealt().report("other", box=1, by="dealer").rule("invalidate", box=2).bet(1).finish()
    assert not t.refusals
    assert t.outcome(2, "ante") == ("returned", 0, 100_00)
    t = dealt().report("other", box=1, by="dealer").rule("invalidate").bet(2).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("returned", 0, 100_00)


def test_hands_that_waited_are_put_right_by_the_ruling() -> None:
    t = dealt().report("dealing_error", boxes=[1], hands={"1": "Qs Qh 8s 8h 3s"}, by="dealer")
    assert t.events_of(HandsCorrected) == []
    t.rule("options", by="pit_supervisor")
    [event] = t.events_of(HandsCorrected)
    assert event == HandsCorrected({"1": "Qs Qh 8s 8h 3s", "2": NINE_HIGH}, DEALER)


def test_hands_that_waited_too_long_no_longer_fit() -> None:
    """The Qs was given to box 2 meanwhile."""
    t = dealt().report("dealing_error", boxes=[1], hands={"1": "Qs Qh 8s 8h 3s"}, by="dealer")
    t.report("dealing_error", boxes=[2], hands={"2": "Qs 7c 5h 4d 3d"}).rule("options")
    assert t.refused is not None
    assert (t.refused.code, t.refused.clause) == ("card-twice", "CSP 2.2.1")
    assert asked(t) == [2]


# Exposed cards (X28)


def test_a_card_that_is_known_of_counts_once_though_its_report_still_waits() -> None:
    """The Jd of box 1 waits; of the Jd and the 9s only the 9s is news, one card of box 2's."""
    t = dealt().report("cards_exposed", cards="Jd", by="dealer")
    t.report("cards_exposed", cards="Jd", by="dealer")
    assert len(t.result.matters) == 1
    [noted] = t.events_of(ReportNoted)
    assert noted.report.cards == "Jd"
    t.report("cards_exposed", cards="Jd 9s")
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.decision, decided.report.cards) == ("options", "9s")
    assert asked(t) == [2]


# Limits


def test_each_wager_is_over_its_own_limit() -> None:
    t = House(
        "three-card-poker",
        entry="recording",
        limits={"ante": [5_00, 100_00], "pair_plus": [5_00, 50_00]},
    )
    t.open().ante(1, 120_00).pair_plus(1, 80_00).report("over_limit", box=1, by="dealer")
    assert t.events_of(ExcessHandedBack) == [
        ExcessHandedBack(1, "p1", WagerKind.ANTE, 20_00),
        ExcessHandedBack(1, "p1", "pair_plus", 30_00),
    ]


def test_a_misdeal_is_marked_while_its_round_can_be_changed() -> None:
    t = dealt().view(1).report("misdeal", moves={"1": 2, "2": 1}, by="dealer")
    assert len(t.events_of(MisdealReported)) == 1


# What a waiting matter is still open to


def test_a_card_that_is_no_longer_the_dealers_becomes_no_up_card() -> None:
    """CSP 5.16: "that card" is one of the dealer's. While the report waits, the dealer's hand is
    put right without it; the last card, a two, stays the up card."""
    t = dealt().report("dealer_card_exposed", card="Kc", by="dealer")
    t.report("dealer_card_count", reconstructable=True, hands={"dealer": "Ad Qc 7h 4s 2c"})
    assert decisions(t) == ("dismiss",)
    t.rule("up_card", "pit_supervisor")
    assert t.refused is not None
    assert "not one of the dealer's cards" in t.refused.message
    assert t.result.tables["T1"].up_card == "2c"
    t.report("dealer_card_count", reconstructable=True, hands={"dealer": DEALER})
    assert decisions(t) == ("up_card", "dismiss")


def test_cards_that_have_moved_since_the_report_are_not_put_right_by_it() -> None:
    """The hand reported for box 1 has been given to box 2 in the meantime: no card lies twice."""
    other = "Qs Qh 8c 8d 2d"
    t = dealt().report("player_card_count", box=1, hands={"1": other}, by="dealer")
    assert decisions(t) == ("reconstruct", "invalidate", "dismiss")
    t.report("dealing_error", boxes=[2], hands={"2": other})
    assert decisions(t) == ("invalidate", "dismiss")
    assert t.rule("reconstruct", "pit_supervisor").refused is not None


def test_an_additional_hand_whose_wagers_have_gone_back_is_not_invalidated() -> None:
    """CSP 5.19: there is nothing left to return."""
    t = House("casino-stud", entry="recording").open()
    t.ante(1, 100_00, "ann").ante(2, 100_00, "ann").close()
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER).view(1).view(2)
    assert decisions(t) == ("invalidate", "continue", "dismiss")
    t.report("player_card_count", box=2)
    assert decisions(t) == ("continue", "dismiss")
    assert t.rule("continue", "pit_supervisor").refused is None


@pytest.mark.parametrize(
    ("kind", "amount", "decision"),
    [("over_limit", 10_001_00, "hand_back"), ("under_limit", 4_00, "advise")],
)
def test_a_wager_beyond_the_limits_is_corrected_while_bets_are_open(
    kind: str, amount: int, decision: str
) -> None:
    """CSP 5.1, 5.2. A player's report waits for the dealer; after the close it comes too late,
    and 5.1.1 and 5.2.1 settle the wager as it lies."""
    ann = {"id": "ann", "role": "player"}
    t = House("casino-stud", entry="recording").open().ante(1, amount, "ann")
    t.report(kind, box=1, by=ann)
    assert decisions(t) == (decision, "dismiss")
    t.close()
    assert decisions(t) == ("dismiss",)
    assert t.rule(decision, "dealer").refused is not None
    t.rule("dismiss", "dealer").deal({1: TWO_PAIRS}, DEALER).bet(1).finish()
    assert t.line(1, "ante").staked == amount


def test_moves_leave_no_wager_without_a_hand() -> None:
    """Box 3 has no wager: the hand of box 1, which has one, cannot go there."""
    t = dealt().report("misdeal", moves={"1": 3})
    assert t.refused is not None
    assert "no hand at box 1" in t.refused.message
    assert not t.events_of(HandsCorrected)
    # After a look it is a dealing error, and another hand may come to box 1 with it.
    t.view(2).report("misdeal", moves={"1": 3}, hands={"1": "Qs Qh 8c 8d 2d"})
    [corrected] = t.events_of(HandsCorrected)
    assert corrected.hands["1"] == "Qs Qh 8c 8d 2d"


def test_two_cards_at_least_are_drawn_together() -> None:
    """CSP 5.14: two cards or more."""
    cards = "2h 2s Jd 9s Ad Jc 7c Kc 6c 5h 7h 6s 4d 4s 5c 3d 2c"
    t = opened(device="shoe").shoe(cards).report("simultaneous_draw", order="Jd")
    assert t.refused is not None
    assert t.refused.clause == "CSP 5.14"
    assert asked(t) == []
    t.report("simultaneous_draw", order="9s Jd")
    assert asked(t) == [1, 2]


def test_a_second_failure_changes_no_registered_value() -> None:
    """CSP 5.18.1: the value before the malfunction. Both tables have a straight flush. T1 reports
    a failure at 1,000,000; T2 is then paid 10 % of that, 100,000, and 900,000 are left when T1
    reports again. T1's prize is 10 % of 1,000,000 all the same, and says by which clause."""
    t = House("casino-stud", tables=("T1", "T2"))
    for table in ("T2", "T1"):
        t.open(table=table).ante(1, 100_00, "ann", table=table).jackpot(1, table=table)
        t.close(table=table).deal({1: "9c 8c 7c 6c 5c"}, DEALER, table=table).view(1, table=table)
    t.report("jackpot_failure", table="T1")
    t.bet(1, table="T2").finish(table="T2")
    assert t.meter == 900_000_00
    t.report("jackpot_failure", table="T1").bet(1, table="T1").finish(table="T1")
    line = t.line(1, "jackpot", table="T1")
    assert line.won == 100_000_00
    assert "CSP 5.18.1" in line.clauses
    assert "CSP 5.18.1" not in t.line(1, "jackpot", table="T2").clauses


def test_a_failure_that_waits_outlives_a_void() -> None:
    """CSP 5.18.2: the round is void for another cause, and the jackpot system is still down. The
    other matter, about cards that nobody plays with any more, is over."""
    t = House("casino-stud").open().ante(1, 100_00).jackpot(1).close()
    t.deal({1: TWO_PAIRS}, DEALER).view(1)
    t.report("jackpot_failure", by="dealer").report("player_card_count", box=1, by="dealer")
    t.report("foreign_card")
    assert t.phase == "void"
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decisions) == ("jackpot_failure", ("continue", "dismiss"))
    assert t.open().refused is not None
    t.rule("continue", "pit_supervisor").open()
    assert t.phase == "void"  # a shift manager has not chosen yet
    t.do("jackpot_service", available=False, by="shift_manager").open()
    assert t.phase == "betting"


def test_others_may_be_let_go_when_the_miscounted_hand_is_out() -> None:
    """MEGA 5.7.1, M35: the irregularity has occurred all the same. Box 3 had no wager."""
    t = dealt("megalink-stud", boxes=5).report("player_card_count", box=1)
    t.report("player_card_count", box=3, permit_withdrawal=True, by="shift_manager")
    assert t.refused is not None
    t.report("player_card_count", box=1, permit_withdrawal=True, by="shift_manager")
    assert asked(t) == [2]
    t.bet(2).finish().report("player_card_count", box=1, permit_withdrawal=True, by="shift_manager")
    assert t.refused is not None


def test_a_player_who_controls_one_hand_by_now_has_none_invalidated() -> None:
    """MEGA 5.10, M33: the first of the two hands is out when the matter is decided."""
    t = House("megalink-stud", boxes=5).open()
    t.ante(1, 100_00, "ann").ante(2, 100_00, "ann").close()
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER)
    t.report("multiple_positions", player="ann", by="dealer")
    assert decisions(t) == ("invalidate", "dismiss")
    t.report("player_card_count", box=1)
    assert decisions(t) == ("dismiss",)
