"""CSP and MLP 5.8.2, 5.12, 5.16: exposed cards add up over a round, each counted once."""

from typing import Any

import pytest

from croupier.table.events import ReportNoted, UpCardChanged
from tests.clauses.resorts_world.games import (
    Game,
    both,
    dealt,
    decided_by,
    offered_to,
    refusal,
)
from tests.playing import House

HANDS = {1: "Jd Jc 6c 6s 5c", 2: "9s 7c 5h 4d 3d", 3: "Qh Ts 8d 3s 2h"}
DEALER = "Ad Kc 7h 4s 2c"
"""The two of clubs is the up card."""


def table(game: Game, **settings: Any) -> House:
    return dealt(game, HANDS, DEALER, **settings)


def up_card(t: House) -> str | None:
    return t.result.tables["T1"].up_card


@both("5.8.2")
def test_5_8_2_the_second_card_voids_though_it_is_reported_alone(game: Game) -> None:
    t = table(game).report("cards_exposed", cards="Jd")
    assert t.phase == "dealt"
    t.report("cards_exposed", cards="7c")
    assert t.phase == "void"
    assert game.cites("5.8.2", "5.22") <= decided_by(t, 1, "ante")


@both("5.8.2")
@pytest.mark.parametrize(
    ("first", "second", "void"),
    [
        ({"cards": "Jd"}, {"cards": "Jd"}, False),
        ({"cards": "Jd"}, {"cards": "Jd 7c"}, True),
        ({"cards": "Jd"}, {"count": 1}, True),
        ({"count": 1}, {"cards": "Jd"}, True),
        ({"count": 1, "boxes": [1]}, {"count": 1, "boxes": [1]}, True),
    ],
)
def test_5_8_2_a_card_counts_once_and_a_number_is_of_further_cards(
    game: Game, first: dict[str, Any], second: dict[str, Any], void: bool
) -> None:
    t = table(game).report("cards_exposed", **first).report("cards_exposed", **second)
    assert not t.refusals
    assert t.phase == ("void" if void else "dealt")
    assert bool(t.events_of(ReportNoted)) is not void


@both("5.8.2", "5.10")
def test_5_8_2_named_cards_say_whose_they_are(game: Game) -> None:
    """One card: its own box has the options, and no other."""
    t = table(game).report("cards_exposed", cards="7c")
    assert offered_to(t) == [2]


@both("5.8.2")
def test_5_8_2_two_cards_named_at_once_are_two(game: Game) -> None:
    assert table(game).report("cards_exposed", cards="7c 7c").phase == "dealt"
    assert table(game).report("cards_exposed", cards="7c 5h").phase == "void"


@both("5.12")
def test_5_12_whether_anybody_has_looked_is_asked_when_it_is_decided(game: Game) -> None:
    t = table(game).report("cards_exposed", cards="Jd", by="dealer")
    [matter] = t.result.matters
    assert set(matter.decisions) == {"options", "dismiss"}
    t.view(2)
    [matter] = t.result.matters
    assert set(matter.decisions) == {"continue", "dismiss"}
    t.rule("continue").report("cards_exposed", count=3)
    assert t.phase == "dealt"
    assert offered_to(t) == []


@both("5.8.2")
def test_5_8_2_a_report_counts_once_it_is_decided(game: Game) -> None:
    """Two single cards wait: either would be the first. The one decided second is the second."""
    t = table(game).report("cards_exposed", cards="Jd", by="dealer")
    t.report("cards_exposed", cards="7c", by="dealer")
    assert [set(matter.decisions) for matter in t.result.matters] == [
        {"options", "dismiss"},
        {"options", "dismiss"},
    ]
    t.rule("options", matter="T1/1/2")
    [matter] = t.result.matters
    assert set(matter.decisions) == {"void", "dismiss"}
    t.rule("options", matter="T1/1/1")
    assert refusal(t) == ("decision-not-allowed", f"{game.code} 5.8.2")
    assert t.rule("void", matter="T1/1/1").phase == "void"


