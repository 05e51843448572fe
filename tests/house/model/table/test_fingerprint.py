"""Fingerprints cover rules and the clauses they cite; those of logs from before stay known."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import Struct, structs

from croupier.books import ELSEWHERE, RULEBOOKS
from croupier.house.model.table.rulebook import (
    FOR_PEOPLE,
    _later_defaults,
    _rules,
    fingerprint,
    is_of,
    rulebook_hash,
)
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.terms import Cited, Source
from croupier.script.format import TableEntry

CSP = RULEBOOKS["casino-stud"]
KEEPS_JACKPOT = CSP.fold.keeps_jackpot or Cited(value=False)

# Written into logs by the program before notes were told from rules.
BEFORE: list[tuple[str, dict[str, Any], str]] = [
    (
        "singapore-stud",
        {},
        "65fc59d358f320561f1f98c27ac8e8ab258b05c34d6922bdb6117a7050474641",
    ),
    (
        "casino-stud",
        {},
        "7e28527092d09c2c0e105ea295aaf5f9096529699efb066502a5d134d7e3cbd5",
    ),
    (
        "megalink-stud",
        {},
        "62e824ed4af42956efd6b031ae3c1052131659f25a84ebbc3845f1c66f47bed4",
    ),
    (
        "multi-link-stud",
        {},
        "b124f0e93031ddcdb1f9f8c6317817f6ab8a98249326815a60881c9e028253b8",
    ),
    (
        "three-card-poker",
        {},
        "d7d3a7dcc7444171034d700dabb3c03cfa34a5387205fb72fbe84fc3ccf08473",
    ),
    (
        "singapore-stud",
        {
            "absent": "return",
            "fold_keeps_jackpot": False,
            "max_areas_per_player": 3,
            "ssp_multi": "clockwise",
        },
        "13e6c00c235beaecb1723e6740c61308de2960f638010528f57fad8a85a77e2f",
    ),
    (
        "megalink-stud",
        {"mega_absent_after_view": "fold"},
        "324ff1087bbe5dc689f12404ccb695995d6d662a6c79fc01280e336d1db8437e",
    ),
]


@pytest.mark.parametrize(("rulebook", "readings", "recorded"), BEFORE)
def test_a_fingerprint_from_before_is_known(
    rulebook: str, readings: dict[str, Any], recorded: str
) -> None:
    entry = TableEntry(rulebook, readings=readings)
    assert is_of(entry, recorded)
    assert fingerprint(entry) != recorded


@pytest.mark.parametrize(("rulebook", "readings", "recorded"), BEFORE)
def test_it_is_that_of_no_other_rules(
    rulebook: str, readings: dict[str, Any], recorded: str
) -> None:
    others = [
        TableEntry(slug, readings=read)
        for slug, read, _ in BEFORE
        if (slug, read) != (rulebook, readings)
    ]
    assert not any(is_of(entry, recorded) for entry in others)


def test_a_reading_that_is_ours_anyway_changes_nothing() -> None:
    plain, said = TableEntry("singapore-stud"), {"fold_keeps_jackpot": True}
    assert fingerprint(TableEntry("singapore-stud", readings=said)) == fingerprint(plain)
    assert is_of(TableEntry("singapore-stud", readings=said), BEFORE[0][2])


def test_a_corrected_note_changes_nothing() -> None:
    aim = structs.replace(CSP.notes["Aim"], text="a better hand than the dealer's")
    corrected: Rulebook = structs.replace(CSP, notes={**CSP.notes, "Aim": aim})
    assert rulebook_hash(corrected) == rulebook_hash(CSP)


def test_a_corrected_reading_changes_nothing() -> None:
    keeps = structs.replace(KEEPS_JACKPOT, reading="C7")
    corrected: Rulebook = structs.replace(CSP, fold=structs.replace(CSP.fold, keeps_jackpot=keeps))
    assert rulebook_hash(corrected) == rulebook_hash(CSP)


class Fold(Struct, frozen=True, kw_only=True):
    """As a later version may have it: with rules that today's rulebooks do not know."""

    loses_ante: Source
    keeps_jackpot: Cited[bool] | None = None
    surrenders: Cited[bool] = Cited(value=False)
    halves: Mapping[str, int] = {}


def with_later_fold(**later: Any) -> Rulebook:
    fold = Fold(loses_ante=CSP.fold.loses_ante, keeps_jackpot=CSP.fold.keeps_jackpot, **later)
    book: Rulebook = structs.replace(CSP, fold=fold)
    return book


def test_a_rule_that_the_model_gets_later_closes_no_house() -> None:
    assert rulebook_hash(with_later_fold()) == rulebook_hash(CSP)


@pytest.mark.parametrize(
    "later",
    [
        {"surrenders": Cited(value=True)},
        {"surrenders": Cited("CSP 9", value=False)},
        {"halves": {"a": 1}},
    ],
)
def test_a_later_rule_counts_where_a_rulebook_says_it(later: dict[str, Any]) -> None:
    assert rulebook_hash(with_later_fold(**later)) != rulebook_hash(CSP)


def test_what_was_hashed_from_the_first_is_hashed_also_where_it_is_left_out() -> None:
    """`keeps_jackpot` is none by default; that it is none was written into fingerprints."""
    bare = Fold(loses_ante=CSP.fold.loses_ante)
    without: Rulebook = structs.replace(CSP, fold=bare)
    ours: Rulebook = structs.replace(CSP, fold=structs.replace(CSP.fold, keeps_jackpot=None))
    assert _rules(without)["fold"]["keeps_jackpot"] is None
    assert rulebook_hash(without) == rulebook_hash(ours) != rulebook_hash(CSP)


def test_no_rule_of_today_is_left_out_of_a_fingerprint() -> None:
    """Those of the model as it was when rules were first hashed; a later one is named here."""
    later = {
        (type(one).__name__, name)
        for book in (*RULEBOOKS.values(), *ELSEWHERE.values())
        for one in structs_in(book)
        for name in _later_defaults(type(one))
        if name not in FOR_PEOPLE
    }
    assert later == {("Note", "clause"), ("Note", "also")}  # of notes, which are not hashed at all


def structs_in(value: Any) -> Iterator[Struct]:
    match value:
        case Struct():
            yield value
            for name in value.__struct_fields__:
                yield from structs_in(getattr(value, name))
        case Mapping():
            for one in value.values():
                yield from structs_in(one)
        case tuple():
            for one in value:
                yield from structs_in(one)


@pytest.mark.parametrize("change", [{"value": True}, {"clause": "CSP 3.12.2"}])
def test_a_rule_and_its_clause_change_it(change: dict[str, Any]) -> None:
    keeps = structs.replace(KEEPS_JACKPOT, **change)
    other: Rulebook = structs.replace(CSP, fold=structs.replace(CSP.fold, keeps_jackpot=keeps))
    assert rulebook_hash(other) != rulebook_hash(CSP)
