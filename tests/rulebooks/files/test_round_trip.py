"""File to rulebook to file to rulebook: nothing is lost, whatever the rules are."""

import tomllib

import pytest

from croupier.books import RULEBOOKS, file_text, find_rulebook
from croupier.rulebooks.file import Base, read_rulebook, read_tables, rulebook_text, write_tables
from croupier.rulebooks.file.spelling import Unreadable
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.overrides import read_as
from tests.rulebooks.flipping.rules import rules_of


def alone(name: str) -> Base:
    """A whole file needs no other."""
    raise AssertionError(name)


def again(rulebook: Rulebook) -> Rulebook:
    tables = tomllib.loads(rulebook_text(rulebook))
    read, faults = read_tables(tables)
    assert faults == []
    assert read is not None
    return read


@pytest.mark.parametrize("slug", list(RULEBOOKS))
def test_a_rulebook_written_out_is_read_as_the_same(slug: str) -> None:
    rulebook = find_rulebook(slug)
    text = rulebook_text(rulebook)
    assert read_rulebook(text, alone) == rulebook
    assert rulebook_text(read_rulebook(text, alone)) == text


@pytest.mark.parametrize("slug", list(RULEBOOKS))
def test_order_is_kept_where_people_see_it(slug: str) -> None:
    rulebook = find_rulebook(slug)
    read = again(rulebook)
    assert list(read.irregularities) == list(rulebook.irregularities)
    assert list(read.progressive.notes) == list(rulebook.progressive.notes)
    assert [row.name for row in read.progressive.rows] == [
        row.name for row in rulebook.progressive.rows
    ]


@pytest.mark.parametrize("slug", list(RULEBOOKS))
def test_every_other_value_of_every_rule_is_written_and_read(slug: str) -> None:
    """All flips of the flip test that are values of their types."""
    flips = [flip for rule in rules_of(find_rulebook(slug)) for flip in rule.flips()]
    told = 0
    for flip in flips:
        try:
            read, faults = read_tables(write_tables(flip.rulebook))
        except Unreadable:  # a rank above the ace, an order of hands without a name
            continue
        if read is None:  # beyond the bounds of the type
            assert faults
            continue
        assert read == flip.rulebook, flip.rule
        told += 1
    assert told > 0.9 * len(flips)


@pytest.mark.parametrize(
    ("slug", "reading", "choice"),
    [
        ("singapore-stud", "fold_keeps_jackpot", False),
        ("megalink-stud", "mega_sf_pool", "running_meter"),
        ("three-card-poker", "tcp_envy_per", "player"),
    ],
)
def test_another_reading_is_written_and_read(slug: str, reading: str, choice: str | bool) -> None:
    read = read_as(find_rulebook(slug), {reading: choice})
    assert read != find_rulebook(slug)
    assert again(read) == read


def test_texts_that_toml_has_to_escape() -> None:
    rulebook = find_rulebook("casino-stud")
    odd = 'Bets "down", \\ please \n\t\x7f\x00 ü'
    tables = write_tables(rulebook)
    tables["betting"]["opens"]["value"] = odd
    tables["notes"]['A "quoted" subject.'] = {"text": odd}
    read, faults = read_tables(tables)
    assert faults == []
    assert read is not None
    assert again(read) == read
    assert again(read).betting.opens.value == odd


def test_a_file_of_the_package_is_what_a_regulator_reads() -> None:
    text = file_text("casino-stud")
    lines = text.splitlines()
    assert lines[0] == "# Casino Stud Poker (CSP): Resorts World at Sentosa, version 6."
    assert 'royal_flush = { pays = "250 to 1", clause = "4.1/royal-flush" }' in lines
    assert 'payout_max = { value = "$100,000", clause = "4.1.1", reading = "C8" }' in lines
    assert 'straight_flush = "3.1.2/straight-flush"' in lines
    assert 'qualifies = { value = ["ace", "king"], clause = "1.14" }' in lines


def test_multi_link_holds_only_what_differs() -> None:
    """CSP to MLP: a fold keeps the jackpot, four of a kind $2,000, a hand not shown is folded."""
    said = tomllib.loads(file_text("multi-link-stud"))
    assert said["extends"] == "casino-stud@6"
    named = {"extends", "without", "slug", "name", "short_name", "document", "edition", "effective"}
    assert set(said) - named == {"fold", "main", "jackpot"}
    assert said["jackpot"]["rows"] == {"four of a kind": {"prize": "$2,000"}}
    rulebook = find_rulebook("multi-link-stud")
    kept = rulebook.fold.keeps_jackpot
    assert kept is not None
    assert (kept.value, kept.reading) == (True, None)
    assert rulebook.fold.loses_ante.clause == "MLP 3.12.1"
    assert "Approval" not in rulebook.notes
