"""Proof for outsiders: a recorded house proves itself, and whatever is changed in it is found."""

import asyncio
import random
import sqlite3
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from croupier.cli.verify import verify as verify_command
from croupier.house.app.house import House
from croupier.house.model.records import Anchor, Head
from croupier.house.read.proof.running import look
from croupier.house.read.proof.verify import Verification, verify
from croupier.house.sealing import Keyring
from croupier.house.store import database_url, open_store
from croupier.house.store.checking import NO_KEYS
from croupier.rulebooks.terms import Actor, Role
from croupier.table import commands as c
from tests.house.houses import (
    GAMES,
    KEY,
    ante,
    do,
    jackpot,
    keeping,
    play_at_random,
    play_round,
    register_jackpot,
    register_table,
)
from tests.house.tampering import copied, defenceless, record_by_record

EACH = 3
"""Tamperings of every kind."""


async def proved(url: str, *anchors: Anchor, keys: Keyring = NO_KEYS) -> Verification:
    store = await open_store(url)
    try:
        return await verify(store, anchors, keys)
    finally:
        await store.close()


async def anchored(url: str) -> Anchor:
    store = await open_store(url)
    try:
        return await store.anchor()
    finally:
        await store.close()


async def played(url: str, rounds: int = 2) -> None:
    """A house with every game, some of it linked, irregularities included."""
    async with keeping(url) as handler:
        for rulebook in GAMES:
            linked = None if rulebook == "three-card-poker" else f"J-{rulebook}"
            if linked is not None:
                await register_jackpot(handler, linked)
            await register_table(handler, rulebook, rulebook, linked)
        for seed in range(rounds):
            await asyncio.gather(
                *(play_round(handler, rulebook, (1, 2), seed=seed) for rulebook in GAMES)
            )


async def test_a_played_house_proves_itself(store_url: str) -> None:
    await played(store_url)
    async with keeping(store_url) as handler:
        for rulebook in GAMES:
            await play_at_random(handler, rulebook, 60, seed=3)
    proof = await proved(store_url)
    assert proof.wrong is None
    assert proof.tables == 5
    assert proof.jackpots == 4
    assert proof.rounds >= 10
    assert proof.shuffles >= 10
    assert proof.postings > 100


async def test_a_running_house_has_its_log_checked(sqlite_url: str) -> None:
    await played(sqlite_url, rounds=1)
    key = {"CROUPIER_KEY": KEY.hex()}
    assert (await look(sqlite_url, whole=True, environment=key)).clean
    assert (await look(sqlite_url, whole=False, environment=key)).clean
    assert not (await look(sqlite_url, whole=True)).clean  # it has lost its key
    [database] = Path(sqlite_url.removeprefix("sqlite:///")).parent.glob("*.db")
    with defenceless(database) as connection:
        connection.execute("UPDATE balances SET amount = amount + 1 WHERE account = 'house'")
    assert not (await look(sqlite_url, whole=True, environment=key)).clean


