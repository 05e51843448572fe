"""CSP and MLP 3.2-3.9: who may bet what, where and until when."""

import pytest

from croupier.table.events import CallMade, CardsDealt, HandViewed, NoticeShown, WagerPlaced
from tests.clauses.resorts_world.games import (
    ACE_KING,
    GROWING,
    NINE_HIGH,
    TWO_PAIRS,
    Game,
    both,
    dealt,
    refusal,
    seen_by,
    shoe_of,
    take_bets,
)

LIMITS = {"ante": [25_00, 2_000_00]}
ANN = {"id": "ann", "role": "player"}


@both("3.2")
def test_3_2_betting_starts_at_the_opening_call(game: Game) -> None:
    t = game.house()
    t.ante(1, 100_00)
    assert refusal(t) == ("bets-not-open", f"{game.code} 3.2")
    t.open()
    [call] = t.events_of(CallMade)
    assert call.text.lower() == "place your bets, please"
    assert game.cites("3.2") <= set(call.clauses)
    t.ante(1, 100_00)
    assert t.refused is None
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    t.ante(1, 100_00)
    assert refusal(t) == ("bets-not-open", f"{game.code} 3.2")


@both("3.3")
def test_3_3_everybody_sees_the_limits_and_the_jackpot_stake_at_all_times(game: Game) -> None:
    t = game.house(limits=LIMITS, jackpot={"meter": 1_000_00, "reset": 1_000_00, "stake": 7_00})
    seen = [seen_by(t), seen_by(t.open().ante(1, 100_00)), seen_by(t.close())]
    seen += [seen_by(t.deal({1: TWO_PAIRS}, ACE_KING)), seen_by(t, "p1")]
    seen.append(seen_by(t.bet(1).finish()))
    assert {(table.limits, table.jackpot_stake) for table in seen} == {((25_00, 2_000_00), 7_00)}
    phases = ["idle", "betting", "closed", "dealt", "dealt", "settled"]
    assert [table.phase for table in seen] == phases
    fact = game.told("Limits and stakes")
    assert (fact.value, set(fact.clauses)) == ("shown at the table", game.cites("3.3"))


@both("3.3")
def test_3_3_a_wager_refused_for_its_size_is_told_what_is_displayed(game: Game) -> None:
    t = game.house(limits=LIMITS, jackpot={"meter": 1_000_00, "reset": 1_000_00, "stake": 5_00})
    t.open().ante(1, 24_99)
    assert t.refused is not None
    assert "25.00 to 2,000.00" in t.refused.message
    t.ante(1, 25_00).jackpot(1, 6_00)
    assert t.refused is not None
    assert "5.00" in t.refused.message


@both("3.4")
@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (24_99, "below-minimum"),
        (25_00, None),
        (25_01, None),
        (1_999_99, None),
        (2_000_00, None),
        (2_000_01, "above-maximum"),
    ],
)
def test_3_4_the_ante_lies_within_the_limits(game: Game, amount: int, code: str | None) -> None:
    t = game.house(limits=LIMITS)
    t.open().ante(1, amount)
    if code is None:
        assert t.refused is None
    else:
        assert refusal(t) == (code, f"{game.code} 3.4")


@both("3.4")
def test_3_4_the_limits_hold_for_the_whole_ante_of_a_box(game: Game) -> None:
    t = game.house(limits=LIMITS)
    t.open().ante(1, 1_500_00).ante(1, 500_01)
    assert refusal(t) == ("above-maximum", f"{game.code} 3.4")
    t.ante(1, 500_00).ante(2, 2_000_00, "p1")
    assert t.refused is None
    t.close().deal({1: TWO_PAIRS, 2: NINE_HIGH}, ACE_KING).bet(1).fold(2).finish()
    assert (t.line(1, "ante").staked, t.line(2, "ante").staked) == (2_000_00, 2_000_00)


@both("3.4")
@pytest.mark.parametrize(("amount", "taken"), [(4_99, False), (5_00, True), (5_01, False)])
def test_3_4_the_jackpot_bet_is_the_prescribed_amount(game: Game, amount: int, taken: bool) -> None:
    t = game.house(jackpot={"meter": 1_000_00, "reset": 1_000_00, "stake": 5_00})
    t.open().ante(1, 100_00).jackpot(1, amount)
    if taken:
        assert t.refused is None
    else:
        assert refusal(t) == ("wrong-amount", f"{game.code} 3.4")


@both("3.4")
def test_3_4_one_jackpot_bet_a_hand(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00).jackpot(1).jackpot(1)
    assert refusal(t) == ("already-placed", f"{game.code} 3.4")


