"""Pictures of the pages, taken in Chromium from a demonstration house: `make pictures`.

A guest plays a round at a desk and on a phone; a dealer deals one by hand in which the jackpot
is hit; the sign, the pit and the auditor see it. Everything is written beside this file as
`page-*.png`, in at most 256 colours; the preview of a link is written beside the pages' files.
"""

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from croupier.house.app.house import House
from croupier.house.app.set_up import JACKPOTS, MANAGER
from croupier.house.http.pages import site
from croupier.house.http.security import COOKIE
from croupier.house.model import commands as hc
from croupier.house.model.people.roles import HouseRole
from croupier.house.model.settings import Cards, Dealing, JackpotTerms, Money
from croupier.house.store import open_store
from croupier.rulebooks.model import Device
from croupier.rulebooks.settings import EntryMode
from croupier.script.format import TableEntry
from tests.web.conftest import ARGUMENTS, executable
from tests.web.floor_pages.floor import next_action, record_ante, sign_on, stage, type_cards
from tests.web.playing_pages.visiting import DESKTOP, KEY, PHONE, Served, Visit

HERE = Path(__file__).parent
PATIENCE = 60_000
SMALLER = (960, 600)
ROUNDS_AT_MOST = 5
"""Until a guest has a hand to stay in with; it is dealt like any other."""
CALLED_MS = 2_000
"""By then the dealer's calls are gone from the felt."""
TABLE, JACKPOT = "LIVE-1", "CASINO"
PEOPLE = {
    "dan": HouseRole.DEALER,
    "kim": HouseRole.SHIFT_MANAGER,
    "ada": HouseRole.AUDITOR,
    "ann": HouseRole.PLAYER,
    "ben": HouseRole.PLAYER,
}
ROYAL, PAIR, DEALER = "As Ks Qs Js Ts", "9h 9d Kc 7s 3c", "Ad Kd 8h 6c 4s"


class Shown(Served):
    """The demonstration, with a table that is dealt by hand and people who work there."""

    async def _furnish(self, url: str) -> None:
        house = House(await open_store(url), KEY)
        try:
            await house.handler.streams.open()
            for person, role in PEOPLE.items():
                self.tokens[person] = await house.registry.introduce(person, role)
            jackpot = hc.RegisterJackpot(
                name=JACKPOT,
                entry=JACKPOTS[JACKPOT],
                terms=JackpotTerms(),
                money=Money.PRACTICE,
                by=MANAGER,
            )
            await house.handler.command(None, jackpot, MANAGER, "jackpot")
            table = hc.RegisterTable(
                name=TABLE,
                entry=TableEntry(
                    "casino-stud",
                    boxes=7,
                    device=Device.SHUFFLER,
                    limits={"ante": (1000, 100_000)},
                    jackpot=JACKPOT,
                    entry=EntryMode.RECORDING,
                ),
                dealing=Dealing(cards=Cards.LIVE),
                money=Money.PRACTICE,
                by=MANAGER,
            )
            await house.handler.command(None, table, MANAGER, "table")
        finally:
            await house.stop()

    @contextmanager
    def visited_by(
        self, person: str | None, browser: Browser, size: tuple[int, int] = DESKTOP
    ) -> Iterator[Visit]:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        if person is not None:
            cookie = {"name": COOKIE, "value": self.tokens[person], "url": self.address}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        try:
            yield Visit(page, context, self.address)
        finally:
            context.close()