async def test_the_command_says_what_it_proved(tmp_path: Path) -> None:
    await played(database_url(tmp_path), rounds=1)
    result = await asyncio.to_thread(
        CliRunner().invoke, verify_command, ["--data", str(tmp_path), "--json", "--without-key"]
    )
    assert result.exit_code == 0
    assert msgspec.json.decode(result.stdout)["clean"] is True
    [database] = tmp_path.glob("*.db")
    with defenceless(database) as connection, record_by_record(connection):
        connection.execute("UPDATE records SET event = replace(event, '1000', '9000')")
    result = await asyncio.to_thread(CliRunner().invoke, verify_command, ["--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "Wrong: " in result.stdout


TABLES = ("records", "postings", "balances", "streams", "answers")
DELETED = "a row"


def _kinds(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """Every column of every table that must hold, and the loss of a row."""
    kinds = []
    for table in TABLES:
        columns = connection.execute(f"PRAGMA table_info({table})")
        kinds += [(table, column[1]) for column in columns]
        kinds.append((table, DELETED))
    return kinds


def _tamper(connection: sqlite3.Connection, table: str, name: str, chance: random.Random) -> str:
    """One change of one row."""
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    keys = [column[1] for column in columns if column[5]]
    rows = connection.execute(f"SELECT * FROM {table}").fetchall()
    found = chance.choice(rows)
    row = dict(zip([column[1] for column in columns], found, strict=True))
    where = " AND ".join(f"{key} = ?" for key in keys)
    place = tuple(row[key] for key in keys)
    if name == DELETED:
        if row.get("amount") == 0:  # an account that holds nothing may go
            raise sqlite3.IntegrityError
        connection.execute(f"DELETE FROM {table} WHERE {where}", place)
        return f"{place} of {table} was deleted"
    changed = _changed(row[name], chance)
    if table == "records" and name in ("seq", "version"):
        changed = row[name] + len(rows)  # behind all others
    connection.execute(f'UPDATE {table} SET "{name}" = ? WHERE {where}', (changed, *place))
    return f"{table}.{name} of {place}: {row[name]!r} became {changed!r}"


def _changed(value: object, chance: random.Random) -> object:
    match value:
        case int():
            return value + chance.choice([-1, 1, 100])
        case None:
            return "x"
        case str() if value:
            place = chance.randrange(len(value))
            letter = chance.choice("0123456789abcdef".replace(value[place].lower(), ""))
            return value[:place] + letter + value[place + 1 :]
        case bytes() if value:
            place = chance.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1]) + value[place + 1 :]
        case _:
            return "x"


@pytest.mark.slow
def test_whatever_is_changed_in_a_stored_log_is_found(tmp_path: Path) -> None:
    """Every column, in rows at random, each in a fresh copy; an anchor was taken before.

    Links, and digests of commands with cards, take the house's key to prove.
    """
    original = tmp_path / "original"
    original.mkdir()
    asyncio.run(played(database_url(original), rounds=1))
    anchor = asyncio.run(anchored(database_url(original)))
    with copied(original, tmp_path / "look") as connection:
        kinds = _kinds(connection)
    reached = set()
    for number, kind in enumerate(kinds * EACH):
        folder = tmp_path / f"copy-{number}"
        with copied(original, folder) as connection:
            try:
                what = _tamper(connection, *kind, random.Random(number))
            except sqlite3.IntegrityError:
                continue
        reached.add(kind)
        found = asyncio.run(proved(database_url(folder), anchor, keys=Keyring.of(KEY)))
        assert found.wrong is not None, what
    assert reached == set(kinds)


@pytest.mark.slow
def test_records_that_change_places_are_found(tmp_path: Path) -> None:
    """Two of one stream, or of one command, whatever else stands between them."""
    original = tmp_path / "original"
    original.mkdir()
    asyncio.run(played(database_url(original), rounds=1))
    chance = random.Random(3)
    for number in range(20):
        by = ("stream", "command")[number % 2]
        folder = tmp_path / f"copy-{number}"
        with copied(original, folder) as connection, record_by_record(connection):
            groups = f'SELECT "{by}" FROM records GROUP BY "{by}" HAVING count(*) > 1'
            [group] = chance.choice(connection.execute(groups).fetchall())
            found = connection.execute(f'SELECT seq FROM records WHERE "{by}" = ?', (group,))
            (one,), (other,) = chance.sample(found.fetchall(), 2)
            for before, after in ((one, -1), (other, one), (-1, other)):
                connection.execute("UPDATE records SET seq = ? WHERE seq = ?", (after, before))
        assert asyncio.run(proved(database_url(folder))).wrong is not None, (by, group, one, other)


async def test_a_command_cannot_come_before_what_it_rests_on(tmp_path: Path) -> None:
    """The bets of two linked tables close; the second moves in between the first and its meter.

    Neither changes a card or a payment, and still the order cannot have been so.
    """
    original = tmp_path / "original"
    original.mkdir()
    async with keeping(database_url(original)) as handler:
        await register_jackpot(handler)
        for name in ("T1", "T2"):
            await register_table(handler, name)
            await do(handler, name, c.OpenBets())
            await do(handler, name, ante(1), Actor("p1", Role.PLAYER))
            await do(handler, name, jackpot(1), Actor("p1", Role.PLAYER))
        for name in ("T1", "T2"):
            await do(handler, name, c.CloseBets())
        entries = [
            (entry.seq, entry.record.stream)
            for entry in await handler.store.scan()
            if b'"close_bets"' in entry.record.event or b'"jackpot_grew"' in entry.record.event
        ]
    streams = ["table:T1", "jackpot:J1", "table:T2", "jackpot:J1"]
    assert [stream for _, stream in entries] == streams
    (_, _), (grew, _), (given, _), (last, _) = entries
    with copied(original, tmp_path / "copy") as connection, record_by_record(connection):
        # T2's records take the places before T1's movement of the meter
        order = [*range(given, last), grew]
        for place, seq in enumerate(order):
            connection.execute("UPDATE records SET seq = ? WHERE seq = ?", (-1 - place, seq))
        for place in range(len(order)):
            connection.execute(
                "UPDATE records SET seq = ? WHERE seq = ?", (grew + place, -1 - place)
            )
    proof = await proved(database_url(tmp_path / "copy"))
    assert proof.wrong is not None
    assert "it stands between command" in proof.wrong


ANSWERS = {
    "one is gone": "DELETE FROM answers WHERE command = :command",
    "another version": "UPDATE answers SET reply = replace(reply, '}', '0}')",
    "another stream": "UPDATE answers SET stream = 'jackpot:J1' WHERE command = :command",
    "to another command": "UPDATE answers SET command = 'x' WHERE command = :command",
    "a blank behind it": "UPDATE answers SET reply = reply || ' ' WHERE command = :command",
    "no answer at all": "UPDATE answers SET reply = 'nonsense' WHERE command = :command",
    "one too many": "INSERT INTO answers SELECT 'forged', stream, reply FROM answers LIMIT 1",
    "of the table by its jackpot": (
        "UPDATE answers SET stream = 'jackpot:J1', "
        """reply = '{"command":"' || command || '","stream":"jackpot:J1","version":3}' """
        "WHERE command = (SELECT command FROM records WHERE stream = 'jackpot:J1' AND version = 3)"
    ),
}


@pytest.mark.parametrize("what", ANSWERS)
async def test_answers_are_those_of_their_commands(tmp_path: Path, what: str) -> None:
    """A forged answer would keep a command from being carried out, a lost one have it twice."""
    original = tmp_path / "original"
    original.mkdir()
    async with keeping(database_url(original)) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await play_round(handler)
        stream = await handler.streams.table("T1")
        [last] = await handler.store.read("table:T1", stream.version - 1)
    assert (await proved(database_url(original))).wrong is None
    statement = ANSWERS[what]
    with copied(original, tmp_path / "copy") as connection:
        changed = connection.execute(
            statement, {"command": last.command} if ":command" in statement else {}
        )
        assert changed.rowcount >= 1
    proof = await proved(database_url(tmp_path / "copy"))
    assert proof.wrong is not None
    assert "answer" in proof.wrong


async def test_an_anchor_shows_that_the_end_was_cut_off(tmp_path: Path) -> None:
    """Somebody puts back a sound copy of last week: only what was kept elsewhere can tell."""
    house, old = tmp_path / "house", tmp_path / "old"
    house.mkdir()
    await played(database_url(house), rounds=1)
    first = await anchored(database_url(house))
    with copied(house, old):
        pass
    async with keeping(database_url(house)) as handler:
        await play_round(handler, "casino-stud", seed=8)
    second = await anchored(database_url(house))
    assert (await proved(database_url(house), first, second)).wrong is None

    assert (await proved(database_url(old))).wrong is None
    cut = await proved(database_url(old), first, second)
    assert cut.wrong == f"log: it ends at {first.seq}, and went to {second.seq} at the anchor"
    async with keeping(database_url(old)) as handler:
        for seed in range(3):
            await play_round(handler, "casino-stud", seed=seed)
    replaced = await proved(database_url(old), first, second)
    assert replaced.wrong == f"log: up to {second.seq} it is not what it was at the anchor"


def test_what_an_anchor_is() -> None:
    nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert str(Anchor.at(0, {})) == f"0:{nothing}"
    heads = {"table:T1": Head(7, b"\xab" * 32), "jackpot:J1": Head(2, bytes(32))}
    lines = "jackpot:J1 2 " + "00" * 32 + "\n" + "table:T1 7 " + "ab" * 32 + "\n"
    anchor = Anchor.at(9, heads)
    assert anchor == Anchor(9, sha256(lines.encode()).hexdigest())
    assert Anchor.read(str(anchor)) == anchor


async def test_the_command_says_and_takes_anchors(tmp_path: Path) -> None:
    await played(database_url(tmp_path), rounds=1)
    anchor = str(await anchored(database_url(tmp_path)))

    async def run(*arguments: str) -> tuple[int, str]:
        command = ["--data", str(tmp_path), "--without-key", *arguments]
        result = await asyncio.to_thread(CliRunner().invoke, verify_command, command)
        return result.exit_code, result.output

    lines = [
        "The keyed chain was not checked: the house's key is not here (--key-file).",
        f"Anchor: {anchor}",
        "Nothing is wrong, as far as can be told without the key.",
    ]
    assert (await run())[1].splitlines()[1:] == lines
    _, chain, left_out, *rest = (await run("--new"))[1].splitlines()
    assert [chain, *rest] == lines
    assert left_out.startswith("Not checked: what the rules make of commands")
    assert (await run("--anchor", anchor))[0] == 0
    other = anchor[:-1] + ("0" if anchor[-1] != "0" else "1")
    status, said = await run("--anchor", anchor, "--anchor", other)
    assert status == 1
    assert "it is not what it was at the anchor" in said
    for wrong in (("--anchor", "12"), ("--anchor", "x:" + "0" * 64), ("--new", "--anchor", anchor)):
        assert (await run(*wrong))[0] == 2


async def test_a_house_says_where_its_log_stands(
    sqlite_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    await played(sqlite_url, rounds=1)
    anchor = str(await anchored(sqlite_url))
    house = House(await open_store(sqlite_url), KEY)
    with caplog.at_level("INFO", "croupier.house"):
        await house.start()
        await house.stop()
    said = [
        (one.message, one.__dict__["anchor"]) for one in caplog.records if hasattr(one, "anchor")
    ]
    assert said == [("started", anchor), ("stopped", anchor)]
