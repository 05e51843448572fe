"""Whoever can write to the database and has no key comes in as nobody."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import create_engine, insert, text

from croupier.house.client import NotDone
from croupier.house.model.people import events as e
from croupier.house.model.people.credentials import Seals
from croupier.house.model.people.roles import TokenPower
from croupier.house.model.records import Head, Record, decode_event
from croupier.house.sealing import subkey
from croupier.house.store import database_url
from croupier.house.store.batch import Run
from croupier.house.store.packing import packed
from croupier.house.store.schema import records
from tests.hashing import WEAK
from tests.house.app.people.passkeys import Authenticator
from tests.house.app.people.visitors import GOOD, visited
from tests.house.houses import KEY
from tests.house.serving import http_to, serving

SECRET = "a secret that the thief has chosen"


def test_keys_for_different_purposes_have_nothing_in_common() -> None:
    made = {subkey(KEY, "one"), subkey(KEY, "two"), subkey(bytes(32), "one"), KEY}
    assert len(made) == 4
    assert all(len(one) == 32 for one in made)


def append(data: Path, *events: Any) -> None:
    """Records after the last of the people's stream, as the store writes them; snapshots go."""
    engine = create_engine(database_url(data))
    with engine.begin() as connection:
        found = connection.execute(
            text("SELECT version, hash FROM streams WHERE id = 'people'")
        ).one()
        head = Head(found[0], bytes.fromhex(found[1]))
        at = connection.scalar(text("SELECT max(at) FROM records"))
        for event in events:
            head = _append(connection, head, str(at), event)
        connection.execute(text("DELETE FROM snapshots"))
    engine.dispose()


def _append(connection: Any, head: Head, at: str, event: Any) -> Head:
    from datetime import datetime

    record = Record(
        "people",
        head.version + 1,
        datetime.fromisoformat(at),
        None,
        f"forged-{head.version}",
        msgspec.json.encode(event),
        head.hash,
    )
    place = connection.scalar(text("SELECT max(seq) + 1 FROM records"))
    run = Run((record,), packed([record.event]))
    connection.execute(
        insert(records), dict(zip(records.c.keys(), run.row(place, None), strict=True))
    )
    connection.execute(
        text("UPDATE streams SET version = :version, hash = :hash WHERE id = 'people'"),
        {"version": record.version, "hash": record.hash.hex()},
    )
    return Head(record.version, record.hash)


async def prepared(data: Path) -> tuple[str, str]:
    """A house with an administrator and a player; the player's own session and token."""
    async with visited(database_url(data)) as hands:
        admin = await hands.admin()
        ann = await hands.register(admin, "ann", "player")
        session = ann._http.cookies["croupier_session"]
        made = await ann._http.post("/api/tokens", json={"name": "bot", "power": "personal"})
    return session, made.json()["token"]


async def person(data: Path, secret: str, *, header: bool) -> str | None:
    """Whom the house takes the bearer of a secret for."""
    async with serving(database_url(data)) as (_, address):
        more = {} if header else {"cookies": {"croupier_session": secret}}
        async with http_to(address, secret if header else None, **more) as http:
            answer = await http.get("/api/me")
    found = answer.json().get("person")
    return None if found is None else str(found["id"])


async def test_a_session_or_token_written_into_the_log_opens_nothing(tmp_path: Path) -> None:
    """With the digest that any program can make, with that of another key, without a seal."""
    await prepared(tmp_path)
    later = decode_event(
        b'{"event":"logged_in","person":"admin","session":"","address":"",'
        b'"until":"2099-01-01T00:00:00Z"}'
    )
    assert isinstance(later, e.LoggedIn)
    forged: list[Any] = []
    digests: list[Callable[[str], str]] = [
        lambda secret: sha256(secret.encode()).hexdigest(),
        Seals(bytes(32)).digest,
        Seals(b"").digest,
    ]
    for number, digest in enumerate(digests):
        wanted = msgspec.structs.replace(later, session=digest(SECRET))
        seal = Seals(bytes(32)).of_log_in(wanted)
        forged.append(msgspec.structs.replace(wanted, seal=seal))
        forged.append(
            e.TokenMade(f"t{number}", "x", "admin", TokenPower.PERSONAL, None, digest(SECRET + "t"))
        )
    append(tmp_path, *forged)
    assert await person(tmp_path, SECRET, header=False) is None
    assert await person(tmp_path, SECRET + "t", header=True) is None


