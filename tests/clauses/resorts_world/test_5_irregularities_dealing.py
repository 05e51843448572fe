"""CSP and MLP 5.9-5.10, 5.14: errors of the deal, and the options that players then have."""

import pytest

from croupier.table.events import (
    CardsDealt,
    HandsCorrected,
    MatterDecided,
    OptionTaken,
)
from tests.clauses.resorts_world.games import (
    ACE_KING,
    FLUSH,
    GROWING,
    NINE_HIGH,
    TWO_PAIRS,
    Game,
    both,
    dealt,
    decided_by,
    offered_to,
    refusal,
    shoe_of,
    take_bets,
)
from tests.playing import House

SHOE = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks 2d 3h 4s 5c 6d"
"""Sixteen cards for two boxes and the dealer, and one more."""


def without_burn(game: Game, boxes: int = 2) -> House:
    """A live table whose dealer forgot the burn: box 1 has 2c 5s 8h ..."""
    t = take_bets(game.house(device="shoe", entry="recording"), range(1, boxes + 1))
    t.shoe(shoe_of(SHOE), burn=False)
    assert not t.refusals
    return t


# The burn


@both("5.9")
def test_5_9_a_missed_burn_shifts_every_hand_by_one_card(game: Game) -> None:
    t = without_burn(game)
    [lay] = t.events_of(CardsDealt)
    assert lay.hands == {"1": "2c 5s 8h Jd 2d", "2": "3d 6c 9s Qh 3h"}
    assert lay.dealer == "4h 7d Tc Ks 4s"
    t.report("burn_omitted", by="shift_manager", reconstructable=True)
    [lie] = t.events_of(HandsCorrected)
    # The two of clubs is burnt now, and the next box gets what lay one place before.
    assert lie.hands == {"1": "3d 6c 9s Qh 3h", "2": "4h 7d Tc Ks 4s"}
    assert lie.dealer == "5s 8h Jd 2d 5c"
    assert t.result.tables["T1"].up_card == "5c"


@both("5.9")
def test_5_9_whether_it_can_be_done_is_for_the_house_alone(game: Game) -> None:
    for decision, phase in (("reconstruct", "dealt"), ("void", "void")):
        t = without_burn(game)
        t.report("burn_omitted", by="pit_manager", reconstructable=True)
        [matter] = t.result.matters
        assert matter.decided_by == "shift_manager"
        assert set(matter.decisions) == {"reconstruct", "void", "dismiss"}
        for role in ("dealer", "pit_supervisor", "pit_manager"):
            t.rule(decision, by=role)
            assert refusal(t) == ("role-too-low", f"{game.code} 5.9")
        t.rule(decision, by="shift_manager")
        assert t.phase == phase


@both("5.9")
def test_5_9_a_reporter_who_does_not_say_leaves_the_house_its_choice(game: Game) -> None:
    t = without_burn(game)
    t.report("burn_omitted", by="dealer")
    [matter] = t.result.matters
    assert {"reconstruct", "void"} <= set(matter.decisions)


@both("5.9/void")
@pytest.mark.parametrize(("seen", "reconstructable"), [(True, True), (False, False)])
def test_5_9_seen_or_beyond_repair_the_round_is_void(
    game: Game, seen: bool, reconstructable: bool
) -> None:
    t = without_burn(game)
    if seen:
        t.view(1)
    t.report("burn_omitted", by="shift_manager", reconstructable=reconstructable)
    assert t.phase == "void"
    assert {(line.result, line.returned) for line in t.lines()} == {("void", 100_00)}
    assert game.cites("5.9/void", "5.22") <= decided_by(t, 1, "ante")


@both("5.9/void")
def test_5_9_a_hand_touched_or_bet_blind_has_not_been_seen(game: Game) -> None:
    t = without_burn(game)
    t.do("handle_hand", box=1).bet(2)
    t.report("burn_omitted", by="shift_manager", reconstructable=True)
    assert t.refused is None
    assert t.phase == "dealt"


@both("5.9/void")
def test_5_9_once_a_hand_is_seen_the_house_has_no_choice(game: Game) -> None:
    t = without_burn(game)
    t.report("burn_omitted", by="dealer", reconstructable=True).view(1)
    [matter] = t.result.matters
    assert set(matter.decisions) == {"void", "dismiss"}


@both("5.9/previous")
def test_5_9_earlier_rounds_stand(game: Game) -> None:
    t = game.house(device="shoe", entry="recording", jackpot=GROWING)
    take_bets(t, [1], jackpots=[1])
    t.deal({1: FLUSH}, ACE_KING).bet(1).finish()
    first = t.lines()
    take_bets(t, [1], jackpots=[1])
    t.shoe(shoe_of(SHOE), burn=False)
    t.report("burn_omitted", by="shift_manager", reconstructable=False)
    assert t.lines(round=1) == first
    assert t.outcome(1, "jackpot", round=1) == ("won", 100_00, 0)
    assert t.outcome(1, "ante", round=2) == ("void", 0, 100_00)
    assert t.meter == 1_000_001_00
    assert game.cites("5.9/previous") <= set(game.rulebook.play.earlier_rounds_stand.clauses)


