"""CSP and MLP 5.17-5.18: when the jackpot's devices or its system fail."""

import pytest

from croupier.table.events import BetsOpened, JackpotFailed, NoticeShown
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
    dealt,
    played,
    refusal,
    take_bets,
)
from tests.playing import House


def failed(game: Game) -> House:
    """A round that a failure found with a hand seen, now settled."""
    t = dealt(game, {1: TWO_PAIRS}, jackpots=[1])
    t.view(1).report("jackpot_failure").bet(1).finish()
    assert not t.refusals
    return t


@both("5.17")
@pytest.mark.parametrize("looked", ["nobody", "touched", "blind bet"])
def test_5_17_before_anybody_saw_cards_the_round_is_void(game: Game, looked: str) -> None:
    t = dealt(game, {1: ROYAL_FLUSH, 2: NINE_HIGH}, jackpots=[1, 2], jackpot=GROWING)
    if looked == "touched":
        t.do("handle_hand", box=1)
    if looked == "blind bet":
        t.bet(1)
    t.report("jackpot_failure")
    assert t.phase == "void"
    assert all(line.returned == line.staked for line in t.lines())
    assert all(game.cites("5.17", "5.22") <= set(line.clauses) for line in t.lines())
    assert t.meter == 1_000_000_00


@both("5.17")
def test_5_17_also_while_bets_are_open(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00).jackpot(1).report("jackpot_failure")
    assert t.phase == "void"
    assert t.outcome(1, "jackpot") == ("void", 0, 5_00)


@both("5.17")
def test_5_17_a_dealers_report_waits_for_a_pit_supervisor(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS}, jackpots=[1])
    t.report("jackpot_failure", by="dealer")
    [matter] = t.result.matters
    assert (matter.decided_by, set(matter.decisions)) == ("pit_supervisor", {"void", "dismiss"})
    t.rule("void", by="pit_supervisor")
    assert t.phase == "void"


@both("5.18")
def test_5_18_otherwise_this_round_goes_on_and_the_house_decides_on_the_next(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: FLUSH}, jackpots=[2])
    t.view(1).report("jackpot_failure")
    assert t.phase == "dealt"
    notice = t.events_of(NoticeShown)[-1]
    assert game.cites("5.18.1") <= set(notice.clauses)
    t.bet(1).bet(2).finish()
    assert (t.won(1, "bet"), t.won(2, "jackpot")) == (400_00, 100_00)
    t.open()
    assert refusal(t) == ("choice-awaited", f"{game.code} 5.18.2")


@both("5.18.1")
@pytest.mark.parametrize("moved", [-400_000_00, 0, 500_000_00])
def test_5_18_1_prizes_are_worked_out_on_the_value_registered_before(
    game: Game, moved: int
) -> None:
    t = dealt(game, {1: NINE_HIGH, 2: STRAIGHT_FLUSH}, jackpots=[1, 2], jackpot=GROWING)
    t.view(1).report("jackpot_failure")
    [failure] = t.events_of(JackpotFailed)
    # This round's two dollars were in the display.
    assert failure.registered == 1_000_002_00
    if moved:
        t.do("adjust_jackpot", jackpot="J1", amount=moved, reason="test", by="shift_manager")
    t.bet(1).bet(2).finish()
    assert not t.refusals
    assert t.won(2, "jackpot") == 100_000_20
    assert t.meter == 1_000_002_00 + moved - 100_000_20


@both("5.18.1")
def test_5_18_1_the_first_payout_lowers_the_registered_value_for_the_next(game: Game) -> None:
    t = dealt(
        game,
        {1: STRAIGHT_FLUSH, 2: "Jh Th 9h 8h 7h", 3: "Ac Kc Qc Jc Tc"},
        "Ad Kd 7s 4s 2c",
        jackpots=[1, 2, 3],
    )
    t.view(1).report("jackpot_failure")
    t.do("adjust_jackpot", jackpot="J1", amount=300_00, reason="test", by="shift_manager")
    t.bet(1).bet(2).bet(3).finish()
    paid = [t.won(box, "jackpot") for box in (1, 2, 3)]
    assert paid == [100_000_00, 90_000_00, 810_000_00]
    # What was put in meanwhile is beside the registered value, and the seed comes on top.
    assert t.meter == 100_300_00


@both("5.18.1")
def test_5_18_1_whether_or_not_the_dealers_hand_is_open(game: Game) -> None:
    t = dealt(game, {1: STRAIGHT_FLUSH}, jackpots=[1])
    t.bet(1).reveal().report("jackpot_failure").settle()
    assert not t.refusals
    assert t.won(1, "bet") == 10_000_00
    assert t.won(1, "jackpot") == 100_000_00


