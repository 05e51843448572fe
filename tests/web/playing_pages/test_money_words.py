"""What is kept for the bet is shown; who has too little is told as a person, and offered more."""

from playwright.sync_api import Browser, Page, expect

from tests.web.playing_pages.playing import lose
from tests.web.playing_pages.visiting import DESKTOP, LEISURE, Served, laid, visiting


def refusal(page: Page) -> str:
    words = page.locator(".popover[role=alert]")
    expect(words).to_be_visible()
    return words.inner_text()


def test_what_is_kept_for_the_bet_is_shown(served: Served, chromium: Browser) -> None:
    """An ante of $25 keeps twice that for the bet: 1,000 - 25 - 50 = 925."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.locator('[data-spot="1/ante"]').click()
        expect(page.locator(".purse b")).to_have_text("$925.00")
        expect(page.locator(".purse .kept")).to_have_text("$50 kept for your bet")
        page.keyboard.press("c")
        expect(page.locator(".purse b")).to_have_text("$1,000.00")
        expect(page.locator(".purse .kept")).to_have_count(0)


def test_who_has_too_little_for_a_wager_is_told_so_and_offered_play_money(
    served: Served, chromium: Browser
) -> None:
    """Three antes of $100 take $900, so a fourth chip would take $300 of the last $100."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.get_by_role("radio", name="$100 chip").click()
        for sum_laid in ("$100", "$200", "$300"):
            page.locator('[data-spot="3/ante"]').click()
            expect(laid(page, 3)).to_have_text(sum_laid)
        page.locator('[data-spot="3/ante"]').click()
        said = refusal(page)
        assert "This takes $300.00, and you have $100.00 of play money." in said
        assert "guest-" not in said
        page.locator(".popover").get_by_role("button", name="Get play money").click()
        page.get_by_role("dialog").get_by_role("button", name="Take $500").click()
        expect(page.locator(".purse b")).to_have_text("$600.00")
        page.keyboard.press("Escape")
        page.locator('[data-spot="3/ante"]').click()
        expect(laid(page, 3)).to_have_text("$400")
        page.keyboard.press("c")
        expect(laid(page, 3)).to_have_count(0)


def test_a_refusal_calls_people_by_what_the_table_calls_them(
    served: Served, chromium: Browser
) -> None:
    with (
        visiting(chromium, served.address, DESKTOP) as first,
        visiting(chromium, served.address, DESKTOP) as second,
    ):
        mine = first.table(LEISURE)
        mine.locator('[data-spot="2/ante"]').click()
        expect(laid(mine, 2)).to_have_text("$25")
        other = second.table(LEISURE)
        name = other.locator('section[aria-label^="Box 2"] .seat span').inner_text()
        assert name.startswith("Guest ")
        other.locator('[data-spot="2/ante"]').click()
        said = refusal(other)
        assert name in said
        assert "guest-" not in said
        mine.keyboard.press("c")
        expect(laid(mine, 2)).to_have_count(0)


def test_who_cannot_pay_the_smallest_ante_is_offered_play_money(
    served: Served, chromium: Browser
) -> None:
    """At TCP an ante of $10 takes $20: folding 500, 250, 120, 60, 30, 20 and 10 leaves 10."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens("TCP-1"))
        page.locator('[data-spot="1/ante"]').click()
        expect(laid(page, 1)).to_have_text("$25")
        page.keyboard.press("c")
        expect(laid(page, 1)).to_have_count(0)
        for dollars in (500, 250, 120, 60, 30, 20, 10):
            lose(served, page, "TCP-1", dollars * 100)
        served.opens("TCP-1")
        expect(page.locator("#live")).not_to_contain_text("neither won nor lost")
        expect(page.locator(".what")).to_contain_text("The smallest ante takes $20.00")
        page.locator(".tray").get_by_role("button", name="Get play money").click()
        page.get_by_role("dialog").get_by_role("button", name="Take $500").click()
        expect(page.locator(".purse b")).to_have_text("$510.00")
        page.keyboard.press("Escape")
        page.locator('[data-spot="1/ante"]').click()
        expect(laid(page, 1)).to_have_text("$25")
        page.keyboard.press("c")
        expect(laid(page, 1)).to_have_count(0)
