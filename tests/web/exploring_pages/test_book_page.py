"""The book in a browser: reading, searching, comparing, and a clause with its proof."""

import re

import pytest
from playwright.sync_api import Browser, expect

from croupier.books import ELSEWHERE, RULEBOOKS
from tests.web.exploring_pages.wall import DESKTOP, PHONE, Wall, visiting


@pytest.mark.story
@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE])
def test_reading_a_rulebook(chromium: Browser, wall: Wall, size: tuple[int, int]) -> None:
    with visiting(chromium, wall, size) as visit:
        page = visit.open("/book")
        expect(page.locator(".volume")).to_have_count(len(RULEBOOKS) + len(ELSEWHERE))
        page.get_by_role("link", name="Casino Stud Poker", exact=True).click()
        expect(page).to_have_url(re.compile("/book/casino-stud$"))
        bet = page.get_by_role("table", name="Bet")
        expect(bet.get_by_role("row").nth(1)).to_contain_text("royal flush")
        expect(bet.get_by_role("row").nth(1)).to_contain_text("250 to 1")
        expect(bet.get_by_role("row").nth(1)).to_contain_text("649,740")
        assert visit.fits()
        page.get_by_role("link", name="Irregularities").click()
        expect(page.get_by_role("heading", name="Irregularities")).to_be_in_viewport()
        expect(page).to_have_url(re.compile("/book/casino-stud$"))
        assert visit.wrong == []
        assert visit.outside == []


def test_a_clause_opens_beside_the_page(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/book/casino-stud")
        page.get_by_label("Filter this page").fill("fold jackpot")
        expect(page.locator(".pay-table")).to_have_count(0)
        cite = page.get_by_role("link", name="CSP 3.12.1/jackpot").first
        cite.focus()
        page.keyboard.press("Enter")
        card = page.get_by_role("dialog")
        expect(card).to_contain_text("Fold also ends jackpot eligibility.")
        expect(card).to_contain_text("4 tests prove it")
        expect(card).to_contain_text("enforced")
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
        expect(cite).to_be_focused()


def test_a_clause_has_an_address_of_its_own(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/book/clause?id=CSP%203.12.1%2Fjackpot")
        expect(page.get_by_role("heading", level=1)).to_have_text("CSP 3.12.1/jackpot")
        expect(page).to_have_title("The book · CSP 3.12.1/jackpot · Croupier")
        expect(page.locator(".clause-card")).to_contain_text("test_3_12_1_fold_forfeits")
        page.goto(wall.address + "/book/clause?id=CSP%2099")
        expect(page.get_by_role("alert")).to_contain_text("There is no clause 'CSP 99'")


def test_searching(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/book")
        page.get_by_label(re.compile("^Search rules")).fill("royal flush meter")
        expect(page.locator(".results")).to_contain_text("100 % of the meter")
        expect(page).to_have_url(re.compile(r"/book\?q=royal"))
        page.reload()
        expect(page.locator(".results")).to_contain_text("100 % of the meter")
        page.get_by_label(re.compile("^Search rules")).fill("baccarat")
        expect(page.locator(".results")).to_contain_text("Nothing holds “baccarat”")
        page.get_by_label(re.compile("^Search rules")).fill("")
        expect(page.locator(".volume")).to_have_count(len(RULEBOOKS) + len(ELSEWHERE))


def test_two_rulebooks_side_by_side(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/book/differences?a=casino-stud&b=multi-link-stud")
        fold = page.locator(".difference", has_text="Fold: jackpot wager")
        expect(fold).to_contain_text("is lost")
        expect(fold).to_contain_text("stays in and can win")
        expect(page).to_have_title("The book · What differs between two rulebooks · Croupier")
        page.get_by_label("The other").select_option("three-card-poker")
        expect(page.locator(".side-head")).to_contain_text("Three Card Poker")
        expect(page).to_have_url(re.compile("b=three-card-poker"))
        page.get_by_label("The other").select_option("casino-stud")
        expect(page.get_by_text("Choose two different rulebooks.")).to_be_visible()


@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE])
def test_what_each_change_is_worth(chromium: Browser, wall: Wall, size: tuple[int, int]) -> None:
    """Four of a kind: 1,500 dollars more on a stake of 5, once in 4,165 hands."""
    with visiting(chromium, wall, size) as visit:
        page = visit.open("/book/differences?a=casino-stud&b=multi-link-stud")
        prices = page.get_by_role("region", name="What each change is worth")
        four = prices.locator(".change", has_text="four of a kind")
        expect(four).to_contain_text("+60 / 833")
        expect(four).to_contain_text("−$360.14")
        fold = prices.locator(".change", has_text="keeps jackpot")
        expect(fold).to_contain_text("exactly 0")
        expect(fold.get_by_role("link", name="MLP 4.2.1")).to_be_visible()
        prices.get_by_label("Beside the optimum").select_option("pair")
        expect(four.locator("dt")).to_have_text(["optimal", "pair"])
        expect(page).to_have_url(re.compile("strategy=pair"))
        assert visit.fits()
        page.reload()
        expect(four.locator("dt")).to_have_text(["optimal", "pair"])
        assert visit.wrong == []


def test_what_an_ambiguity_costs(chromium: Browser, wall: Wall) -> None:
    """Read as one shared prize, a meter of $1,000,000 costs a lone holder nothing (S4)."""
    with visiting(chromium, wall, PHONE) as visit:
        page = visit.open("/book/differences?a=singapore-stud&b=casino-stud")
        costs = page.get_by_role("region", name="What each ambiguity of Singapore Stud Poker costs")
        fold = costs.locator(".change", has_text="dealer jackpot is in no figure")
        expect(fold).to_contain_text("exactly 0")
        expect(costs.locator(".change", has_text="share display")).to_contain_text("exactly 0")
        assert visit.fits()
        assert visit.wrong == []


def test_prices_of_other_terms_and_of_another_game(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/book/differences?a=singapore-stud&b=casino-stud")
        prices = page.get_by_role("region", name="What each change is worth")
        limit = prices.locator(".change", has_text="payout max")
        expect(limit).to_contain_text("exactly 0")
        prices.get_by_label("Ante").fill("$300")
        prices.get_by_label("Ante").press("Enter")
        expect(limit).to_contain_text("−6,983,225 / 49,833,076,293")
        events = prices.get_by_text("changes move no expectation, but what happens")
        events.click()
        order = prices.locator(".change", has_text="jackpot · order")
        expect(order).to_contain_text("Decides which of two winners at different tables")
        page.get_by_label("The other").select_option("three-card-poker")
        expect(prices).to_contain_text("Hands of 5 cards and of 3 are two games")
        assert visit.wrong == []


def test_coverage(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/book/coverage")
        expect(page.locator(".verdict")).to_have_text(
            "Nothing is missing: all 653 clauses have code and tests."
        )
        expect(page).to_have_title("The book · Coverage · Croupier")
        page.get_by_role("combobox", name="Document").select_option("TCP")
        expect(page.get_by_text("82 lines")).to_be_visible()
        page.get_by_role("combobox", name="Honoured").select_option("physical")
        expect(page.get_by_text("3 lines")).to_be_visible()
        assert visit.wrong == []


def test_no_such_rulebook(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/book/baccarat")
        expect(page.get_by_role("alert")).to_contain_text("There is no rulebook 'baccarat'")
        page.get_by_role("link", name="All rulebooks").click()
        expect(page.locator(".volume")).to_have_count(len(RULEBOOKS) + len(ELSEWHERE))
