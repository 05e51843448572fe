"""The registry of clauses and the readings, pinned to counts made from the documents by hand."""

import pickle
import re
from collections import Counter

import pytest

from croupier.rulebooks.clauses import (
    ALL,
    BY_ID,
    Clause,
    Honour,
    Kind,
    UnknownClause,
    csp,
    find,
    mega,
    mlp,
    ssp,
    tcp,
)
from croupier.rulebooks.readings import OVERRIDABLE, READINGS, Reading, UnknownReading, by_id

MODULES = {"SSP": ssp, "CSP": csp, "MEGA": mega, "TCP": tcp, "MLP": mlp}

CLAUSES_IN_DOCUMENT = {"SSP": 89, "CSP": 169, "MEGA": 139, "TCP": 82, "MLP": 174}

CLAUSES_OF_KIND = {
    # SSP, CSP, MEGA, TCP, MLP
    Kind.BETTING: (7, 11, 14, 5, 11),
    Kind.COMPARISON: (3, 2, 10, 3, 2),
    Kind.DEALING: (5, 7, 6, 4, 7),
    Kind.DECISION: (3, 4, 3, 5, 4),
    Kind.DEFINITION: (8, 20, 9, 10, 20),
    Kind.DISCRETION: (0, 9, 5, 0, 9),
    Kind.DISPLAY: (2, 3, 1, 1, 3),
    Kind.EQUIPMENT: (5, 10, 9, 4, 10),
    Kind.GENERAL: (2, 3, 3, 2, 2),
    Kind.IRREGULARITY: (7, 42, 23, 7, 42),
    Kind.JACKPOT: (16, 19, 16, 13, 19),
    Kind.RANKING: (15, 17, 23, 7, 23),
    Kind.RESPONSIBILITY: (0, 4, 1, 0, 4),
    Kind.SETTLEMENT: (16, 18, 16, 21, 18),
}

CLAUSES_HONOURED = {
    # SSP, CSP, MEGA, TCP, MLP
    Honour.ENFORCED: (75, 115, 106, 69, 121),
    Honour.RECORDED: (4, 33, 18, 4, 33),
    Honour.SHOWN: (7, 13, 8, 6, 12),
    Honour.PHYSICAL: (3, 8, 7, 3, 8),
}

READINGS_IN_GROUP = {"X": 32, "S": 20, "C": 39, "L": 5, "M": 35, "T": 20}


def test_all_653_clauses_are_registered() -> None:
    assert len(ALL) == 653
    assert Counter(clause.document for clause in ALL) == CLAUSES_IN_DOCUMENT


def test_ids_are_unique() -> None:
    assert len(BY_ID) == len(ALL) == len({clause.id for clause in ALL})


@pytest.mark.parametrize("kind", Kind)
def test_clauses_of_a_kind_in_each_document(kind: Kind) -> None:
    counted = Counter(clause.document for clause in ALL if clause.kind is kind)
    assert tuple(counted[document] for document in CLAUSES_IN_DOCUMENT) == CLAUSES_OF_KIND[kind]


@pytest.mark.parametrize("honour", Honour)
def test_clauses_honoured_in_one_way_in_each_document(honour: Honour) -> None:
    counted = Counter(clause.document for clause in ALL if clause.honoured is honour)
    assert tuple(counted[document] for document in CLAUSES_IN_DOCUMENT) == CLAUSES_HONOURED[honour]


def test_the_pinned_counts_add_up() -> None:
    by_kind = [sum(column) for column in zip(*CLAUSES_OF_KIND.values(), strict=True)]
    by_honour = [sum(column) for column in zip(*CLAUSES_HONOURED.values(), strict=True)]
    assert by_kind == by_honour == list(CLAUSES_IN_DOCUMENT.values())
    assert set(CLAUSES_OF_KIND) == set(Kind)
    assert set(CLAUSES_HONOURED) == set(Honour)


