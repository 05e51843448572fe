"""A game whose acts are methods: the same rules, said shorter."""

from typing import Any

import pytest

from croupier import Game, JackpotSettings, Refused, Table, TableSettings, evolve, find_rulebook
from croupier.refusal import Code
from croupier.rulebooks.settings import Limits
from croupier.table.commands import Leave
from croupier.table.events import TableEvent

HANDS: dict[int | str, str] = {1: "Qs Qh 6c 6h 4d", "dealer": "Ac Kd 9s 5h 3c"}
"""Two pairs against ace-king."""


def played() -> Game:
    game = Game("casino-stud")
    game.ante(1, "ann", 100_00)
    game.deal(HANDS)
    game.bet(1)
    game.settle()
    return game


def test_a_round() -> None:
    """Ante 1 to 1 (CSP 4.1), two pairs 2 to 1 on a bet of twice the ante."""
    game = played()
    assert [(one.wager, one.staked, one.won) for one in game.lines] == [
        ("ante", 100_00, 100_00),
        ("bet", 200_00, 400_00),
    ]
    assert game.net("ann") == 500_00
    assert game.net("ben") == 0
    assert (game.round, game.phase, game.meter) == (1, "settled", None)


def test_the_dealer_calls_when_it_is_due_and_only_then() -> None:
    kinds = [type(event).__name__ for event in played().events]
    assert kinds[0] == "BetsOpened"
    assert kinds.count("BetsOpened") == kinds.count("BetsClosed") == 1
    game = Game("casino-stud")
    game.open_bets()
    game.ante(2, "ann", 10_00)
    game.close_bets()
    game.deal({2: HANDS[1], "dealer": HANDS["dealer"]})
    game.look(2)
    game.fold(2)
    game.reveal()
    game.settle()
    assert game.net("ann") == -10_00
    game.ante(2, "ann", 10_00)
    assert (game.round, game.phase, game.lines) == (2, "betting", ())


def test_a_refusal_has_code_clause_and_sentence_and_changes_nothing() -> None:
    game = played()
    before = (game.table, game.events)
    with pytest.raises(Refused, match="No cards have been dealt") as refused:
        game.bet(1)
    assert (refused.value.code, refused.value.clause) == (Code.NOT_DEALT, "CSP 3.12")
    with pytest.raises(Refused):  # the opening call was made for it, and is taken back with it
        game.ante(99, "ann", 10_00)
    assert (game.table, game.events) == before


def test_three_card_poker_is_played() -> None:
    """A pair of aces, against queen high: ante and play 1 to 1 each, the pair 1 to 1 as well."""
    game = Game("three-card-poker", boxes=6)
    game.ante(3, "ann", 50_00)
    game.wager("pair_plus", 3, "ann", 10_00)
    game.deal({3: "As Ah 4d", "dealer": "Qc 7d 2s"})
    game.play(3)
    game.settle()
    assert {one.wager: one.won for one in game.lines} == {
        "ante": 50_00,
        "play": 50_00,
        "pair_plus": 10_00,
    }
    again = Game("three-card-poker", boxes=6)
    again.ante(3, "ann", 50_00)
    again.deal({3: "As Ah 4d", "dealer": "Qc 7d 2s"})
    again.stay(3)
    assert again.settle() == tuple(one for one in game.lines if one.wager != "pair_plus")


def test_a_linked_progressive_pays_and_grows() -> None:
    """A flush wins $100 (CSP 4.2) and 5 to 1 on the bet (4.1); a quarter of the stake is added."""
    game = Game(
        "casino-stud",
        jackpot=JackpotSettings(meter=1_000_00, reset=500_00, stake=5_00, increment="0.25"),
    )
    game.ante(1, "ann", 10_00)
    game.jackpot(1, "ann")
    assert game.meter == 1_000_00
    game.deal({1: "Qs Js 6s 4s 2s", "dealer": "Ac Kd 9s 5h 3c"})
    assert game.meter == 1_001_25
    game.bet(1)
    game.claim(1)
    game.settle()
    assert {one.wager: one.won for one in game.lines} == {
        "ante": 10_00,
        "bet": 20_00 * 5,
        "jackpot": 100_00,
    }
    assert game.meter == 1_001_25  # a fixed prize is the house's


def test_an_irregularity_is_reported_and_ruled_on_by_whom_the_document_names() -> None:
    game = Game("casino-stud")
    game.ante(1, "ann", 10_00)
    game.deal(HANDS)
    game.report("technical_interruption", description="the lights went out")
    assert len(game.table.matters) == 1
    game.rule("void")
    assert game.net("ann") == 0
    assert not list(game.table.matters)


def test_any_command_and_what_may_be_done_now() -> None:
    game = Game(find_rulebook("casino-stud"), limits={"ante": Limits(20_00, 50_00)})
    with pytest.raises(Refused) as refused:
        game.ante(1, "ann", 19_99)
    assert refused.value.code is Code.BELOW_MINIMUM
    game.ante(1, "ann", 20_00)
    game.ante(2, "ben", 20_00)
    assert {type(one).__name__ for one in game.legal()} >= {"CloseBets"}
    assert "PlaceWager" in {type(one).__name__ for one in game.legal("ann")}
    game.withdraw("ante", 2, "ben")
    assert [type(one).__name__ for one in game.give(Leave(player="ann"))]


def test_it_says_what_it_is() -> None:
    assert repr(Game("casino-stud")) == "<Game Casino Stud Poker: no round yet>"
    game = played()
    assert repr(game) == "<Game Casino Stud Poker: round 1, settled; ann +500.00>"
    page = game._repr_html_()
    assert "<td>bet</td><td>200.00</td><td>won</td><td>+400.00</td>" in page
    shy = Game("casino-stud")
    shy.ante(1, "<b>", 10_00)
    shy.deal(HANDS)
    shy.fold(1)
    shy.settle()
    assert "<b>" not in shy._repr_html_()


def test_it_is_the_same_engine() -> None:
    table = Table("table", TableSettings(rulebook=find_rulebook("casino-stud")))
    game = played()
    for event in game.events:
        assert isinstance(event, TableEvent)
        table = evolve(table, event)
    assert table == game.table


@pytest.mark.parametrize(
    ("box", "player", "amount", "at"),
    [
        (1, "ann", 1000.0, "amount"),
        (1, "ann", "1000", "amount"),
        (1, "ann", True, "amount"),
        (1, "ann", 10**16, "amount"),
        ("1", "ann", 1000, "box"),
        (1, "", 1000, "player"),
        (1, 7, 1000, "player"),
        (1, "ann", object(), "object"),
    ],
)
def test_what_is_no_amount_box_or_name_is_not_taken(
    box: Any, player: Any, amount: Any, at: str
) -> None:
    """A fraction of a cent would be played on, and nobody would see it before the payment."""
    game = Game("casino-stud")
    with pytest.raises(ValueError, match=at):
        game.ante(box, player, amount)
    assert game.events == ()


def test_settings_are_in_whole_cents_too() -> None:
    with pytest.raises(ValueError, match=r"JackpotSettings: .*meter"):
        Game("casino-stud", jackpot=JackpotSettings(meter=1000.5, reset=1000))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"Limits: .*minimum"):
        Game("casino-stud", limits={"ante": Limits(5.5, 1000)})  # type: ignore[arg-type]
