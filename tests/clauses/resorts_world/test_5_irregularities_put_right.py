"""CSP and MLP 5.10, 5.15, 5.19: cards put right, and which hand a player then has."""

from typing import Any

import pytest

from croupier.table.events import HandsCorrected
from tests.clauses.resorts_world.games import (
    ACE_KING,
    FLUSH,
    GROWING,
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

QUEENS = "Qs Qd 9c 5c 3c"
TENS = "Ts Td 8s 6h 3h"
ODD = "Js 9d 8c 4c 3d"
FULL_HOUSE = "Jh Jc Jd 6c 6d"
HANDS = {1: QUEENS, 2: TENS, 3: ODD}


def table(game: Game, **settings: Any) -> House:
    return dealt(game, HANDS, ACE_KING, **settings)


def hand(t: House, box: int) -> str:
    """The cards as they lie at a box."""
    return str(t.events_of(HandsCorrected)[-1].hands[str(box)])


def finish(t: House, *boxes: int) -> House:
    for box in boxes:
        t.bet(box)
    return t.finish()


# 5.10.2: who goes on has the reconstructed hand


@both("5.10.2")
def test_5_10_2_who_continues_has_the_corrected_hand(game: Game) -> None:
    """Box 1 was to have a full house: 7 to 1 on a bet of 200.00, not 1 to 1 for queens."""
    t = table(game).report(
        "dealing_error", boxes=[1], reconstructable=True, hands={"1": FULL_HOUSE}
    )
    assert offered_to(t) == [1]
    t.do("choose", box=1, option="continue")
    finish(t, 1, 2, 3)
    assert t.won(1, "bet") == 1_400_00
    assert game.cites("4.1/full-house") <= decided_by(t, 1, "bet")


@both("5.10.1")
def test_5_10_1_where_nothing_can_be_put_right_the_hand_dealt_plays_on(game: Game) -> None:
    t = table(game).report("dealing_error", boxes=[1], reconstructable=False)
    assert offered_to(t) == [1]
    assert not t.events_of(HandsCorrected)
    t.do("choose", box=1, option="continue")
    assert finish(t, 1, 2, 3).won(1, "bet") == 200_00


@both("5.10.3")
def test_5_10_3_who_withdraws_has_the_bets_back_and_the_hand_is_out(game: Game) -> None:
    t = table(game, jackpots=[1]).report("dealing_error", boxes=[1], hands={"1": FULL_HOUSE})
    t.do("choose", box=1, option="withdraw")
    finish(t, 2, 3)
    assert t.outcome(1, "ante") == ("returned", 0, 100_00)
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)
    assert game.cites("5.10.3") <= decided_by(t, 1, "ante")


@both("5.10")
def test_5_10_affected_are_those_named_and_all_whose_cards_change(game: Game) -> None:
    """Boxes 1 and 2 have each other's hands; box 3 was named though its cards stay."""
    t = table(game).report("dealing_error", boxes=[3], hands={"1": TENS, "2": QUEENS})
    assert offered_to(t) == [1, 2, 3]
    assert (hand(t, 1), hand(t, 2), hand(t, 3)) == (TENS, QUEENS, ODD)


@both("5.10")
def test_5_10_the_dealers_hand_may_be_put_right_with_the_players(game: Game) -> None:
    """The dealer gets queen high: no hand, and the bets go back."""
    t = table(game).report("dealing_error", boxes=[1], hands={"dealer": "Qc Jd 7h 4s 2c"})
    t.do("choose", box=1, option="continue")
    finish(t, 1, 2, 3)
    assert t.outcome(2, "bet") == ("returned", 0, 200_00)
    assert t.outcome(2, "ante") == ("won", 100_00, 100_00)


@both("1.9", "2.2.1")
@pytest.mark.parametrize(
    ("hands", "code", "clause"),
    [
        ({"1": "Qs Qd 9c 5c"}, "wrong-hands", "3.11.1"),
        ({"1": "Qs Qd 9c 5c 3c 2s"}, "wrong-hands", "3.11.1"),
        ({"dealer": "Ad Kc 7h"}, "wrong-hands", "3.11.1"),
        ({"1": "Qs Qd 9c 5c Ts"}, "card-twice", "2.2.1"),
        ({"1": "Qs Qd 9c 5c 5c"}, "card-twice", "2.2.1"),
    ],
)
def test_5_10_corrected_hands_are_whole_and_of_one_deck(
    game: Game, hands: dict[str, str], code: str, clause: str
) -> None:
    t = table(game).report("dealing_error", boxes=[1], hands=hands)
    assert refusal(t) == (code, f"{game.code} {clause}")
    assert not t.events_of(HandsCorrected)