@both("5.9/options")
def test_5_9_if_it_goes_on_every_player_has_the_options(game: Game) -> None:
    t = without_burn(game, boxes=3)
    t.report("burn_omitted", by="shift_manager", reconstructable=True)
    assert offered_to(t) == [1, 2, 3]
    t.do("choose", box=1, option="continue").do("choose", box=2, option="withdraw")
    t.reveal()
    assert refusal(t) == ("option-open", f"{game.code} 5.9/options")
    t.bet(3).fold(1).finish()
    assert t.refused is None
    assert t.outcome(2, "ante") == ("returned", 0, 100_00)
    assert game.cites("5.9/options", "5.10.3") <= decided_by(t, 2, "ante")
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    taken = [(event.boxes, event.withdraw) for event in t.events_of(OptionTaken)]
    assert taken == [((1,), False), ((2,), True), ((3,), False)]


@both("5.9/options")
def test_5_9_every_player_has_them_though_no_card_changes(game: Game) -> None:
    """Hands written down as they lay stand: all may choose, not those affected alone (5.10)."""
    t = take_bets(game.house(device="shoe", entry="recording"), [1, 2, 3])
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH, 3: "Qs Qh 8s 8h 3s"}, ACE_KING)
    t.bet(3).report("burn_omitted", by="shift_manager", reconstructable=True)
    assert t.events_of(HandsCorrected) == []
    assert offered_to(t) == [1, 2, 3]
    t.do("choose", box=3, option="withdraw").bet(1).bet(2).finish()
    assert t.outcome(3, "bet") == ("returned", 0, 200_00)
    assert [t.line(box, "ante").result for box in (1, 2)] == ["won", "lost"]


@both("5.9/options")
def test_5_9_a_void_round_gives_none(game: Game) -> None:
    t = without_burn(game)
    t.report("burn_omitted", by="dealer", reconstructable=True)
    assert offered_to(t) == [], "the House has not ruled yet"
    t.rule("void", by="shift_manager")
    assert offered_to(t) == []
    t.do("choose", box=1, option="withdraw")
    assert refusal(t)[0] == "no-option"


# Other dealing errors


@both("5.10")
@pytest.mark.parametrize("reconstructable", [True, False])
def test_5_10_the_players_affected_have_options(game: Game, reconstructable: bool) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH, 3: "Qs Qh 8s 8h 3s"})
    t.report("dealing_error", boxes=[1, 2], reconstructable=reconstructable)
    assert offered_to(t) == [1, 2]
    t.do("choose", box=3, option="withdraw")
    assert refusal(t)[0] == "no-option"
    t.do("choose", box=1, option="continue", by={"id": "p2", "role": "player"})
    assert refusal(t) == ("not-yours", f"{game.code} 5.10")
    t.bet(3).bet(2).reveal()
    assert refusal(t) == ("option-open", f"{game.code} 5.10")


@both("5.10")
def test_5_10_a_dealers_report_waits_for_a_pit_supervisor(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS})
    t.report("dealing_error", by="dealer", boxes=[1])
    assert offered_to(t) == []
    t.rule("options", by="pit_supervisor")
    assert offered_to(t) == [1]


@both("5.10.1")
def test_5_10_1_a_hand_beyond_repair_may_be_played_on(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS})
    t.report("dealing_error", boxes=[1], reconstructable=False)
    t.do("choose", box=1, option="continue").bet(1).finish()
    assert not t.refusals
    assert t.events_of(HandsCorrected) == []
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)


@both("5.10.2")
def test_5_10_2_a_reconstructed_hand_may_be_played_on(game: Game) -> None:
    # As dealt, without the burn: box 1 has nothing, the dealer ace-king.
    cards = "9c 2d Ac Jh Ad Kd Jc 7s 3h 6s 4s 8h"
    t = take_bets(game.house(device="shoe", entry="recording"), [1])
    t.shoe(cards, burn=False)
    t.report("burn_omitted", by="shift_manager", reconstructable=True)
    [lie] = t.events_of(HandsCorrected)
    # With it: box 1 has 2d Jh Kd 7s 6s, the dealer Ac Ad Jc 3h 4s.
    assert (lie.hands["1"], lie.dealer) == ("2d Jh Kd 7s 6s", "Ac Ad Jc 3h 4s")
    t.do("choose", box=1, option="continue").bet(1).finish()
    assert not t.refusals
    assert t.outcome(1, "bet") == ("lost", 0, 0)


