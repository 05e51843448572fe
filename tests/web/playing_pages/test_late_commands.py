"""A command belongs to its round and its moment: what is late never becomes a wager."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.looking import IN_HASTE
from tests.web.playing_pages.visiting import DESKTOP, LEISURE, PHONE, Served, laid, visiting
from tests.web.playing_pages.wire import Wire


def come_as_guest(page: Page) -> None:
    """Somebody whom the house knows, with nothing on the table. Becoming one takes a while."""
    page.evaluate("window.inHaste = false")
    page.locator('[data-spot="7/ante"]').click()
    expect(laid(page, 7)).to_have_text("$25")
    page.keyboard.press("c")
    expect(laid(page, 7)).to_have_count(0)
    page.evaluate(IN_HASTE)


@pytest.mark.story
def test_a_tap_that_arrives_late_is_no_wager_and_says_so_at_the_finger(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, PHONE) as visit:
        wire = Wire(visit.page)
        page = visit.table(LEISURE)
        come_as_guest(page)
        wire.holds_answers = wire.holds_commands = True
        spot = page.locator('[data-spot="1/ante"]')
        spot.click()
        words = page.locator(".popover[role=alert]")
        expect(words).to_contain_text("No answer in time")
        finger, said = spot.bounding_box(), words.bounding_box()
        assert finger is not None
        assert said is not None
        assert abs(finger["y"] - said["y"]) < 200
        expect(page.locator(".spot.ghost")).to_have_count(0)
        wire.release()
        page.locator('[data-spot="2/ante"]').click()
        expect(laid(page, 2)).to_have_text("$25")  # and so what was sent before has arrived
        expect(laid(page, 1)).to_have_count(0)
        page.keyboard.press("c")
        expect(laid(page, 2)).to_have_count(0)


def test_a_dead_connection_is_noticed_once_and_the_page_recovers_by_itself(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        wire = Wire(visit.page)
        page = visit.table(LEISURE)
        come_as_guest(page)
        page.evaluate("window.sameDocument = true")
        wire.die()
        expect(page.get_by_text("Connection lost")).to_have_count(1)
        expect(page.get_by_role("alert")).to_have_count(1)
        page.locator('[data-spot="3/ante"]').click()
        expect(page.locator(".popover[role=alert]")).to_contain_text("nothing was sent")
        wire.release()
        wire.mend()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        expect(laid(page, 3)).to_have_count(0)
        page.locator('[data-spot="4/ante"]').click()
        expect(laid(page, 4)).to_have_text("$25")
        expect(laid(page, 3)).to_have_count(0)
        page.keyboard.press("c")
        expect(laid(page, 4)).to_have_count(0)
        assert page.evaluate("window.sameDocument")


def test_a_tap_is_not_sent_after_its_table_was_left(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        wire = Wire(visit.page)
        page = visit.table(LEISURE)
        come_as_guest(page)
        visit.page.clock.install()
        page = visit.table(LEISURE)
        page.clock.pause_at(
            page.evaluate("Date.now() / 1000 + 1")
        )  # no command expires, no try comes
        wire.cut()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        page.locator('[data-spot="1/ante"]').click()
        expect(page.locator('[data-spot="1/ante"].ghost')).to_be_visible()
        page.get_by_role("link", name="All tables").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Tables")
        wire.mend()
        page.clock.resume()
        expect(page.get_by_text("Connection lost")).to_have_count(0)
        page.go_back()
        page.locator('[data-spot="2/ante"]').click()
        expect(laid(page, 2)).to_have_text("$25")
        expect(laid(page, 1)).to_have_count(0)
        page.keyboard.press("c")
        expect(laid(page, 2)).to_have_count(0)


def test_the_first_tap_of_a_visitor_expires_too(served: Served, chromium: Browser) -> None:
    """The house makes a visitor a guest before it takes a wager: that may be what is late."""
    with visiting(chromium, served.address, PHONE) as visit:
        page = visit.table(LEISURE)
        held: list[Route] = []
        page.route("**/api/guest", lambda route: held.append(route))  # noqa: PLW0108
        page.evaluate(IN_HASTE)
        page.locator('[data-spot="1/ante"]').click()
        expect(page.locator(".popover[role=alert]")).to_contain_text("nothing was sent")
        expect(page.locator(".spot.ghost")).to_have_count(0)
        page.evaluate("window.inHaste = false")
        held[0].continue_()
        expect(page.locator(".purse")).to_contain_text("$1,000.00")
        page.locator('[data-spot="2/ante"]').click()
        expect(laid(page, 2)).to_have_text("$25")
        expect(laid(page, 1)).to_have_count(0)
        assert len(held) == 1
        page.keyboard.press("c")
        expect(laid(page, 2)).to_have_count(0)
