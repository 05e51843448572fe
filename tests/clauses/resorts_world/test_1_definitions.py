"""CSP and MLP, part 1: what the terms mean, where both documents say the same."""

import pytest

from croupier.script import BadScript
from croupier.table.events import (
    BetsOpened,
    CardsDealt,
    HandsCorrected,
    MatterDecided,
    TableClosed,
    WagerPlaced,
)
from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    FLUSH,
    GROWING,
    NINE_HIGH,
    ROYAL_FLUSH,
    TWO_PAIRS,
    Game,
    both,
    dealt,
    decided_by,
    played,
    refusal,
    shoe_of,
    take_bets,
)


@both("1.1")
def test_1_1_an_ante_takes_a_box_into_the_round(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00).close()
    t.shoe(shoe_of("2s 3s 4s 5s 7s Ah Kh 9h 8h 6h"))
    [cards] = t.events_of(CardsDealt)
    assert set(cards.hands) == {"1"}
    t.bet(2)
    assert refusal(t)[0] == "no-wager"
    t.bet(1).finish()
    assert {line.box for line in t.lines()} == {1}


@both("1.2")
def test_1_2_every_wager_is_a_bet_and_goes_back_when_bets_do(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, jackpots=[1])
    t.bet(1).report("foreign_card")
    assert [(line.wager, line.returned) for line in t.lines()] == [
        ("ante", 100_00),
        ("bet", 200_00),
        ("jackpot", 5_00),
    ]
    assert t.result.players["p1"].received == 305_00


@both("1.3")
@pytest.mark.parametrize(("amount", "taken"), [(199_99, False), (200_00, True), (200_01, False)])
def test_1_3_the_bet_is_twice_the_ante(game: Game, amount: int, taken: bool) -> None:
    t = dealt(game, {1: TWO_PAIRS}, ante=100_00)
    t.bet(1, amount)
    assert (t.refused is None) is taken
    if not taken:
        assert refusal(t) == ("wrong-amount", f"{game.code} 3.7/exact")
    assert game.cites("1.3") <= set(game.told("To stay in").clauses)


@both("1.4")
def test_1_4_the_burnt_card_is_the_first_and_is_nobodys(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1])
    t.shoe(shoe_of("9c Ah 2d Kh 3d"))
    [cards] = t.events_of(CardsDealt)
    assert cards.burnt == "9c"
    assert cards.hands["1"].split()[:2] == ["Ah", "Kh"]
    assert cards.dealer.split()[:2] == ["2d", "3d"]


@both("1.5", "1.7")
def test_1_5_1_7_a_table_has_a_shoe_or_a_shuffler_and_nothing_else(game: Game) -> None:
    with pytest.raises(BadScript, match="device"):
        _ = game.house(device="hand").open().result
    assert game.told("Deal from a shoe").value == "one card at a time"
    assert game.told("Deal from a shuffler").value == "whole hands"


@both("1.5")
def test_1_5_the_cards_of_a_round_come_from_the_shoe_as_they_lie_in_it(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [4])
    t.shoe(shoe_of("Qc As 2d Ks 3d Qs 4d Js 5d Ts 7d"))
    [cards] = t.events_of(CardsDealt)
    assert (cards.burnt, cards.hands["4"], cards.dealer) == ("Qc", ROYAL_FLUSH, "2d 3d 4d 5d 7d")


@both("1.6")
def test_1_6_only_whoever_deals_the_game_opens_closes_and_deals(game: Game) -> None:
    t = game.house()
    t.open(by="player")
    assert refusal(t)[0] == "role-too-low"
    t.open(by={"id": "d-17", "role": "dealer"})
    assert t.refused is None
    t.ante(1, 100_00)
    t.close(by="player")
    assert refusal(t)[0] == "role-too-low"
    t.close()
    t.deal({1: TWO_PAIRS}, ACE_KING, by="player")
    assert refusal(t)[0] == "role-too-low"
    assert t.phase == "closed"