@both("5.8.2")
def test_5_8_2_a_dismissed_report_does_not_count_and_may_come_again(game: Game) -> None:
    t = table(game).report("cards_exposed", cards="Jd", by="dealer").rule("dismiss")
    t.report("cards_exposed", cards="Jd")
    assert t.phase == "dealt"
    assert offered_to(t) == [1]


@both("5.8.2")
def test_5_8_2_a_card_that_waits_in_a_report_is_only_noted(game: Game) -> None:
    t = table(game).report("cards_exposed", cards="Jd", by="dealer")
    t.report("cards_exposed", cards="Jd")
    assert len(t.result.matters) == 1
    assert t.phase == "dealt"


@both("5.8.2")
@pytest.mark.parametrize("cards", ["Kc", "2c", "As", "Jd Kc"])
def test_5_8_2_only_cards_dealt_to_boxes_are_named_so(game: Game, cards: str) -> None:
    t = table(game).report("cards_exposed", cards=cards)
    assert refusal(t)[0] == "fact-missing"


# The dealer's own cards


@both("5.16")
def test_5_16_the_first_becomes_the_up_card_and_does_not_count(game: Game) -> None:
    t = table(game).report("dealer_card_exposed", card="Kc")
    assert up_card(t) == "Kc"
    t.report("cards_exposed", cards="Jd")
    assert t.phase == "dealt"
    assert offered_to(t) == [1]


@both("5.16", "5.8.2")
def test_5_16_a_second_does_not_replace_the_first_and_counts_for_all(game: Game) -> None:
    t = table(game).report("dealer_card_exposed", card="Kc")
    t.report("dealer_card_exposed", card="7h")
    assert up_card(t) == "Kc"
    assert offered_to(t) == [1, 2, 3]
    t.report("dealer_card_exposed", card="4s")
    assert t.phase == "void"
    assert game.cites("5.8.2") <= decided_by(t, 1, "ante")


@both("5.16", "5.12")
def test_5_16_a_second_after_a_look_changes_nothing(game: Game) -> None:
    t = table(game).view(1).report("dealer_card_exposed", card="Kc")
    t.report("dealer_card_exposed", card="7h").report("dealer_card_exposed", card="4s")
    assert (t.phase, up_card(t)) == ("dealt", "Kc")
    assert offered_to(t) == []


@both("5.16")
def test_5_16_of_two_that_wait_the_first_decided_becomes_the_up_card(game: Game) -> None:
    t = table(game).report("dealer_card_exposed", card="Kc", by="dealer")
    t.report("dealer_card_exposed", card="7h", by="dealer")
    assert [set(matter.decisions) for matter in t.result.matters] == [
        {"up_card", "dismiss"},
        {"up_card", "dismiss"},
    ]
    t.rule("up_card", matter="T1/1/2")
    [matter] = t.result.matters
    assert matter.irregularity == "dealer_card_exposed"
    assert set(matter.decisions) == {"options", "dismiss"}
    assert refusal(t.rule("up_card"))[0] == "decision-not-allowed"
    t.rule("options")
    assert up_card(t) == "7h"
    assert offered_to(t) == [1, 2, 3]


@both("5.16")
@pytest.mark.parametrize(("before", "card"), [([], "2c"), (["Kc"], "Kc"), (["Kc", "7h"], "7h")])
def test_5_16_the_up_card_and_a_card_named_before_are_only_noted(
    game: Game, before: list[str], card: str
) -> None:
    t = table(game)
    for one in before:
        t.report("dealer_card_exposed", card=one)
    shown, offered = up_card(t), offered_to(t)
    t.report("dealer_card_exposed", card=card)
    assert len(t.events_of(ReportNoted)) == 1
    assert (t.phase, up_card(t), offered_to(t)) == ("dealt", shown, offered)
    assert len(t.events_of(UpCardChanged)) == min(1, len(before))


@both("5.8.2")
def test_5_8_2_a_new_round_counts_anew(game: Game) -> None:
    t = table(game).report("cards_exposed", cards="Jd").do("choose", box=1, option="continue")
    t.bet(1).bet(2).bet(3).finish().open()
    for box in HANDS:
        t.ante(box, 100_00)
    t.close().deal(HANDS, DEALER).report("cards_exposed", cards="Jd")
    assert t.phase == "dealt"
