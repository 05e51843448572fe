"""The odds page in a browser: what is changed is priced at once, and can be shared."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.exploring_pages.wall import DESKTOP, PHONE, Wall, visiting
from tests.web.looking import violations


def figure(page: Page, name: str) -> str:
    card = page.locator(".headline .figure", has_text=name).locator(".value")
    expect(card).to_be_visible()
    return card.inner_text()


@pytest.mark.story
@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE])
def test_the_sheet_of_each_game(chromium: Browser, wall: Wall, size: tuple[int, int]) -> None:
    with visiting(chromium, wall, size) as visit:
        page = visit.open("/odds")
        expect(page).to_have_url(re.compile("/odds/singapore-stud$"))  # the first on the shelf
        page.get_by_role("link", name="Casino Stud Poker CSP").click()
        expect(page).to_have_url(re.compile("/odds/casino-stud$"))
        assert figure(page, "House edge") == "5.199 %"
        assert figure(page, "Element of risk") == "2.543 %"
        assert figure(page, "Standard deviation") == "2.2821"
        assert figure(page, "Break-even meter") == "$1,503,052.64"
        assert visit.fits()
        page.get_by_role("link", name="Three Card Poker").click()
        expect(page.locator(".headline .figure").first).to_contain_text("3.373 %")
        assert figure(page, "Break-even meter") == "$80,450.00"
        expect(page.locator(".threshold .best")).to_have_text("Q-6-4")
        assert visit.fits()
        page.go_back()
        expect(page.locator(".headline .figure").first).to_contain_text("5.199 %")
        assert visit.wrong == []
        assert visit.outside == []


def test_a_changed_row_is_priced_at_once_and_stands_in_the_address(
    chromium: Browser, wall: Wall
) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/odds/casino-stud")
        assert figure(page, "House edge") == "5.199 %"
        page.get_by_label("royal flush").first.fill("100")
        expect(page.locator(".headline .figure").first).to_contain_text("5.224 %")
        expect(page.locator(".headline .figure").first).to_contain_text("rulebook: 5.199 %")
        expect(page.locator(".standing")).to_have_text("1 change")
        expect(page).to_have_url(re.compile(r"pays=royal_flush%3D100"))
        expect(page.locator(".command code")).to_contain_text("--pays royal_flush=100")
        expect(page.locator(".moved-note")).to_contain_text("Every decision is the same")
        page.reload()
        expect(page.locator(".headline .figure").first).to_contain_text("5.224 %")
        expect(page.get_by_label("royal flush").first).to_have_value("100")
        page.get_by_role("button", name="Back to the rulebook").click()
        expect(page.locator(".headline .figure").first).to_contain_text("5.199 %")
        expect(page).to_have_url(re.compile("/odds/casino-stud$"))
        assert visit.wrong == []


def test_the_meter_moves_the_edge(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/odds/multi-link-stud")
        edge = page.locator(".headline .figure", has_text="Edge on the jackpot")
        expect(edge).to_contain_text("22.218 %")
        page.get_by_label("Meter", exact=True).first.fill("1,379,894.74")
        expect(edge).to_contain_text("0.000 %")
        page.get_by_role("button", name="MULTI $1,042,118.75").click()
        expect(page.get_by_label("Meter", exact=True).first).to_have_value("1,042,118.75")
        expect(page).to_have_url(re.compile("meter=104211875"))
        slider = page.get_by_role("slider", name="Meter")
        slider.focus()
        slider.press("End")
        expect(edge).to_contain_text("−")


def test_what_is_refused_says_why(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/odds/casino-stud?jackpot_pays=royal_flush%3D250")
        expect(page.get_by_role("alert")).to_contain_text("more than 100 % of the meter")


def test_each_number_shows_how_it_came_about(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/odds/casino-stud?pays=royal_flush%3D100")
        card = page.locator(".headline .figure").first
        card.locator("summary").focus()
        page.keyboard.press("Enter")
        expect(card.locator(".derivation")).to_contain_text(
            "−(−1,041,372,912,372) ÷ 19,933,230,517,200"
        )
        expect(card.locator(".derivation")).to_contain_text("5.224306 %")


def test_the_chart_answers_to_keys(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/odds/casino-stud")
        chart = page.get_by_role("group", name=re.compile("Strategy chart"))
        chart.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#told")).to_contain_text("A-K-4-3-2 against 2: stay in")
        for _ in range(7):
            page.keyboard.press("ArrowDown")
        expect(page.locator("#told")).to_contain_text("A-K-4-3-2 against 9: fold")
        page.keyboard.press("End")
        expect(page.locator("#told")).to_contain_text("A-K-Q-T-9 against 9: stay in")
        page.get_by_text("The chart as a table").click()
        expect(page.get_by_role("row").filter(has_text="A-K-4-3-2").first).to_be_visible()


def test_one_hand_is_worked_out(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/odds/casino-stud")
        page.get_by_label("Your hand").fill("As Kd Jh 8c 3s")
        page.get_by_label("Up card").fill("9c")
        page.get_by_role("button", name="Work it out").click()
        expect(page.locator(".advice")).to_contain_text("Fold")
        expect(page.locator(".advice")).to_contain_text("163,185")
        page.get_by_label("Up card").fill("As")
        page.get_by_role("button", name="Work it out").click()
        expect(page.locator(".advice")).to_contain_text("given twice")


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE])
@pytest.mark.parametrize(
    "path",
    [
        "/odds/casino-stud?pays=odd_cards%3D3",
        "/odds/three-card-poker",
        "/book",
        "/book?q=royal+flush",
        "/book/casino-stud",
        pytest.param("/book/differences?a=casino-stud&b=three-card-poker", marks=pytest.mark.slow),
        pytest.param("/book/coverage", marks=pytest.mark.slow),
        "/book/clause?id=CSP+3.12.1/jackpot",
        "/sign",
        "/sign/MULTI",
    ],
)
def test_anybody_can_use_it(
    chromium: Browser, wall: Wall, path: str, size: tuple[int, int]
) -> None:
    with visiting(chromium, wall, size, calm=True) as visit:
        page = visit.open(path)
        expect(page.locator("#page h1")).to_be_visible()
        expect(page.locator(".spinner")).to_have_count(0)
        found = violations(page)
        told = [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found]
        assert not told, told
        assert visit.fits()
        assert visit.wrong == []


def test_it_works_at_twice_the_size(chromium: Browser, wall: Wall) -> None:
    """200 % of a window of 1280 by 800 is one of 640 by 400."""
    with visiting(chromium, wall, (640, 400)) as visit:
        for path in ("/odds/casino-stud", "/book/casino-stud", "/sign/MULTI"):
            page = visit.open(path)
            expect(page.locator("#page h1")).to_be_visible()
            expect(page.locator(".spinner")).to_have_count(0)
            assert visit.fits(), path
