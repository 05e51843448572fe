"""CSP and MLP 5.1-5.4, 5.11, 5.21-5.22: wagers that are not as they should be."""

import pytest

from croupier.table.events import (
    ExcessHandedBack,
    LimitAdvised,
    NoticeShown,
)
from tests.clauses.resorts_world.games import (
    ACE_KING,
    ACE_QUEEN,
    CSP,
    FLUSH,
    MLP,
    NINE_HIGH,
    ROYAL_FLUSH,
    TWO_PAIRS,
    Game,
    both,
    dealt,
    decided_by,
    refusal,
)
from tests.playing import House

LIMITS = {"ante": [25_00, 2_000_00]}


def recording(game: Game, **settings: object) -> House:
    return game.house(entry="recording", limits=LIMITS, **settings)


# Over and under the limits


@both("5.1")
@pytest.mark.parametrize(("ante", "excess"), [(2_000_01, 1), (2_500_00, 500_00)])
def test_5_1_an_excess_noticed_before_the_close_is_rejected(
    game: Game, ante: int, excess: int
) -> None:
    t = recording(game)
    t.open().ante(1, ante).report("over_limit", by="dealer", box=1)
    [back] = t.events_of(ExcessHandedBack)
    assert (back.box, back.player, back.amount) == (1, "p1", excess)
    t.close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert not t.refusals
    assert t.line(1, "ante").staked == 2_000_00
    assert t.outcome(1, "ante") == ("won", 2_000_00, 2_000_00)


@both("5.1")
@pytest.mark.parametrize("ante", [1_999_99, 2_000_00])
def test_5_1_up_to_the_maximum_there_is_no_excess(game: Game, ante: int) -> None:
    t = recording(game)
    t.open().ante(1, ante).report("over_limit", by="dealer", box=1)
    assert refusal(t) == ("nothing-to-report", f"{game.code} 5.1")


@both("5.1.1")
@pytest.mark.parametrize(
    ("hand", "ante", "bet"),
    [
        # Ante 2,500 and BET 5,000 lie there; 2,000 and 4,000 count; 500 and 1,000 come back.
        (TWO_PAIRS, ("won", 2_000_00, 2_500_00), ("won", 8_000_00, 5_000_00)),
        (NINE_HIGH, ("lost", 0, 500_00), ("lost", 0, 1_000_00)),
        ("Ah Kh 7d 4h 2d", ("standoff", 0, 2_500_00), ("standoff", 0, 5_000_00)),
    ],
)
def test_5_1_1_an_excess_not_rejected_is_settled_at_the_maximum(
    game: Game, hand: str, ante: tuple[str, int, int], bet: tuple[str, int, int]
) -> None:
    t = recording(game)
    t.open().ante(1, 2_500_00).close().deal({1: hand}, ACE_KING).bet(1).finish()
    assert not t.refusals
    assert (t.line(1, "ante").staked, t.line(1, "bet").staked) == (2_500_00, 5_000_00)
    assert t.outcome(1, "ante") == ante
    assert t.outcome(1, "bet") == bet
    assert game.cites("5.1.1") <= decided_by(t, 1, "ante")


@both("5.2.1")
def test_5_2_1_once_bets_are_closed_it_is_too_late_to_notice(game: Game) -> None:
    t = recording(game)
    t.open().ante(1, 24_99).close().report("under_limit", by="dealer", box=1)
    assert refusal(t) == ("bets-closed", f"{game.code} 5.2.1")
    t.deal({1: NINE_HIGH}, ACE_KING).fold(1).finish()
    assert t.outcome(1, "ante") == ("lost", 0, 0)


@both("5.1.1")
def test_5_1_1_once_bets_are_closed_no_excess_is_handed_back(game: Game) -> None:
    t = recording(game)
    t.open().ante(1, 2_500_00).close().report("over_limit", by="dealer", box=1)
    assert refusal(t) == ("bets-closed", f"{game.code} 5.1.1")
    t.deal({1: NINE_HIGH}, ACE_KING).fold(1).finish()
    assert t.outcome(1, "ante") == ("lost", 0, 500_00)


