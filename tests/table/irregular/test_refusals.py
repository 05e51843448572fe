"""What staff and players read when a report, a ruling or a choice is refused: what is wrong, where,
and what to do instead."""

from typing import Any

import pytest

from croupier.refusal import Refused as RefusedByTheRules
from croupier.rulebooks.irregularities import Irregularity
from croupier.rulebooks.terms import Actor, Role
from croupier.table.commands import Report
from croupier.table.decide import decide
from tests.playing import House

CSP, MEGA = "casino-stud", "megalink-stud"
TWO_PAIRS = "Jd Jc 6c 6s 5c"
NINE_HIGH = "9s 7c 5h 4d 3d"
DEALER = "Ad Kc 7h 4s 2c"
TEN_CARDS = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd"

Refused = tuple[str, str | None, str]


def refusal(t: House) -> Refused:
    assert t.refused is not None, "the last command was not refused"
    assert len(t.refusals) == 1, "only the last command is refused"
    return t.refused.code, t.refused.clause, t.refused.message


def betting(rulebook: str = CSP, **house: Any) -> House:
    return House(rulebook, **house).open().ante(1, 100_00).ante(2, 100_00)


def dealt(rulebook: str = CSP, **house: Any) -> House:
    return betting(rulebook, **house).close().deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER)


def shared() -> House:
    """Box 1 is ann's and ben's, box 2 ben's."""
    t = House(MEGA).open().ante(1, 60_00, "ann").ante(1, 40_00, "ben").ante(2, 25_00, "ben")
    return t.close().deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER)


# Facts that are not there


@pytest.mark.parametrize(
    ("kind", "fact", "rulebook"),
    [
        ("player_card_count", "box", CSP),
        ("extra_hand_viewed", "box", CSP),
        ("cards_exposed", "count", CSP),
        ("dealer_card_exposed", "card", CSP),
        ("confidentiality", "player", MEGA),
        ("multiple_positions", "player", MEGA),
    ],
)
def test_a_report_needs_its_facts_however_it_comes(kind: str, fact: str, rulebook: str) -> None:
    """Reading a script demands them; whoever calls the rules directly is told as well."""
    floor = dealt(rulebook).played.floor
    report = Report(irregularity=Irregularity(kind), by=Actor("s", Role.SHIFT_MANAGER))
    with pytest.raises(RefusedByTheRules) as refused:
        decide(floor.tables["T1"], floor.jackpots["J1"], report)
    assert refused.value.refusal.code == "fact-missing"
    assert refused.value.refusal.message == f"This report needs '{fact}'."


@pytest.mark.parametrize("kind", ["over_limit", "under_limit"])
def test_a_limit_is_that_of_a_box(kind: str) -> None:
    floor = betting().played.floor
    report = Report(irregularity=Irregularity(kind), by=Actor("s", Role.SHIFT_MANAGER))
    with pytest.raises(RefusedByTheRules) as refused:
        decide(floor.tables["T1"], floor.jackpots["J1"], report)
    assert refused.value.refusal.message == "This report needs 'box'."


# Too early, too late


def test_a_round_that_has_not_been() -> None:
    assert refusal(betting().report("foreign_card", round=2)) == (
        "nothing-to-report",
        None,
        "There has been no round 2 at this table.",
    )


def test_no_round_yet() -> None:
    assert refusal(House(CSP).report("foreign_card")) == (
        "nothing-to-report",
        None,
        "There is no round to report on.",
    )


@pytest.mark.parametrize(("kind", "clause"), [("over_limit", "5.1.1"), ("under_limit", "5.2.1")])
def test_limits_after_the_close(kind: str, clause: str) -> None:
    assert refusal(betting().close().report(kind, box=1)) == (
        "bets-closed",
        f"CSP {clause}",
        "Wagers over or under the limits are corrected while bets are open; later they are "
        "settled by the rules.",
    )


def test_hands_before_the_deal() -> None:
    assert refusal(betting().close().report("misdeal")) == (
        "not-dealt",
        None,
        "No cards have been dealt yet.",
    )


