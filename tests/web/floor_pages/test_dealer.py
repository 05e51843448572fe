"""The dealer's console: whole rounds by keyboard, cards by scanner, irregularities as seen."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.rulebooks.wagers import WagerKind
from croupier.table.commands import Deal
from tests.web.floor_pages.floor import (
    CASH,
    ELECTRONIC,
    LIVE,
    RECORDING,
    SLOWER_THAN_A_SCANNER,
    SSP,
    TCP,
    Floor,
    add_jackpot,
    next_action,
    record_ante,
    rule,
    scan,
    sign_on,
    stage,
    type_cards,
)
from tests.web.looking import barriers


def settled_round(page: Page) -> None:
    """Box 2 has a pair of kings against the dealer's ace-king; box 4 folds."""
    next_action(page, "Open bets")
    record_ante(page, 2, "ann", "25")
    add_jackpot(page, 2, "ann")
    record_ante(page, 4, "ben", "50")
    next_action(page, "No more bets")
    expect(page.locator(".aim")).to_contain_text("for the dealer")
    type_cards(page, "2h")
    next_action(page, "Deal")
    stage(page, "Hands are being decided")
    page.keyboard.press("l")
    expect(page.get_by_role("button", name="Box 2, ann")).to_contain_text("looked")
    page.keyboard.press("b")
    expect(page.locator("#decide-title")).to_have_text("Box 4, ben")
    page.keyboard.press("f")
    expect(page.locator(".aim")).to_contain_text("0 of 4")
    type_cards(page, "As Kh 9s 5h")
    next_action(page, "Reveal the dealer's hand")
    expect(page.locator(".next.waiting")).to_contain_text("Turn and key the hands of box 2.")
    type_cards(page, "Kd Ks 9h 2c 3d")
    next_action(page, "Settle")
    stage(page, "Settle with the players")


def acts(page: Page) -> list[str]:
    """What the console says to do: act, amount and wager."""
    expect(page.locator(".line").first).to_be_visible()
    rows = page.locator(".line").all()
    return [
        " ".join(
            (
                row.locator(".line-do").inner_text().split("\n")[0],
                row.locator(".line-amount").inner_text(),
                row.locator(".line-wager").inner_text(),
            )
        ).strip()
        for row in rows
    ]


@pytest.mark.story
def test_a_live_round_with_recorded_wagers_is_dealt_by_keyboard(
    floor: Floor, chromium: Browser
) -> None:
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, RECORDING)
        expect(page.locator(".call")).to_contain_text("Nothing to call")
        settled_round(page)
        expect(page.locator(".tile-dealer")).to_contain_text("qualifies")
        assert acts(page) == [
            "Give back $25.00 Ante",
            "Pay $25.00 Ante",
            "Give back $50.00 Bet",
            "Pay $50.00 Bet",
            "Take $5.00 Jackpot",
            "Take $50.00 Ante",
        ]
        bet = page.locator(".line", has_text="Bet").nth(1)
        expect(bet).to_contain_text("2 × $25")
        bet.get_by_role("button", name="CSP 3.14.1").click()
        expect(page.locator(".popover")).to_contain_text("CSP 3.14.1")
        page.keyboard.press("Escape")
        page.keyboard.press("x")
        expect(page.get_by_role("checkbox").first).to_be_checked()
        page.reload()
        expect(page.get_by_role("checkbox").first).to_be_checked()
        expect(page.locator(".ticked")).to_have_count(1)
        next_action(page, "Done")
        expect(page.locator(".ticked")).to_have_count(5)
        next_action(page, "Done")
        next_action(page, "Next round")
        stage(page, "Bets are open Round 2")
        expect(page.locator(".call")).to_contain_text("Place your bets, please")


