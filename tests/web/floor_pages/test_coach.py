"""The coach is the house's to offer."""

import pytest
from playwright.sync_api import Browser, expect

from croupier.rulebooks.wagers import WagerKind
from croupier.table import commands as c
from tests.web.floor_pages.floor import ELECTRONIC, Floor


@pytest.mark.parametrize("offered", [True, False])
def test_a_house_may_have_no_coach(floor: Floor, chromium: Browser, offered: bool) -> None:
    floor.house.coach = offered
    floor.fund("ann")
    floor.give("sue", ELECTRONIC, c.OpenBets(), "sue:open:1")
    ante = c.PlaceWager(box=1, wager=WagerKind.ANTE, amount=2500, player="ann")
    floor.give("ann", ELECTRONIC, ante, "ann:ante:1")
    floor.give("sue", ELECTRONIC, c.CloseBets(), "sue:close:1")
    floor.give("sue", ELECTRONIC, c.Deal(), "sue:deal:1")
    floor.give("ann", ELECTRONIC, c.ViewHand(box=1), "ann:look:1")
    with floor.visited_by("ann", chromium) as visit:
        visit.page.add_init_script("localStorage.setItem('croupier.coach', 'true')")
        page = visit.go(f"/table/{ELECTRONIC}")
        expect(page.get_by_role("button", name="Fold")).to_be_visible()
        expect(page.get_by_label("Coach")).to_have_count(int(offered))
        answer = page.request.get(f"{floor.address}/api/tables/{ELECTRONIC}/advice?box=1")
        assert answer.status == (200 if offered else 403)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_role("dialog")).to_contain_text("Four colours")
        expect(page.get_by_role("dialog").get_by_text("Coach")).to_have_count(int(offered))


def test_a_question_that_arrives_after_the_decision_is_no_error(
    floor: Floor, chromium: Browser
) -> None:
    """The page asks while the player taps: whichever comes first, the console stays clean."""
    floor.house.coach = True
    with floor.visited_by("ann", chromium) as visit:
        for box in (1, 2):
            answer = visit.page.request.get(
                f"{floor.address}/api/tables/{ELECTRONIC}/advice?box={box}"
            )
            assert (answer.status, answer.json()) == (200, None)
