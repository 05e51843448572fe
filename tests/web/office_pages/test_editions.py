"""The administrator chooses a stranger's file for a table, and another edition for one."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.house.model.table.books import HARBOUR, SEVENTH
from tests.web.office_pages.office import PRACTICE, TABLE, Office, refused


def _changing(page: Page, table: str, since: str) -> None:
    form = page.locator("form").filter(has=page.locator("[name=since]"))
    form.locator("select[name=table]").select_option(table)
    form.locator("[name=since]").fill(since)
    form.get_by_label("Or its text").fill(SEVENTH)
    form.get_by_label("Reason").fill("approved in May")
    form.get_by_role("button", name="Propose it").click()


def _approve(office: Office, chromium: Browser, row: str, words: str) -> None:
    with office.visited_by("kim", chromium) as visit:
        page = visit.go("/admin?see=tables")
        page.get_by_role("button", name="Approve").click()
        expect(page.get_by_role("row", name=row)).to_contain_text(words)


def test_a_strangers_file_is_chosen_for_a_table(office: Office, chromium: Browser) -> None:
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/admin?see=tables")
        page.get_by_label("Name", exact=True).fill("HP-1")
        page.get_by_label("Rulebook").select_option("file")
        page.get_by_label("Smallest ante").fill("10")
        page.get_by_label("Largest ante").fill("500")
        page.get_by_label("Money").select_option("practice")
        propose = page.get_by_role("button", name="Propose the table")
        propose.click()
        expect(page.get_by_text("Choose a file, paste its text")).to_be_visible()
        chosen = page.get_by_label("File", exact=True).first
        bad = HARBOUR.replace('wager = "play"', 'wager = "pair"')
        chosen.set_input_files({"name": "bad.toml", "mimeType": "", "buffer": bad.encode()})
        propose.click()
        expect(page.get_by_text("needs an area for the pair")).to_be_visible()
        refused(visit, 422)
        chosen.set_input_files({"name": "hp.toml", "mimeType": "", "buffer": HARBOUR.encode()})
        propose.click()
        expect(page.get_by_text("harbour-poker@1 (a file)")).to_be_visible()
    _approve(office, chromium, "HP-1", "Harbour Poker")
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/book/table?name=HP-1")
        expect(page.get_by_role("heading", name="Harbour Poker")).to_be_visible()
        expect(page.get_by_text("Table HP-1 runs harbour-poker@1.")).to_be_visible()
        page.get_by_text("The file").click()
        expect(page.locator(".file")).to_contain_text('operator = "Harbour Club"')
        page.get_by_role("link", name="HP 4", exact=True).first.click()
        clause = page.get_by_role("dialog")
        expect(clause).to_contain_text("Dealer qualifies with: queen high or better")
        expect(clause.get_by_role("code")).to_have_text("main.qualifies")
        page.keyboard.press("Escape")
        page.get_by_role("link", name="Odds").last.click()
        expect(page).to_have_url(re.compile(r"/odds/table\?name=HP-1$"))
        # The edge of Three Card Poker everywhere with these rules.
        expect(page.locator(".headline .figure").first).to_contain_text("3.373 %")
        expect(page.locator(".games [aria-current=page]")).to_have_text("Harbour Poker")
        expect(page.locator(".command code")).to_contain_text("croupier odds harbour-poker.toml")
        page.get_by_label("straight flush").first.fill("2")
        # With the table's own boxes: a sheet has seven where nothing is said.
        asked = r"/odds/table\?name=HP-1&boxes=6&pays=straight_flush%3D2$"
        expect(page).to_have_url(re.compile(asked))


def test_another_edition_is_planned_by_two_people(office: Office, chromium: Browser) -> None:
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/admin?see=tables")
        _changing(page, PRACTICE, "2030-01-01T06:00")
        expect(page.get_by_text(f"table {PRACTICE} runs casino-stud@7 (a file)")).to_be_visible()
    _approve(office, chromium, PRACTICE, "casino-stud@7 from")
    with office.visited_by("root", chromium) as visit:
        page = visit.go(f"/book/table?name={PRACTICE}")
        expect(page.get_by_text(f"Table {PRACTICE} runs casino-stud@6.")).to_be_visible()
        expect(page.get_by_text("casino-stud@7 from")).to_be_visible()


def test_what_cannot_be_is_said(office: Office, chromium: Browser) -> None:
    """The seventh edition came into force in 2026."""
    with office.visited_by("root", chromium) as visit:
        page = visit.go("/admin?see=tables")
        _changing(page, TABLE, "2025-01-01T06:00")
        expect(page.get_by_text("comes into force on 01 January 2026")).to_be_visible()
        refused(visit, 422)