def test_cards_come_by_scanner_and_an_impossible_one_is_refused_at_once(
    floor: Floor, chromium: Browser
) -> None:
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, TCP)
        next_action(page, "Open bets")
        record_ante(page, 3, "ann", "20")
        next_action(page, "No more bets")
        next_action(page, "Deal")  # no card of the dealer's is turned before the decisions
        expect(page.locator("#decide-title")).to_have_text("Box 3, ann")
        page.keyboard.press("b")
        expect(page.locator(".aim")).to_contain_text("0 of 3")
        for code in ("10h", "AS"):
            scan(page, code)
        expect(page.locator(".aim")).to_contain_text("2 of 3")
        expect(
            page.get_by_role("button", name="ten of hearts, already on the table")
        ).to_be_disabled()
        type_cards(page, "As")
        expect(page.locator(".popover")).to_contain_text("ace of spades lies on the table already")
        page.get_by_role("button", name="two of clubs").click()
        expect(page.locator(".aim")).to_contain_text("All cards are entered")
        page.keyboard.press("Backspace")
        expect(page.locator(".aim")).to_contain_text("2 of 3")
        scan(page, "9s")  # its Enter is the scanner's, not the dealer's
        expect(page.locator("#next-action")).to_have_attribute("aria-disabled", "false")
        stage(page, "Hands are being decided")
        page.wait_for_timeout(SLOWER_THAN_A_SCANNER)
        page.keyboard.press("Enter")
        stage(page, "Dealer's hand is open")


def test_two_players_and_a_dealer_at_one_live_table(floor: Floor, chromium: Browser) -> None:
    floor.fund("ann")
    floor.fund("ben")
    with (
        floor.visited_by("dan", chromium) as dealer,
        floor.visited_by("ann", chromium) as one,
        floor.visited_by("ben", chromium, (360, 740)) as other,
    ):
        console = sign_on(dealer, LIVE)
        next_action(console, "Open bets")
        for visit, box in ((one, 2), (other, 5)):
            page = visit.table(LIVE)
            page.locator(f'[data-spot="{box}/ante"]').click()
            expect(page.locator(f'[data-spot="{box}/ante"] .amount')).to_have_text("$25")
        expect(console.get_by_role("button", name="Box 2, ann")).to_contain_text("$25")
        expect(console.get_by_role("button", name="Box 5, ben")).to_contain_text("$25")
        next_action(console, "No more bets")
        stage(console, "No more bets")
        hands = {"2": "Kd Ks Kh 2c 3d", "5": "4c 7d 8d Jd 3h", "dealer": "As Qh 9s 5h 2h"}
        floor.give("dan", LIVE, Deal(hands=hands), "deal")  # as a reading shoe does
        expect(console.locator(".next.waiting")).to_contain_text("boxes 2 and 5")
        for visit in (one, other):
            visit.page.get_by_role("button", name="Look at my cards").last.click()
            expect(visit.page.locator(".own-hand .card.down")).to_have_count(0)
        one.page.get_by_role("button", name="Bet $50.00").click()
        other.page.get_by_role("button", name="Fold").click()
        next_action(console, "Reveal the dealer's hand")
        next_action(console, "Settle")
        expect(console.locator(".group").first).to_contain_text("ann")
        expect(console.locator(".pay")).to_contain_text("Paid to the wallets by the house.")
        expect(console.get_by_role("checkbox")).to_have_count(0)
        expect(one.page.locator(".felt.phase-settled")).to_be_visible()
        expect(other.page.locator(".felt.phase-settled")).to_be_visible()


