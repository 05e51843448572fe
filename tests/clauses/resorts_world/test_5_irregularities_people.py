"""CSP and MLP 5.5-5.6, 5.23-5.24: players who leave, staff who bet for them, and who decides."""

import pytest

from croupier.table.events import (
    MatterDecided,
    MatterOpened,
    NoticeShown,
    WagerPlaced,
)
from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    FLUSH,
    NINE_HIGH,
    TWO_PAIRS,
    Game,
    both,
    dealt,
    decided_by,
    refusal,
)


@both("5.5")
@pytest.mark.parametrize("when", ["before the deal", "after the deal"])
def test_5_5_who_walks_away_undecided_has_folded_every_open_hand(game: Game, when: str) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").ante(2, 100_00, "bob").ante(3, 50_00, "ann").close()
    if when == "before the deal":
        t.leave("ann")
    t.deal({1: TWO_PAIRS, 2: NINE_HIGH, 3: "Ah Ac 9h 8d 3c"}, ACE_QUEEN)
    if when == "after the deal":
        t.view(1).leave("ann")
    t.bet(2).finish()
    assert not t.refusals
    for box in (1, 3):
        assert t.outcome(box, "ante") == ("lost", 0, 0)
        assert game.cites("5.5", "3.12.1") <= decided_by(t, box, "ante")
    assert t.outcome(2, "ante") == ("won", 100_00, 100_00)
    assert t.result.players["ann"].net == -150_00


@both("5.5")
def test_5_5_who_has_left_takes_no_further_part(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann").leave("ann").ante(2, 100_00, "ann")
    assert refusal(t) == ("player-left", f"{game.code} 5.5")


@both("5.6")
@pytest.mark.parametrize(("hand", "net"), [(TWO_PAIRS, 500_00), (NINE_HIGH, -300_00)])
def test_5_6_who_walks_away_with_nothing_to_decide_is_settled_as_usual(
    game: Game, hand: str, net: int
) -> None:
    t = dealt(game, {1: hand}, ACE_KING, players={1: "ann"})
    t.bet(1).leave("ann").finish()
    assert not t.refusals
    assert t.result.players["ann"].net == net
    assert not game.cites("5.5") & decided_by(t, 1, "ante")
    assert game.cites("5.6") <= set(game.rulebook.people.notes["Absent, nothing to decide"].clauses)


@both("5.5", "5.6")
def test_5_5_5_6_one_box_decided_and_one_not(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: FLUSH}, ACE_KING, players={1: "ann", 2: "ann"})
    t.bet(1).leave("ann").finish()
    assert t.outcome(1, "bet") == ("won", 400_00, 200_00)
    assert t.outcome(2, "ante") == ("lost", 0, 0)


@both("5.23")
def test_5_23_staff_may_place_bets_for_a_player(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann", by={"id": "pm-2", "role": "pit_manager"})
    t.jackpot(1, player="ann", by={"id": "d-1", "role": "dealer"}).close()
    t.deal({1: TWO_PAIRS}, ACE_KING)
    t.bet(1, player="ann", by={"id": "ps-1", "role": "pit_supervisor"}).finish()
    assert not t.refusals
    placed = [(event.player, event.by.id) for event in t.events_of(WagerPlaced)]
    assert placed == [("ann", "pm-2"), ("ann", "d-1"), ("ann", "ps-1")]
    assert {line.player for line in t.lines()} == {"ann"}


@both("5.23")
def test_5_23_another_player_may_not(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann", by={"id": "bob", "role": "player"})
    assert refusal(t) == ("not-yours", f"{game.code} 5.23")


@both("5.23/responsibility")
def test_5_23_a_bet_wrongly_placed_for_a_player_stands_at_the_close(game: Game) -> None:
    t = game.house()
    t.open().ante(4, 100_00, "ann", by="dealer")  # ann had asked for box 3
    t.close().do("withdraw_wager", box=4, wager="ante")
    assert refusal(t) == ("bets-closed", f"{game.code} 5.11")
    t.deal({4: NINE_HIGH}, ACE_KING).fold(4).finish()
    assert t.outcome(4, "ante") == ("lost", 0, 0)
    [placed] = t.events_of(WagerPlaced)
    assert (placed.player, placed.by.role) == ("ann", "dealer")


@both("5.23/responsibility")
def test_5_23_the_player_is_told_to_check_what_was_placed(game: Game) -> None:
    t = game.house()
    t.open().ante(1, 100_00, "ann")
    assert t.events_of(NoticeShown) == []
    t.ante(4, 100_00, "bob", by="dealer")
    [notice] = t.events_of(NoticeShown)
    assert notice.player == "bob"
    assert "check" in notice.text
    assert set(notice.clauses) == game.cites("5.23/responsibility")


@both("5.23/responsibility")
def test_5_23_before_the_close_the_player_may_put_it_right(game: Game) -> None:
    t = game.house()
    t.open().ante(4, 100_00, "ann", by="dealer")
    t.do("withdraw_wager", box=4, wager="ante", by={"id": "ann", "role": "player"})
    t.ante(3, 100_00, "ann")
    assert not t.refusals


@both("5.24")
def test_5_24_what_is_not_covered_is_the_shift_managers(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS, 2: NINE_HIGH}, jackpots=[1])
    t.report("other", by="shift_manager", description="a drink over the layout")
    [matter] = t.result.matters
    assert matter.decided_by == "shift_manager"
    assert {"void", "continue", "invalidate", "return_wagers"} <= set(matter.decisions)
    for role in ("dealer", "pit_supervisor", "pit_manager"):
        t.rule("void", by=role)
        assert refusal(t) == ("role-too-low", f"{game.code} 5.24")
    t.bet(1).bet(2).reveal()
    assert refusal(t)[0] == "matter-open"
    t.rule("invalidate", by="shift_manager", box=1)
    [decided] = t.events_of(MatterDecided)
    assert (decided.by.role, decided.reason) == ("shift_manager", "as seen")
    assert game.cites("5.24") <= set(decided.clauses)
    t.finish()
    assert t.result.players["p1"].net == 0
    assert game.cites("5.24") <= decided_by(t, 1, "ante")
    assert t.outcome(2, "ante") == ("lost", 0, 0)


@both("5.24")
def test_5_24_an_irregularity_of_another_document_is_not_covered(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS})
    t.report("confidentiality", by="pit_supervisor", player="p1")
    [matter] = t.result.matters
    assert (matter.irregularity, matter.decided_by) == ("other", "shift_manager")
    t.rule("void")
    assert t.phase == "void"


@both("5.24/interpretation")
def test_5_24_what_the_rules_mean_is_the_shift_managers_too(game: Game) -> None:
    t = dealt(game, {1: TWO_PAIRS})
    t.report("other", by="dealer", description="what 4.3 asks of a player who will not show")
    t.rule("continue", by="pit_manager")
    assert refusal(t)[0] == "role-too-low"
    t.rule("continue")
    [opened] = t.events_of(MatterOpened)
    assert "4.3" in opened.report.description
    [decided] = t.events_of(MatterDecided)
    assert game.cites("5.24/interpretation") <= set(decided.clauses)
    assert decided.reason == "as seen"
    t.bet(1).finish()
    assert t.won(1, "bet") == 400_00
