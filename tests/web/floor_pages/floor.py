"""A house with live tables and staff, served from a thread, and their browsers."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Browser, Locator, Page, expect

from croupier.house.app.house import House
from croupier.house.app.set_up import JACKPOTS, MANAGER
from croupier.house.http.security import COOKIE, SERVER_SETTINGS
from croupier.house.http.server import Server
from croupier.house.model import commands as hc
from croupier.house.model.cage.commands import BuyIn
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Cards, Dealing, JackpotTerms, Money
from croupier.house.store import database_url, open_store
from croupier.rulebooks.model import Device
from croupier.rulebooks.settings import EntryMode
from croupier.rulebooks.wagers import WagerKind
from croupier.script.format import JackpotEntry, TableEntry
from tests.house.serving import page_routes, service_of, session_of
from tests.waiting import PATIENCE
from tests.web.playing_pages.visiting import KEY, Visit, visiting

T = TypeVar("T")

PEOPLE = {
    "dan": HouseRole.DEALER,
    "sue": HouseRole.PIT_SUPERVISOR,
    "max": HouseRole.PIT_MANAGER,
    "kim": HouseRole.SHIFT_MANAGER,
    "ann": HouseRole.PLAYER,
    "ben": HouseRole.PLAYER,
}
RECORDING, LIVE, TCP, SSP, MEGA = "LIVE-1", "LIVE-2", "LIVE-3", "LIVE-4", "LIVE-5"
ELECTRONIC, CASH = "HAND-1", "CASH-1"
_BY_HAND = Dealing(cards=Cards.LIVE)
_TABLES: dict[str, tuple[str, str | None, int, Dealing, EntryMode, Device]] = {
    RECORDING: ("casino-stud", "CASINO", 7, _BY_HAND, EntryMode.RECORDING, Device.SHOE),
    LIVE: ("casino-stud", "CASINO", 7, _BY_HAND, EntryMode.ENFORCING, Device.SHUFFLER),
    TCP: ("three-card-poker", None, 6, _BY_HAND, EntryMode.RECORDING, Device.SHUFFLER),
    SSP: ("singapore-stud", "SINGAPORE", 7, _BY_HAND, EntryMode.RECORDING, Device.SHUFFLER),
    MEGA: ("megalink-stud", "MEGA", 6, _BY_HAND, EntryMode.RECORDING, Device.SHUFFLER),
    CASH: ("casino-stud", None, 7, _BY_HAND, EntryMode.RECORDING, Device.SHUFFLER),
    ELECTRONIC: ("casino-stud", "CASINO", 7, Dealing(), EntryMode.ENFORCING, Device.SHUFFLER),
}


class Floor:
    """The house behind an address; its loop runs in a thread of its own."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._served = ExitStack()
        self.address = ""
        self.tokens: dict[str, str] = {}

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def open(self) -> None:
        self._thread.start()
        self.wait(self._open())

    def end(self) -> None:
        self.wait(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    async def _open(self) -> None:
        self.house = House(await open_store(database_url(self._data)), KEY)
        application = self._served.enter_context(
            service_of(self.house, page_routes(), SERVER_SETTINGS)
        )
        self._server = Server(
            application,
            SERVER_SETTINGS,
            port=0,
            timeout_graceful_shutdown=1,
        )
        self._serving = asyncio.create_task(self._server.serve())
        while not self._server.started:
            assert not self._serving.done(), "the server did not start"
            await asyncio.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        await self._furnish()
        for person, role in PEOPLE.items():
            self.tokens[person] = await session_of(self.house, person, role)

    async def _furnish(self) -> None:
        handler = self.house.handler
        for name in ("CASINO", "SINGAPORE", "MEGA"):
            jackpot = hc.RegisterJackpot(
                name=name,
                entry=JACKPOTS[name],
                terms=JackpotTerms(),
                money=Money.PRACTICE,
                by=MANAGER,
            )
            await handler.command(None, jackpot, MANAGER, f"jackpot:{name}")
        for name, (rulebook, linked, boxes, dealing, entry, device) in _TABLES.items():
            table = hc.RegisterTable(
                name=name,
                entry=TableEntry(
                    rulebook,
                    boxes=boxes,
                    device=device,
                    limits={"ante": (1000, 100_000), "pair_plus": (1000, 100_000)},
                    jackpot=linked,
                    entry=entry,
                ),
                dealing=dealing,
                money=Money.LIVE if name == CASH else Money.PRACTICE,
                by=MANAGER,
            )
            await handler.command(None, table, MANAGER, f"table:{name}")

    def add_live_link(self, table: str, jackpot: str) -> None:
        """A table of chips for live money, linked to 100,000.00 to which a wager adds 1.15."""
        meter = JackpotEntry(meter=100_000_00, reset=50_000_00, increment="0.23")
        entry = TableEntry("casino-stud", jackpot=jackpot, entry=EntryMode.RECORDING)
        handler = self.house.handler
        link = hc.RegisterJackpot(name=jackpot, entry=meter, by=MANAGER)
        self.wait(handler.command(None, link, MANAGER, f"live:{jackpot}"))
        linked = hc.RegisterTable(name=table, entry=entry, dealing=_BY_HAND, by=MANAGER)
        self.wait(handler.command(None, linked, MANAGER, f"live:{table}"))

    async def _end(self) -> None:
        self._server.should_exit = True
        await self._serving
        self._served.close()

    def give(self, person: str, table: str | None, command: Any, key: str) -> None:
        """A command over the house itself, where the test is about something else."""

        async def given() -> None:
            who = await self.house.authentication.who(self.tokens[person])
            await self.house.give(who, table, command, key)

        self.wait(given())

    def seats(self, table: str) -> dict[int, str]:
        stream, _ = self.wait(self.house.table_and_link(table))
        return dict(stream.stored.seats)

    def exclude(self, person: str) -> None:
        async def excluded() -> None:
            kim = await self.house.authentication.who(self.tokens["kim"])
            by = kim.signature(frozenset({HouseRole.SHIFT_MANAGER}))
            await self.house.registry.exclude(person, None, "asked for it", by)

        self.wait(excluded())

    def game(self, table: str) -> Any:
        """What the house knows of a table's game."""
        stream, _ = self.wait(self.house.table_and_link(table))
        return stream.stored.game

    def fund(self, player: str) -> None:
        command = BuyIn(player=player, amount=1_000_000, money=Money.PRACTICE)
        self.give(player, None, command, f"fund:{player}:{len(player)}")

    def ask_for(self, table: str, player: str, box: int, wager: WagerKind, cents: int) -> None:
        """A player asks the staff to place a wager out of their wallet."""
        request = hc.RequestWager(box=box, wager=wager, amount=cents)
        self.give(player, table, request, f"ask:{table}:{player}:{wager}")

    @contextmanager
    def visited_by(
        self, person: str | None, browser: Browser, size: tuple[int, int] = (1280, 800)
    ) -> Iterator[Visit]:
        """Whoever is nobody in particular has not logged in."""
        with visiting(browser, self.address, size) as visit:
            if person is not None:
                fresh = self.wait(session_of(self.house, person))
                cookie = {"name": COOKIE, "value": fresh, "url": self.address}
                visit.context.add_cookies([cookie])  # type: ignore[list-item]
            yield visit


def next_action(page: Page, label: str) -> None:
    """Press the space bar once the console offers this."""
    expect(page.locator("#next-action .next-label")).to_have_text(label)
    expect(page.locator("#next-action")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Space")


def sign_on(visit: Visit, table: str) -> Page:
    """The dealer's console of a table at which one is signed on."""
    page = visit.go(f"/deal/{table}")
    next_action(page, "Sign on")
    expect(page.get_by_role("button", name="Sign off")).to_be_visible()
    return page


def record_ante(page: Page, box: int, player: str, dollars: str) -> None:
    """By keys alone: box, name, Enter, amount, Enter."""
    stage(page, "Bets are open")
    page.keyboard.press(str(box))
    expect(page.locator("#pad-player")).to_be_focused()
    page.keyboard.type(player)
    page.keyboard.press("Enter")
    expect(page.locator("#pad-amount")).to_be_focused()
    page.keyboard.type(dollars)
    page.keyboard.press("Enter")
    tile = page.get_by_role("button", name=f"Box {box}, {player}")
    expect(tile).to_contain_text(f"${dollars}")
    expect(page.locator("#pad-amount")).not_to_be_focused()


def add_jackpot(page: Page, box: int, player: str) -> None:
    """By its key, once the pad offers it at the chosen box."""
    expect(page.locator(".pad kbd", has_text="J")).to_be_visible()
    page.keyboard.press("j")
    tile = page.get_by_role("button", name=f"Box {box}, {player}")
    expect(tile).to_contain_text("Jackpot")


SLOWER_THAN_A_SCANNER = 90
"""Milliseconds, at the least: faster keys are taken for a scanner's (`dealer/entry.js`)."""


def type_cards(page: Page, cards: str) -> None:
    """As a dealer types: rank, then suit."""
    expect(page.locator(".aim")).to_be_visible()
    press_cards(page, cards)


def press_cards(page: Page, cards: str) -> None:
    """Whether or not the page is ready for them."""
    for card in cards.split():
        page.keyboard.press(card[0].lower())
        page.wait_for_timeout(SLOWER_THAN_A_SCANNER)
        page.keyboard.press(card[1])


def shoe_deals(console: Page, cards: str) -> None:
    """As a card-reading shoe does: all cards at once, in the order in which they come."""
    source = console.locator("script[type=module]").get_attribute("src")
    assert source is not None
    table = console.url.rsplit("/", 1)[-1]
    console.evaluate(_SHOE, [source.replace("main.js", "net.js"), table, cards])


_SHOE = """async ([address, table, shoe]) => {
  const { give } = await import(address);
  await give(table, { do: "deal", shoe });
}"""


def scan(page: Page, code: str) -> None:
    """As a scanner types: all keys of a card at once, and Enter."""
    page.evaluate(_SCAN, [*code, "Enter"])


_SCAN = """(keys) => keys.forEach((key) => document.body.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })))"""


def rule(page: Page, item: Locator, decision: str, reason: str) -> list[str]:
    """Rule on a matter, and confirm what the page says will happen; returns what it said."""
    item.get_by_label("Reason").fill(reason)
    item.get_by_role("button", name=decision).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("What will happen")
    said = sheet.locator(".foreseen li").all_inner_texts()
    sheet.get_by_role("button", name="Decide so").click()
    expect(sheet).to_have_count(0)
    return said


def stage(page: Page, words: str) -> None:
    expect(page.locator(".stage-now")).to_contain_text(words)
