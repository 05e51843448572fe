"""My rounds are all of mine, from the last to the first, each with replay and proof."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.playing_pages.playing import lose
from tests.web.playing_pages.visiting import DESKTOP, MANAGED_BY, Served, visiting

TABLE = "TCP-1"
MANY = 56
"""More than two pages of 25, and more than the fifty that were shown once."""


@pytest.mark.slow
def test_all_rounds_are_found_page_by_page(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens(TABLE))
        page.locator('[data-spot="1/ante"]').click()
        expect(page.locator(".purse b")).to_have_text("$950.00")  # 25 laid, 25 kept
        page.keyboard.press("c")
        first = served.ask(MANAGED_BY, f"/api/tables/{TABLE}")["game"]["round"]
        for _ in range(MANY):
            lose(served, page, TABLE, 10_00)
        page.get_by_role("button", name="My rounds").click()
        sheet = page.get_by_role("dialog")
        rounds = sheet.locator(".past-round")
        expect(rounds).to_have_count(25)
        sheet.get_by_role("button", name="Older rounds").click()
        expect(rounds).to_have_count(50)
        sheet.get_by_role("button", name="Older rounds").click()
        expect(rounds).to_have_count(MANY)
        expect(sheet).to_contain_text(f"These are all of your {MANY} rounds.")
        expect(rounds.last).to_contain_text(f"Round {first}")
        expect(rounds.last).to_contain_text("−$10.00")
        rounds.last.click()
        expect(sheet.locator(".proof li")).to_have_count(3)

        visit.go("/me")
        mine = page.get_by_role("region", name="My rounds").get_by_role("row")
        older = page.get_by_role("button", name="Older rounds")
        expect(mine).to_have_count(1 + 25)
        older.click()
        expect(mine).to_have_count(1 + 50)
        older.click()
        expect(mine).to_have_count(1 + MANY)
        page.get_by_role("button", name=f"Replay: {TABLE}, round {first}", exact=True).click()
        sheet = page.get_by_role("dialog")
        expect(sheet.locator(".proof li")).to_have_count(3)
        expect(sheet.locator(".deck .card")).to_have_count(52)
        expect(sheet.get_by_role("alert")).to_have_count(0)