@pytest.mark.parametrize("over", ["void", "settled"])
def test_hands_of_a_round_that_had_none(over: str) -> None:
    t = House(CSP).open().ante(1, 100_00)
    if over == "void":
        t.report("foreign_card")
    else:
        t.close().report("other", by="dealer").rule("return_wagers", box=1)
    assert t.phase == over
    assert refusal(t.report("misdeal")) == (
        "not-dealt",
        None,
        "No cards were dealt in this round.",
    )


# Facts that do not fit


@pytest.mark.parametrize("box", [1, 3])
def test_a_box_without_a_wager_in_play(box: int) -> None:
    """Nobody is at box 3; the hand of box 1 is out, and its wager has gone back."""
    t = dealt().report("player_card_count", box=1, reconstructable=False)
    assert refusal(t.report("player_card_count", box=box, reconstructable=False)) == (
        "no-wager",
        None,
        f"Box {box} has no wager in this round.",
    )


def test_a_look_that_was_at_no_additional_hand() -> None:
    assert refusal(dealt().report("extra_hand_viewed", box=1, intentional=True)) == (
        "nothing-to-report",
        "CSP 5.19",
        "Box 1 is not an additional hand of p1's: the hand viewed first stays valid. Report a look "
        "at another player's hand as 'other'.",
    )


def test_an_exposed_card_of_the_dealers() -> None:
    assert refusal(dealt().report("cards_exposed", cards="Kc")) == (
        "fact-missing",
        None,
        "Not every card that is named was dealt to a box; a card of the dealer's is reported as "
        "'dealer_card_exposed'.",
    )


def test_an_exposed_card_that_is_not_the_dealers() -> None:
    assert refusal(dealt().report("dealer_card_exposed", card="9s")) == (
        "fact-missing",
        None,
        "9s is not one of the dealer's cards.",
    )


@pytest.mark.parametrize("player", ["zoe", "ann"])
def test_a_player_without_a_wager_in_play(player: str) -> None:
    """Zoe has not bet; ann's part of box 1 has gone back, while ben's is still on."""
    t = shared().report("technical_interruption")
    t.do("choose", player="ann", option="withdraw")
    assert refusal(t.report("confidentiality", player=player, by="shift_manager")) == (
        "no-wager",
        None,
        f"{player} has no wager in this round.",
    )


def test_a_part_of_anothers_position() -> None:
    assert refusal(shared().report("multiple_positions", player="ben")) == (
        "nothing-to-report",
        "MEGA 5.10",
        "ben controls no second hand; a share of another player's box does not count.",
    )


def test_cards_drawn_together_from_a_shuffler() -> None:
    assert refusal(dealt().report("simultaneous_draw", order="Jd 9s")) == (
        "nothing-to-report",
        "CSP 5.14",
        "A shuffler dispenses whole hands: no two cards are drawn from it together.",
    )


@pytest.mark.parametrize("order", ["Jd 9h", "Jd Jd"])
def test_an_order_of_cards_that_were_not_dealt(order: str) -> None:
    assert refusal(dealt(device="shoe").report("simultaneous_draw", order=order)) == (
        "fact-missing",
        None,
        "The order must name dealt cards, each once.",
    )


def test_no_burn_where_none_is_due() -> None:
    assert refusal(dealt().report("burn_omitted", by="shift_manager")) == (
        "nothing-to-report",
        "CSP 3.10/burn",
        "With this device no card is burnt.",
    )


def unburnt() -> House:
    """One box and the dealer from a shoe of ten cards; with the burn it takes eleven."""
    t = House(CSP, device="shoe", entry="recording").open().ante(1, 100_00).close()
    return t.shoe(TEN_CARDS, burn=False)


def test_a_shoe_too_short_for_its_burn() -> None:
    t = unburnt().report("burn_omitted", reconstructable=True, by="shift_manager")
    assert refusal(t) == (
        "not-enough-cards",
        "CSP 3.10",
        "The shoe has too few cards to deal again with the burn: it cannot be reconstructed.",
    )


