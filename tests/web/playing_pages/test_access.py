"""Pages for everybody: no serious barrier, whole at 200 %, usable by keyboard alone."""

import pytest
from playwright.sync_api import Browser, expect

from tests.web.looking import barriers, frames, until
from tests.web.playing_pages.visiting import DESKTOP, EITHER, LEISURE, PHONE, Served, laid, visiting


@pytest.mark.parametrize("size", EITHER, ids=["desktop", "phone"])
def test_the_lobby_has_no_barriers(
    served: Served, chromium: Browser, size: tuple[int, int]
) -> None:
    with visiting(chromium, served.address, size) as visit:
        page = visit.go("/")
        expect(page.get_by_role("listitem").filter(has_text=LEISURE)).to_be_visible()
        assert barriers(page) == []


@pytest.mark.story
@pytest.mark.parametrize("size", EITHER, ids=["desktop", "phone"])
def test_the_table_has_no_barriers(
    served: Served, chromium: Browser, size: tuple[int, int]
) -> None:
    with visiting(chromium, served.address, size) as visit:
        page = visit.table(served.opens("CSP-1"))
        page.locator('[data-spot="2/ante"]').click()
        expect(laid(page, 2)).to_have_text("$25")
        assert barriers(page) == []
        served.closes("CSP-1")
        page.get_by_role("button", name="Look at my cards").last.click()
        expect(page.locator(".own-hand .card.down")).to_have_count(0)
        assert barriers(page) == []
        page.get_by_role("button", name="Fold").click()
        expect(page.locator(".felt.phase-settled")).to_be_visible()
        page.get_by_role("button", name="Rules and pays").click()
        expect(page.get_by_role("dialog")).to_contain_text("Royal flush")
        assert barriers(page) == []


@pytest.mark.parametrize("path", ["/login", "/me"])
def test_the_account_pages_have_no_barriers(served: Served, chromium: Browser, path: str) -> None:
    with visiting(chromium, served.address, PHONE) as visit:
        page = visit.go("/login")
        if path == "/me":
            page.get_by_role("button", name="Play as guest").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
            page.get_by_role("link", name="Guest").click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert barriers(page) == []


def test_half_the_width_is_whole(served: Served, chromium: Browser) -> None:
    """At 200 % a window of 1280 has room for 640."""
    with visiting(chromium, served.address, (640, 400)) as visit:
        page = visit.table(LEISURE)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640


def test_the_way_past_the_head_leaves_the_page_as_it_is(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/")
        tables = page.locator("ul.tables")
        expect(tables).to_be_visible()
        tables.evaluate("one => { one.same = true; }")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.evaluate("location.hash") == "#page"
        page.go_back()
        until(page, "location.hash === ''")
        frames(page)
        assert tables.evaluate("one => one.same"), "the page was drawn anew"


@pytest.mark.parametrize("path", ["/login", f"/table/{LEISURE}"])
def test_a_page_with_room_does_not_scroll(served: Served, chromium: Browser, path: str) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        height = page.evaluate("document.documentElement.scrollHeight")
        assert height <= DESKTOP[1]


@pytest.mark.story
def test_a_bet_by_keyboard_alone(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        spot = page.locator('[data-spot="7/ante"]')
        for _ in range(40):
            page.keyboard.press("Tab")
            if spot.evaluate("one => one === document.activeElement"):
                break
        page.keyboard.press("1")
        spot.focus()
        page.keyboard.press("Enter")
        expect(laid(page, 7)).to_have_text("$10")
        assert spot.evaluate("one => one === document.activeElement"), "the focus was lost"
        page.keyboard.press("Delete")
        expect(spot).to_contain_text("Ante")


def test_the_own_box_is_a_few_keys_away(served: Served, chromium: Browser) -> None:
    """By the first link of the page, or past the head of the table; the other boxes come later."""
    focused = "document.activeElement.dataset.spot?.split('/')[0]"
    with visiting(chromium, served.address, DESKTOP) as visit:
        visit.page.add_init_script("localStorage.setItem('croupier.guided', 'true')")
        page = visit.table(LEISURE)
        own = page.locator(".near").first.get_attribute("data-box")
        for key in ("Tab", "Enter", "Tab"):
            page.keyboard.press(key)
        assert page.evaluate(focused) == own
        page = visit.table(LEISURE)
        for _ in range(8):
            page.keyboard.press("Tab")
        assert page.evaluate(focused) == own


def test_the_focus_stays_in_the_round_and_the_buttons_show_their_keys(
    served: Served, chromium: Browser
) -> None:
    """A button that is gone with its phase leaves the focus to what is said now."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens("CSP-1"))
        page.locator('[data-spot="2/ante"]').click()
        expect(laid(page, 2)).to_have_text("$25")
        served.closes("CSP-1")
        fold = page.get_by_role("button", name="Fold")
        key = "one => getComputedStyle(one, '::after').content"
        assert fold.evaluate(key) == '"f"'
        assert page.get_by_role("button", name="Look at my cards").last.evaluate(key) == '"l"'
        page.keyboard.press("f")
        expect(page.locator(".felt.phase-settled")).to_be_visible()
        held = page.evaluate("document.activeElement.className")
        assert "what" in held.split(), held


def test_every_chip_is_good_for_a_wager(served: Served, chromium: Browser) -> None:
    """The smallest minimum of the table is $10."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        chips = page.get_by_role("radio")
        expect(chips.first).to_have_accessible_name("$10 chip")
