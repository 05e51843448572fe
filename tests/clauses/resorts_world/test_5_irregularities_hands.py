"""CSP and MLP 5.12-5.13, 5.15-5.16, 5.19-5.20: single cards and hands, and errors found late."""

import pytest

from croupier.table.events import (
    CardsDealt,
    HandInvalidated,
    IrregularityDecided,
    MatterDecided,
    ReportNoted,
    UpCardChanged,
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
    played,
    refusal,
    shoe_of,
    take_bets,
)
from tests.playing import House


@both("5.12")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_5_12_once_somebody_has_looked_an_exposed_card_changes_nothing(
    game: Game, count: int
) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.view(1).report("cards_exposed", count=count, boxes=[2])
    [decided] = t.events_of(IrregularityDecided)
    assert decided.decision == "continue"
    assert game.cites("5.12") <= set(decided.clauses)
    assert offered_to(t) == []
    t.bet(1).bet(2).finish()
    assert [t.line(box, "ante").result for box in (1, 2)] == ["won", "lost"]


@both("5.13")
def test_5_13_a_card_face_up_in_the_shoe_is_the_next_card(game: Game) -> None:
    t = take_bets(game.house(device="shoe"), [1])
    t.shoe(shoe_of("9c 2d Ac Jh Ad Kd Jc 7s 3h 6s 4s"))
    [before] = t.events_of(CardsDealt)
    # The sixth card, Kd, lay face up: box 1 is due it and gets it.
    assert before.hands["1"] == "2d Jh Kd 7s 6s"
    t.report("face_up_in_shoe", by="dealer")
    [decided] = t.events_of(IrregularityDecided)
    assert (decided.decision, decided.by.role) == ("continue", "dealer")
    assert game.cites("5.13") <= set(decided.clauses)
    assert t.result.matters == ()
    assert offered_to(t) == []
    t.bet(1).finish()
    # King high against a pair of aces.
    assert t.outcome(1, "ante") == ("lost", 0, 0)


@both("5.15")
@pytest.mark.parametrize("cards", ["Ah Qc Jh 9h", "Ah Qc Jh 9h 8h 3s"])
def test_5_15_a_hand_with_the_wrong_number_of_cards_is_out(game: Game, cards: str) -> None:
    t = dealt(
        game,
        {1: TWO_PAIRS, 2: cards, 3: NINE_HIGH},
        jackpots=[2],
        jackpot=GROWING,
        entry="recording",
    )
    t.bet(1).bet(2).bet(3).finish()
    assert refusal(t) == ("deal-not-reported", f"{game.code} 5.15")
    t.report("player_card_count", box=2, reconstructable=False).settle()
    assert t.refused is None
    assert [(line.result, line.returned) for line in t.lines() if line.box == 2] == [
        ("returned", 100_00),
        ("returned", 200_00),
        ("returned", 5_00),
    ]
    for wager in ("ante", "bet", "jackpot"):
        assert game.cites("5.15") <= decided_by(t, 2, wager)
    assert [t.line(box, "ante").result for box in (1, 3)] == ["won", "lost"]
    assert t.meter == 1_000_000_00


@both("5.15")
def test_5_15_a_hand_that_can_be_reconstructed_plays(game: Game) -> None:
    t = dealt(game, {1: "Jd Jc 6c 6s 5c 3s"}, entry="recording")
    t.report("player_card_count", box=1, reconstructable=True)
    assert refusal(t)[0] == "fact-missing", "the corrected hand must be given"
    t.report("player_card_count", box=1, reconstructable=True, hands={"1": TWO_PAIRS})
    t.bet(1).finish()
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)


@both("5.15")
def test_5_15_until_the_next_opening_call_and_no_later(game: Game) -> None:
    t = played(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.report("player_card_count", box=1, reconstructable=False)
    assert t.phase == "settled"
    assert t.result.players["p1"].net == 0
    assert t.result.players["p2"].net == -300_00

    t = played(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.open().report("player_card_count", box=1, reconstructable=False, round=1)
    assert len(t.events_of(ReportNoted)) == 1
    assert t.result.players["p1"].net == 500_00


@both("5.15")
def test_5_15_a_settled_round_is_settled_anew_without_the_hand(game: Game) -> None:
    hands = {1: "9d 8d 7d 6d 5d", 2: "Jh Th 9h 8h 6h", 3: "Qs Js Ts 9s 8s"}
    t = played(game, hands, ACE_KING, jackpots=[1, 2, 3])
    assert [t.won(box, "jackpot") for box in (1, 2, 3)] == [100_000_00, 100_00, 90_000_00]
    t.report("player_card_count", box=1, reconstructable=False)
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)
    assert [t.won(box, "jackpot") for box in (2, 3)] == [100_00, 100_000_00]
    assert t.meter == 900_000_00


@both("5.15")
def test_5_15_a_dealers_report_waits_for_a_pit_supervisor(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH})
    t.report("player_card_count", by="dealer", box=2, reconstructable=False)
    [matter] = t.result.matters
    assert set(matter.decisions) == {"invalidate", "dismiss"}
    t.rule("invalidate", by="pit_supervisor")
    assert [event.box for event in t.events_of(HandInvalidated)] == [2]


