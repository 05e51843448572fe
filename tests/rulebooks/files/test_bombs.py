"""Texts made to hold up whoever reads them are refused before they are read, with their line."""

import pytest

from croupier.books import check_text, file_text, find_rulebook, read_text
from croupier.rulebooks.file import BadRulebook, rulebook_text
from croupier.rulebooks.file.bounds import MOST_KEYS

PARTS = "line 3: a key has at most 8 parts"
NESTED = "line 3: lists and tables are nested at most 8 deep"
BEFORE = "# a comment with a.b.c.d.e.f.g.h.i.j\nname = 'and a.b.c.d.e.f.g.h.i.j in a string'\n"
"""Two lines in which nothing is wrong; what a test adds begins on the third."""


def wrong(text: str) -> list[str]:
    return [str(one) for one in check_text(text).wrong]


@pytest.mark.parametrize(
    "key",
    [
        ".".join("a" * 9),
        ".".join("a" * 20_000),
        " . ".join("a" * 9),
        ".".join(['"a.b"'] * 9),
        ".".join(["''"] * 9),
    ],
    ids=["nine", "many", "blanks", "quoted", "empty"],
)
def test_a_key_of_more_than_eight_parts(key: str) -> None:
    for text in (f"{key} = 1\n", f"[{key}]\n", f"[[{key}]]\n", f"x = [{{ {key} = 1 }}]\n"):
        assert wrong(BEFORE + text) == [PARTS]
        with pytest.raises(BadRulebook, match="at most 8 parts"):
            read_text(BEFORE + text, "mine")


def test_a_key_of_eight_parts_is_read() -> None:
    assert PARTS not in wrong(BEFORE + ".".join("a" * 8) + " = 1\n")
    assert PARTS not in wrong(BEFORE + "x = [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]\n")


@pytest.mark.parametrize(("opens", "closes"), [("[", "]"), ("{a=", "}")])
def test_nests_of_more_than_eight(opens: str, closes: str) -> None:
    assert wrong(f"{BEFORE}x = {opens * 9}1{closes * 9}\n") == [NESTED]
    assert wrong(f"{BEFORE}x = {opens * 20_000}") == [NESTED]
    assert NESTED not in wrong(f"{BEFORE}x = {opens * 8}1{closes * 8}\n")


def test_more_keys_than_any_rulebook_has() -> None:
    """The name of the text is one of them."""
    keys = "\n".join(f"k{number} = 1" for number in range(MOST_KEYS))
    most = "a rulebook has at most 4,000 keys, lists and tables"
    assert wrong(BEFORE + keys) == [f"line {MOST_KEYS + 2}: {most}"]
    assert most not in " ".join(wrong(BEFORE + keys.rpartition("\n")[0]))


def test_what_is_struck_out_of_a_base_has_bounds_too() -> None:
    long = ".".join("a" * 20_000)
    [told] = wrong(f'extends = "casino-stud@6"\nslug = "mine"\nwithout = ["{long}"]\n')
    assert told.startswith("line 3, without: the base has no 'a.a.a")


@pytest.mark.parametrize(
    "text",
    ['x = """' + '\\"""' * 9, "x = '''" + "''" + "\na.b.c.d.e.f.g.h.i = 1", 'x = "\n' + "a." * 9],
)
def test_a_string_without_an_end_is_the_parsers(text: str) -> None:
    """Nothing after it is a key, so nothing after it is counted."""
    [told] = wrong(text)
    assert "this is not TOML" in told


@pytest.mark.parametrize("name", ["casino-stud@6", "three-card-poker@4", "multi-link-stud@2"])
def test_what_is_written_out_is_within_the_bounds(name: str) -> None:
    book = find_rulebook(name)
    assert read_text(rulebook_text(book), "mine") == book
    assert check_text(file_text(name)).sound