async def test_nobody_turns_their_own_session_into_an_administrator_s(tmp_path: Path) -> None:
    """The digest is real, since the thief has logged in: but it is tied to its owner."""
    session, token = await prepared(tmp_path)
    assert await person(tmp_path, session, header=False) == "ann"
    assert await person(tmp_path, token, header=True) == "ann"
    async with serving(database_url(tmp_path)) as (house, _):
        people = await house.registry.people()
        seals = Seals(KEY)
        mine = people.sessions[seals.digest(session)]
        program = people.tokens[seals.digest(token)]
    append(
        tmp_path,
        e.LoggedIn("admin", seals.digest(session), mine.until, "", seal=mine.seal),
        e.TokenMade(
            program.id, "bot", "admin", program.power, None, seals.digest(token), seal=program.seal
        ),
    )
    assert await person(tmp_path, session, header=False) is None
    assert await person(tmp_path, token, header=True) is None


async def test_a_session_is_not_made_longer(tmp_path: Path) -> None:
    session, _ = await prepared(tmp_path)
    async with serving(database_url(tmp_path)) as (house, _):
        mine = (await house.registry.people()).sessions[Seals(KEY).digest(session)]
    longer = mine.until.replace(year=2099)
    append(tmp_path, e.LoggedIn("ann", Seals(KEY).digest(session), longer, "", seal=mine.seal))
    assert await person(tmp_path, session, header=False) is None


async def logs_in(data: Path, name: str, password: str) -> bool:
    async with visited(database_url(data)) as hands:
        try:
            await hands.log_in(name, password)
        except NotDone:
            return False
        return True


def rewrite(data: Path, statement: str, **values: Any) -> None:
    engine = create_engine(database_url(data))
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


async def test_a_hash_written_into_the_database_opens_nothing(tmp_path: Path) -> None:
    await prepared(tmp_path)
    hashed = WEAK.hash(SECRET)
    rewrite(
        tmp_path,
        "UPDATE credentials SET password = :hashed WHERE person = 'admin'",
        hashed=hashed,
    )
    assert not await logs_in(tmp_path, "admin", SECRET)
    rewrite(tmp_path, "UPDATE credentials SET seal = NULL WHERE person = 'admin'")
    assert not await logs_in(tmp_path, "admin", SECRET)
    assert await logs_in(tmp_path, "ann", GOOD)


async def test_nobody_else_s_hash_and_no_earlier_one_opens_anything(tmp_path: Path) -> None:
    """The thief copies the row of their own account, or brings back a password that they know."""
    url = database_url(tmp_path)
    async with visited(url) as hands:
        house = hands.house
        admin = await hands.admin()
        ann = await hands.register(admin, "ann", "player")
        old = await house.store.credentials.get("admin")
        await admin.change_password(GOOD, "a password that nobody knows")
        await ann.change_password(GOOD, SECRET)
        own = await house.store.credentials.get("ann")
    change = "UPDATE credentials SET password = :hashed, seal = :seal WHERE person = 'admin'"
    rewrite(tmp_path, change, hashed=own.password, seal=own.seal)
    assert not await logs_in(tmp_path, "admin", SECRET)
    rewrite(tmp_path, change, hashed=old.password, seal=old.seal)
    assert not await logs_in(tmp_path, "admin", GOOD)


async def test_a_passkey_written_into_the_log_opens_nothing(tmp_path: Path) -> None:
    """The thief's own authenticator, registered honestly to ann, then said to be admin's."""
    url = database_url(tmp_path)
    one = Authenticator()
    async with visited(url) as hands:
        house = hands.house
        admin = await hands.admin()
        ann = await hands.register(admin, "ann", "player")
        assert (await hands.add_passkey(ann, one)).status_code == 201
        [(key, mine)] = (await house.registry.people()).passkeys.items()
    append(tmp_path, e.PasskeyAdded("admin", key, "x", mine.key, mine.site, mine.seal))
    async with serving(url) as (house, address), http_to(address) as http:
        asked = (await http.get("/api/session/challenge")).json()
        signed = one.signed(asked["challenge"], address)
        answer = await http.post("/api/session/passkey", json={"passkey": signed})
        assert (answer.status_code, answer.json()["code"]) == (401, "no-such-passkey")


async def test_a_house_of_the_version_before_gives_a_new_first_password(tmp_path: Path) -> None:
    """Its hashes have no seal: none is taken on trust, and the start says what to log in with."""
    await prepared(tmp_path)
    rewrite(tmp_path, "UPDATE credentials SET seal = NULL")
    async with visited(database_url(tmp_path)) as hands:
        house = hands.house
        one_time = await house.registry.open()
        assert one_time is not None
        await hands.settle("admin", one_time)