@both("1.6")
def test_1_6_a_dealer_without_an_id_is_nobody(game: Game) -> None:
    t = game.house()
    t.open(by={"id": "", "role": "dealer"})
    with pytest.raises(BadScript, match="id"):
        _ = t.result


@both("1.7")
def test_1_7_a_shuffler_dispenses_whole_hands(game: Game) -> None:
    t = take_bets(game.house(device="shuffler"), [4])
    t.shoe(shoe_of("As Ks Qs Js Ts 2d 3d 4d 5d 7d"))
    [cards] = t.events_of(CardsDealt)
    assert (cards.burnt, cards.hands["4"], cards.dealer) == (None, ROYAL_FLUSH, "2d 3d 4d 5d 7d")


@both("1.8")
def test_1_8_a_folded_hand_is_out_of_the_round(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, ACE_KING)
    t.fold(1)
    t.bet(1)
    assert refusal(t) == ("already-decided", f"{game.code} 3.12")
    t.finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert not t.has_line(1, "bet")
    assert not game.cites("3.14.1", "3.14.2", "3.14.3") & decided_by(t, 1, "ante")


@both("1.9")
def test_1_9_each_box_and_the_dealer_have_a_hand_of_five(game: Game) -> None:
    t = take_bets(game.house(), [1, 2, 5])
    t.shoe(shoe_of("2s"))
    [cards] = t.events_of(CardsDealt)
    hands = [*cards.hands.values(), cards.dealer]
    assert [len(hand.split()) for hand in hands] == [5, 5, 5, 5]
    assert len({card for hand in hands for card in hand.split()}) == 20


@both("1.9")
@pytest.mark.parametrize("cards", ["2s 3s 5s 6s", "2s 3s 5s 6s 8s 9s"])
def test_1_9_four_or_six_cards_are_no_hand(game: Game, cards: str) -> None:
    t = take_bets(game.house(), [1])
    t.deal({1: cards}, ACE_KING)
    assert refusal(t) == ("wrong-hands", f"{game.code} 3.11.1")


@both("1.10")
def test_1_10_the_house_is_the_operator_and_acts_through_its_shift_manager(game: Game) -> None:
    assert game.told("Operator").value == "Resorts World at Sentosa"
    t = game.house()
    t.do("close_table", by="pit_manager")
    assert refusal(t) == ("role-too-low", f"{game.code} 5.18.2")
    t.do("close_table", by={"id": "sm-3", "role": "shift_manager"})
    [closed] = t.events_of(TableClosed)
    assert closed.by.id == "sm-3"


@both("1.11")
def test_1_11_whoever_acts_as_pit_supervisor_is_one(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, device="shoe")
    t.report("simultaneous_draw", by="dealer", order="Jd Jc")
    for by in ("player", {"id": "d-17", "role": "dealer"}):
        t.rule("order", by=by)
        assert refusal(t) == ("role-too-low", f"{game.code} 5.14")
    assert [matter.decided_by for matter in t.result.matters] == ["pit_supervisor"]
    t.rule("order", by={"id": "d-17, acting", "role": "pit_supervisor"})
    [decided] = t.events_of(MatterDecided)
    assert (decided.by.id, decided.by.role) == ("d-17, acting", "pit_supervisor")
    assert game.cites("5.14") <= set(decided.clauses)


@both("1.11")
@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "pit_manager"])
def test_1_11_every_pit_employee_may_place_a_bet_for_a_player(game: Game, role: str) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann", by=role)
    [placed] = t.events_of(WagerPlaced)
    assert (placed.player, placed.by.role) == ("ann", role)


