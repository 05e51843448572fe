"""My rounds are all of mine, from the last to the first, each with replay and proof."""

import secrets
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.waiting import again_and_again
from tests.web.playing_pages.visiting import DESKTOP, MANAGED_BY, Served, visiting

TABLE = "TCP-1"
MANY = 56
"""More than two pages of 25, and more than the fifty that were shown once."""


def reaches(served: Served, phase: str) -> None:
    for _ in again_and_again():
        if served.ask(MANAGED_BY, f"/api/tables/{TABLE}")["game"]["phase"] == phase:
            return


def play(served: Served, page: Page, csrf: str, player: str) -> None:
    """A round of the page's guest, without the page: an ante of $10, and a fold."""

    def give(**command: Any) -> None:
        done = page.request.post(
            f"{served.address}/api/tables/{TABLE}/commands",
            data={"key": secrets.token_hex(8), "command": command},
            headers={"x-croupier-csrf": csrf, "origin": served.address},
        )
        assert done.ok, done.text()

    served.opens(TABLE)
    give(do="place_wager", box=1, wager="ante", amount=1000, player=player)
    served.closes(TABLE)
    reaches(served, "dealt")
    give(do="fold", box=1)
    reaches(served, "settled")


def test_all_rounds_are_found_page_by_page(served: Served, chromium: Browser) -> None:
    with visiting(chromium, served.address, DESKTOP) as visit:
        page = visit.table(served.opens(TABLE))
        page.locator('[data-spot="1/ante"]').click()
        expect(page.locator(".purse b")).to_have_text("$950.00")  # 25 laid, 25 kept
        page.keyboard.press("c")
        me = page.request.get(f"{served.address}/api/me").json()
        first = served.ask(MANAGED_BY, f"/api/tables/{TABLE}")["game"]["round"]
        for _ in range(MANY):
            play(served, page, me["csrf"], me["person"]["id"])
        page.get_by_role("button", name="My rounds").click()
        sheet = page.get_by_role("dialog")
        rounds = sheet.locator(".past-round")
        expect(rounds).to_have_count(25)
        sheet.get_by_role("button", name="Older rounds").click()
        expect(rounds).to_have_count(50)
        sheet.get_by_role("button", name="Older rounds").click()
        expect(rounds).to_have_count(MANY)
        expect(sheet).to_contain_text(f"These are all of your {MANY} rounds.")
        expect(rounds.last).to_contain_text(f"Round {first}")
        expect(rounds.last).to_contain_text("−$10.00")
        rounds.last.click()
        expect(sheet.locator(".proof li")).to_have_count(3)

        visit.go("/me")
        mine = page.get_by_role("region", name="My rounds").get_by_role("row")
        older = page.get_by_role("button", name="Older rounds")
        expect(mine).to_have_count(1 + 25)
        older.click()
        expect(mine).to_have_count(1 + 50)
        older.click()
        expect(mine).to_have_count(1 + MANY)
        page.get_by_role("button", name=f"Replay: {TABLE}, round {first}", exact=True).click()
        sheet = page.get_by_role("dialog")
        expect(sheet.locator(".proof li")).to_have_count(3)
        expect(sheet.locator(".deck .card")).to_have_count(52)
        expect(sheet.get_by_role("alert")).to_have_count(0)