def take(page: Page, name: str | Path) -> None:
    """As it is seen, in colours enough for felt and cards."""
    page.wait_for_timeout(500)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = shot.quantize(256, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    few.save(HERE / f"page-{name}.png" if isinstance(name, str) else name, optimize=True)


def a_round(visit: Visit, size: str) -> None:
    """A guest at a table, from the first chip to the settlement."""
    page = visit.page
    for chosen in ("coach", "guided"):
        page.add_init_script(f"localStorage.setItem('croupier.{chosen}', 'true')")
    visit.go("/table/CSP-1")
    for _ in range(ROUNDS_AT_MOST):
        look(page)
        if "high" not in page.locator(".hand-name").inner_text():
            break
        page.keyboard.press("f")
    take(page, f"decision-{size}")
    page.keyboard.press("b")
    page.wait_for_selector(".phase-settled .results")
    page.wait_for_timeout(CALLED_MS)
    take(page, f"settled-{size}")


def look(page: Page) -> None:
    """An ante and a jackpot wager on box 3, and the hand that is dealt there."""
    page.wait_for_selector(".phase-betting")
    page.click('[data-spot="3/ante"]')
    page.wait_for_selector('[data-spot="3/jackpot"].lit')
    page.click('[data-spot="3/jackpot"]')
    page.mouse.move(0, 0)
    page.wait_for_selector(".own-hand")
    page.keyboard.press("l")
    page.wait_for_selector(".coach")


def a_hit(house: Shown, browser: Browser) -> None:
    """Dealt by hand, with a royal flush at box 2; the next round has an open matter."""
    with (
        house.visited_by(None, browser, SMALLER) as wall,
        house.visited_by("dan", browser) as dealer,
        house.visited_by("kim", browser) as manager,
    ):
        sign = wall.go(f"/sign/{JACKPOT}")
        sign.wait_for_selector(".odometer")
        page = sign_on(dealer, TABLE)
        next_action(page, "Open bets")
        record_ante(page, 2, "ann", "25")
        page.keyboard.press("j")
        record_ante(page, 4, "ben", "50")
        next_action(page, "No more bets")
        *closed, up_card = DEALER.split()
        type_cards(page, up_card)
        next_action(page, "Deal")
        stage(page, "Hands are being decided")
        for box in (2, 4):
            page.locator("#decide-title").get_by_text(f"Box {box}").wait_for()
            page.keyboard.press("b")
        type_cards(page, " ".join(closed))
        next_action(page, "Reveal the dealer's hand")
        page.locator(".aim").get_by_text("for box 2").wait_for()
        type_cards(page, f"{ROYAL} {PAIR}"[:-6])
        take(page, "dealer")
        type_cards(page, PAIR[-5:])
        next_action(page, "Settle")
        stage(page, "Settle with the players")
        sign.wait_for_selector(".hit")
        sign.wait_for_timeout(2_500)  # until paper falls
        take(sign, "sign")
        page.keyboard.press("i")
        menu = page.get_by_role("dialog")
        menu.get_by_role("button", name="Something else").click()
        page.get_by_label("What happened?").fill("Ben says that he wanted to fold.")
        page.get_by_role("button", name="Report it").click()
        pit = manager.go("/pit")
        pit.wait_for_selector(".item-payable", state="attached")
        take(pit, "pit")


def audit(house: Shown, browser: Browser) -> None:
    with house.visited_by("ada", browser) as visit:
        page = visit.go(f"/audit/{TABLE}/1")
        on = page.get_by_role("button", name="On", exact=True)
        while not page.get_by_role("heading", name="Deal", exact=True).count():
            on.click()
        page.get_by_role("button", name="ann", exact=True).wait_for()
        page.get_by_role("group", name="As seen by").scroll_into_view_if_needed()
        take(page, "audit")


def learn(house: Shown, browser: Browser) -> None:
    """How to play, beside a hand to practise with, graded."""
    with house.visited_by(None, browser) as visit:
        page = visit.go("/train/casino-stud")
        page.get_by_role("heading", name="What to remember").wait_for()
        page.locator(".train-page").get_by_role("button", name="Bet", exact=False).first.click()
        page.get_by_role("button", name="Next hand").wait_for()
        page.evaluate("scrollTo(0, 0)")
        take(page, "learn")


PREVIEW = Path(site.__file__).parent / "static" / "preview.png"
_PREVIEW = """async (cards) => {
  const from = (name) => import(new URL(name, document.querySelector("script[src]").src));
  const { hand } = await from("cards.js");
  const { h, render } = await from("dom.js");
  const { mark } = await from("main.js");
  const box = (style, ...parts) => h("div", { style }, ...parts);
  const felt = "radial-gradient(110% 120% at 50% 20%, #1c7357, #0e4a38 45%, #062019)";
  const middle = { display: "grid", "align-content": "center", "justify-items": "center" };
  const row = { display: "flex", gap: "20px", "align-items": "center", color: "#f3ead2" };
  const words = box(
    {},
    box({ font: "600 76px/1 var(--serif)" }, "Croupier"),
    box({ font: "400 30px/1.5 var(--sans)" }, "Casino poker, by the book"),
  );
  document.body.replaceChildren();
  render(document.body, box(
    { ...middle, width: "1200px", height: "630px", gap: "46px", background: felt },
    box({ ...row, "--card": "150px" }, hand(cards)),
    box(row, box({ zoom: "3" }, mark()), words),
  ));
  await document.fonts.ready;
}"""


def preview(house: Shown, browser: Browser) -> None:
    """What a link to the house shows elsewhere; served with the pages."""
    with house.visited_by(None, browser, (1200, 630)) as visit:
        visit.go("/").wait_for_selector(".table-card")
        visit.page.evaluate(_PREVIEW, ROYAL)
        take(visit.page, PREVIEW)


def pictures(house: Shown, browser: Browser) -> None:
    preview(house, browser)
    with house.visited_by(None, browser) as visit:
        visit.go("/").wait_for_selector(".table-card")
        take(visit.page, "lobby-desktop")
        a_round(visit, "desktop")
    with house.visited_by(None, browser, PHONE) as visit:
        a_round(visit, "phone")
    a_hit(house, browser)
    audit(house, browser)
    learn(house, browser)
    with house.visited_by(None, browser) as visit:
        page = visit.go("/odds/casino-stud")
        page.wait_for_selector(".chart, .strategy, svg")
        page.wait_for_load_state("networkidle")
        take(page, "odds")
        page = visit.go("/book/casino-stud")
        page.wait_for_load_state("networkidle")
        take(page, "book")


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = Shown(Path(data))
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        try:
            house.prepare()
            house.start()
            pictures(house, browser)
        finally:
            browser.close()
            house.end()


if __name__ == "__main__":
    main()
