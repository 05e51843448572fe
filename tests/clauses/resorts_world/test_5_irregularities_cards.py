"""CSP and MLP 5.7-5.8, 5.22: interruptions, and what voids a round."""

import pytest

from croupier.rulebooks.irregularities import Irregularity
from croupier.table.events import HandsCorrected, IrregularityDecided, OptionsOffered, ReportNoted
from tests.clauses.resorts_world.games import (
    ACE_KING,
    FLUSH,
    GROWING,
    NINE_HIGH,
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    TWO_PAIRS,
    Game,
    both,
    both_rows,
    dealt,
    decided_by,
    played,
    refusal,
    shoe_of,
    take_bets,
)

# Technical interruptions


@both("5.7")
def test_5_7_the_state_of_the_round_tells_what_an_interruption_does(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.report("technical_interruption", by="dealer")
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decided_by) == ("technical_interruption", "pit_supervisor")
    assert set(matter.decisions) == {"void", "dismiss"}
    t.rule("continue", by="pit_supervisor")
    assert refusal(t) == ("decision-not-allowed", f"{game.code} 5.7.2")
    t.fold(2)
    [matter] = t.result.matters
    assert set(matter.decisions) == {"continue", "dismiss"}
    t.rule("void", by="pit_supervisor")
    assert refusal(t) == ("decision-not-allowed", f"{game.code} 5.7.1")
    t.rule("continue", by="dealer")
    assert refusal(t)[0] == "role-too-low"
    t.rule("continue", by="pit_supervisor")
    assert t.refused is None


@both("5.7.1")
def test_5_7_1_once_a_wager_is_lost_the_round_goes_on_for_all(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.fold(2).report("technical_interruption")
    [decided] = t.events_of(IrregularityDecided)
    assert decided.decision == "continue"
    assert game.cites("5.7.1") <= set(decided.clauses)
    t.bet(1).finish()
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)
    assert t.outcome(2, "ante") == ("lost", 0, 0)


@both("5.7.1")
def test_5_7_1_the_open_hand_of_the_dealer_is_an_outcome(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS})
    t.bet(1).reveal().report("technical_interruption").settle()
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)


@both("5.7.1")
def test_5_7_1_so_is_the_fold_of_a_player_who_left(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH}, players={2: "bob"})
    t.leave("bob").report("technical_interruption").bet(1).finish()
    assert not t.refusals
    assert t.won(1, "bet") == 400_00


@both("5.7.1")
def test_5_7_1_so_is_a_jackpot_hand_that_was_claimed_and_bet(game: Game) -> None:
    t = dealt(game, {1: FLUSH}, jackpots=[1])
    t.do("claim_jackpot", box=1).bet(1).report("technical_interruption")
    assert t.phase == "dealt"
    t.finish()
    assert t.won(1, "jackpot") == 100_00


@both("5.7.2")
@pytest.mark.parametrize("bets", [0, 1, 3])
def test_5_7_2_without_an_outcome_the_round_is_void(game: Game, bets: int) -> None:
    hands = {1: TWO_PAIRS, 2: FLUSH, 3: NINE_HIGH}
    t = dealt(game, hands, jackpots=hands, jackpot=GROWING)
    assert t.meter == 1_000_003_00
    for box in range(1, bets + 1):
        t.view(box).bet(box)
    t.report("technical_interruption")
    assert t.phase == "void"
    returned = [player.received for player in t.result.players.values()]
    assert returned == [305_00 if box <= bets else 105_00 for box in (1, 2, 3)]
    assert all(game.cites("5.7.2", "5.22") <= set(line.clauses) for line in t.lines())
    assert t.meter == 1_000_000_00


@both("5.7.2")
def test_5_7_2_before_the_deal_there_is_no_outcome_either(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00).report("technical_interruption")
    assert t.phase == "void"
    assert t.outcome(1, "ante") == ("void", 0, 100_00)


# The seven events that void a round


