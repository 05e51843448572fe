"""The reference against the contract's second edition, one sentence at a time."""

from typing import Any

import pytest

from tests.oracle import reference
from tests.oracle.scripts import (
    SHIFT_MANAGER,
    SUPERVISOR,
    Writing,
    house,
    meter,
    outcome,
    prizes,
    results,
)

ROYAL = "As Ks Qs Js Ts"
STRAIGHT_FLUSH = "9h 8h 7h 6h 5h"
FLUSH = "Kc Tc 8c 6c 3c"
PAIR = "Ad Ah 6d 5s 2s"
LOW = "3d 5d 8d Th Qc"
KINGS = "Kd Kh 6s 5c 3s"  # a dealer's hand that qualifies
DEALER = {"id": "deb", "role": "dealer"}


def refused(script: dict[str, Any]) -> list[int]:
    """The refused commands, counted back from the last: -1 is the last one."""
    count = len(script["commands"])
    return [index - count for index in reference.play(script)["refusals"]]


def options(table: Writing) -> list[Any]:
    """The boxes, or in MEGA the players, who still have to choose."""
    h = reference.new_house(table.script)
    for command in table.script["commands"]:
        h, why = reference.attempt(h, command)
        assert why is None
    return [option.get("box", option.get("player")) for option in h["tables"]["T1"]["options"]]


def phase(script: dict[str, Any]) -> str:
    """Where the table stands after a script of which nothing is refused."""
    return str(outcome(script)["tables"]["T1"]["phase"])


# --- exposed cards -----------------------------------------------------------------------------


def casino_stud(**config: Any) -> Writing:
    """CSP, boxes 1 and 2 dealt."""
    return Writing(house("casino-stud", **config)).begin(jackpot=False).deal(PAIR, LOW)


def test_first_exposed_card_gives_its_box_the_option_the_second_voids() -> None:
    table = casino_stud().report("cards_exposed", cards="6d")
    assert options(table) == [1]
    table("choose", box=1, option="continue").report("cards_exposed", count=1)
    assert phase(table.script) == "void"


def test_card_named_before_is_only_noted() -> None:
    table = casino_stud().report("cards_exposed", cards="6d")("choose", box=1, option="continue")
    table.report("cards_exposed", cards="6d")
    assert phase(table.script) == "dealt"
    table.report("cards_exposed", cards="6d 5s")
    assert phase(table.script) == "void"


def test_card_in_a_report_that_waits_is_noted_in_one_dismissed_it_is_not() -> None:
    table = casino_stud().report("cards_exposed", cards="6d", by=DEALER)
    table.report("cards_exposed", cards="6d", by=DEALER)
    assert [m["matter"] for m in outcome(table.script)["matters"]] == ["T1/1/1"]
    table.rule("dismiss").report("cards_exposed", cards="6d", by=DEALER)
    (matter,) = outcome(table.script)["matters"]
    assert matter["decisions"] == ["options", "dismiss"]


def test_seen_is_as_it_stands_at_the_decision() -> None:
    table = casino_stud().report("cards_exposed", count=2, by=DEALER)
    assert outcome(table.script)["matters"][0]["decisions"] == ["void", "dismiss"]
    table("view_hand", box=1)
    assert outcome(table.script)["matters"][0]["decisions"] == ["continue", "dismiss"]


def test_cards_that_no_box_has_are_refused() -> None:
    table = casino_stud().report("cards_exposed", cards="Jd")  # the dealer's
    assert refused(table.script) == [-1]


def test_dealers_first_card_becomes_the_up_card_further_ones_count() -> None:
    # NO_HAND is 2h 4d 7d 9c Jd: Jd is up, then 4d is. 7d counts as the first card, and all
    # boxes have the option; 9c is the second.
    table = casino_stud().report("dealer_card_exposed", card="Jd")
    assert outcome(table.script)["tables"]["T1"]["up_card"] == "Jd"
    table.report("dealer_card_exposed", card="4d")
    assert outcome(table.script)["tables"]["T1"]["up_card"] == "4d"
    table.report("dealer_card_exposed", card="7d")
    assert options(table) == [1, 2]
    table("choose", box=1, option="continue")("choose", box=2, option="continue")
    assert outcome(table.script)["tables"]["T1"]["up_card"] == "4d"
    table.report("dealer_card_exposed", card="9c")
    assert phase(table.script) == "void"