@both("5.10", "3.12.1")
def test_5_10_who_has_folded_or_left_has_no_option(game: Game) -> None:
    t = table(game).fold(1).leave("p2")
    t.report("dealing_error", hands={"3": FULL_HOUSE})
    assert offered_to(t) == [3]
    t.do("choose", box=1, option="withdraw")
    assert refusal(t)[0] == "no-option"


@both("5.10")
def test_5_10_there_are_options_until_the_settlement(game: Game) -> None:
    t = table(game).bet(1).bet(2).bet(3).reveal()
    t.report("dealing_error", boxes=[2], hands={"2": FULL_HOUSE})
    assert offered_to(t) == [2]
    assert refusal(t.settle())[0] == "option-open"
    t.do("choose", box=2, option="withdraw").settle()
    assert t.outcome(2, "ante") == ("returned", 0, 100_00)
    assert t.outcome(2, "bet") == ("returned", 0, 200_00)


@both("5.11")
def test_5_11_a_choice_that_nobody_offered_is_a_withdrawal_after_the_close(game: Game) -> None:
    t = game.house().open().ante(1, 100_00).do("choose", box=1, option="withdraw")
    assert refusal(t) == ("no-option", None), "bets are open: 5.11 forbids nothing yet"
    t = table(game).do("choose", box=1, option="withdraw")
    assert refusal(t) == ("no-option", f"{game.code} 5.11")
    t.do("choose", box=1, option="continue")
    assert refusal(t) == ("no-option", None), "going on is no withdrawal"
    finish(t, 1, 2, 3).do("choose", box=1, option="withdraw")
    assert refusal(t) == ("no-option", None), "the round is over"
    assert t.line(1, "ante").result == "won"


@both("5.10/accept")
def test_5_10_who_has_chosen_accepts_what_follows(game: Game) -> None:
    t = table(game).report("dealing_error", boxes=[1], reconstructable=False)
    t.do("choose", box=1, option="continue").do("choose", box=1, option="withdraw")
    assert refusal(t) == ("no-option", f"{game.code} 5.10/accept")


# A misdeal after a look is a dealing error


@both("5.10", "5.8.6")
def test_5_8_6_found_after_a_look_hands_are_moved_with_options(game: Game) -> None:
    t = table(game).view(3).report("misdeal", moves={"1": 2, "2": 1})
    assert t.phase == "dealt"
    assert (hand(t, 1), hand(t, 2)) == (TENS, QUEENS)
    assert offered_to(t) == [1, 2]


@both("5.10", "5.8.6")
def test_5_8_6_found_after_a_look_hands_may_be_corrected_card_by_card(game: Game) -> None:
    t = table(game).view(3).report("misdeal", hands={"2": FULL_HOUSE})
    assert hand(t, 2) == FULL_HOUSE
    assert offered_to(t) == [1, 2, 3]


@both("5.8.6")
def test_5_8_6_hands_moved_while_unseen_give_no_option(game: Game) -> None:
    t = table(game).report("misdeal", moves={"1": 2, "2": 1})
    assert (hand(t, 1), hand(t, 2)) == (TENS, QUEENS)
    assert offered_to(t) == []


@both("5.8.6")
def test_5_8_6_unseen_only_whole_hands_can_be_moved(game: Game) -> None:
    t = table(game).report("misdeal", hands={"2": FULL_HOUSE})
    assert t.phase == "void"


@both("5.8.6")
def test_5_8_6_a_look_at_a_hand_that_is_nobodys_is_no_look(game: Game) -> None:
    """The hand of box 2 was dealt to box 4, which has no bet: touching it counts for nothing."""
    t = take_bets(game.house(entry="recording"), [1, 2])
    t.deal({1: QUEENS, 4: TENS}, ACE_KING)
    for act in ("handle_hand", "view_hand"):
        assert refusal(t.do(act, box=4))[0] == "no-wager"
    t.report("misdeal", moves={"4": 2})
    assert hand(t, 2) == TENS
    assert offered_to(t) == []


# 5.15, 5.8.7: wrong counts


@both("5.15", "5.10.2")
def test_5_15_put_right_the_player_may_go_on_or_not(game: Game) -> None:
    """Box 1 has six cards, of which the last was box 2's: both change."""
    t = take_bets(game.house(entry="recording"), [1, 2, 3])
    t.deal({1: f"{QUEENS} 2d", 2: "Ts Td 8s 6h", 3: ODD}, ACE_KING)
    corrected = {"1": QUEENS, "2": "Ts Td 8s 6h 2d"}
    t.report("player_card_count", box=1, reconstructable=True, hands=corrected)
    assert offered_to(t) == [1, 2]
    t.do("choose", box=2, option="withdraw").do("choose", box=1, option="continue")
    finish(t, 1, 3)
    assert t.outcome(1, "bet") == ("won", 200_00, 200_00)
    assert t.outcome(2, "ante") == ("returned", 0, 100_00)