SEVEN: dict[str, tuple[Irregularity, dict[str, object]]] = {
    "5.8.1": (Irregularity.FOREIGN_CARD, {}),
    "5.8.2": (Irregularity.CARDS_EXPOSED, {"count": 2}),
    "5.8.3": (Irregularity.DECK_COUNT, {"counted": 51}),
    "5.8.4": (Irregularity.INSUFFICIENT_CARDS, {}),
    "5.8.5": (Irregularity.UNSHUFFLED, {}),
    "5.8.6": (Irregularity.MISDEAL, {"moves": None}),
    "5.8.7": (Irregularity.DEALER_CARD_COUNT, {"reconstructable": False}),
}


@both("5.8")
def test_5_8_seven_events_void_the_round_each_by_its_own_clause(game: Game) -> None:
    for number, (irregularity, facts) in SEVEN.items():
        t = dealt(game, {1: TWO_PAIRS})
        t.report(irregularity, **facts)
        assert (t.phase, decided_by(t, 1, "ante")) == ("void", game.cites(number, "5.22"))


@both("5.8")
def test_5_8_no_other_fault_of_the_cards_does(game: Game) -> None:
    """A wrong count of a player's cards, an error of 5.10, a card face up, the dealer's own."""
    for irregularity, facts in (
        ("player_card_count", {"box": 1, "reconstructable": False}),
        ("dealing_error", {"boxes": [1], "reconstructable": False}),
        ("face_up_in_shoe", {}),
        ("simultaneous_draw", {"order": "Jc Jd"}),
        ("dealer_card_exposed", {"card": "Kc"}),
    ):
        t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH}, device="shoe")
        t.report(irregularity, **facts)
        assert (t.refused, t.phase) == (None, "dealt"), irregularity


@both_rows("irregularity, facts", SEVEN)
def test_5_8_each_of_them_does(
    game: Game,
    irregularity: Irregularity,
    facts: dict[str, object],
    request: pytest.FixtureRequest,
) -> None:
    clause = request.node.callspec.id
    for by in ("dealer", "pit_supervisor"):
        t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH}, jackpots=[1], jackpot=GROWING)
        t.bet(1).fold(2).report(irregularity, by=by, **facts)
        if by == "dealer":
            assert t.phase == "dealt", "the dealer reports, a pit supervisor confirms"
            [matter] = t.result.matters
            assert matter.decided_by == "pit_supervisor"
            assert set(matter.decisions) == {"void", "dismiss"}
            t.rule("void", by="dealer")
            assert refusal(t) == ("role-too-low", None), "no clause says who judges (X18)"
            t.rule("void", by="pit_supervisor")
        assert t.phase == "void"
        assert t.result.players["p1"].received == 305_00
        assert t.result.players["p2"].received == 100_00
        for line in t.lines():
            assert line.result == "void"
            assert {clause} | game.cites("5.22") <= set(line.clauses)
        assert t.meter == 1_000_000_00


@both("5.8.1")
def test_5_8_1_a_foreign_card_found_after_payment_still_voids(game: Game) -> None:
    t = played(game, {1: ROYAL_FLUSH}, jackpots=[1])
    assert t.won(1, "jackpot") == 1_000_000_00
    t.report("foreign_card")
    assert t.result.players["p1"].net == 0
    assert t.meter == 1_000_000_00


@both("5.8.1")
def test_5_8_1_a_report_that_proves_unfounded_is_dismissed(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS})
    t.report("foreign_card", by="dealer").rule("dismiss", by="pit_supervisor")
    t.bet(1).finish()
    assert t.won(1, "bet") == 400_00


@both("5.8.2")
@pytest.mark.parametrize(
    ("count", "seen", "phase"),
    [
        (1, False, "dealt"),
        (2, False, "void"),
        (3, False, "void"),
        (1, True, "dealt"),
        (2, True, "dealt"),
    ],
)
def test_5_8_2_two_exposed_cards_while_nobody_has_looked(
    game: Game, count: int, seen: bool, phase: str
) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    if seen:
        t.view(2)
    t.report("cards_exposed", count=count, boxes=[1])
    assert t.phase == phase
    # One card that nobody but its box has cause to mind: an option for that box alone (C15).
    offered = [option.boxes for event in t.events_of(OptionsOffered) for option in event.options]
    assert offered == ([(1,)] if (count, seen) == (1, False) else [])