@both("5.2")
def test_5_2_the_player_is_told_and_may_raise(game: Game) -> None:
    t = recording(game)
    t.open().ante(1, 20_00).report("under_limit", by="dealer", box=1)
    [advised] = t.events_of(LimitAdvised)
    assert advised.box == 1
    assert game.cites("5.2") <= set(advised.clauses)
    [notice] = t.events_of(NoticeShown)
    assert "minimum" in notice.text
    assert game.cites("5.2") <= set(notice.clauses)
    t.ante(1, 5_00).close().deal({1: TWO_PAIRS}, ACE_KING).bet(1).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("won", 25_00, 25_00)


@both("5.2")
def test_5_2_or_withdraw(game: Game) -> None:
    t = recording(game)
    t.open().ante(1, 20_00).report("under_limit", by="dealer", box=1)
    t.do("withdraw_wager", box=1, wager="ante").close()
    assert not t.refusals
    assert t.lines() == []


@both("5.2")
def test_5_2_what_is_still_short_at_the_close_goes_back(game: Game) -> None:
    t = recording(game, jackpot={"meter": 1_000_00, "reset": 1_000_00, "increment": "0.2"})
    t.open().ante(1, 20_00).jackpot(1).ante(2, 100_00)
    t.report("under_limit", by="dealer", box=1).ante(1, 4_99)
    t.close().deal({2: TWO_PAIRS}, ACE_KING).bet(2).finish()
    assert not t.refusals
    assert t.outcome(1, "ante") == ("returned", 0, 24_99)
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)
    assert game.cites("5.2") <= decided_by(t, 1, "ante")
    assert t.meter == 1_000_00


@both("5.2")
@pytest.mark.parametrize("ante", [25_00, 25_01])
def test_5_2_at_the_minimum_nothing_is_short(game: Game, ante: int) -> None:
    t = recording(game)
    t.open().ante(1, ante).report("under_limit", by="dealer", box=1)
    assert refusal(t) == ("nothing-to-report", f"{game.code} 5.2")


@both("5.2.1")
@pytest.mark.parametrize(
    ("hand", "ante", "bet"),
    [
        (TWO_PAIRS, ("won", 24_99, 24_99), ("won", 99_96, 49_98)),
        (NINE_HIGH, ("lost", 0, 0), ("lost", 0, 0)),
    ],
)
def test_5_2_1_an_unnoticed_short_ante_plays_as_it_lies(
    game: Game, hand: str, ante: tuple[str, int, int], bet: tuple[str, int, int]
) -> None:
    t = recording(game)
    for _ in range(2):  # not once only: every round
        t.open().ante(1, 24_99).close().deal({1: hand}, ACE_KING).bet(1).finish()
        assert not t.refusals
        assert t.outcome(1, "ante") == ante
        assert t.outcome(1, "bet") == bet


# The BET


@both("5.3")
@pytest.mark.parametrize(("bet", "counts"), [(199_99, 199_99), (200_00, 200_00), (200_01, 200_00)])
def test_5_3_a_bet_of_the_wrong_size_found_at_settlement(game: Game, bet: int, counts: int) -> None:
    t = dealt(game, {1: TWO_PAIRS}, ACE_KING, entry="recording")
    t.bet(1, bet).finish()
    assert not t.refusals
    assert t.outcome(1, "bet") == ("won", 2 * counts, bet)
    assert t.outcome(1, "ante") == ("won", 100_00, 100_00)


@both("5.3.1")
@pytest.mark.parametrize(
    ("hand", "dealer", "outcome"),
    [
        (TWO_PAIRS, ACE_KING, ("won", 400_00, 250_00)),
        (NINE_HIGH, ACE_KING, ("lost", 0, 50_00)),
        (NINE_HIGH, ACE_QUEEN, ("returned", 0, 250_00)),
    ],
)
def test_5_3_1_more_than_twice_the_ante_the_excess_goes_back(
    game: Game, hand: str, dealer: str, outcome: tuple[str, int, int]
) -> None:
    t = dealt(game, {1: hand}, dealer, entry="recording")
    t.bet(1, 250_00).finish()
    assert t.line(1, "bet").staked == 250_00
    assert t.outcome(1, "bet") == outcome
    assert game.cites("5.3.1") <= decided_by(t, 1, "bet")


@both("5.3.1")
def test_5_3_1_the_rest_is_paid_up_to_the_cap(game: Game) -> None:
    t = dealt(game, {1: ROYAL_FLUSH}, ACE_KING, ante=300_00, entry="recording")
    t.bet(1, 1_000_00).finish()
    # 600 counts; 250 times that is 150,000, over the cap; 400 of the stake is excess.
    assert t.outcome(1, "bet") == ("won", 100_000_00, 1_000_00)
    assert game.cites("5.3.1", "4.1.1") <= decided_by(t, 1, "bet")