@both("3.4")
@pytest.mark.parametrize(
    ("amount", "outcome"),
    [
        (4_99, ("returned", 0, 4_99)),
        (5_00, ("won", 100_00, 0)),
        (7_00, ("won", 100_00, 2_00)),
    ],
)
def test_3_4_a_jackpot_bet_of_another_amount_found_later_counts_as_prescribed(
    game: Game, amount: int, outcome: tuple[str, int, int]
) -> None:
    t = game.house(entry="recording", jackpot=GROWING)
    t.open().ante(1, 100_00).jackpot(1, amount).close()
    t.deal({1: "Jh 8h 6h 4h 2h"}, ACE_KING).bet(1).finish()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == outcome
    # One dollar for a wager that counts, whatever lay there.
    assert t.meter == (1_000_000_00 if amount < 5_00 else 1_000_001_00)


@both("3.5")
def test_3_5_nobody_stands_behind_a_box(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").ante(1, 50_00, "bob")
    assert refusal(t) == ("box-taken", f"{game.code} 3.5")
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert t.line(1, "ante").staked == 100_00
    assert "bob" not in t.result.players


@both("3.5/other-box")
def test_3_5_nobody_bets_on_anothers_box(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann")
    for wager in ("jackpot", "ante"):
        t.wager(1, wager, 5_00, player="bob", by={"id": "bob", "role": "player"})
        assert refusal(t) == ("box-taken", f"{game.code} 3.5")
    t.close().deal({1: TWO_PAIRS}, ACE_KING)
    t.bet(1, player="bob")
    assert refusal(t) == ("not-yours", f"{game.code} 3.5")
    t.bet(1).finish()
    assert set(t.result.players) == {"ann"}
    assert game.cites("3.5/other-box") <= set(game.told("A player's box").clauses)


@both("3.7")
def test_3_7_a_box_without_a_bet_is_free_while_bets_are_open(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann")
    t.jackpot(1).do("withdraw_wager", box=1, wager="jackpot").ante(1, 100_00, "bob")
    assert refusal(t)[0] == "box-taken"
    t.do("withdraw_wager", box=1, wager="ante").ante(1, 200_00, "bob")
    assert t.refused is None
    t.ante(1, 100_00, "ann")
    assert refusal(t)[0] == "box-taken"
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert {(line.player, line.wager, line.staked) for line in t.lines()} == {
        ("bob", "ante", 200_00),
        ("bob", "bet", 400_00),
    }


@both("3.7", "5.24")
def test_3_7_a_box_whose_bets_an_official_gave_back_is_free_too(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").report("other", description="chips of another casino")
    t.rule("return_wagers", box=1).ante(1, 200_00, "bob")
    assert t.refused is None
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert [(line.player, line.wager, line.result.value) for line in t.lines()] == [
        ("ann", "ante", "returned"),
        ("bob", "ante", "won"),
        ("bob", "bet", "won"),
    ]


@both("3.6")
def test_3_6_a_box_without_an_ante_gets_no_cards(game: Game) -> None:
    t = take_bets(game.house(), [1, 3])
    t.deal({1: TWO_PAIRS, 2: "Ah Kh Qh 9h 8h", 3: NINE_HIGH}, ACE_KING)
    assert refusal(t) == ("wrong-hands", f"{game.code} 3.6")
    t.shoe(shoe_of(""))
    [cards] = t.events_of(CardsDealt)
    assert set(cards.hands) == {"1", "3"}
    t.bet(2, player="p2")
    assert refusal(t) == ("no-wager", f"{game.code} 3.6")


@both("3.6")
def test_3_6_a_box_with_an_ante_gets_its_cards(game: Game) -> None:
    t = take_bets(game.house(), [1, 3])
    t.deal({1: TWO_PAIRS}, ACE_KING)
    assert refusal(t)[0] == "wrong-hands"
    assert t.phase == "closed"


@both("3.7")
def test_3_7_a_player_may_ante_on_free_boxes_and_look_at_one_hand(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").ante(2, 100_00, "bob").ante(3, 100_00, "ann")
    assert not t.refusals
    t.ante(2, 100_00, "ann")
    assert refusal(t) == ("box-taken", f"{game.code} 3.5")
    t.close().deal({1: TWO_PAIRS, 2: NINE_HIGH, 3: "Ah Kh 9h 8c 3c"}, ACE_KING)
    t.view(1).view(3)
    assert refusal(t) == ("one-view-only", f"{game.code} 3.7")
    t.view(1)
    assert t.refused is None, "the same hand may be looked at again"
    t.view(2)
    assert t.refused is None, "another player has a view of their own"


@both("3.7/inform")
def test_3_7_the_player_of_several_hands_is_told_before_the_deal(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").ante(1, 50_00, "ann").ante(2, 100_00, "bob")
    assert t.events_of(NoticeShown) == []
    t.ante(3, 100_00, "ann")
    [notice] = t.events_of(NoticeShown)
    assert notice.player == "ann"
    assert "one" in notice.text
    assert game.cites("3.7/inform") <= set(notice.clauses)
    t.close().deal({1: TWO_PAIRS, 2: NINE_HIGH, 3: "Ah Kh 9h 8c 3c"}, ACE_KING)
    kinds = [type(event) for event in t.events]
    assert kinds.index(NoticeShown) < kinds.index(CardsDealt)


@both("3.7/blind")
def test_3_7_hands_not_examined_may_be_bet_blind(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 3: "Jh Js 9h 9d 3c"}, players={1: "ann", 3: "ann"})
    t.view(1).bet(1, by=ANN).bet(3, by=ANN)
    assert not t.refusals
    assert [viewed.box for viewed in t.events_of(HandViewed)] == [1]
    t.finish()
    # Two pairs pay 2 to 1 whether looked at or not.
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)
    assert t.outcome(3, "bet") == ("won", 400_00, 200_00)


@both("3.7/blind")
def test_3_7_a_blind_hand_may_be_folded_too(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 3: NINE_HIGH}, players={1: "ann", 3: "ann"})
    t.view(1).bet(1).fold(3).finish()
    assert not t.refusals
    assert t.outcome(3, "ante") == ("lost", 0, 0)


@both("3.7/exact")
@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize(("amount", "taken"), [(249_99, False), (250_00, True), (250_01, False)])
def test_3_7_the_bet_is_exactly_twice_the_ante_seen_or_not(
    game: Game, blind: bool, amount: int, taken: bool
) -> None:
    t = dealt(game, {1: TWO_PAIRS}, ante=125_00)
    if not blind:
        t.view(1)
    t.bet(1, amount)
    if taken:
        assert t.refused is None
    else:
        assert refusal(t) == ("wrong-amount", f"{game.code} 3.7/exact")


@both("3.7/exact")
def test_3_7_a_bet_without_an_amount_is_twice_the_whole_ante(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00).ante(1, 33_33).close().deal({1: TWO_PAIRS}, ACE_KING).bet(1)
    assert [placed.amount for placed in t.events_of(WagerPlaced)] == [100_00, 33_33, 266_66]


@both("3.8")
def test_3_8_a_jackpot_bet_needs_an_ante(game: Game) -> None:
    t = game.house()
    t.open().jackpot(1, player="p1")
    assert refusal(t) == ("ante-first", f"{game.code} 3.8")
    t.ante(1, 100_00).jackpot(1)
    assert t.refused is None
    laid_by = game.rulebook.progressive.notes["Laid by"]
    assert "coin spot" in laid_by.text
    assert game.cites("3.8") <= set(laid_by.clauses)


@both("3.8")
def test_3_8_an_ante_taken_back_takes_its_jackpot_bet_along(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00).jackpot(1).do("withdraw_wager", box=1, wager="ante").close()
    assert not t.refusals
    assert t.phase == "settled"
    assert t.lines() == []


@both("3.8.1")
def test_3_8_1_a_jackpot_bet_on_each_own_hand_with_an_ante(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").ante(2, 100_00, "bob").ante(3, 100_00, "ann")
    t.jackpot(1, player="ann").jackpot(3, player="ann")
    assert not t.refusals
    t.jackpot(2, player="ann")
    assert refusal(t) == ("box-taken", f"{game.code} 3.5")
    t.jackpot(4, player="ann")
    assert refusal(t) == ("ante-first", f"{game.code} 3.8")
    assert game.cites("3.8.1") <= set(game.told("Needs an ante").clauses)


@both("3.9")
def test_3_9_no_bets_after_the_closing_call(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00).close()
    call = t.events_of(CallMade)[-1]
    assert call.text.lower() == "no more bets"
    assert game.cites("3.9") <= set(call.clauses)
    for box, wager, amount in ((2, "ante", 100_00), (1, "ante", 5_00), (1, "jackpot", 5_00)):
        t.wager(box, wager, amount, player=f"p{box}")
        assert refusal(t) == ("bets-closed", f"{game.code} 5.11")
    t.deal({1: TWO_PAIRS}, ACE_KING).ante(2, 100_00)
    assert refusal(t)[0] == "bets-closed"
    t.bet(1)
    assert t.refused is None, "the BET has its own time, after the deal"
