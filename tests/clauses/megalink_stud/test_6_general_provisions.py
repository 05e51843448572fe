"""Megalink Singapore Stud Poker, 6: what the rules do not cover, and who may stand in for whom."""

import pytest

from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Role
from croupier.table.events import MatterDecided
from tests.clauses.marina_bay import ACE_KING, MEGA, clauses, dealt, refusal
from tests.playing import House

HANDS = {1: "Qs Qc 6c 6d 4d", 2: "Jh 8h 6h 4h 2h"}


def referred() -> House:
    """Box 1 and 2 are in; something happened that no clause speaks of."""
    t = dealt(MEGA, HANDS, ACE_KING, jackpots=[1, 2]).bet(1).bet(2)
    return t.report("other", description="drink spilled over box 2")


@pytest.mark.clause("MEGA 6.1")
@pytest.mark.parametrize("role", ["player", "dealer", "pit_supervisor", "pit_manager"])
def test_6_1_nobody_below_the_shift_manager_decides(role: str) -> None:
    t = referred().rule("void", by=role)
    assert refusal(t) == ("role-too-low", "MEGA 6.1")
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decided_by) == (Irregularity.OTHER, Role.SHIFT_MANAGER)


@pytest.mark.clause("MEGA 6.1")
def test_6_1_the_round_waits_for_the_decision() -> None:
    t = referred().reveal()
    assert refusal(t) == ("matter-open", None)
    assert refusal(t.rule("dismiss").reveal()) is None


@pytest.mark.clause("MEGA 6.1")
def test_6_1_even_a_shift_managers_own_report_waits_for_a_ruling() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("other", by="shift_manager", description="a bee")
    assert [matter.irregularity for matter in t.result.matters] == [Irregularity.OTHER]


@pytest.mark.clause("MEGA 6.1")
@pytest.mark.parametrize(
    ("decision", "box_1", "box_2"),
    [
        ("void", ("void", 0, 25_00), ("void", 0, 25_00)),
        ("continue", ("won", 25_00, 25_00), ("won", 25_00, 25_00)),
        ("invalidate", ("won", 25_00, 25_00), ("returned", 0, 25_00)),
        ("return_wagers", ("won", 25_00, 25_00), ("returned", 0, 25_00)),
    ],
)
def test_6_1_the_shift_manager_decides_and_the_reason_is_kept(
    decision: str, box_1: tuple[str, int, int], box_2: tuple[str, int, int]
) -> None:
    t = referred().rule(decision, box=2)
    [ruling] = t.events_of(MatterDecided)
    assert (ruling.decision, ruling.by.role, ruling.reason) == (
        decision,
        Role.SHIFT_MANAGER,
        "as seen",
    )
    assert ruling.clauses == ("MEGA 6.1",)
    if decision != "void":
        t.finish()
    assert t.outcome(1, "ante") == box_1
    assert t.outcome(2, "ante") == box_2
    if box_2[0] != "won":
        assert "MEGA 6.1" in clauses(t, 2, "ante") & clauses(t, 2, "bet") & clauses(t, 2, "jackpot")


@pytest.mark.clause("MEGA 6.1")
@pytest.mark.parametrize("decision", ["reconstruct", "options", "bar", "forfeit", "up_card"])
def test_6_1_remedies_of_other_clauses_are_not_among_the_decisions(decision: str) -> None:
    # The page lists what may be decided; the clause leaves it open.
    assert refusal(referred().rule(decision)) == ("decision-not-allowed", None)


@pytest.mark.clause("MEGA 6.1")
@pytest.mark.parametrize("irregularity", ["burn_omitted", "dealing_error", "face_up_in_shoe"])
def test_6_1_what_only_other_documents_name_is_not_covered_here(irregularity: str) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report(irregularity, boxes=[1])
    [matter] = t.result.matters
    assert matter.irregularity == Irregularity.OTHER
    assert refusal(t.rule("continue", by="pit_manager")) == ("role-too-low", "MEGA 6.1")