@both("5.10.3")
def test_5_10_3_or_the_bets_go_back_and_the_hand_is_out(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: FLUSH}, jackpots=[1, 2], jackpot=GROWING)
    assert t.meter == 1_000_002_00
    t.bet(2).report("dealing_error", boxes=[1, 2])
    t.do("choose", box=1, option="withdraw").do("choose", box=2, option="withdraw")
    assert t.phase == "settled", "no wager is left"
    assert [(line.wager, line.result, line.returned) for line in t.lines()] == [
        ("ante", "returned", 100_00),
        ("jackpot", "returned", 5_00),
        ("ante", "returned", 100_00),
        ("bet", "returned", 200_00),
        ("jackpot", "returned", 5_00),
    ]
    assert all(game.cites("5.10.3") <= set(line.clauses) for line in t.lines())
    assert t.meter == 1_000_000_00


@both("5.10/accept")
def test_5_10_who_goes_on_may_not_change_their_mind(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.report("dealing_error", boxes=[1, 2])
    t.do("choose", box=1, option="continue").do("choose", box=1, option="withdraw")
    assert refusal(t) == ("no-option", f"{game.code} 5.10/accept")
    t.bet(2).do("choose", box=2, option="withdraw")
    assert refusal(t) == ("no-option", f"{game.code} 5.10/accept")
    t.bet(1).finish()
    assert [t.line(box, "ante").result for box in (1, 2)] == ["won", "lost"]


# Cards drawn together


@both("5.14")
def test_5_14_the_order_of_cards_drawn_together_is_the_pit_supervisors(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1, 2])
    t.shoe(shoe_of(SHOE))
    [before] = t.events_of(CardsDealt)
    assert before.hands == {"1": "3d 6c 9s Qh 3h", "2": "4h 7d Tc Ks 4s"}
    # c5 and c6, 6c and 7d, came together; the second of them goes first.
    t.report("simultaneous_draw", by="dealer", order="7d 6c")
    [matter] = t.result.matters
    assert matter.decided_by == "pit_supervisor"
    t.rule("order", by="dealer")
    assert refusal(t) == ("role-too-low", f"{game.code} 5.14")
    t.rule("order", by="pit_supervisor")
    [decided] = t.events_of(MatterDecided)
    assert game.cites("5.14") <= set(decided.clauses)
    [after] = t.events_of(HandsCorrected)
    assert after.hands == {"1": "3d 7d 9s Qh 3h", "2": "4h 6c Tc Ks 4s"}
    assert after.dealer == before.dealer


@both("5.14")
def test_5_14_nothing_but_the_cards_drawn_together_changes_places(game: Game) -> None:
    t = without_burn(game)
    t.report("simultaneous_draw", order="6c 5s")
    [after] = t.events_of(HandsCorrected)
    # No card was burnt here; that is another matter, for another clause.
    assert after.hands == {"1": "2c 6c 8h Jd 2d", "2": "3d 5s 9s Qh 3h"}
    assert after.dealer == "4h 7d Tc Ks 4s"


@both("5.14")
def test_5_14_hands_that_were_moved_stay_where_they_were_moved(game: Game) -> None:
    """The place at box 1 comes before that at box 2, whichever card has come to lie there."""
    t = take_bets(game.house(device="shoe"), [1, 2])
    t.shoe(shoe_of(SHOE))
    t.report("misdeal", moves={"1": 2, "2": 1}).report("simultaneous_draw", order="6c 7d")
    assert not t.refusals
    moved, ordered = t.events_of(HandsCorrected)
    assert moved.hands == {"1": "4h 7d Tc Ks 4s", "2": "3d 6c 9s Qh 3h"}
    assert ordered.hands == {"1": "4h 6c Tc Ks 4s", "2": "3d 7d 9s Qh 3h"}


@both("5.14")
def test_5_14_the_order_names_cards_that_were_dealt(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1])
    t.deal({1: TWO_PAIRS}, ACE_KING)
    t.report("simultaneous_draw", order="Jd 9h")
    assert refusal(t)[0] == "fact-missing"


@both("5.14")
def test_5_14_nothing_is_left_to_order_once_the_last_hand_has_left(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1])
    t.shoe(shoe_of(SHOE))
    t.report("simultaneous_draw", by="dealer", order="7d 6c")
    t.report("dealing_error", boxes=[1])
    t.do("choose", box=1, option="withdraw")
    assert t.outcome(1, "ante") == ("returned", 0, 100_00)
    t.do("open_bets")
    assert refusal(t)[0] == "matter-open"
    t.rule("order", by="pit_supervisor").do("open_bets")
    assert len(t.refusals) == 1
    assert not t.events_of(HandsCorrected)


@both("5.14.1")
def test_5_14_1_all_players_then_have_the_options(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1, 2, 4, 6])
    t.shoe(shoe_of(SHOE))
    t.report("simultaneous_draw", order="7d 6c")
    assert offered_to(t) == [1, 2, 4, 6]
    t.do("choose", box=4, option="withdraw").bet(1).bet(2).bet(6).finish()
    assert t.refused is None
    assert t.outcome(4, "ante") == ("returned", 0, 100_00)
    assert game.cites("5.14.1", "5.10.3") <= decided_by(t, 4, "ante")