@pytest.mark.parametrize(("seen", "reconstructable"), [(True, True), (False, False), (False, None)])
def test_a_short_shoe_voids_where_nothing_is_to_be_dealt_again(
    seen: bool, reconstructable: bool | None
) -> None:
    """CSP 5.9: seen or beyond repair; and where the House that reports it does not say more."""
    t = unburnt()
    if seen:
        t.view(1)
    facts = {} if reconstructable is None else {"reconstructable": reconstructable}
    t.report("burn_omitted", by="shift_manager", **facts)
    assert not t.refusals
    assert t.phase == "void"


@pytest.mark.parametrize(
    ("kind", "clause", "side"),
    [("over_limit", "5.1", "over the maximum"), ("under_limit", "5.2", "under the minimum")],
)
def test_a_wager_within_its_limits(kind: str, clause: str, side: str) -> None:
    assert refusal(betting().report(kind, box=1)) == (
        "nothing-to-report",
        f"CSP {clause}",
        f"No wager of box 1 is {side}.",
    )


LIES_ELSEWHERE = (
    "A card of these hands lies elsewhere in this deal; boxes that are not named keep theirs."
)


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (
            {"hands": {"1": "Jd Jc 6c 6s"}},
            ("wrong-hands", "CSP 3.11.1", "A corrected hand has 5 cards."),
        ),
        (
            {"hands": {"1": "Jd Jc 6c 6s 9s"}},
            ("card-twice", "CSP 2.2.1", LIES_ELSEWHERE),
        ),
        (
            {"hands": {"1": "Jd Jc 6c 6s 9s", "dealer": "As Kh Jc 4c 9s"}},
            ("card-twice", "CSP 2.2.1", "One deck has each card once; named twice: Jc 9s."),
        ),
        (
            {"reconstructable": True},
            (
                "fact-missing",
                "CSP 3.11.1",
                "A reconstructed hand has 5 cards: give the corrected ones in 'hands'.",
            ),
        ),
    ],
)
def test_hands_that_put_nothing_right(facts: dict[str, Any], expected: Refused) -> None:
    """Box 1 was dealt four cards."""
    t = betting(entry="recording").close().deal({1: "Jd Jc 6c 6s", 2: NINE_HIGH}, DEALER)
    assert refusal(t.report("player_card_count", box=1, **facts)) == expected


NO_HAND_THERE = "There is no hand at box 3 to move."
TWO_AT_ONE = "After these moves two hands would be at one box."


@pytest.mark.parametrize("by", ["dealer", "pit_supervisor"])
@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ({"3": 2, "2": 3}, NO_HAND_THERE),
        ({"1": 2}, TWO_AT_ONE),
        ({"1": 3, "2": 3}, TWO_AT_ONE),
    ],
)
def test_moves_that_lead_nowhere(moves: dict[str, int], message: str, by: str) -> None:
    """Whoever reports them: what could not be carried out does not wait for a ruling either."""
    assert refusal(dealt().report("misdeal", moves=moves, by=by)) == ("fact-missing", None, message)


def test_a_failure_of_a_jackpot_that_the_table_has_not() -> None:
    assert refusal(dealt(jackpot=None).report("jackpot_failure")) == (
        "no-jackpot",
        None,
        "This table is not linked to a jackpot.",
    )


# Rulings


def test_a_decision_that_the_clause_does_not_leave_open() -> None:
    t = dealt().report("dealing_error", boxes=[1], by="dealer")
    assert refusal(t.rule("void")) == (
        "decision-not-allowed",
        "CSP 5.10",
        "'void' is not possible here; it may be options, dismiss.",
    )


def test_a_dealers_card_that_can_only_become_the_up_card() -> None:
    t = dealt().report("dealer_card_exposed", card="Kc", by="dealer")
    assert refusal(t.rule("void")) == (
        "decision-not-allowed",
        "CSP 5.16",
        "'void' is not possible here; it may be up_card, dismiss.",
    )


@pytest.mark.parametrize(("is_open", "matter"), [(False, ...), (False, "T1/1/1"), (True, "T1/1/2")])
def test_a_matter_that_is_not_open(is_open: bool, matter: Any) -> None:
    t = dealt()
    if is_open:
        t.report("dealing_error", boxes=[1], by="dealer")
    assert refusal(t.rule("dismiss", matter=matter)) == (
        "no-such-matter",
        None,
        "There is no such open matter at this table.",
    )


