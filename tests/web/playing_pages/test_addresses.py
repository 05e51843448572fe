"""Every address answers like a page: a title, a preview, HEAD; and what is not there says so."""

import re
import struct
from html import unescape
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from tests.web.playing_pages.visiting import DESKTOP, LEISURE, PHONE, Served, visiting

PAGES = {
    "/": "Tables · Croupier",
    f"/table/{LEISURE}": f"{LEISURE} · Casino Stud Poker · Croupier",
    f"/deal/{LEISURE}": f"{LEISURE} · Casino Stud Poker · Croupier",
    "/pit": "Pit · Croupier",
    "/cage": "Cage · Croupier",
    "/admin": "Administration · Croupier",
    "/sign": "Jackpots · Croupier",
    "/sign/CASINO": "CASINO · Croupier",
    "/audit": "Audit · Croupier",
    f"/audit/{LEISURE}/1": f"{LEISURE}, round 1 · Croupier",
    "/odds": "Odds · Croupier",
    "/odds/casino-stud": "Odds · Casino Stud Poker · Croupier",
    "/odds/casino-stud@6": "Odds · Casino Stud Poker · Croupier",
    f"/odds/table?name={LEISURE}": "Odds · Croupier",
    "/book": "The book · Croupier",
    "/book/three-card-poker": "The book · Three Card Poker · Croupier",
    "/book/coverage": "The book · Croupier",
    "/log": "The log · Croupier",
    "/shuffle": "The shuffle · Croupier",
    "/me": "Account · Croupier",
    "/login": "Sign in · Croupier",
}
NOWHERE = ["/nowhere", "/nowhere/at/all", "/odds/nope", "/book/nope", "/table/NONE", "/sign/NONE"]


def content(page: str, name: str) -> str:
    found = re.search(rf'<meta (?:name|property)="{name}" content="([^"]*)">', page)
    assert found is not None, name
    return unescape(found[1])


@pytest.mark.parametrize(("path", "title"), PAGES.items())
def test_a_page_has_its_title_and_a_preview(served: Served, path: str, title: str) -> None:
    page = served.get(path).decode()
    assert f"<title>{title}</title>" in page
    assert content(page, "og:title") == title
    assert content(page, "description") == content(page, "og:description") != ""
    assert "{" not in page.partition("</head>")[0]


def test_the_preview_of_a_table_says_what_is_played_and_shows_a_picture(served: Served) -> None:
    page = served.get(f"/table/{LEISURE}").decode()
    assert content(page, "og:url") == f"{served.address}/table/{LEISURE}"
    assert content(page, "og:description") == (
        "Casino Stud Poker for play money, ante $10.00 to $1,000.00."
    )
    with urlopen(content(page, "og:image")) as answer:
        assert answer.headers["Content-Type"] == "image/png"
        picture = answer.read()
    assert struct.unpack(">4xII", picture[12:24]) == (1200, 630)


@pytest.mark.parametrize("path", [*PAGES, "/favicon.ico"])
def test_a_page_answers_head(served: Served, path: str) -> None:
    with urlopen(Request(served.address + path, method="HEAD")) as answer:
        assert answer.status == 200
        assert answer.read() == b""
    with urlopen(served.address + path) as whole:
        assert whole.headers["Content-Type"] == answer.headers["Content-Type"]
        assert whole.headers["Content-Type"].count("charset") == (path != "/favicon.ico")


@pytest.mark.parametrize("path", ["/api/tables", "/api/v1/tables", "/api/odds/casino-stud"])
def test_an_address_of_the_api_answers_head(served: Served, path: str) -> None:
    with urlopen(Request(served.address + path, method="HEAD")) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"].startswith("application/json")
        assert int(answer.headers["Content-Length"]) > 0
        assert answer.read() == b""


@pytest.mark.parametrize("path", ["/api/nothing", "/api/commands"])
def test_head_is_not_there_where_get_is_not(served: Served, path: str) -> None:
    """Commands are given by POST alone."""
    with pytest.raises(HTTPError) as found:
        urlopen(Request(served.address + path, method="HEAD"))
    assert found.value.code == (404 if path == "/api/nothing" else 405)
    found.value.close()