def test_dealers_card_that_waits_is_no_up_card_once_another_is() -> None:
    table = casino_stud().report("dealer_card_exposed", card="7d", by=DEALER)
    assert outcome(table.script)["matters"][0]["decisions"] == ["up_card", "dismiss"]
    table.report("dealer_card_exposed", card="4d")
    assert outcome(table.script)["matters"][0]["decisions"] == ["options", "dismiss"]


@pytest.mark.parametrize("book", ["singapore-stud", "megalink-stud"])
def test_second_card_voids_whoever_has_looked_the_dealers_count(book: str) -> None:
    table = Writing(house(book)).begin(jackpot=False).deal(PAIR, LOW)("view_hand", box=1)
    table.report("dealer_card_exposed", card="Jd")  # the up card
    table.report("dealer_card_exposed", card="7d")
    assert phase(table.script) == "dealt"
    table.report("cards_exposed", cards="6d")
    assert phase(table.script) == "void"


# --- options of 5.10 ---------------------------------------------------------------------------


def test_who_continues_has_the_corrected_hand() -> None:
    # Box 1's Ad and box 2's Qc had changed places: box 1 then has no pair and loses to kings.
    table = Writing(house("casino-stud")).begin(jackpot=False).deal(PAIR, LOW, dealer=KINGS)
    table.bets(1, 2)
    table.report("dealing_error", boxes=[1], hands={"1": "Qc Ah 6d 5s 2s", "2": "3d 5d 8d Th Ad"})
    assert options(table) == [1, 2]  # box 2 was not named, but its cards changed
    table("choose", box=1, option="continue")("choose", box=2, option="withdraw").end()
    result = outcome(table.script)
    assert results(result) == {(1, "ann"): "lost", (2, "bob"): "returned"}
    assert results(result, "bet") == {(1, "ann"): "lost", (2, "bob"): "returned"}


def test_who_has_folded_or_left_has_no_option() -> None:
    table = casino_stud()("fold", box=1)("leave", player="bob")
    assert options(table.report("dealing_error", boxes=[1, 2], reconstructable=False)) == []
    table.end()
    assert results(outcome(table.script)) == {(1, "ann"): "lost", (2, "bob"): "lost"}


def test_misdeal_after_a_look_is_put_right_by_moves() -> None:
    # The hands lay in each other's place: ann's kings-losing hand is LOW after all.
    table = Writing(house("multi-link-stud")).begin(jackpot=False).deal(PAIR, LOW, dealer=KINGS)
    table("view_hand", box=1).report("misdeal", moves={"1": 2, "2": 1})
    table("choose", box=1, option="continue")("choose", box=2, option="continue")
    table.bets(1, 2).end()
    assert results(outcome(table.script)) == {(1, "ann"): "lost", (2, "bob"): "won"}


def test_misdeal_after_a_look_is_put_right_by_hands_for_all_boxes() -> None:
    table = casino_stud()("view_hand", box=2)
    table.report("misdeal", moves=None, hands={"1": "Ac Ah 6d 5s 2s"})
    assert options(table) == [1, 2]


def test_misdeal_before_a_look_is_put_right_by_moves_only_and_without_options() -> None:
    moved = casino_stud().report("misdeal", moves={"1": 2, "2": 1})
    assert (phase(moved.script), options(moved)) == ("dealt", [])
    assert phase(casino_stud().report("misdeal", moves=None).script) == "void"


def test_5_15_put_right_gives_the_option_until_the_settlement() -> None:
    table = casino_stud().report("player_card_count", box=1, reconstructable=True)
    assert options(table) == [1]
    table("choose", box=1, option="continue").bets(1, 2).end()
    table.report("player_card_count", box=1, hands={"1": "Ac Ah 6d 5s 2s"})
    assert options(table) == []


