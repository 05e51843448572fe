"""The house is killed and comes back; the page says so, and goes on without a reload."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.playing_pages.visiting import DESKTOP, LEISURE, Served, laid, visiting


@pytest.mark.story
def test_the_page_survives_a_crash_of_the_house(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        ante = page.locator('[data-spot="1/ante"]')
        ante.click()
        expect(laid(page, 1)).to_have_text("$25")
        page.evaluate("window.sameDocument = true")
        served.end()
        expect(page.get_by_text("Connection lost").first).to_be_visible()
        served.start()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        expect(laid(page, 1)).to_have_text("$25")
        ante.click()
        expect(laid(page, 1)).to_have_text("$50")
        page.keyboard.press("c")
        expect(ante).to_contain_text("Ante")
        assert page.evaluate("window.sameDocument")
        visit.complaints[:] = [one for one in visit.complaints if "Failed to load" not in one]


def test_a_session_that_is_over_has_its_own_state(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.locator('[data-spot="3/ante"]').click()
        expect(laid(page, 3)).to_have_text("$25")
        page.keyboard.press("c")
        expect(laid(page, 3)).to_have_count(0)
        other = visit.another_tab()
        other.goto(f"{served.address}/me")
        other.get_by_role("button", name="Sign out", exact=True).click()
        expect(page.get_by_role("alertdialog")).to_contain_text("Your session has ended")
        page.get_by_role("button", name="Go on as a new guest").click()
        expect(page.get_by_role("alertdialog")).to_have_count(0)
        expect(page.locator(".felt")).to_be_visible()


def test_pages_that_are_not_there(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/nowhere")
        expect(page.get_by_role("heading")).to_have_text("There is no such page")
        page.get_by_role("link", name="To the tables").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
        visit.go("/table/NONE")
        expect(page.get_by_role("heading")).to_have_text("There is no such table")
        expect(page).to_have_title("There is no such table · Croupier")
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
        visit.complaints.clear()  # the browser itself reports that a page was not found
