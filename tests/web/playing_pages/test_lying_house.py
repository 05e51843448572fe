"""A player's browser finds out a house that lies about its shuffle."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.looking import until
from tests.web.playing_pages.playing import ante, read_result, stay_in
from tests.web.playing_pages.visiting import DESKTOP, MANAGED_BY, Served, Visit, visiting

TABLE = "CSP-1"
PART_IS_FIXED = """
    Object.entries(localStorage)
        .filter(([name]) => name.startsWith("croupier.part "))
        .some(([, kept]) => JSON.parse(kept).fixed)
"""
BROKEN = "✗ The proof of this round fails."


@contextmanager
def lying(data: Path, lie: str) -> Iterator[Served]:
    house = Served(data)
    house.program = ("-m", "tests.web.playing_pages.lying_house", lie)
    house.prepare()
    house.start()
    try:
        yield house
    finally:
        house.end()


def play(house: Served, page: Page) -> None:
    house.opens(TABLE)
    ante(page, 1)
    house.closes(TABLE)
    stay_in(page, TABLE)
    read_result(page)


def fixes_a_part(house: Served, page: Page) -> None:
    """A round, at the end of which the player's part of the next one is fixed."""
    play(house, page)
    until(page, PART_IS_FIXED)


def proof(page: Page) -> Locator:
    """Of the last round."""
    page.get_by_role("button", name="My rounds").click()
    page.locator(".past-round").first.click()
    said = page.get_by_role("dialog").locator(".proof")
    expect(said.locator("li")).to_have_count(3)
    return said


def at_table(visit: Visit, house: Served) -> Page:
    return visit.table(house.opens(TABLE))


def test_a_seed_chosen_after_the_bets_is_found(tmp_path: Path, chromium: Browser) -> None:
    with (
        lying(tmp_path, "another-seed") as house,
        visiting(chromium, house.address, DESKTOP) as visit,
    ):
        page = at_table(visit, house)
        shown = house.ask(MANAGED_BY, f"/api/tables/{TABLE}")["shuffle"]["commitment"]
        play(house, page)
        page.reload()  # what was shown before the bets is remembered
        said = proof(page)
        expect(said.get_by_role("alert")).to_contain_text(BROKEN)
        expect(said.locator(".error")).to_contain_text(
            ["The house showed this browser another fingerprint before the bets"]
        )
        expect(said).to_contain_text(shown)
        page.get_by_role("link", name="how to check it yourself").click()
        expect(page.get_by_label("Fingerprint")).to_have_value(shown)
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_role("alert")).to_contain_text("does not have this fingerprint")


@pytest.mark.slow
def test_a_browser_vouches_for_nothing_that_it_has_not_seen(
    tmp_path: Path, chromium: Browser
) -> None:
    with (
        lying(tmp_path, "another-seed") as house,
        visiting(chromium, house.address, DESKTOP) as visit,
    ):
        page = at_table(visit, house)
        play(house, page)
        house.opens(TABLE)  # the cards are gone from the table
        expect(page.locator(".felt.phase-betting")).to_be_visible()
        page.evaluate("localStorage.clear()")
        page.reload()
        said = proof(page)
        expect(said).to_contain_text("This browser did not see the fingerprint before the bets")
        expect(said).to_contain_text("This browser saw no card of this round while it was played")
        expect(said.locator(".up")).to_have_count(0)
        expect(said.get_by_role("alert")).to_have_count(0)


@pytest.mark.slow
def test_a_card_that_was_another_one_in_play_is_found(tmp_path: Path, chromium: Browser) -> None:
    with (
        lying(tmp_path, "another-card") as house,
        visiting(chromium, house.address, DESKTOP) as visit,
    ):
        page = at_table(visit, house)
        play(house, page)
        said = proof(page)
        expect(said.get_by_role("alert")).to_contain_text(BROKEN)
        expect(said.locator("li.error")).to_contain_text(["A card that this browser was shown"])


@pytest.mark.slow
@pytest.mark.parametrize("lie", ["parts-turned-away", "parts-forgotten"])
def test_a_part_that_is_left_out_is_said_loudly(
    tmp_path: Path, chromium: Browser, lie: str
) -> None:
    with lying(tmp_path, lie) as house, visiting(chromium, house.address, DESKTOP) as visit:
        page = at_table(visit, house)
        fixes_a_part(house, page)
        left_out = page.get_by_role("alert").filter(has_text="The shuffle is without your part.")
        expect(left_out).to_have_count(0)
        play(house, page)
        expect(left_out).to_be_visible()
        page.reload()
        expect(left_out).to_be_visible()
        said = proof(page)
        expect(said.get_by_role("alert")).to_contain_text(BROKEN)
        expect(said.locator("li.error")).to_contain_text(["Your part is not in this shuffle"])