def test_dealers_hand_put_right_gives_none() -> None:
    table = casino_stud().report("dealer_card_count", hands={"dealer": KINGS})
    assert options(table) == []


def test_burn_omitted_deals_the_shoe_again_and_gives_all_the_option() -> None:
    # One box and the dealer, singly, without a burn: the box has As Ks Qs Js Ts. With it, the
    # cards move up by one: the box has the dealer's first five.
    shoe = "As 2d Ks 4c Qs 7h Js 9d Ts Jc 3h"
    script = house("casino-stud", device="shoe", entry="recording")
    table = Writing(script).begin("ann", jackpot=False)("deal", shoe=shoe, burn=False)
    table.report("burn_omitted", reconstructable=True, by=SHIFT_MANAGER)
    table("choose", box=1, option="continue").bets(1)
    # The dealer then has Ks Qs Js Ts 3h: no hand.
    assert outcome(table.script)["tables"]["T1"]["up_card"] == "3h"
    assert results(outcome(table.end().script)) == {(1, "ann"): "won"}


def test_simultaneous_draw_is_of_the_shoe() -> None:
    at_shuffler = casino_stud().report("simultaneous_draw", order="Ad Ah")
    assert refused(at_shuffler.script) == [-1]
    # The shoe dealt Ad to box 1, then 3d to box 2: in the other order ann has 3d, bob Ad.
    at_shoe = casino_stud(device="shoe").report("simultaneous_draw", order="3d Ad")
    assert options(at_shoe) == [1, 2]
    at_shoe("choose", box=1, option="continue")("choose", box=2, option="continue")
    assert options(at_shoe.report("cards_exposed", cards="3d")) == [1]


def test_5_19_takes_only_an_additional_own_hand() -> None:
    table = Writing(house("casino-stud")).begin("ann ann bob", jackpot=False).deal(PAIR, LOW, FLUSH)
    assert refused(table.report("extra_hand_viewed", box=2, intentional=True).script) == [-1]
    table.script["commands"].pop()
    table("view_hand", box=1)
    for box in (1, 3):
        assert refused(table.report("extra_hand_viewed", box=box).script) == [-1]
        table.script["commands"].pop()
    table.report("extra_hand_viewed", box=2, intentional=True).bets(1, 3).end()
    assert results(outcome(table.script))[2, "ann"] == "returned"


# --- hands not revealed ------------------------------------------------------------------------


def test_hand_not_revealed_may_still_be_claimed() -> None:
    jackpot = {"meter": 1_000_000, "reset": 0}
    table = Writing(house("casino-stud", jackpot=jackpot)).begin("ann").deal(ROYAL).bets(1)
    table("reveal_dealer")("decline_reveal", box=1)
    unclaimed = outcome({**table.script, "commands": [*table.script["commands"], {"do": "settle"}]})
    assert prizes(unclaimed) == {}
    assert prizes(outcome(table("claim_jackpot", box=1)("settle").script)) == {("T1", 1): 1_000_000}


def test_mega_hand_not_revealed_may_not() -> None:
    jackpot = {"meter": 1_000_000, "reset": 0}
    table = Writing(house("megalink-stud", jackpot=jackpot)).begin("ann").deal(ROYAL).bets(1)
    table("reveal_dealer")("decline_reveal", box=1)("claim_jackpot", box=1)
    assert refused(table.script) == [-1]


@pytest.mark.parametrize(("reading", "ante"), [("paid", "won"), ("fold", "lost")])
def test_mlp_hand_not_revealed_against_no_hand(reading: str, ante: str) -> None:
    script = house("multi-link-stud", readings={"mlp_unrevealed_no_hand": reading})
    table = Writing(script).begin("ann", jackpot=False).deal(PAIR).bets(1)
    table("reveal_dealer")("decline_reveal", box=1)("settle")
    result = outcome(table.script)
    assert results(result) == {(1, "ann"): ante}
    assert results(result, "bet") == {(1, "ann"): "returned"}


# --- MEGA: shared boxes and options ------------------------------------------------------------


