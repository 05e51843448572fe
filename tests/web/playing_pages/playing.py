"""What a player does in a round, by the page."""

import re

from playwright.sync_api import Page, expect

from tests.web.playing_pages.visiting import laid

STAY = {"TCP-1": "Play $25.00"}


def ante(page: Page, box: int) -> None:
    page.locator(f'[data-spot="{box}/ante"]').click()
    expect(laid(page, box)).to_have_text("$25")


def stay_in(page: Page, table: str) -> None:
    """Look, and stay in."""
    page.get_by_role("button", name="Look at my cards").last.click()
    expect(page.locator(".own-hand .card.down")).to_have_count(0)
    expect(page.locator(".own-hand .hand-name")).not_to_have_text("Face down")
    page.get_by_role("button", name=STAY.get(table, "Bet $50.00")).click()


def read_result(page: Page) -> None:
    """Every wager is settled before one's eyes."""
    expect(page.locator(".felt.phase-settled")).to_be_visible()
    expect(page.locator(".dealer-hand .card.down")).to_have_count(0)
    expect(page.locator(".results .line").first).to_contain_text("Ante")
    told = re.compile(r"^Dealer has .+: .+\. You (won|lost|neither) .*\.$")
    expect(page.locator(".what")).to_have_text(told)
