"""The keyed chain and its keys: worked out by hand, changed, lost, and taken up by an old house."""

import asyncio
import hmac
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from croupier.cli.keys import keys as keys_command
from croupier.cli.serve import serve as serve_command
from croupier.cli.verify import verify as verify_command
from croupier.house.app.command_handler import CommandHandler
from croupier.house.log.chain import keyed_digest
from croupier.house.log.event_store import StoreUnavailable
from croupier.house.log.stream import DEPARTMENTS, BrokenStream, fold
from croupier.house.model import events as h
from croupier.house.model.cage.events import BoughtIn
from croupier.house.model.people.events import TokenRevoked
from croupier.house.operate.key_file import FIRST_LINE, BadKeyFile, is_old, read_keys, write_keys
from croupier.house.read.proof.verify import verify
from croupier.house.sealing import Keyring, key_id, subkey
from croupier.house.store import database_url, open_store
from tests.house.houses import KEY, keeping, play_round, register_jackpot, register_table
from tests.house.store.writing import Author, opened
from tests.house.tampering import defenceless, record_by_record

OTHER = bytes(range(100, 132))


def test_a_subkey_is_for_one_purpose() -> None:
    wanted = hmac.new(KEY, b"croupier-subkey/1 log", sha256).digest()
    assert subkey(KEY, "log") == wanted
    assert len({subkey(KEY, "log"), subkey(KEY, "head"), subkey(OTHER, "log"), KEY}) == 4


@pytest.mark.parametrize("length", [0, 55, 56, 64, 72, 200])
def test_a_keyed_digest_is_the_hmac_of_the_standard_library(length: int) -> None:
    said = bytes(range(length))
    assert keyed_digest(KEY, said) == hmac.digest(KEY, said, "sha256")
    assert keyed_digest(OTHER, said) != keyed_digest(KEY, said)


async def test_each_link_covers_the_one_before_its_place_and_its_record(sqlite_url: str) -> None:
    """Worked out here from what is documented, without the code that writes it."""
    async with keeping(sqlite_url) as handler:
        await register_jackpot(handler)
        await register_table(handler)
        entries = await handler.store.scan()
        stored = [await handler.store.link_at(entry.seq) for entry in entries]
    link = sha256(b"").digest()  # the digest of all heads, of which there are none
    name = sha256(b"croupier-key/1 " + KEY).hexdigest()[:8]
    chain_key = hmac.new(KEY, b"croupier-subkey/1 log", sha256).digest()
    assert len(entries) > 5
    assert len([one for one in stored if one is not None]) > 3
    for place, (entry, found) in enumerate(zip(entries, stored, strict=True), 1):
        assert (entry.seq, entry.chained) == (place, True)
        said = link + place.to_bytes(8, "big") + entry.record.hash
        link = hmac.new(chain_key, said, sha256).digest()
        # the links of the other records follow from the next one that is stored
        assert str(found) == f"{name}:{link.hex()}" or found is None
    assert found is not None


async def test_several_processes_write_one_chain(store_url: str) -> None:
    """Two stores on one database, both busy: every link is there, in one order, without a gap."""
    async with opened(store_url) as one, opened(store_url) as other:
        for store in (one, other):
            store.chain_under(Keyring.of(KEY))
        authors = (Author(name="one"), Author(name="other"))
        await asyncio.gather(
            *(one.append(authors[0].write("table:T1")) for _ in range(30)),
            *(other.append(authors[1].write("table:T2")) for _ in range(30)),
        )
        check = await one.check(whole=True)
        assert (check.findings, check.chained) == ((), 60)
        assert [entry.seq for entry in await one.scan()] == list(range(1, 61))


async def test_a_process_without_the_key_writes_nothing(store_url: str) -> None:
    author = Author()
    async with opened(store_url) as store:
        store.chain_under(Keyring.of(KEY))
        await store.append(author.write("table:T1"))
    for keys in (Keyring(), Keyring.of(OTHER)):
        async with opened(store_url) as store:
            store.chain_under(keys)
            late = Author(await store.heads(), "late")
            with pytest.raises(StoreUnavailable, match=f"chained under the key {key_id(KEY)}"):
                await store.append(late.write("table:T1"))
            assert len(await store.scan()) == 1


async def test_what_was_written_before_there_was_a_key_is_vouched_for(sqlite_url: str) -> None:
    """The first link goes on from the heads of all streams: nothing before it can be changed."""
    author = Author()
    async with opened(sqlite_url) as store:
        for stream in ("table:T1", "table:T2", "table:T1"):
            await store.append(author.write(stream))
        before = await store.anchor()
        store.chain_under(Keyring.of(KEY))
        await store.append(author.write("table:T2"))
        check = await store.check(whole=True)
        assert (check.findings, check.chained) == ((), 1)
        link = await store.link_at(4)
        assert link is not None
        [entry] = await store.scan(3)
        chain_key = hmac.new(KEY, b"croupier-subkey/1 log", sha256).digest()
        said = bytes.fromhex(before.digest) + (4).to_bytes(8, "big") + entry.record.hash
        assert link.mac == hmac.new(chain_key, said, sha256).digest()


# The file


