"""A newcomer sits down and plays a round of each game, at a desk and on a phone."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.waiting import again_and_again
from tests.web.playing_pages.playing import ante, read_result, stay_in
from tests.web.playing_pages.visiting import (
    DESKTOP,
    LEISURE,
    MANAGED_BY,
    PHONE,
    QUICK,
    Served,
    laid,
    visiting,
)

EACH = [
    pytest.param(table, marks=() if table in {"CSP-1", "TCP-1"} else pytest.mark.slow)
    for table in QUICK
]
"""A game with an up card, and one of three cards; the others with the slow tests."""


@pytest.mark.story
@pytest.mark.parametrize("table", EACH)
def test_newcomers_at_a_desk_and_on_a_phone_play_a_round(
    served: Served, chromium: Browser, table: str
) -> None:
    served.opens(table)
    with (
        visiting(chromium, served.address, DESKTOP) as desk,
        visiting(chromium, served.address, PHONE) as phone,
    ):
        for visit, width in ((desk, DESKTOP[0]), (phone, PHONE[0])):
            page = visit.go("/")
            page.get_by_role("listitem").filter(has_text=table).get_by_role("link").click()
            expect(page.locator(".felt.phase-betting")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        ante(desk.page, 1)
        ante(phone.page, 3)
        served.closes(table)
        stay_in(desk.page, table)
        stay_in(phone.page, table)
        read_result(desk.page)
        read_result(phone.page)


def test_a_side_wager_lights_up_after_the_ante_and_clauses_are_a_tap_away(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens("SSP-1"))
        jackpot = page.locator('[data-spot="4/jackpot"]')
        expect(jackpot).not_to_have_class(re.compile("lit"))
        page.locator('[data-spot="4/ante"]').click()
        expect(jackpot).to_have_class(re.compile("lit"))
        jackpot.click()
        expect(jackpot).to_have_attribute("aria-pressed", "true")
        expect(laid(page, 4, "jackpot")).to_be_visible()
        served.closes("SSP-1")
        page.get_by_role("button", name="Look at my cards").last.click()
        page.get_by_role("button", name="Fold").click()
        expect(page.locator(".felt.phase-settled")).to_be_visible()
        page.locator(".line", has_text="Ante").click()
        expect(page.locator(".popover")).to_contain_text("Clause SSP")


def test_undo_clear_rebet_and_double(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        ante = page.locator('[data-spot="2/ante"]')
        page.get_by_role("radio", name="$10 chip").click()
        ante.click()
        expect(laid(page, 2)).to_have_text("$10")
        page.get_by_role("radio", name="$100 chip").click()
        ante.click()
        expect(laid(page, 2)).to_have_text("$110")
        page.keyboard.press("u")
        expect(laid(page, 2)).to_have_text("$10")
        page.keyboard.press("r")
        expect(laid(page, 2)).to_have_text("$20")
        expect(page.locator(".purse")).to_contain_text("$940.00")
        page.keyboard.press("c")
        expect(ante).to_contain_text("Ante")
        expect(page.locator(".purse")).to_contain_text("$1,000.00")


def test_undo_takes_back_one_chip_after_the_other(served: Served, chromium: Browser) -> None:
    """Three chips of $100: 300, then 200, then 100."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(LEISURE)
        page.get_by_role("radio", name="$100 chip").click()
        for sum_laid in ("$100", "$200", "$300"):
            page.locator('[data-spot="3/ante"]').click()
            expect(laid(page, 3)).to_have_text(sum_laid)
        page.keyboard.press("u")
        expect(laid(page, 3)).to_have_text("$200")
        page.keyboard.press("u")
        expect(laid(page, 3)).to_have_text("$100")
        page.keyboard.press("c")
        expect(laid(page, 3)).to_have_count(0)


def test_a_refused_bet_says_why_where_the_finger_was(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, PHONE) as visit:
        page = visit.table(LEISURE)
        spot = page.locator('[data-spot="4/jackpot"]')
        spot.click()
        words = page.get_by_role("alert")
        expect(words).to_contain_text("A jackpot wager needs an ante on box 4 first.")
        expect(words).to_contain_text("CSP 3.8")
        finger, said = spot.bounding_box(), words.bounding_box()
        assert finger is not None
        assert said is not None
        assert abs(finger["y"] - said["y"]) < 200
        page.keyboard.press("Escape")
        expect(words).to_have_count(0)


