"""A house that is served, and somebody who visits it with a browser."""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from msgspec import Struct, structs
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
)
from playwright.sync_api import Request as Asked

from croupier.house.app.house import House
from croupier.house.app.set_up import JACKPOTS, MANAGER
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Dealing, JackpotTerms, Money
from croupier.house.store import database_url, open_store
from croupier.script.format import TableEntry
from tests.ports import free_port
from tests.waiting import PATIENCE
from tests.web.looking import unhurried

KEY = bytes(range(32))
DESKTOP = (1280, 800)
PHONE = (360, 740)
EITHER = [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE]
"""For what differs little between them: a desk with the slow tests."""
LOST_WORDS = ("WebSocket connection", "ERR_CONNECTION_REFUSED")
"""What the browser itself says on the console while the house is away."""

QUICK = {
    "CSP-1": ("casino-stud", "CASINO", 7),
    "MLP-1": ("multi-link-stud", "MULTI", 7),
    "MEGA-1": ("megalink-stud", "MEGA", 6),
    "SSP-1": ("singapore-stud", "SINGAPORE", 7),
    "TCP-1": ("three-card-poker", None, 6),
}
"""Under the names of demonstration tables, which `--demo` then leaves as they are."""
AT_LEISURE = Dealing(
    automatic=True,
    betting_seconds=3600,
    decision_seconds=3600,
    reveal_seconds=0,
    pause_seconds=3600,
)
"""They deal and settle by themselves; whoever is slow loses nothing, as bets open and close when
a test says so (`Served.opens`, `Served.closes`)."""
LEISURE = "CSP-9"
"""A table at which tests bet, and none closes the bets."""
HASTY = "CSP-8"
"""A table that gives a second to decide."""
MANAGED_BY = "kim"


async def _register(url: str) -> str:
    """Returns the token of somebody who may open and close bets."""
    house = House(await open_store(url), KEY)
    try:
        handler = house.handler
        await handler.streams.open()
        for name, entry in JACKPOTS.items():
            jackpot = hc.RegisterJackpot(
                name=name,
                entry=entry,
                terms=JackpotTerms(limit=10_000_000_00, reserve="0.05"),
                money=Money.PRACTICE,
                by=MANAGER,
            )
            await handler.command(None, jackpot, MANAGER, f"jackpot:{name}")
        tables = {**QUICK, LEISURE: QUICK["CSP-1"], HASTY: QUICK["CSP-1"]}
        for name, (rulebook, linked, boxes) in tables.items():
            limits = {"ante": (1000, 100_000), "pair_plus": (1000, 100_000)}
            table = hc.RegisterTable(
                name=name,
                entry=TableEntry(rulebook, boxes=boxes, limits=limits, jackpot=linked),
                dealing=structs.replace(AT_LEISURE, decision_seconds=1)
                if name == HASTY
                else AT_LEISURE,
                money=Money.PRACTICE,
                by=MANAGER,
            )
            await handler.command(None, table, MANAGER, f"table:{name}")
        return await house.registry.introduce(MANAGED_BY, HouseRole.SHIFT_MANAGER)
    finally:
        await house.stop()


class Served:
    """`croupier serve --demo` at one address, however often it is killed and started again."""

    options: tuple[str, ...] = ("--demo",)
    program: tuple[str, ...] = ("-m", "croupier")

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self.address = f"http://127.0.0.1:{self._port}"
        self.tokens: dict[str, str] = {}

    def prepare(self) -> None:
        with ThreadPoolExecutor(1) as apart:  # a browser may hold this thread's event loop
            apart.submit(asyncio.run, self._furnish(database_url(self._data))).result()

    async def _furnish(self, url: str) -> None:
        self.tokens[MANAGED_BY] = await _register(url)

    def start(self) -> None:
        self._process = subprocess.Popen(
            [
                *(sys.executable, *self.program, "serve", *self.options),
                *("--data", str(self._data), "--port", str(self._port)),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "CROUPIER_KEY": KEY.hex(), "CROUPIER_GUESTS_PER_ADDRESS": "1000"},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "open at" in line, line or "the program ended"

    def end(self, number: int = signal.SIGKILL) -> None:
        if self._process is None:
            return
        self._process.send_signal(number)
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    def get(self, path: str) -> bytes:
        with urlopen(self.address + path) as answer:
            content: bytes = answer.read()
        return content

    def ask(self, person: str, path: str, data: Any = None) -> Any:
        """Over the service, as a program with that person's token would."""
        body = None if data is None else json.dumps(data).encode()
        request = Request(
            self.address + path,
            body,
            {"Authorization": f"Bearer {self.tokens[person]}", "Content-Type": "application/json"},
        )
        try:
            with urlopen(request) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from None

    def give(self, person: str, table: str | None, **command: Any) -> Any:
        path = "/api/commands" if table is None else f"/api/tables/{table}/commands"
        return self.ask(person, path, {"key": secrets.token_hex(8), "command": command})

    def opens(self, table: str) -> str:
        """A table that takes bets; returns its name."""
        if self.ask(MANAGED_BY, f"/api/tables/{table}")["game"]["phase"] != "betting":
            self.give(MANAGED_BY, table, do="open_bets")
        return table

    def closes(self, table: str) -> None:
        """No more bets: the table deals."""
        self.give(MANAGED_BY, table, do="close_bets")


def laid(page: Page, box: int, wager: str = "ante") -> Locator:
    """The amount of a wager that the house has taken; one on its way is drawn lighter."""
    return page.locator(f'[data-spot="{box}/{wager}"]:not(.ghost) .amount')


class Visit(Struct, dict=True):
    """A browser of one person, and all that went wrong in it."""

    page: Page
    context: BrowserContext
    address: str
    complaints: list[str] = []
    elsewhere: list[str] = []

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def table(self, name: str) -> Page:
        """At a table that takes bets."""
        page = self.go(f"/table/{name}")
        expect(page.locator(".felt.phase-betting")).to_be_visible()
        return page

    def another_tab(self) -> Page:
        page = self.context.new_page()
        self.watch(page)
        return page

    def watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in LOST_WORDS):
            self.complaints.append(message.text)

    def _asked(self, request: Asked) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.address).netloc:
            self.elsewhere.append(request.url)


@contextmanager
def visiting(browser: Browser, address: str, size: tuple[int, int]) -> Iterator[Visit]:
    """Nothing may be complained of, and no request may leave the house."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    unhurried(context)
    page = context.new_page()
    visit = Visit(page, context, address)
    visit.watch(page)
    try:
        yield visit
        assert visit.complaints == [], visit.complaints
        assert visit.elsewhere == []
    finally:
        context.close()
