"""A disk that fails to sync: nobody is told that nothing was done, and the house stops."""

import signal
import sys
from pathlib import Path

import httpx
import pytest

from croupier.house.client import Client, NotDone, by_two
from croupier.house.model import commands as hc
from croupier.house.store import database_url, open_store
from croupier.house.store.failures import STOPPED
from croupier.script.format import TableEntry
from croupier.table import commands as c
from tests.house.houses import DEALER, MANAGER, SECOND
from tests.house.serving import introduced, program

FAILING = ("-m", "tests.house.failing_disk", "serve")


async def _table(address: str, tokens: dict[str, str]) -> None:
    manager, second, dealer = (Client(address, tokens[who.id]) for who in (MANAGER, SECOND, DEALER))
    entry = TableEntry("casino-stud", boxes=6, entry="recording")  # type: ignore[arg-type]
    await by_two(manager, second, hc.RegisterTable(name="T1", entry=entry))
    await dealer.give(hc.SignOn(), "T1")
    await dealer.give(c.OpenBets(), "T1", key="the-first-one")
    for client in (manager, second, dealer):
        await client.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's filters are Linux's own")
@pytest.mark.parametrize("end", [pytest.param(None, marks=pytest.mark.slow), signal.SIGKILL])
async def test_the_house_stops_and_the_next_start_knows(
    tmp_path: Path, end: signal.Signals | None
) -> None:
    """However it ends, the key of the command brings the one true answer: it is done once."""
    url = database_url(tmp_path)
    with program(tmp_path, through=FAILING) as server:
        tokens = await introduced(url, MANAGER, DEALER, approving=[SECOND])
        await _table(server.start(), tokens)
        dealer = Client(server.address, tokens[DEALER.id])
        server.send(signal.SIGUSR1)
        with pytest.raises((NotDone, httpx.TransportError)) as caught:
            await dealer.give(c.CloseBets(), "T1", key="doubtful-one")
        # The house itself may have written something down a moment earlier, and be stopping.
        if isinstance(caught.value, NotDone) and caught.value.trouble.message != STOPPED:
            told = caught.value.trouble
            assert told.kind == "unknown"
            assert told.message.endswith("Repeat the command with the same key.")
        await dealer.close()
        if end is None:
            assert server.ended() not in (0, 3)
        else:
            server.end(end)
    with program(tmp_path) as server:
        dealer = Client(server.start(), tokens[DEALER.id])
        once = await dealer.give(c.CloseBets(), "T1", key="doubtful-one")
        again = await dealer.give(c.CloseBets(), "T1", key="doubtful-one")
        assert once == again
        async with httpx.AsyncClient(base_url=server.address) as anybody:
            assert (await anybody.get("/health")).status_code == httpx.codes.OK
        await dealer.close()
    store = await open_store(url)
    try:
        answers = [one.record for one in await store.scan() if "doubtful" in one.record.command]
        assert {one.stream for one in answers} == {"table:T1"}
        assert answers[-1].version == once.version
    finally:
        await store.close()