@pytest.mark.story
def test_neither_console_nor_pit_is_told_a_card_that_lies_closed(
    floor: Floor, chromium: Browser
) -> None:
    """Not even by what is offered: a jackpot hand may be shown at every box with that wager."""
    with floor.visited_by("sue", chromium) as visit:
        page = visit.go(f"/deal/{RECORDING}")
        next_action(page, "Open bets")
        for box, player in ((2, "ann"), (4, "ben")):
            record_ante(page, box, player, "25")
            add_jackpot(page, box, player)
        next_action(page, "No more bets")
        stage(page, "No more bets")
        hands = {"2": "Ah Kh Qh Jh Th", "4": "4c 7d 8d Jd 3h", "dealer": "As Qc 9s 5h 2h"}
        floor.give("sue", RECORDING, Deal(hands=hands), "deal")  # as a reading shoe does
        stage(page, "Hands are being decided")
        for path in (f"floor/tables/{RECORDING}", "floor/pit", f"tables/{RECORDING}"):
            told = page.request.get(f"{floor.address}/api/{path}").text()
            assert not re.search("Ah|Kh|Qh|Jh|Th|4c|7d|8d|Jd|3h|As|Qc|9s|5h", told), path
        expect(page.locator(".tile .card:not(.down)")).to_have_count(1)  # the up card
        for box, player in ((4, "ben"), (2, "ann")):
            page.get_by_role("button", name=f"Box {box}, {player}").click()
            expect(page.get_by_role("button", name="Shows a jackpot hand")).to_be_visible()
        page.get_by_role("button", name="Shows a jackpot hand").click()
        expect(page.get_by_role("button", name="Box 2, ann").locator(".card.down")).to_have_count(0)
        # Shown first, then claimed: two commands.
        expect(page.locator("#live")).to_contain_text("Box 2: Shows a jackpot hand.")
        assert floor.game(RECORDING).round.boxes[2].claimed


def test_an_electronic_table_with_a_dealer_needs_no_cards(floor: Floor, chromium: Browser) -> None:
    floor.fund("ann")
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, ELECTRONIC)
        next_action(page, "Open bets")
        stage(page, "Bets are open")
        floor.ask_for(ELECTRONIC, "ann", 1, WagerKind.ANTE, 1000)
        record_ante(page, 1, "ann", "10")
        next_action(page, "No more bets")
        next_action(page, "Deal")
        stage(page, "Hands are being decided")
        expect(page.locator(".panel")).to_contain_text("Players decide at their own screens.")


def test_the_draw_of_a_live_table_is_written_down(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, SSP)
        next_action(page, "Open bets")
        record_ante(page, 1, "ann", "10")
        next_action(page, "No more bets")
        page.get_by_role("group", name="Lucky box").get_by_role("button", name="1").click()
        page.get_by_role("button", name="Record the draw").click()
        expect(
            page.get_by_role("group", name="Lucky box").get_by_role("button", name="1")
        ).to_have_attribute("aria-pressed", "false")