@both("5.15")
def test_5_15_a_count_that_proves_right_after_all_gives_the_option_too(game: Game) -> None:
    t = table(game).report("player_card_count", box=2, reconstructable=True)
    assert offered_to(t) == [2]


@both("5.8.7")
def test_5_8_7_a_dealers_hand_put_right_gives_none(game: Game) -> None:
    t = table(game).report(
        "dealer_card_count", reconstructable=True, hands={"dealer": "Ad Kc 7h 4s 2s"}
    )
    assert t.phase == "dealt"
    assert offered_to(t) == []


@both("5.15")
def test_5_15_once_the_bets_have_gone_back_nothing_is_left_to_decide(game: Game) -> None:
    t = table(game).report("player_card_count", box=1, reconstructable=True, by="dealer")
    t.report("dealing_error", boxes=[1], reconstructable=False)
    t.do("choose", box=1, option="withdraw")
    [matter] = t.result.matters
    assert matter.decisions == ("dismiss",)


# 5.9, 5.14: everybody


@both("5.14")
def test_5_14_speaks_of_a_shoe(game: Game) -> None:
    t = table(game, device="shuffler").report("simultaneous_draw", order="Qs Ts")
    assert refusal(t) == ("nothing-to-report", f"{game.code} 5.14")


@both("5.14", "5.14.1")
def test_5_14_the_cards_take_the_places_in_which_they_lie(game: Game) -> None:
    """Dealt singly after the burn: 3d to box 1, 4h to box 2, 5s to the dealer, 6c to box 1 ..."""
    t = take_bets(game.house(device="shoe"), [1, 2])
    t.shoe(shoe_of("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks 2d 3h 4s 5c"))
    t.report("simultaneous_draw", order="4h 3d")
    assert (hand(t, 1), hand(t, 2)) == ("4h 6c 9s Qh 3h", "3d 7d Tc Ks 4s")
    assert offered_to(t) == [1, 2]


# 5.19: the additional hand


@both("5.19/first", "5.19")
@pytest.mark.parametrize("intentional", [True, False, None])
def test_5_19_the_hand_first_viewed_is_never_struck(game: Game, intentional: bool | None) -> None:
    t = dealt(game, HANDS, players={1: "ann", 2: "ann", 3: "ben"}, entry="recording")
    t.view(2).view(1).rule("dismiss")
    facts = {} if intentional is None else {"intentional": intentional}
    assert refusal(t.report("extra_hand_viewed", box=2, **facts)) == (
        "nothing-to-report",
        f"{game.code} 5.19/first",
    )
    t.report("extra_hand_viewed", box=1, intentional=True)
    assert t.refused is None
    finish(t, 2, 3)
    assert t.outcome(1, "ante") == ("returned", 0, 100_00)
    assert t.outcome(2, "ante") == ("won", 100_00, 100_00)


@both("5.19")
@pytest.mark.parametrize("looked_at", [None, 3])
def test_5_19_an_only_hand_or_another_players_is_none(game: Game, looked_at: int | None) -> None:
    t = dealt(game, HANDS, players={1: "ann", 2: "ann", 3: "ben"})
    if looked_at is not None:
        t.view(looked_at)
    t.report("extra_hand_viewed", box=3, intentional=True)
    # Box 3 is ben's only hand: the first he looked at, or one that he has not looked at.
    clause = "5.19" if looked_at is None else "5.19/first"
    assert refusal(t) == ("nothing-to-report", f"{game.code} {clause}")


@both("5.19/effect")
def test_5_19_a_hand_that_was_not_written_down_as_seen_may_be_reported(game: Game) -> None:
    t = dealt(game, HANDS, players={1: "ann", 2: "ann", 3: "ben"}, jackpots=[2], jackpot=GROWING)
    t.view(1).report("extra_hand_viewed", box=2, intentional=True)
    assert t.refused is None
    finish(t, 1, 3)
    assert t.outcome(2, "jackpot") == ("returned", 0, 5_00)
    assert t.meter == 1_000_000_00


# 4.3: a hand not revealed may still be claimed


@both("4.3", "4.4")
@pytest.mark.parametrize("dealer", [ACE_KING, "Ad Qc 7h 4s 2c"])
def test_4_3_a_hand_not_revealed_is_shown_for_the_jackpot_afterwards(
    game: Game, dealer: str
) -> None:
    t = dealt(game, {1: FLUSH.replace("2h", "3h").replace("4h", "5h")}, dealer, jackpots=[1])
    t.bet(1).reveal().do("decline_reveal", box=1).do("claim_jackpot", box=1)
    assert t.refused is None
    t.settle()
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    assert t.outcome(1, "ante")[0] == ("lost" if dealer == ACE_KING else "won")
    assert refusal(t.do("claim_jackpot", box=1))[0] == "not-dealt"
