"""A house with a broken sum: it opens to be looked at, says what is wrong, and is repaired."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import IntegrityError

from croupier.cli.main import croupier
from croupier.house.app.house import House
from croupier.house.client import Client, NotDone
from croupier.house.log.event_store import Search, TooLarge
from croupier.house.model.cage.commands import BuyIn
from croupier.house.model.people.roles import HouseRole
from croupier.house.read.proof.verify import verify
from croupier.house.store import database_url, open_store
from croupier.house.store.connecting import connect
from croupier.money import MOST_HELD
from tests.house.funding import CASHIER, fund
from tests.house.houses import KEY, keeping, key, play_round, register_table
from tests.house.serving import program, token_of
from tests.house.store.writing import Author, opened

BROKEN = {
    "a fraction": ("1.5", "it holds 1.5, which is no sum of cents"),
    "a text": ("'much'", "it holds 'much', which is no sum of cents"),
    "an overflow": ("9.3e18", "it holds 9.3e+18, which is no sum of cents"),
    "too large": (str(MOST_HELD + 1), f"it holds {MOST_HELD + 1}, which is no sum of cents"),
    "another sum": ("12345", "it holds 12345, but its postings come to "),
}


def break_sum(folder: Path, value: str, table: str = "balances", where: str = "player:p1") -> None:
    """As no program of the house could: past the checks of the database."""
    with closing(sqlite3.connect(folder / "house.db")) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        column = "account" if table == "balances" else "player"
        changed = connection.execute(
            f"UPDATE {table} SET amount = {value} WHERE {column} = ?", (where,)
        )
        assert changed.rowcount == 1
        connection.commit()


async def played(folder: Path) -> dict[str, str]:
    """A house with a round; tokens of its cashier and its auditor."""
    url = database_url(folder)
    async with keeping(url) as handler:
        await register_table(handler, jackpot=None)
        await play_round(handler)
    house = House(await open_store(url), KEY)
    try:
        await house.handler.streams.open()
        return {
            "cora": await token_of(house, "cora", HouseRole.CAGE),
            "otto": await token_of(house, "otto", HouseRole.AUDITOR),
        }
    finally:
        await house.stop()


ENVIRONMENT = {"CROUPIER_KEY": KEY.hex(), "CROUPIER_TIME_ZONE": "UTC"}


async def run(*arguments: str) -> tuple[int, str]:
    """A command of the program: its status, and all that it says."""
    invoke = CliRunner().invoke
    done = await asyncio.to_thread(invoke, croupier, arguments, env=ENVIRONMENT)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done.exit_code, done.output


def logged(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "house.db")) as connection:
        return [
            *connection.execute("SELECT * FROM records ORDER BY seq"),
            *connection.execute("SELECT * FROM postings ORDER BY stream, version, line"),
        ]


@pytest.mark.parametrize("how", BROKEN)
async def test_a_broken_balance_is_named_and_worked_out_again(tmp_path: Path, how: str) -> None:
    value, problem = BROKEN[how]
    await played(tmp_path)
    before = await _balances(tmp_path)
    log = logged(tmp_path)
    break_sum(tmp_path, value)
    data = ("--data", str(tmp_path))
    code, told = await run("verify", *data)
    assert code == 1
    assert f"Wrong: account player:p1: {problem}" in told
    code, told = await run("backup", str(tmp_path / "copy.db"), *data)
    assert code != 0
    assert f"not sound at account player:p1: {problem}" in told
    assert "croupier repair" in told
    assert not (tmp_path / "copy.db").exists()
    code, told = await run("repair", *data)
    assert (code, told) == (0, "account player:p1: recomputed\n")
    assert await _balances(tmp_path) == before
    after = logged(tmp_path)
    assert [row for row in after if row in log] == log  # nothing of it was changed
    assert (await run("verify", *data))[0] == 0
    assert (await run("repair", *data)) == (0, "Nothing was broken.\n")
    assert (await run("backup", str(tmp_path / "copy.db"), *data))[0] == 0


async def _balances(folder: Path) -> dict[str, int]:
    async with opened(database_url(folder)) as store:
        return await store.balances()


async def test_broken_results_are_worked_out_again_and_recorded(tmp_path: Path) -> None:
    await played(tmp_path)
    async with opened(database_url(tmp_path)) as store:
        before = await store.results()
    break_sum(tmp_path, "'none'", "results", "p1")
    data = ("--data", str(tmp_path))
    assert "results of p1 on " in (await run("verify", *data))[1]
    code, told = await run("repair", *data)
    assert code == 0
    assert told.startswith("results of p1, ")
    async with opened(database_url(tmp_path)) as store:
        assert await store.results() == before
        [listed] = await store.significant(Search(text="sums repaired"))
        assert "p1" in listed.text
        assert (await verify(store)).wrong is None


async def test_a_log_that_is_not_whole_is_not_repaired(tmp_path: Path) -> None:
    await played(tmp_path)
    break_sum(tmp_path, "1.5")
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
        connection.execute("DROP TRIGGER postings_no_update")
        connection.execute("UPDATE postings SET amount = amount + 1 WHERE credit = 'player:p1'")
        connection.commit()
    code, told = await run("repair", "--data", str(tmp_path))
    assert code != 0
    assert "The log itself is not sound" in told
    assert "Restore a backup" in told


async def test_the_house_opens_to_be_looked_at(tmp_path: Path) -> None:
    """`serve` says what is wrong and where; pages and reports work, and no command is taken."""
    tokens = await played(tmp_path)
    break_sum(tmp_path, "9.3e18")
    checked = subprocess.run(
        [sys.executable, "-c", _SERVE, "--data", str(tmp_path), "--check"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **ENVIRONMENT},
    )
    assert checked.returncode == 1
    assert "Found wrong: account player:p1: it holds 9.3e+18" in checked.stderr
    assert "opens for reading only" in checked.stderr
    assert "Traceback" not in checked.stderr
    with program(tmp_path) as server:
        address = server.start()
        cora, otto = Client(address, tokens["cora"]), Client(address, tokens["otto"])
        with pytest.raises(NotDone) as refused:
            await cora.give(BuyIn(player="p2", amount=100))
        assert refused.value.trouble.kind == "unavailable"
        assert "open for reading only: account player:p1: it holds 9.3e+18" in str(refused.value)
        statuses = {
            path: (await otto._http.get(path)).status_code
            for path in (
                "/",
                "/health",
                "/api/tables",
                "/api/tables/T1",
                "/api/tables/T1/rounds",
                "/api/wallets/p1",
                "/api/wallets/p2",
                "/api/proposals",
                "/api/alarms",
                "/api/floor/cage",
            )
        }
        assert statuses == {**dict.fromkeys(statuses, 200), "/health": 503}
        await cora.close()
        await otto.close()
    assert (await run("repair", "--data", str(tmp_path)))[0] == 0
    with program(tmp_path) as server:
        cora = Client(server.start(), tokens["cora"])
        await cora.give(BuyIn(player="p2", amount=100))
        await cora.close()


_SERVE = "from croupier.cli.serve import serve; serve(prog_name='croupier serve')"


# The attack itself


async def test_a_cashier_cannot_end_the_house(store_url: str) -> None:
    """9,300 buy-ins of 10**15 made a wallet a float. Now the tenth is refused, with the limits of
    the cage as wide as they go: 9 * 10**15 is the most that an account holds."""
    async with keeping(store_url) as handler:
        await fund(handler, ["ann"], 10**15)
        for number in range(2, 10):
            await fund(handler, ["ann"], 10**15, number)
        for amount in (10**15, 1):
            with pytest.raises(Exception, match="more than any account may hold"):
                await handler.command(None, BuyIn(player="ann", amount=amount), CASHIER, key())
        assert (await handler.store.balances("player:"))["player:ann"] == MOST_HELD
        assert (await verify(handler.store)).wrong is None


async def test_the_database_refuses_what_the_program_would_let_through(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.store.batch.MOST_HELD", 2**70)
    async with opened(store_url) as store:
        author = Author()
        await store.append(author.write("table:T1", amount=MOST_HELD))
        with pytest.raises(TooLarge):
            await store.append(author.write("table:T1", amount=1))


@pytest.mark.parametrize("value", ["1.5", "'much'", "9.3e18", str(MOST_HELD + 1)])
@pytest.mark.parametrize("table", ["balances", "results"])
async def test_sums_of_the_database_are_whole_and_bounded(
    tmp_path: Path, table: str, value: str
) -> None:
    await played(tmp_path)
    engine = connect(database_url(tmp_path))
    try:
        with engine.begin() as connection, pytest.raises(IntegrityError):
            connection.exec_driver_sql(f"UPDATE {table} SET amount = {value}")
    finally:
        engine.dispose()


@pytest.mark.parametrize("value", ["1.5", "'much'", "0", "-1", str(MOST_HELD + 1)])
async def test_postings_of_the_database_are_whole_and_bounded(tmp_path: Path, value: str) -> None:
    await played(tmp_path)
    with (
        closing(sqlite3.connect(tmp_path / "house.db")) as connection,
        pytest.raises(sqlite3.IntegrityError, match="out of range"),
    ):
        connection.execute(
            f"INSERT INTO postings VALUES ('table:T1', 1, 99, 'a', 'b', {value}, 'made')"
        )
