"""A house with live money: two tables on one link, dealt by hand, behind `croupier serve`."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from croupier.house.app.house import House
from croupier.house.app.set_up import MANAGER
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Cards, Dealing, JackpotTerms, Money
from croupier.house.store import open_store
from croupier.rulebooks.settings import EntryMode
from croupier.script.format import JackpotEntry, TableEntry
from tests.hashing import WEAK
from tests.house.serving import session_of
from tests.web.floor_pages.floor import next_action, shoe_deals, stage
from tests.web.playing_pages.visiting import KEY, Served, Visit, laid, visiting

LINK = "GRAND"
FIRST, SECOND = "ROOM-1", "ROOM-2"
METER, STAKE, ADDED = 123_456_78, 500, 125
"""The meter, a jackpot wager, and what one adds to the meter."""
WALLET = 2_000_00
PEOPLE = {
    "dan": HouseRole.DEALER,
    "sue": HouseRole.PIT_SUPERVISOR,
    "max": HouseRole.PIT_MANAGER,
    "kim": HouseRole.SHIFT_MANAGER,
    "cora": HouseRole.CAGE,
    "ada": HouseRole.AUDITOR,
    "ann": HouseRole.PLAYER,
    "ben": HouseRole.PLAYER,
}


PASSWORD = "the same for everybody here"
HASHED = WEAK.hash(PASSWORD)


class Casino(Served):
    """Ann and Ben have bought in; nobody has played yet."""

    options = ()

    async def _furnish(self, url: str) -> None:
        house = House(await open_store(url), KEY)
        try:
            await house.handler.streams.open()
            for person, role in PEOPLE.items():
                self.tokens[person] = await session_of(house, person, role)
                await house.proving.keep(person, "", HASHED)
            jackpot = hc.RegisterJackpot(
                name=LINK,
                entry=JackpotEntry(meter=METER, reset=20_000_00, stake=STAKE, increment="0.25"),
                terms=JackpotTerms(),
                money=Money.LIVE,
                by=MANAGER,
            )
            await house.handler.command(None, jackpot, MANAGER, "jackpot")
            for name in (FIRST, SECOND):
                table = hc.RegisterTable(
                    name=name,
                    entry=TableEntry(
                        "casino-stud",
                        boxes=7,
                        limits={"ante": (1000, 100_000)},
                        jackpot=LINK,
                        entry=EntryMode.ENFORCING,
                    ),
                    dealing=Dealing(cards=Cards.LIVE),
                    money=Money.LIVE,
                    by=MANAGER,
                )
                await house.handler.command(None, table, MANAGER, f"table:{name}")
        finally:
            await house.stop()

    def open(self) -> None:
        self.prepare()
        self.start()
        for player in ("ann", "ben"):
            self.give("cora", None, do="buy_in", player=player, amount=WALLET)

    def wallet(self, player: str) -> int:
        held: int = self.ask(player, "/api/me")["wallet"]["live"]
        return held

    @contextmanager
    def visited_by(
        self, person: str | None, browser: Browser, size: tuple[int, int] = (1280, 800)
    ) -> Iterator[Visit]:
        with visiting(browser, self.address, size) as visit:
            if person is not None:
                body = {"name": person, "password": PASSWORD}
                came = visit.context.request.post(f"{self.address}/api/session", data=body)
                assert came.ok, came.text()
            yield visit


def bet(visit: Visit, table: str, *boxes: int, jackpot: bool = True) -> Page:
    """Antes of $25, and the jackpot wager, by tapping the spots."""
    page = visit.table(table)
    for box in boxes:
        page.locator(f'[data-spot="{box}/ante"]').click()
        expect(laid(page, box)).to_have_text("$25")
        if jackpot:
            page.locator(f'[data-spot="{box}/jackpot"]').click()
            expect(laid(page, box, "jackpot")).to_have_text("$5")
    return page


def deal(console: Page, cards: str) -> None:
    next_action(console, "No more bets")
    stage(console, "No more bets")
    shoe_deals(console, cards)
    stage(console, "Hands are being decided")


def look(page: Page) -> None:
    page.get_by_role("button", name="Look at my cards").last.click()
    expect(page.locator(".own-hand .card:not(.down)").first).to_be_visible()
