"""`extends` and `without`: what a file says in the place of its base."""

from pathlib import Path

import pytest

from croupier.books import BadRulebook, check_file, check_text, file_text, find_rulebook, opened
from croupier.rulebooks.file import Base, check
from croupier.rulebooks.model import Rulebook
from croupier.rulebooks.progressive import FixedSum
from croupier.rulebooks.terms import Source

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

    def find(name: str) -> Base:
        return Base(second if name == "second" else file_text(name), find)

    found = check(first, find).rulebook
    assert found is not None
    assert (found.slug, found.name) == ("mine", "Second")
    assert found.main.payout_max is not None
    assert found.main.payout_max.value == 5_00

    def itself(name: str) -> Base:
        return Base(first, itself)

    round_and_round = check(first, itself)
    assert round_and_round.rulebook is None
    assert "more than 8 files extend one another" in str(round_and_round.wrong[0])


def test_without_needs_a_base() -> None:
    checked = check_text('without = ["notes"]\n')
    assert str(checked.wrong[0]) == "line 1, without: nothing is extended"


# Files that extend files

GENEROUS = """\
extends = "casino-stud@6"
slug = "generous-stud"
document = "GS"

[main.pays.rows]
flush = { pays = "6 to 1" }
"""
MORE = """\
extends = "./bases/generous.toml"
slug = "more-generous-stud"

[main.pays.rows]
straight = { pays = "9 to 1" }
"""


def written(folder: Path) -> Path:
    """A file, and its base in a folder beside it, which has a base of its own there."""
    (folder / "bases").mkdir()
    (folder / "bases" / "first.toml").write_text(GENEROUS)
    (folder / "bases" / "generous.toml").write_text('extends = "first.toml"\nname = "Generous"\n')
    more = folder / "more.toml"
    more.write_text(MORE)
    return more


def test_a_file_extends_another_by_its_path_from_there(tmp_path: Path) -> None:
    found = find_rulebook(str(written(tmp_path)), files=True)
    assert (found.edition_name, found.name) == ("more-generous-stud@6", "Generous")
    odds = {hand.slug: pays for hand, pays in found.main.pays.odds.items()}
    # A straight pays 4 to 1 and a full house 7 to 1 in the document (CSP 4.1).
    assert (odds["flush"], odds["straight"], odds["full_house"]) == (6, 9, 7)


def test_what_is_kept_of_it_is_whole(tmp_path: Path) -> None:
    more = written(tmp_path)
    kept = opened(str(more))
    found = find_rulebook(str(more), files=True)
    for file in tmp_path.rglob("*.toml"):
        file.unlink()
    assert "extends" not in kept
    assert find_rulebook(kept) == found


def test_the_check_of_it_has_its_own_lines(tmp_path: Path) -> None:
    more = written(tmp_path)
    assert check_file(str(more)).wrong == ()
    more.write_text(MORE + 'flush = { pays = "six" }\n')
    [wrong] = check_file(str(more)).wrong
    assert str(wrong).startswith("line 6, main.pays.rows.flush.pays: ")


def test_a_text_from_elsewhere_extends_editions_only(tmp_path: Path) -> None:
    more = written(tmp_path)
    for base in ("./bases/generous.toml", str(tmp_path / "bases" / "first.toml"), "/etc/passwd"):
        text = f'extends = "{base}"\nslug = "mine"\n'
        for wrong in (check_text(text).wrong, refusal(text)):
            told = str(wrong[0])
            assert told.startswith(f"line 1, extends: '{base}' is a file, which only another file")
    assert more.exists()


def refusal(text: str) -> tuple[object, ...]:
    with pytest.raises(BadRulebook) as caught:
        find_rulebook(text, files=True)
    return caught.value.wrong


def test_files_that_are_not_there_or_go_round(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    for base, words in (
        ("./other.toml", f"cannot read {tmp_path / 'other.toml'}: No such file or directory"),
        ("mine.toml", "more than 8 files extend one another"),
        ("./long.toml", f"{tmp_path / 'long.toml'} has more than 200,000 characters"),
    ):
        (tmp_path / "long.toml").write_text("#" * 200_001)
        mine.write_text(f'extends = "{base}"\n')
        with pytest.raises(BadRulebook) as caught:
            find_rulebook(str(mine), files=True)
        assert words in str(caught.value.wrong[0])