def test_two_tabs_agree(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        first = visit.table(LEISURE)
        first.locator('[data-spot="6/ante"]').click()
        expect(laid(first, 6)).to_have_text("$25")
        second = visit.another_tab()
        second.goto(f"{served.address}/table/{LEISURE}")
        expect(laid(second, 6)).to_have_text("$25")
        expect(second.locator(".box.own .seat")).to_contain_text("You")
        second.locator('[data-spot="6/ante"]').click()
        expect(laid(first, 6)).to_have_text("$50")
        second.keyboard.press("c")
        expect(first.locator('[data-spot="6/ante"]')).to_contain_text("Ante")
        expect(first.locator(".box.own")).to_have_count(0)


def test_the_coach_says_what_both_decisions_are_worth(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens("CSP-1"))
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("switch", name="Coach").check()
        page.get_by_role("switch", name="Turn my cards over").check()
        page.keyboard.press("Escape")
        ante(page, 4)
        served.closes("CSP-1")
        coach = page.get_by_label("Coach")
        expect(coach).to_contain_text("−$25.00")
        expect(coach.locator("em")).to_have_text("better")
        page.get_by_role("button", name="Fold").click()
        expect(page.locator(".felt.phase-settled")).to_be_visible()


def test_a_call_stands_beside_the_dealer_and_goes(served: Served, chromium: Browser) -> None:
    """Nothing moves in this browser: it goes all the same."""
    with visiting(chromium, served.address, DESKTOP) as visit:
        visit.page.clock.install()
        page = visit.table(served.opens("CSP-1"))
        ante(page, 3)
        served.closes("CSP-1")
        expect(page.locator(".call")).to_have_text("No more bets")
        page.clock.fast_forward(6000)
        expect(page.locator(".call")).to_have_count(0)
        page.get_by_role("button", name="Fold").click()
        expect(page.locator(".felt.phase-settled")).to_be_visible()


@pytest.mark.parametrize("table", EACH)
def test_own_rounds_are_replayed_and_the_shuffle_is_checked(
    served: Served, chromium: Browser, table: str
) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens(table))
        ante(page, 2)
        served.closes(table)
        stay_in(page, table)
        read_result(page)
        page.get_by_role("button", name="My rounds").click()
        page.locator(".past-round").first.click()
        said = page.get_by_role("dialog").locator(".proof li")
        expect(said).to_contain_text(
            [
                "✓ The seed has the fingerprint that this browser was shown before your bets.",
                "✓ Every card that this browser was shown comes from its place",
                "– No part of yours is in this shuffle",
            ]
        )
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_count(0)
        page.get_by_role("button", name="Back", exact=True).click()
        felt = page.locator(".replay .felt")
        expect(felt).to_be_visible()
        assert felt.evaluate("(felt) => getComputedStyle(felt).getPropertyValue('--cloth')")
        expect(page.locator(".replay .print").first).to_be_hidden()  # it has no room there


def part_is_open(served: Served, page: Page, table: str) -> None:
    for _ in again_and_again():
        if served.ask(MANAGED_BY, f"/api/tables/{table}")["shuffle"]["added"]:
            return
        page.wait_for_timeout(50)


def play_round(served: Served, page: Page, table: str, box: int, *, opens_part: bool) -> None:
    served.opens(table)
    ante(page, box)
    if opens_part:
        part_is_open(served, page, table)
    served.closes(table)
    stay_in(page, table)
    read_result(page)


def test_the_page_about_the_shuffle_checks_a_round_with_a_part_of_the_player(
    served: Served, chromium: Browser
) -> None:
    with visiting(chromium, served.address, PHONE) as visit:
        page = visit.table(served.opens("MLP-1"))
        play_round(served, page, "MLP-1", 2, opens_part=False)  # fixes one
        play_round(served, page, "MLP-1", 2, opens_part=True)
        page.get_by_role("button", name="My rounds").click()
        page.locator(".past-round").first.click()
        said = page.get_by_role("dialog").locator(".proof li.up")
        expect(said).to_have_count(3)
        expect(said.last).to_have_text("✓ Your part is in this shuffle.")
        order = page.get_by_role("dialog").locator(".deck .card")
        expect(order).to_have_count(52)
        dealt = [one.get_attribute("aria-label") for one in order.all()]
        page.get_by_role("link", name="how to check it yourself").click()
        assert len(page.get_by_label("Parts of players").input_value().split()[-1]) == 64
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".shuffle .up")).to_contain_text("The seed has this fingerprint")
        shown = page.locator(".deck .card")
        expect(shown).to_have_count(52)
        assert [one.get_attribute("aria-label") for one in shown.all()] == dealt
        seed = page.get_by_label("Seed")
        digits = seed.input_value()
        seed.fill(("1" if digits[0] == "0" else "0") + digits[1:])
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_role("alert")).to_contain_text("does not have this fingerprint")
        seed.fill("abc")
        page.get_by_role("button", name="Check").click()
        expect(page.get_by_role("alert")).to_have_text(re.compile("A seed has 64 digits"))