@pytest.mark.parametrize("document", MODULES)
def test_a_module_holds_the_clauses_of_its_document(document: str) -> None:
    clauses: tuple[Clause, ...] = MODULES[document].CLAUSES
    assert clauses == tuple(clause for clause in ALL if clause.document == document)
    assert len(clauses) == CLAUSES_IN_DOCUMENT[document]
    assert clauses[0].number == "title"


def _sections(clause: Clause) -> tuple[int, ...]:
    return tuple(int(part) for part in clause.number.partition("/")[0].split("."))


@pytest.mark.parametrize("document", MODULES)
def test_numbered_clauses_stand_in_document_order(document: str) -> None:
    clauses: tuple[Clause, ...] = MODULES[document].CLAUSES
    # What 5.8 and 5.10 say after their lists stands behind the lists.
    numbered = [
        _sections(clause)
        for clause in clauses
        if clause.number[0].isdigit() and clause.number not in {"5.8/effect", "5.10/accept"}
    ]
    assert len(numbered) >= 80
    assert numbered == sorted(numbered)


@pytest.mark.parametrize("clause", ALL, ids=lambda clause: clause.id)
def test_a_gist_is_one_short_sentence(clause: Clause) -> None:
    assert 10 < len(clause.gist) <= 90
    assert clause.gist.endswith(".")
    assert clause.gist == clause.gist.strip()
    assert re.fullmatch(r"[\w.-]+(/[a-z-]+)?", clause.number)


@pytest.mark.parametrize(
    ("clause_id", "kind", "honoured", "words"),
    [
        ("SSP 3.5/target", Kind.BETTING, Honour.ENFORCED, "Dealer's hand, or both"),
        ("SSP 4.2/four-of-a-kind", Kind.JACKPOT, Honour.ENFORCED, "500 to 1"),
        ("SSP 4.5/lucky-dealer", Kind.JACKPOT, Honour.ENFORCED, "5 to 1"),
        ("SSP 5.2", Kind.IRREGULARITY, Honour.RECORDED, "handled"),
        ("CSP 1.13/reset", Kind.JACKPOT, Honour.ENFORCED, "preset value"),
        ("CSP 3.12.1/jackpot", Kind.JACKPOT, Honour.ENFORCED, "ends jackpot eligibility"),
        ("CSP 4.1/royal-flush", Kind.SETTLEMENT, Honour.ENFORCED, "250 to 1"),
        ("CSP 4.1.1", Kind.SETTLEMENT, Honour.ENFORCED, "SGD 100,000"),
        ("CSP 4.2/four-of-a-kind", Kind.JACKPOT, Honour.ENFORCED, "$500"),
        ("CSP 5.8.6", Kind.IRREGULARITY, Honour.RECORDED, "seen"),
        ("CSP appendix-D", Kind.EQUIPMENT, Honour.PHYSICAL, "picture D"),
        ("MEGA 3.10.1/no-jackpot", Kind.JACKPOT, Honour.ENFORCED, "not shown"),
        ("MEGA 3.15.2", Kind.JACKPOT, Honour.ENFORCED, "10% of each reset"),
        ("MEGA 4.2/four-of-a-kind", Kind.JACKPOT, Honour.ENFORCED, "$2,000"),
        ("MEGA 5.9", Kind.DISCRETION, Honour.RECORDED, "Gaming Shift Manager"),
        ("MEGA appendix-C", Kind.EQUIPMENT, Honour.PHYSICAL, "4 to 6"),
        ("TCP 3.13", Kind.COMPARISON, Honour.ENFORCED, "Queen high"),
        ("TCP 4.3/straight", Kind.SETTLEMENT, Honour.ENFORCED, "5 to 1"),
        ("TCP 4.4/akq-spades-envy", Kind.JACKPOT, Honour.ENFORCED, "$250"),
        ("TCP 4.4/akq-other-suits-envy", Kind.JACKPOT, Honour.ENFORCED, "$50"),
        ("MLP 3.12.1/jackpot", Kind.JACKPOT, Honour.ENFORCED, "eligibility intact"),
        ("MLP 3.15/flush", Kind.RANKING, Honour.ENFORCED, "rank 5"),
        ("MLP 4.2/four-of-a-kind", Kind.JACKPOT, Honour.ENFORCED, "$2,000"),
        ("MLP 4.3", Kind.RESPONSIBILITY, Honour.RECORDED, "counts as a Fold"),
    ],
)
def test_rows_picked_from_the_documents(
    clause_id: str, kind: Kind, honoured: Honour, words: str
) -> None:
    clause = find(clause_id)
    assert clause.id == clause_id
    assert (clause.kind, clause.honoured) == (kind, honoured)
    assert words in clause.gist