@both("5.18.2")
def test_5_18_2_the_next_round_waits_for_the_house_to_choose(game: Game) -> None:
    for command, keys in (
        ("close_table", {}),
        ("disallow_boxes", {"boxes": [1]}),
        ("jackpot_service", {"available": False}),
    ):
        t = failed(game)
        t.open()
        assert refusal(t) == ("choice-awaited", f"{game.code} 5.18.2")
        for role in ("dealer", "pit_supervisor", "pit_manager"):
            t.do(command, by=role, **keys)
            assert refusal(t) == ("role-too-low", f"{game.code} 5.18.2")
        t.open()
        assert refusal(t)[0] == "choice-awaited"
        t.do(command, by="shift_manager", **keys)
        assert t.refused is None
        t.open()
        assert (t.refused is None) is (command != "close_table")


@both("5.18.2")
@pytest.mark.parametrize("when", ["idle", "settled", "void"])
def test_5_18_2_a_failure_between_rounds_asks_for_the_choice_too(game: Game, when: str) -> None:
    t = game.house()
    if when != "idle":
        t = played(game, {1: TWO_PAIRS}, jackpots=[1])
    if when == "void":
        t.report("foreign_card")
    lines = t.result.lines
    t.report("jackpot_failure")
    assert t.result.lines == lines
    t.open()
    assert refusal(t) == ("choice-awaited", f"{game.code} 5.18.2")


@both("5.18.2/a")
def test_5_18_2_a_the_table_is_closed_until_it_is_opened_again(game: Game) -> None:
    t = failed(game)
    t.do("close_table", by="shift_manager").open()
    assert refusal(t) == ("table-closed", f"{game.code} 5.18.2/a")
    t.do("open_table", by="pit_manager")
    assert refusal(t)[0] == "role-too-low"
    t.do("open_table", by="shift_manager").open()
    assert t.refused is None


@both("5.18.2/b")
def test_5_18_2_b_the_affected_boxes_take_no_bets(game: Game) -> None:
    t = failed(game)
    t.do("disallow_boxes", boxes=[3, 5], by="shift_manager").open()
    for box in (3, 5):
        t.ante(box, 100_00)
        assert refusal(t) == ("box-disallowed", f"{game.code} 5.18.2/b")
    t.ante(2, 100_00).jackpot(2).ante(4, 100_00)
    assert t.refused is None
    t.close().deal({2: TWO_PAIRS, 4: NINE_HIGH}, ACE_KING).bet(2).bet(4).finish()
    assert t.refused is None
    t.do("open_table", by="shift_manager").open().ante(3, 100_00)
    assert t.refused is None


@both("5.18.2/c")
def test_5_18_2_c_no_jackpot_bets_are_taken_or_paid(game: Game) -> None:
    t = failed(game)
    t.do("jackpot_service", available=False, by="shift_manager").open().ante(1, 100_00).jackpot(1)
    assert refusal(t) == ("jackpot-unavailable", f"{game.code} 5.18.2/c")
    t.close().deal({1: FLUSH}, ACE_KING).bet(1).finish()
    assert t.refused is None
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)
    assert t.outcome(1, "bet") == ("won", 1_000_00, 200_00)
    assert not t.has_line(1, "jackpot")
    t.do("jackpot_service", available=True, by="shift_manager").open().ante(1, 100_00).jackpot(1)
    assert t.refused is None


@both("5.18.2/c")
def test_5_18_2_c_holds_from_the_next_round_on(game: Game) -> None:
    t = dealt(game, {1: FLUSH}, jackpots=[1])
    t.do("jackpot_service", available=False, by="shift_manager").bet(1).finish()
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)
    take_bets(t, [1])
    assert [event.jackpot_available for event in t.events_of(BetsOpened)] == [True, False]


@both("5.18.2/c-notice")
def test_5_18_2_c_a_notice_tells_so_at_the_start_of_every_round(game: Game) -> None:
    t = failed(game)
    before = len(t.events_of(NoticeShown))
    t.do("jackpot_service", available=False, by="shift_manager")
    for _ in range(2):
        take_bets(t, [1])
        t.deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    notices = t.events_of(NoticeShown)[before:]
    # One when it was decided, one at each opening call.
    assert len(notices) == 3
    for notice in notices:
        assert "no jackpot wagers" in notice.text.lower()
        assert notice.player is None
        assert set(notice.clauses) == game.cites("5.18.2/c-notice")
    t.do("jackpot_service", available=True, by="shift_manager").open()
    assert len(t.events_of(NoticeShown)) == before + 3


@both("5.18.1")
def test_5_18_1_the_value_is_that_at_the_report_though_the_ruling_comes_later(game: Game) -> None:
    t = game.house(jackpot={"meter": 1_000_000_00, "reset": 100_000_00})
    t.open().ante(1, 100_00).jackpot(1).close()
    t.deal({1: "9s Ts Js Qs Ks"}, "Ac Kd 8h 5h 3c").view(1)
    t.report("jackpot_failure", by="dealer")
    t.do("adjust_jackpot", jackpot="J1", amount=-500_000_00, reason="recount", by="shift_manager")
    t.rule("continue", by="pit_supervisor")
    t.bet(1).finish()
    assert t.outcome(1, "jackpot") == ("won", 100_000_00, 0)
    assert t.meter == 400_000_00
