"""An auditor finds a round and steps through it as people who knew different things."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.office_pages.office import JACKPOT, TABLE, Office

HAND = 5


def _cards(page: Page, box: int) -> tuple[int, int]:
    """Cards of a box that are seen, and those that are not."""
    hand = page.locator(f'[data-box="{box}"] .board-hand')
    return hand.locator(".card:not(.down)").count(), hand.locator(".card.down").count()


def _as(page: Page, viewer: str) -> None:
    page.get_by_role("button", name=viewer, exact=True).click()
    expect(page.get_by_role("button", name=viewer, exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )


@pytest.mark.story
def test_a_round_as_two_people_saw_it(office: Office, chromium: Browser) -> None:
    with office.visited_by("ada", chromium) as visit:
        page = visit.go("/audit")
        page.get_by_label("Player").fill("ann")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("link", name=f"{TABLE} · 1").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{TABLE}, round 1")
        expect(page.get_by_text("No wager lies on the table yet.")).to_be_visible()
        step = page.get_by_role("heading", name="View hand")
        while not step.count():
            page.get_by_role("button", name="On", exact=True).click()
        page.get_by_role("button", name="On", exact=True).click()  # both have looked
        assert _cards(page, 1) == _cards(page, 2) == (HAND, 0)
        _as(page, "ann")
        assert (_cards(page, 1), _cards(page, 2)) == ((HAND, 0), (0, HAND))
        _as(page, "ben")
        assert (_cards(page, 1), _cards(page, 2)) == ((0, HAND), (HAND, 0))
        _as(page, "Everybody")
        assert _cards(page, 1) == _cards(page, 2) == (0, HAND)


def test_addresses_of_rounds_that_never_were(office: Office, chromium: Browser) -> None:
    with office.visited_by("ada", chromium) as visit:
        for silly in ("-1", "0", "1.5", "two", "99999999999999999999"):
            page = visit.go(f"/audit/{TABLE}/{silly}")
            expect(page.get_by_role("heading", level=1)).to_have_text("There is no such round")
            expect(page.get_by_text(f"“{silly}” is not one of these numbers")).to_be_visible()
        page.get_by_role("link", name=f"Rounds of {TABLE}").click()
        expect(page.get_by_role("link", name=f"{TABLE} · 1")).to_be_visible()
        page = visit.go(f"/audit/{TABLE}/999999")
        expect(page.get_by_role("alert")).to_contain_text(
            f"Round 999999 was never played at table {TABLE}."
        )
        expect(page.get_by_role("button", name="Try again")).to_have_count(0)
        visit.complaints.clear()  # the browser itself reports what was not found


def test_money_clauses_and_shuffle_of_a_round(office: Office, chromium: Browser) -> None:
    with office.visited_by("ada", chromium) as visit:
        page = visit.go(f"/audit/{TABLE}/1")
        ledger = page.get_by_role("table", name="Ledger entries")
        expect(ledger).to_contain_text("player:ann")
        expect(ledger).to_contain_text("$1.25")
        clause = page.get_by_role("button", name="CSP 3.12.1").first
        clause.click()
        expect(page.get_by_role("note")).to_contain_text("CSP 3.12.1")
        page.keyboard.press("Escape")
        good = page.get_by_text("the seed is the one that was committed")
        expect(good).to_have_count(2)
        with page.expect_download() as download:
            page.get_by_role("link", name="Export as a script").click()
        assert b"croupier-script/1" in download.value.path().read_bytes()


def test_events_are_searched(office: Office, chromium: Browser) -> None:
    with office.visited_by("ada", chromium) as visit:
        page = visit.go("/audit?see=events")
        page.get_by_label("Kind").select_option("cage")  # it stays, though the list comes later
        page.get_by_label("Person").fill("cora")
        page.get_by_role("button", name="Search").click()
        expect(page.locator("tbody tr")).to_have_count(2)
        expect(page.get_by_role("link", name="CSV")).to_have_attribute(
            "href", "/api/audit/events?kind=cage&person=cora&format=csv"
        )
        page.go_back()
        expect(page.locator("tbody tr")).not_to_have_count(2)
        page.get_by_label("Text").fill("nothing is called this")
        page.get_by_role("button", name="Search").click()
        expect(page.get_by_text("Nothing like that is on record.")).to_be_visible()


def test_every_report_is_readable(office: Office, chromium: Browser) -> None:
    expected = {
        "tables": "Casino Stud Poker",
        "jackpots": "agrees to the cent",
        "irregularities": "Nothing irregular on this day.",
        "liability": "player:ann",
        "shift": "Not closed: everything so far.",
        "ratings": "Theoretical win is the exact edge",
        "dealers": "kim",
        "compliance": "The last 25 hits are kept",
    }
    with office.visited_by("ada", chromium) as visit:
        page = visit.go("/audit?see=reports")
        for report, words in expected.items():
            page.locator("select[name=report]").select_option(report)
            expect(page.get_by_text(words).first).to_be_visible()
        page.locator("select[name=report]").select_option("dossier")
        page.locator("select[name=jackpot]").select_option(JACKPOT)
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_role("heading", name="Prizes")).to_be_visible()
        with page.expect_download() as saved:
            page.get_by_role("link", name="PDF").click()
        assert saved.value.path().read_bytes().startswith(b"%PDF")


def test_an_administrator_reads_events_and_no_rounds(office: Office, chromium: Browser) -> None:
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/audit")
        expect(page.get_by_role("link", name="Rounds")).to_have_count(0)
        expect(page.get_by_label("Kind")).to_be_visible()
        page = visit.go(f"/audit/{TABLE}/1")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page is not for your role")
