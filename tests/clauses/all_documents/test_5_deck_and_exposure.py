"""What the five documents share: a wrong deck from the opening call on, and cards seen one by one.

SSP 5.1, 5.4, 5.5; TCP 5.1, 5.2, 5.5; MEGA 5.1, 5.4, 5.8; CSP and MLP 5.8.1, 5.8.3 to 5.8.5.
"""

from typing import Any

import pytest

from croupier.table.events import ReportNoted
from tests.clauses.marina_bay import refusal
from tests.playing import House

GROWING = {"meter": 1_000_000_00, "reset": 100_000_00, "increment": "0.2"}
FIVE = {1: "Qs Qc 6c 6d 4d", 2: "Jh 8h 6h 4h 2h"}
THREE = {1: "Qs Qc 6c", 2: "Jh 8h 6h"}
SLUGS = {
    "SSP": "singapore-stud",
    "TCP": "three-card-poker",
    "MEGA": "megalink-stud",
    "CSP": "casino-stud",
    "MLP": "multi-link-stud",
}


def case(clause: str, *values: Any) -> Any:
    document = clause.split(maxsplit=1)[0]
    return pytest.param(document, *values, clause, id=clause, marks=pytest.mark.clause(clause))


def betting(document: str, **settings: Any) -> House:
    t = House(SLUGS[document], jackpot=GROWING, **settings).open()
    return t.ante(1, 25_00).jackpot(1).ante(2, 25_00)


def dealt(document: str, **settings: Any) -> House:
    t = betting(document, **settings).close()
    if document == "TCP":
        return t.deal(THREE, "Ac Kd 9s")
    return t.deal(FIVE, "Ac Kd 9s 5h 3c")


DECK_FAULTS = [
    case("SSP 5.1", {"irregularity": "foreign_card"}),
    case("SSP 5.5", {"irregularity": "deck_count", "counted": 51}),
    case("TCP 5.1", {"irregularity": "foreign_card"}),
    case("TCP 5.2", {"irregularity": "deck_count", "counted": 53}),
    case("MEGA 5.1", {"irregularity": "unshuffled"}),
    case("MEGA 5.8", {"irregularity": "count_in_doubt", "counted": 51}),
    *[
        case(f"{document} {number}", facts)
        for document in ("CSP", "MLP")
        for number, facts in {
            "5.8.1": {"irregularity": "foreign_card"},
            "5.8.3": {"irregularity": "deck_count"},
            "5.8.4": {"irregularity": "insufficient_cards"},
            "5.8.5": {"irregularity": "unshuffled"},
        }.items()
    ],
]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("document", "facts", "clause"), DECK_FAULTS)
def test_a_wrong_deck_found_before_the_deal_voids_the_round(
    document: str, facts: dict[str, Any], clause: str, closed: bool
) -> None:
    t = betting(document)
    if closed:
        t.close()
        assert t.meter == 1_000_001_00
    t.report(**facts)
    assert t.phase == "void"
    assert {line.result.value for line in t.lines()} == {"void"}
    assert all(line.returned == line.staked for line in t.lines())
    assert clause in t.line(1, "ante").clauses
    assert t.meter == 1_000_000_00


@pytest.mark.parametrize(("document", "facts", "clause"), DECK_FAULTS)
def test_before_the_opening_call_there_is_nothing_to_void(
    document: str, facts: dict[str, Any], clause: str
) -> None:
    t = House(SLUGS[document]).report(**facts)
    assert refusal(t) == ("nothing-to-report", None)


@pytest.mark.parametrize(("document", "facts", "clause"), DECK_FAULTS)
def test_a_round_that_ended_without_cards_can_be_void_too(
    document: str, facts: dict[str, Any], clause: str
) -> None:
    """Everybody took the wagers back: the round was over at the close."""
    t = House(SLUGS[document]).open().ante(1, 25_00)
    t.do("withdraw_wager", box=1, wager="ante").close()
    assert t.phase == "settled"
    t.report(**facts)
    assert t.refused is None
    insufficient = facts["irregularity"] == "insufficient_cards"
    assert t.phase == ("settled" if insufficient else "void")


