"""`extends` and `without`: what a file says in the place of its base."""

import pytest

from croupier.books import BadRulebook, find_rulebook
from croupier.rulebooks.file import check
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum
from croupier.rulebooks.sources import Source

NAME = 'extends = "casino-stud@6"\nslug = "mine"\ndocument = "MY"\n'


def mine(more: str, name: str = NAME) -> Rulebook:
    return find_rulebook(name + more)


def test_what_is_not_said_is_the_bases_cited_as_its_own() -> None:
    rulebook = mine("")
    assert rulebook.edition_name == "mine@6"
    assert rulebook.main.lose == Source("MY 3.14.2")
    assert rulebook.main.pays.odds == find_rulebook("casino-stud").main.pays.odds


def test_a_row_is_merged_into_its_table() -> None:
    rulebook = mine('[jackpot.rows]\n"full house" = { prize = "$250" }')
    rows = {row.name: row for row in rulebook.progressive.rows}
    assert list(rows) == [
        *("royal flush", "straight flush", "four of a kind", "full house", "flush"),
    ]
    assert rows["full house"].prize == FixedSum(250_00)
    assert rows["full house"].clause == "MY 4.2/full-house"
    assert rows["four of a kind"].prize == FixedSum(500_00)


def test_a_list_replaces() -> None:
    rulebook = mine('[main]\nqualifies = { value = ["king"] }')
    assert rulebook.main.qualifies.value == (11,)
    assert rulebook.main.qualifies.clause == "MY 1.14"


def test_without_takes_a_table_or_a_single_value_out() -> None:
    out = ("notes.Approval", "fold.keeps_jackpot.reading", "play.notes.'A void round'")
    rulebook = mine("", f"without = {list(out)}\n{NAME}")
    assert "Approval" not in rulebook.notes
    kept, of_base = rulebook.fold.keeps_jackpot, find_rulebook("casino-stud").fold.keeps_jackpot
    assert kept is not None
    assert kept.reading is None
    assert of_base is not None
    assert of_base.reading == "C6"
    assert "A void round" not in rulebook.play.notes
    base = find_rulebook("casino-stud")
    assert "Approval" in base.notes
    assert "A void round" in base.play.notes


@pytest.mark.parametrize(
    ("without", "words"),
    [
        ('["notes.Aproval"]', "the base has no 'notes.Aproval'"),
        ('["slug.x"]', "the base has no 'slug.x'"),
        ('["a b"]', "the base has no 'a b'"),
        ("[7]", "the base has no 7"),
        ('"notes"', "'notes' is not a list"),
    ],
)
def test_without_names_what_is_there(without: str, words: str) -> None:
    with pytest.raises(BadRulebook) as caught:
        mine("", f"without = {without}\n{NAME}")
    assert [str(one) for one in caught.value.wrong] == [f"line 1, without: {words}"]


@pytest.mark.parametrize(
    ("base", "words"),
    [
        ('"casino-stud"', "there is no edition 'casino-stud' to extend; there are casino-stud@6,"),
        ('"casino-stud@5"', "there is no edition 'casino-stud@5' to extend;"),
        ("6", "6 is not the name of a rulebook"),
    ],
)
def test_a_base_is_an_edition(base: str, words: str) -> None:
    with pytest.raises(BadRulebook) as caught:
        find_rulebook(f'extends = {base}\nslug = "mine"')
    assert str(caught.value.wrong[0]).startswith(f"line 1, extends: {words}")


def test_files_may_extend_files_but_not_in_a_circle() -> None:
    first = 'extends = "second"\nslug = "mine"\n[main]\npayout_max = { value = "$5" }\n'
    second = 'extends = "casino-stud@6"\nname = "Second"\n'
    from croupier.books import file_text

    def find(name: str) -> str:
        return second if name == "second" else file_text(name)

    found = check(first, find).rulebook
    assert found is not None
    assert (found.slug, found.name) == ("mine", "Second")
    assert found.main.payout_max is not None
    assert found.main.payout_max.value == 5_00
    round_and_round = check(first, lambda _: first)
    assert round_and_round.rulebook is None
    assert "more than 8 files extend one another" in str(round_and_round.wrong[0])


def test_without_needs_a_base() -> None:
    checked = check('without = ["notes"]\n', lambda name: name)
    assert str(checked.wrong[0]) == "line 1, without: nothing is extended"
