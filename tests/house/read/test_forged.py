"""Somebody writes to the database who does not have the house's key: a start believes none of it,
and a proof finds what was changed beside the log or forged in it."""

import sqlite3
from collections.abc import Sequence
from datetime import timedelta

import msgspec
import pytest

from croupier.house.app.house import House
from croupier.house.app.stream_cache import StreamCache
from croupier.house.log.event_store import Append
from croupier.house.log.stream import Department
from croupier.house.model.people import events as e
from croupier.house.model.people.roles import HouseRole, Signature, TokenPower
from croupier.house.model.people.state import People
from croupier.house.model.records import Answer, Posting, Record, encode_event
from croupier.house.model.refusals import HouseRefused
from croupier.house.model.significant import LARGE_WIN, listed
from croupier.house.read.proof.findings import Wrong
from croupier.house.read.proof.postings import Results
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring
from croupier.house.store import open_store
from croupier.house.store.database import DatabaseStore
from tests.house.houses import KEY, keeping, play_round, register_jackpot, register_table
from tests.house.store.writing import opened

OTHER_KEY = bytes(32)
BOSS = Signature("boss", HouseRole.ADMINISTRATOR)
ANN = Signature("ann", HouseRole.PLAYER)


async def staffed(url: str) -> None:
    """An administrator, a shift manager, two dealers and a player, with snapshots kept."""
    house = House(await open_store(url), KEY)
    await house.handler.streams.open()
    registry = house.registry
    await registry.introduce("boss", HouseRole.ADMINISTRATOR)
    for name, role in (
        ("mia", HouseRole.SHIFT_MANAGER),
        ("dan", HouseRole.DEALER),
        ("eve", HouseRole.DEALER),
        ("ann", HouseRole.PLAYER),
    ):
        await registry.register(name, name.title(), (role,), BOSS)
    await registry.make_token("own", TokenPower.PERSONAL, "ann", ANN)
    await register_table(house.handler, "T1", jackpot=None)
    await house.stop()


def write(url: str, statement: str, *values: object) -> int:
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        return database.execute(statement, values).rowcount


async def people_of(url: str, key: bytes | None = KEY) -> tuple[People, list[int]]:
    """The people as a start knows them, and from which versions on their stream was read."""
    read_after: list[int] = []

    async with opened(url) as store:
        plain = store.read

        async def noting(stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]:
            read_after.append(after)
            return await plain(stream, after, limit)

        store.read = noting  # type: ignore[method-assign]
        streams = StreamCache(store, key)
        await streams.open()
        found = (await streams.department(Department.PEOPLE)).stored
    assert isinstance(found, People)
    return found, read_after


# Snapshots


async def test_a_start_uses_what_it_sealed_itself(store_url: str) -> None:
    await staffed(store_url)
    async with opened(store_url) as store:
        head = (await store.heads())[Department.PEOPLE]
    people, read_after = await people_of(store_url)
    assert people.accounts["ann"].roles == {HouseRole.PLAYER}
    assert read_after == [head.version]


@pytest.mark.parametrize("key", [OTHER_KEY, b"", None])
async def test_without_the_key_a_stream_is_read_from_its_records(
    sqlite_url: str, key: bytes | None
) -> None:
    await staffed(sqlite_url)
    people, read_after = await people_of(sqlite_url, key)
    assert people == (await people_of(sqlite_url))[0]
    assert read_after == [0]


async def test_a_falsified_snapshot_has_no_effect(sqlite_url: str) -> None:
    await staffed(sqlite_url)
    async with opened(sqlite_url) as store:
        kept = (await store.snapshots())[Department.PEOPLE]
    falsified = kept.state.replace(b'["player"]', b'["administrator"]')
    assert falsified != kept.state
    write(sqlite_url, "UPDATE snapshots SET state = ? WHERE stream = 'people'", falsified)
    people, read_after = await people_of(sqlite_url)
    assert people.accounts["ann"].roles == {HouseRole.PLAYER}
    assert read_after == [0]
    house = House(await open_store(sqlite_url), KEY)  # which puts it right when it stops
    await house.start()
    await house.stop()
    async with opened(sqlite_url) as store:
        assert (await verify(store)).wrong is None
    people, read_after = await people_of(sqlite_url)
    assert people.accounts["ann"].roles == {HouseRole.PLAYER}
    assert read_after == [kept.version]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE snapshots SET version = version - 1 WHERE stream = 'people'",
        f"UPDATE snapshots SET hash = '{'0' * 64}' WHERE stream = 'people'",
        "UPDATE snapshots SET state = 'nonsense' WHERE stream = 'people'",
        "UPDATE snapshots SET state = (SELECT state FROM snapshots WHERE stream = 'table:T1')"
        " WHERE stream = 'people'",
    ],
)
async def test_a_snapshot_counts_for_its_stream_and_record_alone(
    sqlite_url: str, statement: str
) -> None:
    await staffed(sqlite_url)
    house = House(await open_store(sqlite_url), KEY)
    await house.start()
    await house.stop()
    assert write(sqlite_url, statement) == 1
    people, read_after = await people_of(sqlite_url)
    assert "ann" in people.accounts
    assert read_after == [0]