def shared() -> Writing:
    """Box 1: ann 1,000 with a jackpot wager, bob 500; box 2: cyd."""
    script = house("megalink-stud", jackpot={"meter": 1_000_000, "reset": 0, "increment": "0.2"})
    table = Writing(script)("open_bets").ante(1, "ann").ante(1, "bob", 500, jackpot=False)
    return table.ante(2, "cyd")("close_bets").deal(PAIR, LOW, dealer=KINGS)


def test_sharers_part_and_its_part_of_the_bet_go_back_the_rest_plays_on() -> None:
    # The bet of 3,000 is 2,000 of ann's and 1,000 of bob's. It is ann's `continue`, nobody
    # else's: bob withdraws his 500 and 1,000, and ann's aces win against kings.
    table = shared().report("technical_interruption")
    assert options(table) == ["ann", "bob", "cyd"]
    assert options(table.bets(1)) == ["bob", "cyd"]
    assert refused(table("choose", box=1, option="withdraw").script) == [-1]
    table.script["commands"].pop()
    table("choose", box=1, player="bob", option="withdraw")("choose", box=2, option="continue")
    table.bets(2).end()
    result = outcome(table.script)
    assert results(result) == {(1, "ann"): "won", (1, "bob"): "returned", (2, "cyd"): "lost"}
    lines = {(line["player"], line["wager"]): line for line in result["lines"]}
    assert lines["bob", "bet"]["returned"] == 1_000
    assert lines["ann", "bet"]["won"] == 2_000


def test_next_sharer_is_seated_when_the_seated_player_withdraws() -> None:
    table = shared().report("technical_interruption")("choose", player="ann", option="withdraw")
    table("place_wager", box=1, wager="bet", by={"id": "bob", "role": "player"})
    table("choose", player="cyd", option="continue").bets(2).end()
    result = outcome(table.script)
    assert results(result) == {(1, "ann"): "returned", (1, "bob"): "won", (2, "cyd"): "lost"}
    assert results(result, "jackpot") == {(1, "ann"): "returned", (2, "cyd"): "lost"}
    assert meter(result) == (1_000_020, 20, 0, 0)


def test_5_9_leaves_a_folded_ante_lost() -> None:
    table = shared()("fold", box=1)("bar_player", player="ann", by=SHIFT_MANAGER).bets(2).end()
    result = outcome(table.script)
    assert results(result) == {(1, "ann"): "lost", (1, "bob"): "lost", (2, "cyd"): "lost"}
    assert results(result, "jackpot") == {(1, "ann"): "returned", (2, "cyd"): "lost"}


def test_5_10_needs_two_hands_controlled() -> None:
    script = house("megalink-stud")
    table = Writing(script)("open_bets").ante(1, "ann", jackpot=False).ante(2, "bob", jackpot=False)
    table.ante(2, "ann", jackpot=False)("close_bets").deal(PAIR, LOW)
    assert refused(table.report("multiple_positions", player="ann").script) == [-1]


def test_withdrawal_may_be_permitted_when_the_miscounted_hand_is_out() -> None:
    # The matter of box 1 waits; ruled on as `other`, its wagers go back; the matter outlives it.
    table = shared().report("player_card_count", box=1, by=DEALER)
    table.report("other", description="cards on the floor")
    table.rule("return_wagers", box=1, matter="T1/1/2")
    (matter,) = outcome(table.script)["matters"]
    assert matter["decisions"] == ["permit_withdrawal", "dismiss"]
    assert matter["decided_by"] == "pit_supervisor"
    table.rule("permit_withdrawal")("choose", player="cyd", option="withdraw")
    assert phase(table.script) == "settled"


def test_folded_box_is_no_part_of_5_7_1() -> None:
    script = house("megalink-stud", jackpot={"meter": 1_000_000, "reset": 0})
    table = Writing(script).begin("ann bob bob").deal(PAIR, LOW, FLUSH)("fold", box=3)
    table.report("player_card_count", box=1, permit_withdrawal=True, by=SHIFT_MANAGER)
    table("choose", player="bob", option="withdraw").end()
    result = outcome(table.script)
    assert results(result) == {(1, "ann"): "returned", (2, "bob"): "returned", (3, "bob"): "lost"}
    # A flush pays 100 dollars, folded or not.
    assert prizes(result) == {("T1", 3): 10_000}