@both("5.8.2")
def test_5_8_2_a_hand_touched_or_bet_blind_has_not_been_seen(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.do("handle_hand", box=1).bet(2).report("cards_exposed", count=2)
    assert t.phase == "void"


@both("5.8.3")
@pytest.mark.parametrize(
    ("counted", "phase"), [(51, "void"), (52, "settled"), (53, "void"), (None, "void")]
)
def test_5_8_3_a_deck_short_or_over(game: Game, counted: int | None, phase: str) -> None:
    t = played(game, {1: TWO_PAIRS})
    t.report("deck_count", counted=... if counted is None else counted)
    assert t.phase == phase
    assert t.result.players["p1"].net == (500_00 if counted == 52 else 0)


@both("5.8.4")
@pytest.mark.parametrize(("cards", "enough"), [(35, False), (40, False), (41, True), (42, True)])
def test_5_8_4_seven_boxes_take_41_cards_of_a_shoe(game: Game, cards: int, enough: bool) -> None:
    t = take_bets(game.house(device="shoe"), range(1, 8))
    t.shoe(" ".join(shoe_of("").split()[:cards]))
    assert (t.refused is None) is enough
    if not enough:
        assert refusal(t)[0] == "not-enough-cards"
        t.report("insufficient_cards")
        assert t.phase == "void"
        assert all(game.cites("5.8.4") <= set(line.clauses) for line in t.lines())
        assert sum(line.returned for line in t.lines()) == 700_00


@both("5.8.6")
def test_5_8_6_whole_hands_are_moved_to_where_they_belong(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH, 3: "Qs Qh 8s 8h 3s"})
    t.report("misdeal", by="dealer", moves={"1": 2, "2": 1})
    [matter] = t.result.matters
    assert set(matter.decisions) == {"reconstruct", "void", "dismiss"}
    t.rule("reconstruct", by="pit_supervisor")
    [lie] = t.events_of(HandsCorrected)
    assert lie.hands == {"1": NINE_HIGH, "2": TWO_PAIRS, "3": "Qs Qh 8s 8h 3s"}
    t.bet(1).bet(2).bet(3).finish()
    assert [t.line(box, "ante").result for box in (1, 2, 3)] == ["lost", "won", "won"]


@both("5.8.6")
def test_5_8_6_the_pit_supervisor_may_find_that_it_cannot_be_done(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.report("misdeal", by="dealer", moves={"1": 2, "2": 1}).rule("void", by="pit_supervisor")
    assert t.phase == "void"
    assert game.cites("5.8.6") <= decided_by(t, 1, "ante")


@both("5.8.6")
def test_5_8_6_a_hand_at_an_empty_box_is_moved_to_the_wagered_one(game: Game) -> None:
    t = take_bets(game.house(entry="recording"), [1, 2])
    t.deal({1: NINE_HIGH, 3: TWO_PAIRS}, ACE_KING)
    t.report("misdeal", moves={"3": 2}).bet(1).bet(2).finish()
    assert not t.refusals
    assert [t.line(box, "ante").result for box in (1, 2)] == ["lost", "won"]


@both("5.8.6")
def test_5_8_6_once_somebody_has_seen_cards_it_is_a_dealing_error(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH, 3: "Qs Qh 8s 8h 3s"})
    t.view(3).report("misdeal", moves={"1": 2, "2": 1})
    assert t.phase == "dealt"
    [offered] = t.events_of(OptionsOffered)
    assert [option.boxes for option in offered.options] == [(1,), (2,)]
    assert all(game.cites("5.10") <= set(option.clauses) for option in offered.options)


@both("5.8.6")
def test_5_8_6_a_hand_found_elsewhere_concerns_the_box_it_was_meant_for(game: Game) -> None:
    t = take_bets(game.house(entry="recording"), [1, 2])
    t.deal({1: NINE_HIGH, 3: TWO_PAIRS}, ACE_KING)
    t.view(1).report("misdeal", moves={"3": 2})
    [offered] = t.events_of(OptionsOffered)
    assert [option.boxes for option in offered.options] == [(2,)]


