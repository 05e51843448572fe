"""Leaving a hand that is not decided asks first, and the lobby shows the way back."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.web.playing_pages.playing import ante
from tests.web.playing_pages.visiting import DESKTOP, HASTY, PHONE, Served, visiting

TABLE = "MLP-1"


def fold(page: Page) -> None:
    page.get_by_role("button", name="Look at my cards").last.click()
    page.get_by_role("button", name="Fold").click()


def question(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_contain_text("Leave your hand?")
    expect(page.get_by_role("dialog")).to_contain_text("Your hand on box 3 is not decided.")
    expect(page.get_by_role("dialog")).to_contain_text("within 3600 seconds is folded")


def asked_without_the_house(page: Page) -> None:
    """The browser asks by itself where its own question cannot be loaded."""
    page.route("**/question.js", lambda route: route.abort())
    with page.expect_event("dialog") as asked:
        page.once("dialog", lambda dialog: dialog.dismiss())
        page.get_by_role("link", name="All tables").click()
    assert "Your hand on box 3 is not decided." in asked.value.message
    expect(page.locator(".felt.phase-dealt")).to_be_visible()
    page.unroute("**/question.js")


def test_leaving_a_hand_asks_and_the_lobby_leads_back(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/")
        page.locator(f'a[href="/table/{TABLE}"]').click()
        served.opens(TABLE)
        ante(page, 3)
        page.get_by_role("link", name="All tables").click()  # nothing is dealt: nobody asks
        back = page.get_by_role("link", name=f"Your wagers: return to {TABLE}")
        back.click()
        expect(page).to_have_title(f"{TABLE} · Multi-Link Casino Stud · Croupier")
        served.closes(TABLE)
        expect(page.locator(".felt.phase-dealt")).to_be_visible()
        asked_without_the_house(page)
        visit.complaints.clear()  # of the file that did not come
        page.get_by_role("link", name="All tables").click()
        question(page)
        page.get_by_role("button", name="Stay", exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".felt.phase-dealt")).to_be_visible()
        page.go_back()
        question(page)
        page.keyboard.press("Escape")
        expect(page.locator(".felt.phase-dealt")).to_be_visible()
        assert page.evaluate("location.pathname") == f"/table/{TABLE}"
        page.get_by_role("link", name="All tables").click()
        page.get_by_role("button", name="Leave the table").click()
        words = re.compile(rf"^Your hand, 3[0-9]{{3}} s: return to {TABLE}$")
        expect(page.locator(".your-hand")).to_have_text(words)
        page.locator(".your-hand").click()
        fold(page)
        expect(page.locator(".felt.phase-settled")).to_be_visible()
        page.get_by_role("link", name="All tables").click()  # what is over asks nothing
        expect(page.locator(".tables")).to_be_visible()
        expect(page.locator(".your-hand")).to_have_count(0)


def test_a_stranger_is_shown_nobodys_hand(served: Served, chromium: Browser) -> None:
    with (
        visiting(chromium, served.address, PHONE) as player,
        visiting(chromium, served.address, PHONE) as stranger,
    ):
        page = player.table(served.opens(TABLE))
        ante(page, 3)
        served.closes(TABLE)
        expect(page.locator(".felt.phase-dealt")).to_be_visible()
        seen = stranger.go("/")
        expect(seen.locator(".table-card").filter(has_text=TABLE)).to_contain_text("Players decide")
        expect(seen.locator(".your-hand")).to_have_count(0)
        seen.locator(f'a[href="/table/{TABLE}"]').click()
        expect(seen.locator(".seconds")).to_have_text(re.compile(r"^Players decide, 3\d{3} s$"))
        expect(page.locator(".seconds")).to_have_text(re.compile(r"^Decide within 3\d{3} s$"))
        fold(page)
        expect(page.locator(".felt.phase-settled")).to_be_visible()


def test_who_was_away_reads_that_time_ran_out(served: Served, chromium: Browser) -> None:
    """From the house: no page was there to see it."""
    with visiting(chromium, served.address, PHONE) as visit:
        page = visit.table(served.opens(HASTY))
        ante(page, 3)
        visit.go("/odds")
        served.closes(HASTY)
        page = visit.go(f"/table/{HASTY}")
        expect(page.locator(".felt.phase-settled")).to_be_visible()
        page.reload()
        expect(page.locator(".what")).to_have_text(
            "Time ran out and your hand was folded: your ante loses. You lost $25.00."
        )