@both("5.3.2")
@pytest.mark.parametrize(
    ("hand", "dealer", "outcome"),
    [
        (TWO_PAIRS, ACE_KING, ("won", 300_00, 150_00)),
        (NINE_HIGH, ACE_KING, ("lost", 0, 0)),
        (NINE_HIGH, ACE_QUEEN, ("returned", 0, 150_00)),
    ],
)
def test_5_3_2_less_than_twice_the_ante_plays_as_it_lies(
    game: Game, hand: str, dealer: str, outcome: tuple[str, int, int]
) -> None:
    t = dealt(game, {1: hand}, dealer, entry="recording")
    t.bet(1, 150_00).finish()
    assert t.outcome(1, "bet") == outcome
    assert game.cites("5.3.2") <= decided_by(t, 1, "bet")


@both("5.3.2")
def test_5_3_2_a_short_bet_is_paid_up_to_the_cap(game: Game) -> None:
    t = dealt(game, {1: ROYAL_FLUSH}, ACE_KING, ante=300_00, entry="recording")
    t.bet(1, 500_00).finish()
    assert t.outcome(1, "bet") == ("won", 100_000_00, 500_00)


# The jackpot wager


@both("5.4")
def test_5_4_a_jackpot_bet_without_an_ante_is_returned(game: Game) -> None:
    t = recording(game, jackpot={"meter": 1_000_00, "reset": 1_000_00, "increment": "0.2"})
    t.open().jackpot(1, player="p1").ante(2, 100_00).close()
    t.deal({2: TWO_PAIRS}, ACE_KING).bet(2).finish()
    assert not t.refusals
    assert t.outcome(1, "jackpot") == ("returned", 0, 5_00)
    assert game.cites("5.4") <= decided_by(t, 1, "jackpot")
    assert t.meter == 1_000_00


@both("5.4")
def test_5_4_an_ante_added_before_the_close_makes_it_good(game: Game) -> None:
    t = recording(game)
    t.open().jackpot(1, player="p1").ante(1, 100_00).close()
    t.deal({1: FLUSH}, ACE_KING).bet(1).finish()
    assert t.outcome(1, "jackpot") == ("won", 100_00, 0)


# After the close


@both("5.11")
@pytest.mark.parametrize("entry", ["enforcing", "recording"])
def test_5_11_after_the_close_no_bet_is_placed_raised_or_withdrawn(game: Game, entry: str) -> None:
    t = game.house(entry=entry)
    t.open().ante(1, 100_00).jackpot(1).close()
    for _ in range(2):  # before the deal, and after it
        t.ante(2, 100_00)
        assert refusal(t) == ("bets-closed", f"{game.code} 5.11")
        t.ante(1, 100_00)
        assert refusal(t) == ("bets-closed", f"{game.code} 5.11")
        for wager in ("ante", "jackpot"):
            t.do("withdraw_wager", box=1, wager=wager)
            assert refusal(t) == ("bets-closed", f"{game.code} 5.11")
        if t.phase == "closed":
            t.deal({1: NINE_HIGH}, ACE_KING)
    t.bet(1).finish()
    assert t.line(1, "ante").staked == 100_00
    assert t.outcome(1, "ante") == ("lost", 0, 0)
    assert t.outcome(1, "jackpot") == ("lost", 0, 0)


@pytest.mark.parametrize("game", [CSP, MLP], ids=["CSP", "MLP"])
def test_a_wager_is_taken_back_by_its_own_player_and_no_clause_need_say_so(game: Game) -> None:
    t = game.house().open().ante(1, 100_00, "ann")
    for by in ({"id": "bob", "role": "player"}, {"id": "d-1", "role": "dealer"}):
        t.do("withdraw_wager", box=1, wager="ante", player="ann", by=by)
        assert refusal(t) == ("not-yours", None)
    t.do("withdraw_wager", box=1, wager="ante", by={"id": "ann", "role": "player"})
    assert t.refused is None


