"""The offices for everybody: no barrier, whole on a phone and at 200 %, every state designed."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.looking import barriers
from tests.web.office_pages.office import JACKPOT, TABLE, Office, refused
from tests.web.playing_pages.visiting import DESKTOP, PHONE

PAGES = {
    "cora": (
        "/cage?see=players&player=ann",
        f"/cage?see=tables&table={TABLE}",
        "/cage?see=approvals",
        "/me",
    ),
    "kim": ("/cage?see=day", f"/admin?see=jackpots&jackpot={JACKPOT}"),
    "root": (
        "/admin?see=people&person=ann",
        "/admin?see=people&person=",
        "/admin?see=devices",
        "/admin?see=tables",
        "/admin?see=health",
    ),
    "ada": (
        "/audit",
        "/audit?see=events",
        f"/audit/{TABLE}/1",
        "/audit?see=reports",
        "/audit?see=reports&report=jackpots",
        "/audit?see=reports&report=liability",
    ),
    "ann": ("/me",),
}


SIZES = (
    pytest.param(PHONE, id="phone"),
    pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow),
    pytest.param((640, 400), id="zoomed", marks=pytest.mark.slow),
)


@pytest.mark.parametrize("size", SIZES)
def test_no_barriers_and_no_sideways_scrolling(
    office: Office, chromium: Browser, size: tuple[int, int]
) -> None:
    for person, paths in PAGES.items():
        with office.visited_by(person, chromium, size) as visit:
            for path in paths:
                page = visit.go(path)
                expect(page.get_by_role("heading", level=1)).to_be_visible()
                expect(page.locator(".waiting")).to_have_count(0)
                assert barriers(page) == [], path
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path


@pytest.mark.parametrize("path", ["/cage", "/admin", "/audit"])
def test_who_may_not_come_in_is_told(office: Office, chromium: Browser, path: str) -> None:
    with office.newcomer(chromium) as visit:
        page = visit.go(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("Please sign in")
    with office.visited_by("ann", chromium) as visit:
        page = visit.go(path)
        expect(page.get_by_role("heading", level=1)).to_have_text("This page is not for your role")
        assert barriers(page) == []


def test_a_session_that_ended_says_so(office: Office, chromium: Browser) -> None:
    with office.visited_by("cora", chromium) as visit:
        page = visit.go("/cage?see=players&player=ann")
        expect(page.locator(".purse")).to_be_visible()
        visit.context.clear_cookies()
        # The page may have asked by itself and noticed before: then the link is covered.
        page.get_by_role("link", name="ben").dispatch_event("click")
        expect(page.get_by_role("alertdialog")).to_contain_text("Your session has ended")
        refused(visit, 401)


def test_a_round_that_never_was(office: Office, chromium: Browser) -> None:
    with office.visited_by("ada", chromium) as visit:
        page = visit.go(f"/audit/{TABLE}/99")
        expect(page.get_by_role("alert")).to_contain_text("was never played")
        refused(visit, 404)