@both("5.8.7")
def test_5_8_7_a_wrong_count_of_the_dealers_hand_must_be_reported(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, "Ad Kc 7h 4s", entry="recording")
    t.bet(1).finish()
    assert refusal(t) == ("deal-not-reported", f"{game.code} 5.8.7")
    t.report("dealer_card_count", reconstructable=False)
    assert t.phase == "void"
    assert t.result.players["p1"].net == 0


@both("5.8.7")
def test_5_8_7_a_hand_that_can_be_reconstructed_plays(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, "Ad Kc 7h 4s 2c 9h", entry="recording")
    t.bet(1).reveal()
    t.report("dealer_card_count", reconstructable=True, hands={"dealer": ACE_KING}).settle()
    assert not t.refusals
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)


@both("5.8.7")
def test_5_8_7_until_the_next_opening_call_and_no_later(game: Game) -> None:
    t = played(game, {1: TWO_PAIRS})
    t.report("dealer_card_count", reconstructable=False)
    assert t.phase == "void"
    assert t.result.players["p1"].net == 0

    t = played(game, {1: TWO_PAIRS})
    t.open().report("dealer_card_count", reconstructable=False, round=1)
    assert len(t.events_of(ReportNoted)) == 1
    assert t.result.players["p1"].net == 500_00


@both("5.8/effect")
def test_5_8_earlier_rounds_stand(game: Game) -> None:
    t = played(game, {1: "5d 6d 7d 8d 9d"}, jackpots=[1], jackpot=GROWING)
    # The first round's dollar grew the meter, and its straight flush took a tenth of it.
    assert t.won(1, "jackpot") == 100_000_10
    first = t.lines()
    assert t.meter == 900_000_90
    take_bets(t, [1, 2], jackpots=[1, 2])
    t.deal({1: ROYAL_FLUSH, 2: FLUSH}, ACE_KING).bet(1).bet(2).finish()
    assert t.meter == 100_000_00
    t.report("unshuffled")
    assert t.lines(round=1) == first
    assert {line.result for line in t.lines(round=2)} == {"void"}
    assert t.meter == 900_000_90
    assert game.cites("5.8/effect") <= set(game.rulebook.play.earlier_rounds_stand.clauses)


@both("5.8/effect")
def test_5_8_a_void_round_leaves_what_another_table_was_paid(game: Game) -> None:
    t = game.house(tables=("T1", "T2"))
    for table in ("T1", "T2"):
        take_bets(t, [1], jackpots=[1], table=table)
    t.deal({1: STRAIGHT_FLUSH}, ACE_KING, table="T1")
    t.deal({1: "Jh Th 9h 8h 7h"}, "Ad Kc 7s 4s 2c", table="T2")
    for table in ("T1", "T2"):
        t.bet(1, table=table).finish(table=table)
    t.report("foreign_card", table="T1")
    assert not t.refusals
    # T2 was paid 10% of the 900,000 that T1 had left; T1's 100,000 went back into the meter.
    assert t.outcome(1, "jackpot", table="T1") == ("void", 0, 5_00)
    assert t.outcome(1, "jackpot", table="T2") == ("won", 90_000_00, 0)
    assert t.meter == 910_000_00


@both("5.8/effect")
def test_5_8_a_void_round_takes_its_pending_claims_with_it(game: Game) -> None:
    t = game.house(tables=("T1", "T2"))
    for table in ("T1", "T2"):
        take_bets(t, [1], jackpots=[1], table=table)
    t.deal({1: NINE_HIGH}, ACE_KING, table="T1")
    t.deal({1: STRAIGHT_FLUSH}, ACE_KING, table="T2").bet(1, table="T2").finish(table="T2")
    before = t.result.jackpots["J1"].pending
    after = t.report("unshuffled", table="T2").result.jackpots["J1"].pending
    assert (len(before), len(after)) == (1, 0)
    t.bet(1, table="T1").finish(table="T1")
    assert t.outcome(1, "jackpot", table="T2") == ("void", 0, 5_00)
    assert t.meter == 1_000_000_00


@both("5.8/effect")
def test_5_8_the_next_round_follows_a_void_one(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS})
    t.report("foreign_card").open()
    assert t.refused is None
    assert t.result.tables["T1"].round == 2
