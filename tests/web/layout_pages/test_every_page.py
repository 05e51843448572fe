"""Every page at every width, whatever its typeface: nothing scrolls sideways, is cut or covered."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from croupier.house.model import commands as hc
from croupier.rulebooks.irregularities import Irregularity
from croupier.table import commands as c
from tests.web.floor_pages.floor import (
    add_jackpot,
    next_action,
    record_ante,
    sign_on,
    stage,
    type_cards,
)
from tests.web.layout_pages.conftest import Visits
from tests.web.layout_pages.fitting import fits
from tests.web.layout_pages.premises import HUGE, LONG, Premises
from tests.web.looking import frames
from tests.web.office_pages.office import (
    JACKPOT,
    PASSWORD,
    PRACTICE,
    TABLE,
    change_password,
    log_in,
    refused,
)

PAGES = {
    None: ("/", "/login", "/log", "/shuffle", "/me", "/cage"),
    "ann": ("/", "/me", f"/table/{TABLE}", "/cage"),
    "kim": (
        "/cage?see=day",
        "/cage?see=approvals",
        f"/admin?see=jackpots&jackpot={JACKPOT}",
        f"/admin?see=jackpots&jackpot={HUGE}",
    ),
    "dan": ("/school", "/school?kind=pay&level=3"),
    "cora": ("/cage?see=players&player=ann", f"/cage?see=tables&table={TABLE}", "/me"),
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
        *(f"/audit?see=reports&report={one}" for one in ("tables", "jackpots", "liability")),
    ),
}
BOOK = ("", "?q=jackpot", "/casino-stud", "/differences", "/coverage", "/clause?id=CSP%203.12.1")
ODDS = (
    "casino-stud?pays=royal_flush%3D100",
    "multi-link-stud",
    "megalink-stud",
    "singapore-stud",
    "three-card-poker",
)
TRAIN = ("/casino-stud", "/three-card-poker", "/table?name=ROOM-CSP")
SHEETS = ("Rules and pays", "My rounds", "Settings")
_LUCKY = """document.querySelectorAll(".past-round b").forEach((one) => {
  one.textContent = "+$1,262,500.00";
})"""
"""Somebody's best round, among those at hand."""


def opened(page: Page) -> Page:
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".waiting, .spinner")).to_have_count(0)
    return page


def unfolded(page: Page) -> Page:
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return page


@pytest.mark.parametrize(
    ("person", "path"), [(person, path) for person, paths in PAGES.items() for path in paths]
)
def test_a_page(visit_of: Visits, person: str | None, path: str) -> None:
    fits(unfolded(opened(visit_of(person).go(path))))


def test_a_page_that_is_not_there(visit_of: Visits) -> None:
    visit = visit_of(None)
    fits(opened(visit.go("/nowhere")))
    refused(visit, 404)


@pytest.mark.parametrize(
    ("path", "there"),
    [("", ".sign-list li"), (f"/{HUGE}", ".odometer"), ("/NOPE", ".away .button")],
)
def test_the_sign(visit_of: Visits, path: str, there: str) -> None:
    visit = visit_of(None)
    page = visit.go(f"/sign{path}")
    expect(page.locator(there).first).to_be_visible()
    fits(page)
    visit.complaints.clear()  # the browser's own, of a jackpot that is not there


@pytest.mark.parametrize("path", BOOK)
def test_the_book(visit_of: Visits, path: str) -> None:
    fits(unfolded(opened(visit_of(None).go(f"/book{path}"))))


@pytest.mark.story
@pytest.mark.parametrize(
    "path", [ODDS[0], *(pytest.param(path, marks=pytest.mark.slow) for path in ODDS[1:])]
)
def test_the_odds(visit_of: Visits, path: str) -> None:
    page = opened(visit_of(None).go(f"/odds/{path}"))
    expect(page.locator(".headline .figure").first).to_be_visible()
    fits(page)
    fits(unfolded(page))


@pytest.mark.parametrize("path", TRAIN)
def test_a_page_to_practise_on(visit_of: Visits, path: str) -> None:
    page = opened(visit_of(None).go(f"/train{path}"))
    expect(page.locator(".yours .card:not(.down)").first).to_be_visible()
    fits(unfolded(page))
    page.get_by_role("button", name="Fold").click()
    expect(page.locator(".verdict")).to_be_visible()
    fits(page)


@pytest.mark.story
def test_the_sheets_of_a_table(visit_of: Visits) -> None:
    visit = visit_of("ann")
    page = opened(visit.go(f"/table/{TABLE}"))
    for name in SHEETS:
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.locator(".spinner")).to_have_count(0)
        page.evaluate(_LUCKY)
        fits(page)
        page.keyboard.press("Escape")
    for button in (".jackpot", ".purse"):
        page.locator(button).click()
        expect(page.get_by_role("dialog").locator(".pairs")).to_be_visible()
        fits(page)
        page.keyboard.press("Escape")


