"""CSP and MLP 3.12-3.14: fold or BET, and the dealer's hand against the players'."""

import pytest

from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    FLUSH,
    NINE_HIGH,
    ROYAL_FLUSH,
    TWO_PAIRS,
    Game,
    both,
    dealt,
    decided_by,
    played,
    refusal,
    take_bets,
)


@both("3.12")
def test_3_12_a_player_folds_or_bets_and_nothing_else(game: Game) -> None:
    t = take_bets(game.house(), [1, 2])
    t.bet(1)
    assert refusal(t) == ("not-dealt", f"{game.code} 3.12")
    t.fold(1)
    assert refusal(t) == ("not-dealt", f"{game.code} 3.12")
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH}, ACE_KING)
    t.play(1)
    assert refusal(t)[0] == "no-such-wager"
    t.reveal()
    assert refusal(t) == ("undecided-boxes", f"{game.code} 3.13")
    t.bet(1).fold(2)
    assert t.refused is None
    for box in (1, 2):
        t.bet(box)
        assert refusal(t) == ("already-decided", f"{game.code} 3.12")
        t.fold(box)
        assert refusal(t) == ("already-decided", f"{game.code} 3.12")
    t.reveal().fold(1)
    assert refusal(t)[0] == "wrong-time"


@both("3.12.1")
@pytest.mark.parametrize("dealer", [ACE_KING, ACE_QUEEN])
@pytest.mark.parametrize("hand", [TWO_PAIRS, NINE_HIGH])
def test_3_12_1_fold_costs_the_ante_whatever_the_dealer_shows(
    game: Game, dealer: str, hand: str
) -> None:
    t = dealt(game, {1: hand}, dealer)
    t.fold(1).finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert game.cites("3.12.1") <= decided_by(t, 1, "ante")
    assert len(t.lines()) == 1


@both("3.12.2")
def test_3_12_2_the_bet_of_twice_the_ante_is_at_stake(game: Game) -> None:
    t = played(game, {1: NINE_HIGH}, ACE_KING, ante=123_45)
    assert t.line(1, "bet").staked == 246_90
    assert t.result.players["p1"].net == -370_35
    assert game.cites("3.12.2") <= set(game.rulebook.stay.size.clauses)


@both("3.13")
def test_3_13_without_a_qualifying_hand_the_antes_in_play_win(game: Game) -> None:
    t = dealt(game, {1: "Jd 8d 6d 4h 3d", 2: ROYAL_FLUSH, 3: "Jh Jc 6c 6s 5c"}, ACE_QUEEN)
    t.bet(1).bet(2).fold(3).finish()
    for box in (1, 2):
        assert t.outcome(box, "ante") == ("won", 100_00, 100_00)
        assert game.cites("3.13") <= decided_by(t, box, "ante")
    assert t.outcome(3, "ante") == ("lost", 0, 0)
    assert game.cites("3.12.1") <= decided_by(t, 3, "ante")


@both("3.13/bet-returned")
@pytest.mark.parametrize("hand", [ROYAL_FLUSH, NINE_HIGH])
def test_3_13_without_a_qualifying_hand_the_bet_goes_back(game: Game, hand: str) -> None:
    t = played(game, {1: hand}, ACE_QUEEN)
    assert t.outcome(1, "bet") == ("returned", 0, 200_00)
    assert game.cites("3.13/bet-returned") <= decided_by(t, 1, "bet")


@both("3.14")
def test_3_14_a_qualifying_hand_is_compared_with_each_hand_in_play(game: Game) -> None:
    t = dealt(
        game,
        {1: TWO_PAIRS, 2: NINE_HIGH, 4: "Ah Kh 7d 4h 2d", 5: "Qs Qh 8s 8h 3s"},
        ACE_KING,
    )
    t.bet(1).bet(2).bet(4).fold(5).finish()
    results = {box: t.line(box, "ante").result for box in (1, 2, 4, 5)}
    assert results == {1: "won", 2: "lost", 4: "standoff", 5: "lost"}
    compared = game.cites("3.14.1", "3.14.2", "3.14.3")
    assert [len(compared & decided_by(t, box, "ante")) for box in (1, 2, 4, 5)] == [1, 1, 1, 0]


@both("3.14.1")
@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        (TWO_PAIRS, 2),
        ("Ah Kh 8c 4d 3h", 1),  # ace-king with an eight against a seven
        (FLUSH, 5),
    ],
)
def test_3_14_1_a_higher_hand_wins_ante_and_bet(game: Game, hand: str, odds: int) -> None:
    t = played(game, {1: hand}, ACE_KING)
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(1, "bet") == ("won", odds * 200_00, 200_00)
    assert game.cites("3.14.1") <= decided_by(t, 1, "ante")
    assert game.cites("3.14.1") <= decided_by(t, 1, "bet")


@both("3.14.2")
def test_3_14_2_a_lower_hand_loses_all_but_the_jackpot_bet(game: Game) -> None:
    t = played(game, {1: FLUSH}, "Kc Kd Ks 9h 9c", jackpots=[1])
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "bet") == ("lost", 0, 0)
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    assert game.cites("3.14.2") <= decided_by(t, 1, "ante")
    assert game.cites("3.14.2") <= decided_by(t, 1, "bet")
    assert game.cites("4.2/flush") <= decided_by(t, 1, "jackpot")
    # Staked 305, received 100.
    assert t.result.players["p1"].net == -205_00


@both("3.14.2")
def test_3_14_2_lower_by_the_last_card_is_lower(game: Game) -> None:
    t = played(game, {1: "Ah Kh 7d 4h 2d"}, "Ad Kc 7h 4s 3c")
    assert t.outcome(1, "ante") == ("lost", 0, 0)


@both("3.14.3")
def test_3_14_3_the_same_ranking_is_a_stand_off(game: Game) -> None:
    t = played(game, {1: "Qd Qh Jc 9d 3d"}, "Qc Qs Jh 9c 3s", jackpots=[1])
    assert t.outcome(1, "ante") == ("standoff", 0, 100_00)
    assert t.outcome(1, "bet") == ("standoff", 0, 200_00)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert game.cites("3.14.3") <= decided_by(t, 1, "ante")


@both("3.14.3")
def test_3_14_3_the_same_class_with_other_cards_is_none(game: Game) -> None:
    t = played(game, {1: "Qd Qh Jc 9d 4d", 2: "Kd Kh 5c 4c 3d"}, "Qc Qs Jh 9c 3s")
    assert [t.line(box, "ante").result for box in (1, 2)] == ["won", "won"]


@both("3.14.3")
def test_3_14_3_a_jackpot_hand_is_paid_in_a_stand_off(game: Game) -> None:
    t = played(game, {1: "Kh Jh 9h 5h 2h"}, "Ks Js 9s 5s 2s", jackpots=[1])
    assert t.outcome(1, "bet") == ("standoff", 0, 200_00)
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