def test_permit_reported_by_a_lower_role_is_one_matter_of_the_shift_manager() -> None:
    table = shared().report("player_card_count", box=1, permit_withdrawal=True)
    assert outcome(table.script)["matters"][0]["decided_by"] == "shift_manager"
    assert refused(table.rule("invalidate", by=SUPERVISOR).script) == [-1]


# --- MEGA 5.13 ---------------------------------------------------------------------------------


def short_rounds(*hands: tuple[str, str]) -> Writing:
    """Rounds in which ann's ante is 400 where 500 is the least; her hand and the dealer's."""
    table = Writing(house("megalink-stud", entry="recording"))
    for mine, dealers in hands:
        table("open_bets").ante(1, "ann", 400, jackpot=False)("close_bets")
        table.deal(mine, dealer=dealers).bets(1).end()
    return table


def rounds(table: Writing) -> list[str]:
    """How the ante ended in each round."""
    lines = outcome(table.script)["lines"]
    return [line["result"] for line in lines if line["wager"] == "ante"]


def test_short_wager_is_paid_or_collected_once() -> None:
    assert rounds(short_rounds((PAIR, KINGS), (PAIR, KINGS))) == ["won", "returned"]
    assert rounds(short_rounds((LOW, KINGS), (PAIR, KINGS))) == ["lost", "returned"]


def test_stand_off_and_void_use_nothing_up() -> None:
    tie = ("Kc Ks 6d 5d 3d", KINGS)
    assert rounds(short_rounds(tie, (PAIR, KINGS))) == ["standoff", "won"]
    table = short_rounds((PAIR, KINGS)).report("foreign_card")
    table("open_bets").ante(1, "ann", 400, jackpot=False)("close_bets")
    table.deal(PAIR, dealer=KINGS).bets(1).end()
    assert rounds(table) == ["void", "won"]


def test_wager_that_5_13_will_return_cannot_be_claimed() -> None:
    script = house(
        "megalink-stud",
        entry="recording",
        jackpot={"meter": 1_000_000, "reset": 0},
        memory={"under_minimum": ["ann"], "restricted": [], "barred": []},
    )
    table = Writing(script)("open_bets").ante(1, "ann", 400)("close_bets").deal(ROYAL)
    assert refused(table("claim_jackpot", box=1).script) == [-1]
    table.script["commands"].pop()
    result = outcome(table.bets(1).end().script)
    assert results(result, "jackpot") == {(1, "ann"): "returned"}
    assert meter(result) == (1_000_000, 0, 0, 0)


# --- jackpot failures, faults of the deck, boxes -------------------------------------------------


@pytest.mark.parametrize(
    ("book", "role", "waits"),
    [
        ("casino-stud", "dealer", True),
        ("casino-stud", "pit_supervisor", False),
        ("megalink-stud", "pit_manager", True),
        ("singapore-stud", "pit_manager", True),
        ("three-card-poker", "pit_manager", True),
        ("three-card-poker", "shift_manager", False),
    ],
)
def test_who_decides_a_jackpot_failure(book: str, role: str, waits: bool) -> None:
    table = Writing(house(book, jackpot={"meter": 1_000, "reset": 0}))("open_bets")
    table.report("jackpot_failure", by={"id": "pat", "role": role})
    assert bool(outcome(table.script)["matters"]) == waits
    assert phase(table.script) == ("betting" if waits else "void")


@pytest.mark.parametrize("kind", ["foreign_card", "deck_count", "unshuffled", "insufficient_cards"])
def test_deck_found_wrong_from_the_opening_call_on_voids(kind: str) -> None:
    table = Writing(house("casino-stud")).report(kind)
    assert refused(table.script) == [-1]
    table = Writing(house("casino-stud"))("open_bets").ante(1, "ann", jackpot=False).report(kind)
    result = outcome(table.script)
    assert results(result) == {(1, "ann"): "void"}
    assert refused(table.report("misdeal", moves=None).script) == [-1]