@both("5.21")
def test_5_21_what_lies_there_at_the_close_is_settled_and_nothing_that_lay_there_before(
    game: Game,
) -> None:
    """Ann moves her chips from box 2 to box 4 and adds to them; bob takes his jackpot bet back
    and raises. Of what lay there in between nothing is won or lost."""
    t = game.house()
    t.open().ante(2, 100_00, "ann").jackpot(2).ante(3, 50_00, "bob").jackpot(3)
    t.do("withdraw_wager", box=2, wager="ante").do("withdraw_wager", box=3, wager="jackpot")
    t.ante(4, 70_00, "ann").ante(4, 5_00, "ann").ante(3, 20_00, "bob").close()
    t.deal({3: FLUSH, 4: NINE_HIGH}, ACE_KING).bet(3).bet(4).finish()
    assert not t.refusals
    staked = [(line.box, line.player, line.wager, line.staked) for line in t.lines()]
    assert staked == [
        (3, "bob", "ante", 70_00),
        (3, "bob", "bet", 140_00),
        (4, "ann", "ante", 75_00),
        (4, "ann", "bet", 150_00),
    ]
    # A flush pays 5 to 1 on 140 and 1 to 1 on 70.
    assert t.result.players["bob"].net == 770_00
    assert t.result.players["ann"].net == -225_00


@both("5.21")
@pytest.mark.parametrize("entry", ["enforcing", "recording"])
def test_5_21_who_says_later_that_another_box_was_meant_is_settled_where_the_chips_lay(
    game: Game, entry: str
) -> None:
    t = game.house(entry=entry)
    t.open().ante(2, 100_00, "ann").ante(3, 100_00, "bob").close()
    t.do("withdraw_wager", box=2, wager="ante").ante(4, 100_00, "ann")
    assert [one.code for one in t.refusals] == ["bets-closed", "bets-closed"]
    t.deal({2: NINE_HIGH, 3: TWO_PAIRS}, ACE_KING).bet(2).bet(3).finish()
    assert t.result.players["ann"].net == -300_00
    assert t.result.players["bob"].net == 500_00


@both("5.21")
def test_5_21_an_entry_is_corrected_to_what_lay_there(game: Game) -> None:
    """Chips count, not what was keyed: 150 lay on box 2, where 100 had been written down."""
    t = recording(game)
    t.open().ante(2, 100_00, "ann").close().deal({2: TWO_PAIRS}, ACE_KING).bet(2, 300_00)
    t.finish()
    t.do("correct_entry", box=2, player="ann", wager="ante", amount=150_00, by="pit_supervisor")
    assert not t.refusals
    assert t.outcome(2, "ante") == ("won", 150_00, 150_00)
    assert t.outcome(2, "bet") == ("won", 600_00, 300_00)


@both("5.21/liability")
def test_5_21_the_page_says_that_a_misplaced_bet_is_the_players_own(game: Game) -> None:
    fact = game.told("What position counts")
    assert fact.value == "as the chips lie at the close; a misplaced wager is the player's"
    assert game.cites("5.21", "5.21/liability") == set(fact.clauses)


@both("5.21/liability")
@pytest.mark.parametrize("by", ["dealer", None])
def test_5_21_nothing_is_paid_for_the_box_that_was_meant(game: Game, by: str | None) -> None:
    """Ann meant box 3, which would have won; the chips were put on box 2."""
    t = game.house()
    t.open().ante(2, 100_00, "ann", by=by).close()
    t.deal({2: NINE_HIGH}, ACE_KING).bet(2).finish()
    assert t.result.players["ann"].net == -300_00
    assert {line.box for line in t.lines()} == {2}


@both("5.22")
def test_5_22_a_void_round_returns_every_bet(game: Game) -> None:
    t = dealt(
        game,
        {1: TWO_PAIRS, 2: FLUSH, 3: NINE_HIGH},
        jackpots=[1, 2],
        jackpot={"meter": 1_000_00, "reset": 1_000_00, "increment": "0.2"},
    )
    assert t.meter == 1_002_00
    t.bet(1).fold(2).bet(3).report("foreign_card")
    assert {(line.box, line.wager): line.returned for line in t.lines()} == {
        (1, "ante"): 100_00,
        (1, "bet"): 200_00,
        (1, "jackpot"): 5_00,
        (2, "ante"): 100_00,
        (2, "jackpot"): 5_00,
        (3, "ante"): 100_00,
        (3, "bet"): 200_00,
    }
    assert all(game.cites("5.22") <= set(line.clauses) for line in t.lines())
    assert t.meter == 1_000_00