@pytest.mark.story
def test_the_dealers_console(premises: Premises, chromium: Browser) -> None:
    with premises.visited_by("dan", chromium) as visit:
        page = visit.go("/deal/ROOM-DEALER")
        expect(page.locator("#next-action")).to_be_visible()
        fits(page)
        page = sign_on(visit, "ROOM-DEALER")
        next_action(page, "Open bets")
        record_ante(page, 2, "ann", "25")
        add_jackpot(page, 2, "ann")
        record_ante(page, 4, LONG, "500")
        fits(page)
        next_action(page, "No more bets")
        type_cards(page, "Jc")
        fits(page)
        next_action(page, "Deal")
        stage(page, "Hands are being decided")
        fits(page)
        page.keyboard.press("b")
        expect(page.locator("#decide-title")).to_contain_text("Box 4")
        page.keyboard.press("f")
        type_cards(page, "Ac Kd 9s 5h")
        next_action(page, "Reveal the dealer's hand")
        expect(page.locator(".aim")).to_contain_text("for box 2")
        type_cards(page, "Ts Th Td 9c")
        fits(page)
        type_cards(page, "9d")
        next_action(page, "Settle")
        stage(page, "Settle with the players")
        fits(page)
        page.keyboard.press("i")
        menu = page.get_by_role("dialog")
        expect(menu).to_be_visible()
        fits(page)
        menu.get_by_role("button", name="Something else").click()
        expect(page.get_by_label("What happened?")).to_be_visible()
        fits(page)


@pytest.mark.story
def test_the_pit(premises: Premises, chromium: Browser) -> None:
    table = "ROOM-PIT"
    premises.act(table, ("kim", c.OpenBets()))
    premises.bet(table, (1,))
    moved = c.Report(irregularity=Irregularity.OTHER, description="Chips moved after the call.")
    premises.act(table, ("kim", moved))
    premises.act(PRACTICE, ("sue", hc.PauseTable(reason="Large payment to check")))
    with premises.visited_by("kim", chromium) as visit:
        page = visit.go("/pit")
        expect(page.locator(".item-matter")).to_be_visible()
        fits(unfolded(page))
        page.locator(".floor-table", has_text=table).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        fits(page)
        page.keyboard.press("Escape")
        page.get_by_label("Find a player").fill("a")
        page.get_by_role("button", name="Find", exact=True).click()
        page.locator(".find").get_by_role("button", name=LONG).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        fits(page)
        page = visit.go(f"/deal/{table}")
        expect(page.locator(".ruling")).to_be_visible()
        fits(page)


def test_money_is_asked_for_twice(visit_of: Visits) -> None:
    visit = visit_of("cora")
    page = opened(visit.go("/cage?see=players&player=ann"))
    buy = page.get_by_role("form", name="Buy in")
    buy.get_by_label("Amount in dollars").fill("1,234,567.89")
    buy.get_by_role("button", name="Go on").click()
    expect(page.locator(".in-words")).to_be_visible()
    fits(page)


def test_a_secret_is_shown_once(premises: Premises, chromium: Browser, visit_of: Visits) -> None:
    page = opened(visit_of("root").go("/admin?see=devices"))
    page.locator("select[name=power]").select_option("reader")
    page.get_by_label("What is the device called?").fill("Board at the far end of the room")
    page.get_by_role("button", name="Make it").click()
    expect(page.locator(".secret")).to_be_visible()
    fits(page)
    given = premises.wait(premises.house.registry.reset_password("max", None))
    with premises.newcomer(chromium) as visit:
        page = log_in(visit, "max", given)
        expect(page.get_by_role("heading", name="Choose your own password")).to_be_visible()
        fits(page)
        change_password(page, given, PASSWORD)
        page = opened(visit.go("/me"))
        page.get_by_role("button", name="Set it up").click()
        expect(page.locator(".secret")).to_be_visible()
        fits(page)


def test_a_round_is_replayed(visit_of: Visits) -> None:
    visit = visit_of("ann")
    page = opened(visit.go(f"/table/{TABLE}"))
    page.get_by_role("button", name="My rounds").click()
    page.locator(".past-round").first.click()
    expect(page.locator(".replay")).to_be_visible()
    expect(page.locator(".spinner")).to_have_count(0)
    page.locator(".steps input").press("End")
    fits(unfolded(page))
    page = opened(visit.go("/me"))
    page.get_by_role("button", name=f"Replay: {TABLE}, round 1").click()
    sheet = page.get_by_role("dialog")
    for _ in range(7):
        sheet.get_by_role("button", name="On", exact=True).click()
    fits(page)


def test_a_page_looks_alike_from_wherever_one_comes(premises: Premises, chromium: Browser) -> None:
    """Its styles are its own: none of an earlier page stays in force."""
    looks = "[...document.styleSheets].filter((one) => !one.disabled).map((one) => one.href)"
    with premises.visited_by("kim", chromium) as visit:
        page = opened(visit.go("/"))
        fresh = page.evaluate(looks)
        for path in ("/odds", "/book", "/pit", "/cage", "/audit", "/admin"):
            page.locator(f'.head nav a[href="{path}"]').click()
            opened(page)
        page.locator('.head nav a[href="/"]').click()
        expect(page.locator(".table-card").first).to_be_visible()
        assert page.evaluate(looks) == fresh
        fits(page)


def test_a_page_that_was_left_before_it_was_there_draws_over_no_other(
    premises: Premises, chromium: Browser
) -> None:
    with premises.visited_by("kim", chromium) as visit:
        page = opened(visit.go("/"))
        held: list[Route] = []
        page.route("**/odds.css", lambda route: held.append(route))  # noqa: PLW0108
        page.locator('.head nav a[href="/odds"]').click()
        expect(page.locator("main[data-page=odds]")).to_be_attached()
        page.locator('.head nav a[href="/"]').click()
        expect(page.locator(".table-card").first).to_be_visible()
        for route in held:
            route.continue_()
        page.wait_for_load_state("networkidle")
        frames(page)
        expect(page.locator(".table-card").first).to_be_visible()
        expect(page.locator(".games")).to_have_count(0)
