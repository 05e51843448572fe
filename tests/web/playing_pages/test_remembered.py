"""A browser holds the house to its log: somebody cuts off its end, and every visitor is told."""

import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.house.log import thief
from tests.house.tampering import defenceless
from tests.waiting import again_and_again
from tests.web.playing_pages.visiting import DESKTOP, Served, visiting


def remembered(page: Page) -> list[dict[str, object]]:
    found = page.evaluate("localStorage.getItem('croupier.heads')")
    return [] if found is None else list(json.loads(found))


def has_remembered(page: Page) -> None:
    """The house publishes its first head as it opens; the visit may come a moment sooner."""
    for _ in again_and_again():
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
        if remembered(page):
            return
        page.wait_for_timeout(200)


def test_a_browser_says_loudly_that_a_head_is_gone(tmp_path: Path, chromium: Browser) -> None:
    house = Served(tmp_path)
    house.prepare()
    house.start()
    house.end()
    house.start()  # what is cut off later is of this opening: the first made the passwords
    try:
        with visiting(chromium, house.address, DESKTOP) as visit:
            page = visit.go("/")
            has_remembered(page)
            before = remembered(page)
            page.goto(f"{house.address}/log")
            expect(page.locator(".heads").first).to_contain_text("still there")
            expect(page.locator(".log-gone")).to_have_count(0)
            house.end()
            with defenceless(tmp_path / "house.db") as db:
                thief.cut_off(int(str(before[-1]["seq"])) - 1)(db)
            house.start()
            page.goto(f"{house.address}/")
            alert = page.get_by_role("alert").filter(has_text="This house's log has changed.")
            expect(alert).to_contain_text(f"record {before[-1]['seq']}")
            alert.get_by_role("link", name="What this means").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("The log")
            expect(page.locator(".heads").first).to_contain_text("gone")
            page.reload()
            expect(alert).to_be_visible()  # it is said again on every visit
            visit.complaints.clear()  # the browser's own, of a house that was away
    finally:
        house.end()
