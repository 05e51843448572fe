"""What a player does in a round, by the page or beside it."""

import re
import secrets
from typing import Any

from playwright.sync_api import Page, expect

from tests.waiting import again_and_again
from tests.web.playing_pages.visiting import MANAGED_BY, Served, laid

STAY = {"TCP-1": "Play $25.00"}


def ante(page: Page, box: int) -> None:
    page.locator(f'[data-spot="{box}/ante"]').click()
    expect(laid(page, box)).to_have_text("$25")


def stay_in(page: Page, table: str) -> None:
    """Look, and stay in."""
    page.get_by_role("button", name="Look at my cards").last.click()
    expect(page.locator(".own-hand .card.down")).to_have_count(0)
    expect(page.locator(".own-hand .hand-name")).not_to_have_text("Face down")
    page.get_by_role("button", name=STAY.get(table, "Bet $50.00")).click()


def read_result(page: Page) -> None:
    """Every wager is settled before one's eyes."""
    expect(page.locator(".felt.phase-settled")).to_be_visible()
    expect(page.locator(".dealer-hand .card.down")).to_have_count(0)
    expect(page.locator(".results .line").first).to_contain_text("Ante")
    told = re.compile(r"^Dealer has .+: .+\. You (won|lost|neither) .*\.$")
    expect(page.locator(".what")).to_have_text(told)


def reaches(served: Served, table: str, phase: str) -> None:
    for _ in again_and_again():
        if served.ask(MANAGED_BY, f"/api/tables/{table}")["game"]["phase"] == phase:
            return


def lose(served: Served, page: Page, table: str, cents: int) -> None:
    """A round of the page's guest, without the page: an ante on box 1, and a fold."""
    me = page.request.get(f"{served.address}/api/me").json()

    def give(**command: Any) -> None:
        done = page.request.post(
            f"{served.address}/api/tables/{table}/commands",
            data={"key": secrets.token_hex(8), "command": command},
            headers={"x-croupier-csrf": me["csrf"], "origin": served.address},
        )
        assert done.ok, done.text()

    served.opens(table)
    give(do="place_wager", box=1, wager="ante", amount=cents, player=me["person"]["id"])
    served.closes(table)
    reaches(served, table, "dealt")
    give(do="fold", box=1)
    reaches(served, table, "settled")
