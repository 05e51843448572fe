"""A cashier opens a drawer, sells chips, pays a prize, and closes the drawer by a count."""

import re

from playwright.sync_api import Browser, expect

from croupier.house.model import commands as hc
from croupier.house.model.cage import commands as cc
from croupier.table import commands as c
from tests.web.floor_pages.test_pit import pit_of
from tests.web.office_pages.office import Office
from tests.web.office_pages.test_people_and_cage import held


def test_a_cashier_at_work(office: Office, chromium: Browser) -> None:
    """500.00 out of the safe, 12,000.00 for chips: 12,500.00 are counted, after a miscount."""
    before = held(office, "cash")
    with office.visited_by("cora", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=cash")
        opening = page.get_by_role("form", name="Open my drawer")
        opening.get_by_label("Amount in dollars").fill("500")
        opening.get_by_role("button", name="Open my drawer").click()
        expect(page.locator(".said-good")).to_have_text(
            "$500.00 went from the safe into your drawer."
        )
        expect(page.get_by_text("not shown before the count")).to_be_visible()
        page = visit.go("/cage?see=players&player=ann")
        selling = page.get_by_role("form", name="Sell chips")
        selling.get_by_label("Amount in dollars").fill("12000")
        selling.get_by_role("button", name="Go on").click()
        page.get_by_role("button", name="Yes, take in $12,000.00").click()
        page.get_by_role("button", name="Receipt").click()
        expect(page.get_by_role("dialog")).to_contain_text("twelve thousand dollars")
        expect(page.get_by_role("dialog")).to_contain_text("Chips sold")
        when = page.locator("dl.slip div", has_text="When").locator("dd").inner_text()
        assert re.fullmatch(r"\d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d", when), when
        page.emulate_media(media="print")  # the receipt, and nothing of the page behind it
        expect(page.locator("main")).to_be_hidden()
        expect(page.get_by_role("dialog").get_by_role("heading", name="Receipt")).to_be_visible()
        page.emulate_media(media="screen")
        page.keyboard.press("Escape")
        assert held(office, "drawer:cora") == 12_500_00
        page = visit.go("/cage?see=cash")
        large = page.get_by_role("table", name="Large cash")
        expect(large).to_contain_text("ann")
        expect(large).to_contain_text("$12,000.00")
        closing = page.get_by_role("form", name="Close my drawer")
        closing.get_by_label("Counted, in dollars").fill("12490")
        closing.get_by_role("button", name="Close my drawer").click()
        expect(page.locator(".said-bad")).to_contain_text("count it again, or say what")
        closing.get_by_label("Counted, in dollars").fill("12500")
        closing.get_by_role("button", name="Close my drawer").click()
        expect(page.locator(".said-good")).to_have_text(
            "Closed: $12,500.00 went back into the safe."
        )
        assert held(office, "drawer:cora") == 0
        assert held(office, "cash") == before + 12_000_00
        visit.complaints.clear()  # the browser itself reports what was refused


PRIZE = 100_001_15
"""A meter of 100,000.00, and 23 % of the wager of 5.00."""


def won(office: Office) -> None:
    """Ann wins the meter at a table of chips with the royal flush; nobody has verified it."""
    office.add_live_link("ROOM-2", "ROOM-J")
    for number, command in enumerate(
        (
            hc.SignOn(),
            c.OpenBets(),
            c.PlaceWager(box=2, wager="ante", player="ann", amount=25_00),
            c.PlaceWager(box=2, wager="jackpot", player="ann"),
            c.CloseBets(),
            c.Deal(hands={"2": "As Ks Qs Js Ts", "dealer": "Ac Kd 9s 4d 3c"}),
            c.PlaceWager(box=2, wager="bet"),
            c.RevealDealer(),
            c.Settle(),
        )
    ):
        office.give("dan", "ROOM-2", command, f"dan:won:{number}")
    brought = cc.MoveBankroll(way=cc.Direction.IN, amount=150_000_00, reason="opening bankroll")
    office.give("cora", None, brought, "cora:bankroll")
    office.give("kim", None, hc.Approve(proposal="cage/1"), "kim:bankroll")


def test_a_prize_in_cash_is_paid_out_of_a_drawer(office: Office, chromium: Browser) -> None:
    """Released by two, it is owed until cora has opened her drawer and paid it on the slip."""
    won(office)
    before = held(office, "patrons")
    with office.visited_by("sue", chromium) as visit:
        pit = pit_of(visit)
        due = pit.locator(".item-payable")
        expect(due).to_contain_text("In chips $100,002.00 ($0.85 more: no chip is so small)")
        due.get_by_role("button", name="Confirm the hit, cash at the cage").click()
        expect(due).to_have_count(0)
    office.give("max", None, hc.Approve(proposal="jackpot:ROOM-J/1"), "max:prize")
    assert held(office, "payable:ROOM-J") == PRIZE
    with office.visited_by("cora", chromium, (1024, 768)) as visit:
        page = visit.go("/cage?see=cash")
        prizes = page.get_by_role("region", name="Jackpot prizes to pay in cash")
        expect(prizes.get_by_role("row", name="ann")).to_contain_text("$100,001.15")
        prizes.get_by_role("button", name="Pay", exact=True).click()
        yes = page.get_by_role("button", name="Yes, $100,001.15 is paid")
        yes.click()
        expect(prizes.locator(".said-bad")).to_contain_text("open it with at least $100,001.15")
        visit.complaints.clear()  # the browser itself reports what was refused
        opening = page.get_by_role("form", name="Open my drawer")
        opening.get_by_label("Amount in dollars").fill("120000")
        opening.get_by_role("button", name="Open my drawer").click()
        expect(page.get_by_role("form", name="Close my drawer")).to_be_visible()
        yes.click()
        expect(prizes).to_contain_text("No prize is to be paid in cash.")
        expect(prizes.locator(".said-good")).to_have_text("$100,001.15 was paid to ann.")
        prizes.get_by_role("button", name="Receipt").click()
        receipt = page.get_by_role("dialog")
        expect(receipt).to_contain_text("Jackpot prize")
        expect(receipt).to_contain_text("$100,001.15")
        page.keyboard.press("Escape")
        expect(page.get_by_role("table", name="Large cash")).to_contain_text("$100,001.15")
    assert held(office, "payable:ROOM-J") == 0
    assert held(office, "patrons") - before == PRIZE
    assert held(office, "drawer:cora") == 120_000_00 - PRIZE