@both("5.16")
def test_5_16_an_exposed_card_of_the_dealers_becomes_the_up_card(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, ACE_KING)
    before = t.result
    t.report("dealer_card_exposed", card="Kc")
    assert [result.tables["T1"].up_card for result in (before, t.result)] == ["2c", "Kc"]
    assert [event.card for event in t.events_of(UpCardChanged)] == ["Kc"]
    [decided] = t.events_of(IrregularityDecided)
    assert game.cites("5.16") <= set(decided.clauses)
    assert offered_to(t) == []
    t.bet(1).finish()
    assert t.won(1, "bet") == 400_00


@both("5.16")
def test_5_16_it_must_be_one_of_the_dealers_cards(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, ACE_KING)
    t.report("dealer_card_exposed", card="Jd")
    assert refusal(t)[0] == "fact-missing"
    assert t.result.tables["T1"].up_card == "2c"


def looked_twice(game: Game, first: int = 1, further: int = 3) -> House:
    t = dealt(
        game,
        {1: TWO_PAIRS, 2: NINE_HIGH, 3: FLUSH},
        jackpots=[3],
        players={1: "ann", 2: "bob", 3: "ann"},
        entry="recording",
        jackpot=GROWING,
    )
    return t.view(first).view(further)


@both("5.19")
def test_5_19_whether_it_was_on_purpose_is_the_pit_supervisors_to_find(game: Game) -> None:
    t = looked_twice(game)
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decided_by) == ("extra_hand_viewed", "pit_supervisor")
    assert set(matter.decisions) == {"invalidate", "continue", "dismiss"}
    t.rule("invalidate", by="dealer")
    assert refusal(t) == ("role-too-low", f"{game.code} 5.19")
    t.rule("continue", by={"id": "ps-4", "role": "pit_supervisor"})
    [decided] = t.events_of(MatterDecided)
    assert (decided.decision, decided.by.id) == ("continue", "ps-4")
    assert game.cites("5.19") <= set(decided.clauses)
    # Not on purpose: both hands play.
    t.bet(1).bet(2).bet(3).finish()
    assert (t.won(1, "bet"), t.won(3, "bet")) == (400_00, 1_000_00)


@both("5.19/effect")
@pytest.mark.parametrize("by_report", [False, True])
def test_5_19_on_purpose_the_further_hand_is_out_and_its_bets_go_back(
    game: Game, by_report: bool
) -> None:
    if by_report:
        t = dealt(
            game,
            {1: TWO_PAIRS, 3: FLUSH},
            jackpots=[3],
            players={1: "ann", 3: "ann"},
            jackpot=GROWING,
        )
        t.view(1).report("extra_hand_viewed", box=3, intentional=True)
    else:
        t = looked_twice(game).bet(2)
        t.rule("invalidate", by="pit_supervisor")
    t.bet(3)
    assert refusal(t)[0] == "hand-out"
    t.bet(1).finish()
    assert t.refused is None
    assert t.outcome(3, "ante") == ("returned", 0, 100_00)
    assert t.outcome(3, "jackpot") == ("returned", 0, 5_00)
    for wager in ("ante", "jackpot"):
        assert game.cites("5.19/effect") <= decided_by(t, 3, wager)
    assert t.meter == 1_000_000_00


@both("5.19/first")
@pytest.mark.parametrize(("first", "further"), [(1, 3), (3, 1)])
def test_5_19_the_hand_looked_at_first_plays_on(game: Game, first: int, further: int) -> None:
    """Ann has two pairs at box 1 and a flush at box 3; which of them stays is told by her looks
    alone, not by the box, the hand or the box that the ruling names."""
    t = looked_twice(game, first, further)
    t.rule("invalidate", by="pit_supervisor", box=first)
    t.report("extra_hand_viewed", box=first, intentional=True)
    assert refusal(t) == ("nothing-to-report", f"{game.code} 5.19/first")
    t.bet(first).bet(2).finish()
    assert len(t.refusals) == 1
    # 2 to 1 or 5 to 1 on a BET of 200; the flush has its jackpot prize too.
    assert t.outcome(first, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(first, "bet") == ("won", 400_00 if first == 1 else 1_000_00, 200_00)
    flush = ("won", 100_00, 0) if first == 3 else ("returned", 0, 5_00)
    assert t.outcome(3, "jackpot") == flush
    assert t.outcome(further, "ante") == ("returned", 0, 100_00)
    assert t.outcome(2, "ante") == ("lost", 0, 0)


@both("5.20")
@pytest.mark.parametrize(
    ("irregularity", "facts"),
    [
        ("foreign_card", {}),
        ("deck_count", {"counted": 51}),
        ("dealer_card_count", {"reconstructable": False}),
        ("player_card_count", {"box": 1, "reconstructable": False}),
        ("dealing_error", {"boxes": [1]}),
    ],
)
def test_5_20_an_error_found_in_a_later_round_is_noted_and_changes_neither(
    game: Game, irregularity: str, facts: dict[str, object]
) -> None:
    t = played(game, {1: TWO_PAIRS})
    first = t.lines()
    take_bets(t, [1])
    t.deal({1: NINE_HIGH}, ACE_KING)
    t.report(irregularity, round=1, **facts)
    [noted] = t.events_of(ReportNoted)
    assert noted.report.round == 1
    assert t.result.matters == ()
    assert t.phase == "dealt"
    t.bet(1).finish()
    assert t.lines(round=1) == first
    assert t.outcome(1, "ante", round=2) == ("lost", 0, 0)
    assert game.cites("5.20") <= set(game.rulebook.play.earlier_rounds_stand.clauses)
