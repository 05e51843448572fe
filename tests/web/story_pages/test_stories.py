"""Whole stories, from the first wager to the last entry in the books."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.floor_pages.floor import next_action, sign_on, stage
from tests.web.floor_pages.test_pit import pit_of
from tests.web.story_pages.casino import (
    ADDED,
    FIRST,
    LINK,
    METER,
    SECOND,
    WALLET,
    Casino,
    bet,
    deal,
    look,
)

ONLY_IF_TOLD = "window.setInterval = () => 0;"
"""A sign that does not ask every few seconds whether something has changed."""
ROYAL = "As Ks Qs Js Ts"
NOTHING = "2c 4d 6h 8c 9d"
PAIR_OF_KINGS, ACE_KING = "Kd Kc 9h 5s 2d", "Ah Kh 8d 6c 3s"
JACK_HIGH = "Jh Td 8s 5c 4c"


def dollars(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def dealt_before(casino: Casino) -> None:
    """At the other table of the link a round is dealt, and not yet decided."""
    casino.give("kim", SECOND, do="open_bets")
    casino.give("ben", SECOND, do="place_wager", box=3, wager="ante", amount=1000)
    casino.give("ben", SECOND, do="place_wager", box=3, wager="jackpot")
    casino.give("kim", SECOND, do="close_bets")
    hands = {"3": "2c 4d 6h 8c 9d", "dealer": "Ad Kd 7s 5h 3c"}
    casino.give("kim", SECOND, do="deal", hands=hands)


def ended(casino: Casino) -> None:
    casino.give("ben", SECOND, do="view_hand", box=3)
    casino.give("ben", SECOND, do="fold", box=3)
    casino.give("kim", SECOND, do="reveal_dealer")
    casino.give("kim", SECOND, do="settle")


@pytest.mark.slow
def test_a_jackpot_is_hit_verified_by_two_people_paid_and_audited(
    casino: Casino, chromium: Browser
) -> None:
    amount = METER + 2 * ADDED
    with (
        casino.visited_by(None, chromium) as wall,
        casino.visited_by("dan", chromium) as dealer,
        casino.visited_by("ann", chromium) as player,
        casino.visited_by("sue", chromium) as first,
        casino.visited_by("max", chromium) as second,
    ):
        wall.page.add_init_script(ONLY_IF_TOLD)
        sign = wall.go(f"/sign/{LINK}")
        expect(sign.locator(".odometer")).to_have_attribute("data-shown", str(METER))
        dealt_before(casino)
        console = sign_on(dealer, FIRST)
        next_action(console, "Open bets")
        page = bet(player, FIRST, 1)
        deal(console, f"{ROYAL} {NOTHING}")
        shown = sign.locator(".odometer")
        expect(shown).to_have_attribute("data-shown", str(amount))
        look(page)
        expect(page.locator(".own-hand .hand-name")).to_have_text("Royal flush")
        page.get_by_role("button", name="Bet $50.00").click()
        next_action(console, "Reveal the dealer's hand")
        next_action(console, "Settle")
        stage(console, "Settle with the players")

        # CSP 4.5.2: the other table was dealt before, and its claims would come first
        waits = sign.locator(".pending")
        expect(waits).to_contain_text("Pending verification")
        expect(waits).to_contain_text(f"{FIRST}, box 1")
        expect(shown).to_have_attribute("data-shown", str(amount))
        ended(casino)
        expect(sign.locator(".hit .word")).to_have_text("Jackpot won")
        expect(sign.locator(".hit .amount")).to_have_text(dollars(amount))
        expect(sign.locator(".hit .where")).to_have_text(f"Table {FIRST}, box 1")
        expect(sign.locator(".hit .unverified")).to_have_text("Pending verification")
        expect(sign.locator(".hit .now")).to_contain_text("$20,000.00")

        # Two different people; the wallet grows by exactly the meter
        before = casino.wallet("ann")
        assert before < WALLET + 100_000_00
        purse = page.locator(".purse b")
        expect(purse).to_have_text(dollars(before))
        pit = pit_of(first)
        due = pit.locator(".item-payable")
        expect(due).to_contain_text(f"ann is due {dollars(amount)}")
        due.get_by_role("button", name="Confirm the hit").click()
        expect(pit.locator(".item-proposal")).to_contain_text("a different person has to approve")
        expect(pit.get_by_role("button", name="Approve")).to_have_count(0)
        assert casino.wallet("ann") == before
        expect(sign.locator(".hit .unverified")).to_be_visible()
        other = pit_of(second)
        other.locator(".item-proposal").get_by_role("button", name="Approve").click()
        expect(sign.locator(".unverified, .pending")).to_have_count(0)
        expect(purse).to_have_text(dollars(before + amount))
        assert casino.wallet("ann") == before + amount
    audited(casino, chromium, amount)


def audited(casino: Casino, chromium: Browser, amount: int) -> None:
    with casino.visited_by("ada", chromium) as visit:
        page = visit.go(f"/audit/{FIRST}/1")
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{FIRST}, round 1")
        lines = page.get_by_role("table", name="Settlement").get_by_role("row")
        expect(lines.filter(has_text="Jackpot").first).to_contain_text(dollars(amount))
        ledger = page.get_by_role("table", name="Ledger entries")
        won = ledger.get_by_role("row").filter(has_text=f"jackpot:{LINK}")
        expect(won.filter(has_text=f"payable:{LINK}").first).to_contain_text(dollars(amount))
        released = ledger.get_by_role("row").filter(has_text="player:ann")
        expect(released.filter(has_text=f"payable:{LINK}")).to_contain_text(dollars(amount))
        course = page.get_by_role("table", name="The jackpot").locator("tbody tr")
        expect(course).to_have_count(4)
        expect(course.nth(0)).to_contain_text(f"The meter was won: {dollars(amount)}")
        expect(course.nth(1)).to_contain_text("sue")
        expect(course.nth(1)).to_contain_text("payment proposed")
        expect(course.nth(2)).to_contain_text("max")
        expect(course.nth(2)).to_contain_text("proposed by sue")
        expect(course.nth(3)).to_contain_text(f"{dollars(amount)} paid to ann, box 1")
        listed(visit.go(f"/audit?see=events&jackpot={LINK}"))


def listed(page: Page) -> None:
    """Among the significant events too."""
    found = page.locator("tbody tr")
    expect(found.filter(has_text="Jackpot hits").filter(has_text=FIRST).first).to_be_visible()
    expect(found.filter(has_text="Two people").filter(has_text="sue").first).to_be_visible()
    expect(found.filter(has_text="Jackpot payments").first).to_contain_text("max")


@pytest.mark.story
def test_a_house_killed_in_mid_round_is_taken_up_by_every_page(
    casino: Casino, chromium: Browser
) -> None:
    with (
        casino.visited_by(None, chromium) as wall,
        casino.visited_by("dan", chromium) as dealer,
        casino.visited_by("ann", chromium, (360, 740)) as player,
    ):
        sign = wall.go(f"/sign/{LINK}")
        console = sign_on(dealer, FIRST)
        next_action(console, "Open bets")
        page = bet(player, FIRST, 2)
        deal(console, f"{PAIR_OF_KINGS} {ACE_KING}")
        look(page)
        pages = (sign, console, page)
        for one in pages:
            one.evaluate("window.sameDocument = true")
        casino.end()
        expect(page.get_by_text("Connection lost").first).to_be_visible()
        expect(console.get_by_text("Connection lost").first).to_be_visible()
        expect(sign.locator(".away .word")).to_have_text("Not available")
        casino.start()
        for one in (page, console):
            expect(one.get_by_text("Connection lost")).to_have_count(0)
        shown = sign.locator(".odometer")
        expect(shown).to_have_attribute("data-shown", str(METER + ADDED))
        expect(page.locator(".own-hand .hand-name")).to_have_text("Pair of kings, nine kicker")
        page.get_by_role("button", name="Bet $50.00").click()
        next_action(console, "Reveal the dealer's hand")
        next_action(console, "Settle")
        stage(console, "Settle with the players")
        expect(page.locator(".felt.phase-settled")).to_be_visible()
        expect(page.locator(".results .sum")).to_contain_text("+$70.00")  # 25 + 50 - 5
        expect(page.locator(".purse b")).to_have_text(dollars(WALLET + 7000))
        assert casino.wallet("ann") == WALLET + 7000
        assert all(one.evaluate("window.sameDocument") for one in pages), "a page was loaded anew"
        for visit in (wall, dealer, player):
            visit.complaints[:] = [one for one in visit.complaints if "Failed to load" not in one]


@pytest.mark.slow
def test_of_two_boxes_one_is_played_blind(casino: Casino, chromium: Browser) -> None:
    with (
        casino.visited_by("dan", chromium) as dealer,
        casino.visited_by("ann", chromium) as player,
    ):
        console = sign_on(dealer, FIRST)
        next_action(console, "Open bets")
        page = bet(player, FIRST, 2, 5, jackpot=False)
        deal(console, f"{PAIR_OF_KINGS} {JACK_HIGH} {ACE_KING}")
        mine = {box: page.get_by_role("region", name=f"Box {box}, you") for box in (2, 5)}
        for hand in mine.values():
            expect(hand.locator(".card.down")).to_have_count(5)
            expect(hand.get_by_role("button", name="Look at my cards").last).to_be_visible()
        mine[2].get_by_role("button", name="Look at my cards").last.click()
        expect(mine[2].locator(".own-hand .hand .card:not(.down)")).to_have_count(5)
        expect(mine[5].locator(".own-hand .hand .card.down")).to_have_count(5)
        expect(page.get_by_role("button", name="Look at my cards")).to_have_count(0)
        told = page.evaluate(f"fetch('/api/tables/{FIRST}').then((one) => one.text())")
        assert "Kd Kc" in told
        assert not any(card in told for card in JACK_HIGH.split()), "a blind hand was told"
        for hand in mine.values():
            hand.get_by_role("button", name="Bet $50.00").click()
            expect(hand.locator(".chosen")).to_be_visible()
        expect(mine[5].locator(".own-hand .hand .card.down")).to_have_count(5)
        next_action(console, "Reveal the dealer's hand")
        next_action(console, "Settle")
        expect(mine[5].locator(".own-hand .hand .card:not(.down)")).to_have_count(5)
        expect(mine[5].locator(".hand-name")).to_contain_text("Jack high")