@both("1.12")
def test_1_12_a_player_is_whoever_has_a_bet(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").ante(2, 100_00, "bob")
    t.do("withdraw_wager", box=2, wager="ante", player="bob")
    t.leave("cid")
    assert refusal(t)[0] == "no-wager"
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert set(t.result.players) == {"ann"}


@both("1.13")
def test_1_13_the_jackpot_grows_with_every_accepted_jackpot_bet(game: Game) -> None:
    t = game.house(jackpot=GROWING)
    hands = {
        1: "Td 9s 6s 5h 3d",
        2: "Tc 9c 6c 5d 3c",
        3: "Th 9h 6h 5c 3h",
        4: "Jd 8s 7s 4d 2d",
        5: "Jc 8c 7c 4c 2h",
    }
    take_bets(t, hands, jackpots=hands)
    t.deal(hands, "Ad Kc Qh Js 9d")
    for box in hands:
        t.bet(box)
    t.finish()
    assert not t.refusals
    assert t.meter == 1_000_005_00
    jackpot = t.result.jackpots["J1"]
    assert (jackpot.contributed, jackpot.paid, jackpot.seeded) == (5_00, 0, 0)


@both("1.13")
def test_1_13_a_refused_or_returned_jackpot_bet_adds_nothing(game: Game) -> None:
    t = game.house(jackpot=GROWING)
    t.open().jackpot(2, player="p2")
    assert refusal(t)[0] == "ante-first"
    t.ante(1, 100_00).jackpot(1)
    t.do("withdraw_wager", box=1, wager="jackpot").close()
    assert t.meter == 1_000_000_00


@both("1.13/reset")
def test_1_13_a_jackpot_that_is_won_resets_and_grows_again(game: Game) -> None:
    t = dealt(
        game,
        {1: ROYAL_FLUSH},
        jackpots=[1],
        jackpot=GROWING,
    )
    t.bet(1).finish()
    # The round's own dollar is in the value shown and won.
    assert t.won(1, "jackpot") == 1_000_001_00
    assert t.meter == 100_000_00
    take_bets(t, [1], jackpots=[1])
    assert t.meter == 100_001_00


@both("1.13/reset")
def test_1_13_a_tenth_taken_is_no_reset(game: Game) -> None:
    t = played(
        game,
        {1: "Qc Jc Tc 9c 8c"},
        "Ad Kd 7h 4s 2c",
        jackpots=[1],
        jackpot={"meter": 50_000_00, "reset": 100_000_00},
    )
    assert t.won(1, "jackpot") == 5_000_00
    assert t.meter == 45_000_00


@both("1.14")
@pytest.mark.parametrize(
    ("dealer", "qualifies"),
    [
        ("Ad Kc 4s 3h 2c", True),  # the lowest hand with an ace and a king
        ("Ad Qc Jh Th 9c", False),  # the highest without
        ("Kd Qc Jh Th 8c", False),
        ("2d 2c 5s 4h 3c", True),  # the lowest pair
        ("5d 4c 3s 2h Ac", True),  # a straight with the ace low, and no king
        ("7d 6d 4d 3d 2d", True),  # the lowest flush
    ],
)
def test_1_14_ace_king_or_any_higher_hand_qualifies(
    game: Game, dealer: str, qualifies: bool
) -> None:
    t = played(game, {1: ROYAL_FLUSH}, dealer)
    if qualifies:
        assert t.outcome(1, "bet") == ("won", 50_000_00, 200_00)
    else:
        assert t.outcome(1, "bet") == ("returned", 0, 200_00)
    assert game.cites("1.14") <= set(game.rulebook.main.qualifies.clauses)


@both("1.15")
def test_1_15_reconstruction_gives_the_hands_of_a_correct_deal(game: Game) -> None:
    cards = shoe_of("2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh")
    correct = take_bets(game.house(device="shoe"), [1])
    correct.shoe(cards)
    [due] = correct.events_of(CardsDealt)

    t = take_bets(game.house(device="shoe", entry="recording"), [1])
    t.shoe(cards, burn=False)
    [wrong] = t.events_of(CardsDealt)
    assert (wrong.hands["1"], wrong.dealer) == ("2c 4h 6c 8h Tc", "3d 5s 7d 9s Jd")
    t.report("burn_omitted", by="shift_manager", reconstructable=True)
    [put_right] = t.events_of(HandsCorrected)
    assert (put_right.hands["1"], put_right.dealer) == ("3d 5s 7d 9s Jd", "4h 6c 8h Tc Qh")
    assert (put_right.hands, put_right.dealer) == (due.hands, due.dealer)


@both("1.16")
def test_1_16_a_round_lasts_until_everybody_is_settled(game: Game) -> None:
    t = game.house()
    t.open()
    assert (t.phase, t.result.tables["T1"].round) == ("betting", 1)
    t.ante(1, 100_00).ante(2, 100_00)
    t.close().open()
    assert refusal(t) == ("round-not-over", f"{game.code} 1.16")
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH}, ACE_KING).open()
    assert refusal(t) == ("round-not-over", f"{game.code} 1.16")
    t.bet(1).fold(2).reveal().open()
    assert refusal(t) == ("round-not-over", f"{game.code} 1.16")
    t.settle().open()
    assert t.refused is None
    assert t.result.tables["T1"].round == 2
    assert [opened.round for opened in t.events_of(BetsOpened)] == [1, 2]