@pytest.mark.parametrize(
    ("document", "lowest"),
    [("SSP", "one-pair-or-lower"), ("MEGA", "one-pair-or-lower"), ("CSP", "one-pair-or-less")],
)
def test_the_stud_bet_pays_1_to_250(document: str, lowest: str) -> None:
    table = "4.1" if document == "CSP" else "4.1.2"
    odds = {
        lowest: 1,
        "two-pairs": 2,
        "three-of-a-kind": 3,
        "straight": 4,
        "flush": 5,
        "full-house": 7,
        "four-of-a-kind": 20,
        "straight-flush": 50,
        "royal-flush": 250,
    }
    for hand, paid in odds.items():
        assert find(f"{document} {table}/{hand}").gist.endswith(f" pays {paid} to 1.")


def test_multi_link_departs_from_casino_stud_where_the_documents_differ() -> None:
    casino = {clause.number: clause for clause in csp.CLAUSES}
    linked = {clause.number: clause for clause in mlp.CLAUSES}
    added = {"3.15", "4.2.1"} | {
        f"3.15/{hand}"
        for hand in ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush")
    }
    assert casino.keys() - linked.keys() == {"approval", "3.13/jackpot"}
    assert linked.keys() - casino.keys() == added
    both = casino.keys() & linked.keys()
    assert len(both) == 167
    differing = {number for number in both if casino[number].gist != linked[number].gist}
    assert differing == {"title", "3.12.1/jackpot", "4.2/four-of-a-kind", "4.3"}
    for number in both:
        assert casino[number].kind is linked[number].kind
        assert casino[number].honoured is linked[number].honoured


def test_additions_of_multi_link_stand_in_their_place() -> None:
    numbers = [clause.number for clause in mlp.CLAUSES]
    assert numbers[numbers.index("3.14.3") + 1] == "3.15"
    assert numbers[numbers.index("3.15/flush") + 1] == "4.1"
    assert numbers[numbers.index("4.2/flush") + 1 :][:2] == ["4.2.1", "4.3"]


@pytest.mark.parametrize(
    ("cited", "near"),
    [
        ("CSP 3.12.9", "CSP 3.12.1"),
        ("CSP 3.12.1/jackpots", "CSP 3.12.1/jackpot"),
        ("csp 3.12.1", "CSP 3.12.1"),
        ("MEGA  5.10.4", "MEGA 5.10.1"),
    ],
)
def test_an_unknown_clause_is_answered_with_near_ones(cited: str, near: str) -> None:
    with pytest.raises(UnknownClause) as caught:
        find(cited)
    assert near in caught.value.near
    assert repr(cited) in str(caught.value)
    assert near in str(caught.value)


