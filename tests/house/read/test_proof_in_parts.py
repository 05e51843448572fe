"""A proof goes on where another ended, and one in parts finds what one in a piece finds."""

import asyncio
import random
import shutil
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from croupier.cli.verify import verify as verify_command
from croupier.house.log.event_store import Search
from croupier.house.log.stream import entries
from croupier.house.model.records import Entry
from croupier.house.read.proof.part import Found, Part, prove_part
from croupier.house.read.proof.proved import proved, sealed
from croupier.house.read.proof.replaying import Proof
from croupier.house.read.proof.verify import Verification, verify
from croupier.house.store import DatabaseStore, database_url, open_store
from tests.house.log import thief as t
from tests.house.log.played import RING, Clock, Floor, opened, play
from tests.house.log.test_tampering import _tampered as tampered
from tests.house.tampering import defenceless

LATER = datetime(2026, 3, 4, 4, tzinfo=UTC)
PLACES = 12
AT_RANDOM = 6


async def keep_places(store: DatabaseStore, wanted: int) -> list[int]:
    """Proofs as they would have ended at some places between two commands, drawn at random."""
    store.chain_under(RING)
    log = [entry async for entry in entries(store)]
    between = [
        one.seq for one, after in pairwise(log) if one.record.command != after.record.command
    ]
    places = sorted(random.Random("places").sample(between, wanted))
    proof, commands = Proof(), set[str]()
    marker = await store.archived()
    assert marker is not None
    proof.resume(marker)
    for entry in log:
        proof.take(entry.record)
        commands.add(entry.record.command)
        if entry.seq in places:
            await _keep(store, proof, entry, len(commands))
    return places


async def _keep(store: DatabaseStore, proof: Proof, last: Entry, commands: int) -> None:
    listed = 0
    for stream, head in proof.heads.items():
        lines = await store.significant(Search(stream=stream, limit=10_000))
        listed += sum(line.version <= head.version for line in lines)
    known = proved(proof, last.seq, commands, listed)
    link, marker = await store.link_at(last.seq), await store.archived()
    assert known is not None
    assert link is not None
    assert marker is not None
    await store.keep_proof(last.seq, sealed(known, RING, link), marker.seq)


async def verified(folder: Path, *, whole: bool = True, in_parts: bool = False) -> Verification:
    store = await open_store(database_url(folder))

    async def elsewhere(part: Part) -> Found:
        return await prove_part(store, RING, part, {})

    try:
        return await verify(
            store, keys=RING, whole=whole, elsewhere=elsewhere if in_parts else None
        )
    finally:
        await store.close()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house of many years, proved here and there."""
    folder = tmp_path_factory.mktemp("proved")

    async def make() -> None:
        await play(folder)
        store = await open_store(database_url(folder))
        try:
            await keep_places(store, PLACES)
        finally:
            await store.close()

    asyncio.run(make())
    return folder


@pytest.fixture
def house(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "house"))


async def test_parts_lead_from_one_to_the_next_and_to_the_same_end(house: Path) -> None:
    in_a_piece = await verified(house)
    in_parts = await verified(house, in_parts=True)
    assert in_a_piece.findings == ()
    assert in_parts.findings == ()
    assert in_parts == in_a_piece
    assert in_parts.since == 0


async def test_a_proof_goes_on_where_the_last_one_ended(house: Path) -> None:
    first = await verified(house)
    async with opened(database_url(house), RING, Clock(LATER)) as running:
        await Floor(running).round("T1", ["ann"])
    then = await verified(house, whole=False)
    assert then.findings == ()
    assert then.rounds == 1
    assert first.records <= then.since < then.since + then.records
    again = await verified(house, whole=False)
    assert again.findings == ()
    assert again.records == 0


def test_what_is_wrong_in_the_new_part_is_found(house: Path) -> None:
    async def round_of_play() -> None:
        clock = Clock(LATER)
        async with opened(database_url(house), RING, clock) as running:
            await Floor(running).round("T1", ["ann"])

    asyncio.run(verified(house))
    asyncio.run(round_of_play())
    with defenceless(_database(house)) as db:
        t.run(
            "UPDATE postings SET memo = 'x' WHERE stream = 'table:T1' AND version = "
            "(SELECT max(version) FROM postings WHERE stream = 'table:T1')"
        )(db)
    found = asyncio.run(verified(house, whole=False)).findings
    assert found == asyncio.run(verified(house)).findings
    assert len(found) == 1


def test_what_was_proved_before_is_proved_again_on_demand(house: Path) -> None:
    """Nothing in the log says what is listed; an earlier proof is believed until all is proved."""
    asyncio.run(verified(house))
    with defenceless(_database(house)) as db:
        t.run("UPDATE significant SET text = text || '!'")(db)
    believed = asyncio.run(verified(house, whole=False))
    assert believed.findings == ()
    assert believed.since > 0
    assert "among what matters" in str(asyncio.run(verified(house)).wrong)


TAMPERINGS = {
    "what was known there": "UPDATE proofs SET state = CAST(substr(state, 1, 99) || x'00' || "
    "substr(state, 101) AS BLOB)",
    "another place": "UPDATE proofs SET seq = seq + 1 WHERE seq = (SELECT max(seq) FROM proofs)",
    "what was known elsewhere": "UPDATE proofs SET state = (SELECT state FROM proofs ORDER BY seq "
    "LIMIT 1) WHERE seq = (SELECT max(seq) FROM proofs)",
    "made up": "INSERT INTO proofs VALUES (100000, x'00')",
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_a_proof_that_the_house_did_not_keep_is_found(house: Path, what: str) -> None:
    with defenceless(_database(house)) as db:
        t.run(TAMPERINGS[what])(db)
    for whole in (True, False):
        found = asyncio.run(verified(house, whole=whole))
        assert "proof" in str(found.wrong), found.findings
        assert found.since == 0  # it is not believed


def test_tamperings_at_random_are_found_in_parts(original: Path, tmp_path: Path) -> None:
    missed = [
        what
        for what, folder in tampered(original, tmp_path, AT_RANDOM)
        if asyncio.run(verified(folder, in_parts=True)).clean
    ]
    assert missed == []


async def test_the_command_proves_parts_in_processes_of_their_own(house: Path) -> None:
    keys = house / "keys"
    keys.write_text("\n".join(key.hex() for key in RING.keys) + "\n")
    keys.chmod(0o600)

    async def told(*options: str) -> str:
        arguments = ["--data", str(house), "--key-file", str(keys), *options]
        result = await asyncio.to_thread(CliRunner().invoke, verify_command, arguments)
        assert result.exit_code == 0, result.output
        return result.output

    whole = await told("--all", "--processes", "2", "--remember")
    assert "were proved before" not in whole
    assert "All is well." in whole
    end = int(msgspec.json.decode(await told("--json"))["since"])
    assert f"The records up to {end} were proved before" in await told()
    assert f"The records up to {end} were proved before" not in await told("--all")


def _database(folder: Path) -> Path:
    [found] = folder.glob("*.db")
    return found
