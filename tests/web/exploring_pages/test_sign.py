"""The jackpot sign in a browser: never more than the truth, and never an old value."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.waiting import again_and_again
from tests.web.exploring_pages.wall import DESKTOP, PHONE, Wall, visiting
from tests.web.layout_pages.fitting import fits


def shown(page: Page) -> int:
    return int(page.locator(".odometer").get_attribute("data-shown") or "-1")


def won(table: str, amount: int, *boxes: int, round_: int = 7) -> dict[str, Any]:
    return {
        "event": "jackpot_won",
        "table": table,
        "round": round_,
        "winnings": [
            {"box": box, "player": f"p{box}", "target": "jackpot", "amount": amount // len(boxes)}
            for box in boxes
        ],
        "paid": amount,
        "seeded": 0,
    }


@pytest.mark.story
@pytest.mark.parametrize("size", [pytest.param(DESKTOP, marks=pytest.mark.slow), PHONE])
def test_the_meter_with_its_terms(chromium: Browser, wall: Wall, size: tuple[int, int]) -> None:
    with visiting(chromium, wall, size) as visit:
        page = visit.open("/sign/MULTI")
        board = page.locator(".odometer")
        expect(board).to_have_attribute("aria-label", "The jackpot stands at $1,042,118.75")
        assert shown(page) == 104_211_875
        expect(page.locator(".terms")).to_contain_text("Jackpot wager $5.00")
        expect(page.locator(".terms")).to_contain_text("starts again at $250,000.00")
        expect(page.locator(".terms")).to_contain_text("30 % of each wager")
        expect(page.locator(".hits")).to_contain_text("Not won yet")
        assert visit.fits()
        assert visit.wrong == []
        assert visit.outside == []


def by_hand(page: Page) -> None:
    """From now on time passes only in `passing`."""
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def passing(page: Page) -> Iterator[int]:
    """What is shown, every twentieth of a second."""
    for _ in again_and_again():
        page.clock.run_for(50)
        yield shown(page)


def test_it_eases_up_and_never_past_the_truth(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        visit.page.clock.install()
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        by_hand(page)
        wall.move(display=104_215_000)
        seen = []
        for one in passing(page):
            seen.append(one)
            if one >= 104_215_000:
                break
        assert seen == sorted(seen)
        assert max(seen) == 104_215_000
        assert len(set(seen)) > 20


def test_what_falls_falls_at_once(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        visit.page.clock.install()
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        by_hand(page)
        wall.move(display=104_300_000)
        high = next(one for one in passing(page) if one > 104_250_000)
        wall.move(display=104_200_100)
        assert next(one for one in passing(page) if one < high) == 104_200_100


EVERY_VALUE = """window.seen = new Set();
new MutationObserver(() => {
  window.seen.add(Number(document.querySelector(".odometer")?.dataset.shown));
}).observe(document.body, { attributes: true, childList: true, subtree: true });"""


def test_reduced_motion_counts_nothing(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall, calm=True) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        page.evaluate(EVERY_VALUE)
        wall.move(display=199_999_999)
        expect(page.locator(".odometer")).to_have_attribute("data-shown", "199999999")
        assert set(page.evaluate("[...window.seen]")) <= {104_211_875, 199_999_999}
        wall.tell(won("MLP-2", 199_999_999, 3))
        expect(page.locator(".hit .amount")).to_have_text("$1,999,999.99")
        expect(page.locator(".confetti")).to_have_count(0)


@pytest.mark.parametrize("display", [pytest.param(7, marks=pytest.mark.slow), 10**15])
def test_any_number_of_digits_fits(chromium: Browser, wall: Wall, display: int) -> None:
    wall.meters["display"] = display
    with visiting(chromium, wall, calm=True) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        assert shown(page) == display
        fits(page)
        wall.move(pending=[{"table": "MLP-1", "box": 4, "round": 7}])
        expect(page.locator(".pending")).to_be_visible()
        fits(page)
        wall.tell(won("MLP-2", display, 3))
        expect(page.locator(".hit .amount")).to_be_visible()
        fits(page)
        wall.move(failed="controller")
        page.reload()
        expect(page.locator(".away .word")).to_be_visible()
        fits(page)


def test_a_new_digit_turns_up(chromium: Browser, wall: Wall) -> None:
    wall.meters["display"] = 99_999_990
    with visiting(chromium, wall) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".wheel")).to_have_count(8)
        wall.move(display=100_000_010)
        expect(page.locator(".odometer")).to_have_attribute("data-shown", "100000010")
        expect(page.locator(".wheel")).to_have_count(9)
        assert visit.wrong == []


def test_a_hit_is_celebrated_with_table_and_box(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        hit = {
            "number": 1, "at": "2026-11-15T12:00:00Z", "table": "MLP-2", "round": 7,
            "winners": ["ann"], "amount": 104_211_875, "meter_after": 25_000_000, "reversed": False,
        }  # fmt: skip
        wall.meters |= {"display": 25_000_000, "version": 9, "last_hits": [hit]}
        wall.tell(won("MLP-2", 104_211_875, 5))
        expect(page.locator(".hit .word")).to_have_text("Jackpot won")
        expect(page.locator(".hit .amount")).to_have_text("$1,042,118.75")
        board = page.locator(".hit .amount span").bounding_box()
        assert board is not None
        assert board["width"] > DESKTOP[0] / 2, "it is to be read from afar"
        expect(page.locator(".hit .where")).to_have_text("Table MLP-2, box 5")
        expect(page.locator(".hit .now")).to_have_text("The meter now stands at $250,000.00")
        expect(page.locator("#live")).to_contain_text("Jackpot won: $1,042,118.75")
        expect(page.locator(".hits li")).to_contain_text("$1,042,118.75")
        assert visit.wrong == []


def test_a_win_that_waits_is_pending(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        wall.move(pending=[{"table": "MLP-1", "box": 4, "round": 7}])
        expect(page.locator(".pending")).to_contain_text("Pending verification")
        expect(page.locator(".pending")).to_contain_text("MLP-1, box 4")
        wall.move(pending=[], payable=104_211_875)
        expect(page.locator(".pending")).to_contain_text("$1,042,118.75 won, being verified")
        wall.move(payable=0)
        expect(page.locator(".pending")).to_have_count(0)


def test_a_win_declared_void_is_no_longer_celebrated(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        wall.tell(won("MLP-1", 1_000_000, 2))
        expect(page.locator(".hit")).to_be_visible()
        wall.tell({"event": "wins_reversed", "table": "MLP-1", "round": 7, "paid": 1_000_000})
        expect(page.locator(".hit")).to_have_count(0)
        expect(page.locator(".pending")).to_have_text("The win at table MLP-1 was declared void.")


def test_a_link_that_is_down_shows_no_value(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        wall.move(failed="controller")
        expect(page.locator(".away .word")).to_have_text("Not available")
        expect(page.locator(".away")).to_contain_text("No jackpot wagers are taken")
        expect(page.locator(".odometer")).to_have_count(0)
        wall.move(failed=None, display=50_000_000)
        expect(page.locator(".odometer")).to_be_visible()
        assert shown(page) == 50_000_000


def test_a_lost_connection_shows_no_value_and_comes_back(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/sign/MULTI")
        expect(page.locator(".odometer")).to_be_visible()
        wall.cut()
        expect(page.locator(".away .word")).to_have_text("Not available")
        expect(page.locator(".away")).to_contain_text("No connection to the house")
        expect(page.locator(".odometer")).to_have_count(0)
        wall.meters |= {"display": 90_000_000, "version": 20}
        wall.mend()
        expect(page.locator(".odometer")).to_be_visible()
        assert shown(page) == 90_000_000


def test_no_such_jackpot(chromium: Browser, wall: Wall) -> None:
    with visiting(chromium, wall) as visit:
        page = visit.open("/sign/NOPE")
        expect(page.locator(".away")).to_contain_text("There is no jackpot called NOPE")
        page.get_by_role("link", name="All jackpots").click()
        expect(page.get_by_role("link", name="MULTI: $1,042,118.75")).to_be_visible()
        page.keyboard.press("Tab")
        page.get_by_role("link", name="MULTI: $1,042,118.75").press("Enter")
        expect(page.locator(".odometer")).to_be_visible()