def test_deck_counted_right_changes_nothing() -> None:
    table = Writing(house("casino-stud"))("open_bets").report("deck_count", counted=52)
    assert phase(table.script) == "betting"


def test_box_emptied_while_bets_are_open_is_free() -> None:
    table = Writing(house("casino-stud"))("open_bets").ante(1, "ann", jackpot=False)
    assert refused(table.ante(1, "bob", jackpot=False).script) == [-1]
    table.script["commands"].pop()
    table("withdraw_wager", box=1, wager="ante", player="ann").ante(1, "bob", jackpot=False)
    table("close_bets").deal(PAIR).bets(1).end()
    assert results(outcome(table.script)) == {(1, "bob"): "won"}


def test_hand_at_a_box_without_a_wager_is_neither_handled_nor_seen() -> None:
    script = house("casino-stud", entry="recording")
    table = Writing(script)("open_bets").ante(1, "ann", jackpot=False)
    table.ante(2, "bob", jackpot=False)("withdraw_wager", box=2, wager="ante", player="bob")
    table("close_bets")("deal", hands={"1": PAIR, "2": LOW, "dealer": KINGS})("view_hand", box=2)
    assert refused(table.script) == [-1]
    table.script["commands"].pop()
    assert phase(table.report("misdeal", moves=None).script) == "void"


def test_player_without_a_box_cannot_leave_it() -> None:
    table = Writing(house("casino-stud"))("open_bets").ante(1, "ann", jackpot=False)
    table("withdraw_wager", box=1, wager="ante", player="ann")("leave", player="ann")
    assert refused(table.script) == [-1]


def test_role_is_part_of_by() -> None:
    table = Writing(house("casino-stud"))("open_bets", by={"id": "deb"})
    with pytest.raises(ValueError, match="by"):
        reference.play(table.script)


# --- TCP ---------------------------------------------------------------------------------------


def test_short_ante_goes_back_with_its_jackpot_wager_the_pair_plus_plays() -> None:
    script = house("three-card-poker", entry="recording", jackpot={"meter": 1_000_000, "reset": 0})
    table = Writing(script)("open_bets").ante(1, "ann", 400)
    table("place_wager", box=1, player="ann", wager="pair_plus", amount=700)
    table("report", irregularity="under_limit", box=1)("close_bets")
    table.deal("Ad Ah 6d", dealer="2c 5d 9h").end()
    result = outcome(table.script)
    lines = {line["wager"]: (line["result"], line["won"]) for line in result["lines"]}
    assert lines == {
        "ante": ("returned", 0),
        "pair_plus": ("won", 700),
        "jackpot": ("returned", 0),
    }


@pytest.mark.parametrize(
    ("seated", "per", "expected"),
    [
        # bob's areas 2 and 3 have a jackpot wager each, cyd's area 4 too, but cyd has left.
        ("present", "area", {2: 5_000, 3: 5_000}),
        ("all", "area", {2: 5_000, 3: 5_000, 4: 5_000}),
        ("present", "player", {2: 5_000}),
        ("all", "player", {2: 5_000, 4: 5_000}),
    ],
)
def test_envy_readings(seated: str, per: str, expected: dict[int, int]) -> None:
    script = house(
        "three-card-poker",
        jackpot={"meter": 1_000_000, "reset": 0},
        readings={"tcp_envy_seated": seated, "tcp_envy_per": per, "max_areas_per_player": 2},
    )
    table = Writing(script).begin("ann bob bob cyd")
    table.deal("Ah Kh Qh", "2d 5s 9c", "3d 6s Tc", "4d 7s Jc", dealer="2c 5d 9h")
    for box in (1, 2, 3, 4):
        table("place_wager", box=box, wager="play")
    table("leave", player="cyd").end()
    found = prizes(outcome(table.script), "envy_bonus")
    assert {box: won for (_, box), won in found.items()} == expected
