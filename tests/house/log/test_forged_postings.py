"""Whoever has the file and not the key writes money into it: the house does not open."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from click.testing import CliRunner

from croupier.cli.verify import verify as verify_command
from croupier.house.app.command_handler import CommandHandler
from croupier.house.model.cage import commands as cc
from croupier.house.model.records import Record
from croupier.house.read.proof.running import SelfCheck, self_check
from croupier.house.read.proof.verify import Verification, check_new
from croupier.house.store import database_url, open_store
from tests.house.log.played import FIRST, OLD_RING, Clock, Floor, opened, proved
from tests.house.tampering import defenceless


async def begun(folder: Path) -> str:
    """A house in which ann bought in for 100.00; it was checked when it was opened."""
    url = database_url(folder)
    async with opened(url, OLD_RING, Clock(datetime(2026, 3, 1, tzinfo=UTC))) as house:
        floor = Floor(house)
        await floor.person("ann")
        await floor.give("cora", None, cc.BuyIn(player="ann", amount=100_00))
    assert (await started(url)).clean
    return url


def forge(folder: Path, *, checkpoints: bool, player: str = "ann") -> None:
    """Somebody's 100.00 become 1,000,000.00, in sums that add up."""
    wallet = f"player:{player}"
    [database] = folder.glob("*.db")
    with defenceless(database) as connection:
        more = 999_900_00
        for statement in (
            f"UPDATE postings SET amount = amount + {more} WHERE credit = '{wallet}'",
            f"UPDATE balances SET amount = amount + {more} WHERE account = '{wallet}'",
            f"UPDATE balances SET amount = amount - {more} WHERE account = "
            f"(SELECT debit FROM postings WHERE credit = '{wallet}')",
        ):
            assert connection.execute(statement).rowcount == 1
        if not checkpoints:
            connection.execute("DELETE FROM checkpoints")


async def started(url: str) -> SelfCheck:
    """What a start looks at before it opens the house."""
    store = await open_store(url)
    try:
        handler = CommandHandler(store, OLD_RING)
        await handler.streams.open()
        return await self_check(store, handler.streams, OLD_RING)
    finally:
        await store.close()


async def looked_at(url: str) -> Verification:
    store = await open_store(url)
    try:
        return await check_new(store, OLD_RING)
    finally:
        await store.close()


async def test_a_forged_posting_is_never_paid(tmp_path: Path) -> None:
    url = await begun(tmp_path)
    forge(tmp_path, checkpoints=False)
    for _ in range(2):  # what is not clean is not remembered
        found = await started(url)
        assert len(found.findings) == 1
        assert "its postings are not those of its event" in found.findings[0]
        assert not found.repairable


async def test_a_look_at_what_is_new_finds_it_where_no_checkpoint_is(tmp_path: Path) -> None:
    url = await begun(tmp_path)
    forge(tmp_path, checkpoints=False)
    assert "its postings are not those of its event" in str((await looked_at(url)).wrong)


async def test_with_the_checkpoint_the_sums_differ(tmp_path: Path) -> None:
    url = await begun(tmp_path)
    forge(tmp_path, checkpoints=True)
    assert any("account player:ann" in one for one in (await started(url)).findings)


async def test_a_posting_forged_since_the_checkpoint_is_found(tmp_path: Path) -> None:
    """The checkpoint is as the house made it, and all sums add up: it is derived all the same."""
    url = await begun(tmp_path)
    async with opened(url, OLD_RING, Clock(datetime(2026, 3, 2, tzinfo=UTC))) as house:
        floor = Floor(house)
        await floor.person("bob")
        await floor.give("cora", None, cc.BuyIn(player="bob", amount=100_00))
    forge(tmp_path, checkpoints=True, player="bob")
    for _ in range(2):
        assert "its postings are not those of its event" in str((await looked_at(url)).wrong)
        [found] = (await started(url)).findings
        assert "its postings are not those of its event" in found


async def test_after_a_clean_look_only_what_is_new_is_derived(tmp_path: Path) -> None:
    url = await begun(tmp_path)
    read: list[tuple[str, int]] = []
    store = await open_store(url)
    plain = store.read

    async def noting(stream: str, after: int = 0, limit: int = 10_000) -> Sequence[Record]:
        read.append((stream, after))
        return await plain(stream, after, limit)

    store.read = noting  # type: ignore[method-assign]
    try:
        assert (await check_new(store, OLD_RING)).clean
        assert (await check_new(store, OLD_RING)).clean
    finally:
        await store.close()
    assert read == []


async def test_a_whole_proof_that_finds_something_is_no_place_to_begin(tmp_path: Path) -> None:
    """A running house proves itself daily: it does not trust next time what was wrong then."""
    url = await begun(tmp_path)
    forge(tmp_path, checkpoints=False)
    assert not (await proved(tmp_path, OLD_RING)).clean
    assert not (await started(url)).clean


async def test_a_look_at_what_is_new_says_what_it_left_out(tmp_path: Path) -> None:
    await begun(tmp_path)
    run = CliRunner(env={"CROUPIER_KEY": FIRST.hex()}).invoke
    done = await asyncio.to_thread(run, verify_command, ["--data", str(tmp_path), "--new"])
    assert done.exit_code == 0, done.output
    assert "Not checked: the records up to" in done.output
    assert done.output.splitlines()[-1] == "All is well, as far as was checked."