async def test_a_snapshot_from_before_there_were_seals_is_passed_over(sqlite_url: str) -> None:
    await staffed(sqlite_url)
    async with opened(sqlite_url) as store:
        kept = (await store.snapshots())[Department.PEOPLE]
    old = msgspec.json.decode(kept.state)
    del old["seal"]
    write(
        sqlite_url,
        "UPDATE snapshots SET state = ? WHERE stream = 'people'",
        msgspec.json.encode(old),
    )
    people, read_after = await people_of(sqlite_url)
    assert "ann" in people.accounts
    assert read_after == [0]
    async with opened(sqlite_url) as store:
        assert (await verify(store)).wrong is None


# Results


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM results",
        "DELETE FROM results WHERE player = 'p1'",
        "UPDATE results SET amount = amount + 1 WHERE player = 'p1'",
        "UPDATE results SET player = 'nobody' WHERE player = 'p1'",
        "INSERT INTO results VALUES ('p1', '2020-01-01', 500)",
    ],
)
async def test_changed_results_of_players_are_found(sqlite_url: str, statement: str) -> None:
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        await play_round(handler, boxes=(1, 2))
        assert (await handler.store.results())["p1"] != 0
        assert (await verify(handler.store)).wrong is None
    assert write(sqlite_url, statement) > 0
    async with opened(sqlite_url) as store:
        found = await verify(store)
    assert found.wrong is not None
    assert "results of " in found.wrong


def bet(player: str, amount: int, table: str = "T1") -> tuple[Posting, ...]:
    stream = f"table:{table}"
    return (Posting(stream, 1, f"player:{player}", f"layout:{table}", amount, ""),)


@pytest.mark.parametrize(
    ("kept", "sound"),
    [
        ({"ann": -6, "bob": -2}, True),  # all of it
        ({"ann": -5, "bob": -2}, True),  # begun after the first
        ({"ann": -5}, True),  # after the second
        ({"ann": -4}, True),  # after the third: what has wallets always counts
        ({"ann": -6}, False),
        ({"ann": -4, "bob": -2}, False),
        ({"bob": -2}, False),
        ({}, False),
    ],
)
def test_results_were_begun_at_one_moment_before_the_first_wallets(
    kept: dict[str, int], sound: bool
) -> None:
    results = Results()
    results.take(bet("ann", 1), relative=True)
    results.take(bet("bob", 2), relative=True)
    results.take(bet("ann", 1), relative=True)
    results.take(bet("ann", 3), relative=False)
    results.take(bet("ann", 1), relative=True)
    if sound:
        results.prove(kept)
    else:
        with pytest.raises(Wrong):
            results.prove(kept)


def test_what_an_archive_says_counts_and_an_old_one_says_nothing() -> None:
    known, unknown = Results(), Results()
    known.resume({"ann": -10})
    known.take(bet("ann", 1), relative=False)
    known.prove({"ann": -11})
    assert known.standing() == {"ann": -11}
    with pytest.raises(Wrong):
        known.prove({"ann": -1})
    unknown.resume(msgspec.UNSET)
    unknown.take(bet("ann", 1), relative=False)
    unknown.prove({"ann": -99})
    assert unknown.standing() is msgspec.UNSET


# Signatures


async def forge(store: DatabaseStore, event: e.PeopleEvent, by: Signature | None) -> None:
    """A record that is chained as it should be, by somebody who has the key as well."""
    store.chain_under(Keyring.of(KEY))
    head = (await store.heads())[Department.PEOPLE]
    at = await store.last_at()
    assert at is not None
    written = encode_event(event)
    record = Record(
        Department.PEOPLE, head.version + 1, at, by, "people:forged", written, head.hash
    )
    accepted = f'{{"command":"people:forged","stream":"people","version":{record.version}}}'
    lines = tuple(listed([(record, event)], None, LARGE_WIN))
    answer = Answer("people:forged", Department.PEOPLE, accepted.encode())
    await store.append(Append({Department.PEOPLE: head}, (record,), (), answer, lines))


