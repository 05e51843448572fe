"""A list of approved programs, and the start of a house that is held to it."""

import asyncio
from pathlib import Path

import pytest

from croupier.house.app import program
from croupier.house.model.settings import Money
from croupier.house.operate.approved_programs import read_approved
from croupier.house.operate.config import BadConfig, Config
from croupier.house.operate.key_file import write_keys
from croupier.house.sealing import Keyring
from croupier.house.store import database_url
from tests.cli.running import run
from tests.house.houses import KEY, keeping, register_table

THIS = program.digest(program.manifest())
OTHER = "0" * 64


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    folder.mkdir(mode=0o700)
    return folder


def furnish(data: Path, money: Money) -> None:
    async def one_table() -> None:
        async with keeping(database_url(data)) as handler:
            await register_table(handler, jackpot=None, money=money)

    write_keys(data / "house.key", Keyring.of(KEY))
    asyncio.run(one_table())


def listed(data: Path, text: str) -> None:
    (data / "approved-programs.txt").write_text(text)


def test_without_a_list_nothing_is_held_and_that_is_said(data: Path) -> None:
    furnish(data, Money.LIVE)
    done = run("serve", "--data", str(data), "--check")
    assert done.exit_code == 0
    assert f"There is no list of approved programs; this one is {THIS}." in done.stderr


def test_a_program_that_is_not_on_the_list_opens_no_house_for_live_money(data: Path) -> None:
    furnish(data, Money.LIVE)
    listed(data, f"# the first release\n{OTHER}  Ada Lim, Ben Tan\n")
    for more in (["--check"], ["--port", "0"]):
        refused = run("serve", "--data", str(data), *more)
        assert refused.exit_code == 2
        assert "this program is not on the list of approved programs" in refused.stderr
        assert THIS in refused.stderr
        assert "two people" in refused.stderr
    listed(data, f"{OTHER}  regulator\n{THIS}  Ada Lim, Ben Tan\n")
    opened = run("serve", "--data", str(data), "--check")
    assert opened.exit_code == 0
    assert "This program is approved by Ada Lim and Ben Tan." in opened.stderr


def test_a_new_house_is_held_too(data: Path) -> None:
    """It may come to be for live money while it runs."""
    listed(data, f"{OTHER}  regulator\n")
    assert run("serve", "--data", str(data), "--check").exit_code == 2


def test_practice_tables_are_not_held(data: Path) -> None:
    furnish(data, Money.PRACTICE)
    listed(data, f"{OTHER}  regulator\n")
    done = run("serve", "--data", str(data), "--check")
    assert done.exit_code == 0
    assert "not held to the list" in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{THIS}  Ada Lim\n", "line 1: it takes two different people"),
        (f"{THIS}  Ada Lim, ada lim\n", "line 1: it takes two different people"),
        (f"\n{THIS}\n", "line 2: a line is the SHA-256"),
        ("yes\n", "line 1: a line is the SHA-256"),
    ],
)
def test_a_line_names_a_program_and_two_people(data: Path, text: str, said: str) -> None:
    listed(data, text)
    with pytest.raises(BadConfig, match=said):
        read_approved(Config(), data)


def test_a_list_that_others_may_write_to_is_none(data: Path) -> None:
    listed(data, f"{THIS}  regulator\n")
    (data / "approved-programs.txt").chmod(0o664)
    with pytest.raises(BadConfig, match="others on this machine may write"):
        read_approved(Config(), data)


def test_the_list_may_lie_where_the_house_cannot_write(data: Path, tmp_path: Path) -> None:
    (tmp_path / "list").write_text(f"{THIS}  regulator\n")
    found = read_approved(Config(approved_programs=str(tmp_path / "list")), data)
    assert found is not None
    assert found.programs == {THIS: ("regulator",)}
    with pytest.raises(BadConfig, match="cannot be read"):
        read_approved(Config(approved_programs=str(tmp_path / "missing")), data)