@pytest.mark.parametrize(
    ("document", "clause"), [case("SSP 5.5"), case("TCP 5.2"), case("MEGA 5.1"), case("CSP 5.8.3")]
)
def test_fifty_two_cards_counted_before_the_deal_are_a_full_deck(
    document: str, clause: str
) -> None:
    t = betting(document).report("deck_count", counted=52)
    assert (t.phase, len(t.events_of(ReportNoted))) == ("betting", 1)


@pytest.mark.parametrize("document", SLUGS)
@pytest.mark.parametrize(
    "facts",
    [
        {"irregularity": "misdeal", "moves": None},
        {"irregularity": "player_card_count", "box": 1},
        {"irregularity": "cards_exposed", "count": 1},
    ],
)
def test_hands_are_reported_once_they_lie(document: str, facts: dict[str, Any]) -> None:
    assert refusal(betting(document).report(**facts)) == ("not-dealt", None)


# Cards exposed one by one: SSP 5.4, MEGA 5.4, TCP 5.5; CSP and MLP have their own tests

EXPOSED = [case("SSP 5.4"), case("MEGA 5.4"), case("TCP 5.5")]


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "void"),
    [
        ({"cards": "Qs"}, {"cards": "8h"}, True),
        ({"cards": "Qs"}, {"cards": "Qs"}, False),
        ({"cards": "Qs"}, {"count": 1}, True),
        ({"count": 1}, {"count": 1}, True),
        ({"cards": "Qs"}, {"card": "Kd"}, True),
        ({"card": "Kd"}, {"card": "Ac"}, True),
        ({"card": "Kd"}, {"card": "Kd"}, False),
    ],
)
@pytest.mark.parametrize(("document", "clause"), EXPOSED)
def test_the_second_card_voids_the_round_whoever_has_looked(
    document: str,
    clause: str,
    first: dict[str, Any],
    second: dict[str, Any],
    void: bool,
    looked: bool,
) -> None:
    t = dealt(document)
    if looked:
        t.view(1)
    for facts in (first, second):
        kind = "dealer_card_exposed" if "card" in facts else "cards_exposed"
        assert t.phase == "dealt"
        t.report(kind, **facts)
        assert t.refused is None
    assert t.phase == ("void" if void else "dealt")
    if void:
        assert t.line(1, "ante").clauses == (clause,)


@pytest.mark.parametrize(("document", "clause"), EXPOSED[:2])
def test_the_regular_up_card_is_not_wrongly_exposed(document: str, clause: str) -> None:
    t = dealt(document).report("dealer_card_exposed", card="3c")
    assert len(t.events_of(ReportNoted)) == 1
    assert t.report("cards_exposed", cards="Qs").phase == "dealt"


@pytest.mark.parametrize(("document", "clause"), EXPOSED)
def test_a_report_counts_once_it_is_decided_unless_dismissed(document: str, clause: str) -> None:
    t = dealt(document).report("cards_exposed", cards="Qs", by="dealer")
    t.report("dealer_card_exposed", card="Kd", by="dealer")
    assert [set(matter.decisions) for matter in t.result.matters] == [
        {"continue", "dismiss"},
        {"continue", "dismiss"},
    ]
    t.rule("dismiss", matter="T1/1/1").rule("continue", matter="T1/1/2")
    assert t.phase == "dealt"
    assert t.report("cards_exposed", cards="Qs").phase == "void"


@pytest.mark.parametrize(("document", "clause"), EXPOSED)
def test_only_cards_dealt_to_boxes_are_named_as_theirs(document: str, clause: str) -> None:
    t = dealt(document).report("cards_exposed", cards="Qs Kd")
    assert refusal(t) == ("fact-missing", None)