@pytest.mark.parametrize("path", NOWHERE)
def test_an_unknown_address_is_a_page_that_says_so(served: Served, path: str) -> None:
    with pytest.raises(HTTPError) as found:
        urlopen(served.address + path)
    assert found.value.code == 404
    assert found.value.headers["Content-Type"].startswith("text/html")
    assert b"<title>There is no such page" in found.value.read()
    found.value.close()


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/CSP-1/nothing/at/all"])
def test_an_unknown_address_of_the_api_is_json(served: Served, path: str) -> None:
    with pytest.raises(HTTPError) as found:
        urlopen(served.address + path)
    assert found.value.code == 404
    assert found.value.headers["Content-Type"].startswith("application/json")
    found.value.close()


def test_a_game_that_is_not_there_is_not_another_game(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/odds/nope")
        expect(page.get_by_role("alert")).to_contain_text("There is no such game")
        expect(page.get_by_role("alert")).to_contain_text("“nope”")
        assert page.evaluate("location.pathname") == "/odds/nope"
        page.get_by_role("link", name="Casino Stud Poker CSP").click()
        expect(page.locator(".headline .figure").first).to_be_visible()
        visit.complaints.clear()  # the browser itself reports that the page was not found


def test_nothing_can_be_practised_of_a_game_that_is_not_there(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/train/nope")
        said = page.get_by_role("alert")
        expect(said).to_contain_text("There is no such game")
        expect(said).to_contain_text("“nope”")
        expect(said.get_by_role("button")).to_have_count(0)
        visit.complaints.clear()  # the browser itself reports that the page was not found


@pytest.mark.parametrize("part", ["odds", "book", "train"])
def test_the_title_keeps_the_name_of_the_game(served: Served, chromium: Browser, part: str) -> None:
    path = f"/{part}/multi-link-stud"
    sent = re.search("<title>(.*)</title>", served.get(path).decode())
    assert sent is not None
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go(path)
        expect(page.locator(".spinner")).to_have_count(0)
        expect(page).to_have_title(sent[1])
        assert "Multi-Link" in sent[1]


def test_a_page_opened_without_a_house_comes_by_itself(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/")
        expect(page.locator(".table-card").first).to_be_visible()
        served.end()
        expect(page.get_by_text("Connection lost")).to_be_visible()
        page.get_by_role("link", name="The book").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be loaded")
        served.start()
        expect(page.get_by_role("heading", level=1)).to_have_text("The book")
        served.opens(LEISURE)
        visit.complaints[:] = [one for one in visit.complaints if "Failed to" not in one]


def test_the_book_on_a_phone_is_opened_part_by_part(served: Served, chromium: Browser) -> None:
    """What wagers pay, then its parts, folded: a few screens instead of sixty."""
    with visiting(chromium, served.address, PHONE) as visit:
        page = visit.go("/book/casino-stud")
        expect(page.locator("details.part").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollHeight") < 8 * PHONE[1]
        expect(page.get_by_text("royal flush").first).to_be_visible()
        page.get_by_role("navigation", name="On this page").get_by_text("Irregularities").click()
        expect(page.locator("#irregularities .rules").first).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_the_navigation_of_a_phone_is_whole(served: Served, chromium: Browser, width: int) -> None:
    with visiting(chromium, served.address, (width, 640)) as visit:
        page = visit.go("/")
        last = page.get_by_role("navigation").get_by_role("link", name="Jackpots")
        expect(last).to_be_visible()
        page.evaluate("document.fonts.ready")
        assert last.evaluate("one => one.getBoundingClientRect().right") <= width


def test_the_jackpots_are_in_the_navigation(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.go("/")
        page.get_by_role("navigation").get_by_role("link", name="Jackpots").click()
        expect(page).to_have_url(f"{served.address}/sign")
        expect(page.get_by_text("CASINO").first).to_be_visible()