@pytest.mark.clause("MEGA 6.1")
def test_6_1_a_misdeal_found_after_cards_were_handled_is_not_covered() -> None:
    t = dealt(MEGA, HANDS, ACE_KING).do("handle_hand", box=1)
    t.report("misdeal", moves={"1": 2, "2": 1})
    assert [matter.irregularity for matter in t.result.matters] == [Irregularity.OTHER]


@pytest.mark.clause("MEGA 6.2")
@pytest.mark.parametrize(
    ("role", "decides"),
    [
        ("dealer", False),
        ("pit_supervisor", True),
        ("pit_manager", True),
        ("shift_manager", True),
    ],
)
def test_6_2_a_higher_position_may_do_what_a_lower_one_may(role: str, decides: bool) -> None:
    t = dealt(MEGA, HANDS, ACE_KING).report("cards_exposed", by=role, count=2)
    assert t.phase == ("void" if decides else "dealt")
    assert [matter.decided_by for matter in t.result.matters] == (
        [] if decides else [Role.PIT_SUPERVISOR]
    )


@pytest.mark.clause("MEGA 6.2")
def test_6_2_whoever_acts_in_a_position_holds_it() -> None:
    acting = {"id": "the dealer", "role": "pit_supervisor"}
    t = dealt(MEGA, HANDS, ACE_KING).report("foreign_card", by="dealer")
    assert t.phase == "dealt"
    assert refusal(t.rule("void", by="dealer")) == ("role-too-low", "MEGA 5.1")
    assert refusal(t.rule("void", by=acting)) is None
    assert t.phase == "void"


@pytest.mark.clause("MEGA 6.2", "MEGA 3.6")
def test_6_2_a_shift_manager_may_place_a_wager_as_a_pit_manager_may() -> None:
    t = House(MEGA).open().ante(1, 25_00, "ann", by="shift_manager")
    assert refusal(t) is None


# The jackpot system fails: nothing is said of it, so 6.1 and the sister documents lead (M28).


@pytest.mark.clause("MEGA 6.1")
@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "pit_manager"])
def test_6_1_a_jackpot_failure_waits_for_the_shift_manager(role: str) -> None:
    t = dealt(MEGA, HANDS, ACE_KING, jackpots=[1]).report("jackpot_failure", by=role)
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decided_by) == ("jackpot_failure", "shift_manager")
    assert refusal(t.rule("void", by=role)) == ("role-too-low", "MEGA 6.1")
    assert t.phase == "dealt"
    assert refusal(t.rule("void", by="shift_manager")) is None
    assert t.phase == "void"


@pytest.mark.clause("MEGA 3.5.3")
def test_3_5_3_a_failure_before_anyone_looked_voids_and_ends_jackpot_wagers() -> None:
    t = dealt(MEGA, HANDS, ACE_KING, jackpots=[1])
    t.report("jackpot_failure", by="shift_manager")
    assert t.phase == "void"
    assert clauses(t, 1, "jackpot") == {"MEGA 6.1"}
    assert refusal(t.open()) == ("choice-awaited", None)
    t.do("jackpot_service", available=False, by="shift_manager").open().ante(1, 25_00).jackpot(1)
    assert refusal(t) == ("jackpot-unavailable", None)


@pytest.mark.clause("MEGA 4.2/straight-flush")
def test_4_2_in_a_failure_after_a_look_prizes_are_paid_on_the_registered_value() -> None:
    hands = {1: "Jc Tc 9c 8c 7c", 2: "Jh 8h 6h 4h 2h"}
    t = dealt(MEGA, hands, ACE_KING, jackpots=[1, 2]).view(2)
    t.report("jackpot_failure", by="shift_manager")
    assert t.phase == "dealt"
    t.do("adjust_jackpot", jackpot="J1", amount=500_000_00, reason="test", by="shift_manager")
    t.bet(1).bet(2).finish()
    assert t.won(1, "jackpot") == 100_000_00  # a tenth of the 1,000,000.00 it showed then
    assert t.meter == 1_400_000_00
