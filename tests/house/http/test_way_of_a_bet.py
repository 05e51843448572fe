"""How many files of the program a bet passes through, from one connection to another's screen.

Whoever follows a bet has to read them. The number may fall; if it has to rise, say why here.
"""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import croupier
from croupier.table import commands as c
from tests.house.houses import ante
from tests.house.http.test_watching import ANN, BOB, Watcher, seated, watching
from tests.house.serving import client_of

MOST_FILES = 48
"""Five more than there were, none longer: what a command writes, the reading of a frame, the
writer's session, the changes that others are told of, catching up with other processes and the
state of a table were parts of modules of two subjects; three files are passed through no longer."""
_PROGRAM = f"{Path(croupier.__file__).parent}/"
_BY_THE_CLOCK = "croupier-checkpoints"
"""The thread that tidies up SQLite's log once a second, whether somebody bets or not."""


class Tracer:
    """The files in which a function ran while it was on, in any thread begun since it was made."""

    def __init__(self) -> None:
        self.on = False
        self.files: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if not self.on or event != "call" or threading.current_thread().name == _BY_THE_CLOCK:
            return
        if frame.f_code.co_filename.startswith(_PROGRAM):
            self.files.add(frame.f_code.co_filename.removeprefix(_PROGRAM))


@contextmanager
def tracing() -> Iterator[Tracer]:
    tracer, before = Tracer(), sys.getprofile()
    threading.setprofile(tracer)
    sys.setprofile(tracer)
    try:
        yield tracer
    finally:
        sys.setprofile(before)
        threading.setprofile(before)


async def bet(watcher: Watcher, key: str) -> None:
    command = {"do": "place_wager", "box": 1, "wager": "ante", "amount": 1000}
    await watcher.send(type="command", key=key, table="T1", command=command)


async def until_laid(watcher: Watcher, amount: int) -> None:
    laid = 0
    while laid < amount:
        boxes = (await watcher.push())["view"]["game"]["boxes"]
        laid = sum(wager["ante"] for box in boxes for wager in box["wagers"] if box["box"] == 1)


async def test_a_bet_passes_through_few_files_on_its_way_to_another_screen(sqlite_url: str) -> None:
    """Both have bet before, so that nothing is read or looked up for the first time."""
    with tracing() as tracer:
        async with (
            seated(sqlite_url) as (house, address, dealer, _),
            watching(house, address, ANN) as ann,
            watching(house, address, BOB) as bob,
        ):
            bobs = await client_of(house, address, BOB)
            await dealer.give(c.OpenBets(), "T1")
            await bobs.give(ante(2), "T1")
            await bobs.close()
            await bob.send(type="watch", tables=["T1"])
            if "wallet" not in await bob.kinds_until("table"):
                await bob.kinds_until("wallet")
            await bet(ann, "the-first-bet")
            await until_laid(bob, 1000)
            tracer.on = True
            await bet(ann, "the-one-that-counts")
            await until_laid(bob, 2000)
            tracer.on = False
    files = sorted(tracer.files)
    assert {"house/http/socket.py", "house/store/writer.py", "table/betting.py"} <= tracer.files
    assert {"house/http/push.py", "table/views.py"} <= tracer.files
    assert len(files) <= MOST_FILES, "\n".join((f"{len(files)} files:", *files))