MIA = Signature("mia", HouseRole.SHIFT_MANAGER)
DAN = Signature("dan", HouseRole.DEALER)
ADMINISTRATOR = (HouseRole.ADMINISTRATOR,)
MANAGER = (HouseRole.PIT_MANAGER,)
TOKEN = e.TokenMade("t1", "x", "boss", TokenPower.PERSONAL, None, "00" * 32)
SHOE = e.TokenMade("t1", "x", "dan", TokenPower.SHOE, "T1", "00" * 32)

FORGED: list[tuple[e.PeopleEvent, Signature | None]] = [
    (e.RolesGiven("eve", MANAGER, "dan"), DAN),
    (e.RolesGiven("eve", MANAGER, "dan"), Signature("dan", HouseRole.ADMINISTRATOR)),
    (e.RolesGiven("eve", MANAGER, "zed"), Signature("zed", HouseRole.ADMINISTRATOR)),
    (e.RolesGiven("eve", MANAGER), BOSS),
    (e.RolesGiven("eve", MANAGER, "mia"), BOSS),
    (e.RolesGiven("dan", (HouseRole.PIT_MANAGER,)), None),
    (e.RolesTaken("dan", (HouseRole.DEALER,)), MIA),
    (e.PersonRegistered("evil", "Evil", ADMINISTRATOR, by="ann"), ANN),
    (e.PersonSuspended("boss", "out"), MIA),
    (e.PersonRenamed("boss", "Bo"), ANN),
    (e.PasswordReset("boss", "mia"), MIA),
    (e.PasswordReset("mia"), BOSS),
    (e.SecondFactorRemoved("boss", "dan"), DAN),
    (e.PasskeyAdded("boss", "k", "x", "key", "localhost"), ANN),
    (e.PersonExcluded("ann", None, "no"), DAN),
    (e.ExclusionLifted("ann", "yes"), ANN),
    (TOKEN, ANN),
    (SHOE, DAN),
    (e.ShoeAdmitted("cage/1", "boss", "x", "T1", by="mia"), MIA),
    (e.PasswordChanged("boss"), ANN),
    (e.LanguageChosen("boss", "ms"), ANN),
    (e.LoggedOutEverywhere("boss"), ANN),
]


@pytest.mark.parametrize(("event", "by"), FORGED)
async def test_a_record_signed_by_somebody_without_the_power_is_found(
    sqlite_url: str, event: e.PeopleEvent, by: Signature | None
) -> None:
    await staffed(sqlite_url)
    async with opened(sqlite_url) as store:
        assert (await verify(store)).wrong is None
        version = (await store.heads())[Department.PEOPLE].version + 1
        await forge(store, event, by)
        found = await verify(store)
    assert found.wrong is not None
    assert f"people version {version}" in found.wrong


HONEST: list[tuple[e.PeopleEvent, Signature | None]] = [
    (e.RolesGiven("dan", MANAGER, "boss"), BOSS),
    (e.PasswordReset("dan", "boss"), BOSS),
    (e.PersonRegistered("guest-1", "Guest", (HouseRole.PLAYER,), True), None),
    (e.PasswordReset("boss"), None),
    (e.PersonExcluded("ann", None, "enough"), ANN),
    (e.PersonExcluded("ann", None, "enough"), MIA),
    (e.ExclusionLifted("ann", "asked"), MIA),
    (e.PasswordChanged("ann"), ANN),
    (e.LanguageChosen("ann", "ms"), ANN),
    (e.PasswordChanged("ann"), None),
    (TOKEN, BOSS),
]


@pytest.mark.parametrize(("event", "by"), HONEST)
async def test_what_is_signed_by_the_right_one_is_proved(
    sqlite_url: str, event: e.PeopleEvent, by: Signature | None
) -> None:
    await staffed(sqlite_url)
    async with opened(sqlite_url) as store:
        await forge(store, event, by)
        assert (await verify(store)).wrong is None


async def test_a_role_that_has_ended_signs_nothing(sqlite_url: str) -> None:
    """Asked again when it is written down: nobody is a moment faster than their suspension."""
    await staffed(sqlite_url)
    house = House(await open_store(sqlite_url), KEY)
    await house.start()
    try:
        await house.registry.register("second", "Second", ADMINISTRATOR, BOSS)
        second = Signature("second", HouseRole.ADMINISTRATOR)
        until = house.handler.now() + timedelta(days=1)
        await house.registry.act_as("dan", HouseRole.PIT_SUPERVISOR, until, "illness", second)
        await house.registry.suspend("second", "left", BOSS)
        with pytest.raises(HouseRefused, match="could not do this"):
            await house.registry.end_acting("dan", HouseRole.PIT_SUPERVISOR, second)
        assert (await verify(house.store)).wrong is None
    finally:
        await house.stop()