@both("1.17")
def test_1_17_the_seated_player_decides_for_the_box(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH}, players={1: "ann", 2: "bob"})
    bob = {"id": "bob", "role": "player"}
    for command, keys in (("place_wager", {"wager": "bet"}), ("fold", {}), ("view_hand", {})):
        t.do(command, box=1, by=bob, **keys)
        forbids = "3.5" if command == "place_wager" else "1.17"
        assert refusal(t) == ("not-yours", f"{game.code} {forbids}")
    t.bet(1, by={"id": "ann", "role": "player"})
    assert t.refused is None


@both("1.17/unseated")
def test_1_17_who_bets_on_an_empty_box_decides_for_it(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 3: NINE_HIGH}, players={1: "ann", 3: "ann"})
    ann = {"id": "ann", "role": "player"}
    t.bet(1, by=ann).fold(3, by=ann).finish()
    assert not t.refusals
    assert t.line(3, "ante").player == "ann"
    assert t.outcome(3, "ante") == ("lost", 0, 0)


@both("1.18")
def test_1_18_a_bet_on_a_seated_players_box_is_that_of_a_standing_player(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann")
    t.ante(1, 50_00, "bob")
    assert refusal(t) == ("box-taken", f"{game.code} 3.5")
    t.ante(1, 50_00, "ann")
    assert t.refused is None


@both("1.19")
def test_1_19_a_stand_off_neither_pays_nor_takes_but_for_the_jackpot_bet(game: Game) -> None:
    t = played(game, {1: "Ah Kh 7c 4d 2s"}, "Ad Kc 7h 4s 2c", jackpots=[1])
    assert t.outcome(1, "ante") == ("standoff", 0, 100_00)
    assert t.outcome(1, "bet") == ("standoff", 0, 200_00)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)
    assert game.cites("1.19", "3.14.3") <= decided_by(t, 1, "ante")
    assert game.cites("1.19", "3.14.3") <= decided_by(t, 1, "bet")
    assert t.result.players["p1"].net == -5_00


@both("1.19")
def test_1_19_an_unqualified_dealer_never_stands_off(game: Game) -> None:
    t = played(game, {1: "Ah Qh 7c 4d 2s"}, ACE_QUEEN)
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)


@both("1.20")
def test_1_20_a_void_round_has_no_result(game: Game) -> None:
    t = dealt(game, {1: ROYAL_FLUSH, 2: FLUSH, 3: NINE_HIGH}, jackpots=[1, 2])
    t.bet(1).bet(2).fold(3).finish().report("unshuffled")
    assert t.phase == "void"
    assert {line.result for line in t.lines()} == {"void"}
    assert {line.box for line in t.lines()} == {1, 2, 3}
    assert sum(line.won for line in t.lines()) == 0
    assert all(player.net == 0 for player in t.result.players.values())
    assert t.meter == 1_000_000_00
