"""Fingerprints cover rules and the clauses they cite; those of logs from before stay known."""

from typing import Any

import pytest
from msgspec import structs

from croupier.books import RULEBOOKS
from croupier.house.table.fingerprint import fingerprint, is_of, rulebook_hash
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.sources import Cited
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


@pytest.mark.parametrize("change", [{"value": True}, {"clause": "CSP 3.12.2"}])
def test_a_rule_and_its_clause_change_it(change: dict[str, Any]) -> None:
    keeps = structs.replace(KEEPS_JACKPOT, **change)
    other: Rulebook = structs.replace(CSP, fold=structs.replace(CSP.fold, keeps_jackpot=keeps))
    assert rulebook_hash(other) != rulebook_hash(CSP)
