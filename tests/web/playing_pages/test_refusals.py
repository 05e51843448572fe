"""No tap is lost in silence, and no words go before they can be read."""

from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.web.looking import frames, until
from tests.web.playing_pages.visiting import (
    DESKTOP,
    LEISURE,
    PHONE,
    Served,
    Visit,
    laid,
    visiting,
)
from tests.web.playing_pages.wire import Wire

JACKPOT = '[data-spot="4/jackpot"]'
"""Of the free box that lies before somebody who has none."""
NEEDS_ANTE = "A jackpot wager needs an ante on box 4 first."
MOVED = "([spot, before]) => document.querySelector(spot).getBoundingClientRect().y !== before"
ENOUGH = "That is enough for today."


def refusal(page: Page) -> Locator:
    return page.locator(".popover[role=alert]")


def refuse(route: Route) -> None:
    route.fulfill(status=409, json={"kind": "refused", "message": ENOUGH})


def only_refusals(visit: Visit) -> None:
    """The browser itself reports a refused request on its console."""
    visit.complaints[:] = [one for one in visit.complaints if "Failed to load" not in one]


def top(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box is not None
    return box["y"]


def test_a_refusal_stays_where_the_finger_was_while_the_page_moves(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, PHONE) as visit:
        wire = Wire(visit.page)
        page = visit.table(LEISURE)
        spot = page.locator(JACKPOT)
        spot.click()
        expect(refusal(page)).to_contain_text(NEEDS_ANTE)
        before = top(spot)
        wire.cut()  # a notice comes above the felt, which gives way
        expect(page.locator(".link-lost")).to_contain_text("Connection lost")
        until(page, MOVED, [JACKPOT, before])
        frames(page)
        assert refusal(page).is_visible()
        assert abs(top(spot) - top(refusal(page))) < 200
        page.keyboard.press("Escape")
        expect(refusal(page)).to_have_count(0)


def test_a_refusal_is_read_over_a_sheet_that_was_opened_meanwhile(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        wire = Wire(visit.page)
        page = visit.table(LEISURE)
        wire.holds_answers = True
        page.locator(JACKPOT).click()
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        wire.release()
        expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text(NEEDS_ANTE)


def test_a_visitor_who_bets_while_the_connection_is_lost_is_answered_when_it_is_back(
    served: Served, chromium: Browser
) -> None:
    """The guest they become is another person, for whom the connection is made anew."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        wire = Wire(visit.page)
        visit.page.clock.install()
        page = visit.table(LEISURE)
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # no try to reconnect comes due
        wire.cut()
        expect(page.locator(".link-lost")).to_contain_text("Connection lost")
        wire.mend()
        page.locator(JACKPOT).click()
        expect(page.locator(".purse b")).to_have_text("$1,000.00")
        page.clock.resume()
        expect(refusal(page)).to_contain_text(NEEDS_ANTE)


def test_decisions_for_two_boxes_in_one_breath_are_both_carried_out(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        wire = Wire(visit.page)
        page = visit.table(served.opens("CSP-1"))
        for box in (5, 6):
            page.locator(f'[data-spot="{box}/ante"]').click()
            expect(laid(page, box)).to_have_text("$25")
        served.closes("CSP-1")
        folds = page.get_by_role("button", name="Fold")
        expect(folds).to_have_count(2)
        wire.holds_answers = True
        folds.first.click()
        folds.last.click()
        wire.release()
        expect(page.locator(".felt.phase-settled")).to_be_visible()


def test_play_money_that_is_refused_says_why_in_its_sheet(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.locator(JACKPOT).click()
        expect(refusal(page)).to_be_visible()
        asked: list[Route] = []

        def hold(route: Route) -> None:
            asked.append(route)

        page.route("**/api/me", hold)
        page.route("**/api/commands", refuse)
        page.locator(".purse").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("button", name="Take $1,000").click()
        expect(sheet.get_by_role("alert")).to_have_text(ENOUGH)
        asked[0].continue_()  # and the sheet is drawn again with the answer
        frames(page)
        expect(sheet.get_by_role("alert")).to_have_text(ENOUGH)
        only_refusals(visit)


def test_a_new_guest_whom_the_house_does_not_let_in_is_told_so(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.locator(JACKPOT).click()
        expect(refusal(page)).to_be_visible()
        other = visit.another_tab()
        other.goto(f"{served.address}/me")
        other.get_by_role("button", name="Sign out", exact=True).click()
        page.route("**/api/guest", refuse)
        page.get_by_role("button", name="Go on as a new guest").click()
        expect(refusal(page)).to_have_text(ENOUGH)
        page.unroute("**/api/guest")
        page.get_by_role("button", name="Go on as a new guest").click()
        expect(page.get_by_role("alertdialog")).to_have_count(0)
        only_refusals(visit)


def test_a_meter_that_cannot_be_had_is_not_waited_for_for_ever(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.route("**/api/jackpots/*", refuse)
        page.get_by_role("button", name="Jackpot $").click()
        expect(page.get_by_role("dialog")).to_contain_text("cannot do that just now")
        only_refusals(visit)