def test_a_wager_is_undone_and_a_second_dealer_takes_over(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as visit, floor.visited_by("sue", chromium) as pit:
        page = sign_on(visit, RECORDING)
        next_action(page, "Open bets")
        record_ante(page, 3, "ann", "40")
        page.keyboard.press("u")
        seat = page.get_by_role("button", name="Box 3, ann")  # who sits there goes on sitting
        expect(seat).not_to_contain_text("$40")
        over = pit.go(f"/deal/{RECORDING}")
        over.get_by_role("button", name="Sign on").click()
        expect(over.get_by_role("button", name="Sign off")).to_be_visible()
        expect(page.locator("#next-action .next-label")).to_have_text("Sign on")
        expect(page.locator("#next-action")).to_contain_text("Takes over from sue")


def test_a_wager_refused_says_why_where_the_finger_was(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, LIVE)
        next_action(page, "Open bets")
        stage(page, "Bets are open")
        page.keyboard.press("2")
        page.keyboard.type("ann")
        page.keyboard.press("Enter")
        page.keyboard.type("5000")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text(re.compile("CSP|money|wallet"))
        visit.complaints.clear()


def test_a_supervisor_corrects_an_entry_of_a_settled_round(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as visit, floor.visited_by("sue", chromium) as pit:
        page = sign_on(visit, RECORDING)
        settled_round(page)
        expect(page.get_by_role("button", name="Correct an entry")).to_have_count(0)
        over = pit.go(f"/deal/{RECORDING}")
        over.get_by_role("button", name="Correct an entry").click()
        sheet = over.get_by_role("dialog")
        sheet.get_by_role("button", name="Amount of a wager").click()
        sheet.get_by_role("button", name="Box 4").click()
        expect(sheet).to_contain_text("On record: $50.00")
        sheet.get_by_label("The amount in dollars").fill("60")
        sheet.get_by_label("Why?").fill("  ")
        sheet.get_by_role("button", name="Correct it").click()
        expect(sheet.get_by_role("alert")).to_contain_text("Say why first")
        sheet.get_by_label("Why?").fill("A chip of $10 lay below.")
        sheet.get_by_role("button", name="Correct it").click()
        change = "Ante of ben, box 4, from $50.00 to $60.00"
        expect(over.get_by_role("dialog").last).to_contain_text(change)
        expect(over.locator(".foreseen")).to_contain_text("ben gets $10.00 less than before.")
        over.get_by_role("button", name="Decide so").click()
        expect(sheet).to_have_count(0)
        expect(page.locator(".line").last).to_contain_text("$60.00")
        expect(page.locator(".ruled")).to_contain_text(f"sue (pit supervisor) corrected {change}")
        expect(page.locator(".ruled q")).to_have_text("A chip of $10 lay below.")


def test_a_supervisor_at_the_console_rules_there(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("kim", chromium) as visit:
        page = visit.go(f"/deal/{RECORDING}")
        next_action(page, "Open bets")
        record_ante(page, 2, "ann", "25")
        page.keyboard.press("i")
        page.get_by_role("dialog").get_by_role("button", name="Something else").click()
        page.get_by_label("What happened?").fill("Chips moved after no more bets.")
        page.get_by_role("button", name="Report it").click()
        said = rule(page, page.locator(".ruling"), "Void the round", "Seen on camera.")
        assert "The round is void; every wager is returned." in said
        assert "$25.00 goes back to ann." in said
        stage(page, "Round is void")
        ruled = page.locator(".ruled")
        expect(ruled).to_contain_text("kim (shift manager) decided “Void the round”")
        expect(ruled).to_contain_text("Seen on camera.")


def test_cash_goes_into_the_drop_box(floor: Floor, chromium: Browser) -> None:
    with floor.visited_by("dan", chromium) as visit:
        page = sign_on(visit, CASH)
        page.get_by_role("button", name="Cash buy-in").click()
        sheet = page.get_by_role("dialog")
        sheet.get_by_label("Player").fill("mr tan")
        sheet.get_by_label("Amount in dollars").fill("much")
        sheet.get_by_role("button", name="Record the buy-in").click()
        expect(sheet.get_by_role("alert")).to_contain_text("no amount")
        sheet.get_by_label("Amount in dollars").fill("500")
        sheet.get_by_role("button", name="Record the buy-in").click()
        expect(sheet).to_have_count(0)
        expect(page.locator("#live")).to_contain_text("Buy-in of $500.00 recorded.")
        next_action(page, "Open bets")  # the space bar is the next action's again
        stage(page, "Bets are open")


@pytest.mark.parametrize(
    "size",
    [(1024, 768), pytest.param((360, 740), marks=pytest.mark.slow)],
    ids=["tablet", "phone"],
)
def test_the_console_has_no_barriers(
    floor: Floor, chromium: Browser, size: tuple[int, int]
) -> None:
    with floor.visited_by("dan", chromium, size) as visit:
        page = visit.go(f"/deal/{RECORDING}")
        expect(page.locator("#next-action")).to_be_visible()
        assert barriers(page) == []
        next_action(page, "Sign on")
        next_action(page, "Open bets")
        record_ante(page, 2, "ann", "25")
        assert barriers(page) == []
        next_action(page, "No more bets")
        expect(page.locator(".deck")).to_be_visible()
        type_cards(page, "As")
        assert barriers(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.set_viewport_size({"width": 640, "height": 400})  # a desktop at 200 %
        assert page.evaluate("document.documentElement.scrollWidth") <= 640
        page.keyboard.press("i")
        expect(page.get_by_role("dialog")).to_contain_text("The cards ran out")
        assert barriers(page) == []