def test_one_of_several_matters() -> None:
    t = dealt().report("dealing_error", boxes=[1], by="dealer").report("other", by="dealer")
    assert refusal(t.rule("dismiss")) == (
        "no-such-matter",
        None,
        "Say which matter: T1/1/1, T1/1/2 are open.",
    )


def test_an_unknown_matter_among_several() -> None:
    t = dealt().report("dealing_error", boxes=[1], by="dealer").report("other", by="dealer")
    assert refusal(t.rule("dismiss", matter="T1/1/3")) == (
        "no-such-matter",
        None,
        "There is no such open matter at this table.",
    )


@pytest.mark.parametrize("box", [..., 1, 3])
def test_a_hand_to_take_out_that_is_not_in(box: Any) -> None:
    """None named; out already; nobody there."""
    t = dealt().report("player_card_count", box=1, reconstructable=False)
    t.report("other", by="dealer").rule("invalidate", box=box)
    assert refusal(t) == (
        "fact-missing",
        None,
        "Say which box: one that has a wager in this round.",
    )


# Choices


def choose(t: House, option: str = "withdraw", **keys: Any) -> House:
    return t.do("choose", option=option, **keys)


def test_a_choice_without_a_round() -> None:
    assert refusal(choose(House(CSP), box=1)) == (
        "no-option",
        None,
        "No round is running, so there is nothing to choose.",
    )


def test_a_choice_that_was_not_offered() -> None:
    expected = "No choice was offered there; wagers stay as they are."
    assert refusal(choose(dealt(), box=1)) == ("no-option", "CSP 5.11", expected)
    assert refusal(choose(betting(), box=1)) == ("no-option", None, expected)
    assert refusal(choose(dealt(), "continue", box=1)) == ("no-option", None, expected)


def test_a_choice_made_before() -> None:
    t = choose(dealt().report("dealing_error", boxes=[1]), "continue", box=1)
    assert refusal(choose(t, box=1)) == (
        "no-option",
        "CSP 5.10/accept",
        "A player who has chosen may not choose again.",
    )


def test_a_choice_made_before_that_its_own_clause_does_not_end() -> None:
    """MEGA 5.7.1 lets players withdraw and says no more; after the close wagers stay by 5.6."""
    t = dealt(MEGA).report("player_card_count", box=1, permit_withdrawal=True, by="shift_manager")
    choose(t, "continue", box=2)
    assert refusal(choose(t, box=2)) == (
        "no-option",
        "MEGA 5.6",
        "A player who has chosen may not choose again.",
    )


@pytest.mark.parametrize("by", [{"id": "p2", "role": "player"}, "dealer", "shift_manager"])
def test_a_choice_of_somebody_elses(by: Any) -> None:
    """At an enforcing table the choice is the player's own, whoever asks."""
    t = choose(dealt().report("dealing_error", boxes=[1]), box=1, by=by)
    assert refusal(t) == ("not-yours", "CSP 5.10", "The choice is p1's.")


def test_no_other_player_writes_a_choice_down_at_a_recording_table() -> None:
    t = dealt(entry="recording").report("dealing_error", boxes=[1])
    choose(t, box=1, by={"id": "p2", "role": "player"})
    assert refusal(t) == ("not-yours", "CSP 5.10", "The choice is p1's.")


def test_staff_write_a_choice_down_at_a_recording_table() -> None:
    t = dealt(entry="recording").report("dealing_error", boxes=[1])
    choose(t, box=1, by="dealer").bet(2).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("returned", 0, 100_00)


def test_one_of_several_choices() -> None:
    t = House(CSP).open().ante(1, 100_00, "ann").ante(2, 100_00, "ann").close()
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH}, DEALER).report("dealing_error", boxes=[1, 2])
    assert refusal(choose(t, player="ann")) == (
        "fact-missing",
        None,
        "Several choices are open: say for which box.",
    )
