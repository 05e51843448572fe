"""The rulebooks of the package by name, edition, day, text and file."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec import structs

from croupier.books import (
    RULEBOOKS,
    BadRulebook,
    UnknownRulebook,
    editions,
    find_rulebook,
    in_force,
    opened,
)

FIVE = [
    "singapore-stud@4",
    "casino-stud@6",
    "megalink-stud@6",
    "multi-link-stud@2",
    "three-card-poker@4",
]
MINE = 'extends = "casino-stud@6"\nslug = "mine"\ndocument = "MY"\n'


def test_the_five_in_the_order_of_their_documents() -> None:
    assert [rulebook.edition_name for rulebook in RULEBOOKS.values()] == FIVE


def test_a_file_is_named_for_the_edition_in_it() -> None:
    names = [one.name for one in files("croupier.books").iterdir() if one.name.endswith(".toml")]
    assert len(names) == 7
    for name in names:
        assert find_rulebook(name.removesuffix(".toml")).edition_name + ".toml" == name


def test_a_name_with_and_without_its_edition() -> None:
    assert find_rulebook("casino-stud") is find_rulebook("casino-stud@6")
    assert find_rulebook("casino-stud") is RULEBOOKS["casino-stud"]
    with pytest.raises(UnknownRulebook, match="casino-stud has no edition '7'; the one here is"):
        find_rulebook("casino-stud@7")
    with pytest.raises(UnknownRulebook, match="there is no rulebook 'whist'; there are singapore"):
        find_rulebook("whist")


def test_the_edition_in_force_on_a_day() -> None:
    begins = datetime(2020, 6, 28, 0, 0, tzinfo=UTC)
    assert find_rulebook("casino-stud", begins) is RULEBOOKS["casino-stud"]
    with pytest.raises(UnknownRulebook) as caught:
        find_rulebook("casino-stud", begins - timedelta(seconds=1))
    assert str(caught.value) == (
        "no edition of casino-stud was in force on 27 June 2020; "
        "casino-stud@6 came into force on 28 June 2020"
    )


def test_several_editions_side_by_side() -> None:
    [sixth] = editions("casino-stud")
    began = sixth.effective
    seventh = structs.replace(sixth, edition=7, effective=began + timedelta(days=10))
    both = (sixth, seventh)
    assert in_force(both, began) is sixth
    assert in_force(both, began + timedelta(days=10, seconds=-1)) is sixth
    assert in_force(both, began + timedelta(days=10)) is seventh


def test_a_file_is_opened_only_for_who_may(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    assert find_rulebook(str(path), files=True).slug == "mine"
    with pytest.raises(UnknownRulebook, match="there is no rulebook"):
        find_rulebook(str(path))


def test_the_text_of_a_file_stands_for_it() -> None:
    assert find_rulebook(MINE).slug == "mine"
    assert find_rulebook(MINE) is find_rulebook(MINE)
    with pytest.raises(BadRulebook, match=r"the rulebook: line 2, stay: 'no' is not a table"):
        find_rulebook('extends = "casino-stud@6"\nstay = "no"')


def test_opened(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, encoding="utf-8")
    assert opened(str(path)) == MINE
    assert opened("casino-stud") == "casino-stud"


@pytest.mark.parametrize("content", [None, b"\xff\xfe", "folder"])
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes | str | None) -> None:
    path = tmp_path / "mine.toml"
    if content == "folder":
        path.mkdir()
    elif isinstance(content, bytes):
        path.write_bytes(content)
    with pytest.raises(UnknownRulebook, match=r"cannot read .*mine\.toml: "):
        find_rulebook(str(path), files=True)


def test_the_wheel_carries_the_files(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    packed = set(ZipFile(wheel).namelist())
    assert packed.issuperset(f"croupier/books/{name}.toml" for name in FIVE)