def test_the_file_of_keys(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    write_keys(path, Keyring((KEY, OTHER)))
    assert path.stat().st_mode & 0o077 == 0
    assert path.read_text().splitlines() == [FIRST_LINE, KEY.hex(), OTHER.hex()]
    assert read_keys(path) == Keyring((KEY, OTHER))
    assert not is_old(path)
    path.write_text(KEY.hex() + "\n")
    assert read_keys(path) == Keyring((KEY,))
    assert is_old(path)
    for wrong in ("", FIRST_LINE, "ab", KEY.hex() + "\nzz", "\xff"):
        path.write_bytes(wrong.encode("latin-1"))
        with pytest.raises(BadKeyFile, match="keys"):
            read_keys(path)


async def _run(command: object, *arguments: str) -> Result:
    return await asyncio.to_thread(CliRunner().invoke, command, list(arguments))  # type: ignore[arg-type]


async def _played(folder: Path, key: bytes = KEY) -> None:
    handler = CommandHandler(await open_store(database_url(folder)), key)
    await handler.streams.open()
    await register_table(handler, jackpot=None)
    await play_round(handler)
    await handler.store.close()


async def test_a_key_is_changed_and_the_old_one_still_proves(tmp_path: Path) -> None:
    here = ("--data", str(tmp_path))
    write_keys(tmp_path / "house.key", Keyring((KEY,)))
    await _played(tmp_path)
    assert key_id(KEY) + " in use" in (await _run(keys_command, "list", *here)).output
    changed = await _run(keys_command, "rotate", *here)
    assert changed.exit_code == 0, changed.output
    ring = read_keys(tmp_path / "house.key")
    assert ring.keys[0] == KEY
    assert len(ring.keys) == 2
    listed = (await _run(keys_command, "list", *here)).output.splitlines()
    assert listed == [key_id(KEY), key_id(ring.current) + " in use"]
    handler = CommandHandler(await open_store(database_url(tmp_path)), ring)
    await handler.streams.open()
    await play_round(handler, seed=2)
    entries = await handler.store.scan()
    assert await handler.store.keys_named() == (key_id(KEY), key_id(ring.current))
    assert (await verify(handler.store, keys=ring)).chained == len(entries)
    only_new = await verify(handler.store, keys=Keyring((ring.current,)))
    assert only_new.wrong is not None
    assert f"{key_id(KEY)}, which is not at hand" in only_new.wrong
    await handler.store.close()
    said = await _run(verify_command, *here, "--all")
    assert f"Keyed chain: {len(entries)} records are under the house's key." in said.output


async def test_a_proof_without_the_key_says_so_and_finds_less(tmp_path: Path) -> None:
    await _played(tmp_path)
    with defenceless(tmp_path / "house.db") as db, record_by_record(db):
        one = "(SELECT min(seq) FROM records WHERE mac IS NOT NULL AND seq > 2)"
        db.execute(
            f"UPDATE records SET mac = substr(mac, 1, 9) || ? WHERE seq = {one}", ("0" * 64,)
        )
    here = ("--data", str(tmp_path))
    blind = await _run(verify_command, *here)
    assert blind.exit_code == 3
    assert "The keyed chain was not checked" in blind.output
    write_keys(tmp_path / "elsewhere", Keyring((KEY,)))
    seeing = await _run(verify_command, *here, "--key-file", str(tmp_path / "elsewhere"))
    assert seeing.exit_code == 1
    assert "its link does not fit" in seeing.output
    assert not (tmp_path / "house.key").exists()  # a proof makes no key
    (tmp_path / "elsewhere").write_text("short")
    bad = await _run(verify_command, *here, "--key-file", str(tmp_path / "elsewhere"))
    assert bad.exit_code == 2
    assert "64 hexadecimal digits" in bad.output


async def test_a_house_of_version_0_1_is_taken_over_once(tmp_path: Path) -> None:
    """No record of it is under a key. With the file of keys that it had, a start takes it over."""
    author = Author()
    async with opened(database_url(tmp_path)) as store:
        await store.append(author.write("operation", amount=0))
    here = ("--data", str(tmp_path))
    write_keys(tmp_path / "house.key", Keyring((KEY,)))
    refused = await _run(serve_command, *here, "--check")
    assert refused.exit_code == 1
    assert "none of its records is chained" in refused.output
    (tmp_path / "house.key").write_text(KEY.hex())
    allowed = await _run(serve_command, *here, "--check")
    assert "none of its records is chained" not in allowed.output


async def test_a_log_that_was_never_chained_is_chained_on_demand(tmp_path: Path) -> None:
    async with opened(database_url(tmp_path)) as store:
        await store.append(Author().write("table:T1"))
    write_keys(tmp_path / "house.key", Keyring((KEY,)))
    here = ("--data", str(tmp_path))
    assert "from here on" in (await _run(keys_command, "adopt", *here)).output
    assert "nothing was done" in (await _run(keys_command, "adopt", *here)).output
    async with opened(database_url(tmp_path)) as store:
        store.chain_under(Keyring.of(KEY))
        check = await store.check(whole=True)
        assert (check.findings, check.chained) == ((), 1)


@pytest.mark.parametrize(
    ("stream", "event"),
    [
        ("people", BoughtIn("ann", 100_00, "2026-11-16")),
        ("cage", TokenRevoked("t1")),
        ("operation", BoughtIn("ann", 100_00, "2026-11-16")),
        ("table:T1", BoughtIn("ann", 100_00, "2026-11-16")),
        ("jackpot:J1", TokenRevoked("t1")),
    ],
)
def test_a_stream_takes_no_event_of_another_stream(stream: str, event: h.LogEvent) -> None:
    state = DEPARTMENTS[stream].kind() if stream in DEPARTMENTS else object()
    with pytest.raises(BrokenStream, match="bears an event of another stream"):
        fold(stream, state, event, datetime(2026, 11, 16, tzinfo=UTC))
