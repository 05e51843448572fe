"""Counts kept on disk: found again, and never believed when they are damaged or another's."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from croupier.books import find_rulebook
from croupier.odds import keeping
from croupier.odds.counts import Counts
from croupier.odds.deck import Deck, kinds_of
from croupier.odds.main_game import Solution
from croupier.ranking import FIVE_CARDS

CASINO_STUD = find_rulebook("casino-stud")
MOST_MODULES = 400
"""So many an answer from kept counts may import, in all; numba alone brings 550."""
COURT_DECK = Deck(ranks=(7, 9, 10, 11, 12), suits=3)
"""Fifteen cards: counted in a moment."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def counted() -> Counts:
    kinds = kinds_of(FIVE_CARDS, COURT_DECK)
    return Solution(kinds, CASINO_STUD.qualifying_strength, 1).counts


def same(one: Counts, other: Counts) -> bool:
    arrays = [(each.first, each.weights, each.hands, each.sums) for each in (one, other)]
    return all(np.array_equal(a, b) for a, b in zip(*arrays, strict=True))


def file_in(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_what_was_counted_is_read_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = counted()
    path = file_in(folder)
    before = path.read_bytes()
    monkeypatch.setattr("croupier.odds.up_card.count_up_card", None)  # counting again would fail
    assert same(counted(), first)
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", [0, 40, 200, 5_000, -1])
def test_a_damaged_byte_is_noticed_and_counted_again(
    folder: Path, place: int, caplog: pytest.LogCaptureFixture
) -> None:
    first = counted()
    path = file_in(folder)
    sound = path.read_bytes()
    damaged = bytearray(sound)
    damaged[place] ^= 0x04
    path.write_bytes(damaged)
    assert same(counted(), first)
    assert "counted again" in caplog.text
    assert str(path) in caplog.text
    assert path.read_bytes() == sound  # and a sound file is there for the next process


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"counts", b'{"ups": 1}\n' + bytes(99)])
def test_a_file_that_is_none_of_ours_is_replaced(
    folder: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    first = counted()
    path = file_in(folder)
    path.write_bytes(content)
    assert same(counted(), first)
    assert "counted again" in caplog.text


def test_a_file_cut_short_or_grown_is_replaced(folder: Path) -> None:
    first = counted()
    path = file_in(folder)
    sound = path.read_bytes()
    for content in (sound[:-1], sound[: len(sound) // 2], sound + b"\0"):
        path.write_bytes(content)
        assert same(counted(), first)
        assert path.read_bytes() == sound


def test_counts_of_another_game_under_this_name_are_not_used(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kinds = kinds_of(FIVE_CARDS, COURT_DECK)
    stricter = kinds.kinds[len(kinds) // 2].value.strength
    other = Solution(kinds, stricter, 1).counts
    path = file_in(folder)
    first = counted()
    own = next(one for one in folder.iterdir() if one != path)
    own.write_bytes(path.read_bytes())
    assert not same(other, first)
    assert same(counted(), first)
    assert "other counts than its name says" in caplog.text


def test_other_rules_or_other_source_have_another_fingerprint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kinds = kinds_of(FIVE_CARDS, COURT_DECK)
    own = keeping.fingerprint_of(kinds, 5, 1)
    assert keeping.fingerprint_of(kinds, 6, 1) != own
    assert keeping.fingerprint_of(kinds, 5, 0) != own
    assert keeping.fingerprint_of(kinds_of(FIVE_CARDS), 5, 1) != own
    monkeypatch.setattr(keeping, "_SOURCE", keeping._SOURCE[1:])
    assert keeping.fingerprint_of(kinds, 5, 1) != own


def test_a_folder_that_cannot_be_written_costs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "file" / "kept"))
    first = counted()
    monkeypatch.setenv("CROUPIER_CACHE", "/proc/croupier")
    assert same(counted(), first)
    monkeypatch.setenv("CROUPIER_CACHE", "none")
    assert same(counted(), first)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_many_writers_at_once_leave_one_sound_file(folder: Path) -> None:
    first = counted()
    fingerprint = file_in(folder).name
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: keeping.keep_counts("f" * 64, first), range(24)))
        found = list(pool.map(lambda _: keeping.read_counts("f" * 64), range(8)))
    assert all(one is not None and same(one, first) for one in found)
    assert {one.name for one in folder.iterdir()} == {fingerprint, f"odds-{'f' * 32}.counts"}


def test_old_files_make_room(folder: Path) -> None:
    first = counted()
    for number in range(30):
        keeping.keep_counts(f"{number:064d}"[::-1], first)
    assert len(list(folder.iterdir())) == 24


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"CROUPIER_CACHE": "/a", "XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/a"),
        ({"XDG_CACHE_HOME": "/b", "HOME": "/c"}, "/b/croupier"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/c"}, "/c/.cache/croupier"),
        ({"CROUPIER_CACHE": "", "XDG_CACHE_HOME": "", "HOME": "/c"}, "/c/.cache/croupier"),
    ],
)
def test_where_files_are_kept(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CROUPIER_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert keeping.cache_folder() == Path(expected)


def test_neither_the_first_answer_nor_the_second_loads_a_compiler(tmp_path: Path) -> None:
    """The second loads nothing that counts, either."""
    ask = (
        "import sys; from croupier.cli.main import croupier\n"
        "croupier(['odds', 'casino-stud', '--json'], standalone_mode=False)\n"
        "sys.stderr.write(' '.join(sys.modules))"
    )
    environment = {**os.environ, "CROUPIER_CACHE": str(tmp_path)}
    first, second = (
        subprocess.run(
            [sys.executable, "-c", ask],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        for _ in range(2)
    )
    assert first.stdout == second.stdout
    assert "-86362082531/1661102543100" in first.stdout
    assert len(list(tmp_path.iterdir())) == 1
    for answer in (first, second):
        assert not {"numba", "rich", "matplotlib"} & set(answer.stderr.split())
    assert "croupier.odds.up_card" in first.stderr.split()
    loaded = second.stderr.split()
    assert not {"croupier.odds.up_card", "croupier.odds.counting"} & set(loaded)
    assert len(loaded) < MOST_MODULES