def test_an_unknown_clause_without_near_ones_tells_how_to_cite() -> None:
    with pytest.raises(UnknownClause, match=r"'roulette'.*as in 'CSP 3\.12\.1'") as caught:
        find("roulette")
    assert caught.value.near == ()
    assert isinstance(caught.value, KeyError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_all_151_readings_stand_in_order() -> None:
    expected = [
        f"{group}{number}"
        for group, last in READINGS_IN_GROUP.items()
        for number in range(1, last + 1)
    ]
    assert len(expected) == 151
    assert [reading.id for reading in READINGS] == expected


def test_names_of_readings_are_unique_slugs() -> None:
    names = [reading.name for reading in READINGS]
    assert len(set(names)) == 151
    assert [name for name in names if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name)] == []


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.id)
def test_a_reading_is_complete(reading: Reading) -> None:
    assert reading.question.endswith("?")
    assert reading.choice.endswith(".")
    assert reading.reason.endswith(".")
    assert bool(reading.documents) is (reading.id != "X32")  # of other places
    assert set(reading.documents) <= CLAUSES_IN_DOCUMENT.keys()
    assert len(set(reading.documents)) == len(reading.documents)
    assert reading.clauses
    assert len(set(reading.clauses)) == len(reading.clauses)
    assert [cited for cited in reading.clauses if cited not in BY_ID] == []


def test_readings_refer_to_readings_that_exist() -> None:
    known = {reading.id for reading in READINGS}
    referred = {
        cited
        for reading in READINGS
        for cited in re.findall(r"\b[XSCLMT]\d+\b", f"{reading.choice} {reading.reason}")
    }
    assert {"X5", "X22", "C9", "C15", "L3", "M1", "S13"} <= referred
    assert referred <= known


@pytest.mark.parametrize(
    ("reading_id", "name", "clause_id"),
    [
        ("X2", "void_reverses_contribution", "CSP 5.22"),
        ("X5", "sf_reduces_meter", "MEGA 3.15.2"),
        ("X7", "minor_from_meter", "CSP 4.2/minor"),
        ("X11", "up_card", "MEGA 3.7/up-card"),
        ("X22", "auto_declare", "CSP 4.4"),
        ("S3", "max_credits", "SSP 3.5/credits"),
        ("C7", "unrevealed", "CSP 4.3"),
        ("L2", "mlp_unrevealed_no_hand", "MLP 4.3"),
        ("M6", "mega_shared_areas", "MEGA 3.4/multi-player"),
        ("T9", "tcp_envy_seated", "TCP 3.16"),
    ],
)
def test_readings_are_known_by_id_name_and_clause(
    reading_id: str, name: str, clause_id: str
) -> None:
    reading = by_id(reading_id)
    assert reading.id == reading_id
    assert reading.name == name
    assert clause_id in reading.clauses


def test_an_unknown_reading_is_answered_with_the_ranges() -> None:
    with pytest.raises(UnknownReading, match=r"'X33'.*X1 to X32.*T1 to T20") as caught:
        by_id("X33")
    assert isinstance(caught.value, KeyError)


def test_a_table_may_override_exactly_these_readings() -> None:
    overridable = {
        name: (reading.id, reading.documents, reading.choices)
        for name, reading in OVERRIDABLE.items()
    }
    assert overridable == {
        "fold_keeps_jackpot": ("S1", ("SSP",), (True, False)),
        "ssp_multi": ("S4", ("SSP",), ("pooled_sequential", "share_display", "clockwise")),
        "max_areas_per_player": ("S8", ("SSP", "TCP"), tuple(range(1, 17))),
        "absent": ("S10", ("SSP", "TCP"), ("fold", "return")),
        "mega_sf_pool": ("M1", ("MEGA",), ("literal_reset", "running_meter")),
        "mega_absent_after_view": ("M12", ("MEGA",), ("refer", "return", "fold")),
        "mlp_unrevealed_no_hand": ("L2", ("MLP",), ("paid", "fold")),
        "tcp_envy_seated": ("T9", ("TCP",), ("present", "all")),
        "tcp_envy_per": ("T19", ("TCP",), ("area", "player")),
    }
    assert OVERRIDABLE["fold_keeps_jackpot"].choices[0] is True
