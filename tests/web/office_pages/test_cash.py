"""A cashier opens a drawer, sells chips with a receipt, and closes the drawer by a count."""

import re

from playwright.sync_api import Browser, expect

from tests.web.office_pages.office import Office
from tests.web.office_pages.test_people_and_cage import held


def test_a_cashier_at_work(office: Office, chromium: Browser) -> None:
    """500.00 out of the safe, 12,000.00 for chips: 12,500.00 are counted, after a miscount."""
    before = held(office, "cash")
    with office.visited_by("cora", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=cash")
        opening = page.get_by_role("form", name="Open my drawer")
        opening.get_by_label("Amount in dollars").fill("500")
        opening.get_by_role("button", name="Open my drawer").click()
        expect(page.locator(".said-good")).to_have_text(
            "$500.00 went from the safe into your drawer."
        )
        expect(page.get_by_text("not shown before the count")).to_be_visible()
        page = visit.go("/cage?see=players&player=ann")
        selling = page.get_by_role("form", name="Sell chips")
        selling.get_by_label("Amount in dollars").fill("12000")
        selling.get_by_role("button", name="Go on").click()
        page.get_by_role("button", name="Yes, take in $12,000.00").click()
        page.get_by_role("button", name="Receipt").click()
        expect(page.get_by_role("dialog")).to_contain_text("twelve thousand dollars")
        expect(page.get_by_role("dialog")).to_contain_text("Chips sold")
        when = page.locator("dl.slip div", has_text="When").locator("dd").inner_text()
        assert re.fullmatch(r"\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d", when), when
        page.emulate_media(media="print")  # the receipt, and nothing of the page behind it
        expect(page.locator("main")).to_be_hidden()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.emulate_media(media="screen")
        page.keyboard.press("Escape")
        assert held(office, "drawer:cora") == 12_500_00
        page = visit.go("/cage?see=cash")
        large = page.get_by_role("table", name="Large cash")
        expect(large).to_contain_text("ann")
        expect(large).to_contain_text("$12,000.00")
        closing = page.get_by_role("form", name="Close my drawer")
        closing.get_by_label("Counted, in dollars").fill("12490")
        closing.get_by_role("button", name="Close my drawer").click()
        expect(page.locator(".said-bad")).to_contain_text("count it again, or say what")
        closing.get_by_label("Counted, in dollars").fill("12500")
        closing.get_by_role("button", name="Close my drawer").click()
        expect(page.locator(".said-good")).to_have_text(
            "Closed: $12,500.00 went back into the safe."
        )
        assert held(office, "drawer:cora") == 0
        assert held(office, "cash") == before + 12_000_00
        visit.complaints.clear()  # the browser itself reports what was refused
